//! Matches, statistics, comparisons, long runs, reports and pictures.
//!
//! All of it works on type-erased games ([`AnyGame`](starboard::AnyGame)), so that it is
//! compiled only once for all games.
//!
//! [`arena`] plays matches, [`tournament`] those of more than two players, and [`book`] makes
//! opening books of their games. [`compare`] compares searches, [`ablate`] measures the parts
//! of an engine, [`screen`] finds which of many options help, [`judge`] which options choose
//! better moves, and [`fit`] how well shallow searches predict deeper ones. [`tree`] draws a
//! search, [`play`] lets a person play, [`record`] reads game records, and [`review`] says
//! what each move of one lost. [`panel`] shows what a game itself can say about a position,
//! [`ended`] how a game ended and how people count it. [`runs`] keeps the logs of long runs,
//! [`stats`] estimates figures and their uncertainty, [`html`] and [`chart`] present them. With
//! the feature `clap`, `command` has the building blocks of a program's commands and of those
//! that games provide.

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
