//! The files of Jellyfish, `.mat`: plain text in two columns, with one move of each player per
//! line.
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
//! Programs differ in their columns, so the order of play decides who does what; columns tell only
//! who begins a game if its first line is not numbered, and who wins a game that is resigned. They
//! are counted in characters, although GNU Backgammon counts bytes: its columns then begin further
//! right, which makes no difference.

mod cells;
mod read;
mod write;

pub use read::read_mat;
pub use write::write_mat;

#[cfg(test)]
mod tests;
