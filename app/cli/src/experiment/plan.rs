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
    /// Nodes to a fixed depth in five games.
    C,
    /// Nodes to depths from shallow to deep, by Shogi's pruning search.
    D,
    /// Games by that search.
    E,
    /// Nodes to a fixed depth in all games without chance.
    F,
}

impl Part {
    /// Its letter.
    pub const fn name(self) -> &'static str {
        match self {
            Self::A => "a",
            Self::B => "b",
            Self::C => "c",
            Self::D => "d",
            Self::E => "e",
            Self::F => "f",
        }
    }

    /// Whether games are played.
    pub const fn plays(self) -> bool {
        matches!(self, Self::B | Self::E)
    }

    /// Whether an order must not change the value of a root.
    pub const fn is_exact(self) -> bool {
        matches!(self, Self::A | Self::C | Self::F)
    }

    /// Whether it is about one game alone.
    pub const fn is_of_shogi(self) -> bool {
        matches!(self, Self::D | Self::E)
    }
}

/// All that the searches of a part depend on. The first line of a log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parameters {
    /// What is logged: [`KIND`].
    pub experiment: String,
    /// The version of the program.
    pub version: String,
    /// Which part; none that plays.
    pub part: Part,
    /// The games; one in part a, one over and over in part d.
    pub games: Vec<Subject>,
    /// The orders to begin with.
    pub bases: Vec<Base>,
    /// How many positions of each game.
    pub positions: usize,
    /// How deep each of the games is searched, in moves.
    pub depths: Vec<u32>,
    /// Fixes random positions, and the resampling of intervals.
    pub seed: u64,
    /// A hash of the positions.
    pub fingerprint: String,
    /// Which part of the positions.
    pub shard: Shard,
}

impl Parameters {
    /// The depths of part d.
    const DEPTHS: std::ops::RangeInclusive<u32> = 4..=10;

    /// A part as laid down, or with another game or other games.
    pub fn new(part: Part, game: Option<Subject>) -> Self {
        let games = match (part, game) {
            (Part::D, _) => vec![Subject::Shogi; Self::DEPTHS.count()],
            (_, Some(game)) => vec![game],
            (Part::A, None) => vec![Subject::Shogi],
            (Part::F, None) => Subject::WITHOUT_CHANCE.to_vec(),
            (_, None) => Subject::FIVE.to_vec(),
        };
        let bases = match (part, games.as_slice()) {
            (Part::A, [game]) => game.bases().to_vec(),
            (Part::D, _) => vec![Base::Plausible],
            _ => vec![Base::None],
        };
        let positions = match part {
            Part::A if games == [Subject::Shogi] => 156,
            Part::D => 300,
            _ => 150,
        };
        let depths = match part {
            Part::D => Self::DEPTHS.collect(),
            _ => games.iter().map(|game| game.depth()).collect(),
        };
        Self {
            experiment: KIND.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            part,
            games,
            bases,
            positions,
            depths,
            seed: 0,
            fingerprint: String::new(),
            shard: Shard::WHOLE,
        }
    }

    /// The same, searched so deep; in part d up to there.
    pub fn to_depth(mut self, depth: u32) -> Self {
        if self.part == Part::D {
            let &shallow = Self::DEPTHS.start();
            self.depths = (shallow.min(depth)..=depth).collect();
            self.games = vec![Subject::Shogi; self.depths.len()];
        } else {
            self.depths.fill(depth);
        }
        self
    }

    /// How these searches compare with those that were laid down.
    pub fn standing(&self) -> Standing {
        let plan = Self::new(self.part, None);
        let names = |games: &Vec<Subject>| {
            games.iter().map(Subject::to_string).collect::<Vec<_>>().join(", ")
        };
        // Of part d the depths tell how often the game is searched.
        let games = (self.part != Part::D)
            .then(|| deviation("games", &self.games, &plan.games, names))
            .flatten();
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
            (Part::D, _) => factors::quiet_or_all(Base::Plausible),
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
