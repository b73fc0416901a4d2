//! What every position of hypergammon is worth, exactly.
//!
//! Three checkers a side stand in so few ways that all pairs of them fit a table: 3,276
//! times 3,276, a half of them impossible. Each entry is for the player on roll before the
//! roll, at money: how the game ends if nobody doubles and both play as well as can be; and
//! the equities for the places that the cube can be in, if that player does not double this
//! turn and both play and double perfectly from then on.

use std::path::Path;

use super::{
    BearoffError, Equities,
    file::{File, Header, Kind},
};
use crate::{BAR, Checkers, HYPERGAMMON_CHECKERS, Probabilities, Scoring};

/// Words in an entry: five probabilities, then the equities that are not theirs.
pub(super) const WORDS: usize = 9;

/// `SETS[n]`, in how many ways `n` checkers stand on 25 places, the bar among them.
const SETS: [usize; 4] = [1, 25, 325, 2925];

/// What is known of a position, for the player on roll.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub struct Known {
    /// How the game ends without a cube.
    pub outcomes: Probabilities,
    /// What it is worth without and with a cube, in points of the present cube.
    pub equities: Equities,
    /// If both may double and gammons count single until somebody has: Jacoby's rule.
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

/// How many positions a player can have with up to so many checkers left.
pub(super) const fn positions(checkers: u8) -> usize {
    let (mut sum, mut n) = (0, 0);
    while n <= checkers as usize {
        sum += SETS[n];
        n += 1;
    }
    sum
}

/// The number of a position with three checkers in all: by how many are left, then by where
/// the farthest stands, the next, the last.
pub(super) fn number(side: Checkers) -> usize {
    let left = usize::from(side.in_play());
    let mut number: usize = SETS[..left].iter().sum();
    let mut places = side.occupied();
    let mut seen = 0;
    while places != 0 {
        let place = places.trailing_zeros();
        for _ in 0..side.at(place as u8) {
            // The first is one of 25, the second of 26 with itself put aside, and so on.
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

/// All positions of up to `checkers` checkers left of three, by their numbers.
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

    /// Opens the database at `path`; that of three checkers stays on the disk.
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

    /// How many checkers left of a side it knows: three, or fewer.
    pub const fn checkers(&self) -> u8 {
        self.checkers
    }

    /// How many positions a player can have.
    pub const fn positions(&self) -> usize {
        self.positions
    }

    /// How many bytes it takes.
    pub const fn bytes(&self) -> u64 {
        self.file.size()
    }

    /// The checksum of all that it knows.
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

    /// Whether these are few enough checkers of hypergammon.
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
