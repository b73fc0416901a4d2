//! A second look at the best moves: what the opponent would decide on after each.
//!
//! What the quiescence search finds is often wrong, and so is what a decision of the
//! opponent's comes to, but not in the same positions: the mean of both is closer to the
//! truth than either.

use std::cmp::Reverse;

use starboard_core::{
    BoundType, Candidate, Counters, Game as _, Instant, Limits, Node, Report, Root, Stop, Value,
};

use super::{EVALUATIONS, Selector, TakeSente};
use crate::{Go, Move};

/// So many moves are looked at again.
const MOST: usize = 3;

impl Selector {
    /// Has the best moves of a report judged by what the opponent decides on after each,
    /// too, if there are evaluations left for that. `root` is what the report is of, and
    /// `quiet` what searched it.
    pub(super) fn look_again(
        &mut self,
        game: &Go,
        root: &Root<Move>,
        quiet: &TakeSente,
        report: &mut Report<Move>,
        limits: &Limits,
        stop: &Stop,
    ) {
        let begun = Instant::now();
        let best: Vec<_> = report.candidates.iter().take(MOST).cloned().collect();
        // With less, the opponent's decisions are too hasty to say much; how much less with so
        // few nodes as are left is not known.
        let enough = limits.evaluations.is_some_and(|left| left >= EVALUATIONS);
        if !enough || limits.nodes.is_some() || best.len() < 2 {
            return;
        }
        let mut counters = Counters::default();
        let count = best.len();
        let mut seen = Vec::with_capacity(count);
        for (i, candidate) in best.into_iter().enumerate() {
            let rest = (count - i) as u32;
            let share = |counters: &Counters| Limits {
                evaluations: (limits.evaluations)
                    .map(|all| all.saturating_sub(counters.evaluations) / u64::from(rest)),
                time: limits.time.map(|all| all.saturating_sub(begun.elapsed()) / rest),
                ..limits.clone()
            };
            let m = candidate.m;
            let (mut value, before) = (candidate.value, counters.evaluations);
            if candidate.bound != BoundType::Exact {
                let alone = Root { moves: Some(vec![m]), ..root.clone() };
                let alone = self.weigh(game, &alone, quiet.clone(), &share(&counters), stop);
                counters += &alone.counters;
                value = alone.value;
            }
            let mut after = game.clone();
            after.play(m);
            let mut line = vec![m];
            if let Node::Decision = after.node() {
                let limits = share(&counters);
                let reply = self.decide(&after, &Root::default(), &limits, stop, &mut ()).report;
                counters += &reply.counters;
                let later = root.bonus(&m) - reply.value;
                value = Value::new(i32::midpoint(value.raw(), later.raw()));
                line.extend(reply.pv);
            }
            let evaluations = candidate.evaluations + counters.evaluations - before;
            let bound = BoundType::Exact;
            seen.push(Candidate { value, bound, pv: line, evaluations, ..candidate });
            // Otherwise some would be judged with less care than others.
            if stop.requested() || limits.time.is_some_and(|time| begun.elapsed() >= time) {
                report.counters += &counters;
                return;
            }
        }
        report.counters += &counters;
        seen.sort_by_key(|candidate| Reverse(candidate.value));
        let first = &seen[0];
        (report.value, report.bound) = (first.value, first.bound);
        report.best_moves = vec![first.m];
        report.pv.clone_from(&first.pv);
        for (place, candidate) in report.candidates.iter_mut().zip(seen) {
            *place = candidate;
        }
    }
}

#[cfg(test)]
mod tests {
    use starboard_search::Searcher;

    use super::*;

    /// From a game against GNU Go.
    const GAME: &str = "13/13/1X4XO1O1O1/XOOOOO1X2O1O/1XO1X2X1O1OX/\
                        OOXX1O1OO1OXX/XXOXXXX1OOX1X/2OXO2XOXXX1/1OOO1OXXOOOXX/\
                        OOXXO2XXXOOO/OXX1O1XOX1XXO/XX1XOOOOX1XO1/2XXXO3X3 w 7.5";

    #[test]
    fn the_best_moves_are_looked_at_again() {
        let game = Go::parse(GAME).expect("a position");
        let run = |evaluations| Selector::new(evaluations).run(&game, &Limits::default());
        let (once, again) = (run(EVALUATIONS), run(2 * EVALUATIONS));
        let exact = |report: &Report<Move>| {
            report.candidates[..MOST].iter().all(|c| c.bound == BoundType::Exact)
        };
        assert!(!exact(&once) && exact(&again));
        let spent = once.counters.evaluations + EVALUATIONS / 2..=2 * EVALUATIONS;
        assert!(spent.contains(&again.counters.evaluations), "{:?}", again.counters);
        let values: Vec<_> = again.candidates[..MOST].iter().map(|c| c.value).collect();
        assert!(values.is_sorted_by(|a, b| a >= b), "{values:?}");
        assert_eq!(again.pv[0], again.candidates[0].m);
        assert_eq!(again.value, values[0]);
        // What was found before changes nothing.
        let mut selector = Selector::new(2 * EVALUATIONS);
        let twice = [(); 2].map(|()| selector.run(&game, &Limits::default()).candidates);
        assert_eq!(twice, [again.candidates.clone(), again.candidates]);
    }

    /// What the opponent would decide on has its say: here another move is played for it.
    #[test]
    fn a_second_look_changes_decisions() {
        let text = "9/9/3O1O3/4XXX2/3O1O3/2XO5/2X1OXO2/4X4/9 b 7.5";
        let game = Go::parse(text).expect("a position");
        let names = [EVALUATIONS, 2 * EVALUATIONS].map(|evaluations| {
            let report = Selector::new(evaluations).run(&game, &Limits::default());
            game.format_move(report.pv[0])
        });
        assert_eq!(names, ["G2", "E7"]);
    }

    #[test]
    fn a_limit_on_nodes_leaves_no_second_look() {
        let game = Go::parse(GAME).expect("a position");
        let limits = Limits { nodes: Some(100_000), ..Limits::default() };
        let found = Selector::new(2 * EVALUATIONS).run(&game, &limits);
        let usual = Selector::default().run(&game, &Limits::default());
        assert_eq!(found.candidates, usual.candidates);
    }
}
