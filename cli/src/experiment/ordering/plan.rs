//! Which searches are made, and in which order.

use serde::{Deserialize, Serialize};
use starboard_core::mix;

use super::{
    Subject,
    factors::{self, Base, Cell},
};
use crate::runs::{Header, Shard};

/// What a log of this form says it is.
pub const KIND: &str = "ordering 1";

/// A part of the experiment.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Part {
    /// Nodes to a fixed depth, by all ways to order.
    A,
    /// Games.
    B,
    /// Nodes to a fixed depth in all games.
    C,
}

/// All that the searches of parts a and c depend on. The first line of a log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parameters {
    /// What is logged: [`KIND`].
    pub experiment: String,
    /// The version of the program.
    pub version: String,
    /// Which part; not b.
    pub part: Part,
    /// The games; one in part a.
    pub games: Vec<Subject>,
    /// The orders to begin with.
    pub bases: Vec<Base>,
    /// How many positions of each game.
    pub positions: usize,
    /// How deep each game is searched, in moves.
    pub depths: Vec<u32>,
    /// Fixes random positions, and the resampling of intervals.
    pub seed: u64,
    /// A hash of the positions.
    pub fingerprint: String,
    /// Which part of the positions.
    pub shard: Shard,
}

impl Parameters {
    /// Positions of part a, and of each game in part c.
    const POSITIONS: [usize; 2] = [156, 150];

    /// Part a or c as laid down, or with another game or other games.
    pub fn new(part: Part, games: Option<Subject>) -> Self {
        let only_a = part == Part::A;
        let all = if only_a { vec![Subject::Shogi] } else { Subject::ALL.to_vec() };
        let games = games.map_or(all, |game| vec![game]);
        let bases = match games.as_slice() {
            [game] if only_a => game.bases().to_vec(),
            _ => vec![Base::None],
        };
        let shogi = games.contains(&Subject::Shogi);
        Self {
            experiment: KIND.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            part,
            bases,
            positions: Self::POSITIONS[usize::from(!(only_a && shogi))],
            depths: games.iter().map(|game| game.depth()).collect(),
            games,
            seed: 0,
            fingerprint: String::new(),
            shard: Shard::WHOLE,
        }
    }

    /// Whether these are the searches that were laid down for the test, all of
    /// them.
    pub fn as_planned(&self) -> bool {
        let planned = Self::new(self.part, None);
        let same = |other: &Self| {
            (&other.games, other.positions, &other.depths, other.seed, other.shard)
                == (&self.games, self.positions, &self.depths, self.seed, self.shard)
        };
        // The orders to begin with are searched one by one: some can be left out.
        same(&planned) && (self.part == Part::C || self.bases.contains(&Base::Plausible))
    }

    /// The ways to order, the same in every game.
    pub(super) fn cells(&self) -> Vec<Cell> {
        match (self.part, self.games.as_slice()) {
            (Part::A, [game]) => factors::all(*game, &self.bases),
            _ => factors::few(),
        }
    }
}

impl Header for Parameters {
    const RESULTS: &'static str = "searches";

    fn shard(&self) -> Shard {
        self.shard
    }

    fn whole(&self) -> Self {
        Self { shard: Shard::WHOLE, ..self.clone() }
    }

    fn units(&self) -> usize {
        self.games.len() * self.positions
    }

    fn results(&self) -> usize {
        self.cells().len()
    }
}

/// What tells these positions from any others.
pub(super) fn fingerprint<'a>(positions: impl Iterator<Item = &'a String>) -> String {
    let hash = positions
        .flat_map(|text| text.bytes().chain([b'\n']))
        .fold(0, |hash, byte| mix(hash ^ u64::from(byte)));
    format!("{hash:016x}")
}
