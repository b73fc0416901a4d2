//! Choosing a move: candidates come from reasons, and each is judged after the fighting has died
//! down, until the budget of evaluations is spent.
//!
//! After Fotland's account of how Many Faces of Go decides: a pass is tried first, and
//! the good answers to it are kept for the quiescence search; then come the candidates, sorted by
//! their reasons and by the static evaluation of the position after each,
//! until the limit on evaluations is reached. The search is the framework's
//! alpha-beta, one move deep, over the [root moves](Root) that are candidates, with
//! [`TakeSente`] at its horizon. A move that leads into a tree of moves, such as joseki, is judged
//! by the several positions in which that may end. Beyond that account, a tree search of the best
//! moves has the last word, with the evaluations that this first search has left.

mod capture;
mod quiet;
mod searcher;
mod style;
mod tree;

use std::{cmp::Reverse, sync::Arc};

use starboard_core::{
    BoundType, Candidate as Found, Counters, Evaluator as _, Events, Game as _, Heuristic, Instant,
    Limits, Node, Report, Root, Stop, Value,
};
use starboard_search::{AlphaBeta, AlphaBetaOptions, Searcher};

pub use self::quiet::TakeSente;
use self::style::Styled;
use crate::{
    FullBoard, Go, Move,
    deciding::reasons::{Candidate, Kind, Learned, Openings, PatternTrees, Source, Sources},
};

/// The default number of full-board evaluations for a move (Fotland's).
pub const EVALUATIONS: u64 = 200;
/// The share of these that the answers to a pass may take: one in this many.
const FOR_PASS: u64 = 6;
/// The share of these that the static evaluation of candidates may take: one in this many.
const FOR_STATIC: u64 = 4;
/// The share of these that the first search may take if a tree comes next: one in this many.
const FOR_FIRST: u64 = 2;
/// The most answers to a pass that are searched.
const ANSWERS: usize = 12;
/// The most good answers that are kept.
const KEPT: usize = 3;

/// A decision, and what it was made of.
#[derive(Clone, Debug)]
pub struct Selection {
    /// The candidates, those with the strongest reasons first.
    pub candidates: Vec<Candidate>,
    /// What the opponent would do after a pass, the best first.
    pub answers: Vec<Move>,
    /// What the search found: values without what moves are worth for later, but sorted by
    /// values that include it.
    pub report: Report<Move>,
}

impl Selection {
    /// The move to play.
    pub fn best(&self) -> Move {
        self.report.best_move().copied().unwrap_or(Move::PASS)
    }
}

/// Decides on moves.
///
/// ```
/// use starboard_core::{Game, Limits};
/// use starboard_go::{Go, Selector};
///
/// // White's stone is in atari.
/// let game = Go::parse("9x9 b 7 moves E5 E4 D4 E2 F4 G7")?;
/// let found = Selector::default().select(&game, &Limits::default());
/// assert_eq!(game.format_move(found.best()), "E3");
/// # Ok::<(), starboard_core::NotationError>(())
/// ```
pub struct Selector {
    evaluator: FullBoard,
    sources: Sources,
    order: Vec<Box<dyn Heuristic<Go>>>,
    evaluations: u64,
    quiescence: bool,
    style: bool,
    tree: bool,
}

impl std::fmt::Debug for Selector {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Selector").field("evaluations", &self.evaluations).finish_non_exhaustive()
    }
}

impl Default for Selector {
    fn default() -> Self {
        Self::new(EVALUATIONS)
    }
}

impl Selector {
    /// Decides with this many evaluations for each move, using the patterns, openings and trees
    /// of moves learned from games.
    pub fn new(evaluations: u64) -> Self {
        Self::without_trees(evaluations).with_source(PatternTrees)
    }

    /// The same but for [trees of moves](crate::knowledge::trees) that begin with patterns.
    pub fn without_trees(evaluations: u64) -> Self {
        Self::plain(evaluations).with_source(Learned::default()).with_source(Openings::default())
    }

    /// The same with the generators of reasons alone, and nothing learned from games.
    pub fn plain(evaluations: u64) -> Self {
        let (evaluator, sources) = (FullBoard::default(), Sources::default());
        let (quiescence, style, tree) = (true, true, true);
        Self { evaluator, sources, order: Vec::new(), evaluations, quiescence, style, tree }
    }

    /// The same with another full-board evaluation, such as one with other
    /// networks.
    #[must_use]
    pub fn with_evaluator(mut self, evaluator: FullBoard) -> Self {
        self.evaluator = evaluator;
        self
    }

    /// The same with move orderings for its search; where they say
    /// nothing, the moves with the strongest reasons come first.
    #[must_use]
    pub fn with_order(mut self, order: Vec<Box<dyn Heuristic<Go>>>) -> Self {
        self.order = order;
        self
    }

    /// The same with another source of reasons.
    #[must_use]
    pub fn with_source(mut self, source: impl Source + 'static) -> Self {
        self.sources = self.sources.with(source);
        self
    }

    /// The same without reasons of these kinds.
    #[must_use]
    pub fn without(mut self, kinds: &[Kind]) -> Self {
        self.sources = self.sources.without(kinds);
        self.style &= !kinds.contains(&Kind::Style);
        self
    }

    /// The same without reading the life and death of groups.
    #[must_use]
    pub fn without_reading(mut self) -> Self {
        self.evaluator = self.evaluator.without_reading();
        self
    }

    /// The same without quiescence search: every move is judged by the position right after it.
    #[must_use]
    pub const fn without_quiescence(mut self) -> Self {
        self.quiescence = false;
        self
    }

    /// The same without the tree search of the best moves: the first search decides.
    #[must_use]
    pub const fn without_tree(mut self) -> Self {
        self.tree = false;
        self
    }

    /// The evaluation of positions.
    pub const fn evaluator(&self) -> &FullBoard {
        &self.evaluator
    }

    /// The evaluator for a search from this position: with style, unless that is switched off.
    fn styled(&self, root: &Go) -> Styled {
        Styled::new(self.evaluator.clone(), self.style.then_some(root))
    }

    /// The evaluator without style.
    fn unstyled(&self) -> Styled {
        Styled::new(self.evaluator.clone(), None)
    }

    /// The candidates with their reasons, the best first.
    pub fn candidates(&self, game: &Go) -> Vec<Candidate> {
        self.sources.candidates(game, &self.evaluator.analyse(game))
    }

    /// Decides on a move as its [search](Searcher::search) does, and returns the candidates with
    /// their reasons, too.
    pub fn select(&mut self, game: &Go, limits: &Limits) -> Selection {
        self.decide(game, &Root::default(), limits, &Stop::default(), &mut ())
    }

    /// Decides on a move among those that `root` asks for, of which there is at least one.
    fn decide(
        &mut self,
        position: &Go,
        root: &Root<Move>,
        limits: &Limits,
        stop: &Stop,
        events: &mut dyn Events<Move>,
    ) -> Selection {
        let begun = Instant::now();
        let game = position.clone().resumed();
        // What is added for the choice is not part of the values.
        let plain = |mut report: Report<Move>, later: &[(Move, i32)]| {
            let without = |value: Value, m: Move| {
                let later = later.iter().find(|&&(other, _)| other == m);
                later.map_or(value, |&(_, later)| value - Value::new(later))
            };
            if let Some(&best) = report.best_move() {
                report.value = without(report.value, best);
            }
            for candidate in &mut report.candidates {
                candidate.value = without(candidate.value, candidate.m);
            }
            report
        };
        let mut show = |mut report: Report<Move>, spent: &Counters| {
            report.counters += spent;
            report.times.total = begun.elapsed();
            end_lines(position, &mut report);
            events.iteration(&report);
            report
        };
        // With a limit on time alone, all of it is used.
        let by_time = limits.time.is_some() && limits.nodes.is_none();
        let total = limits.evaluations.or((!by_time).then_some(self.evaluations));
        // What there is beyond that is better spent on a tree.
        let usual = total.map_or(EVALUATIONS, |total| total.min(EVALUATIONS));
        let usual = if self.tree { usual / FOR_FIRST } else { usual };

        // Step 1. What the opponent would do after a pass.
        let first = Limits {
            evaluations: Some((usual / FOR_PASS).max(1)),
            nodes: limits.nodes.map(|nodes| (nodes / FOR_PASS).max(1)),
            time: limits.time.map(|time| time / FOR_PASS as u32),
            ..limits.clone()
        };
        let (answers, mut spent) = self.answers(&game, &first, stop);

        // Step 2. The moves that something speaks for, by the values of the positions after.
        let (candidates, later) = self.moves(&game, root);
        let moves: Vec<_> =
            later.iter().map(|&(m, later)| (m, later + root.bonus(&m).raw())).collect();
        let before = Limits {
            evaluations: Some((usual / FOR_STATIC).max(1)),
            nodes: limits.nodes.map(|nodes| (nodes / FOR_STATIC).max(1)),
            time: first.time,
            ..limits.clone()
        };
        let (mut seen, counters) = self.static_values(&game, &moves, &before, stop);
        spent += &counters;
        // Bonuses for later count while there is something left to play for: at
        // the end they would have players fill their own territory.
        let settled = root.bonuses.is_empty() && is_settled(&seen);
        let later = if settled { Vec::new() } else { later };
        if settled {
            seen.iter_mut().for_each(Seen::settle);
        }
        show(plain(static_report(&seen), &later), &spent);

        // Step 3. The same moves once the fighting has died down.
        let quiet = self.quiet(&answers);
        let tried = Root {
            moves: Some(seen.iter().map(|seen| seen.m).collect()),
            multipv: root.multipv,
            bonuses: seen.iter().map(|seen| (seen.m, Value::new(seen.later))).collect(),
        };
        let left = Limits {
            evaluations: Some(usual.saturating_sub(spent.evaluations).max(1)),
            nodes: limits.nodes.map(|nodes| nodes.saturating_sub(spent.nodes).max(1)),
            time: limits.time.zip(first.time).map(|(time, share)| {
                // Both earlier steps may have taken longer than their shares.
                (time - share - share).min(time.saturating_sub(begun.elapsed()))
            }),
            ..limits.clone()
        };
        let judge = if settled { self.unstyled() } else { self.styled(&game) };
        let mut report = self.weigh(&game, &tried, judge, quiet, &left, stop);
        if report.candidates.is_empty() {
            // No move was searched to the end: what is known is the positions after them.
            let Report { counters, times, stopped_by, .. } = report;
            report = Report { counters, times, stopped_by, ..static_report(&seen) };
        } else {
            for candidate in &mut report.candidates {
                let seen = seen.iter().find(|seen| seen.m == candidate.m);
                candidate.evaluations += seen.map_or(0, |seen| seen.evaluations);
            }
        }
        // A pass only because there was no time to look at anything else is no decision.
        if report.best_move() == Some(&Move::PASS) && report.candidates.len() <= 1 {
            let other = seen.iter().find(|seen| seen.m != Move::PASS).map(Seen::candidate);
            // Not even at their positions: what most speaks for is played.
            let unseen = || {
                let &(m, _) = moves.iter().find(|&&(m, _)| m != Move::PASS)?;
                let found = Found::new(m, report.value, BoundType::Estimate, 0);
                Some(Found { pv: vec![m], ..found })
            };
            if let Some(other) = other.or_else(unseen) {
                // The value is that of passing.
                report.bound = BoundType::Estimate;
                let m = other.m;
                let own = later.iter().find(|&&(other, _)| other == m);
                let own = own.map_or(0, |&(_, later)| later);
                report.value = report.value + Value::new(own);
                report.candidates.insert(0, Found { value: report.value, ..other });
                report.pv = vec![m];
                report.best_moves = vec![m];
            }
        }
        show(plain(report.clone(), &later), &spent);

        // Step 4. A tree of the best, with what is left.
        let rest = |report: &Report<Move>| Limits {
            evaluations: total
                .map(|total| total.saturating_sub(spent.evaluations + report.counters.evaluations)),
            nodes: limits
                .nodes
                .map(|nodes| nodes.saturating_sub(spent.nodes + report.counters.nodes).max(1)),
            time: limits.time.map(|time| time.saturating_sub(begun.elapsed())),
            ..limits.clone()
        };
        let left = rest(&report);
        // With only one move, either its value is asked for, or there is nothing to decide.
        let asked = report.candidates.len() > 1 || root.moves.is_some();
        if self.tree && !settled && asked {
            self.grow(&game, &tried, &mut report, &left, stop);
        }

        // Step 5. Little is left to look at where a pass is best.
        let left = rest(&report);
        let mut report = plain(report, &later);
        if report.best_move() == Some(&Move::PASS)
            && root.moves.is_none()
            && let Some(mut instead) = self.capture(&game, root, &left, stop)
        {
            instead.counters += &report.counters;
            report = instead;
        }
        Selection { candidates, answers, report: show(report, &spent) }
    }

    /// The candidates among the moves asked for, and all these moves with what each is worth
    /// for later: the pass first, and moves without reasons last.
    fn moves(&self, game: &Go, root: &Root<Move>) -> (Vec<Candidate>, Vec<(Move, i32)>) {
        let mut candidates = self.candidates(game);
        let given = root.moves.as_ref().map(|_| {
            let mut legal = Vec::new();
            game.moves(&mut legal);
            root.among(legal)
        });
        let is_asked = |m: &Move| given.as_ref().is_none_or(|given| given.contains(m));
        candidates.retain(|candidate| is_asked(&Move::at(candidate.point)));
        let spoken =
            candidates.iter().map(|candidate| (Move::at(candidate.point), candidate.later()));
        let pass = is_asked(&Move::PASS).then_some((Move::PASS, 0));
        let mut moves: Vec<(Move, i32)> = pass.into_iter().chain(spoken).collect();
        let known = moves.len();
        for m in given.into_iter().flatten() {
            if moves[..known].iter().all(|&(other, _)| other != m) {
                moves.push((m, 0));
            }
        }
        (candidates, moves)
    }

    /// What the opponent would do if the player to move passed, the best first,
    /// and what it cost to find that.
    fn answers(&mut self, game: &Go, limits: &Limits, stop: &Stop) -> (Vec<Move>, Counters) {
        let after = game.clone().with_mover(game.color().other());
        let candidates = self.candidates(&after);
        let mut moves = vec![Move::PASS];
        moves.extend(candidates.iter().take(ANSWERS).map(|c| Move::at(c.point)));
        let report = self.weigh(
            &after,
            &Root::of(moves),
            self.styled(&after),
            self.quiet(&[]),
            limits,
            stop,
        );
        let better = report
            .candidates
            .iter()
            .take_while(|c| c.m != Move::PASS)
            .map(|c| c.m)
            .take(KEPT)
            .collect();
        (better, report.counters)
    }

    /// Of these moves, each with what it is worth beyond the value of the position after it, those
    /// that can be evaluated within the limits: the pass first, then the others by the values of
    /// the positions after them, the best first.
    fn static_values(
        &self,
        game: &Go,
        moves: &[(Move, i32)],
        limits: &Limits,
        stop: &Stop,
    ) -> (Vec<Seen>, Counters) {
        let begun = Instant::now();
        let (mut evaluator, mut unstyled) = (self.styled(game), self.unstyled());
        let (mut seen, mut counters) = (Vec::with_capacity(moves.len()), Counters::default());
        for &(m, later) in moves {
            let late = limits.time.is_some_and(|time| begun.elapsed() >= time);
            let enough = limits.evaluations.is_some_and(|most| counters.evaluations >= most)
                || limits.nodes.is_some_and(|most| counters.nodes >= most);
            if !seen.is_empty() && (late || enough || stop.requested()) {
                break;
            }
            let mut after = game.clone();
            after.play(m);
            // A game that is over needs no judgement, and is not searched either.
            let (static_value, plain, evaluations) = match after.node() {
                Node::Over(_) => (later, 0, 0),
                // The position is analysed once for both.
                _ => {
                    let styled = -evaluator.evaluate(&after).raw();
                    (later + styled, -unstyled.evaluate(&after).raw(), 1)
                }
            };
            counters.nodes += evaluations;
            counters.evaluations += evaluations;
            seen.push(Seen { m, later, static_value, plain, evaluations });
        }
        seen.sort_by_key(|seen| (seen.m != Move::PASS, Reverse(seen.static_value)));
        (seen, counters)
    }

    /// The quiescence search, with good answers to any move.
    fn quiet(&self, answers: &[Move]) -> TakeSente {
        let quiet = TakeSente::new(self.evaluator.clone(), answers.into())
            .with_sources(self.sources.clone());
        if self.quiescence { quiet } else { quiet.still() }
    }

    /// Searches the moves that `root` names.
    fn weigh(
        &self,
        game: &Go,
        root: &Root<Move>,
        judge: Styled,
        quiet: TakeSente,
        limits: &Limits,
        stop: &Stop,
    ) -> Report<Move> {
        let options = AlphaBetaOptions::plain();
        let mut search = AlphaBeta::new(judge, self.order.clone(), options).with_quiescence(quiet);
        let limits = Limits { depth: Some(1), ..limits.clone() };
        search.search(game, root, &limits, stop, &mut ())
    }
}

/// A move and the static value of the position after it.
struct Seen {
    m: Move,
    /// What the move is worth beyond that.
    later: i32,
    /// Both together, for the player to move.
    static_value: i32,
    /// The value of the position after it alone, without style.
    plain: i32,
    /// How many positions were evaluated for it.
    evaluations: u64,
}

impl Seen {
    /// Counts the position after it alone.
    fn settle(&mut self) {
        (self.later, self.static_value) = (0, self.plain);
    }

    fn candidate(&self) -> Found<Move> {
        let value = Value::new(self.static_value);
        Found {
            pv: vec![self.m],
            evaluations: self.evaluations,
            ..Found::new(self.m, value, BoundType::Estimate, 0)
        }
    }
}

/// Whether nothing is left to play for: of the moves with the strongest reasons, none leaves the
/// player to move with more than a pass does. While a game is open, sente alone is worth more.
fn is_settled(seen: &[Seen]) -> bool {
    let (passes, moves): (Vec<_>, Vec<_>) = seen.iter().partition(|seen| seen.m == Move::PASS);
    let most = moves.iter().map(|seen| seen.plain).max();
    passes.first().zip(most).is_some_and(|(pass, most)| pass.plain >= most)
}

/// The report before anything is searched.
fn static_report(seen: &[Seen]) -> Report<Move> {
    let mut candidates: Vec<_> = seen.iter().map(Seen::candidate).collect();
    candidates.sort_by_key(|candidate| Reverse(candidate.value));
    Report {
        best_moves: candidates.iter().take(1).map(|best| best.m).collect(),
        value: candidates.first().map_or(Value::ZERO, |best| best.value),
        bound: BoundType::Estimate,
        pv: candidates.iter().take(1).map(|best| best.m).collect(),
        candidates,
        seldepth: 1,
        ..Report::default()
    }
}

/// Cuts every line where the rules end the game, as a search looks beyond two passes.
fn end_lines(game: &Go, report: &mut Report<Move>) {
    let end = |line: &mut Vec<Move>| {
        let mut passes = game.passes();
        let over = line.iter().position(|&m| {
            passes = if m == Move::PASS { passes + 1 } else { 0 };
            passes >= 2
        });
        line.truncate(over.map_or(line.len(), |last| last + 1));
    };
    end(&mut report.pv);
    report.candidates.iter_mut().for_each(|candidate| end(&mut candidate.pv));
}

/// Answers that are kept for the quiescence search.
type Answers = Arc<[Move]>;

#[cfg(test)]
mod tests;
