//! Reviews a whole game move by move: what each move lost, which were mistakes, and how the
//! value of the game developed.
//!
//! Every decision is searched separately, by an engine whose memory of other positions was
//! cleared, so that the result does not depend on how many threads share the work. Outcomes of
//! chance are shown but not judged.
//!
//! **What a move lost** is the value of the best move less that of the move that was played,
//! both searched to the same depth. A search with cutoffs knows of moves other than the best
//! only that they are no better; so a move whose value is not known is searched again, alone.
//! If its value is higher than that of the best move, it counts as the best.
//!
//! **Marks** depend on the loss in units of the game; a game's card has the thresholds of the
//! marks, and the value from which on a game is decided, as [`Judging`].
//!
//! ```
//! use starboard::AnyGame;
//! use starboard_core::Limits;
//! use starboard_lab::{record, review::{Job, Mark, review}};
//! use starboard_small::entries;
//!
//! let game: Box<dyn AnyGame> = entries::tic_tac_toe().into();
//! // The corner is met by an edge, which loses.
//! let records = record::read(&*game, b"0 1")?;
//! let review = review(&Job { limits: Limits::depth(9), ..Job::new(&*game, &records[0]) })?;
//! let verdict = review.moves[1].verdict.as_ref().expect("it was a decision");
//! assert!(verdict.loss > 0.5 && verdict.mark == Some(Mark::VeryBad));
//! # Ok::<(), anyhow::Error>(())
//! ```

mod page;
mod run;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};
use starboard::{AnyGame, Position};
use starboard_core::{BoundType, Limits, Player, Value};

use crate::html::Document;

pub use page::document;
pub use run::{Job, review, review_with};

/// The version of the form that reviews are written in: a program that reads another one than
/// it knows should not go on.
pub const VERSION: u32 = 1;

/// The default number of nodes for a move.
const NODES: u64 = 100_000;

/// How moves are judged, in units of the game: an extension of its card.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Judging {
    /// What a doubtful move (?!) loses at least.
    pub doubtful: f64,
    /// What a bad move (?) loses at least.
    pub bad: f64,
    /// What a very bad move (??) loses at least.
    pub very_bad: f64,
    /// From this value on the game is decided: all beyond it, such as a mate in so many
    /// moves, counts as this much, so that nothing is lost by a longer way to win.
    pub decided: Option<f64>,
    /// The default limits for a move, with which a whole game is reviewed in about a minute.
    pub limits: Limits,
}

impl Default for Judging {
    /// For a game whose unit is a win: a twentieth, an eighth and a quarter of the way from a
    /// lost game to a won one.
    fn default() -> Self {
        Self {
            doubtful: 0.1,
            bad: 0.25,
            very_bad: 0.5,
            decided: None,
            limits: Limits::nodes(NODES),
        }
    }
}

impl Judging {
    /// How the moves of a game are judged.
    pub fn of(game: &dyn AnyGame) -> Self {
        game.get::<Self>().cloned().unwrap_or_default()
    }

    /// The mark of a move that lost so much.
    pub fn mark(&self, loss: f64) -> Option<Mark> {
        [(self.very_bad, Mark::VeryBad), (self.bad, Mark::Bad), (self.doubtful, Mark::Doubtful)]
            .into_iter()
            .find_map(|(least, mark)| (loss >= least).then_some(mark))
    }

    /// A value as it counts.
    fn counted(&self, units: f64) -> f64 {
        self.decided.map_or(units, |most| units.clamp(-most, most))
    }
}

/// For a game that reviews records in formats of its own itself, since it can say more about them
/// than what moves lost: an extension of its card.
#[derive(Copy, Clone, Debug)]
pub struct OwnReview(pub fn(&[u8]) -> anyhow::Result<Document>);

/// How bad a mistake is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// Doubtful, ?!
    Doubtful,
    /// Bad, ?
    Bad,
    /// Very bad, ??
    VeryBad,
}

impl Mark {
    /// The sign that annotators write.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Doubtful => "?!",
            Self::Bad => "?",
            Self::VeryBad => "??",
        }
    }
}

/// What kind of move it was.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A decision.
    Decision,
    /// The only move there was.
    Forced,
    /// An outcome of chance.
    Chance,
}

/// A game, reviewed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Review {
    /// The version of this form: [`VERSION`].
    pub version: u32,
    /// The game's name.
    pub game: String,
    /// What the players are called.
    pub names: [Option<String>; 2],
    /// The result, as the record has it.
    pub result: Option<String>,
    /// The position that the game began with.
    pub start: String,
    /// The format of the record.
    pub format: String,
    /// What of the record could not be taken as it stands.
    pub notes: Vec<String>,
    /// The description of the engine.
    pub engine: String,
    /// What the engine was given for each move.
    pub limits: Limits,
    /// How many grid points make one unit of the values.
    pub unit: i32,
    /// What a unit is called.
    pub unit_name: String,
    /// How marks were given.
    pub judging: Judging,
    /// Whether the work was stopped before its end: then some decisions have no verdict.
    pub stopped: bool,
    /// Every move and every outcome of chance.
    pub moves: Vec<ReviewedMove>,
    /// The value of the game for the first player, in units, before each move and after the
    /// last: what was earned so far, and what is expected from there on. None where nothing
    /// was searched.
    pub values: Vec<Option<f64>>,
    /// The first and the second player; one alone where one plays alone.
    pub players: Vec<PlayerSummary>,
}

/// A move of a game, reviewed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReviewedMove {
    /// Its number, from 1; outcomes of chance count.
    pub ply: usize,
    /// Who moved; before a roll, who moves after it.
    pub mover: Player,
    /// What kind of move it was.
    pub kind: Kind,
    /// The position before it, in the game's notation.
    pub position: String,
    /// What was played.
    pub played: String,
    /// What the engine found; only of decisions.
    pub verdict: Option<Verdict>,
}

/// What an engine found of a decision. Values are for the player who moved, from this
/// position on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Verdict {
    /// The best moves, all equally good, the first of the expected line before others.
    pub best: Vec<String>,
    /// The value of the best move, in grid points.
    pub best_value: Value,
    /// The same in units.
    pub best_units: f64,
    /// What is known of it.
    pub best_bound: BoundType,
    /// The value of the move that was played, in grid points.
    pub played_value: Value,
    /// The same in units.
    pub played_units: f64,
    /// What is known of it.
    pub played_bound: BoundType,
    /// What was lost, in units, where a decided game counts as [`Judging`] says.
    pub loss: f64,
    /// How bad that is, if it is.
    pub mark: Option<Mark>,
    /// Whether the move is among the best.
    pub is_best: bool,
    /// The expected line of play.
    pub line: Vec<String>,
    /// The depth searched.
    pub depth: u32,
    /// The positions visited.
    pub nodes: u64,
}

/// How a player did.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PlayerSummary {
    /// Moves judged.
    pub moves: usize,
    /// Those that were among the best.
    pub best: usize,
    /// What was lost in all, in units.
    pub loss: f64,
    /// What a move lost on average; none without moves.
    pub mean_loss: Option<f64>,
    /// Moves marked doubtful.
    pub doubtful: usize,
    /// Moves marked bad.
    pub bad: usize,
    /// Moves marked very bad.
    pub very_bad: usize,
}

impl Review {
    /// The places in [`moves`](Self::moves) of those that lost most, the worst first; only of
    /// such that lost anything.
    pub fn worst(&self, most: usize) -> Vec<usize> {
        let loss = |i: usize| self.moves[i].verdict.as_ref().map_or(0.0, |verdict| verdict.loss);
        let mut worst: Vec<_> = (0..self.moves.len()).filter(|&i| loss(i) > 0.0).collect();
        worst.sort_by(|&a, &b| loss(b).total_cmp(&loss(a)));
        worst.truncate(most);
        worst
    }

    /// What a player is called.
    pub fn name(&self, player: Player) -> String {
        let own = self.names[player.index()].clone();
        own.unwrap_or_else(|| format!("the {player} player"))
    }

    /// Sums up what was found.
    fn sum_up(&mut self) {
        for player in &mut self.players {
            *player = PlayerSummary::default();
        }
        for m in &self.moves {
            let Some(verdict) = &m.verdict else { continue };
            let Some(player) = self.players.get_mut(m.mover.index()) else { continue };
            player.moves += 1;
            player.best += usize::from(verdict.is_best);
            player.loss += verdict.loss;
            match verdict.mark {
                Some(Mark::Doubtful) => player.doubtful += 1,
                Some(Mark::Bad) => player.bad += 1,
                Some(Mark::VeryBad) => player.very_bad += 1,
                None => {}
            }
        }
        for player in &mut self.players {
            player.mean_loss = (player.moves > 0).then(|| player.loss / player.moves as f64);
        }
    }
}

/// A value for the first player, of one for the mover.
fn for_first(position: &Position, units: f64) -> f64 {
    // No negative zero: it would be written.
    if position.mover() == Player::First { units } else { 0.0 - units }
}
