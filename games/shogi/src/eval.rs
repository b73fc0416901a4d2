//! What positions are worth.

mod attacks;
mod material;

pub use attacks::{Attacks, FromKing, Weights, WeightsError};
pub use material::{Material, board_value, hand_value};
