//! What the experiment searches, and in which order.

use rand::RngExt;
use serde::{Deserialize, Serialize};
use starboard_backgammon::{Backgammon, BoundsKind, contact_positions};
use starboard_core::Game;

use super::leaves::Leaves;
use starboard_lab::runs::{Header, Shard};

/// The name of the experiment, and of the form of its rows.
pub const EXPERIMENT: &str = "star-minimax 1";

/// Everything that the results depend on, except times and the number of threads; the first line of
/// a log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parameters {
    /// What was run, and which form of rows follows.
    pub experiment: String,
    /// The version of the program.
    pub version: String,
    /// How many positions.
    pub positions: usize,
    /// The deepest search, in the paper's counting.
    pub depth: u32,
    /// Chooses the positions.
    pub seed: u64,
    /// The description of the evaluator.
    #[serde(default = "hand_crafted", deserialize_with = "evaluator")]
    pub evaluator: String,
    /// Which bounds it gives.
    pub bounds: BoundsChoice,
    /// The size of the table in MiB for the searches that have one; 0 for none.
    pub table: usize,
    /// Whether the time was split into generation and evaluation.
    pub profile: bool,
    /// Whether times were written.
    pub times: bool,
    /// A hash of the positions, and of the networks' evaluations of them.
    pub fingerprint: String,
    /// Which part of the positions.
    pub shard: Shard,
}

impl Parameters {
    /// The paper's experiment on so many positions, all else as by default.
    pub fn new(positions: usize, depth: u32) -> Self {
        Self {
            experiment: EXPERIMENT.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            positions,
            depth,
            seed: 0,
            evaluator: hand_crafted(),
            bounds: BoundsChoice::All,
            table: 64,
            profile: false,
            times: true,
            fingerprint: String::new(),
            shard: Shard::WHOLE,
        }
    }
}

/// The evaluator of all logs that do not name one.
fn hand_crafted() -> String {
    "hand-crafted".to_owned()
}

/// The evaluator of a log, by the name that it has now.
fn evaluator<'de, D: serde::Deserializer<'de>>(reader: D) -> Result<String, D::Error> {
    let name = <String as serde::Deserialize>::deserialize(reader)?;
    let is_former = name == "hand-made"; // A former name.
    Ok(if is_former { hand_crafted() } else { name })
}

impl Header for Parameters {
    const RESULTS: &'static str = "searches";

    fn shard_mut(&mut self) -> Option<&mut Shard> {
        Some(&mut self.shard)
    }

    fn units(&self) -> usize {
        self.positions
    }

    fn results(&self) -> usize {
        // Any depth may stand in a log: these are counted, not made.
        let one = cells(&Self { depth: 1, ..self.clone() }).len();
        one.saturating_mul(self.depth.div_ceil(2) as usize)
    }
}

/// Which bounds the evaluator gives, or each in its turn.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum BoundsChoice {
    /// A thousand points.
    Loose,
    /// Three points.
    Rules,
    /// What the position still allows.
    Position,
    /// The position's for the main rows, and the others beside them.
    All,
}

/// The bounds of one search.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A thousand points.
    Loose,
    /// Three points.
    Rules,
    /// What the position still allows.
    Position,
}

impl Kind {
    /// All, from the loosest.
    pub const ALL: [Self; 3] = [Self::Loose, Self::Rules, Self::Position];

    /// The evaluator's name for it.
    pub fn of_evaluator(self) -> BoundsKind {
        match self {
            Self::Loose => BoundsKind::Loose,
            Self::Rules => BoundsKind::Rules,
            Self::Position => BoundsKind::Position,
        }
    }
}

impl BoundsChoice {
    /// The bounds of the main rows.
    pub fn main(self) -> Kind {
        match self {
            Self::Loose => Kind::Loose,
            Self::Rules => Kind::Rules,
            Self::Position | Self::All => Kind::Position,
        }
    }
}

/// One of the three algorithms.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Algorithm {
    /// Without pruning.
    Expectimax,
    /// Pruning by bounds.
    Star1,
    /// Pruning by bounds, with probing first.
    Star2,
}

impl Algorithm {
    /// All, as the paper orders them.
    pub const ALL: [Self; 3] = [Self::Expectimax, Self::Star1, Self::Star2];

    /// What the registry of algorithms calls it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Expectimax => "expectimax",
            Self::Star1 => "star1",
            Self::Star2 => "star2",
        }
    }
}

/// A way to search a position.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Cell {
    /// The depth, in the paper's counting.
    pub d: u32,
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The bounds of the evaluator.
    pub bounds: Kind,
    /// The size of the table in MiB; 0 for none.
    pub table: usize,
}

/// The ways in which every position is searched: at each depth the main rows
/// first, expectimax leading, then those with a table, then other bounds.
pub(super) fn cells(parameters: &Parameters) -> Vec<Cell> {
    let bounds = parameters.bounds.main();
    let mut cells = Vec::new();
    for d in (1..=parameters.depth).step_by(2) {
        let plain = Algorithm::ALL.map(|algorithm| Cell { d, algorithm, bounds, table: 0 });
        cells.extend(plain);
        if parameters.table > 0 {
            cells.extend(plain.map(|cell| Cell { table: parameters.table, ..cell }));
        }
        if parameters.bounds == BoundsChoice::All {
            // Expectimax does not use bounds.
            let others = Kind::ALL.into_iter().filter(|&kind| kind != bounds);
            cells.extend(others.flat_map(|bounds| {
                [Algorithm::Star1, Algorithm::Star2].map(|algorithm| Cell {
                    d,
                    algorithm,
                    bounds,
                    table: 0,
                })
            }));
        }
    }
    cells
}

/// The depth in moves of a search of depth `d` in the paper's counting, which also counts the rolls
/// between them.
pub const fn decisions(d: u32) -> u32 {
    d.div_ceil(2)
}

/// How many positions there are to choose from.
pub(super) fn available() -> usize {
    contact_positions().count()
}

/// The first `count` of the contact positions, shuffled by `seed`.
pub(super) fn sample(count: usize, seed: u64) -> Vec<Backgammon> {
    let mut positions: Vec<_> = contact_positions().collect();
    let mut rng = starboard_core::rng(seed, 0);
    for i in (1..positions.len()).rev() {
        positions.swap(i, rng.random_range(0..=i));
    }
    positions.truncate(count);
    positions
}

/// A hash of this list of positions and these leaves.
pub(super) fn fingerprint(positions: &[Backgammon], leaves: &Leaves) -> String {
    let hash = positions.iter().fold(0, |hash, p| starboard_core::mix(hash ^ p.key()));
    format!("{:016x}", hash ^ leaves.hash(positions))
}
