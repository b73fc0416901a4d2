//! Small games, each of which introduces something new.
//!
//! [`TicTacToe`] shows how little a game needs; [`ConnectFour`] what a tactical game needs
//! as well (quiescence, null moves); [`Othello`] passes and a result that is a score
//! difference; [`Breakthrough`] captures, and rules written once for both players;
//! [`Amazons`] thousands of moves in a position; [`Dice`] and [`Einstein`] what chance adds;
//! [`Ur`] extra turns; [`Slide`] a game for one player, whose score is earned move by move.
//! Each comes with an evaluator and a fixed list of positions.

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

/// The positions of a list in this crate, one per line.
fn listed<G: Game>(list: &str) -> Vec<G> {
    list.lines().map(|line| G::parse(line).expect("a list that its test reads")).collect()
}
