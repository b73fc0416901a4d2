//! Bearoff databases, made here and kept in files.
//!
//! [`OneSided`] has the distribution of the rolls that a player needs to bear off, from which
//! follows who wins a race and how often by a gammon ([`race`](Bearoff::race)); and [`TwoSided`]
//! has the equities of positions with few checkers on each side, cube included. Both are made by
//! going up from few pips to many. [`Hypergammon`] has all positions of that game, from its start
//! to its end. All come out the same on any number of threads.

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

/// The databases used in play.
#[derive(Debug)]
pub struct Bearoff {
    /// How many rolls a player needs to bear off.
    pub one_sided: OneSided,
    /// The equities of positions with few checkers on each side.
    pub two_sided: TwoSided,
    /// The database of hypergammon, if it has been made.
    pub hypergammon: Option<Hypergammon>,
}

impl Bearoff {
    /// The points of the small databases: the home board.
    pub const POINTS: u8 = 6;
    /// The checkers of the small two-sided database.
    pub const CHECKERS: u8 = 6;

    /// Makes the small databases, one-sided with fifteen checkers and two-sided with six checkers,
    /// both on six points; this takes seconds.
    ///
    /// # Errors
    ///
    /// None in practice: databases of this size can be made.
    pub fn make(threads: usize) -> Result<Self, BearoffError> {
        Ok(Self {
            one_sided: OneSided::make(Self::POINTS, threads, |_| ())?,
            two_sided: TwoSided::make(Self::POINTS, Self::CHECKERS, threads, |_| ())?,
            hypergammon: None,
        })
    }

    /// What is known exactly of a position in a money game, for the player on roll.
    pub fn exact(&self, mine: Checkers, theirs: Checkers) -> Option<Known> {
        if let Some(equities) = self.two_sided.equities(mine, theirs) {
            let win = (1.0 + equities.cubeless) / 2.0;
            let outcomes = Probabilities { win, ..Probabilities::default() };
            return Some(Known { outcomes, equities, jacoby: equities.centred });
        }
        self.hypergammon.as_ref()?.known(mine, theirs)
    }

    /// The cubeless outcome probabilities, for the player on roll: in hypergammon from its
    /// database, otherwise from [`Bearoff::race`].
    pub fn outcomes(&self, mine: Checkers, theirs: Checkers) -> Option<Probabilities> {
        let known = self.hypergammon.as_ref().and_then(|all| all.known(mine, theirs));
        known.map(|known| known.outcomes).or_else(|| self.race(mine, theirs))
    }

    /// Whether the databases cover every position that can arise from these checkers.
    pub fn covers(&self, mine: Checkers, theirs: Checkers) -> bool {
        let at_home = |side| self.one_sided.index(side).is_some();
        let known = self.hypergammon.as_ref().is_some_and(|all| all.covers(mine, theirs));
        known || at_home(mine) && at_home(theirs)
    }
}

/// How many positions there are of up to `checkers` checkers on `points` points, saturating at the
/// largest number.
pub const fn positions(points: u8, checkers: u8) -> usize {
    if points > MAX_POINTS || checkers > crate::CHECKERS {
        return usize::MAX;
    }
    index::count(points, checkers)
}

/// A database of any kind.
#[derive(Debug)]
pub enum AnyBearoff {
    /// How many rolls a player needs to bear off.
    OneSided(OneSided),
    /// The equities of positions with few checkers on each side.
    TwoSided(TwoSided),
    /// What positions of hypergammon are worth.
    Hypergammon(Hypergammon),
}

/// Opens the database at `path`, whatever its kind, and verifies its checksum.
///
/// # Errors
///
/// If the file cannot be read, is not a database, or is damaged.
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
