//! What self-play depends on: the first line of its log.

use serde::{Deserialize, Serialize};

use starboard_lab::{
    arena::Adjudication,
    runs::{self, Shard},
};

/// The kind of log, which its first line names.
pub const KIND: &str = "self-play 1";

/// All that the games depend on, except their number: more can be added
/// to a log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// What is logged: [`KIND`].
    pub experiment: String,
    /// The version of the program.
    pub version: String,
    /// The game.
    pub game: String,
    /// The engine that plays both sides.
    pub engine: String,
    /// The nodes that it may visit for each move.
    pub nodes: u64,
    /// The most random plies before a game; half as many after an opening
    /// of the game's list.
    pub random_plies: u32,
    /// The number of decisions after which a game is a draw.
    pub max_plies: u32,
    /// When a game is adjudicated.
    #[serde(alias = "resignation")]
    pub adjudication: Option<Adjudication>,
    /// Seed for the openings and the dice.
    pub seed: u64,
    /// How many games are wanted.
    #[serde(skip)]
    pub games: usize,
    /// Which of the games this log has.
    #[serde(default)]
    pub shard: Shard,
}

impl runs::Header for Header {
    const RESULTS: &'static str = "games";
    const OPEN: bool = true;

    fn shard_mut(&mut self) -> Option<&mut Shard> {
        Some(&mut self.shard)
    }

    fn units(&self) -> usize {
        self.games
    }
}
