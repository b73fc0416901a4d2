//! Matches: two players, many games, and how sure one can be of the difference.
//!
//! Every pair of games begins at the same [`opening`], with sides exchanged and,
//! where there are dice, the same dice. `referee` plays a game by the game's own
//! rules; whoever breaks them loses. [`Header`] says what is played and [`Row`]
//! what came of a game; [`run()`] ties them together as one of the
//! [`runs`](crate::runs) that are logged and may be stopped and split.
//! [`summary`] and [`report`] turn rows into figures.

mod dice;
mod header;
pub mod opening;
mod referee;
pub mod report;
mod row;
mod run;
mod seat;
mod side;
pub mod summary;
mod table;
#[cfg(test)]
mod tests;

pub(crate) use dice::Dice;
pub use header::{Clock, Header, KIND, Resignation, Side};
pub use opening::Openings;
pub(crate) use opening::{Opening, wander};
pub use row::{Cost, Ending, OpeningText, Row};
pub use run::{Options, run};
pub(crate) use seat::{Answer, Choice, Clocks, Limit, Seat, Turn};
pub use side::Given;
pub(crate) use side::side;
pub use summary::{Summary, summarise};
pub(crate) use table::Hall;

/// How the result of a game counts.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Payoff {
    /// A win, a draw or a loss: 1, ½ or 0.
    #[default]
    Outcome,
    /// What the position says, in units of the game: a gammon counts two.
    Units,
}

/// What a record of a game is written from.
#[derive(Debug)]
pub struct Record<'a, G: starboard_core::Game> {
    /// The number of the game in its match, from 0.
    pub number: usize,
    /// What the first and the second player are called.
    pub names: [&'a str; 2],
    /// Where the game began.
    pub start: &'a G,
    /// What was played, the opening and outcomes of chance included.
    pub moves: &'a [G::Move],
    /// What the first player scored: 1, ½ or 0.
    pub score: f64,
    /// How the game ended.
    pub ending: &'a Ending,
}

/// A match of one game whose type has been forgotten: openings chosen, players
/// known to be possible.
pub trait Arena: Sync {
    /// What tells the openings of this match from those of any other.
    fn fingerprint(&self) -> String;

    /// A board with two players of its own.
    ///
    /// # Errors
    ///
    /// If a player cannot be made.
    fn table(&self) -> anyhow::Result<Box<dyn Table + '_>>;

    /// The format of records called so, or the game's usual one: what the names
    /// of the files end in.
    ///
    /// # Errors
    ///
    /// [`BadInput`](crate::BadInput) if the game has no such format.
    fn record_format(&self, wanted: Option<&str>) -> anyhow::Result<&'static str>;

    /// The record of a game in a format that there is.
    ///
    /// # Errors
    ///
    /// If the row is not that of a game.
    fn record(&self, row: &Row, format: &str) -> anyhow::Result<String>;
}

/// A board at which one game is played after another.
pub trait Table {
    /// Plays game number `number`: of pair `number / 2`, with A as the first
    /// player if `number` is even.
    fn play(&mut self, number: usize) -> Row;
}
