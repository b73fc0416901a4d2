//! The command line of Starboard, over any list of games.
//!
//! A program of one's own, with a game of one's own, is
//!
//! ```no_run
//! use starboard::{GameEntry, Registry};
//! use starboard_core::testing::RandomTree;
//!
//! fn main() -> std::process::ExitCode {
//!     let tree = GameEntry::new("tree", "Makes itself up", RandomTree::<false>::new(21));
//!     starboard::run(&Registry::builtin().with(tree))
//! }
//! ```
//!
//! A game comes in as a [`GameEntry`], loses its type as an [`AnyGame`], and
//! is found in the [`Registry`] by the commands, one a file under `cmd/`.

#![forbid(unsafe_code)]

pub mod ablate;
pub mod advice;
mod any;
mod app;
pub mod arena;
pub mod chart;
mod cmd;
pub mod compare;
mod engine;
mod entry;
mod error;
pub mod experiment;
pub mod external;
pub mod files;
pub mod games;
pub mod gnubg;
mod gtp;
pub mod html;
mod parallel;
mod progress;
mod prover;
pub mod reasoning;
mod registry;
pub mod review;
pub mod runs;
pub mod stats;
pub mod train;
pub mod tree;
mod usi;

pub use any::{
    AlgorithmInfo, Analysis, AnyEngine, AnyGame, AnySolver, ExplainedMove, Explanation, GameInfo,
    PartInfo, Piece, Solved, Verified,
};
pub use app::{Context, run, run_with};
pub use engine::{
    EVAL_PARAMS, Engine, EngineError, LIMIT_PARAMS, MAX_DEPTH, SHUFFLED_PARAMS, Span, SpanError,
    TABLE_PARAMS,
};
pub use entry::{Effort, GameEntry, LineError, read_positions};
pub use error::{BadInput, Failed, exit_code};
pub use parallel::{default_threads, parallel_map};
pub use progress::Progress;
pub use registry::Registry;
