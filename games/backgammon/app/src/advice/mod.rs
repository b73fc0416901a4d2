//! Advice for players: which move to play, and what to do with the cube.
//!
//! A search gives the value of a position; [`advise`] answers in backgammon terms, with the cube
//! and the match score.

mod backgammon;
mod panel;
mod rollout;
mod text;

use std::path::PathBuf;

use serde::Serialize;
use starboard_backgammon::{cube::Hint, engine::EngineSettings};

pub use backgammon::advise;
pub(crate) use backgammon::{
    advise_on, answer, engine, match_chances, networks, played_for, table,
};
pub(crate) use panel::{panels, panels_with_cube};
pub(crate) use rollout::{Header as RolloutHeader, KIND as ROLLOUT};
pub use rollout::{RolledOut, RolloutPlan};
pub(crate) use text::{Weighed, replies, write};

/// A request for advice.
#[derive(Clone, Debug)]
pub struct Question {
    /// The position, with cube and match score if its notation includes them; `None` for the start.
    pub position: Option<String>,
    /// The roll, if it is not given with the position.
    pub roll: Option<String>,
    /// Whether to ask about the cube before the roll, ignoring any dice.
    pub cube: bool,
    /// How deep to search, and by which rules.
    pub settings: EngineSettings,
    /// A file of networks, instead of the built-in ones.
    pub nets: Option<PathBuf>,
    /// How to roll out the best moves, or both options of the cube decision, if at all.
    pub rollout: Option<RolloutPlan>,
}

/// The answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Advice {
    /// The game.
    pub game: String,
    /// The position, in the game's notation.
    pub position: String,
    /// The board as text.
    #[serde(skip)]
    pub board: String,
    /// The stakes, in words.
    pub stakes: String,
    /// The name of what evaluates.
    pub evaluator: String,
    /// How many plies were asked for.
    pub plies: u32,
    /// The filter.
    pub filter: String,
    /// The moves, best first; none if the question was about the cube.
    pub moves: Vec<Hint>,
    /// The cube decision, if that was the question.
    pub cube: Option<Cube>,
    /// If a resignation is on offer, what to answer.
    pub offer: Option<Offer>,
    /// The results of rollouts: of the best moves, best first, or of not doubling and of a double
    /// that is taken.
    pub rollout: Vec<RolledOut>,
    /// The best cube action according to the rollout.
    pub rollout_verdict: Option<String>,
}

/// An analysed cube decision.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cube {
    /// How many plies were searched.
    pub plies: u32,
    /// The probabilities to win, to win a gammon, to win a backgammon, to lose a gammon, and to
    /// lose a backgammon, for the player on roll.
    pub probabilities: [f32; 5],
    /// The cubeless equity.
    pub cubeless: f64,
    /// The equity without doubling; like those that follow, in multiples of the value of the cube.
    pub no_double: f64,
    /// After a double that is taken.
    pub double_take: f64,
    /// After a double that is passed.
    pub double_pass: f64,
    /// With the best decisions of both players.
    pub best: f64,
    /// In a match, the chances to win it without doubling, after a double that is taken, and after
    /// one that is passed.
    pub match_chances: Option<[f64; 3]>,
    /// Whether the player on roll may double: not if the other player owns the cube, nor in the
    /// Crawford game.
    pub available: bool,
    /// What is best.
    pub verdict: String,
    /// The take points with a dead and with a live cube, the cash point, and the gammon values, for
    /// the player on roll.
    pub points: starboard_backgammon::cube::TakePoints,
    /// If a double is on offer, what to answer.
    pub answer: Option<Answer>,
    /// How many times the cube the player on roll should resign, if the game is certainly lost by
    /// exactly that.
    pub resignation: Option<u8>,
}

/// The answer to a double; equities are for the player who has to answer, in multiples of the cube
/// before the double.
#[derive(Copy, Clone, Debug, PartialEq, Serialize)]
pub struct Answer {
    /// What is best.
    pub reply: starboard_backgammon::cube::Reply,
    /// The equity of taking.
    pub take: f64,
    /// The equity of passing.
    pub pass: f64,
    /// The equity of a beaver, if beavers are allowed.
    pub beaver: Option<f64>,
}

/// A resignation on offer; equities are for the player who has to answer, in multiples of the value
/// of the cube.
#[derive(Copy, Clone, Debug, PartialEq, Serialize)]
pub struct Offer {
    /// How many times the cube is offered.
    pub times: u8,
    /// Whether accepting is best.
    pub accept: bool,
    /// The equity of accepting.
    pub accepted: f64,
    /// The equity of playing on.
    pub refused: f64,
}
