//! Small games, each a first example of something.
//!
//! [`TicTacToe`] shows how little a game needs, [`ConnectFour`] what a tactical
//! game wants besides (quiescence, null moves), [`Othello`] passes and a value that
//! counts, [`Breakthrough`] captures and one rule for both players, [`Amazons`]
//! thousands of moves, [`Dice`] and [`Einstein`] what chance adds, [`Ur`] extra turns,
//! [`Slide`] how one plays alone for a score that is earned on the way. Each comes with
//! an evaluator and a fixed list of positions.

#![forbid(unsafe_code)]

pub mod amazons;
pub mod breakthrough;
pub mod connect_four;
pub mod dice;
pub mod einstein;
pub mod entries;
pub mod open_lines;
pub mod othello;
mod rows;
pub mod slide;
mod svg;
#[cfg(test)]
mod testing;
pub mod tic_tac_toe;
pub mod ur;

pub use amazons::Amazons;
pub use breakthrough::Breakthrough;
pub use connect_four::{ConnectFour, Stones};
pub use dice::Dice;
pub use einstein::Einstein;
pub use othello::Othello;
pub use slide::Slide;
use starboard_core::Game;
pub use tic_tac_toe::TicTacToe;
pub use ur::Ur;

/// The positions of a list that stands in this crate, one a line.
fn listed<G: Game>(list: &str) -> Vec<G> {
    list.lines().map(|line| G::parse(line).expect("a list that its test reads")).collect()
}
