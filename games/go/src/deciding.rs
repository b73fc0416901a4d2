//! Which move: what speaks for it, the search among those that something speaks for, and
//! the decision laid open.

pub(crate) mod explanation;
pub mod reasons;
pub(crate) mod select;
