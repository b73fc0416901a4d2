//! Which move: candidates by reasons, each judged after the fighting has died
//! down, until so many positions have been evaluated.
//!
//! After Fotland's account of how Many Faces of Go decides: a pass is looked at first, and
//! its good answers are kept for the quiescence search; then come the candidates, sorted by
//! what speaks for them and by what is seen at first sight of the position after each,
//! until the limit of evaluations is reached; the move with the highest
//! value is played, which may be the pass. With more evaluations than he had, the best
//! moves are then looked at again. The search is the framework's
//! alpha-beta, one move deep, over [`Choice`], with [`TakeSente`] at its
//! horizon. A move that leads into a tree, as of joseki, is judged by the several
//! positions in which it may end.

mod again;
mod capture;
mod choice;
mod quiet;
mod searcher;

use std::{cmp::Reverse, sync::Arc, time::Duration};

use starboard_core::{
    BoundType, Counters, Evaluator as _, Game as _, Heuristic, Instant, Limits, Node, Report, Root,
    Stop, Value,
};
use starboard_search::{AlphaBeta, AlphaBetaOptions, Searcher};

use self::choice::Orders;
pub use self::{choice::Choice, quiet::TakeSente};
use crate::{
    Go, Judge, Move, Points,
    reasons::{self, Candidate, Learned, Openings, Source},
};

/// So many full-board evaluations are a move worth (Fotland).
pub const EVALUATIONS: u64 = 200;
/// The part of these that the answers to a pass may take: one in so many.
const FOR_PASS: u64 = 6;
/// The part of these that judging candidates at first sight may take: one in so many.
const FOR_SIGHT: u64 = 4;
/// What speaks for a move is told to the search as one part in so many: most of
/// it is in the evaluation already, but not what the opponent could do there.
const PART_OF_VALUE: i32 = 8;
/// The most answers to a pass that are looked at.
const ANSWERS: usize = 12;
/// The most good answers that are kept.
const KEPT: usize = 3;

/// A move, and how it was found.
#[derive(Clone, Debug)]
pub struct Selection {
    /// The move.
    pub best: Move,
    /// What it is worth for the player to move, with its bonus and with sente.
    pub value: Value,
    /// The candidates in the order they were tried in.
    pub candidates: Vec<Candidate>,
    /// What the search found for moves, the best first: an upper bound where it
    /// did not have to look closer. Moves it did not come to are not in it.
    pub values: Vec<(Move, Value, bool)>,
    /// The line of play after the move, as far as it was looked at.
    pub line: Vec<Move>,
    /// What the opponent would do after a pass, the best first.
    pub answers: Vec<Move>,
    /// How many positions were evaluated.
    pub evaluations: u64,
}

/// Decides on moves.
///
/// ```
/// use starboard_core::Game;
/// use starboard_go::{Go, Selector};
///
/// // White's stone is in atari.
/// let game = Go::parse("9x9 b 7 moves E5 E4 D4 E2 F4 G7")?;
/// let found = Selector::default().select(&game, None);
/// assert_eq!(game.format_move(found.best), "E3");
/// # Ok::<(), starboard_core::NotationError>(())
/// ```
pub struct Selector {
    judge: Judge,
    sources: Vec<Arc<dyn Source>>,
    order: Orders,
    evaluations: u64,
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
    /// Decides with so many evaluations for each move, with what was learned from
    /// games.
    pub fn new(evaluations: u64) -> Self {
        Self::plain(evaluations).with_source(Learned::default()).with_source(Openings::default())
    }

    /// The same by the generators of reasons alone.
    pub fn plain(evaluations: u64) -> Self {
        let (judge, sources) = (Judge::default(), Vec::new());
        Self { judge, sources, order: Orders::default(), evaluations }
    }

    /// The same with another judge of positions, such as one that has learned something
    /// else.
    #[must_use]
    pub fn with_judge(mut self, judge: Judge) -> Self {
        self.judge = judge;
        self
    }

    /// The same with orderings for the moves of its search; where they say
    /// nothing, what reasons speak for most comes first.
    #[must_use]
    pub fn with_order(mut self, order: Vec<Box<dyn Heuristic<Go>>>) -> Self {
        self.order = Orders(order);
        self
    }

    /// The same with another source of reasons.
    #[must_use]
    pub fn with_source(mut self, source: impl Source + 'static) -> Self {
        self.sources.push(Arc::new(source));
        self
    }

    /// What judges positions.
    pub const fn judge(&self) -> &Judge {
        &self.judge
    }

    /// What speaks for which move, the best first.
    pub fn candidates(&self, game: &Go) -> Vec<Candidate> {
        reasons::candidates(game, &self.judge.study(game), &self.sources)
    }

    /// Decides on a move, one of those in `allowed` if that is given.
    pub fn select(&mut self, game: &Go, allowed: Option<&Points>) -> Selection {
        self.select_within(game, allowed, None)
    }

    /// The same in about so much time, if that is given; with less than the
    /// evaluations take, the move depends on the machine.
    pub fn select_within(
        &mut self,
        game: &Go,
        allowed: Option<&Points>,
        time: Option<Duration>,
    ) -> Selection {
        let limits = Limits { time, ..Limits::default() };
        let (candidates, answers, report) = self.decide(game, allowed, &limits, &Stop::default());
        Selection {
            best: report.pv[0],
            value: report.value,
            candidates,
            values: (report.candidates.iter())
                .map(|c| (c.m, c.value, c.bound == BoundType::Exact))
                .collect(),
            line: report.pv,
            answers,
            evaluations: report.counters.evaluations,
        }
    }

    /// What speaks for which move, the opponent's best after a pass, and what the
    /// search found, which has a move in any case.
    fn decide(
        &mut self,
        game: &Go,
        allowed: Option<&Points>,
        limits: &Limits,
        stop: &Stop,
    ) -> (Vec<Candidate>, Vec<Move>, Report<Move>) {
        let begun = Instant::now();
        let game = game.clone().resumed();
        let mut candidates = self.candidates(&game);
        if let Some(allowed) = allowed {
            candidates.retain(|candidate| allowed.contains(candidate.point));
        }
        let total = limits.evaluations.unwrap_or(self.evaluations);
        // What there is beyond that is better spent on a second look.
        let usual = total.min(EVALUATIONS);
        let first = Limits {
            evaluations: Some((usual / FOR_PASS).max(1)),
            nodes: limits.nodes.map(|nodes| (nodes / FOR_PASS).max(1)),
            time: limits.time.map(|time| time / FOR_PASS as u32),
            ..limits.clone()
        };
        let (answers, mut spent) = self.answers(&game, &first, stop);

        let mut moves: Vec<(Move, i32)> = Vec::with_capacity(candidates.len() + 1);
        if allowed.is_none() {
            moves.push((Move::PASS, 0));
        }
        moves.extend(candidates.iter().map(|candidate| {
            let later = candidate.bonus + candidate.value / PART_OF_VALUE;
            (Move::at(candidate.point), later)
        }));
        if moves.is_empty() {
            // Nothing speaks for any of those allowed.
            let legal = |&point: &crate::Point| game.is_legal(point);
            let allowed = allowed.iter().flat_map(|a| a.iter()).filter(legal);
            moves.extend(allowed.map(|point| (Move::at(point), 0)));
            moves.push((Move::PASS, 0));
        }
        let before = Limits {
            evaluations: Some((usual / FOR_SIGHT).max(1)),
            time: first.time,
            ..limits.clone()
        };
        let (moves, seen) = self.at_first_sight(&game, &moves, &before, stop);
        spent += &seen;
        let quiet = self.quiet(&answers).with_bonus(moves.iter().copied().collect());
        let tried: Vec<Move> = moves.iter().map(|&(m, _)| m).collect();
        let left = Limits {
            evaluations: Some(usual.saturating_sub(spent.evaluations).max(1)),
            nodes: limits.nodes.map(|nodes| nodes.saturating_sub(spent.nodes).max(1)),
            time: limits.time.zip(first.time).map(|(time, share)| time - share - share),
            ..limits.clone()
        };
        let mut report = self.weigh(&game, &tried, quiet.clone(), &left, stop);
        if report.pv.is_empty() {
            report.pv.push(report.best_moves.first().copied().unwrap_or(Move::PASS));
        }
        // To pass because there was no time to look at anything else is no decision.
        if report.pv[0] == Move::PASS
            && report.candidates.len() <= 1
            && let Some(&m) = tried.iter().find(|&&m| m != Move::PASS)
        {
            report.pv = vec![m];
            report.best_moves = vec![m];
            // The value is that of passing.
            report.bound = BoundType::Estimate;
        }
        let rest = |report: &Report<Move>| Limits {
            evaluations: Some(
                total.saturating_sub(spent.evaluations + report.counters.evaluations),
            ),
            time: limits.time.map(|time| time.saturating_sub(begun.elapsed())),
            ..limits.clone()
        };
        let left = rest(&report);
        self.look_again(&game, &moves, &quiet, &mut report, &left, stop);
        // Little is left to look at where a pass is best.
        let left = rest(&report);
        if report.pv[0] == Move::PASS
            && allowed.is_none()
            && let Some(mut instead) = self.capture(&game, &left, stop)
        {
            instead.counters += &report.counters;
            report = instead;
        }
        report.counters += &spent;
        (candidates, answers, report)
    }

    /// What the opponent would do if the player to move passed, the best first,
    /// and what it took to see that.
    fn answers(&mut self, game: &Go, limits: &Limits, stop: &Stop) -> (Vec<Move>, Counters) {
        let after = game.clone().with_mover(game.color().other());
        let candidates = self.candidates(&after);
        let mut moves = vec![Move::PASS];
        moves.extend(candidates.iter().take(ANSWERS).map(|c| Move::at(c.point)));
        let report = self.weigh(&after, &moves, self.quiet(&[]), limits, stop);
        let better = report
            .candidates
            .iter()
            .take_while(|c| c.m != Move::PASS)
            .map(|c| c.m)
            .take(KEPT)
            .collect();
        (better, report.counters)
    }

    /// Of these moves, with what each is worth for later, those that can be looked at
    /// within the limits, passing first and then the best at first sight.
    fn at_first_sight(
        &self,
        game: &Go,
        moves: &[(Move, i32)],
        limits: &Limits,
        stop: &Stop,
    ) -> (Vec<(Move, i32)>, Counters) {
        let begun = Instant::now();
        let mut judge = self.judge.clone();
        let (mut seen, mut counters) = (Vec::with_capacity(moves.len()), Counters::default());
        for &(m, bonus) in moves {
            let late = limits.time.is_some_and(|time| begun.elapsed() >= time);
            let enough = limits.evaluations.is_some_and(|most| counters.evaluations >= most);
            if !seen.is_empty() && (late || enough || stop.requested()) {
                break;
            }
            let mut after = game.clone();
            after.play(m);
            // A game that is over needs no judgement, and is not searched either.
            let sight = match after.node() {
                Node::Over(_) => bonus,
                _ => {
                    counters.nodes += 1;
                    counters.evaluations += 1;
                    bonus - judge.evaluate(&after).raw()
                }
            };
            seen.push((m, bonus, sight));
        }
        seen.sort_by_key(|&(m, _, sight)| (m != Move::PASS, Reverse(sight)));
        (seen.into_iter().map(|(m, bonus, _)| (m, bonus)).collect(), counters)
    }

    /// The quiescence search, with good answers to any move.
    fn quiet(&self, answers: &[Move]) -> TakeSente {
        TakeSente::new(self.judge.clone(), answers.into()).with_sources(&self.sources)
    }

    /// Searches these moves.
    fn weigh(
        &self,
        game: &Go,
        moves: &[Move],
        quiet: TakeSente,
        limits: &Limits,
        stop: &Stop,
    ) -> Report<Move> {
        let root = Choice::new(game.clone(), moves.into());
        let options = AlphaBetaOptions::plain();
        let mut search =
            AlphaBeta::new(self.judge.clone(), self.order.clone(), options).with_quiescence(quiet);
        let limits = Limits { depth: Some(1), ..limits.clone() };
        search.search(&root, &Root::default(), &limits, stop, &mut ())
    }
}

/// Answers that are kept for the quiescence search.
type Answers = Arc<[Move]>;

#[cfg(test)]
mod tests {
    use starboard_core::Game;

    use super::*;

    #[track_caller]
    fn check(position: &str, expected: &[&str]) {
        let game = Go::parse(position).expect("a position");
        let found = Selector::default().select(&game, None);
        let name = game.format_move(found.best);
        assert!(expected.contains(&&*name), "{position}: {name}");
        assert!(found.evaluations <= EVALUATIONS + 60, "{}", found.evaluations);
    }

    #[test]
    fn the_end_is_a_pass() {
        // Both have two eyes, and there is nothing between them.
        check(
            "1X1XO1O1O/XXXXOOOOO/XXXXOO1OO/XXXXOOOOO/X1X1XO1OO/XXXXXOOOO/XXXXXO1O1/XXXXXOOOO/1X1XXOO1O b 0",
            &["pass"],
        );
    }

    #[test]
    fn what_is_in_atari_is_taken_or_saved() {
        check("9x9 b 7 moves E5 E4 D4 E2 F4 G7", &["E3"]);
        check("9x9 b 7 moves E5 E4 D4 E2 F4", &["E3"]);
        check("9/9/2X3X2/3XX4/2XOOX3/2XOO2O1/3XX1O2/2O6/9 w 7", &["F4"]);
        check("9/9/9/3XX4/2XOOX3/2XOO2O1/3XX1O2/9/9 w 7", &["F4"]);
    }

    /// Counts what it is told.
    #[derive(Clone, Default)]
    struct Told(Arc<std::sync::atomic::AtomicUsize>);

    impl Heuristic<Go> for Told {
        fn score(&mut self, _: &starboard_core::NodeInfo<'_, Go>, _: &[Move], _: &mut [i32]) {}

        fn refuted(&mut self, _: &starboard_core::NodeInfo<'_, Go>, tried: &[Move], cut: Move) {
            assert!(!tried.contains(&cut));
            self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        }
    }

    #[test]
    fn orderings_learn_from_the_quiescence() {
        let told = Told::default();
        for game in crate::positions().step_by(2) {
            let mut selector = Selector::plain(60).with_order(vec![Box::new(told.clone())]);
            let plain = Selector::plain(60).select(&game, None);
            // It has nothing to say of its own.
            assert_eq!(selector.select(&game, None).values, plain.values);
        }
        let told = told.0.load(std::sync::atomic::Ordering::Relaxed);
        assert!(told > 5, "{told}");
    }

    #[test]
    fn only_what_is_allowed_is_played() {
        let game = Go::parse("9x9 b 7").expect("a position");
        let allowed: Points =
            ["A1", "B1"].iter().filter_map(|name| crate::Point::read(game.size(), name)).collect();
        let found = Selector::default().select(&game, Some(&allowed));
        assert!(found.best.point().is_none_or(|point| allowed.contains(point)));
    }
}
