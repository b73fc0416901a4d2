//! The games of randomly drawn engines.

use std::ops::ControlFlow;

use anyhow::bail;
use serde::{Deserialize, Serialize};
use starboard::{AnyGame, BadInput, Payoff};
use starboard_core::{Limits, Stop};

use super::Design;
use crate::{
    Progress,
    arena::{self, Adjudication, Arena, Openings, PlayerLimits, Row},
    runs::{self, Files, Keep, Shard},
};

/// What a log of this form says it is.
pub const KIND: &str = "screening 1";

/// All that the games depend on, except their number: more can be added.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// What is logged: [`KIND`].
    pub experiment: String,
    /// The version of the program.
    pub version: String,
    /// The game.
    pub game: String,
    /// The base engine, of which all others are variants.
    pub engine: String,
    /// The factors that vary, as the user wrote them.
    pub vary: Vec<String>,
    /// The limits on each move of both players, in addition to their own.
    pub limits: Limits,
    /// Seed for the engines, the openings and the dice.
    pub seed: u64,
    /// When a game is adjudicated.
    pub adjudication: Option<Adjudication>,
    /// Whether times are written.
    pub times: bool,
    /// How many games; even.
    #[serde(skip)]
    pub games: usize,
    /// The files that the engines read.
    #[serde(default, skip_serializing_if = "Files::is_empty")]
    pub files: Files,
    /// Which part of the pairs.
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
        self.games / 2
    }

    fn results(&self) -> usize {
        2
    }
}

/// A line of the log: a game, and the levels of A and of B.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Game {
    /// The level of each factor, from 0.
    pub levels: [Vec<u8>; 2],
    /// The game.
    #[serde(flatten)]
    pub row: Row,
}

/// Plays all games of the shard that are not yet in the log, between engines of the header's
/// design, and returns all games in order. Times aside, they are the same for any number of
/// threads. Once `stop` is requested, games in progress are abandoned.
///
/// # Errors
///
/// [`BadInput`] if nobody wins such a game, or the log is that of another run.
pub fn run(
    game: &dyn AnyGame,
    header: &Header,
    design: &Design,
    keep: Keep<'_>,
    visible: bool,
    stop: &Stop,
) -> anyhow::Result<Vec<Game>> {
    arena::check_games(header.games)?;
    let info = game.info();
    if info.payoff == Payoff::Score {
        let name = info.name;
        bail!(BadInput(format!("{name} is played alone, and only who wins or loses is compared")));
    }
    // As a match does it: what an engine says of its own limits holds, too.
    let given = PlayerLimits { both: header.limits.clone(), ..PlayerLimits::default() };
    let side = |levels: &[u8]| arena::side(game, &design.engine(levels), &given);
    let base = side(&vec![0; design.factors().len()])?;
    let arena = arena::Header {
        seed: header.seed,
        openings: Openings::usual(&info),
        payoff: info.payoff,
        adjudication: header.adjudication,
        times: header.times,
        ..arena::Header::new(game.name(), base.clone(), base, header.games)
    };
    let arena = Arena::new(game, &arena, None)?;
    let (first, step) = header.shard.parts();
    let pairs = (first..header.games / 2).step_by(step);
    let numbers: Vec<_> = pairs.flat_map(|pair| [2 * pair, 2 * pair + 1]).collect();
    let progress = Progress::new(visible, numbers.len() as u64, "screen");
    runs::run(
        header,
        keep.until(stop),
        numbers.len(),
        |i, game: &Game| {
            let number = numbers[i];
            game.row.game == number && game.levels == design.draw(header.seed, number / 2)
        },
        || Ok(()),
        |(), i| {
            let levels = design.draw(header.seed, numbers[i] / 2);
            let [a, b] = &levels;
            let row = arena.runner_of([&side(a)?, &side(b)?])?.play(numbers[i], stop)?;
            Ok(Game { levels, row })
        },
        |_, _| {
            progress.step();
            Ok(ControlFlow::Continue(()))
        },
    )
}
