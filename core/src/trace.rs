//! Observing a search node by node.

use crate::{Game, NodeInfo, Value};

/// Why the search of a node ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ExitReason {
    /// Searched to the end.
    Searched,
    /// Evaluated.
    Leaf,
    /// The game was over.
    Over,
    /// A move reached beta.
    BetaCut,
    /// A chance node whose remaining outcomes cannot bring it above alpha.
    StarLow,
    /// A chance node whose remaining outcomes cannot bring it below beta.
    StarHigh,
    /// A chance node that Star2's probes already carried to beta.
    ProbeCut,
    /// Settled by the transposition table.
    Table,
    /// Settled by what the evaluator knows of the values to come.
    Bounds,
    /// Reduced, null-moved or otherwise pruned by a selective (unsound) technique.
    Pruned,
}

/// Sees every node a search visits. `()` compiles to nothing.
pub trait Trace<G: Game> {
    /// A node is entered, with the window it is searched with. `probing` if
    /// only one move of it will be searched.
    fn enter(&mut self, node: &NodeInfo<'_, G>, probing: bool) {
        let _ = (node, probing);
    }

    /// The node last entered is left with this value for its own mover.
    fn leave(&mut self, value: Value, why: ExitReason) {
        let _ = (value, why);
    }
}

impl<G: Game> Trace<G> for () {}

impl<G: Game, T: Trace<G> + ?Sized> Trace<G> for &mut T {
    fn enter(&mut self, node: &NodeInfo<'_, G>, probing: bool) {
        (**self).enter(node, probing);
    }
    fn leave(&mut self, value: Value, why: ExitReason) {
        (**self).leave(value, why);
    }
}

impl<G: Game, T: Trace<G> + ?Sized> Trace<G> for Box<T> {
    fn enter(&mut self, node: &NodeInfo<'_, G>, probing: bool) {
        (**self).enter(node, probing);
    }
    fn leave(&mut self, value: Value, why: ExitReason) {
        (**self).leave(value, why);
    }
}

/// Sees nothing where there is none: one search compiled for both.
impl<G: Game, T: Trace<G>> Trace<G> for Option<T> {
    #[inline]
    fn enter(&mut self, node: &NodeInfo<'_, G>, probing: bool) {
        if let Some(trace) = self {
            trace.enter(node, probing);
        }
    }
    #[inline]
    fn leave(&mut self, value: Value, why: ExitReason) {
        if let Some(trace) = self {
            trace.leave(value, why);
        }
    }
}
