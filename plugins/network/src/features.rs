//! The inputs of a network.

use std::fmt::Debug;

use starboard_core::{Bounds, Game, Player, Value};

/// The inputs of a network: which of a fixed number of features a position has.
///
/// A game lists them, with [`active`](Self::active), or gives the cells that they follow from,
/// with [`cells`](Self::cells), [`look`](Self::look) and [`of_cell`](Self::of_cell): that is
/// faster, as only what has changed since the last position is processed.
pub trait Features<G: Game>: Clone + Debug + Send + Sync + 'static {
    /// How many features there are, at most 65,535.
    fn count(&self) -> usize;

    /// Appends the features that the position has as `player` sees it, each once, in any
    /// order. What one player sees of a position, the other sees of it with the sides
    /// [exchanged](Game::mirrored). By default, those that follow from the cells.
    fn active(&self, game: &G, player: Player, out: &mut Vec<u16>) {
        let (mut cells, group) = (vec![0; self.cells()], self.group(game, player));
        self.look(game, &mut cells);
        for (cell, &content) in cells.iter().enumerate().filter(|(_, content)| **content != 0) {
            self.of_cell(cell, content, player, group, out);
        }
    }

    /// How many cells a position has; none where the features are listed.
    fn cells(&self) -> usize {
        0
    }

    /// Writes what is in each cell as a number: which piece is on a square, say.
    fn look(&self, game: &G, cells: &mut [u8]) {
        let _ = (game, cells);
    }

    /// Appends the features that follow from the content of a cell, as seen by `player`,
    /// whose features are in this [group](Self::group); none from a content of 0. What is
    /// in one cell says nothing about another.
    fn of_cell(&self, cell: usize, content: u8, player: Player, group: usize, out: &mut Vec<u16>) {
        let _ = (cell, content, player, group, out);
    }

    /// How many [groups](Self::group) there are.
    fn groups(&self) -> usize {
        1
    }

    /// What the features depend on most: positions of one group differ in few features,
    /// those of different groups in many, as by where the player's own king is.
    fn group(&self, game: &G, player: Player) -> usize {
        let _ = (game, player);
        0
    }

    /// Sound bounds on the values at or below a position, as for
    /// [`Evaluator::bounds`](starboard_core::Evaluator::bounds): the network's value is
    /// kept within them.
    fn bounds(&self, game: &G) -> Bounds {
        let _ = game;
        Bounds::FULL
    }

    /// The value for the mover where it is certain at sight, as for
    /// [`Evaluator::certain`](starboard_core::Evaluator::certain): the network is not
    /// evaluated then.
    fn certain(&self, game: &G) -> Option<Value> {
        let _ = game;
        None
    }

    /// Which moves lose at sight, as for
    /// [`Evaluator::losing_moves`](starboard_core::Evaluator::losing_moves).
    fn losing_moves(&self, game: &G, moves: &[G::Move]) -> Option<(u64, Value)> {
        let _ = (game, moves);
        None
    }

    /// How many features are [shared](Self::shared_by).
    fn shared(&self) -> usize {
        0
    }

    /// What the feature has in common with others, as a number below
    /// [`shared`](Self::shared): the piece on its square, wherever the king is.
    /// Features with the same number learn together at first; in a trained network
    /// nothing remains of this.
    fn shared_by(&self, feature: u16) -> Option<u16> {
        let _ = feature;
        None
    }
}
