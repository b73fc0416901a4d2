//! The board as a bitboard of 128 bits, and queen moves on it.
//!
//! Eleven bits per row, the lowest bit being a1; the eleventh bit is not a square and keeps
//! shifts from wrapping around to the next row. Smaller boards lie in the corner of a1. Bits
//! that are not squares never count as empty.

/// The side of the largest board, in squares.
pub(super) const MOST: usize = 10;
/// The shift from a square to the one above it.
pub(super) const UP: u32 = MOST as u32 + 1;
/// One more than the number of the highest bit that is a square.
pub(super) const SQUARES: usize = MOST * UP as usize;
/// The shifts of the queen's directions towards higher bits; the others are their opposites.
const STEPS: [u32; 4] = [1, UP - 1, UP, UP + 1];

/// The bit number of a square; column and row are counted from 0, rows from the bottom.
pub(super) const fn square(column: usize, row: usize) -> usize {
    row * UP as usize + column
}

/// The squares of a board of this size.
pub(super) const fn board(columns: usize, rows: usize) -> u128 {
    let (mut squares, mut row) = (0, 0);
    while row < rows {
        squares |= ((1 << columns) - 1) << (row as u32 * UP);
        row += 1;
    }
    squares
}

/// The rays from each square of the largest board, along each of the [`STEPS`]: towards
/// higher bits and towards lower ones.
static RAYS: [[[u128; 2]; 4]; SQUARES] = {
    let mut rays = [[[0; 2]; 4]; SQUARES];
    let board = board(MOST, MOST);
    let mut from = 0;
    while from < SQUARES {
        let mut way = 0;
        while way < 4 {
            let mut at = (1_u128 << from) & board;
            while at != 0 {
                at = (at << STEPS[way]) & board;
                rays[from][way][0] |= at;
            }
            at = (1_u128 << from) & board;
            while at != 0 {
                at = (at >> STEPS[way]) & board;
                rays[from][way][1] |= at;
            }
            way += 1;
        }
        from += 1;
    }
    rays
};

/// The squares to which a queen on the square `from` can move, given the `empty` squares.
#[inline]
pub(super) fn reach(from: usize, empty: u128) -> u128 {
    let mut found = 0;
    for [up, down] in &RAYS[from] {
        // All bits below the first obstacle, and all above the last one.
        let stops = up & !empty;
        found |= up & stops.wrapping_sub(1) & !stops;
        let stops = down & !empty;
        let above = u128::MAX.checked_shl(u128::BITS - stops.leading_zeros()).unwrap_or(0);
        found |= down & above;
    }
    found
}

/// The squares to which queens on any of the squares `from` can move, given the `empty`
/// squares, and those of `from` that are empty themselves: a Kogge-Stone fill, in which rays
/// double in length up to four times.
#[inline]
pub(super) fn spread(from: u128, empty: u128) -> u128 {
    let mut found = 0;
    for step in STEPS {
        let (mut up, mut way) = (from, empty);
        let (mut down, mut back) = (from, empty);
        for doubled in [step, 2 * step, 4 * step] {
            up |= way & up << doubled;
            way &= way << doubled;
            down |= back & down >> doubled;
            back &= back >> doubled;
        }
        // No line is longer than nine squares.
        found |= up | way & up << (8 * step) | down | back & down >> (8 * step);
    }
    found & empty
}

/// `set` and all squares adjacent to it.
#[inline(always)]
pub(super) const fn widened(set: u128) -> u128 {
    let row = set | set << 1 | set >> 1;
    row | row << UP | row >> UP
}

/// The numbers of the bits of a set, lowest first.
pub(super) fn each(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let lowest = set.trailing_zeros() as usize;
            set &= set - 1;
            lowest
        })
    })
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::*;

    /// The same as [`reach`], square by square.
    fn walked(from: usize, empty: u128) -> u128 {
        let (x, y) = ((from % UP as usize) as i32, (from / UP as usize) as i32);
        let mut found = 0;
        for (dx, dy) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
            let (mut x, mut y) = (x + dx, y + dy);
            while (0..10).contains(&x) && (0..10).contains(&y) {
                let bit = 1 << square(x as usize, y as usize);
                if empty & bit == 0 {
                    break;
                }
                found |= bit;
                (x, y) = (x + dx, y + dy);
            }
        }
        found
    }

    #[test]
    fn rays_and_fills_find_what_walking_finds() {
        let (mut rng, all) = (starboard_core::rng(8, 0), board(MOST, MOST));
        for i in 0..400 {
            let mut empty = all;
            for _ in 0..i % 4 {
                empty &= rng.random::<u128>() | rng.random::<u128>();
            }
            let mut reached = 0;
            for from in each(all & !empty & rng.random::<u128>() & rng.random::<u128>()) {
                assert_eq!(reach(from, empty), walked(from, empty), "{from} {empty:#x}");
                reached |= 1 << from;
            }
            let one = each(all).nth(i % 100).expect("a square");
            for set in [reached, 1 << one] {
                let walked = each(set).fold(set & empty, |all, from| all | walked(from, empty));
                assert_eq!(spread(set, empty), walked, "{set:#x} {empty:#x}");
            }
        }
    }

    #[test]
    fn squares_and_their_neighbours() {
        assert_eq!(board(10, 10).count_ones(), 100);
        assert_eq!(board(4, 5).count_ones(), 20);
        assert_eq!(widened(1 << square(4, 4)).count_ones(), 9);
        assert_eq!(widened(1) & board(MOST, MOST), 0b11 << UP | 0b11);
    }
}
