//! What was learned from game records, and what moves are called.

pub mod library;
pub mod patterns;
pub(crate) mod purpose;
pub mod trees;
