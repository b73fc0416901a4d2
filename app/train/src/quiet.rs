//! Plays positions out until they are quiet.

use starboard_core::{Evaluator, Game, Heuristic, Limits, Node, Quiescence, Value};
use starboard_search::{AlphaBeta, AlphaBetaOptions};

use starboard::GameEntry;

/// The nodes after which a position counts as too noisy to learn from.
const NODES: u64 = 400;

/// A search made of a game's own parts.
type Search<G> = AlphaBeta<Box<dyn Evaluator<G>>, Box<dyn Heuristic<G>>, Box<dyn Quiescence<G>>>;

/// A quiescence search that finds the quiet position to which a position leads.
pub(super) struct Settle<G: Game> {
    search: Search<G>,
}

impl<G: Game> Settle<G> {
    /// With the game's own quiescence and its first ordering.
    pub(super) fn new(entry: &GameEntry<G>, evaluator: Box<dyn Evaluator<G>>) -> Self {
        let quiescence = entry.fresh_quiescence().unwrap_or_else(|| Box::new(()));
        let order = entry.fresh_order().unwrap_or_else(|| Box::new(()));
        let options = AlphaBetaOptions { repetitions: true, ..AlphaBetaOptions::default() };
        Self { search: AlphaBeta::new(evaluator, order, options).with_quiescence(quiescence) }
    }

    /// The quiet position to which best play with noisy moves leads; `None` where that
    /// ends the game, meets a chance node, or does not come to an end.
    pub(super) fn leaf(&mut self, game: &G) -> Option<G> {
        let found = self.search.resolve(game, &Limits::nodes(NODES))?;
        if G::MATE > 0 && found.value.raw().abs() >= Value::decisive(G::MATE).raw() {
            return None;
        }
        let mut leaf = game.clone();
        found.line.into_iter().for_each(|m| leaf.play(m));
        (leaf.node() == Node::Decision).then_some(leaf)
    }
}

#[cfg(test)]
mod tests {
    use starboard_shogi::{Material, Shogi};

    use super::*;

    #[test]
    fn what_is_pending_is_played_out() {
        #[track_caller]
        fn check(position: &str, leaf: Option<&str>) {
            let mut settle = Settle::new(&starboard_shogi::entry(), Box::new(Material));
            let game = Shogi::parse(position).expect("a position");
            let found = settle.leaf(&game).map(|leaf| leaf.format());
            let expected = leaf.map(|text| Shogi::parse(text).expect("a position").format());
            assert_eq!(found, expected, "{position}");
        }
        let quiet = "4k4/9/9/9/9/9/9/9/4K4 b - 1";
        check(quiet, Some(quiet));
        // A rook that nobody protects is taken.
        check("4k4/9/9/4r4/4P4/9/9/9/1K7 b - 1", Some("4k4/9/9/4P4/9/9/9/9/1K7 w R 2"));
        // A gold mates.
        check("4k4/9/4P4/9/9/9/9/9/4K4 b G 1", None);
    }
}
