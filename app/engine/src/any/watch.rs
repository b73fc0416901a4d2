//! Observing a search whose game's type has been erased.

use starboard_core::{ExitReason, Game, NodeInfo, Sampled, Trace, Value, Window};

use crate::{Move, Position, position::place};

/// Sees every node a search visits; see [`Trace`].
pub trait Watcher: Send {
    /// A node is entered; `probing` if only one move of it will be searched.
    fn enter(&mut self, node: &dyn VisitedNode, probing: bool);

    /// The same for a tree grown by sampling; see [`Trace::enter_sampled`].
    fn enter_sampled(&mut self, node: &dyn VisitedNode, sampled: Sampled) {
        let _ = sampled;
        self.enter(node, false);
    }

    /// The node last entered is left with this value for its own mover.
    fn leave(&mut self, value: Value, why: ExitReason);
}

/// A node as a search enters it.
pub trait VisitedNode {
    /// The position, copied.
    fn position(&self) -> Position;

    /// Moves made since the root.
    fn ply(&self) -> u32;

    /// Moves left to search.
    fn depth(&self) -> u32;

    /// The window it is searched in.
    fn window(&self) -> Window;

    /// Whether a move led here: `false` for the root, and after a null move.
    fn was_played(&self) -> bool;

    /// The move that led here from `parent`, or its text if `parent` does not offer it,
    /// which happens below nodes that a search does not show.
    fn last(&self, parent: &Position) -> Option<Result<Move, String>>;
}

/// A watcher as the trace of a search.
pub(super) struct Watched(pub(super) Box<dyn Watcher>);

impl<G: Game> Trace<G> for Watched {
    fn enter(&mut self, node: &NodeInfo<'_, G>, probing: bool) {
        self.0.enter(node, probing);
    }

    fn enter_sampled(&mut self, node: &NodeInfo<'_, G>, sampled: Sampled) {
        self.0.enter_sampled(node, sampled);
    }

    fn leave(&mut self, value: Value, why: ExitReason) {
        self.0.leave(value, why);
    }
}

impl<G: Game> VisitedNode for NodeInfo<'_, G> {
    fn position(&self) -> Position {
        Position::new(self.game.clone())
    }

    fn ply(&self) -> u32 {
        self.ply
    }

    fn depth(&self) -> u32 {
        self.depth
    }

    fn window(&self) -> Window {
        self.window
    }

    fn was_played(&self) -> bool {
        self.last().is_some()
    }

    fn last(&self, parent: &Position) -> Option<Result<Move, String>> {
        let last = self.last()?;
        let mut options = Vec::new();
        super::typed::<G>(parent).options(&mut options);
        Some(place(&options, last).ok_or_else(|| format!("{last:?}")))
    }
}
