//! How many rolls one player needs to bear off.
//!
//! For every position of fifteen checkers or fewer on the lowest points: the
//! chance that bearing all of them off takes exactly so many rolls, when played
//! for the fewest rolls on average; and the same for bearing off the first,
//! which is what saves a gammon.

use std::path::Path;

use super::{
    BearoffError,
    file::{File, Header, Kind},
    index,
};
use crate::{CHECKERS, Checkers};

/// How many pips a roll is worth on average, doubles counted fourfold.
pub const PIPS_PER_ROLL: f64 = 49.0 / 6.0;

/// The bytes of an entry in front of the chances: where they begin, and for
/// both distributions the first number of rolls and how many numbers there are.
pub(super) const ENTRY: usize = 8;
/// The most numbers of rolls that a position can need with a chance worth
/// keeping.
pub(super) const WIDEST: usize = 32;

/// The one-sided database.
#[derive(Debug)]
pub struct OneSided {
    file: File,
    points: u8,
    positions: usize,
}

/// The chances of needing so many rolls.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Rolls {
    /// The fewest rolls.
    first: u8,
    /// How many numbers there are from there on.
    length: u8,
    /// Their chances.
    chances: [f32; WIDEST],
}

impl OneSided {
    /// The database in `file`.
    pub(super) fn of(file: File) -> Result<Self, BearoffError> {
        let Header { points, checkers, .. } = file.expect(Kind::OneSided)?;
        let positions = index::count(points, checkers);
        if checkers != CHECKERS || file.length() < (ENTRY * positions) as u64 {
            return Err(file.damaged("its header does not fit its length"));
        }
        Ok(Self { file, points, positions })
    }

    /// Opens the database at `path`; a large one stays on the disk.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or is no such database; the checksum of a
    /// large one is only compared by [`check`](super::check).
    pub fn open(path: &Path) -> Result<Self, BearoffError> {
        Self::of(File::open(path)?)
    }

    /// Writes the database to `path`, atomically.
    ///
    /// # Errors
    ///
    /// If the directory cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), BearoffError> {
        self.file.write(path)
    }

    /// The points it knows: 6 for home only.
    pub const fn points(&self) -> u8 {
        self.points
    }

    /// How many positions it knows.
    pub const fn positions(&self) -> usize {
        self.positions
    }

    /// How many bytes it takes.
    pub const fn bytes(&self) -> u64 {
        self.file.size()
    }

    /// The number of a position, as GNU Backgammon counts; `None` if a checker
    /// is too far.
    pub fn index(&self, side: Checkers) -> Option<usize> {
        index::rank(side, self.points, CHECKERS)
    }

    /// The checksum of all that it knows.
    pub const fn checksum(&self) -> u32 {
        self.file.checksum()
    }

    /// How many rolls `side` needs to bear off all checkers; `None` if one of
    /// them is too far.
    pub fn rolls(&self, side: Checkers) -> Option<Rolls> {
        Some(self.both(side)?[0])
    }

    /// How many rolls `side` needs to bear off the first checker, none if that
    /// is done; `None` if a checker is too far.
    pub fn first_off(&self, side: Checkers) -> Option<Rolls> {
        Some(self.both(side)?[1])
    }

    /// Both distributions; `None`, too, if the file can no longer be read.
    pub(super) fn both(&self, side: Checkers) -> Option<[Rolls; 2]> {
        let at = (ENTRY * self.index(side)?) as u64;
        let mut head = [0; ENTRY];
        self.file.read(at, &mut head).ok()?;
        let [a, b, c, d, first, length, gammon_first, gammon_length] = head;
        let at = (ENTRY * self.positions) as u64 + 4 * u64::from(u32::from_le_bytes([a, b, c, d]));
        let both = usize::from(length) + usize::from(gammon_length);
        let mut bytes = [0; 8 * WIDEST];
        self.file.read(at, bytes.get_mut(..4 * both)?).ok()?;
        let (all, rest) = bytes.split_at(4 * usize::from(length));
        Some([Rolls::read(first, length, all), Rolls::read(gammon_first, gammon_length, rest)])
    }
}

impl Rolls {
    /// The distribution of so many chances from `first` on, little-endian
    /// words; those that are not there are 0.
    pub(super) fn read(first: u8, length: u8, bytes: &[u8]) -> Self {
        let mut chances = [0.0; WIDEST];
        let length = length.min(WIDEST as u8);
        for (chance, &word) in chances.iter_mut().zip(bytes.as_chunks().0).take(length.into()) {
            *chance = f32::from_le_bytes(word);
        }
        Self { first, length, chances }
    }

    /// Each number of rolls that is at all likely, with its chance.
    pub fn iter(self) -> impl Iterator<Item = (u32, f64)> {
        let chances = self.chances.into_iter().take(self.length.into());
        (u32::from(self.first)..).zip(chances.map(f64::from))
    }

    /// The mean.
    pub fn mean(self) -> f64 {
        self.iter().map(|(rolls, chance)| f64::from(rolls) * chance).sum()
    }

    /// The standard deviation.
    pub fn deviation(self) -> f64 {
        let mean = self.mean();
        let squares = self.iter().map(|(rolls, chance)| (f64::from(rolls) - mean).powi(2) * chance);
        squares.sum::<f64>().sqrt()
    }

    /// The effective pip count: how many pips so many rolls are worth when
    /// nothing is wasted (Walter Trice, "Backgammon Boot Camp", 2004).
    pub fn effective_pips(self) -> f64 {
        PIPS_PER_ROLL * self.mean()
    }

    /// The chance of needing at least so many rolls, by number from 0, for as
    /// many as fit; whoever needs more has no chance to.
    pub(crate) fn at_least<const N: usize>(self) -> [f64; N] {
        let mut chances = [0.0; N];
        for (rolls, chance) in self.iter() {
            let end = N.min(rolls as usize + 1);
            chances[..end].iter_mut().for_each(|sum| *sum += chance);
        }
        chances
    }
}
