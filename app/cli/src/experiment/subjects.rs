//! The games of the experiment, and their positions.

use std::{collections::HashSet, fmt};

use rand::RngExt;
use serde::{Deserialize, Serialize};
use starboard_core::{Node, rng};

use super::{Base, Part};
use starboard::{AnyGame, Position, Registry};
use starboard_lab::compare::SamplePositions;

/// Tells random positions from anything else that a seed fixes.
const STREAM: u64 = 0x6f72_6465;

/// One position each of 300 games that Shogi's engine played against itself, 1,000 nodes a
/// move, from 15 to 89 moves after the opening, worth 600 grid points to either side at
/// most.
const SHOGI: &str = include_str!("shogi.txt");

/// Shogi's search with all of its pruning.
pub(super) const PRUNING: &str = "alpha-beta(lmr, lmp, futility=150, check-extension, \
    null-move=2, quiescence, repetitions, tt-accept-deeper)";

/// Fewest and most random decisions before a position of a small game.
const PLIES: (u32, u32) = (4, 12);

/// A game of the experiment.
#[derive(
    Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, clap::ValueEnum,
)]
#[serde(rename_all = "kebab-case")]
pub enum Subject {
    /// Tic-tac-toe.
    TicTacToe,
    /// Connect Four.
    ConnectFour,
    /// Othello.
    Othello,
    /// Breakthrough.
    Breakthrough,
    /// Go, on nine times nine points.
    Go,
    /// Amazons.
    Amazons,
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
    pub const ALL: [Self; 10] = [
        Self::TicTacToe,
        Self::ConnectFour,
        Self::Othello,
        Self::Breakthrough,
        Self::Shogi,
        Self::Go,
        Self::Amazons,
        Self::Einstein,
        Self::Dice,
        Self::Backgammon,
    ];
    /// Those of part c.
    pub const FIVE: [Self; 5] =
        [Self::ConnectFour, Self::Einstein, Self::Dice, Self::Backgammon, Self::Shogi];
    /// Those of part f.
    pub const WITHOUT_CHANCE: [Self; 7] = [
        Self::TicTacToe,
        Self::ConnectFour,
        Self::Othello,
        Self::Breakthrough,
        Self::Shogi,
        Self::Go,
        Self::Amazons,
    ];

    /// What the game is called on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::TicTacToe => "tic-tac-toe",
            Self::ConnectFour => "connect-four",
            Self::Othello => "othello",
            Self::Breakthrough => "breakthrough",
            Self::Go => "go",
            Self::Amazons => "amazons",
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
        matches!(self, Self::Shogi | Self::Breakthrough)
    }

    /// Whether there are dice.
    pub const fn has_chance(self) -> bool {
        matches!(self, Self::Einstein | Self::Dice | Self::Backgammon)
    }

    /// The search of a part: its algorithm, with a table and an evaluator where these are
    /// not as usual.
    pub(super) fn search(self, part: Part) -> String {
        if part == Part::D {
            return format!("{PRUNING} + tt(mb=64)");
        }
        let algorithm =
            if self.has_chance() { "star2(static-order=0)" } else { "alpha-beta(pvs=false)" };
        // Reading what lives takes longer than the search of a thousand positions.
        let evaluator = if self == Self::Go { " + area" } else { "" };
        format!("{algorithm}{evaluator}")
    }

    /// How deep parts a, c and f search by default, in moves.
    pub const fn depth(self) -> u32 {
        match self {
            Self::ConnectFour => 8,
            Self::Othello => 7,
            Self::TicTacToe => 6,
            Self::Breakthrough => 5,
            Self::Einstein | Self::Shogi => 4,
            Self::Dice | Self::Go => 3,
            Self::Backgammon | Self::Amazons => 2,
        }
    }

    /// The first `count` positions of a part; fewer if there are no more.
    pub(super) fn positions(
        self,
        games: &Registry,
        part: Part,
        count: usize,
        seed: u64,
    ) -> anyhow::Result<Vec<String>> {
        let later = matches!(part, Part::D | Part::E | Part::F);
        if later && self == Self::Shogi {
            return Ok(SHOGI.lines().take(count).map(str::to_owned).collect());
        }
        let game = self.find(games)?;
        let stream = if later { STREAM + 1 } else { STREAM };
        Ok(match game.get() {
            Some(SamplePositions(list)) => list().into_iter().take(count).collect(),
            None => drawn(&game.start(), count, seed ^ stream),
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
        let game = draw(start, &mut rng(seed, stream))?;
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
