//! The games of the experiment, and their positions.

use std::{collections::HashSet, fmt};

use rand::RngExt;
use serde::{Deserialize, Serialize};
use starboard_core::{Node, rng};

use super::Base;
use starboard::{AnyGame, Position, Registry};
use starboard_lab::compare::SamplePositions;

/// Tells random positions from anything else that a seed fixes.
const STREAM: u64 = 0x6f72_6465;

/// Fewest and most random decisions before a position of a small game.
const PLIES: (u32, u32) = (4, 12);

/// A game of the experiment.
#[derive(
    Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, clap::ValueEnum,
)]
#[serde(rename_all = "kebab-case")]
pub enum Subject {
    /// Connect Four.
    ConnectFour,
    /// EinStein würfelt nicht!
    Einstein,
    /// Dice.
    Dice,
    /// Backgammon.
    Backgammon,
    /// Shogi.
    Shogi,
}

impl Subject {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::ConnectFour, Self::Einstein, Self::Dice, Self::Backgammon, Self::Shogi];

    /// What the game is called on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::ConnectFour => "connect-four",
            Self::Einstein => "einstein",
            Self::Dice => "dice",
            Self::Backgammon => "backgammon",
            Self::Shogi => "shogi",
        }
    }

    /// The game among those that there are.
    ///
    /// # Errors
    ///
    /// [`BadInput`](starboard::BadInput) if it is not one of them.
    pub fn find(self, games: &Registry) -> anyhow::Result<&dyn AnyGame> {
        games.find(self.name())
    }

    /// The orders to begin with.
    pub const fn bases(self) -> &'static [Base] {
        match self {
            Self::Shogi => &[Base::None, Base::Exchange, Base::Plausible],
            Self::Backgammon => &[Base::None, Base::Paper],
            _ => &[Base::None],
        }
    }

    /// Whether the game tells tactical moves from quiet ones.
    pub const fn has_tactical_moves(self) -> bool {
        matches!(self, Self::Shogi)
    }

    /// Whether there are dice.
    pub const fn has_chance(self) -> bool {
        matches!(self, Self::Einstein | Self::Dice | Self::Backgammon)
    }

    /// The algorithm of parts a and c.
    pub const fn algorithm(self) -> &'static str {
        if self.has_chance() { "star2(static-order=0)" } else { "alpha-beta(pvs=false)" }
    }

    /// How deep parts a and c search by default, in moves.
    pub const fn depth(self) -> u32 {
        match self {
            Self::ConnectFour => 8,
            Self::Einstein | Self::Shogi => 4,
            Self::Dice => 3,
            Self::Backgammon => 2,
        }
    }

    /// The first `count` positions of the experiment; fewer if there are no
    /// more.
    pub(super) fn positions(
        self,
        games: &Registry,
        count: usize,
        seed: u64,
    ) -> anyhow::Result<Vec<String>> {
        let game = self.find(games)?;
        Ok(match game.get() {
            Some(SamplePositions(list)) => list().into_iter().take(count).collect(),
            None => drawn(&game.start(), count, seed),
        })
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Positions after random moves from `start` in which there is a choice, no two
/// alike; fewer than `count` if they are hard to come by.
fn drawn(start: &Position, count: usize, seed: u64) -> Vec<String> {
    let mut known = HashSet::new();
    let tries = 0..100 * count as u64;
    let positions = tries.filter_map(|stream| {
        let game = draw(start, &mut rng(seed ^ STREAM, stream))?;
        let text = game.format();
        known.insert(text.clone()).then_some(text)
    });
    positions.take(count).collect()
}

/// A game begun at random; `None` if it ends, or ends up where there is no
/// choice.
fn draw(start: &Position, rng: &mut starboard_core::Rng) -> Option<Position> {
    let mut game = start.clone();
    let mut left = rng.random_range(PLIES.0..=PLIES.1);
    loop {
        match game.node() {
            Node::Over(_) => return None,
            Node::Chance => {
                let mut chances = Vec::new();
                game.chances(&mut chances);
                let total: u32 = chances.iter().map(|&(_, weight)| weight).sum();
                let mut rolled = rng.random_range(0..total);
                let outcome = chances.iter().find(|&&(_, weight)| {
                    let here = rolled < weight;
                    rolled = rolled.saturating_sub(weight);
                    here
                });
                game.play(outcome?.0);
            }
            Node::Decision => {
                let mut moves = Vec::new();
                game.options(&mut moves);
                if left == 0 {
                    return (moves.len() > 1).then_some(game);
                }
                left -= 1;
                game.play(moves[rng.random_range(0..moves.len())]);
            }
        }
    }
}
