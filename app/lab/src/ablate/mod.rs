//! Ablation: what each part of an engine is worth, by comparing the whole engine with the
//! engine without the part, in nodes to a fixed depth and in games.
//!
//! `parts` takes the engine apart, `run` searches and plays as one of the
//! [`runs`](crate::runs) that are logged and can be stopped and resumed, and `summary`
//! evaluates the results.

mod parts;
mod run;
mod summary;

pub use parts::{Variant, variants};
pub use run::{Header, KIND, Result, Search, positions, run};
pub use summary::{Line, Summary, summarise, text};
