//! Rollouts: a position is played out many times, and the results are averaged.

mod dice;
mod opening;
mod stats;
mod trial;

pub use dice::QuasiDice;
pub use stats::{Mean, Stop, Tally};
pub use trial::{Rollout, RolloutOptions, RolloutOutcome, Start};

#[cfg(test)]
mod tests;
