//! Backgammon: its rules, networks, bearoff databases, cube, match equities, rollouts and
//! records.
//!
//! [`Backgammon`] is a position, with or without dice; [`HandCrafted`] is a hand-crafted evaluator,
//! and [`PaperOrder`] orders moves. [`position_id`], [`MatchId`] and [`Xgid`] read and write
//! Position IDs, Match IDs and XGIDs.
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
pub mod cube;
pub mod engine;
pub mod entries;
mod evaluation;
mod fibs;
mod notation;
mod positions;
pub mod record;
pub mod rollout;
mod rules;
#[cfg(test)]
mod testing;
pub mod ubgi;

pub use cube::met;
pub use evaluation::{
    bounds::BoundsKind,
    hand_crafted::HandCrafted,
    inputs::{Inputs, Layout, Slot},
    net,
    net::{AnyNets, GnubgNets, NetEvaluator, Nets},
    order::PaperOrder,
};
pub use fibs::FibsBoard;
pub use notation::{
    match_id::{MatchId, Stage},
    position_id,
    xgid::{Roll, Xgid},
};
pub use positions::{contact_positions, draw_contact_positions, scattered_position};
pub use rules::{
    checkers::{BAR, CHECKERS, Checkers, HYPERGAMMON_CHECKERS, OFF},
    class::Class,
    dice::Dice,
    position::{Backgammon, Scoring},
    probabilities::Probabilities,
    turn::{Move, Step, Turn},
};
