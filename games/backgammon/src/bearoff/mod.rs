//! The end of the game from databases, made here and kept in files.
//!
//! [`OneSided`] knows how many rolls a player needs, from which follows who
//! wins a race and how often it is a gammon ([`race`](Bearoff::race)); and
//! [`TwoSided`] knows what few checkers on each side are worth, cube included.
//! Both are made by going up from few pips to many. [`Hypergammon`] knows all
//! positions of that game, from its start to the end of it. All come out the same on
//! any number of threads.

mod file;
mod hypergammon;
mod index;
mod make_hyper;
mod make_one;
mod make_two;
mod moves;
mod one_sided;
mod race;
mod store;
mod two_sided;

use std::path::Path;

pub use file::BearoffError;
pub use hypergammon::{Hypergammon, Known};
pub use index::MAX_POINTS;
pub use make_hyper::{Making, Round};
pub use one_sided::{OneSided, PIPS_PER_ROLL, Rolls};
pub use store::cache_directory;
pub use two_sided::{Equities, TwoSided};

use file::{File, Kind};

use crate::{Checkers, Probabilities};

/// The databases that are played by.
#[derive(Debug)]
pub struct Bearoff {
    /// How many rolls a player needs.
    pub one_sided: OneSided,
    /// What few checkers on each side are worth.
    pub two_sided: TwoSided,
    /// What positions of hypergammon are worth, if somebody has made it.
    pub hypergammon: Option<Hypergammon>,
}

impl Bearoff {
    /// The points of the small databases: home.
    pub const POINTS: u8 = 6;
    /// The checkers of the small two-sided database.
    pub const CHECKERS: u8 = 6;

    /// Makes the small databases, fifteen checkers on six points and six on
    /// six; a matter of seconds.
    ///
    /// # Errors
    ///
    /// None in fact: this size can be made.
    pub fn make(threads: usize) -> Result<Self, BearoffError> {
        Ok(Self {
            one_sided: OneSided::make(Self::POINTS, threads, |_| ())?,
            two_sided: TwoSided::make(Self::POINTS, Self::CHECKERS, threads, |_| ())?,
            hypergammon: None,
        })
    }

    /// What is known exactly of a position, for the player on roll at money.
    pub fn exact(&self, mine: Checkers, theirs: Checkers) -> Option<Known> {
        if let Some(equities) = self.two_sided.equities(mine, theirs) {
            let win = (1.0 + equities.cubeless) / 2.0;
            let outcomes = Probabilities { win, ..Probabilities::default() };
            return Some(Known { outcomes, equities, jacoby: equities.centred });
        }
        self.hypergammon.as_ref()?.known(mine, theirs)
    }

    /// How a game is likely to end without a cube, for the player on roll: in hypergammon
    /// as its database knows it, otherwise as [`Bearoff::race`] has it.
    pub fn outcomes(&self, mine: Checkers, theirs: Checkers) -> Option<Probabilities> {
        let known = self.hypergammon.as_ref().and_then(|all| all.known(mine, theirs));
        known.map(|known| known.outcomes).or_else(|| self.race(mine, theirs))
    }

    /// Whether something is known of all that these players can come to.
    pub fn covers(&self, mine: Checkers, theirs: Checkers) -> bool {
        let at_home = |side| self.one_sided.index(side).is_some();
        let known = self.hypergammon.as_ref().is_some_and(|all| all.covers(mine, theirs));
        known || at_home(mine) && at_home(theirs)
    }
}

/// How many positions there are of up to `checkers` checkers on `points` points,
/// as many as fit a number.
pub const fn positions(points: u8, checkers: u8) -> usize {
    if points > MAX_POINTS || checkers > crate::CHECKERS {
        return usize::MAX;
    }
    index::count(points, checkers)
}

/// A database of any kind.
#[derive(Debug)]
pub enum AnyBearoff {
    /// How many rolls a player needs.
    OneSided(OneSided),
    /// What few checkers on each side are worth.
    TwoSided(TwoSided),
    /// What positions of hypergammon are worth.
    Hypergammon(Hypergammon),
}

/// Opens the database at `path`, whatever kind it is, and compares its checksum.
///
/// # Errors
///
/// If it cannot be read, is no such file, or is damaged.
pub fn check(path: &Path) -> Result<AnyBearoff, BearoffError> {
    let file = File::open(path)?;
    file.check()?;
    of_any_kind(file)
}

fn of_any_kind(file: File) -> Result<AnyBearoff, BearoffError> {
    match file.header().kind {
        Kind::OneSided => OneSided::of(file).map(AnyBearoff::OneSided),
        Kind::TwoSided => TwoSided::of(file).map(AnyBearoff::TwoSided),
        Kind::Hypergammon => Hypergammon::of(file).map(AnyBearoff::Hypergammon),
        Kind::Unfinished => Err(file.damaged(
            "it is a database of hypergammon that is not finished; the command that makes it goes \
             on with it",
        )),
    }
}

#[cfg(test)]
mod beside_gnubg;
#[cfg(test)]
mod hyper_tests;
#[cfg(test)]
pub(crate) mod tests;
