//! Exact equities of every position of hypergammon.
//!
//! Three checkers on each side can be placed in so few ways that all pairs fit in a table: 3,276
//! times 3,276, half of them impossible. Each entry is for the player on roll before the roll, in a
//! money game: the outcome probabilities if nobody doubles and both play perfectly; and the
//! equities for each owner of the cube, if that player does not double this turn and both play and
//! double perfectly from then on.

use std::path::Path;

use super::{
    BearoffError, Equities,
    file::{File, Header, Kind},
};
use crate::{BAR, Checkers, HYPERGAMMON_CHECKERS, Probabilities, Scoring};

/// Words in an entry: five probabilities, then the equities that do not follow from these.
pub(super) const WORDS: usize = 9;

/// `SETS[n]` is the number of ways to place `n` checkers on 25 places, the bar included.
const SETS: [usize; 4] = [1, 25, 325, 2925];

/// What is known of a position, for the player on roll.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub struct Known {
    /// The cubeless outcome probabilities.
    pub outcomes: Probabilities,
    /// The equities without and with a cube, in multiples of the present cube.
    pub equities: Equities,
    /// The equity with the cube in the middle under the Jacoby rule: gammons count single until
    /// somebody has doubled.
    pub jacoby: f32,
}

impl Known {
    pub(super) fn from_words(words: [f32; WORDS]) -> Self {
        let [win, wg, wbg, lg, lbg, owned, centred, jacoby, opponents] = words;
        let outcomes = Probabilities::from([win, wg, wbg, lg, lbg]);
        let cubeless = outcomes.equity(Scoring::Money);
        Self { outcomes, equities: Equities { cubeless, owned, centred, opponents }, jacoby }
    }
}

/// The number of positions of one side with up to `checkers` checkers left.
pub(super) const fn positions(checkers: u8) -> usize {
    let (mut sum, mut n) = (0, 0);
    while n <= checkers as usize {
        sum += SETS[n];
        n += 1;
    }
    sum
}

/// The index of a position with three checkers in all: ordered by how many are left, then by the
/// places of the farthest, the next and the last.
pub(super) fn number(side: Checkers) -> usize {
    let left = usize::from(side.in_play());
    let mut number: usize = SETS[..left].iter().sum();
    let mut places = side.occupied();
    let mut seen = 0;
    while places != 0 {
        let place = places.trailing_zeros();
        for _ in 0..side.at(place as u8) {
            // Combinations with repetition: the first checker has one of 25 places, the second one
            // of 26, and so on.
            let n = place as usize - 1 + seen;
            number += match seen {
                0 => n,
                1 => n * (n - 1) / 2,
                _ => n * (n - 1) * (n - 2) / 6,
            };
            seen += 1;
        }
        places &= places - 1;
    }
    number
}

/// All positions with up to `checkers` checkers left of three, in the order of their indices.
pub(super) fn sides(checkers: u8) -> Vec<Checkers> {
    let mut sides = Vec::new();
    let places = 0..=BAR;
    for a in places.clone() {
        for b in a..=BAR {
            for c in b..=BAR {
                let mut counts = [0; 25];
                let here = [a, b, c].into_iter().filter(|&place| place > 0);
                here.for_each(|place| counts[usize::from(place) - 1] += 1);
                let side = Checkers::on_board(counts).and_then(Checkers::of_hypergammon);
                sides.extend(side.ok().filter(|side| side.in_play() <= checkers));
            }
        }
    }
    sides.sort_by_key(|&side| number(side));
    sides
}

/// The database of hypergammon.
#[derive(Debug)]
pub struct Hypergammon {
    file: File,
    checkers: u8,
    positions: usize,
}

impl Hypergammon {
    /// The database in `file`.
    pub(super) fn of(file: File) -> Result<Self, BearoffError> {
        Self::of_kind(file, Kind::Hypergammon)
    }

    /// The database in `file`, finished or not.
    pub(super) fn of_kind(file: File, kind: Kind) -> Result<Self, BearoffError> {
        let Header { checkers, .. } = file.expect(kind)?;
        if checkers > HYPERGAMMON_CHECKERS {
            return Err(file.damaged("its header is impossible"));
        }
        let positions = positions(checkers);
        if file.length() != (4 * WORDS * positions * positions) as u64 {
            return Err(file.damaged("its header does not fit its length"));
        }
        Ok(Self { file, checkers, positions })
    }

    /// Opens the database at `path`; that of three checkers stays on disk.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or is not a hypergammon database; the checksum of a large one is
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

    /// Up to how many checkers left on each side it covers: three, or fewer.
    pub const fn checkers(&self) -> u8 {
        self.checkers
    }

    /// The number of positions of one side.
    pub const fn positions(&self) -> usize {
        self.positions
    }

    /// Its size in bytes.
    pub const fn bytes(&self) -> u64 {
        self.file.size()
    }

    /// The checksum of its contents.
    pub const fn checksum(&self) -> u32 {
        self.file.checksum()
    }

    /// What is known of the position, for the player on roll; `None` if it is not one of
    /// hypergammon, if too many checkers are left, or if the file can no longer be read.
    pub fn known(&self, mine: Checkers, theirs: Checkers) -> Option<Known> {
        if !self.covers(mine, theirs) {
            return None;
        }
        Some(Known::from_words(self.words(number(mine), number(theirs))?))
    }

    /// Whether this is hypergammon, with few enough checkers.
    pub(super) fn covers(&self, mine: Checkers, theirs: Checkers) -> bool {
        let fits = |side: Checkers| {
            side.total() == HYPERGAMMON_CHECKERS && side.in_play() <= self.checkers
        };
        fits(mine) && fits(theirs)
    }

    pub(super) fn words(&self, mine: usize, theirs: usize) -> Option<[f32; WORDS]> {
        self.file.words(mine * self.positions + theirs)
    }
}
