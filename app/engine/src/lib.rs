//! Games and engines by description: the library that programs are built on.
//!
//! A game is described by a [`GameEntry`], its card: name, start, evaluators, orderings, the
//! engine it plays with. Put into a [`Registry`], it loses its type and becomes an
//! [`AnyGame`], whose positions are [`Position`]s and whose engines are [`AnyEngine`]s, made
//! from descriptions such as `star2(depth=3) + tt(mb=64) + killers`.
//!
//! ```
//! use starboard::{GameEntry, Registry};
//! use starboard_core::{Limits, testing::RandomTree};
//!
//! let tree = GameEntry::new("tree", "Makes itself up", RandomTree::<false>::new(21));
//! let games = Registry::new().with(tree);
//! let game = games.find("tree")?;
//! let mut engine = game.engine(Some("alpha-beta + tt(mb=1)"))?;
//! let analysis = engine.analyse(&game.start(), &Limits::depth(4));
//! assert_eq!(analysis.report.depth, 4);
//! # Ok::<(), anyhow::Error>(())
//! ```
//!
//! A card knows nothing about tools. What a tool needs to know about a game beyond its card,
//! such as how its positions are written for GNU Backgammon, is an extension: a value of a
//! type that the tool declares, [attached](GameEntry::with) where the game is described and
//! looked up by that type.

#![forbid(unsafe_code)]

mod any;
mod book;
mod engine;
mod entry;
mod error;
mod extensions;
mod fault;
mod lines;
mod player;
mod position;
mod prover;
mod proving;
mod registry;
pub mod tree;
mod view;

pub use any::{
    AlgorithmInfo, Analysis, AnyEngine, AnyGame, AnySolver, ExplainedMove, Explanation, GameInfo,
    PartInfo, Piece, Solved, Verified, Violation, VisitedNode, Watcher, plies_to_end, plugin_names,
};
pub use book::{
    Book, BookEntry, BookError, BookFormat, BookLine, BookMove, BookReader, PARAMS as BOOK_PARAMS,
    write_book,
};
pub use engine::{
    DurationArg, DurationArgError, EVAL_PARAMS, Engine, EngineError, LIMIT_PARAMS, MAX_DEPTH,
    SHUFFLED_PARAMS, TABLE_PARAMS,
};
pub use entry::{DefaultDepths, GameEntry, LineError, Payoff, read_positions};
pub use error::{BadInput, Failed, InUse, Interrupted, NoMemory, exit_code, unsound};
pub use extensions::Extensions;
pub use fault::{Fault, shortened};
pub use lines::{Line, LineEnd, Lines};
pub use player::{Answer, Clocks, Decision, EnginePlayer, Limit, MatchPlayer, Turn};
pub use position::{AnyPosition, Move, Position};
pub use proving::PARAMS as PROOF_PARAMS;
pub use registry::Registry;
pub use view::{Choice, View};
