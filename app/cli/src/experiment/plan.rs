//! Which searches are made, and in which order.

use serde::{Deserialize, Serialize};
use starboard_core::mix;

use super::{
    Standing, Subject,
    factors::{self, Base, Cell},
    standing::deviation,
};
use starboard_lab::runs::{Header, Shard};

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

    /// How these searches compare with those that were laid down.
    pub fn standing(&self) -> Standing {
        let plan = Self::new(self.part, None);
        let names = |games: &Vec<Subject>| {
            games.iter().map(Subject::to_string).collect::<Vec<_>>().join(", ")
        };
        let numbers =
            |depths: &Vec<u32>| depths.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
        // One step deeper on the order that is tested is laid down, too.
        let deeper = self.part == Part::A
            && self.bases == [Base::Plausible]
            && self
                .depths
                .iter()
                .map(|depth| depth.saturating_sub(1))
                .eq(plan.depths.iter().copied());
        let depths =
            if deeper { None } else { deviation("depth", &self.depths, &plan.depths, numbers) };
        let games = deviation("games", &self.games, &plan.games, names);
        // Other games are searched to other depths: that goes without saying.
        let depths = depths.filter(|_| games.is_none());
        let deviations = [
            games,
            deviation("positions", &self.positions, &plan.positions, ToString::to_string),
            depths,
            deviation("seed", &self.seed, &plan.seed, ToString::to_string),
        ];
        let part = (self.shard != Shard::WHOLE).then(|| format!("shard {}", self.shard));
        // The orders to begin with are searched one by one: some can be left out.
        let without = self.part == Part::A && !self.bases.contains(&Base::Plausible);
        let explored = if deeper {
            Some("one move deeper than the test".to_owned())
        } else {
            without.then(|| "the order plausible, on which the tests are, was left out".to_owned())
        };
        Standing::new(deviations.into_iter().flatten().collect(), part, explored)
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

    fn shard_mut(&mut self) -> Option<&mut Shard> {
        Some(&mut self.shard)
    }

    fn units(&self) -> usize {
        self.games.len().saturating_mul(self.positions)
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
