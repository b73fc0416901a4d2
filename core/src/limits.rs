//! When a search stops, and who observes its progress.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use crate::Report;

/// When to stop; the first limit reached counts. Without any, a search runs
/// until it is stopped or nothing is left to search.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct Limits {
    /// Moves to look ahead, outcomes of chance not counted.
    pub depth: Option<u32>,
    /// Positions to visit.
    pub nodes: Option<u64>,
    /// Positions to evaluate.
    pub evaluations: Option<u64>,
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Find every root move that is as good as the best, not only one: the
    /// window at the root stays open for equals, which costs some cuts.
    pub all_ties: bool,
    /// Measure how the time splits between generation and evaluation, which
    /// costs two readings of the clock for each.
    pub profile: bool,
    /// The limits on nodes and time are not a budget to be used up, but a safeguard
    /// against searching for ever: a search that would end by itself must not go on
    /// because of them.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub last_resort: bool,
}

impl Limits {
    /// A limit on the depth alone, in moves to look ahead.
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// A limit on the positions to visit alone.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// The same limits, with every move that is as good as the best to be found.
    pub fn with_all_ties(self) -> Self {
        Self { all_ties: true, ..self }
    }
}

/// A request to stop, shared by the caller and every search thread.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Requests that the search stop soon.
    pub fn request(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether a stop was requested.
    pub fn requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Observes the progress of a search.
pub trait Events<M> {
    /// An iteration was completed; `report` is what would be returned now.
    fn iteration(&mut self, report: &Report<M>) {
        let _ = report;
    }
}

impl<M> Events<M> for () {}

impl<M, F: FnMut(&Report<M>)> Events<M> for F {
    fn iteration(&mut self, report: &Report<M>) {
        self(report);
    }
}
