//! The board as a bitboard, and what shifts compute from it.
//!
//! Seven bits per column, the lowest its bottom square; the seventh is always
//! empty and keeps lines from wrapping around to the next column:
//!
//! ```text
//!  6 13 20 27 34 41 48
//!  5 12 19 26 33 40 47
//!  4 11 18 25 32 39 46
//!  3 10 17 24 31 38 45
//!  2  9 16 23 30 37 44
//!  1  8 15 22 29 36 43
//!  0  7 14 21 28 35 42
//! ```

use super::{COLUMNS, Column, ROWS};

/// The shift from a square to the one above it.
const UP: u32 = ROWS as u32 + 1;
/// The lowest square of each column.
pub(super) const BOTTOM: u64 = {
    let (mut bits, mut column) = (0, 0);
    while column < COLUMNS {
        bits |= 1 << (column as u32 * UP);
        column += 1;
    }
    bits
};
/// Every square.
pub(super) const BOARD: u64 = BOTTOM * ((1 << ROWS) - 1);
/// Rows one, three and five: the squares that fall to the player who is to move on an even
/// number of empty squares, if both merely fill up the columns.
pub(super) const ODD_ROWS: u64 = BOTTOM * 0b01_0101;
/// The shifts along which a line of four may run: up a column, along a row, and the
/// two diagonals.
pub(super) const STEPS: [u32; 4] = [1, UP, UP - 1, UP + 1];

/// The bit of a square; column and row are counted from 0, rows from the bottom.
pub(super) const fn square(column: usize, row: usize) -> u64 {
    1 << (column as u32 * UP + row as u32)
}

/// The squares of a column.
pub(super) const fn column(Column(column): Column) -> u64 {
    ((1 << ROWS) - 1) << (column as u32 * UP)
}

/// The lowest empty square of each column that is not full.
pub(super) const fn landings(filled: u64) -> u64 {
    (filled + BOTTOM) & BOARD
}

/// Whether four of these squares are in a row.
pub(super) fn has_four(stones: u64) -> bool {
    STEPS.iter().any(|&step| {
        let pairs = stones & stones >> step;
        pairs & pairs >> (2 * step) != 0
    })
}

/// The first square of each line of four that lies within `squares`, for each
/// of the [`STEPS`].
pub(super) fn lines(squares: u64) -> [u64; 4] {
    STEPS.map(|step| {
        let pairs = squares & squares >> step;
        pairs & pairs >> (2 * step)
    })
}

/// Every square, empty or not, that makes a line of four with three of
/// `stones`.
pub(super) fn completing(stones: u64) -> u64 {
    let mut squares = 0;
    for step in STEPS {
        let (above, below) = (stones >> step, stones << step);
        let pair_above = above & above >> step;
        let pair_below = below & below << step;
        squares |= pair_above & above >> (2 * step) | pair_below & below << (2 * step);
        squares |= pair_above & below | pair_below & above;
    }
    squares & BOARD
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::*;

    #[test]
    fn shifts_find_what_looking_finds() {
        let mut rng = starboard_core::rng(4, 0);
        for _ in 0..2000 {
            let stones = rng.random::<u64>() & rng.random::<u64>() & BOARD;
            let four = |stones: u64| {
                let on = |c: i32, r: i32| {
                    (0..7).contains(&c)
                        && (0..6).contains(&r)
                        && stones & square(c as usize, r as usize) != 0
                };
                let runs = |c, r, dc, dr| (0..4).all(|i| on(c + i * dc, r + i * dr));
                (0..42).any(|i| {
                    [(1, 0), (0, 1), (1, 1), (1, -1)]
                        .iter()
                        .any(|&(dc, dr)| runs(i % 7, i / 7, dc, dr))
                })
            };
            assert_eq!(has_four(stones), four(stones), "{stones:#x}");
            assert_eq!(lines(stones) != [0; 4], four(stones), "{stones:#x}");
            if !four(stones) {
                for bit in (0..49).map(|i| 1 << i).filter(|bit| BOARD & !stones & bit != 0) {
                    let found = completing(stones) & bit != 0;
                    assert_eq!(found, four(stones | bit), "{stones:#x} {bit:#x}");
                }
            }
        }
    }
}
