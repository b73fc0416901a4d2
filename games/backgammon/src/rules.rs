//! The rules: checkers, dice, turns, and which are legal.

pub(crate) mod checkers;
pub(crate) mod class;
pub(crate) mod dice;
mod game;
pub(crate) mod generator;
pub(crate) mod position;
pub(crate) mod turn;
