//! The end of the game from databases, made here and kept in files.
//!
//! [`OneSided`] knows how many rolls a player needs, from which follows who
//! wins a race and how often it is a gammon ([`race`](Bearoff::race)); and
//! [`TwoSided`] knows what few checkers on each side are worth, cube included.
//! Both are made by going up from few pips to many, and come out the same on
//! any number of threads.

mod file;
mod index;
mod make_one;
mod make_two;
mod moves;
mod one_sided;
mod race;
mod store;
mod two_sided;

use std::path::Path;

pub use file::BearoffError;
pub use index::MAX_POINTS;
pub use one_sided::{OneSided, PIPS_PER_ROLL, Rolls};
pub use store::cache_directory;
pub use two_sided::{Equities, TwoSided};

use file::{File, Kind};

/// Both databases.
#[derive(Debug)]
pub struct Bearoff {
    /// How many rolls a player needs.
    pub one_sided: OneSided,
    /// What few checkers on each side are worth.
    pub two_sided: TwoSided,
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
        })
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

/// A database of either kind.
#[derive(Debug)]
pub enum AnyBearoff {
    /// How many rolls a player needs.
    OneSided(OneSided),
    /// What few checkers on each side are worth.
    TwoSided(TwoSided),
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
    }
}

#[cfg(test)]
mod beside_gnubg;
#[cfg(test)]
pub(crate) mod tests;
