//! The files of Jellyfish, `.mat`: two columns of plain text, a line for a move
//! of each player.
//!
//! ```text
//! ; [EventDate "2026.11.21"]
//!
//!  3 point match
//!
//!  Game 1
//!  Ann : 0                        Bob : 0
//!   1) 31: 8/5 6/5                 42: 24/20 13/11
//!   2)  Doubles => 2                Drops
//!       Wins 1 point
//! ```
//!
//! Programs differ in their columns, so the order of play decides who does what;
//! columns say only who begins a game, where its first line is not numbered, and who wins one
//! that is given up. They are counted in characters, though GNU Backgammon counts bytes: then
//! they begin further right, which changes nothing.

mod cells;
mod read;
mod write;

pub use read::read_mat;
pub use write::write_mat;

#[cfg(test)]
mod tests;
