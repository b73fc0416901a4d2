//! The doubling cube: what it is worth, when to turn it, and how to play with it.
//!
//! From the outcome probabilities of a game (the five [`Probabilities`]) and the state of the cube,
//! [`CubefulSearch`] finds what a position is worth for given [`Stakes`], money or match, what to
//! do with the cube ([`CubeDecision`]), and which move to play ([`CubefulSearch::rate`], shown as
//! [`Hint`]s). [`TakePoints`] are the take and cash points for a score and a cube; [`resignation`]
//! says when to resign. [`CubeBackgammon`] is the game with the cube in the form that every search
//! and every match works with, [`MatchBackgammon`] a whole match.
//!
//! [`Probabilities`]: crate::Probabilities

mod decision;
mod evaluator;
mod game;
mod hints;
mod janowski;
mod match_position;
pub mod met;
mod moves;
mod outcomes;
mod points;
mod resign;
mod rollout;
mod search;
mod stakes;
mod told;
mod tree;
mod utility;
mod with_bearoff;

pub use crate::rules::cube::{Cube, CubeOwner};
pub use decision::{Action, CubeDecision, Reply, Verdict, may_double};
pub use evaluator::CubeEvaluator;
pub use game::{CubeBackgammon, CubeGame, CubeMove, MatchBackgammon, Score};
pub use hints::Hint;
pub use match_position::{MatchPosition, Resigned};
pub(crate) use moves::by_equity;
pub use moves::{RatedTurn, rate_by};
pub use outcomes::{BestReply, OutcomeEvaluator, best_reply};
pub use points::TakePoints;
pub use resign::{least_conceded, points_conceded, resignation};
pub(crate) use rollout::LookAhead;
pub(crate) use search::after;
pub use search::{CubeAnalysis, CubefulSearch, MAX_PLIES, efficiency};
pub use stakes::{Crawford, CubeAndStakes, Stakes};
pub(crate) use tree::flipped;
pub use utility::Utility;
pub use with_bearoff::WithBearoff;

#[cfg(test)]
mod tests;
