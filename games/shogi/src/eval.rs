//! Static evaluation.

mod attacks;
mod features;
mod material;

pub use attacks::{Attacks, FromKing, Weights, WeightsError};
pub use features::KingPiece;

/// The weights of [`Attacks`] as numbers, and how often each counts in a position: what is
/// needed to fit them.
pub mod tuning {
    pub use super::attacks::{COUNT, GROUPS, Group, Terms};
}

pub use material::{Material, board_value, hand_value};
