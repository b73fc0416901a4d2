//! A search that reports what it has found as it deepens.

use std::time::Duration;

use serde::{Deserialize, Deserializer, de::Error as _};
use starboard::{Analysis, AnyEngine, Move, Position, Registry};
use starboard_core::{Limits, Report, Root, Stop};

use super::{Where, read};
use crate::Caps;

#[derive(Deserialize)]
struct Question {
    #[serde(flatten)]
    at: Where,
    #[serde(flatten)]
    with: With,
    /// How many of the best moves to find exactly.
    lines: Option<usize>,
}

/// An engine and how far it is to search.
#[derive(Deserialize)]
pub(crate) struct With {
    /// Its description; if missing, the game's default.
    pub(crate) engine: Option<String>,
    depth: Option<u32>,
    nodes: Option<u64>,
    evaluations: Option<u64>,
    /// Whether to find every move that is as good as the best: the default here.
    ties: Option<bool>,
    /// In seconds.
    #[serde(default, deserialize_with = "seconds")]
    time: Option<Duration>,
}

fn seconds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
    let seconds = Option::<f64>::deserialize(deserializer)?;
    let span = seconds.map(Duration::try_from_secs_f64).transpose();
    span.map_err(|_| D::Error::custom("a time is a number of seconds from 0 on"))
}

impl With {
    /// The description of the engine, if a page may ask for it.
    pub(super) fn description(
        &self,
        games: &Registry,
        caps: &Caps,
        at: &Where,
    ) -> anyhow::Result<String> {
        let game = games.find(&at.game)?;
        let description = self.engine.clone().unwrap_or_else(|| game.info().engine);
        caps.check(game, &description)?;
        Ok(description)
    }

    pub(crate) fn limits(&self) -> Limits {
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            evaluations: self.evaluations,
            time: self.time,
            all_ties: self.ties.unwrap_or(true),
            ..Limits::default()
        }
    }
}

/// A requested search, ready to run.
pub struct AnalyseQuestion {
    engine: Box<dyn AnyEngine>,
    position: Position,
    root: Root<Move>,
    limits: Limits,
}

impl AnalyseQuestion {
    /// Reads the request.
    ///
    /// # Errors
    ///
    /// [`BadInput`](starboard::BadInput) if there is no such game, position or engine, or it is
    /// not allowed.
    pub fn read(games: &Registry, caps: &Caps, question: &[u8]) -> anyhow::Result<Self> {
        let question: Question = read(question)?;
        let (game, position) = question.at.find(games)?;
        let description = question.with.description(games, caps, &question.at)?;
        let engine = game.engine(Some(&description))?;
        let lines = question.lines.unwrap_or(1).clamp(1, caps.lines);
        let mut limits = engine.limits(&question.with.limits());
        caps.bound(&mut limits);
        Ok(Self { engine, position, root: Root::lines(lines), limits })
    }

    /// Searches, and calls `report` with every iteration.
    ///
    /// # Errors
    ///
    /// Where chance follows chance without end.
    pub fn answer(
        mut self,
        stop: &Stop,
        report: &mut dyn FnMut(&Report<String>),
    ) -> anyhow::Result<Analysis> {
        let Self { engine, position, root, limits } = &mut self;
        let analysis = engine.analyse_with(position, root, limits, stop, report);
        engine.sound(position, analysis.report.stopped_by)?;
        Ok(analysis)
    }
}
