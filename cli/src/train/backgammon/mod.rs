//! Training backgammon's networks.

mod model;
mod play;
mod refine;
mod store;
mod targets;
mod td;

pub use refine::{RefinePlan, refine};
pub use td::{Options, TdPlan, run};
