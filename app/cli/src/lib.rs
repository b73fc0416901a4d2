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
//! The commands that any game has stand one a file under `cmd/`; those that only one game
//! has come along with it ([`GameCommands`](starboard_lab::command::GameCommands)).

#![forbid(unsafe_code)]

mod app;
mod cmd;
mod config;
pub mod experiment;
mod games;
mod interrupt;
#[doc(hidden)]
pub mod testing;

pub use app::{run, run_args, run_configured, run_with};
pub use cmd::explain::explained_engine;
pub use config::Config;
pub use games::{builtin, try_builtin};
pub use starboard_lab::{command::Context, runs::name_build};
