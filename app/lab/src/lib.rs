//! Matches, statistics, comparisons, long runs, reports and pictures.
//!
//! All of it works on games whose type has been forgotten
//! ([`AnyGame`](starboard::AnyGame)), so that it is compiled once for all games.
//! [`arena`] plays matches, [`tournament`] has more than two players, [`book`] makes opening books of them, [`compare`] compares searches, [`ablate`] takes engines apart,
//! [`screen`] says which of many options help, and [`judge`] which choose better moves,
//! [`fit`] says how well shallow searches foretell deeper ones,
//! [`tree`] draws a search, [`play`] lets a person play; [`record`] reads what was played, and
//! [`review`] says what every move of it lost; [`panel`] is what a game itself has to say of a
//! position, [`ended`] how it ended and what it is worth to people; [`runs`] keeps the logs of long runs, [`stats`] says how sure one can be of a
//! figure, [`html`] and [`chart`] show it. With the feature `clap`, `command` is
//! what the commands of a program, and those of a game, are made of.

#![forbid(unsafe_code)]

pub mod ablate;
pub mod arena;
pub mod book;
pub mod chart;
#[cfg(feature = "clap")]
pub mod command;
pub mod compare;
pub mod ended;
pub mod files;
pub mod fit;
pub mod html;
pub mod judge;
pub mod panel;
mod parallel;
pub mod play;
mod progress;
pub mod record;
pub mod review;
pub mod runs;
mod sampling;
pub mod screen;
pub mod stats;
#[cfg(test)]
mod testing;
pub mod text;
pub mod tournament;
pub mod tree;

pub use parallel::{default_threads, parallel_map};
pub use progress::Progress;
