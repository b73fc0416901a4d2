//! Priors of moves, learned from games of strong players.
//!
//! Every legal move is a team of features, after Coulom ("Computing Elo ratings of
//! move patterns in the game of Go", 2007): what it does to strings, how far it is
//! from the edge and from the last two moves ([`Group`]), the largest known shape
//! around it, and the largest known shape around it in which the last move is
//! marked. Each feature has a strength, the strength of a team is the product of its
//! features', and the probability of a move is its share of the sum over all teams: the
//! generalised Bradley-Terry model. The values stored are natural logarithms of strengths, in
//! units of 1/256.
//!
//! [`Patterns`] are the values, [`Priors`] reads positions with them, and [`train`]
//! finds the values.
//!
//! ```
//! use starboard_core::Game;
//! use starboard_go::{Go, patterns::{Patterns, Priors}};
//!
//! // White has just put two stones in atari.
//! let game = Go::parse("19x19 b 7.5 moves D10 K3 D9 D11 Q4 C10 Q16 E10 D17 C9 R10 E9")?;
//! let mut priors = Priors::new();
//! let best = priors.find(Patterns::built_in(), &game).iter().max_by_key(|prior| prior.value);
//! assert_eq!(best.map(|prior| prior.point.name(game.size())).as_deref(), Some("D8"));
//! # Ok::<(), starboard_core::NotationError>(())
//! ```

mod file;
mod group;
mod ladder;
mod priors;
mod rings;
mod scan;
mod table;
mod tactics;
pub mod train;

use std::sync::OnceLock;

use self::{group::Levels, table::Table};

pub use self::{
    group::Group,
    priors::{Part, Prior, Priors},
};
pub(crate) use self::{ladder::is_caught, train::KeyHasher};

/// How many units of value make a factor of e in strength.
pub const UNIT: i32 = 256;

/// The value of every feature and every known shape.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Patterns {
    /// The keys of the shapes, in ascending order.
    keys: Vec<u64>,
    table: Table,
    /// The values of the shapes by number; number 0 stands for no shape.
    shapes: Vec<i16>,
    /// The values of the levels of all groups.
    levels: Vec<i16>,
}

impl Patterns {
    /// Values for levels and for shapes, whose keys are in ascending order.
    fn new(keys: Vec<u64>, shapes: impl IntoIterator<Item = i16>, levels: Vec<i16>) -> Self {
        let shapes = std::iter::once(0).chain(shapes).collect();
        Self { table: Table::new(&keys), keys, shapes, levels }
    }

    /// The values that come with the program; `games/go/MODEL_CARD.md` says where they
    /// are from.
    pub fn built_in() -> &'static Self {
        static PATTERNS: OnceLock<Patterns> = OnceLock::new();
        PATTERNS.get_or_init(|| {
            let bytes = include_bytes!("../../data/go.patterns");
            Self::read(bytes).expect("the file is as it was written")
        })
    }

    /// How many shapes are known.
    pub const fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether no shape is known.
    pub const fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// The value of a level of a group, in 1/[`UNIT`]; 0 if there is no such level.
    pub fn level(&self, group: Group, level: usize) -> i32 {
        let known = level < group.levels();
        if known { self.levels[group.first() + level].into() } else { 0 }
    }

    #[inline]
    fn sum(&self, levels: Levels) -> i32 {
        Group::ALL
            .iter()
            .zip(levels)
            .map(|(group, level)| i32::from(self.levels[group.first() + usize::from(level)]))
            .sum()
    }

    #[inline]
    fn shape(&self, number: u32) -> i32 {
        self.shapes[number as usize].into()
    }
}
