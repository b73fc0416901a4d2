//! What positions are worth.

mod material;

pub use material::{Material, board_value, hand_value};
