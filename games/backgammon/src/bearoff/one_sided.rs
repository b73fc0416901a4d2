//! How many rolls one player needs to bear off.
//!
//! For every position of fifteen checkers or fewer on the lowest points: the probabilities that
//! bearing off all of them takes exactly one roll, two, and so on, when played for the fewest rolls
//! on average; and the same for bearing off the first checker, which saves the gammon.

use std::path::Path;

use super::{
    BearoffError,
    file::{File, Header, Kind},
    index,
};
use crate::{CHECKERS, Checkers};

/// How many pips a roll is worth on average, doubles counted as four dice.
pub const PIPS_PER_ROLL: f64 = 49.0 / 6.0;

/// The bytes of an index entry: where its chances begin, and for both distributions the lowest
/// number of rolls and how many numbers of rolls follow.
pub(super) const ENTRY: usize = 8;
/// The most different numbers of rolls in a distribution, chances too small to keep aside.
pub(super) const WIDEST: usize = 32;

/// The one-sided database.
#[derive(Debug)]
pub struct OneSided {
    file: File,
    points: u8,
    positions: usize,
}

/// The distribution of the number of rolls needed.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Rolls {
    /// The fewest rolls.
    first: u8,
    /// How many consecutive numbers of rolls have a chance.
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
    /// If the file cannot be read or is not a one-sided database; the checksum of a large one is
    /// verified only by [`check`](super::check).
    pub fn open(path: &Path) -> Result<Self, BearoffError> {
        Self::of(File::open(path)?)
    }

    /// Writes the database to `path`, atomically.
    ///
    /// # Errors
    ///
    /// If the file cannot be written to its directory.
    pub fn write(&self, path: &Path) -> Result<(), BearoffError> {
        self.file.write(path)
    }

    /// The points it covers: 6 for the home board only.
    pub const fn points(&self) -> u8 {
        self.points
    }

    /// How many positions it has.
    pub const fn positions(&self) -> usize {
        self.positions
    }

    /// Its size in bytes.
    pub const fn bytes(&self) -> u64 {
        self.file.size()
    }

    /// The index of a position, numbered as in GNU Backgammon; `None` if a checker is too far away.
    pub fn index(&self, side: Checkers) -> Option<usize> {
        index::rank(side, self.points, CHECKERS)
    }

    /// The checksum of its contents.
    pub const fn checksum(&self) -> u32 {
        self.file.checksum()
    }

    /// How many rolls `side` needs to bear off all checkers; `None` if one of them is too far away.
    pub fn rolls(&self, side: Checkers) -> Option<Rolls> {
        Some(self.both(side)?[0])
    }

    /// How many rolls `side` needs to bear off its first checker, 0 if it has; `None` if a checker
    /// is too far away.
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
    /// The distribution of `length` chances from `first` rolls on, as little-endian words; missing
    /// ones are 0.
    pub(super) fn read(first: u8, length: u8, bytes: &[u8]) -> Self {
        let mut chances = [0.0; WIDEST];
        let length = length.min(WIDEST as u8);
        for (chance, &word) in chances.iter_mut().zip(bytes.as_chunks().0).take(length.into()) {
            *chance = f32::from_le_bytes(word);
        }
        Self { first, length, chances }
    }

    /// Each number of rolls in the distribution, with its probability.
    pub fn iter(self) -> impl Iterator<Item = (u32, f64)> {
        let chances = self.chances.into_iter().take(self.length.into());
        (u32::from(self.first)..).zip(chances.map(f64::from))
    }

    /// The mean number of rolls.
    pub fn mean(self) -> f64 {
        self.iter().map(|(rolls, chance)| f64::from(rolls) * chance).sum()
    }

    /// The standard deviation of the number of rolls.
    pub fn deviation(self) -> f64 {
        let mean = self.mean();
        let squares = self.iter().map(|(rolls, chance)| (f64::from(rolls) - mean).powi(2) * chance);
        squares.sum::<f64>().sqrt()
    }

    /// The effective pip count: the mean number of rolls times the pips per roll (Walter Trice,
    /// "Backgammon Boot Camp", 2004).
    pub fn effective_pips(self) -> f64 {
        PIPS_PER_ROLL * self.mean()
    }

    /// The probabilities of needing at least `n` rolls, indexed by `n` from 0 up to the length of
    /// the array; more than that have probability 0.
    pub(crate) fn at_least<const N: usize>(self) -> [f64; N] {
        let mut chances = [0.0; N];
        for (rolls, chance) in self.iter() {
            let end = N.min(rolls as usize + 1);
            chances[..end].iter_mut().for_each(|sum| *sum += chance);
        }
        chances
    }
}
