//! A game whose type has been erased: what programs talk to.
//!
//! Implemented once, for [`GameEntry`].

mod analysis;
mod explain;
mod info;
mod solver;
mod verify;
mod watch;

use std::any::{Any, TypeId};

pub use analysis::{Analysis, AnyEngine, plies_to_end};
pub use explain::{ExplainedMove, Explanation};
pub use info::{AlgorithmInfo, GameInfo, PartInfo, plugin_names};
pub use solver::{AnySolver, Solved};
use starboard_core::{
    Game, Limits, NotationError, PerftError, Stop, perft_until,
    spec::{Spec, parse_specs},
    try_perft, weighted_perft,
};
use starboard_search::{SmallestProof, proof::ProofOptions, registry::Parts, smallest_proof};
pub use verify::{Piece, Verified, Violation};
pub use watch::{VisitedNode, Watcher};

use crate::{
    BOOK_PARAMS, BookFormat, Engine, EngineError, GameEntry, Position, book,
    error::{BadInput, no_engine},
};

/// A game of any type.
pub trait AnyGame: Any + Send + Sync {
    /// What the game is called.
    fn name(&self) -> &str;

    /// What there is to know about the game.
    fn info(&self) -> GameInfo;

    /// The algorithms that can search it.
    fn algorithms(&self) -> Vec<AlgorithmInfo>;

    /// Sets the default engine, which searches the game when none is described.
    ///
    /// # Errors
    ///
    /// If no such engine can be put together.
    fn set_engine(&mut self, description: &str) -> anyhow::Result<()>;

    /// The position a game begins with.
    fn start(&self) -> Position;

    /// The built-in positions.
    fn positions(&self) -> Vec<Position>;

    /// The positions that the games of a match begin with, if there are any.
    fn openings(&self) -> Vec<Position>;

    /// Reads a position as the game writes it.
    ///
    /// # Errors
    ///
    /// What is wrong with the text.
    fn parse(&self, text: &str) -> Result<Position, NotationError>;

    /// Builds an engine, watched by `watcher` if there is one.
    ///
    /// # Errors
    ///
    /// Names the part that does not exist, or cannot be as described.
    fn assemble(
        &self,
        specs: &[Spec],
        watcher: Option<Box<dyn Watcher>>,
    ) -> Result<Box<dyn AnyEngine>, EngineError>;

    /// The number of ways to make `depth` decisions from a position on; see
    /// [`starboard_core::perft`].
    ///
    /// # Errors
    ///
    /// Where chance follows chance without end.
    ///
    /// # Panics
    ///
    /// If the position is of another game.
    fn perft(&self, position: &Position, depth: u32) -> Result<u64, PerftError>;

    /// The same, but `None` if `stop` is requested before it is done.
    ///
    /// # Errors
    ///
    /// As [`perft`](Self::perft).
    ///
    /// # Panics
    ///
    /// If the position is of another game.
    fn perft_until(
        &self,
        position: &Position,
        depth: u32,
        stop: &Stop,
    ) -> Result<Option<u64>, PerftError>;

    /// The same by weights; see [`starboard_core::weighted_perft`].
    ///
    /// # Errors
    ///
    /// As [`perft`](Self::perft), and where the sum does not fit.
    ///
    /// # Panics
    ///
    /// If the position is of another game.
    fn weighted_perft(&self, position: &Position, depth: u32) -> Result<u64, PerftError>;

    /// What there is to [`verify`](Self::verify), split into pieces: the rules, the facts, and
    /// at least `checks` checks of searches.
    fn pieces(&self, checks: u64) -> Vec<Piece>;

    /// Checks one piece; the inner error says what does not hold.
    ///
    /// # Errors
    ///
    /// If an engine cannot be made.
    fn verify(&self, piece: Piece, seed: u64) -> anyhow::Result<Result<Verified, Violation>>;

    /// Searches a decision node until a limit is reached or `stop` is requested, and says in
    /// which order its moves would be tried next, and why.
    ///
    /// # Errors
    ///
    /// [`BadInput`] if the description cannot be read, or there is nothing to decide: before
    /// a roll, or after the end.
    ///
    /// # Panics
    ///
    /// If the position is of another game.
    fn explain_until(
        &self,
        position: &Position,
        engine: &str,
        limits: &Limits,
        stop: &Stop,
    ) -> anyhow::Result<Explanation>;

    /// The smallest proof of what an exact search `depth` moves deep finds with the evaluator
    /// of an engine; `None` if it takes more than `budget` positions to find out.
    ///
    /// # Errors
    ///
    /// [`BadInput`] if the description cannot be read.
    ///
    /// # Panics
    ///
    /// If the position is of another game.
    fn smallest_proof(
        &self,
        position: &Position,
        engine: &str,
        depth: u32,
        budget: u64,
    ) -> anyhow::Result<Option<SmallestProof>>;

    /// A search for forced wins, or for what the game calls its goal, such as mate by checks
    /// alone. `None` for a game without such a goal, such as one with chance.
    fn solver(&self, options: ProofOptions) -> Option<Box<dyn AnySolver>>;

    /// The card itself.
    fn as_any(&self) -> &dyn Any;

    /// The extension of this type, if one was [attached](GameEntry::with); [`get`](#method.get)
    /// is the typed version.
    fn extension(&self, of: TypeId) -> Option<&(dyn Any + Send + Sync)>;
}

impl dyn AnyGame {
    /// The extension of this type, if one was [attached](GameEntry::with).
    pub fn get<X: 'static>(&self) -> Option<&X> {
        self.extension(TypeId::of::<X>())?.downcast_ref()
    }

    /// The names of the arguments that name files, over everything an engine for this game can
    /// be made of.
    pub fn file_arguments(&self) -> Vec<&'static str> {
        let info = self.info();
        let algorithms = self.algorithms();
        let parts = info.evaluators.iter().chain(&info.orders);
        let parts = parts.chain(&info.quiescence).chain(&info.policy);
        let own = algorithms.iter().map(|a| a.params).chain(parts.map(|part| part.params));
        own.flatten().chain(BOOK_PARAMS).filter(|p| p.is_file()).map(|p| p.name).collect()
    }

    /// The format of its opening books.
    pub fn book_format(&self) -> BookFormat {
        self.get::<BookFormat>().copied().unwrap_or_default()
    }

    /// The card as a `GameEntry<G>`, if it is one.
    pub fn entry<G: Game>(&self) -> Option<&GameEntry<G>> {
        self.as_any().downcast_ref()
    }

    /// Reads a position; the start for `None`.
    ///
    /// # Errors
    ///
    /// [`BadInput`] that says what is wrong with the text, and where to see how
    /// positions are written.
    pub fn position(&self, text: Option<&str>) -> anyhow::Result<Position> {
        let Some(text) = text else { return Ok(self.start()) };
        self.parse(text).map_err(|error| no_position(self.name(), &error))
    }

    /// Makes an engine from a description; the game's default for `None`.
    ///
    /// # Errors
    ///
    /// [`BadInput`] that says what is wrong with the description.
    pub fn engine(&self, description: Option<&str>) -> anyhow::Result<Box<dyn AnyEngine>> {
        let usual = || self.info().engine;
        let description = description.map_or_else(usual, str::to_owned);
        let specs = parse_specs(&description).map_err(EngineError::from);
        specs.and_then(|specs| self.assemble(&specs, None)).map_err(no_engine)
    }

    /// Searches a decision node, and says in which order its moves would be tried next, and
    /// why.
    ///
    /// # Errors
    ///
    /// As [`explain_until`](AnyGame::explain_until).
    ///
    /// # Panics
    ///
    /// If the position is of another game.
    pub fn explain(
        &self,
        position: &Position,
        engine: &str,
        limits: &Limits,
    ) -> anyhow::Result<Explanation> {
        self.explain_until(position, engine, limits, &Stop::default())
    }
}

fn no_position(game: &str, error: &NotationError) -> anyhow::Error {
    let hint = format!("`games {game}` shows how positions are written");
    BadInput::error(format!("no position of {game}: {error}; {hint}"))
}

impl<G: Game> AnyGame for GameEntry<G> {
    fn name(&self) -> &str {
        &self.name
    }

    fn info(&self) -> GameInfo {
        info::game(self)
    }

    fn algorithms(&self) -> Vec<AlgorithmInfo> {
        self.algorithms.iter().map(info::algorithm).collect()
    }

    fn set_engine(&mut self, description: &str) -> anyhow::Result<()> {
        (&*self as &dyn AnyGame).engine(Some(description))?;
        description.clone_into(&mut self.engine);
        Ok(())
    }

    fn start(&self) -> Position {
        Position::new(self.start.clone())
    }

    fn positions(&self) -> Vec<Position> {
        self.positions.iter().cloned().map(Position::new).collect()
    }

    fn openings(&self) -> Vec<Position> {
        self.openings.iter().cloned().map(Position::new).collect()
    }

    fn parse(&self, text: &str) -> Result<Position, NotationError> {
        G::parse(text).map(Position::new)
    }

    fn assemble(
        &self,
        specs: &[Spec],
        watcher: Option<Box<dyn Watcher>>,
    ) -> Result<Box<dyn AnyEngine>, EngineError> {
        let mut table = None;
        // A watcher wants to see a search.
        let watched = watcher.as_ref().map(|_| without_book(specs));
        let parts = watched.as_deref().unwrap_or(specs);
        let engine = Engine::adjusted(self, parts, |parts| {
            table.clone_from(&parts.table);
            if let Some(watcher) = watcher {
                parts.trace = Some(Box::new(watch::Watched(watcher)));
            }
        })?;
        Ok(Box::new(analysis::Erased::new(self, specs, engine, table)))
    }

    fn perft(&self, position: &Position, depth: u32) -> Result<u64, PerftError> {
        try_perft(typed::<G>(position), depth)
    }

    fn perft_until(
        &self,
        position: &Position,
        depth: u32,
        stop: &Stop,
    ) -> Result<Option<u64>, PerftError> {
        perft_until(typed::<G>(position), depth, stop)
    }

    fn weighted_perft(&self, position: &Position, depth: u32) -> Result<u64, PerftError> {
        weighted_perft(typed::<G>(position), depth)
    }

    fn pieces(&self, checks: u64) -> Vec<Piece> {
        verify::pieces(checks)
    }

    fn verify(&self, piece: Piece, seed: u64) -> anyhow::Result<Result<Verified, Violation>> {
        verify::piece(self, piece, seed)
    }

    fn explain_until(
        &self,
        position: &Position,
        engine: &str,
        limits: &Limits,
        stop: &Stop,
    ) -> anyhow::Result<Explanation> {
        explain::explain(self, typed(position), engine, limits, stop)
    }

    fn smallest_proof(
        &self,
        position: &Position,
        engine: &str,
        depth: u32,
        budget: u64,
    ) -> anyhow::Result<Option<SmallestProof>> {
        let specs = parse_specs(engine).map_err(EngineError::from).map_err(BadInput::error)?;
        let mut eval = None;
        let taken = |parts: &mut Parts<G>| eval = Some(parts.eval.clone());
        Engine::adjusted(self, &specs, taken).map_err(no_engine)?;
        let Some(mut eval) = eval else { return Ok(None) };
        Ok(smallest_proof(typed::<G>(position), depth, &mut *eval, budget))
    }

    fn solver(&self, options: ProofOptions) -> Option<Box<dyn AnySolver>> {
        solver::new(self, options)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn extension(&self, of: TypeId) -> Option<&(dyn Any + Send + Sync)> {
        self.extensions.by_id(of)
    }
}

impl<G: Game> From<GameEntry<G>> for Box<dyn AnyGame> {
    fn from(entry: GameEntry<G>) -> Self {
        Box::new(entry)
    }
}

/// The parts of an engine that has to search.
fn without_book(specs: &[Spec]) -> Vec<Spec> {
    specs.iter().filter(|spec| spec.name != book::NAME).cloned().collect()
}

/// The position as a `G`.
///
/// # Panics
///
/// If it is a position of another game: the caller mixed up two games.
fn typed<G: Game>(position: &Position) -> &G {
    position.downcast_ref().expect("a position of this game")
}

impl<G: Game> GameEntry<G> {
    /// Reads a position; the start for `None`.
    ///
    /// # Errors
    ///
    /// [`BadInput`] that says what is wrong with the text, and where to see how
    /// positions are written.
    pub fn read(&self, text: Option<&str>) -> anyhow::Result<G> {
        let Some(text) = text else { return Ok(self.start.clone()) };
        G::parse(text).map_err(|error| no_position(&self.name, &error))
    }
}
