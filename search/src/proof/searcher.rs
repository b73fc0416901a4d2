//! Proof-number search as a [`Searcher`]: a win, a loss, a draw, or an estimate.

use starboard_core::{
    BoundType, Bounds, Candidate, Evaluator, Events, Game, Heuristic, Limits, Node, Report, Root,
    Stop, StoppedBy, TableTooLarge, Value, sort_by_rank,
};

use super::{AtLeast, Dfpn, ProofOptions, Solution, Verdict};
use crate::{Searcher, meter::Meter};

/// Proves who wins, if it can, by asking whether the mover does and whether the
/// opponent does; the first question may cost half of what the limits allow, the second the rest.
///
/// The value reported is what was proven and no more, as [`Report::bound`] says: at
/// least [the least win](AtLeast::win), at most its negative, exactly 0 where
/// neither player can force a win. Where [`Game::MATE`] says what a win is worth,
/// the plies that the proof takes are taken off, and with
/// [`ProofOptions::shortest`] the value is exact. Where nothing was proven, it is
/// the evaluator's for the root: an estimate, with the most promising move.
/// [`Limits::depth`] bounds the plies to a win, and [`Limits::all_ties`] finds no
/// further moves.
///
/// Of a [`Root`] it heeds the moves: the question is who wins if the mover has no
/// others. Bonuses have no place in a proof, and moves other than the best are
/// found incidentally or not at all.
///
/// ```
/// use starboard_core::{BoundType, Game, Limits, testing::{HashEval, RandomTree}};
/// use starboard_search::{Searcher, minimax::minimax, proof::{ProofNumber, ProofOptions}};
///
/// let tree = RandomTree::<false>::with_height(3, 6);
/// let mut search = ProofNumber::new(HashEval::default(), ProofOptions::default());
/// let report = search.run(&tree, &Limits::default());
/// assert_eq!((report.value.raw(), report.bound), (1, BoundType::Lower));
/// assert!(minimax(&tree, 6, &mut HashEval::default()) >= report.value);
/// ```
#[derive(Clone, Debug)]
pub struct ProofNumber<G: Game, E, H = ()> {
    eval: E,
    search: Dfpn<G, AtLeast, H>,
}

impl<G: Game, E: Evaluator<G>> ProofNumber<G, E> {
    /// Estimates with this evaluator where nothing is proven.
    pub fn new(eval: E, options: ProofOptions) -> Self {
        Self { eval, search: Dfpn::new(AtLeast::win::<G>(), options) }
    }

    /// Allocates the table, as [`Dfpn::reserve`] does.
    ///
    /// # Errors
    ///
    /// If there is no memory for it.
    pub fn reserve(&mut self) -> Result<(), TableTooLarge> {
        self.search.reserve()
    }

    /// The same with an [ordering](Dfpn::with_order).
    #[must_use]
    pub fn with_order<H>(self, order: H) -> ProofNumber<G, E, H> {
        ProofNumber { eval: self.eval, search: self.search.with_order(order) }
    }
}

impl<G: Game, E: Evaluator<G>, H: Heuristic<G>> Searcher<G> for ProofNumber<G, E, H> {
    fn search(
        &mut self,
        position: &G,
        root: &Root<G::Move>,
        limits: &Limits,
        stop: &Stop,
        events: &mut dyn Events<G::Move>,
    ) -> Report<G::Move> {
        if let Node::Over(value) = position.node() {
            return Report { value, ..Report::default() };
        }
        let span = tracing::info_span!("search", algorithm = "df-pn");
        let _entered = span.enter();
        let (mover, goal) = (position.mover(), AtLeast::win::<G>());
        let mut legal = Vec::new();
        if position.node() == Node::Decision {
            position.moves(&mut legal);
        }
        let moves = root.among(legal);
        let allowed = root.moves.as_ref().map(|_| &moves[..]);
        let mut meter = Meter::new(limits, stop);
        let mut half = Meter::new(&halved(limits), stop);
        self.search.goal = goal.of(mover);
        let win = self.search.solve_metered(position, allowed, limits.depth, &mut half);
        meter.absorb_counts(&half);

        let loss = (win.verdict != Verdict::Proven).then(|| {
            let mut rest = Meter::new(&without(limits, &win), stop);
            self.search.goal = goal.of(mover.other());
            let loss = self.search.solve_metered(position, allowed, limits.depth, &mut rest);
            meter.absorb_counts(&rest);
            loss
        });
        let mut report = Report::default();
        conclude(position, &moves, &win, loss.as_ref(), &mut report);
        if report.bound == BoundType::Estimate {
            report.value = meter.evaluate(&mut self.eval, position);
        }
        if let Some(best) = report.candidates.first_mut().filter(|c| c.value == Value::MIN) {
            (best.value, best.bound) = (report.value, report.bound);
        }
        meter.report(&mut report);
        report.stopped_by = stopped_by(&win, loss.as_ref());
        events.iteration(&report);
        report
    }

    fn clear(&mut self) {
        self.search.clear();
    }
}

/// Half of what is allowed; the depth limit is kept.
fn halved(limits: &Limits) -> Limits {
    Limits {
        nodes: limits.nodes.map(|n| n.div_ceil(2)),
        evaluations: limits.evaluations.map(|n| n.div_ceil(2)),
        time: limits.time.map(|t| t / 2),
        ..limits.clone()
    }
}

/// What is left when a question has been answered.
fn without<M>(limits: &Limits, spent: &Solution<M>) -> Limits {
    let counters = &spent.counters;
    Limits {
        nodes: limits.nodes.map(|n| n.saturating_sub(counters.nodes)),
        evaluations: limits.evaluations.map(|n| n.saturating_sub(counters.evaluations)),
        time: limits.time.map(|t| t.saturating_sub(spent.times.total)),
        ..limits.clone()
    }
}

/// What kept the search from knowing more.
fn stopped_by<M>(win: &Solution<M>, loss: Option<&Solution<M>>) -> StoppedBy {
    match loss {
        Some(loss) if loss.verdict == Verdict::Proven => loss.stopped_by,
        Some(loss) if loss.stopped_by != StoppedBy::Depth => loss.stopped_by,
        _ => win.stopped_by,
    }
}

/// What the answers to both questions say of the value; the second is not
/// asked where the first is yes.
fn conclude<G: Game>(
    position: &G,
    moves: &[G::Move],
    win: &Solution<G::Move>,
    loss: Option<&Solution<G::Move>>,
    report: &mut Report<G::Move>,
) {
    let bounds = |win: Option<bool>, loss: Option<bool>| {
        let least = AtLeast::win::<G>().value;
        let wins = match win {
            Some(true) => Bounds { low: least, high: Value::MAX },
            Some(false) => Bounds { low: Value::MIN, high: least.down() },
            None => Bounds::FULL,
        };
        let loses = match loss {
            Some(true) => Bounds { low: Value::MIN, high: -least },
            Some(false) => Bounds { low: (-least).up(), high: Value::MAX },
            None => Bounds::FULL,
        };
        wins.and(loses)
    };
    let decided = |solution: &Solution<G::Move>| match solution.verdict {
        Verdict::Proven => Some(true),
        Verdict::Disproven => Some(false),
        Verdict::Unknown => None,
    };
    let all = bounds(decided(win), loss.and_then(decided));
    (report.value, report.bound) = settled(all).unwrap_or((Value::ZERO, BoundType::Estimate));

    // Of the two answers, the one to go by: a win; then how not to lose; then what
    // is statically best.
    let shown = match loss {
        Some(loss) if loss.verdict == Verdict::Proven || decided(win) == Some(false) => loss,
        Some(loss) if loss.verdict == Verdict::Disproven => loss,
        _ => win,
    };
    if let (Some(plies), false) = (shown.plies, G::MATE == 0) {
        let value = Value::new(G::MATE).later(plies.min(MOST_PLIES), G::MATE);
        let loses = shown.attacker != position.mover();
        report.value = if loses { -value } else { value };
        if shown.shortest && plies <= MOST_PLIES {
            report.bound = BoundType::Exact;
        }
    }
    // A lost position has no best move but by the length of the line.
    let best = shown.line.first().copied().or(shown.best).or(win.best).unwrap_or(moves[0]);
    report.best_moves.push(best);
    report.pv.push(best);
    report.pv.extend(shown.line.iter().skip(1));
    let holds = [Some(win), loss].into_iter().flatten().filter_map(|s| s.holds).min();
    report.depth = shown.plies.or(holds).unwrap_or(shown.seldepth);

    let of = |solution: Option<&Solution<G::Move>>, m| {
        solution?.moves.iter().find(|&&(other, _)| other == m)?.1
    };
    // Moves of which nothing is known are not listed, except for the best.
    report.candidates.extend(moves.iter().filter_map(|&m| {
        let known = settled(bounds(of(Some(win), m), of(loss, m)));
        let unknown = (m == best).then_some((Value::MIN, BoundType::Lower));
        let (value, bound) = known.or(unknown)?;
        let pv = if m == best { report.pv.clone() } else { Vec::new() };
        Some(Candidate { pv, ..Candidate::new(m, value, bound, report.depth) })
    }));
    // Equals stay in the game's order.
    sort_by_rank(&mut report.candidates, |c| ((c.m == best).into(), c.value.raw().into()));
}

/// Wins that take more plies than this can no longer be told apart from other values.
const MOST_PLIES: u32 = 1000;

/// Bounds as a value with its bound type, if they can be expressed that way.
fn settled(bounds: Bounds) -> Option<(Value, BoundType)> {
    let Bounds { low, high } = bounds;
    match bounds.value() {
        Some(value) => Some((value, BoundType::Exact)),
        None if low > Value::MIN && high < Value::MAX => None,
        None if low > Value::MIN => Some((low, BoundType::Lower)),
        None if high < Value::MAX => Some((high, BoundType::Upper)),
        None => None,
    }
}
