//! The doubling cube: what it is worth, when to turn it, and what to play.
//!
//! From how a game is likely to end (the five [`Probabilities`]) and where the
//! cube is, [`CubefulSearch`] finds what a position is worth for [`Stakes`],
//! money or match, what to do with the cube ([`CubeDecision`]), and what to play
//! ([`CubefulSearch::rate`], which [`Hint`]s tell). [`TakePoints`] tells what a score and a cube are
//! about; [`resignation`] when to give up. [`CubeBackgammon`] is the game with the
//! cube as every search and every match knows games.
//!
//! [`Probabilities`]: crate::Probabilities

mod decision;
mod game;
mod hints;
mod informed;
mod match_position;
mod moves;
mod outcomes;
mod points;
mod resign;
mod rollout;
mod search;
mod stakes;
mod tree;
mod utility;

pub use crate::cube_state::{Cube, CubeOwner};
pub use decision::{Action, CubeDecision, Reply, Verdict};
pub use game::{CubeBackgammon, CubeEvaluator, CubeMove};
pub use hints::Hint;
pub use informed::Informed;
pub use match_position::{MatchPosition, Resigned};
pub(crate) use moves::by_equity;
pub use moves::{RatedTurn, rate_by};
pub use outcomes::{BestReply, OutcomeEvaluator, best_reply};
pub use points::TakePoints;
pub use resign::{counted, resignation};
pub(crate) use rollout::LookAhead;
pub(crate) use search::after;
pub use search::{CubeAnalysis, CubefulSearch, MAX_PLIES, efficiency};
pub use stakes::{Crawford, CubeAndStakes, Stakes};
pub(crate) use tree::flipped;
pub use utility::Utility;

#[cfg(test)]
mod tests;
