//! Rollouts: a position played out many times, and the mean of how that ends.

mod dice;
mod stats;
mod trial;

pub use dice::QuasiDice;
pub use stats::{Mean, Stop, Tally};
pub use trial::{Outcome, RolloutOptions, Start, play};

#[cfg(test)]
mod tests;
