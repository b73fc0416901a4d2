//! Choosing a move: the reasons for moves, the search among those that have any, and
//! the explanation of a decision.

pub(crate) mod explanation;
pub mod reasons;
pub(crate) mod select;
