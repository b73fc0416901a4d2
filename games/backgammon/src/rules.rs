//! The rules: checkers, dice, the cube, legal moves, and how games end.

pub(crate) mod checkers;
pub(crate) mod class;
pub(crate) mod cube;
pub(crate) mod dice;
mod game;
pub(crate) mod generator;
pub(crate) mod position;
pub(crate) mod probabilities;
pub(crate) mod turn;
