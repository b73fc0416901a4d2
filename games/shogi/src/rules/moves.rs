//! Moves.

use std::fmt;

use rsshogi::types;

use super::convert::{color, kind_from, kind_to, player, square_from, square_to};
use crate::{Kind, Square};
use starboard_core::Player;

/// A move of a piece on the board, a drop from the hand, or the declaration that the king has
/// entered the enemy's camp and wins; 4 bytes.
///
/// Displays as USI writes it: `7g7f`, `8h2b+`, `P*5e`, `win`.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Move(pub(super) types::Move32);

impl Move {
    /// The declaration of a win by an entered king.
    pub const DECLARATION: Self = Self(types::Move32::MOVE_WIN);
    /// A pass of the turn, which is no move of the game.
    pub(crate) const PASS: Self = Self(types::Move32::MOVE_NULL);

    /// The move of a piece on the board, `kind` before it, with a promotion or without.
    pub(crate) fn step(
        player: Player,
        kind: Kind,
        from: Square,
        to: Square,
        promotes: bool,
    ) -> Self {
        let piece = types::Piece::from_parts(color(player), kind_to(kind));
        let (from, to) = (square_to(from), square_to(to));
        Self(if promotes {
            types::Move32::promotion(from, to, piece)
        } else {
            types::Move32::normal(from, to, piece)
        })
    }

    /// The drop of a piece.
    pub(crate) fn drop(player: Player, kind: Kind, to: Square) -> Self {
        Self(types::Move32::drop(kind_to(kind), square_to(to), color(player)))
    }

    /// Whether a piece moves or is dropped: anything but the declaration.
    #[inline]
    pub fn is_played(self) -> bool {
        // All others are numbers of 16 bits, without a piece.
        self.0.raw() >> 16 != 0
    }

    /// Where a piece comes from; `None` for a drop and for the declaration.
    #[inline]
    pub fn from(self) -> Option<Square> {
        (self.is_played() && !self.0.is_drop()).then(|| square_from(self.0.from_sq()))
    }

    /// Where it goes; `None` for the declaration.
    #[inline]
    pub fn to(self) -> Option<Square> {
        self.is_played().then(|| square_from(self.0.to_sq()))
    }

    /// What it is when it gets there; `None` for the declaration.
    #[inline]
    pub fn kind_after(self) -> Option<Kind> {
        kind_from(self.0.piece_after_move().piece_type())
    }

    /// What it was before; `None` for the declaration.
    #[inline]
    pub fn kind_before(self) -> Option<Kind> {
        let kind = self.kind_after()?;
        Some(if self.promotes() { kind.base() } else { kind })
    }

    /// Whose move it is; meaningless for the declaration.
    #[inline]
    pub(crate) fn player(self) -> Player {
        player(self.0.piece_after_move().color())
    }

    /// Whether the piece is promoted by it.
    #[inline]
    pub fn promotes(self) -> bool {
        self.is_played() && self.0.is_promotion()
    }

    /// What is dropped, if it is a drop.
    #[inline]
    pub fn dropped(self) -> Option<Kind> {
        if self.0.is_drop() { self.kind_after() } else { None }
    }

    /// Whether a pawn, bishop or rook, or a lance on the second rank, could promote and does
    /// not: legal, and of no use except to avoid a mate by a pawn drop and in similar cases.
    /// Engines leave such moves out; an ordering may put them last.
    #[inline]
    pub fn declines_promotion(self) -> bool {
        let (Some(kind), Some(from), Some(to)) = (self.kind_after(), self.from(), self.to()) else {
            return false;
        };
        let player = self.player();
        match kind {
            Kind::Pawn => to.rank_for(player) <= 3,
            Kind::Lance => to.rank_for(player) == 2,
            Kind::Bishop | Kind::Rook => from.rank_for(player) <= 3 || to.rank_for(player) <= 3,
            _ => false,
        }
    }

    /// Whether the piece is of a kind of which a move may decline a promotion:
    /// a quick test, never wrong when it says no.
    #[inline]
    pub(crate) fn may_decline(self) -> bool {
        const KINDS: u32 = {
            let kinds = [Kind::Pawn, Kind::Lance, Kind::Bishop, Kind::Rook];
            let (mut set, mut i) = (0, 0);
            while i < kinds.len() {
                set |= 1 << kind_to(kinds[i]).raw();
                i += 1;
            }
            set
        };
        KINDS >> (self.0.piece_after_move().piece_type().raw() & 15) & 1 != 0
    }

    /// The number of values of [`index`](Self::index).
    pub const INDICES: usize = STEPS + Kind::IN_HAND.len() * Square::COUNT + 1;

    /// A number below [`INDICES`](Self::INDICES), different for any two moves of a position:
    /// first come the moves on the board, by whether they promote, origin and target; then the
    /// drops, by kind and target; then the declaration. Both players use the same numbers.
    #[inline]
    pub fn index(self) -> usize {
        if !self.is_played() {
            return Self::INDICES - 1;
        }
        usize::from(ROWS[usize::from(self.0.raw() as u16 >> 7)]) + self.0.to_index()
    }

    /// Whether it puts a piece on the board.
    #[inline]
    pub(crate) fn is_drop(self) -> bool {
        self.0.is_drop()
    }

    /// Whether it promotes a piece; [`promotes`](Self::promotes) for moves of
    /// pieces.
    #[inline]
    pub(crate) fn is_promotion(self) -> bool {
        self.0.is_promotion()
    }

    /// The origin and target of a move on the board; meaningless for other moves.
    #[inline]
    pub(crate) fn squares(self) -> (Square, Square) {
        let square = |index: usize| Square::within(index as u32);
        (square(self.0.from_index()), square(self.0.to_index()))
    }
}

/// The first number of the moves that differ only in their target: by their bits above those of
/// the square.
static ROWS: [u16; 1 << 9] = {
    let mut rows = [0; 1 << 9];
    let mut from = 0;
    while from < Square::COUNT {
        rows[from] = (from * Square::COUNT) as u16;
        let promotes = types::Move::MOVE_PROMOTE as usize >> 7;
        rows[promotes | from] = ((Square::COUNT + from) * Square::COUNT) as u16;
        from += 1;
    }
    // Kinds are numbered from 1 there.
    let (drops, mut kind) = (types::Move::MOVE_DROP as usize >> 7, 0);
    while kind < Kind::IN_HAND.len() {
        rows[drops | (kind + 1)] = (STEPS + kind * Square::COUNT) as u16;
        kind += 1;
    }
    rows
};

/// Moves on the board, with and without promotion.
const STEPS: usize = 2 * Square::COUNT * Square::COUNT;

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(to) = self.to() else {
            return f.write_str(if *self == Self::DECLARATION { "win" } else { "pass" });
        };
        match (self.from(), self.dropped()) {
            (Some(from), _) => {
                write!(f, "{from}{to}{}", if self.promotes() { "+" } else { "" })
            }
            (None, dropped) => write!(f, "{}*{to}", dropped.map_or('?', Kind::letter)),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
