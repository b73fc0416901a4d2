//! Samples positions of games, and searches them at every depth.

use std::ops::ControlFlow;

use anyhow::bail;
use serde::{Deserialize, Serialize};
use starboard::{AnyEngine, AnyGame, BadInput, Position};
use starboard_core::{Limits, Node, Rng, rng};

use crate::{
    Progress,
    runs::{self, Files, Keep, Shard},
    sampling::Walk,
};

/// What a log of this form says it is.
pub const KIND: &str = "fit 1";

/// All that the results depend on, except their number: more can be added.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// What is logged: [`KIND`].
    pub experiment: String,
    /// The version of the program.
    pub version: String,
    /// The game.
    pub game: String,
    /// The engine, which has to be exact.
    pub engine: String,
    /// The deepest search, in moves.
    pub depth: u32,
    /// Seed for the games.
    pub seed: u64,
    /// How many positions, each from a different game.
    #[serde(skip)]
    pub positions: usize,
    /// The files that the engines read.
    #[serde(default, skip_serializing_if = "Files::is_empty")]
    pub files: Files,
    /// Which part of them.
    #[serde(default)]
    pub shard: Shard,
}

impl runs::Header for Header {
    const RESULTS: &'static str = "positions";
    const OPEN: bool = true;

    fn shard_mut(&mut self) -> Option<&mut Shard> {
        Some(&mut self.shard)
    }

    fn units(&self) -> usize {
        self.positions
    }
}

/// A position searched.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// The number of its game, from 0.
    pub game: usize,
    /// The position.
    pub position: String,
    /// Its values at depths 0, 1, 2, …, in grid points for the mover; fewer where the
    /// whole tree was searched earlier.
    pub values: Vec<i32>,
}

/// Searches the positions of the shard that are not yet in the log.
///
/// # Errors
///
/// [`BadInput`] if the engine cannot be made or is not exact, or the log is that of
/// another run.
pub fn run(
    game: &dyn AnyGame,
    header: &Header,
    keep: Keep<'_>,
    visible: bool,
) -> anyhow::Result<Vec<Sample>> {
    let made = game.engine(Some(&header.engine))?;
    let engine = &header.engine;
    if !made.is_exact() {
        bail!(BadInput(format!(
            "{engine} is not exact: what it leaves out would be taken for what depth changes"
        )));
    }
    if made.described_limits(&Limits::default()) != Limits::default() {
        bail!(BadInput(format!("{engine} has limits of its own; --depth says how deep it looks")));
    }
    let (first, step) = header.shard.parts();
    let numbers: Vec<_> = (first..header.positions).step_by(step).collect();
    let progress = Progress::new(visible, numbers.len() as u64, "fit");
    runs::run(
        header,
        keep,
        numbers.len(),
        |i, sample: &Sample| sample.game == numbers[i],
        || game.engine(Some(&header.engine)),
        |engine, i| {
            engine.clear();
            let position = position(game, &mut **engine, &mut rng(header.seed, numbers[i] as u64));
            let values = values(&mut **engine, &position, header.depth)?;
            Ok(Sample { game: numbers[i], position: position.format(), values })
        },
        |_, _| {
            progress.step();
            Ok(ControlFlow::Continue(()))
        },
    )
}

/// A random position of a game in which the engine looks one move ahead and plays one move in
/// four at random: a chance node where the game has any, otherwise a decision.
fn position(game: &dyn AnyGame, engine: &mut dyn AnyEngine, rng: &mut Rng) -> Position {
    let wanted = if game.info().chance { Node::Chance } else { Node::Decision };
    let walk = Walk { limits: Limits::depth(1), random: 4 };
    walk.sample(game, engine, rng, |position| position.node() == wanted).position
}

/// The values at depths 0, 1, …, `deepest`, or up to the depth at which the whole tree was
/// searched.
fn values(
    engine: &mut dyn AnyEngine,
    position: &Position,
    deepest: u32,
) -> anyhow::Result<Vec<i32>> {
    let mut values = Vec::new();
    for depth in 0..=deepest {
        let report = engine.run(position, &Limits::depth(depth));
        engine.sound(position, report.stopped_by)?;
        if report.depth < depth {
            break;
        }
        values.push(report.value.raw());
    }
    Ok(values)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::games;

    #[test]
    fn values_are_those_of_their_depths() -> anyhow::Result<()> {
        let games = games();
        let game = games.find("einstein")?;
        let engine = |description| game.engine(Some(description));
        let (mut star, mut plain) = (engine("star2 + tt(mb=1)")?, engine("expectimax")?);
        for seed in 0..5 {
            let position = position(game, &mut *star, &mut rng(seed, 0));
            assert_eq!(position.node(), Node::Chance);
            let found = values(&mut *star, &position, 3)?;
            assert_eq!(found, values(&mut *plain, &position, 3)?, "{}", position.format());
            for (depth, value) in (0..).zip(found) {
                assert_eq!(plain.run(&position, &Limits::depth(depth)).value.raw(), value);
            }
        }
        Ok(())
    }
}
