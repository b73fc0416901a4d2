//! The command line of Starboard, over any list of games.
//!
//! A program of one's own, with a game of one's own, is
//!
//! ```no_run
//! use starboard::GameEntry;
//! use starboard_core::testing::RandomTree;
//!
//! fn main() -> std::process::ExitCode {
//!     let tree = GameEntry::new("tree", "Makes itself up", RandomTree::<false>::new(21));
//!     starboard_cli::run(&starboard_cli::builtin().with(tree))
//! }
//! ```
//!
//! The commands stand one a file under `cmd/`.

#![forbid(unsafe_code)]

pub mod advice;
mod app;
mod cmd;
pub mod experiment;
pub mod games;
pub mod gnubg;
mod gtp;
pub mod reasoning;
pub mod records;
pub mod review;
pub mod train;

pub use app::{Context, run, run_with};
pub use games::builtin;
