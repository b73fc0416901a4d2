//! Board sizes, and the geometry that follows from a size alone.

use std::sync::OnceLock;

use crate::{Point, Points};

/// The size of a board: 2 to 25 lines a side.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize)]
pub struct Size(u8);

impl Size {
    /// The smallest size: on a board of one point nobody could play.
    pub const MIN: u8 = 2;
    /// The largest size: beyond it, columns run out of letters.
    pub const MAX: u8 = 25;
    /// The usual size.
    pub const FULL: Self = Self(19);

    /// A board of `side` by `side` lines; `None` unless from 2 to 25.
    pub const fn new(side: usize) -> Option<Self> {
        if side >= Self::MIN as usize && side <= Self::MAX as usize {
            Some(Self(side as u8))
        } else {
            None
        }
    }

    /// Every size.
    pub fn all() -> impl Iterator<Item = Self> {
        (Self::MIN..=Self::MAX).map(Self)
    }

    /// The number of lines.
    #[inline]
    pub const fn side(self) -> usize {
        self.0 as usize
    }

    /// The number of points.
    #[inline]
    pub const fn points(self) -> usize {
        self.side() * self.side()
    }

    /// The geometry of the size, computed once.
    pub(crate) fn geometry(self) -> &'static Geometry {
        const COUNT: usize = (Size::MAX - Size::MIN + 1) as usize;
        static ALL: [OnceLock<Geometry>; COUNT] = [const { OnceLock::new() }; COUNT];
        ALL[usize::from(self.0 - Self::MIN)].get_or_init(|| Geometry::new(self))
    }

    /// The points of the board next to this one, two to four.
    #[inline]
    pub fn neighbors(self, point: Point) -> impl Iterator<Item = Point> {
        self.geometry().around(point)
    }

    /// The points marked with a dot on printed boards (hoshi).
    pub fn dots(self) -> Vec<Point> {
        let side = self.side();
        let line = if side < 12 { 2 } else { 3 };
        // The smallest boards have no such lines, and no dots there.
        let (far, middle) = ((side - 1).saturating_sub(line), side / 2);
        let at = |column, row| Point::at(self, column, row).expect("inside");
        let mut dots = Vec::new();
        if side >= 8 {
            dots.extend([at(line, line), at(far, line), at(line, far), at(far, far)]);
        }
        if side % 2 == 1 {
            dots.push(at(middle, middle));
            if side >= 15 {
                dots.extend([at(middle, line), at(line, middle), at(far, middle), at(middle, far)]);
            }
        }
        dots.sort_unstable();
        dots
    }
}

/// Beyond the board: the neighbour that a point at the edge does not have.
pub(crate) const OUTSIDE: u16 = Point::COUNT as u16;

/// What follows from the size of a board.
#[derive(Debug)]
pub(crate) struct Geometry {
    size: Size,
    /// Indices of the four neighbours of each point; [`OUTSIDE`] for those it
    /// does not have.
    pub(crate) neighbors: [[u16; 4]; Point::COUNT],
    /// The same for the four points diagonally next to it.
    pub(crate) diagonals: [[u16; 4]; Point::COUNT],
    /// Every point of the board.
    pub(crate) board: Points,
    /// All but the first and all but the last column.
    inner: [Points; 2],
}

impl Geometry {
    fn new(size: Size) -> Self {
        let at = |point: Point, right: i32, down: i32| {
            let column = (point.column(size) as i32 + right) as usize;
            let row = (point.row(size) as i32 + down) as usize;
            Point::at(size, column, row).map_or(OUTSIDE, |point| point.index() as u16)
        };
        let mut neighbors = [[OUTSIDE; 4]; Point::COUNT];
        let mut diagonals = neighbors;
        let points = || (0..size.points()).map(Point::new);
        for p in points() {
            neighbors[p.index()] = [at(p, 0, -1), at(p, -1, 0), at(p, 1, 0), at(p, 0, 1)];
            diagonals[p.index()] = [at(p, -1, -1), at(p, 1, -1), at(p, -1, 1), at(p, 1, 1)];
        }
        let last = size.side() - 1;
        let inner = [0, last].map(|column| points().filter(|p| p.column(size) != column).collect());
        Self { size, neighbors, diagonals, board: points().collect(), inner }
    }

    /// The points next to one.
    #[inline]
    pub(crate) fn around(&self, point: Point) -> impl Iterator<Item = Point> + use<> {
        let near = self.neighbors[point.index()];
        near.into_iter().filter(|&i| i != OUTSIDE).map(|i| Point::new(i.into()))
    }

    /// The points diagonally next to one.
    #[inline]
    pub(crate) fn diagonal(&self, point: Point) -> impl Iterator<Item = Point> + use<> {
        let near = self.diagonals[point.index()];
        near.into_iter().filter(|&i| i != OUTSIDE).map(|i| Point::new(i.into()))
    }

    /// The points next to those of a set; some may be in the set themselves.
    #[inline]
    pub(crate) fn beside(&self, set: &Points) -> Points {
        let side = self.size.side();
        let [no_first, no_last] = self.inner;
        let across = (*set & no_last).up(1) | (*set & no_first).down(1);
        (across | set.up(side) | set.down(side)) & self.board
    }

    /// What can be reached from a set by steps inside `room`, including the part of the
    /// set that lies there.
    pub(crate) fn flood(&self, from: &Points, room: &Points) -> Points {
        let mut reached = *from & *room;
        loop {
            let next = reached | (self.beside(&reached) & *room);
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_lie_one_step_away() {
        for size in Size::all() {
            let geometry = size.geometry();
            let mut total = 0;
            for p in geometry.board {
                let near: Points = size.neighbors(p).collect();
                assert_eq!(geometry.beside(&Points::of(p)), near, "{size:?} {p:?}");
                for q in near {
                    let (a, b) = (
                        p.column(size).abs_diff(q.column(size)),
                        p.row(size).abs_diff(q.row(size)),
                    );
                    assert_eq!(a + b, 1);
                    total += 1;
                }
                for q in geometry.diagonal(p) {
                    assert_eq!(p.column(size).abs_diff(q.column(size)), 1);
                    assert_eq!(p.row(size).abs_diff(q.row(size)), 1);
                }
            }
            assert_eq!(total, 4 * size.side() * (size.side() - 1));
        }
    }

    #[test]
    fn sets_flood_through_their_room() {
        let size = Size::new(5).expect("a size");
        let room: Points = size.geometry().board.iter().filter(|p| p.column(size) != 2).collect();
        let from = Points::of(Point::at(size, 0, 4).expect("a point"));
        let reached = size.geometry().flood(&from, &room);
        assert_eq!(reached.len(), 10);
        assert!(reached.iter().all(|p| p.column(size) < 2));
    }

    #[test]
    fn dots_are_where_they_are_printed() {
        for (side, count) in [
            (2, 0),
            (3, 1),
            (4, 0),
            (5, 1),
            (6, 0),
            (7, 1),
            (8, 4),
            (9, 5),
            (13, 5),
            (19, 9),
            (18, 4),
            (25, 9),
        ] {
            assert_eq!(Size::new(side).expect("a size").dots().len(), count, "{side}");
        }
    }
}
