//! My games, for Starboard to search.

pub mod dice_nim;
pub mod nim;
