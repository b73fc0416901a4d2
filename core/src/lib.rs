//! What a game is, and what a search needs to know about one.
//!
//! A game implements [`Game`]; knowledge of how to play it goes into implementations
//! of [`Evaluator`], [`Heuristic`], [`Policy`] and [`Quiescence`]; everything else
//! in the workspace is written against these traits. Start reading at [`Game`].

#![deny(unsafe_code)]

pub mod binfile;
mod cached;
mod chance;
mod clock;
pub mod conformance;
mod details;
mod duplicate;
mod eval;
mod facts;
mod filter;
mod game;
mod heuristic;
mod limits;
mod notation;
mod perft;
pub mod playthrough;
mod policy;
mod quiescence;
mod report;
mod rng;
mod root;
mod sample;
mod scope;
mod setting;
pub mod sgf;
mod shortlist;
mod sort;
pub mod spec;
pub mod svg;
mod tables;
pub mod testing;
mod trace;
mod tt;
mod value;

pub use cached::Cached;
pub use chance::{ChanceChain, LONGEST_CHANCE};
pub use clock::Instant;
pub use details::{DetailKind, Details, Estimate, MOST_DETAILS, flip};
pub use duplicate::Duplicate;
pub use eval::Evaluator;
pub use facts::{Facts, Odds};
pub use filter::{FilterLevel, FilterSet, MoveFilter, ParseFilterError};
pub use game::{Game, Node, Player, Repetition};
pub use heuristic::{Contribution, Heuristic, NodeInfo};
pub use limits::{Events, Limits, Stop};
pub use notation::NotationError;
pub use perft::{PerftError, divide, perft, perft_until, try_perft, weighted_perft};
pub use policy::Policy;
pub use quiescence::{LONGEST_NOISY, Quiescence};
pub use report::{BoundType, CUT_PLACES, Candidate, Counters, Report, StoppedBy, Times};
pub use rng::{Rng, mix, rng};
pub use root::Root;
pub use sample::Sample;
pub use scope::Scope;
pub use setting::{set_setting_defaults, setting};
pub use shortlist::{shorten, shortlisted};
pub use sort::sort_by_rank;
pub use tables::{HistoryTable, MoveTable, PairTable, PenaltyTable};
pub use trace::{ExitReason, Sampled, Trace};
pub use tt::{Stored, TableSlot, TableTooLarge, TranspositionTable, fetch};
pub use value::{Bounds, Value, Window};
