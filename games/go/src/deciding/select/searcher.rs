//! Deciding by reasons as one of the framework's searches.

use starboard_core::{Events, Game, Limits, Node, Report, Root, Stop};
use starboard_search::Searcher;

use super::Selector;
use crate::{Go, Move};

impl Searcher<Go> for Selector {
    /// Decides on a move; without a limit on evaluations, it uses as many as the
    /// selector was made for. A limit on depth is ignored. It reports three
    /// times: the static values of the positions after the moves (depth 0), their values
    /// once the fighting has died down, and the decision. Of the moves that a
    /// [`Root`] names it searches those with reasons first; if two or more lines are asked for,
    /// they are exact as far as the evaluations suffice.
    fn search(
        &mut self,
        position: &Go,
        root: &Root<Move>,
        limits: &Limits,
        stop: &Stop,
        events: &mut dyn Events<Move>,
    ) -> Report<Move> {
        if let Node::Over(value) = position.node() {
            return Report { value, ..Report::default() };
        }
        self.decide(position, root, limits, stop, events).report
    }

    fn clear(&mut self) {
        self.evaluator = self.evaluator.fresh();
        self.order.iter_mut().for_each(|order| order.clear());
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_search_finds_what_is_selected_and_keeps_to_its_limits() {
        let game = Go::parse("9x9 b 7 moves E5 E4 D4 E2 F4 G7").expect("a position");
        let selected = Selector::new(60).select(&game, &Limits::default()).report;
        let mut selector = Selector::new(60);
        let found = selector.run(&game, &Limits::default());
        assert_eq!(found.pv, selected.pv);
        assert_eq!(found.counters, selected.counters);
        // What was found out before changes nothing.
        assert_eq!(selector.run(&game, &Limits::default()).pv, selected.pv);
        selector.clear();
        let few = Limits { evaluations: Some(20), ..Limits::default() };
        let fewer = selector.run(&game, &few).counters.evaluations;
        assert!(fewer < found.counters.evaluations, "{fewer}");
        let stopped = Stop::default();
        stopped.request();
        let report =
            selector.search(&game, &Root::default(), &Limits::default(), &stopped, &mut ());
        // Without any time, what most speaks for is played: to pass would be to give a turn away.
        let legal = |m: &Move| m.point().is_some_and(|point| game.is_legal(point));
        assert!(report.best_move().is_some_and(legal), "{report:?}");
        let none = Limits { time: Some(Duration::ZERO), ..Limits::default() };
        assert!(selector.run(&game, &none).best_move().is_some_and(legal));
    }

    /// Little is looked at beyond what is asked for, of anything.
    #[test]
    fn limits_hold_however_small() {
        use starboard_core::Evaluator as _;
        assert!(crate::FullBoard::default().is_slow());
        for game in crate::positions().step_by(12) {
            let mut selector = Selector::default();
            let evaluations = |selector: &mut Selector, limits: &Limits| {
                selector.run(&game, limits).counters.evaluations
            };
            for nodes in [1, 10, 40] {
                let limits = Limits { nodes: Some(nodes), ..Limits::default() };
                let took = evaluations(&mut selector, &limits);
                assert!(took <= nodes + 3, "{nodes} nodes: {took} evaluations");
            }
            // Without any time, each of its searches ends after the first look at the clock.
            let none = Limits { time: Some(Duration::ZERO), ..Limits::default() };
            let took = evaluations(&mut selector, &none);
            assert!(took <= 8, "no time: {took} evaluations");
            let stopped = Stop::default();
            stopped.request();
            let (root, usual) = (Root::default(), Limits::default());
            let report = selector.search(&game, &root, &usual, &stopped, &mut ());
            assert!(report.counters.evaluations <= 8, "stopped: {:?}", report.counters);
        }
    }

    #[test]
    fn it_reports_as_it_searches() {
        let game = Go::parse("9x9 b 7 moves E5 E4 D4 E2 F4 G7").expect("a position");
        let mut seen = Vec::new();
        let mut observe = |report: &Report<Move>| seen.push(report.clone());
        let (root, limits) = (Root::default(), Limits::default());
        let found = Selector::new(60).search(&game, &root, &limits, &Stop::default(), &mut observe);
        assert_eq!(seen.len(), 3);
        assert_eq!((&seen[0].best_moves, seen[0].depth), (&found.best_moves, 0));
        assert_eq!(seen[2], found);
        let spent: Vec<_> = seen.iter().map(|report| report.counters.evaluations).collect();
        assert!(0 < spent[0] && spent[0] < spent[1] && spent[1] <= spent[2], "{spent:?}");
        // What a move took is its own figure.
        let took: Vec<_> = found.candidates.iter().map(|c| c.evaluations).collect();
        assert!(took.iter().all(|&count| count > 0) && took.iter().sum::<u64>() <= spent[2]);
        assert!(took.iter().any(|&count| count != took[0]), "{took:?}");
    }
}
