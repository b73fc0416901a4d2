//! A search whose game's type has been forgotten.

use serde::Serialize;
use starboard_core::{Game, Limits, Node, Player, Report, Stop};
use starboard_search::Searcher;

use crate::{Engine, GameEntry};

/// An engine of any game, which reads and writes positions and moves as text.
pub trait AnyEngine: Send {
    /// The description it was made from.
    fn description(&self) -> &str;

    /// The name of its algorithm.
    fn algorithm(&self) -> &'static str;

    /// Whether its algorithm with default arguments returns the value of plain
    /// minimax.
    fn is_exact(&self) -> bool;

    /// The limits it was described with, each replaced by the one given here
    /// if there is one.
    fn limits(&self, limits: &Limits) -> Limits;

    /// Searches `position`, the start for `None`, until a limit is reached or
    /// `stop` is requested; tells `events` of every iteration. Without a limit
    /// anywhere, searches to the depth that the game is usually analysed at.
    ///
    /// # Errors
    ///
    /// [`BadInput`](crate::BadInput) if the position cannot be read.
    fn analyse(
        &mut self,
        position: Option<&str>,
        limits: &Limits,
        stop: &Stop,
        events: &mut dyn FnMut(&Report<String>),
    ) -> anyhow::Result<Analysis>;

    /// Forgets earlier searches.
    fn clear(&mut self);
}

/// A position, the engine that searched it, and what it found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Analysis {
    /// The game.
    pub game: String,
    /// The position, in the game's notation.
    pub position: String,
    /// Who is to move, or moves after the roll.
    pub mover: Player,
    /// The description of the engine.
    pub engine: String,
    /// The name of its algorithm.
    pub algorithm: &'static str,
    /// The limits it searched with.
    pub limits: Limits,
    /// How many grid points make one unit of the values.
    pub unit: i32,
    /// What a unit is called.
    pub unit_name: &'static str,
    /// The value in units, for the mover.
    pub value_units: f64,
    /// The depth completed as the *-Minimax paper counts, chance nodes
    /// included: `2 depth - 1`, or `2 depth` before a roll. Only for games in
    /// which [rolls and moves alternate](GameEntry::rolls_alternate).
    pub paper_depth: Option<u32>,
    /// What was found; moves in the game's notation.
    pub report: Report<String>,
}

pub(super) struct Erased<'a, G: Game> {
    entry: &'a GameEntry<G>,
    description: String,
    engine: Engine<G>,
}

impl<'a, G: Game> Erased<'a, G> {
    pub(super) fn new(entry: &'a GameEntry<G>, description: &str, engine: Engine<G>) -> Self {
        Self { entry, description: description.to_owned(), engine }
    }
}

impl<G: Game> AnyEngine for Erased<'_, G> {
    fn description(&self) -> &str {
        &self.description
    }

    fn algorithm(&self) -> &'static str {
        self.engine.algorithm()
    }

    fn is_exact(&self) -> bool {
        self.engine.is_exact()
    }

    fn limits(&self, limits: &Limits) -> Limits {
        let mut limits = self.engine.limits(limits);
        let Limits { depth, nodes, evaluations, time, .. } = &limits;
        if depth.is_none() && nodes.is_none() && evaluations.is_none() && time.is_none() {
            limits.depth = Some(self.entry.effort.analyse);
        }
        limits
    }

    fn analyse(
        &mut self,
        position: Option<&str>,
        limits: &Limits,
        stop: &Stop,
        events: &mut dyn FnMut(&Report<String>),
    ) -> anyhow::Result<Analysis> {
        let game = self.entry.read(position)?;
        let limits = self.limits(limits);
        let mut hear = |report: &Report<G::Move>| events(&written(&game, report.clone()));
        let report = self.engine.search(&game, &limits, stop, &mut hear);
        // A root that is a chance node has a layer more; nothing searched is nothing.
        let before_roll = u32::from(game.node() == Node::Chance);
        let layers = |depth: u32| (2 * depth + before_roll).saturating_sub(1);
        Ok(Analysis {
            game: self.entry.name.clone(),
            position: game.format(),
            mover: game.mover(),
            engine: self.description.clone(),
            algorithm: self.engine.algorithm(),
            limits,
            unit: G::UNIT,
            unit_name: G::UNIT_NAME,
            value_units: f64::from(report.value.raw()) / f64::from(G::UNIT),
            paper_depth: self.entry.rolls_alternate.then(|| layers(report.depth)),
            report: written(&game, report),
        })
    }

    fn clear(&mut self) {
        self.engine.clear();
    }
}

/// The report with its moves in the game's notation.
pub(crate) fn written<G: Game>(root: &G, report: Report<G::Move>) -> Report<String> {
    report.map(|before, &m| {
        let mut game = root.clone();
        for &m in before {
            game.play(m);
        }
        game.format_move(m)
    })
}
