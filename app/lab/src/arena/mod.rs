//! Matches: two players, many games, and how sure one can be of the difference.
//!
//! The two games of a pair begin with the same [`opening`], with sides exchanged and,
//! where there are dice, with the same dice. `referee` plays a game by the game's own
//! rules; a player who breaks them loses. [`Header`] has the settings and [`Row`] the result
//! of a game; [`run()`] plays them as one of the [`runs`](crate::runs) that are logged and
//! can be stopped, resumed and split. [`summary`] and [`report`] turn rows into figures.

mod dice;
mod header;
pub mod opening;
mod records;
mod referee;
pub mod report;
mod row;
mod run;
mod runner;
mod side;
pub mod summary;
#[cfg(test)]
mod tests;

pub use dice::Dice;
pub use header::{Adjudication, Clock, Header, KIND, Side};
pub use opening::{Opening, Openings, wander};
pub use records::RecordFiles;
pub use row::{Cost, Ending, OpeningText, Row};
pub(crate) use run::check_games;
pub use run::{Options, run};
pub use runner::{Arena, GameRunner, record_format, write_record};
pub use side::{PlayerLimits, side};
use starboard::{Move, Position};
use starboard_core::Game;
pub use summary::{Summary, summarise};

/// For games that are played in matches to a number of points: the game that represents a whole
/// match, and its start. An extension of the card.
#[derive(Copy, Clone, Debug)]
pub struct ToPoints {
    /// The name of the game that represents a match.
    pub game: &'static str,
    /// The start of a match to this many points, in that game's notation.
    pub start: fn(u32) -> String,
}

/// The data from which the record of a game is written.
#[derive(Copy, Clone, Debug)]
pub struct Record<'a> {
    /// The number of the game in its match, from 0.
    pub number: usize,
    /// What the first and the second player are called.
    pub names: [&'a str; 2],
    /// Where the game began.
    pub start: &'a Position,
    /// The moves, those of the opening and outcomes of chance included.
    pub moves: &'a [Move],
    /// What the first player scored: 1, ½ or 0.
    pub score: f64,
    /// How the game ended.
    pub ending: &'a Ending,
    /// What the game is worth to the first player, in units, where people count it
    /// [differently](crate::ended) from its rules.
    pub counted: Option<f64>,
}

impl Record<'_> {
    /// The start and the moves of the game's own type.
    ///
    /// # Panics
    ///
    /// If `G` is not the game.
    pub fn typed<G: Game>(&self) -> (G, Vec<G::Move>) {
        let start: &G = self.start.downcast_ref().expect("the game of the record");
        let (mut game, mut options) = (start.clone(), Vec::new());
        let moves = self.moves.iter().map(|m| {
            options.clear();
            game.options(&mut options);
            let m = options[m.0 as usize];
            game.play(m);
            m
        });
        let moves = moves.collect();
        (start.clone(), moves)
    }
}

/// The formats in which a game writes the records of a match: an extension of its card.
/// A game without any writes a plain list of moves.
#[derive(Clone, Debug, Default)]
pub struct Records(Vec<(&'static str, WriteRecord)>);

/// Writes the record of a game of a match.
pub type WriteRecord = fn(&Record<'_>) -> String;

impl Records {
    /// Adds a format, named by the extension of its files. The first one added is the
    /// default.
    #[must_use]
    pub fn with(mut self, extension: &'static str, write: WriteRecord) -> Self {
        self.0.push((extension, write));
        self
    }

    fn names(&self) -> impl Iterator<Item = &'static str> {
        self.0.iter().map(|&(name, _)| name)
    }

    fn get(&self, format: &str) -> Option<WriteRecord> {
        self.0.iter().find(|&&(name, _)| name == format).map(|&(_, write)| write)
    }
}
