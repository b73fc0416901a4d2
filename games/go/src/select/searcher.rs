//! Deciding by reasons as one of the framework's searches.

use starboard_core::{Events, Game, Limits, Node, Report, Root, Stop};
use starboard_search::Searcher;

use super::Selector;
use crate::{Go, Move, Points};

impl Searcher<Go> for Selector {
    /// Decides on a move; without a limit on evaluations, with as many as the
    /// selector was made for. A limit on depth means nothing here. Of a [`Root`]
    /// it heeds the points to choose among, and passes where it finds none of them.
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
        let points = |moves: &Vec<Move>| moves.iter().filter_map(|m| m.point()).collect();
        let allowed: Option<Points> = root.moves.as_ref().map(points);
        let (_, _, report) = self.decide(position, allowed.as_ref(), limits, stop);
        events.iteration(&report);
        report
    }

    fn clear(&mut self) {
        self.judge = self.judge.fresh();
        self.order.0.iter_mut().for_each(|order| order.clear());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_finds_what_is_selected_and_keeps_to_its_limits() {
        let game = Go::parse("9x9 b 7 moves E5 E4 D4 E2 F4 G7").expect("a position");
        let selected = Selector::new(60).select(&game, None);
        let mut selector = Selector::new(60);
        let found = selector.run(&game, &Limits::default());
        assert_eq!(found.pv, selected.line);
        assert_eq!(found.counters.evaluations, selected.evaluations);
        // What was found out before changes nothing.
        assert_eq!(selector.run(&game, &Limits::default()).pv, selected.line);
        selector.clear();
        let few = Limits { evaluations: Some(20), ..Limits::default() };
        let fewer = selector.run(&game, &few).counters.evaluations;
        assert!(fewer < found.counters.evaluations, "{fewer}");
        let stopped = Stop::default();
        stopped.request();
        let report =
            selector.search(&game, &Root::default(), &Limits::default(), &stopped, &mut ());
        let legal = |m: &Move| m.point().is_none_or(|point| game.is_legal(point));
        assert!(report.pv.first().is_some_and(legal), "{report:?}");
    }
}
