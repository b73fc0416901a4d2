//! A game whose type has been forgotten: what the commands talk to.
//!
//! Implemented once, for [`GameEntry`]; positions and moves come and go as
//! text in the game's own notation.

mod analysis;
mod explain;
mod info;
mod solver;
mod verify;

use std::io::{BufRead, Write};

pub use analysis::{Analysis, AnyEngine};
pub use explain::{ExplainedMove, Explanation};
pub use info::{AlgorithmInfo, GameInfo, PartInfo};
pub use solver::{AnySolver, Solved};
use starboard_core::{Game, Limits, Node, perft};
use starboard_search::proof::ProofOptions;
pub use verify::{Piece, Verified};

use crate::{
    Engine, GameEntry, Progress,
    advice::Advisor,
    arena::{self, Arena, Given, Hall, Side},
    error::BadInput,
    parallel_map,
    reasoning::Reasoner,
    train::{self, Plan},
    tree::{self, Tree},
    usi,
};

/// A game of any type.
pub trait AnyGame: Send + Sync {
    /// What the game is called.
    fn name(&self) -> &str;

    /// What there is to know about the game.
    fn info(&self) -> GameInfo;

    /// The algorithms that can search it.
    fn algorithms(&self) -> Vec<AlgorithmInfo>;

    /// The built-in positions, in the game's notation.
    fn positions(&self) -> Vec<String>;

    /// The position as the game itself writes it; the start for `None`.
    ///
    /// # Errors
    ///
    /// [`BadInput`] that says what is wrong with the text.
    fn position(&self, text: Option<&str>) -> anyhow::Result<String>;

    /// The board as text.
    ///
    /// # Errors
    ///
    /// As [`position`](Self::position).
    fn board(&self, position: Option<&str>) -> anyhow::Result<String>;

    /// Whether the game is over or nature is to move here.
    ///
    /// # Errors
    ///
    /// As [`position`](Self::position).
    fn node(&self, position: Option<&str>) -> anyhow::Result<Node>;

    /// Makes an engine from a description; the game's default for `None`.
    ///
    /// # Errors
    ///
    /// [`BadInput`] that says what is wrong with the description.
    fn engine(&self, description: Option<&str>) -> anyhow::Result<Box<dyn AnyEngine + '_>>;

    /// The number of ways to make `depth` decisions from a position on, by the
    /// next move or outcome; see [`starboard_core::perft`].
    ///
    /// # Errors
    ///
    /// As [`position`](Self::position).
    fn perft(
        &self,
        position: Option<&str>,
        depth: u32,
        threads: usize,
    ) -> anyhow::Result<Vec<(String, u64)>>;

    /// What there is to [`verify`](Self::verify), split into pieces: the rules,
    /// and at least so many `checks` of searches.
    fn pieces(&self, checks: u64) -> Vec<Piece>;

    /// Checks one piece; the inner error says what does not hold.
    ///
    /// # Errors
    ///
    /// If an engine cannot be made.
    fn verify(&self, piece: Piece, seed: u64) -> anyhow::Result<Result<Verified, String>>;

    /// Searches a position in which there is something to decide, and tells in
    /// which order its moves would be tried next, and why.
    ///
    /// # Errors
    ///
    /// [`BadInput`] if the position or the description cannot be read.
    fn explain(&self, position: &str, engine: &str, limits: &Limits)
    -> anyhow::Result<Explanation>;

    /// A player of a match: an engine by its parts or a program, with the limits
    /// that apply to it. Without any, it gets as many nodes as a comparison.
    ///
    /// # Errors
    ///
    /// [`BadInput`] if there can be no such player, or if it cannot be limited
    /// like that.
    fn side(&self, description: &str, given: &Given) -> anyhow::Result<Side>;

    /// Makes ready for a match; `openings` is what a file of openings holds.
    ///
    /// # Errors
    ///
    /// [`BadInput`] if it cannot be played.
    fn arena(
        &self,
        header: &arena::Header,
        openings: Option<&str>,
    ) -> anyhow::Result<Box<dyn Arena + '_>>;

    /// A search for forced wins: for what the game calls its goal, such as mate
    /// by checks alone.
    ///
    /// # Errors
    ///
    /// [`BadInput`] if the game has chance.
    fn solver(&self, options: ProofOptions) -> anyhow::Result<Box<dyn AnySolver + '_>>;

    /// The evaluator that can be [trained](Self::train), if there is one.
    fn trainee(&self) -> Option<&str>;

    /// Who gives advice, if somebody does.
    fn advisor(&self) -> Option<&dyn Advisor>;

    /// Who tells the reasons for moves, if somebody does.
    fn reasoner(&self) -> Option<&dyn Reasoner>;

    /// Finds the weights of an evaluation from games of an engine against
    /// itself.
    ///
    /// # Errors
    ///
    /// [`BadInput`] if the game has nothing to train, if there are too few
    /// games, or if what is in the folder belongs to another training.
    fn train(&self, plan: &Plan, options: train::Options<'_>) -> anyhow::Result<train::Summary>;

    /// Plays by USI; `engine` describes the engine to begin with, the strongest
    /// for `None`. Commands come from `input`, on a thread that may still read
    /// when this returns.
    ///
    /// # Errors
    ///
    /// [`BadInput`] if the game has chance or there is no such engine; if
    /// the output cannot be written.
    fn usi(
        &self,
        engine: Option<&str>,
        input: Box<dyn BufRead + Send>,
        out: &mut dyn Write,
    ) -> anyhow::Result<()>;

    /// Searches a position and records the nodes visited, the first
    /// `max_nodes` of them.
    ///
    /// # Errors
    ///
    /// [`BadInput`] if the position or the description cannot be read.
    fn tree(
        &self,
        position: Option<&str>,
        engine: &str,
        limits: &Limits,
        max_nodes: usize,
    ) -> anyhow::Result<Tree>;
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

    fn positions(&self) -> Vec<String> {
        self.positions.iter().map(G::format).collect()
    }

    fn position(&self, text: Option<&str>) -> anyhow::Result<String> {
        Ok(self.read(text)?.format())
    }

    fn board(&self, position: Option<&str>) -> anyhow::Result<String> {
        Ok(self.read(position)?.board())
    }

    fn node(&self, position: Option<&str>) -> anyhow::Result<Node> {
        Ok(self.read(position)?.node())
    }

    fn engine(&self, description: Option<&str>) -> anyhow::Result<Box<dyn AnyEngine + '_>> {
        let description = description.unwrap_or(&self.engine);
        let engine = Engine::new(self, description).map_err(BadInput::error)?;
        Ok(Box::new(analysis::Erased::new(self, description, engine)))
    }

    fn perft(
        &self,
        position: Option<&str>,
        depth: u32,
        threads: usize,
    ) -> anyhow::Result<Vec<(String, u64)>> {
        let game = self.read(position)?;
        if depth == 0 {
            return Ok(Vec::new());
        }
        let mut options = Vec::new();
        game.options(&mut options);
        let left = depth - u32::from(game.node() == Node::Decision);
        Ok(parallel_map(options, threads, &Progress::hidden(), |_, m| {
            let mut child = game.clone();
            child.play(m);
            (game.format_move(m), perft(&child, left))
        }))
    }

    fn pieces(&self, checks: u64) -> Vec<Piece> {
        verify::pieces(checks)
    }

    fn verify(&self, piece: Piece, seed: u64) -> anyhow::Result<Result<Verified, String>> {
        verify::piece(self, piece, seed)
    }

    fn explain(
        &self,
        position: &str,
        engine: &str,
        limits: &Limits,
    ) -> anyhow::Result<Explanation> {
        explain::explain(self, position, engine, limits)
    }

    fn side(&self, description: &str, given: &Given) -> anyhow::Result<Side> {
        arena::side(self, description, given)
    }

    fn arena(
        &self,
        header: &arena::Header,
        openings: Option<&str>,
    ) -> anyhow::Result<Box<dyn Arena + '_>> {
        Ok(Box::new(Hall::new(self, header, openings)?))
    }

    fn solver(&self, options: ProofOptions) -> anyhow::Result<Box<dyn AnySolver + '_>> {
        solver::new(self, options)
    }

    fn trainee(&self) -> Option<&str> {
        self.trainee.as_ref().map(|trainee| trainee.name())
    }

    fn advisor(&self) -> Option<&dyn Advisor> {
        self.advisor.as_deref()
    }

    fn reasoner(&self) -> Option<&dyn Reasoner> {
        self.reasoner.as_deref()
    }

    fn train(&self, plan: &Plan, options: train::Options<'_>) -> anyhow::Result<train::Summary> {
        let Some(trainee) = &self.trainee else {
            return Err(BadInput::error(format!("{} has no weights to train", self.name)));
        };
        train::run(self, &**trainee, plan, options)
    }

    fn usi(
        &self,
        engine: Option<&str>,
        input: Box<dyn BufRead + Send>,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let default = || usi::favourite(self, &info::game(self).strongest);
        usi::serve(self, &engine.map_or_else(default, str::to_owned), input, out)
    }

    fn tree(
        &self,
        position: Option<&str>,
        engine: &str,
        limits: &Limits,
        max_nodes: usize,
    ) -> anyhow::Result<Tree> {
        tree::record(self, position, engine, limits, max_nodes)
    }
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
        G::parse(text).map_err(|error| {
            let name = &self.name;
            let hint = format!("`games {name}` shows how positions are written");
            BadInput::error(format!("no position of {name}: {error}; {hint}"))
        })
    }
}
