//! A search whose game's type has been erased.

use std::sync::Arc;

use serde::Serialize;
use starboard_core::{
    BoundType, Events, Game, Limits, Node, Player, Report, Root, Stop, StoppedBy,
    TranspositionTable, spec::Spec,
};
use starboard_search::Searcher;

use super::typed;
use crate::{BookMove, Engine, GameEntry, Move, Position, error::unsound, position::place};

/// An engine of any game.
pub trait AnyEngine: Send {
    /// The description it was made from.
    fn description(&self) -> &str;

    /// The name of its game.
    fn game(&self) -> &str;

    /// The name of its algorithm.
    fn algorithm(&self) -> &'static str;

    /// Whether, as described, it returns the value and the best moves of plain minimax.
    fn is_exact(&self) -> bool;

    /// The limits it was described with, each overridden by the one given here if that is
    /// set.
    fn described_limits(&self, limits: &Limits) -> Limits;

    /// The same; if there are none at all, the depth at which the game is analysed by
    /// default.
    fn limits(&self, limits: &Limits) -> Limits;

    /// Whether each move is followed by one roll and each roll by one move.
    fn rolls_alternate(&self) -> bool;

    /// Searches the moves of `position` that `root` asks for until a limit is reached or
    /// `stop` is requested; `events` observes every iteration. Adds no default depth to the
    /// limits. Each move of an expected line is a move of the position in which it is played.
    ///
    /// # Panics
    ///
    /// If the position is of another game, or `root` names a move that it does not have.
    fn search(
        &mut self,
        position: &Position,
        root: &Root<Move>,
        limits: &Limits,
        stop: &Stop,
        events: &mut dyn Events<Move>,
    ) -> Report<Move>;

    /// Whether its searches deepen iteratively and report each iteration; see
    /// [`Searcher::iterates`].
    fn iterates(&self) -> bool;

    /// The moves that its book gives for a position, the most often played first; none if it
    /// has no book.
    ///
    /// # Panics
    ///
    /// If the position is of another game.
    fn book_moves(&self, position: &Position) -> Vec<BookMove<String>> {
        let _ = position;
        Vec::new()
    }

    /// Its transposition table, if it has one, so that its fill can be watched during a
    /// search.
    fn table(&self) -> Option<Arc<TranspositionTable>>;

    /// Forgets earlier searches.
    fn clear(&mut self);
}

impl dyn AnyEngine + '_ {
    /// Searches all moves of `position` within `limits`, to which no default depth is added,
    /// unobserved.
    pub fn run(&mut self, position: &Position, limits: &Limits) -> Report<Move> {
        self.search(position, &Root::default(), limits, &Stop::default(), &mut ())
    }

    /// The move to play within the limits; `None` only where there is no decision to make.
    pub fn choose(&mut self, position: &Position, limits: &Limits) -> Option<Move> {
        let found = self.run(position, limits).best_move().copied();
        let any = position.node() == Node::Decision && position.count() > 0;
        // A search of depth 0 prefers no move.
        found.or(any.then_some(Move(0)))
    }

    /// Searches `position` within the [`limits`](AnyEngine::limits).
    pub fn analyse(&mut self, position: &Position, limits: &Limits) -> Analysis {
        self.analyse_with(position, &Root::default(), limits, &Stop::default(), &mut |_| ())
    }

    /// The same for the moves that `root` asks for, until `stop` is requested; `events`
    /// observes every iteration.
    pub fn analyse_with(
        &mut self,
        position: &Position,
        root: &Root<Move>,
        limits: &Limits,
        stop: &Stop,
        events: &mut dyn FnMut(&Report<String>),
    ) -> Analysis {
        let limits = self.limits(limits);
        let mut observe = |report: &Report<Move>| events(&position.written(report.clone()));
        let report = self.search(position, root, &limits, stop, &mut observe);
        self.analysis(position, limits, report)
    }

    /// What a search of `position` with these limits found, together with everything there is
    /// to know about it.
    pub fn analysis(&self, position: &Position, limits: Limits, report: Report<Move>) -> Analysis {
        // A root that is a chance node has one layer more; depth 0 stays 0.
        let before_roll = u32::from(position.node() == Node::Chance);
        let layers = |depth: u32| (2 * depth + before_roll).saturating_sub(1);
        let (unit, unit_name) = position.unit();
        Analysis {
            game: self.game().to_owned(),
            position: position.format(),
            mover: position.mover(),
            engine: self.description().to_owned(),
            algorithm: self.algorithm(),
            limits,
            unit,
            unit_name,
            value_units: position.units(report.value),
            plies_to_end: plies_to_end(position, self.algorithm(), &report),
            paper_depth: self.rolls_alternate().then(|| layers(report.depth)),
            book: self.book_moves(position),
            report: position.written(report),
        }
    }

    /// Checks that a search of `root`, which was stopped `by` this, did not fail because of
    /// the rules.
    ///
    /// # Errors
    ///
    /// [`BadInput`](crate::BadInput) that names the game and where chance follows chance
    /// without end.
    pub fn sound(&self, root: &Position, by: StoppedBy) -> anyhow::Result<()> {
        match by {
            StoppedBy::ChanceChain => Err(unsound(self.game(), &root.chance_chain_below())),
            _ => Ok(()),
        }
    }
}

/// How many plies ahead the end of the game lies by what a search found, where the value is that of
/// a win or a loss and the game counts how soon it comes (see [`Game::MATE`]); not where the value
/// is a bound, or the mean of many results.
pub fn plies_to_end<M>(position: &Position, algorithm: &str, report: &Report<M>) -> Option<u32> {
    let is_bound = matches!(report.bound, BoundType::Lower | BoundType::Upper);
    if is_bound || algorithm == "mcts" {
        return None;
    }
    report.value.plies_to_end(position.mate())
}

/// A position, the engine that searched it, and what it found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Analysis {
    /// The game.
    pub game: String,
    /// The position, in the game's notation.
    pub position: String,
    /// The player to move, or to move after the roll.
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
    /// How many plies ahead the end of the game lies: see [`plies_to_end`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies_to_end: Option<u32>,
    /// The depth completed as the *-Minimax paper counts, chance nodes
    /// included: `2 depth - 1`, or `2 depth` before a roll. Only for games in
    /// which [rolls and moves alternate](GameEntry::rolls_alternate).
    pub paper_depth: Option<u32>,
    /// The moves of the engine's book, whether one of them is played or the position was
    /// searched after all.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub book: Vec<BookMove<String>>,
    /// What was found; moves in the game's notation.
    pub report: Report<String>,
}

pub(super) struct Erased<G: Game> {
    game: String,
    description: String,
    engine: Engine<G>,
    table: Option<Arc<TranspositionTable>>,
    depth: u32,
    rolls_alternate: bool,
}

impl<G: Game> Erased<G> {
    pub(super) fn new(
        entry: &GameEntry<G>,
        specs: &[Spec],
        engine: Engine<G>,
        table: Option<Arc<TranspositionTable>>,
    ) -> Self {
        Self {
            game: entry.name.clone(),
            description: specs.iter().map(Spec::to_string).collect::<Vec<_>>().join(" + "),
            engine,
            table,
            depth: entry.default_depths.analyse,
            rolls_alternate: entry.rolls_alternate,
        }
    }
}

impl<G: Game> AnyEngine for Erased<G> {
    fn description(&self) -> &str {
        &self.description
    }

    fn game(&self) -> &str {
        &self.game
    }

    fn algorithm(&self) -> &'static str {
        self.engine.algorithm()
    }

    fn is_exact(&self) -> bool {
        self.engine.is_exact()
    }

    fn described_limits(&self, limits: &Limits) -> Limits {
        self.engine.limits(limits)
    }

    fn limits(&self, limits: &Limits) -> Limits {
        let mut limits = self.engine.limits(limits);
        let Limits { depth, nodes, evaluations, time, .. } = &limits;
        if depth.is_none() && nodes.is_none() && evaluations.is_none() && time.is_none() {
            limits.depth = Some(self.depth);
        }
        limits
    }

    fn rolls_alternate(&self) -> bool {
        self.rolls_alternate
    }

    fn search(
        &mut self,
        position: &Position,
        root: &Root<Move>,
        limits: &Limits,
        stop: &Stop,
        events: &mut dyn Events<Move>,
    ) -> Report<Move> {
        let game = typed::<G>(position);
        let mut options = Vec::new();
        game.options(&mut options);
        let at = |m: Move| options[m.0 as usize];
        let root = Root {
            moves: root.moves.as_ref().map(|moves| moves.iter().map(|&m| at(m)).collect()),
            multipv: root.multipv,
            bonuses: root.bonuses.iter().map(|&(m, bonus)| (at(m), bonus)).collect(),
        };
        let mut observe =
            |report: &Report<G::Move>| events.iteration(&places(game, &options, report.clone()));
        let report = self.engine.search(game, &root, limits, stop, &mut observe);
        places(game, &options, report)
    }

    fn iterates(&self) -> bool {
        self.engine.iterates()
    }

    fn book_moves(&self, position: &Position) -> Vec<BookMove<String>> {
        let game = typed::<G>(position);
        self.engine.book_moves(game).iter().map(|m| m.written(game)).collect()
    }

    fn table(&self) -> Option<Arc<TranspositionTable>> {
        self.table.clone()
    }

    fn clear(&mut self) {
        self.engine.clear();
        // The search does not clear a table that it shares, and it shares this one with us.
        if let Some(table) = &self.table {
            table.clear();
        }
    }
}

/// The report with its moves as places in their positions.
pub(super) fn places<G: Game>(
    root: &G,
    options: &[G::Move],
    report: Report<G::Move>,
) -> Report<Move> {
    let (mut below, mut known) = (root.clone(), 0);
    let mut list = Vec::new();
    report.map(|before, &m| {
        let found = if before.is_empty() {
            (below, known) = (root.clone(), 0);
            place(options, m)
        } else {
            // Lines are given move by move, each a move longer than the last.
            for &m in &before[known..] {
                below.play(m);
            }
            known = before.len();
            list.clear();
            below.options(&mut list);
            place(&list, m)
        };
        found.expect("a search reports moves of the game")
    })
}

impl Position {
    /// The report of a search of this position, with its moves in the game's notation.
    pub fn written(&self, report: Report<Move>) -> Report<String> {
        report.map(|before, &m| {
            let mut position = self.clone();
            for &m in before {
                position.play(m);
            }
            position.format_move(m)
        })
    }
}
