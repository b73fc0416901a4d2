//! Rollouts: a position played out many times, and the mean of how that ends.

mod dice;
mod opening;
mod stats;
mod trial;

pub use dice::QuasiDice;
pub use stats::{Mean, Stop, Tally};
pub use trial::{Rollout, RolloutOptions, RolloutOutcome, Start};

#[cfg(test)]
mod tests;
