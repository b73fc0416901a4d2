//! Positions with the features of all their moves.

use std::{collections::HashMap, ops::Range};

use starboard_core::mix;

use super::{Options, Shapes};
use crate::{
    patterns::{group::Levels, scan::Scan},
    records::record::{Record, in_order},
};

/// Legal moves as teams of features, position after position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sample {
    pub(super) teams: Vec<Team>,
    /// Where the teams of each position begin, and where the last ends.
    pub(super) starts: Vec<usize>,
    /// Which team of each position was played.
    pub(super) played: Vec<u16>,
    /// The levels that stand for each number.
    pub(super) combinations: Vec<Levels>,
}

/// The features of a move.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Team {
    /// The number of its combination of levels.
    pub(super) levels: u32,
    pub(super) shape: u32,
    pub(super) answer: u32,
}

/// A position: its legal moves, and which of them was played.
type Drawn = (Vec<(Levels, u32, u32)>, u16);

impl Sample {
    /// Draws positions from all games, about as many as the options say, or
    /// all if there are fewer. `done` is called with the number of games done so far.
    pub fn draw(
        records: &[Record],
        shapes: &Shapes,
        options: &Options,
        threads: usize,
        done: &mut dyn FnMut(usize),
    ) -> Self {
        let moves: usize = records.iter().map(|record| record.moves().len()).sum();
        // Out of 2^32.
        let share = ((options.positions as u64) << 32) / moves.max(1) as u64;
        let chosen = |game: usize, ply: usize| {
            let place = (game as u64) << 16 | ply as u64;
            mix(options.seed ^ mix(place)) >> 32 < share
        };
        let read = |i: usize, record: &Record| -> Vec<Drawn> {
            let mut scan = Scan::new();
            let (mut found, mut ply) = (Vec::new(), 0);
            record.replay(|game, m| {
                ply += 1;
                let Some(point) = m.point().filter(|_| chosen(i, ply)) else { return };
                scan.read(game);
                let teams = scan.points().iter().map(|&point| {
                    let shape = scan.shape(&shapes.table, point).number;
                    let answer = scan.answer(&shapes.table, point).number;
                    (scan.levels(point), shape, answer)
                });
                let played = scan.points().iter().position(|&p| p == point);
                let played = played.expect("the move is legal") as u16;
                found.push((teams.collect(), played));
            });
            found
        };
        let mut sample = Self { starts: vec![0], ..Self::default() };
        let mut numbers = HashMap::new();
        let mut games = 0;
        in_order(records, threads, read, |positions| {
            for (teams, played) in positions {
                for (levels, shape, answer) in teams {
                    let number = *numbers.entry(levels).or_insert_with(|| {
                        sample.combinations.push(levels);
                        sample.combinations.len() as u32 - 1
                    });
                    sample.teams.push(Team { levels: number, shape, answer });
                }
                sample.starts.push(sample.teams.len());
                sample.played.push(played);
            }
            games += 1;
            done(games);
        });
        sample
    }

    /// How many positions there are.
    pub const fn positions(&self) -> usize {
        self.played.len()
    }

    /// How many moves there are in all.
    pub const fn moves(&self) -> usize {
        self.teams.len()
    }

    /// The teams of a position.
    pub(super) fn range(&self, position: usize) -> Range<usize> {
        self.starts[position]..self.starts[position + 1]
    }
}
