//! Advice for players: which move, and what to do about the cube.
//!
//! A search answers what a position is worth; [`advise`] answers in the
//! words of a game that has more to it: a cube and a match.

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

/// What is asked.
#[derive(Clone, Debug)]
pub struct Question {
    /// The position, with cube and match if its notation has them; the start
    /// for `None`.
    pub position: Option<String>,
    /// What was rolled, where the position does not say so.
    pub roll: Option<String>,
    /// Ask about the cube before the roll, whatever was rolled.
    pub cube: bool,
    /// How deep to look, and by what rules.
    pub settings: EngineSettings,
    /// A file of networks, in place of the program's own.
    pub nets: Option<PathBuf>,
    /// Roll the best moves out, or both sides of the decision about the cube.
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
    /// What is played for, in words.
    pub stakes: String,
    /// Who evaluates.
    pub evaluator: String,
    /// How many plies were asked for.
    pub plies: u32,
    /// The filter.
    pub filter: String,
    /// The moves, best first; none if the question was about the cube.
    pub moves: Vec<Hint>,
    /// What to do about the cube, if that was the question.
    pub cube: Option<Cube>,
    /// If a resignation is on offer, what to answer.
    pub offer: Option<Offer>,
    /// What rollouts came to: of the best moves, best first, or of not doubling
    /// and of a double that is taken.
    pub rollout: Vec<RolledOut>,
    /// What is best about the cube, as the rollout has it.
    pub rollout_verdict: Option<String>,
}

/// A decision about the cube.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cube {
    /// How many plies were looked ahead.
    pub plies: u32,
    /// How likely one wins, wins a gammon, a backgammon, loses a gammon, a
    /// backgammon.
    pub probabilities: [f32; 5],
    /// The equity without a cube.
    pub cubeless: f64,
    /// The equities of not doubling, a double that is taken, and one that is
    /// passed, in multiples of what the cube shows.
    pub no_double: f64,
    /// After a double that is taken.
    pub double_take: f64,
    /// After a double that is passed.
    pub double_pass: f64,
    /// With the best decisions of both.
    pub best: f64,
    /// In a match, the chances to win it that not doubling, a double that is taken and one
    /// that is passed come to.
    pub match_chances: Option<[f64; 3]>,
    /// Whether the player on roll may double: not if the cube is the other's, nor in
    /// the Crawford game.
    pub available: bool,
    /// What is best.
    pub verdict: String,
    /// From what chance to win a double can be taken, with a dead and with a
    /// live cube, and from what chance it must be passed; these and the value of
    /// gammons are for the player on roll.
    pub points: starboard_backgammon::cube::TakePoints,
    /// If a double is on offer, what to answer.
    pub answer: Option<Answer>,
    /// Where the game is lost by exactly that: how many times the cube the player on
    /// roll should give up.
    pub resignation: Option<u8>,
}

/// The answer to a double; equities are for the player who is asked, in multiples
/// of what the cube shows before the double.
#[derive(Copy, Clone, Debug, PartialEq, Serialize)]
pub struct Answer {
    /// What is best.
    pub reply: starboard_backgammon::cube::Reply,
    /// The equity of taking.
    pub take: f64,
    /// The equity of passing.
    pub pass: f64,
    /// The equity of a beaver, where there are any.
    pub beaver: Option<f64>,
}

/// A resignation on offer; equities are for the player who is asked, in multiples of
/// what the cube shows.
#[derive(Copy, Clone, Debug, PartialEq, Serialize)]
pub struct Offer {
    /// How many times the cube the game would be lost by.
    pub times: u8,
    /// Whether accepting is best.
    pub accept: bool,
    /// The equity of accepting.
    pub accepted: f64,
    /// The equity of playing on.
    pub refused: f64,
}
