//! The result of a game: a line of the log.

use std::fmt;

use serde::{Deserialize, Serialize};
use starboard::Fault;

/// One game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Its number in the match, from 0.
    pub game: usize,
    /// The number of its pair.
    pub pair: usize,
    /// Whether A was the first player.
    pub a_first: bool,
    /// Its opening.
    pub opening: OpeningText,
    /// The moves from there on, outcomes of chance included, in the game's
    /// notation.
    pub moves: Vec<String>,
    /// What A scored: 1, ½ or 0; ½ in a one-player game.
    pub score: f64,
    /// What A was paid; the score where the game has no other payoff. In a one-player
    /// game that B played, what B earned, with the sign changed.
    pub points: f64,
    /// How it ended.
    pub ending: Ending,
    /// The number of decisions, those of the opening not counted.
    pub plies: u32,
    /// What A spent.
    pub a: Cost,
    /// What B spent.
    pub b: Cost,
}

/// An opening, in the game's notation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpeningText {
    /// The position.
    pub position: String,
    /// The moves played from it before the players began.
    pub moves: Vec<String>,
}

/// What a player spent on a game. Forced moves are played without asking the player
/// and cost nothing.
#[derive(Copy, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Cost {
    /// Decisions.
    pub moves: u64,
    /// Nodes visited, as far as the player reports them.
    pub nodes: u64,
    /// Positions evaluated, as far as the player reports them.
    pub evaluations: u64,
    /// The sum of the depths completed, as far as the player reports them.
    pub depths: u64,
    /// Wall-clock time.
    pub seconds: f64,
}

impl Cost {
    /// Adds what was spent on another game.
    pub fn add(&mut self, other: &Self) {
        self.moves += other.moves;
        self.nodes += other.nodes;
        self.evaluations += other.evaluations;
        self.depths += other.depths;
        self.seconds += other.seconds;
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// By the rules of the game.
    Rules,
    /// Too many plies: a draw.
    TooLong,
    /// A player resigned.
    Resigned,
    /// Broken off before its end.
    Unfinished,
    /// Adjudicated: both players agreed for long enough who is ahead.
    #[serde(alias = "given-up")]
    Adjudicated,
    /// A player committed a fault and lost by it.
    Fault(Fault),
}

impl Ending {
    /// The kind of ending, for counting.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Rules => "by the rules",
            Self::TooLong => "too long",
            Self::Resigned => "resigned",
            Self::Unfinished => "unfinished",
            Self::Adjudicated => "adjudicated",
            Self::Fault(fault) => fault.kind(),
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fault(fault) => fault.fmt(f),
            other => f.write_str(other.kind()),
        }
    }
}
