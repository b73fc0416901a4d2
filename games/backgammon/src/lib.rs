//! Backgammon: its rules, networks, bearoff databases, cube, match equities, rollouts and
//! records.
//!
//! [`Backgammon`] is a position, with or without dice; [`HandCrafted`] is a hand-crafted
//! evaluation, [`PaperOrder`] an ordering of the moves. Position and
//! Match IDs and XGIDs are read and written by [`position_id`], [`MatchId`] and
//! [`Xgid`].
//!
//! ```
//! use starboard_backgammon::Backgammon;
//! use starboard_core::Game;
//!
//! let position = Backgammon::parse("4HPwATDgc/ABMA 31")?;
//! let best = position.parse_move("8/5 6/5")?;
//! let mut next = position;
//! next.play(best);
//! assert_eq!(next.format(), "sGfwATDgc/ABMA second");
//! # Ok::<(), starboard_core::NotationError>(())
//! ```

#![forbid(unsafe_code)]

pub mod analysis;
pub mod bearoff;
mod board;
mod bounds;
mod checkers;
mod class;
pub mod cube;
mod cube_state;
mod dice;
pub mod engine;
pub mod entries;
mod eval;
mod fibs;
mod game;
mod generator;
mod inputs;
mod live_cube;
mod match_id;
pub mod met;
pub mod net;
mod notation;
mod order;
mod position;
pub mod position_id;
mod positions;
mod probabilities;
mod probe;
mod race;
pub mod record;
pub mod rollout;
mod shots;
mod svg;
#[cfg(test)]
mod testing;
mod turn;
mod turn_notation;
mod turns_left;
pub mod ubgi;
mod weights;
mod xgid;

pub use bounds::BoundsKind;
pub use checkers::{BAR, CHECKERS, Checkers, HYPERGAMMON_CHECKERS, OFF};
pub use class::Class;
pub use dice::Dice;
pub use eval::HandCrafted;
pub use fibs::FibsBoard;
pub use inputs::{Inputs, Layout, Slot};
pub use match_id::{MatchId, Stage};
pub use net::{AnyNets, GnubgNets, NetEvaluator, Nets};
pub use order::PaperOrder;
pub use position::{Backgammon, Scoring};
pub use positions::{contact_positions, draw_contact_positions, scattered_position};
pub use probabilities::Probabilities;
pub use turn::{Move, Step, Turn};
pub use xgid::{Roll, Xgid};
