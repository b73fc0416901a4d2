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

/// What is recorded about a node of a tree grown by sampling.
#[derive(Copy, Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Sampled {
    /// How many samples passed through it.
    pub visits: u64,
    /// How many nodes were met before it; 0 for the root. Less than that of any node
    /// below it.
    pub order: u64,
}

/// Sees every node a search visits. `()` compiles to nothing.
pub trait Trace<G: Game> {
    /// Whether anybody is watching; if not, whatever is made only to be shown need not
    /// be made.
    fn is_watching(&self) -> bool {
        true
    }

    /// A node is entered, with the window it is searched with. `probing` if
    /// only one move of it will be searched.
    fn enter(&mut self, node: &NodeInfo<'_, G>, probing: bool) {
        let _ = (node, probing);
    }

    /// The same for a search that grows a tree by sampling: it shows the tree once it is
    /// grown, with what became of each node.
    fn enter_sampled(&mut self, node: &NodeInfo<'_, G>, sampled: Sampled) {
        let _ = sampled;
        self.enter(node, false);
    }

    /// The node last entered is left with this value for its own mover.
    fn leave(&mut self, value: Value, why: ExitReason) {
        let _ = (value, why);
    }
}

impl<G: Game> Trace<G> for () {
    fn is_watching(&self) -> bool {
        false
    }
}

impl<G: Game, T: Trace<G> + ?Sized> Trace<G> for &mut T {
    fn is_watching(&self) -> bool {
        (**self).is_watching()
    }
    fn enter(&mut self, node: &NodeInfo<'_, G>, probing: bool) {
        (**self).enter(node, probing);
    }
    fn enter_sampled(&mut self, node: &NodeInfo<'_, G>, sampled: Sampled) {
        (**self).enter_sampled(node, sampled);
    }
    fn leave(&mut self, value: Value, why: ExitReason) {
        (**self).leave(value, why);
    }
}

impl<G: Game, T: Trace<G> + ?Sized> Trace<G> for Box<T> {
    fn is_watching(&self) -> bool {
        (**self).is_watching()
    }
    fn enter(&mut self, node: &NodeInfo<'_, G>, probing: bool) {
        (**self).enter(node, probing);
    }
    fn enter_sampled(&mut self, node: &NodeInfo<'_, G>, sampled: Sampled) {
        (**self).enter_sampled(node, sampled);
    }
    fn leave(&mut self, value: Value, why: ExitReason) {
        (**self).leave(value, why);
    }
}

/// `None` sees nothing: one search is compiled for both cases.
impl<G: Game, T: Trace<G>> Trace<G> for Option<T> {
    fn is_watching(&self) -> bool {
        self.as_ref().is_some_and(Trace::is_watching)
    }
    #[inline]
    fn enter(&mut self, node: &NodeInfo<'_, G>, probing: bool) {
        if let Some(trace) = self {
            trace.enter(node, probing);
        }
    }
    #[inline]
    fn enter_sampled(&mut self, node: &NodeInfo<'_, G>, sampled: Sampled) {
        if let Some(trace) = self {
            trace.enter_sampled(node, sampled);
        }
    }
    #[inline]
    fn leave(&mut self, value: Value, why: ExitReason) {
        if let Some(trace) = self {
            trace.leave(value, why);
        }
    }
}
