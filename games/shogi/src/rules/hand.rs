//! What a player holds.

use rsshogi::types;

use super::convert::kind_to;
use crate::Kind;

/// The pieces one player has in hand.
///
/// ```
/// use starboard_core::{Game, Player};
/// use starboard_shogi::{Kind, Shogi};
///
/// let game = Shogi::parse("4k4/9/9/9/9/9/9/9/4K4 b R2Pg 1")?;
/// let hand = game.hand(Player::First);
/// assert_eq!((hand.count(Kind::Pawn), hand.count(Kind::Gold)), (2, 0));
/// assert_eq!(hand.iter().count(), 2);
/// # Ok::<(), starboard_core::NotationError>(())
/// ```
#[derive(Copy, Clone, PartialEq, Eq)]
pub struct Hand(pub(super) types::Hand);

impl Hand {
    /// How many of this kind; 0 for kings and promoted pieces.
    #[inline]
    pub fn count(self, kind: Kind) -> u8 {
        let piece = types::HandPiece::from_piece_type(kind_to(kind));
        piece.map_or(0, |piece| self.0.count(piece) as u8)
    }

    /// How many of each kind that can be held, by its index.
    #[inline]
    pub(crate) fn counts(self) -> [u8; 7] {
        Kind::IN_HAND.map(|kind| self.count(kind))
    }

    /// Whether there is at least one of this kind.
    #[inline]
    pub fn has(self, kind: Kind) -> bool {
        self.0.raw() & BITS[kind.index()] != 0
    }

    /// Whether there is at least one of the kinds with these [bits](Self::bits).
    #[inline]
    pub(crate) const fn has_any(self, bits: u32) -> bool {
        self.0.raw() & bits != 0
    }

    /// The argument of [`has_any`](Self::has_any) for these kinds.
    pub(crate) const fn bits(kinds: &[Kind]) -> u32 {
        let (mut bits, mut i) = (0, 0);
        while i < kinds.len() {
            bits |= BITS[kinds[i].index()];
            i += 1;
        }
        bits
    }

    /// Whether nothing is in hand.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0.raw() == 0
    }

    /// The kinds there are and how many of each, from pawns to golds.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = (Kind, u8)> {
        Kind::IN_HAND.into_iter().filter_map(move |kind| match self.count(kind) {
            0 => None,
            count => Some((kind, count)),
        })
    }

    /// All pieces together.
    pub fn total(self) -> u8 {
        self.iter().map(|(_, count)| count).sum()
    }

    /// Whether this hand has at least as many of every kind as the other.
    pub const fn covers(self, other: Self) -> bool {
        types::Hand::is_equal_or_superior(self.0, other.0)
    }
}

/// The bits of a hand that count the pieces of a kind.
const BITS: [u32; Kind::ALL.len()] = {
    let (mut bits, mut i) = ([0; Kind::ALL.len()], 0);
    while i < Kind::IN_HAND.len() {
        let mut bit = 0;
        while bit < u32::BITS {
            let alone = types::Hand::from_raw(1 << bit);
            if alone.has(kind_to(Kind::IN_HAND[i])) {
                bits[i] |= 1 << bit;
            }
            bit += 1;
        }
        i += 1;
    }
    bits
};

/// An empty hand.
impl Default for Hand {
    fn default() -> Self {
        Self(types::Hand::ZERO)
    }
}

impl std::fmt::Debug for Hand {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}
