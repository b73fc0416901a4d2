//! My games, for Starboard to search.

pub mod nim;
