//! Points of the board, and their names.

use crate::Size;

/// A point of a board of some [`Size`], counted from the upper left corner,
/// row by row.
///
/// It does not store the size, so the same value is a different point, or none at all, on a
/// board of another size.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Point(u16);

/// The letters of columns: I is left out, as on printed diagrams and in GTP.
const COLUMNS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

impl Point {
    /// The number of points of the largest board: above every index.
    pub const COUNT: usize = Size::MAX as usize * Size::MAX as usize;

    /// The point with this index, which must be below [`COUNT`](Self::COUNT).
    #[inline]
    pub(crate) const fn new(index: usize) -> Self {
        debug_assert!(index < Self::COUNT);
        Self(index as u16)
    }

    /// The point in this column and row, from 0 at the upper left corner;
    /// `None` if the board is smaller.
    #[inline]
    pub const fn at(size: Size, column: usize, row: usize) -> Option<Self> {
        let side = size.side();
        if column < side && row < side { Some(Self::new(row * side + column)) } else { None }
    }

    /// Its place in reading order, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The column, from 0 at the left.
    #[inline]
    pub const fn column(self, size: Size) -> usize {
        self.index() % size.side()
    }

    /// The row, from 0 at the top.
    #[inline]
    pub const fn row(self, size: Size) -> usize {
        self.index() / size.side()
    }

    /// The distance to the nearest edge, 0 on the first line.
    pub fn edge(self, size: Size) -> usize {
        let last = size.side() - 1;
        let (column, row) = (self.column(size), self.row(size));
        column.min(row).min(last - column).min(last - row)
    }

    /// Writes the point as GTP does: the column's letter, without I, and the
    /// row's number from the bottom, as in `D4`.
    pub fn name(self, size: Size) -> String {
        let letter = char::from(COLUMNS[self.column(size)]);
        format!("{letter}{}", size.side() - self.row(size))
    }

    /// Reads a point as [`name`](Self::name) writes it, in either case; `None`
    /// if the text is no point, or the point is not on the board.
    pub fn read(size: Size, text: &str) -> Option<Self> {
        let (&letter, digits) = text.as_bytes().split_first()?;
        let column = COLUMNS.iter().position(|&c| c == letter.to_ascii_uppercase())?;
        if digits.is_empty() || digits[0] == b'0' || !digits.iter().all(u8::is_ascii_digit) {
            return None;
        }
        let number: usize = text[1..].parse().ok()?;
        Self::at(size, column, size.side().checked_sub(number)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(side: usize, text: &str, column: usize, row: usize) {
        let size = Size::new(side).expect("a size");
        let point = Point::at(size, column, row).expect("on the board");
        assert_eq!((point.column(size), point.row(size)), (column, row));
        assert_eq!(point.name(size), text);
        assert_eq!(Point::read(size, text), Some(point));
        assert_eq!(Point::read(size, &text.to_lowercase()), Some(point));
    }

    #[test]
    fn points_are_named_as_in_gtp() {
        check(19, "D4", 3, 15);
        check(19, "Q16", 15, 3);
        check(19, "J10", 8, 9);
        check(9, "H1", 7, 8);
        check(5, "A5", 0, 0);
        check(25, "Z25", 24, 0);
    }

    #[test]
    fn what_is_no_point_is_refused() {
        let size = Size::new(9).expect("a size");
        for text in
            ["", "A", "A0", "A10", "I5", "K1", "5A", "A+5", "A05", "\u{e9}5", "A99999999999"]
        {
            assert_eq!(Point::read(size, text), None, "{text:?}");
        }
    }

    #[test]
    fn distances_to_the_edge() {
        let size = Size::new(19).expect("a size");
        for (name, edge) in [("A1", 0), ("D4", 3), ("K10", 9), ("T10", 0), ("R3", 2)] {
            assert_eq!(Point::read(size, name).expect("a point").edge(size), edge, "{name}");
        }
    }
}
