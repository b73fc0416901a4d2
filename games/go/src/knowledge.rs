//! What was learned from game records, and what moves are called.

pub(crate) mod kind;
pub mod library;
pub(crate) mod purpose;
pub mod trees;
