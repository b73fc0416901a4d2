//! The evaluations that the first search leaves, at least half of the usual number, go to a
//! tree search of the best moves.
//!
//! The first search assumes the opponent's best answers, so that a single misjudged answer
//! decides. A tree (PUCT, Rosin 2011) averages over what follows, and the more evaluations
//! are left, the deeper it looks. It is the framework's, with reasons as its policy and, at the
//! root, priors by what the first search found.

use starboard_core::{BoundType, Candidate, Game as _, Limits, Policy, Report, Root, Stop};
use starboard_search::{Mcts, MctsOptions, Searcher};

use super::Selector;
use crate::{Go, Move, reasons::Candidates};

/// How many of the best moves are searched.
const MOST: usize = 12;
/// With fewer evaluations left there is nothing to average over.
const LEAST: u64 = 12;
/// A root move that the first search found to be worth less than the best by this many times
/// sente has its prior divided by e.
const TIMES_SENTE: f32 = 1.0;
/// How a tree is grown: values are in units of 15 points, clipped to one unit either side of the
/// root's. By KataGo's leads in 525 positions, neither half the exploration nor half the
/// unit made a difference.
const OPTIONS: fn() -> MctsOptions =
    || MctsOptions { exploration: 2.0, scale: 15.0, clip: 1.0, ..MctsOptions::default() };

/// The policy: reasons, but at the root what the first search found.
#[derive(Clone)]
struct Informed {
    inner: Candidates,
    key: u64,
    root: Vec<(Move, f32)>,
}

impl Policy<Go> for Informed {
    fn weigh(&mut self, game: &Go, out: &mut Vec<(Move, f32)>) {
        if game.key() == self.key {
            out.extend_from_slice(&self.root);
        } else {
            self.inner.weigh(game, out);
        }
    }
}

impl Selector {
    /// Grows a tree of the best moves of a report until the limits are reached, and lets it
    /// decide. `root` is what the report was made for.
    pub(super) fn grow(
        &self,
        game: &Go,
        root: &Root<Move>,
        report: &mut Report<Move>,
        limits: &Limits,
        stop: &Stop,
    ) {
        let best: Vec<_> = report.candidates.iter().take(MOST).cloned().collect();
        let enough = |left: Option<u64>| left.is_none_or(|left| left >= LEAST);
        let enough = enough(limits.evaluations) && enough(limits.nodes);
        if !enough || best.is_empty() || stop.requested() {
            return;
        }
        let step = TIMES_SENTE * self.evaluator.analyse(game).sente as f32;
        let share = |c: &Candidate<Move>| {
            let behind = best[0].value.raw().saturating_sub(c.value.raw());
            libm::expf(-(behind as f32) / step.max(1.0)).max(1e-6)
        };
        let policy = Informed {
            inner: Candidates::of(self.evaluator.clone(), self.sources.clone()),
            key: game.key(),
            root: best.iter().map(|c| (c.m, share(c))).collect(),
        };
        let wanted = Root { moves: Some(best.iter().map(|c| c.m).collect()), ..root.clone() };
        let mut tree = Mcts::new(self.styled(game), OPTIONS()).with_policy(policy);
        let limits = Limits { depth: None, ..limits.clone() };
        let mut grown = tree.search(game, &wanted, &limits, stop, &mut ());
        report.counters += &grown.counters;
        if grown.candidates.first().is_none_or(|first| first.evaluations == 0) {
            return;
        }
        let before = |m: Move| best.iter().find(|c| c.m == m);
        for candidate in &mut grown.candidates {
            let Some(first) = before(candidate.m) else { continue };
            if candidate.evaluations == 0 {
                *candidate = first.clone();
            } else {
                candidate.evaluations += first.evaluations;
            }
        }
        let decided = &grown.candidates[0];
        (report.value, report.bound) = (decided.value, BoundType::Estimate);
        report.best_moves = vec![decided.m];
        report.pv.clone_from(&decided.pv);
        for (place, candidate) in report.candidates.iter_mut().zip(grown.candidates) {
            *place = candidate;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::deciding::select::EVALUATIONS;

    /// From a game against GNU Go.
    const GAME: &str = "13/13/1X4XO1O1O1/XOOOOO1X2O1O/1XO1X2X1O1OX/\
                        OOXX1O1OO1OXX/XXOXXXX1OOX1X/2OXO2XOXXX1/1OOO1OXXOOOXX/\
                        OOXXO2XXXOOO/OXX1O1XOX1XXO/XX1XOOOOX1XO1/2XXXO3X3 w 7.5";

    #[test]
    fn all_evaluations_are_used() {
        let game = Go::parse(GAME).expect("a position");
        for evaluations in [EVALUATIONS, 2 * EVALUATIONS] {
            let mut selector = Selector::new(evaluations);
            let report = selector.run(&game, &Limits::default());
            let spent = evaluations * 9 / 10..=evaluations + 20;
            assert!(spent.contains(&report.counters.evaluations), "{:?}", report.counters);
            // What was found before changes nothing.
            assert_eq!(selector.run(&game, &Limits::default()).candidates, report.candidates);
            let first = Selector::new(evaluations).without_tree().run(&game, &Limits::default());
            assert!(first.counters.evaluations <= report.counters.evaluations);
        }
    }

    /// It has a say: in some position another move is played than without it.
    #[test]
    fn a_tree_changes_decisions() {
        let changed = crate::positions().any(|game| {
            let [one, other] = [Selector::default(), Selector::default().without_tree()]
                .map(|mut selector| selector.run(&game, &Limits::default()).pv[0]);
            one != other
        });
        assert!(changed);
    }

    /// The value of a move that was asked for is found in the way of all others.
    #[test]
    fn one_move_alone_is_looked_at_as_deep() {
        let game = Go::parse(GAME).expect("a position");
        let mut selector = Selector::default();
        let best = selector.run(&game, &Limits::default());
        let alone = Root::of(best.pv[..1].to_vec());
        let (limits, stop) = (Limits::default(), Stop::default());
        let found = selector.search(&game, &alone, &limits, &stop, &mut ());
        assert!(found.counters.evaluations > EVALUATIONS / 2, "{:?}", found.counters);
        let apart = (found.value.raw() - best.value.raw()).abs();
        assert!(apart < 3 * crate::board::game::UNIT, "{:?} and {:?}", found.value, best.value);
    }

    #[test]
    fn time_alone_is_used() {
        let game = Go::parse(GAME).expect("a position");
        let time = Duration::from_millis(700);
        let limits = Limits { time: Some(time), ..Limits::default() };
        let begun = starboard_core::Instant::now();
        let report = Selector::default().run(&game, &limits);
        let took = begun.elapsed();
        assert!(took > time / 2 && took < time * 20, "{took:?}");
        assert!(!report.pv.is_empty());
    }

    #[test]
    fn nodes_are_kept_to() {
        let game = Go::parse(GAME).expect("a position");
        let limits = Limits { nodes: Some(150), ..Limits::default() };
        let report = Selector::new(10 * EVALUATIONS).run(&game, &limits);
        assert!(report.counters.nodes <= 200, "{:?}", report.counters);
    }
}
