//! Rollouts: a position played out many times, and the mean of how that ends.

mod dice;
mod opening;
mod stats;
mod trial;

pub use dice::QuasiDice;
pub use stats::{Mean, Stop, Tally};
pub use trial::{Outcome, Rollout, RolloutOptions, Start};

#[cfg(test)]
mod tests;
