//! The work: every decision searched.

use parking_lot::Mutex;
use starboard::{AnyEngine, AnyGame, Move, Position};
use starboard_core::{BoundType, Limits, Node, Report, Root, Stop, Value};

use super::{Judging, Kind, PlayerSummary, Review, ReviewedMove, VERSION, Verdict, for_first};
use crate::{
    Progress,
    ended::{agreed, final_value},
    parallel_map,
    record::GameRecord,
};

/// What is to be reviewed, and how.
#[derive(Clone)]
pub struct Job<'a> {
    /// The game.
    pub game: &'a dyn AnyGame,
    /// What was played.
    pub record: &'a GameRecord,
    /// The description of the engine; the game's usual one for `None`.
    pub engine: Option<&'a str>,
    /// What it is given for each move; without any limit, and without one in its
    /// description, what the game's [`Judging`] says.
    pub limits: Limits,
    /// How many moves to search in parallel, which changes nothing but the time.
    pub threads: usize,
}

impl<'a> Job<'a> {
    /// A review by the game's usual engine and limits, on one thread.
    pub fn new(game: &'a dyn AnyGame, record: &'a GameRecord) -> Self {
        Self { game, record, engine: None, limits: Limits::default(), threads: 1 }
    }
}

/// Reviews a game.
///
/// # Errors
///
/// [`BadInput`](starboard::BadInput) if there is no such engine, or if the rules do not let a
/// search end.
pub fn review(job: &Job<'_>) -> anyhow::Result<Review> {
    review_with(job, &Stop::default(), &mut |_| ())
}

/// The same, until `stop` is requested; `see` is called with every move once it has been
/// searched, which with several threads is in no particular order.
///
/// # Errors
///
/// As [`review`].
pub fn review_with(
    job: &Job<'_>,
    stop: &Stop,
    see: &mut (dyn FnMut(&ReviewedMove) + Send),
) -> anyhow::Result<Review> {
    let first = job.game.engine(job.engine)?;
    let judging = Judging::of(job.game);
    let description = first.description().to_owned();
    let limits = limits(&*first, &job.limits, &judging);
    let algorithm = first.algorithm();
    let by_nodes = job.game.algorithms().iter().any(|a| a.name == algorithm && a.by_nodes);
    let judge = Judge { game: job.game, limits: limits.clone(), by_nodes, judging };
    let engines = Mutex::new(vec![first]);
    let see = Mutex::new(see);
    let positions = job.record.positions();
    let jobs: Vec<_> = positions.iter().zip(&job.record.moves).collect();
    let one = |i: usize, (position, &m): (&Position, &Move)| -> anyhow::Result<ReviewedMove> {
        let mut reviewed = described(i, position, m);
        if reviewed.kind == Kind::Decision && !stop.requested() {
            let idle = engines.lock().pop();
            let mut engine = match idle {
                Some(engine) => engine,
                None => job.game.engine(Some(&description))?,
            };
            reviewed.verdict = judge.judge(&mut *engine, position, m, stop)?;
            engines.lock().push(engine);
        }
        if reviewed.kind != Kind::Decision || reviewed.verdict.is_some() {
            (*see.lock())(&reviewed);
        }
        Ok(reviewed)
    };
    let moves = parallel_map(jobs, job.threads, &Progress::hidden(), one);
    let moves = moves.into_iter().collect::<anyhow::Result<Vec<_>>>()?;
    let values = values(job, &positions, &moves);
    let (info, record) = (job.game.info(), job.record);
    let missing = |m: &ReviewedMove| m.kind == Kind::Decision && m.verdict.is_none();
    let mut review = Review {
        version: VERSION,
        game: info.name,
        names: record.names.clone(),
        result: record.result.clone(),
        start: record.start.format(),
        format: record.format.to_owned(),
        notes: record.notes.clone(),
        engine: description,
        limits,
        unit: info.unit,
        unit_name: info.unit_name.to_owned(),
        judging: judge.judging,
        stopped: stop.requested() && moves.iter().any(missing),
        moves,
        values,
        players: vec![PlayerSummary::default(); usize::from(info.players)],
    };
    review.sum_up();
    Ok(review)
}

/// The limits of an engine for a move.
fn limits(engine: &dyn AnyEngine, asked: &Limits, judging: &Judging) -> Limits {
    let limits = engine.described_limits(asked);
    let Limits { depth, nodes, evaluations, time, .. } = &limits;
    let any = depth.is_some() || nodes.is_some() || evaluations.is_some() || time.is_some();
    let limits = if any { limits } else { judging.limits.clone() };
    // With all ties no move is found better by half an iteration, whose value is a bound.
    Limits { profile: false, all_ties: true, ..limits }
}

/// A move before it has been judged.
fn described(i: usize, position: &Position, m: Move) -> ReviewedMove {
    let kind = match position.node() {
        Node::Chance => Kind::Chance,
        _ if position.count() == 1 => Kind::Forced,
        _ => Kind::Decision,
    };
    ReviewedMove {
        ply: i + 1,
        mover: position.mover(),
        kind,
        position: position.format(),
        played: position.format_move(m),
        verdict: None,
    }
}

/// How decisions are judged.
struct Judge<'a> {
    game: &'a dyn AnyGame,
    limits: Limits,
    /// Whether the engine's work is limited by nodes rather than by depth.
    by_nodes: bool,
    judging: Judging,
}

impl Judge<'_> {
    /// The verdict on a move; `None` if the work was stopped before.
    fn judge(
        &self,
        engine: &mut dyn AnyEngine,
        position: &Position,
        m: Move,
        stop: &Stop,
    ) -> anyhow::Result<Option<Verdict>> {
        engine.clear();
        let mut search = |root: &Root<Move>, limits: &Limits| {
            let report = engine.search(position, root, limits, stop, &mut ());
            engine.sound(position, report.stopped_by)?;
            anyhow::Ok(report)
        };
        let mut whole = search(&Root::default(), &self.limits)?;
        if whole.best_move().is_none() && !stop.requested() {
            // Where there was not enough of anything for one move ahead, it is looked ahead.
            whole = search(&Root::default(), &Limits::depth(1).with_all_ties())?;
        }
        let mut nodes = whole.counters.nodes;
        let known = || known(&whole, m, self.by_nodes);
        let played = match self.agreed_after(position, m).or_else(known) {
            Some(known) => known,
            None => {
                // To the same depth, however many positions that takes: else the two could not
                // be compared. What the table has kept of the first search helps.
                let same =
                    if self.by_nodes { self.limits.clone() } else { Limits::depth(whole.depth) };
                let alone = search(&Root::of([m]), &same)?;
                nodes += alone.counters.nodes;
                (alone.value, alone.bound)
            }
        };
        // A search that was stopped half-way proves nothing.
        Ok((!stop.requested()).then(|| self.verdict(position, m, &whole, played, nodes)))
    }

    /// What a move that ends the game leaves the mover with, where people count that otherwise
    /// than the rules that searches go by.
    fn agreed_after(&self, position: &Position, m: Move) -> Option<(Value, BoundType)> {
        let after = position.after(m);
        let value = agreed(self.game, &after)?;
        let same = after.mover() == position.mover();
        Some((if same { value } else { -value }, BoundType::Exact))
    }

    fn verdict(
        &self,
        position: &Position,
        m: Move,
        whole: &Report<Move>,
        (value, bound): (Value, BoundType),
        nodes: u64,
    ) -> Verdict {
        let written = position.written(whole.clone());
        let own = position.format_move(m);
        let mut best = written.best_moves;
        if let Some(first) = written.pv.first() {
            best.retain(|other| other != first);
            best.insert(0, first.clone());
        }
        let (mut best_value, mut best_bound, mut line) = (whole.value, whole.bound, written.pv);
        if value > best_value {
            (best_value, best_bound) = (value, bound);
            (best, line) = (vec![own.clone()], vec![own.clone()]);
        }
        let is_best = value == best_value || best.contains(&own);
        let (best_units, played_units) = (position.units(best_value), position.units(value));
        let loss = if is_best { 0.0 } else { self.lost(position, best_value, value) };
        Verdict {
            best,
            best_value,
            best_units,
            best_bound,
            played_value: value,
            played_units,
            played_bound: bound,
            loss,
            mark: self.judging.mark(loss),
            is_best,
            line,
            depth: whole.depth,
            nodes,
        }
    }
}

impl Judge<'_> {
    /// What is lost between two values, in units.
    fn lost(&self, position: &Position, best: Value, played: Value) -> f64 {
        let unit = f64::from(position.unit().0);
        // In grid points, of which the difference is exact.
        let counted = |value: Value| match self.judging.decided {
            Some(most) => f64::from(value.raw()).clamp(-most * unit, most * unit),
            None => f64::from(value.raw()),
        };
        (counted(best) - counted(played)).max(0.0) / unit
    }
}

/// The value of a move, if the search of all moves knows it: it is among the best, or was
/// searched to the same depth and not cut.
fn known(whole: &Report<Move>, m: Move, by_nodes: bool) -> Option<(Value, BoundType)> {
    if whole.best_move() == Some(&m) || whole.best_moves.contains(&m) {
        return Some((whole.value, whole.bound));
    }
    // An engine that shares out its nodes has spent few on moves that it does not like.
    let own = whole.candidates.iter().find(|c| c.m == m).filter(|_| !by_nodes)?;
    let is_known = matches!(own.bound, BoundType::Exact | BoundType::Estimate);
    (is_known && own.depth == whole.depth).then_some((own.value, own.bound))
}

/// The values of the game for the first player, before each move and after the last.
fn values(job: &Job<'_>, positions: &[Position], moves: &[ReviewedMove]) -> Vec<Option<f64>> {
    let record = job.record;
    let mut earned = 0.0;
    let mut values = Vec::with_capacity(positions.len());
    let mut last = None;
    for ((position, &m), reviewed) in positions.iter().zip(&record.moves).zip(moves) {
        let verdict = reviewed.verdict.as_ref();
        values.push(verdict.map(|v| earned + for_first(position, v.best_units)));
        last = verdict.map(|v| earned + for_first(position, v.played_units));
        earned += for_first(position, position.units(position.reward(m)));
    }
    let end = &positions[positions.len() - 1];
    let value = final_value(job.game, end);
    values.push(value.map_or(last, |value| Some(earned + for_first(end, end.units(value)))));
    values
}
