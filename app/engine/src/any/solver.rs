//! A search for forced wins whose game's type has been erased.

use serde::Serialize;
use starboard_core::{
    Counters, Game, Limits, Node, Player, Report, Stop, StoppedBy, TableTooLarge, Times,
};
use starboard_search::proof::{ProofOptions, Solution, Verdict};

use super::{analysis::places, typed};
use crate::{
    BadInput, GameEntry, Move, Position, error::NoMemory, position::place, prover::Prover,
};

/// A search for forced wins in any game.
pub trait AnySolver: Send {
    /// What is to be forced, in a few words.
    fn goal(&self) -> &'static str;

    /// Allocates the table now; otherwise the first call of [`prove`](Self::prove) does,
    /// and panics if it cannot.
    ///
    /// # Errors
    ///
    /// If there is no memory for it.
    ///
    /// # Panics
    ///
    /// If the position is of another game.
    fn reserve(&mut self, position: &Position) -> Result<(), TableTooLarge>;

    /// Tries to prove or disprove that the player to move can force the goal, until a
    /// limit is reached or `stop` is requested.
    ///
    /// # Panics
    ///
    /// If the position is of another game.
    fn prove(&mut self, position: &Position, limits: &Limits, stop: &Stop) -> Solution<Move>;
}

impl dyn AnySolver + '_ {
    /// Tries to prove or disprove that the player to move can force the goal, and writes
    /// the answer down in the game's notation.
    ///
    /// # Errors
    ///
    /// [`BadInput`] if the game is over, [`NoMemory`] if there is none for the table.
    pub fn solve(
        &mut self,
        game: &str,
        position: &Position,
        limits: &Limits,
        stop: &Stop,
    ) -> anyhow::Result<Solved> {
        if let Node::Over(_) = position.node() {
            let text = position.format();
            return Err(BadInput::error(format!(
                "nothing is to be forced: the game is over in {text:?}"
            )));
        }
        self.reserve(position).map_err(|why| NoMemory(why.to_string()))?;
        let solution = self.prove(position, limits, stop);
        let report = Report { pv: solution.line, ..Report::default() };
        Ok(Solved {
            game: game.to_owned(),
            position: position.format(),
            attacker: solution.attacker,
            goal: self.goal(),
            verdict: solution.verdict,
            plies: solution.plies,
            shortest: solution.shortest,
            line: position.written(report).pv,
            counters: solution.counters,
            seldepth: solution.seldepth,
            times: solution.times,
            stopped_by: solution.stopped_by,
        })
    }
}

/// A position, the question about it, and the answer.
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
    /// If proven, the number of plies within which the goal is attained.
    pub plies: Option<u32>,
    /// Whether it is proven that fewer plies do not suffice.
    pub shortest: bool,
    /// If proven, a line to the goal, in the game's notation.
    pub line: Vec<String>,
    /// What was counted.
    pub counters: Counters,
    /// The deepest ply that was visited.
    pub seldepth: u32,
    /// How long it took.
    pub times: Times,
    /// Why it ended.
    pub stopped_by: StoppedBy,
}

struct Erased<G: Game> {
    goal: &'static str,
    prover: Box<dyn Prover<G>>,
}

pub(super) fn new<G: Game>(
    entry: &GameEntry<G>,
    options: ProofOptions,
) -> Option<Box<dyn AnySolver>> {
    let question = entry.question.as_ref()?;
    Some(Box::new(Erased { goal: question.about, prover: question.prover(options) }))
}

impl<G: Game> AnySolver for Erased<G> {
    fn goal(&self) -> &'static str {
        self.goal
    }

    fn reserve(&mut self, position: &Position) -> Result<(), TableTooLarge> {
        self.prover.reserve(typed::<G>(position))
    }

    fn prove(&mut self, position: &Position, limits: &Limits, stop: &Stop) -> Solution<Move> {
        let root = typed::<G>(position);
        let mut options = Vec::new();
        root.options(&mut options);
        let solution = self.prover.solve(root, limits, stop);
        let line = Report { pv: solution.line, ..Report::default() };
        let known = |m| place(&options, m).expect("a search reports moves of the game");
        Solution {
            best: solution.best.map(known),
            line: places(root, &options, line).pv,
            moves: solution.moves.into_iter().map(|(m, attained)| (known(m), attained)).collect(),
            verdict: solution.verdict,
            attacker: solution.attacker,
            plies: solution.plies,
            shortest: solution.shortest,
            holds: solution.holds,
            proof: solution.proof,
            disproof: solution.disproof,
            counters: solution.counters,
            seldepth: solution.seldepth,
            times: solution.times,
            stopped_by: solution.stopped_by,
        }
    }
}
