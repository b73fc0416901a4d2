//! Squares of the board.

use std::{fmt, str::FromStr};

use starboard_core::{NotationError, Player};

/// A square of the board, written by USI as its file and the letter of its
/// rank: `7g`.
///
/// Files count from 1 at the first player's right, ranks from 1 (`a`) at the
/// second player's edge.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// How many there are.
    pub const COUNT: usize = 81;

    /// The square with this index, which is nine times the file, from 0, and
    /// the rank, from 0.
    #[inline]
    pub const fn new(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self(index as u8)) } else { None }
    }

    /// The square with this index, which must be below 81.
    #[inline]
    pub(crate) const fn within(index: u32) -> Self {
        debug_assert!(index < Self::COUNT as u32);
        Self(index as u8)
    }

    /// The square on this file and rank, both from 1 to 9.
    #[inline]
    pub const fn at(file: u8, rank: u8) -> Option<Self> {
        if 1 <= file && file <= 9 && 1 <= rank && rank <= 9 {
            Some(Self((file - 1) * 9 + rank - 1))
        } else {
            None
        }
    }

    /// All squares, by index.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..Self::COUNT as u8).map(Self)
    }

    /// All squares in reading order: rank by rank from `a`, each from file 9.
    pub fn reading() -> impl Iterator<Item = Self> {
        (0..9).flat_map(|rank| (0..9).rev().map(move |file| Self(file * 9 + rank)))
    }

    /// The index, below 81.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The file, 1 to 9.
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 / 9 + 1
    }

    /// The rank, 1 to 9.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 % 9 + 1
    }

    /// The rank as `player` counts, 1 being the far edge: 1 to 3 are where
    /// that player's pieces promote.
    #[inline]
    pub const fn rank_for(self, player: Player) -> u8 {
        match player {
            Player::First => self.rank(),
            Player::Second => 10 - self.rank(),
        }
    }

    /// The same square as the other player sees it, on the rotated board.
    #[inline]
    pub const fn rotated(self) -> Self {
        Self(Self::COUNT as u8 - 1 - self.0)
    }

    /// The reflection of `other` in this square, if it is on the board.
    pub(crate) const fn opposite(self, other: Self) -> Option<Self> {
        let (file, rank) = (2 * self.file(), 2 * self.rank());
        Self::at(file.wrapping_sub(other.file()), rank.wrapping_sub(other.rank()))
    }

    /// How many steps a king needs from here to there.
    #[inline]
    pub const fn distance(self, other: Self) -> u8 {
        let files = self.file().abs_diff(other.file());
        let ranks = self.rank().abs_diff(other.rank());
        if files > ranks { files } else { ranks }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file(), char::from(b'a' + self.rank() - 1))
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Square {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        match text.as_bytes() {
            &[file @ b'1'..=b'9', rank @ b'a'..=b'i'] => {
                Ok(Self((file - b'1') * 9 + (rank - b'a')))
            }
            _ => Err(NotationError::unexpected("a square, 1a to 9i", text)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_numbered_by_file_and_rank() {
        for (i, square) in Square::all().enumerate() {
            assert_eq!((square.index(), Square::new(i)), (i, Some(square)));
            assert_eq!(Square::at(square.file(), square.rank()), Some(square));
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(square.rotated().rotated(), square);
            assert_eq!(square.rank_for(Player::Second), square.rotated().rank());
        }
        let corners: Vec<_> = Square::reading().step_by(8).take(2).collect();
        assert_eq!(format!("{corners:?}"), "[9a, 1a]");
        assert_eq!((Square::new(81), Square::at(0, 1), Square::at(1, 10)), (None, None, None));
        for bad in ["", "7", "7j", "0a", "7gg", "7é"] {
            assert!(bad.parse::<Square>().is_err(), "{bad}");
        }
    }

    #[test]
    fn distance_is_a_kings() {
        for (a, b, steps) in [("5e", "5e", 0), ("5e", "6d", 1), ("9a", "1i", 8), ("2c", "5d", 3)] {
            let [a, b] = [a, b].map(|text| text.parse::<Square>().expect("a square"));
            assert_eq!((a.distance(b), b.distance(a)), (steps, steps), "{a} {b}");
        }
    }
}
