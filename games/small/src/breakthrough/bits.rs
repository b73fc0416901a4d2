//! The board as a bitboard, from the point of view of one of the players.
//!
//! Eight bits per row, the lowest bit being the left corner on the player's own side. Smaller
//! boards lie in that corner; bits that a shift moves beyond their edges are not squares.
//! Left and right are the first player's for both players, so that a square is in the same
//! column for either.

/// The first row.
pub(super) const ROW: u64 = 0xff;
/// The first column.
const COLUMN: u64 = 0x0101_0101_0101_0101;

/// The squares of a board of up to eight columns and rows.
pub(super) const fn board(columns: u8, rows: u8) -> u64 {
    let squares = COLUMN * ((1 << columns) - 1);
    if rows == 8 { squares } else { squares & ((1 << (8 * rows)) - 1) }
}

/// The same squares from the other player's point of view.
#[inline(always)]
pub(super) const fn turned(squares: u64, rows: u8) -> u64 {
    squares.swap_bytes() >> (8 * (8 - rows as u32))
}

/// The squares diagonally ahead of `pawns`, to the left and to the right.
#[inline(always)]
pub(super) const fn diagonals(pawns: u64) -> [u64; 2] {
    [(pawns & !COLUMN) << 7, (pawns & !(COLUMN << 7)) << 9]
}

/// The squares from which a pawn captures on one of `squares`.
#[inline(always)]
pub(super) const fn attackers(squares: u64) -> u64 {
    (squares & !(COLUMN << 7)) >> 7 | (squares & !COLUMN) >> 9
}

/// The squares from which a pawn of the other player captures on one of `squares`.
#[inline(always)]
pub(super) const fn attackers_from_above(squares: u64) -> u64 {
    let [left, right] = diagonals(squares);
    left | right
}

/// `squares` and those beside them in the same row.
#[inline(always)]
pub(super) const fn widened(squares: u64) -> u64 {
    squares | (squares & !COLUMN) >> 1 | (squares & !(COLUMN << 7)) << 1
}

/// The squares of a row, counted from 0.
pub(super) const fn row(row: u8) -> u64 {
    ROW << (8 * row as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifts_stay_on_the_board() {
        assert_eq!(board(8, 8), !0);
        assert_eq!(board(5, 4), 0x1f1f_1f1f);
        assert_eq!(turned(0x1f, 5), 0x1f << 32);
        assert_eq!(diagonals(0x81), [0x4000, 0x0200]);
        assert_eq!(attackers(0x8100), 0x42);
        assert_eq!(attackers_from_above(0x81), 0x4200);
        assert_eq!(widened(0x81), 0xc3);
        assert_eq!(row(2), 0xff_0000);
    }
}
