//! Exact equities at the end of a race.
//!
//! For every pair of positions with few checkers near home: the money equity of the player on roll,
//! without a cube and for the three owners of the cube, if that player does not double this turn
//! and both play and double perfectly from then on.

use std::path::Path;

use super::{
    BearoffError,
    file::{File, Header, Kind},
    index,
};
use crate::{Checkers, rules::cube::CubeOwner};

/// The equities for the player on roll, who does not double this turn, in multiples of the present
/// cube.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub struct Equities {
    /// The cubeless equity.
    pub cubeless: f32,
    /// If the player on roll owns the cube.
    pub owned: f32,
    /// If the cube is in the middle.
    pub centred: f32,
    /// If the other player owns the cube.
    pub opponents: f32,
}

impl Equities {
    /// The equities of a game that is over.
    pub(super) const fn certain(points: f32) -> Self {
        Self { cubeless: points, owned: points, centred: points, opponents: points }
    }

    pub(super) const fn as_array(self) -> [f32; 4] {
        [self.cubeless, self.owned, self.centred, self.opponents]
    }

    pub(super) const fn from_array([cubeless, owned, centred, opponents]: [f32; 4]) -> Self {
        Self { cubeless, owned, centred, opponents }
    }

    /// The equity with this owner of the cube, without doubling now.
    pub const fn with(self, owner: CubeOwner) -> f32 {
        match owner {
            CubeOwner::Mine => self.owned,
            CubeOwner::Centred => self.centred,
            CubeOwner::Theirs => self.opponents,
        }
    }

    /// The equity after a double that is taken, in multiples of the cube before it.
    pub fn doubled(self) -> f32 {
        2.0 * self.opponents
    }

    /// The equity with this owner of the cube and the best cube action.
    pub fn best(self, owner: CubeOwner) -> f32 {
        match owner {
            CubeOwner::Theirs => self.opponents,
            CubeOwner::Mine | CubeOwner::Centred => self.with(owner).max(self.doubled().min(1.0)),
        }
    }
}

/// The two-sided database.
#[derive(Debug)]
pub struct TwoSided {
    file: File,
    points: u8,
    checkers: u8,
    positions: usize,
}

impl TwoSided {
    /// The database in `file`.
    pub(super) fn of(file: File) -> Result<Self, BearoffError> {
        let Header { points, checkers, .. } = file.expect(Kind::TwoSided)?;
        let positions = index::count(points, checkers);
        if file.length() != 16 * (positions as u64).pow(2) {
            return Err(file.damaged("its header does not fit its length"));
        }
        Ok(Self { file, points, checkers, positions })
    }

    /// Opens the database at `path`; a large one stays on the disk.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or is not a two-sided database; the checksum of a large one is
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

    /// The points, and the checkers on each side, that it covers.
    pub const fn size(&self) -> (u8, u8) {
        (self.points, self.checkers)
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

    /// The equities of a position, for the player on roll; `None` if there are too many checkers,
    /// one is too far away, a player can still lose a gammon, or the file can no longer be read.
    pub fn equities(&self, mine: Checkers, theirs: Checkers) -> Option<Equities> {
        if mine.off() == 0 || theirs.off() == 0 {
            return None;
        }
        let rank = |side| index::rank(side, self.points, self.checkers);
        let at = rank(mine)? * self.positions + rank(theirs)?;
        self.file.words(at).map(Equities::from_array)
    }
}
