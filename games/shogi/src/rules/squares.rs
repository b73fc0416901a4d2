//! Sets of squares.

use std::{
    fmt,
    ops::{BitAnd, BitOr, BitOrAssign, BitXor, Not, Sub},
};

use rsshogi::types::{self, Bitboard};
use starboard_core::Player;

use super::convert::{color, square_to};
use crate::Square;

/// A set of squares, in two machine words.
///
/// ```
/// use starboard_shogi::{Square, Squares};
/// let rank: Squares = Square::all().filter(|square| square.rank() == 7).collect();
/// assert_eq!(rank, Squares::rank(7));
/// assert_eq!((rank & Squares::file(2)).iter().map(|square| square.to_string()).collect::<Vec<_>>(), ["2g"]);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Default)]
pub struct Squares(pub(super) Bitboard);

impl Squares {
    /// No square.
    pub const EMPTY: Self = Self(Bitboard::EMPTY);
    /// All 81.
    pub const ALL: Self = Self(Bitboard::ALL);

    /// Only this one.
    #[inline]
    pub fn only(square: Square) -> Self {
        Self(Bitboard::from_square(square_to(square)))
    }

    /// A file, 1 to 9; nothing for other numbers.
    #[inline]
    pub fn file(file: u8) -> Self {
        if !(1..=9).contains(&file) {
            return Self::EMPTY;
        }
        Self(Bitboard::file_mask(types::File::new(file as i8 - 1)))
    }

    /// A rank, 1 to 9; nothing for other numbers.
    #[inline]
    pub fn rank(rank: u8) -> Self {
        if !(1..=9).contains(&rank) {
            return Self::EMPTY;
        }
        Self(Bitboard::rank_mask(types::Rank::new(rank as i8 - 1)))
    }

    /// The three ranks in which this player's pieces promote.
    #[inline]
    pub fn camp_against(player: Player) -> Self {
        Self(Bitboard::promotion_zone(color(player)))
    }

    /// The squares strictly between two on a line; nothing otherwise.
    #[inline]
    pub fn between(a: Square, b: Square) -> Self {
        Self(Bitboard::between(square_to(a), square_to(b)))
    }

    /// Whether the square is in the set.
    #[inline]
    pub fn contains(self, square: Square) -> bool {
        // Which word it is cannot be predicted, so there is no branch.
        let ([low, high], index) = (self.words(), square.index());
        let (word, bit) = if index < 63 { (low, index) } else { (high, index - 63) };
        word >> (bit & 63) & 1 != 0
    }

    /// How many there are.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count()
    }

    /// Whether there are none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        let [low, high] = self.0.parts();
        low | high == 0
    }

    /// The set as bits: the squares of index 0 to 62, then the others.
    #[inline]
    pub(crate) const fn words(self) -> [u64; 2] {
        self.0.parts()
    }

    /// The set with these [words](Self::words).
    #[inline]
    pub(crate) const fn from_words(words: [u64; 2]) -> Self {
        Self(Bitboard::from_parts(words))
    }

    /// The squares, by index. Allocates nothing.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Square> {
        Iter(self.words())
    }
}

/// The squares of [two words](Squares::words) still to come.
struct Iter([u64; 2]);

impl Iterator for Iter {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let Self([low, high]) = self;
        if *low != 0 {
            let square = Square::within(low.trailing_zeros());
            *low &= *low - 1;
            Some(square)
        } else if *high != 0 {
            let square = Square::within(63 + high.trailing_zeros());
            *high &= *high - 1;
            Some(square)
        } else {
            None
        }
    }

    /// A loop for each word, without testing both every time.
    #[inline]
    fn fold<B, F: FnMut(B, Square) -> B>(self, start: B, mut f: F) -> B {
        let (Self([mut low, mut high]), mut value) = (self, start);
        while low != 0 {
            value = f(value, Square::within(low.trailing_zeros()));
            low &= low - 1;
        }
        while high != 0 {
            value = f(value, Square::within(63 + high.trailing_zeros()));
            high &= high - 1;
        }
        value
    }
}

impl FromIterator<Square> for Squares {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | Self::only(square))
    }
}

impl BitAnd for Squares {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Squares {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for Squares {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl BitXor for Squares {
    type Output = Self;
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

/// The squares of the first set that are not in the second.
impl Sub for Squares {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0.and_not(other.0))
    }
}

impl Not for Squares {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(self.0.not())
    }
}

impl fmt::Debug for Squares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
