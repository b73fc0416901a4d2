//! A search for forced wins whose game's type has been forgotten.

use serde::Serialize;
use starboard_core::{Counters, Game, Limits, Node, Player, Stop, StoppedBy, Times};
use starboard_search::proof::{ProofOptions, Verdict};

use super::analysis::written;
use crate::{BadInput, GameEntry, prover::Prover};

/// A search for forced wins in any game.
pub trait AnySolver: Send {
    /// Asks whether the player to move can force the goal from `position`, the
    /// start for `None`, until a limit is reached or `stop` is requested.
    ///
    /// # Errors
    ///
    /// [`BadInput`] if the position cannot be read.
    fn solve(
        &mut self,
        position: Option<&str>,
        limits: &Limits,
        stop: &Stop,
    ) -> anyhow::Result<Solved>;
}

/// A position, what was asked about it, and the answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Solved {
    /// The game.
    pub game: String,
    /// The position, in the game's notation.
    pub position: String,
    /// Who was to force the goal.
    pub attacker: Player,
    /// What was to be forced.
    pub goal: &'static str,
    /// The answer.
    pub verdict: Verdict,
    /// If proven, the plies within which the goal is attained.
    pub plies: Option<u32>,
    /// Whether it is proven that fewer plies will not do.
    pub shortest: bool,
    /// If proven, a line to the goal, in the game's notation.
    pub line: Vec<String>,
    /// What was counted.
    pub counters: Counters,
    /// The deepest ply that was visited.
    pub seldepth: u32,
    /// What it took.
    pub times: Times,
    /// Why it ended.
    pub stopped_by: StoppedBy,
}

struct Erased<'a, G: Game> {
    entry: &'a GameEntry<G>,
    goal: &'static str,
    prover: Box<dyn Prover<G>>,
}

pub(super) fn new<G: Game>(
    entry: &GameEntry<G>,
    options: ProofOptions,
) -> anyhow::Result<Box<dyn AnySolver + '_>> {
    let question = entry.question.as_ref().ok_or_else(|| {
        let name = &entry.name;
        BadInput::error(format!("{name} has chance nodes, and only games without can be solved"))
    })?;
    Ok(Box::new(Erased { entry, goal: question.about, prover: question.prover(options) }))
}

impl<G: Game> AnySolver for Erased<'_, G> {
    fn solve(
        &mut self,
        position: Option<&str>,
        limits: &Limits,
        stop: &Stop,
    ) -> anyhow::Result<Solved> {
        let game = self.entry.read(position)?;
        if let Node::Over(_) = game.node() {
            let text = game.format();
            return Err(BadInput::error(format!(
                "nothing is to be forced: the game is over in {text:?}"
            )));
        }
        let solution = self.prover.solve(&game, limits, stop);
        let report = starboard_core::Report { pv: solution.line, ..Default::default() };
        Ok(Solved {
            game: self.entry.name.clone(),
            position: game.format(),
            attacker: solution.attacker,
            goal: self.goal,
            verdict: solution.verdict,
            plies: solution.plies,
            shortest: solution.shortest,
            line: written(&game, report).pv,
            counters: solution.counters,
            seldepth: solution.seldepth,
            times: solution.times,
            stopped_by: solution.stopped_by,
        })
    }
}
