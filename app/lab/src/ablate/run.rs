//! The searches and games of an ablation.

use std::ops::ControlFlow;

use anyhow::bail;
use cpu_time::ThreadTime;
use serde::{Deserialize, Serialize};
use starboard::{AnyGame, BadInput, Payoff};
use starboard_core::{Limits, Node, Root, Stop};

use super::Variant;
use crate::{
    Progress,
    arena::{self, Arena, GameRunner, Openings, Row, Side},
    runs::{self, Files, Keep, Shard},
};

/// The kind of log, which its first line names.
pub const KIND: &str = "ablation 1";

/// All that the results depend on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// What is logged: [`KIND`].
    pub experiment: String,
    /// The version of the program.
    pub version: String,
    /// The game.
    pub game: String,
    /// The engine with all its parts.
    pub engine: String,
    /// The engine without each of them.
    pub variants: Vec<Variant>,
    /// How many of the game's positions are searched.
    pub positions: usize,
    /// The depth of these searches, in moves.
    pub depth: u32,
    /// How many games each variant plays against the whole.
    pub games: usize,
    /// The nodes that each player may visit for a move.
    pub nodes: u64,
    /// Seed for the openings and the dice.
    pub seed: u64,
    /// Whether times are recorded.
    pub times: bool,
    /// The files that the engines read.
    #[serde(default, skip_serializing_if = "Files::is_empty")]
    pub files: Files,
    /// Which of the searches and games this log has.
    #[serde(default)]
    pub shard: Shard,
}

impl runs::Header for Header {
    const RESULTS: &'static str = "results";

    fn shard_mut(&mut self) -> Option<&mut Shard> {
        Some(&mut self.shard)
    }

    fn units(&self) -> usize {
        (self.variants.len() + 1) * self.positions + self.variants.len() * self.games
    }
}

/// A line of the log: a search or a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Result {
    /// A position searched to the depth.
    Search(Search),
    /// A game of the whole engine, A, against a variant, B.
    Game {
        /// Which variant, from 0.
        variant: usize,
        /// The game.
        row: Row,
    },
}

/// One search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Search {
    /// Which variant; none for the whole engine.
    pub variant: Option<usize>,
    /// The position.
    pub position: String,
    /// Positions visited.
    pub nodes: u64,
    /// Positions evaluated.
    pub evaluations: u64,
    /// Time of the searching thread.
    pub cpu_seconds: f64,
}

/// A unit of work, in order.
#[derive(Copy, Clone)]
enum Task {
    Search { variant: Option<usize>, position: usize },
    Game { variant: usize, number: usize },
}

/// Runs all searches and games of the shard that are not yet in the log, and returns all results
/// in order; times aside, they do not depend on the number of threads. Once `stop` is requested,
/// searches and games in progress are abandoned.
///
/// # Errors
///
/// [`BadInput`] if an engine cannot be made, or the log is that of another run.
pub fn run(
    game: &dyn AnyGame,
    header: &Header,
    keep: Keep<'_>,
    visible: bool,
    stop: &Stop,
) -> anyhow::Result<Vec<Result>> {
    if header.games > 0 {
        arena::check_games(header.games)?;
    }
    if header.games > 0 && game.info().payoff == Payoff::Score {
        let name = game.name();
        bail!(BadInput(format!(
            "{name} is played alone, and only who wins or loses is compared; give --games 0"
        )));
    }
    let positions = positions(game, header.positions);
    if positions.len() < header.positions {
        let (name, most) = (game.name(), positions.len());
        bail!(BadInput(format!("{name} has {most} positions to search")));
    }
    let arenas = header
        .variants
        .iter()
        .map(|variant| arena(game, header, variant))
        .collect::<anyhow::Result<Vec<_>>>()?;
    let everyone = std::iter::once(None).chain((0..header.variants.len()).map(Some));
    let searches = everyone.flat_map(|variant| {
        (0..positions.len()).map(move |position| Task::Search { variant, position })
    });
    let games = (0..header.variants.len())
        .flat_map(|variant| (0..header.games).map(move |number| Task::Game { variant, number }));
    let (first, step) = header.shard.parts();
    let tasks: Vec<_> = searches.chain(games).skip(first).step_by(step).collect();
    let progress = Progress::new(visible, tasks.len() as u64, "ablate");
    runs::run(
        header,
        keep.until(stop),
        tasks.len(),
        |i, result: &Result| match (tasks[i], result) {
            (Task::Search { variant, position }, Result::Search(search)) => {
                (search.variant, &search.position) == (variant, &positions[position])
            }
            (Task::Game { variant, number }, Result::Game { variant: v, row }) => {
                (*v, row.game) == (variant, number)
            }
            _ => false,
        },
        || Ok(None),
        |runner: &mut Option<(usize, GameRunner<'_>)>, i| match tasks[i] {
            Task::Search { variant, position } => {
                let engine = variant.map_or(&header.engine, |v| &header.variants[v].engine);
                search(game, header, engine, &positions[position], stop)
                    .map(|found| Result::Search(Search { variant, ..found }))
            }
            Task::Game { variant, number } => {
                let runner = match runner {
                    Some((v, runner)) if *v == variant => runner,
                    other => &mut other.insert((variant, arenas[variant].runner()?)).1,
                };
                Ok(Result::Game { variant, row: runner.play(number, stop)? })
            }
        },
        |i, _| {
            progress.step();
            if let Task::Search { variant: Some(v), .. } | Task::Game { variant: v, .. } = tasks[i]
            {
                progress.say(format!("without {}", header.variants[v].part));
            }
            Ok(ControlFlow::Continue(()))
        },
    )
}

/// At most `most` of the positions in which there is a decision, spread over the
/// list.
pub fn positions(game: &dyn AnyGame, most: usize) -> Vec<String> {
    let mut all = game.positions();
    all.retain(|position| position.node() == Node::Decision);
    let count = most.min(all.len());
    (0..count).map(|i| all[i * all.len() / count].format()).collect()
}

/// The games of the whole engine against one variant.
fn arena<'a>(
    game: &'a dyn AnyGame,
    header: &Header,
    variant: &Variant,
) -> anyhow::Result<Arena<'a>> {
    let side = |description: &str| Side {
        description: description.to_owned(),
        limits: Limits::nodes(header.nodes),
    };
    let (a, b) = (side(&header.engine), side(&variant.engine));
    let info = game.info();
    let header = arena::Header {
        seed: header.seed,
        openings: Openings::usual(&info),
        payoff: info.payoff,
        times: header.times,
        ..arena::Header::new(game.name(), a, b, header.games)
    };
    Arena::new(game, &header, None)
}

fn search(
    game: &dyn AnyGame,
    header: &Header,
    engine: &str,
    position: &str,
    stop: &Stop,
) -> anyhow::Result<Search> {
    let (start, mut engine) = (game.position(Some(position))?, game.engine(Some(engine))?);
    let limits = Limits::depth(header.depth);
    let started = ThreadTime::now();
    let analysis = engine.analyse_with(&start, &Root::default(), &limits, stop, &mut |_| ());
    engine.sound(&start, analysis.report.stopped_by)?;
    let elapsed = started.elapsed().as_secs_f64();
    Ok(Search {
        variant: None,
        position: position.to_owned(),
        nodes: analysis.report.counters.nodes,
        evaluations: analysis.report.counters.evaluations,
        cpu_seconds: if header.times { elapsed } else { 0.0 },
    })
}
