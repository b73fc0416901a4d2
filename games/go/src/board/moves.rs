//! Moves.

use crate::{Point, Size};

/// A stone on a point, or a pass.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move(u16);

impl Move {
    /// The pass.
    pub const PASS: Self = Self(Point::COUNT as u16);

    /// How many different moves there are on the largest board.
    pub(crate) const INDICES: usize = Point::COUNT + 1;

    /// A stone on this point.
    #[inline]
    pub const fn at(point: Point) -> Self {
        Self(point.index() as u16)
    }

    /// Where the stone goes; `None` for a pass.
    #[inline]
    pub const fn point(self) -> Option<Point> {
        if self.0 == Self::PASS.0 { None } else { Some(Point::new(self.0 as usize)) }
    }

    /// The index of the point, or one that no point has.
    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    /// Writes the move as GTP does: a [point](Point::name), or `pass`.
    pub fn name(self, size: Size) -> String {
        self.point().map_or_else(|| "pass".to_owned(), |point| point.name(size))
    }

    /// Reads a move as GTP writes it; `None` if the text is no move.
    pub fn read(size: Size, text: &str) -> Option<Self> {
        if text.eq_ignore_ascii_case("pass") {
            return Some(Self::PASS);
        }
        Point::read(size, text).map(Self::at)
    }
}

impl From<Point> for Move {
    fn from(point: Point) -> Self {
        Self::at(point)
    }
}
