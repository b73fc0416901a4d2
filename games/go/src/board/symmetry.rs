//! The eight symmetries of the board.

use crate::{Point, Points, Size};

/// A rotation or reflection of the board, one of eight.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Symmetry(u8);

impl Symmetry {
    /// All eight, the identity first.
    pub fn all() -> impl ExactSizeIterator<Item = Self> + Clone {
        (0..8).map(Self)
    }

    /// The image of a point.
    #[inline]
    pub fn point(self, size: Size, point: Point) -> Point {
        let last = size.side() - 1;
        let (mut column, mut row) = (point.column(size), point.row(size));
        if self.0 & 1 != 0 {
            column = last - column;
        }
        if self.0 & 2 != 0 {
            row = last - row;
        }
        if self.0 & 4 != 0 {
            (column, row) = (row, column);
        }
        Point::new(row * size.side() + column)
    }

    /// The image of a set of points.
    pub fn points(self, size: Size, points: &Points) -> Points {
        points.iter().map(|point| self.point(size, point)).collect()
    }

    /// The inverse symmetry.
    #[must_use]
    pub fn inverse(self) -> Self {
        // Mirroring both ways and across the diagonal, the two mirrors change
        // places on the way back.
        match self.0 {
            5 => Self(6),
            6 => Self(5),
            other => Self(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_leads_somewhere_else_and_back() {
        let size = Size::new(7).expect("a size");
        let corner = Point::at(size, 1, 0).expect("a point");
        let images: Points = Symmetry::all().map(|s| s.point(size, corner)).collect();
        assert_eq!(images.len(), 8);
        for symmetry in Symmetry::all() {
            let all = symmetry.points(size, &size.geometry().board);
            assert_eq!(all, size.geometry().board);
            for p in all {
                let image = symmetry.point(size, p);
                assert_eq!(symmetry.inverse().point(size, image), p, "{symmetry:?}");
                let near: Points = size.neighbors(p).collect();
                let beside: Points = size.neighbors(image).collect();
                assert_eq!(symmetry.points(size, &near), beside);
            }
        }
    }
}
