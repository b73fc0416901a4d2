//! The board as a word of 128 bits, and where a queen goes on it.
//!
//! Eleven bits a row, the lowest a1; the eleventh is no square and keeps lines from
//! running over into the next row. Smaller boards lie in the corner of a1. What is no
//! square is never empty.

/// The most squares of a side.
pub(super) const MOST: usize = 10;
/// From a square to the one above it.
pub(super) const UP: u32 = MOST as u32 + 1;
/// One more than the highest bit of a square.
pub(super) const SQUARES: usize = MOST * UP as usize;
/// Towards higher bits, the ways that a queen moves; the others are opposite.
const STEPS: [u32; 4] = [1, UP - 1, UP, UP + 1];

/// A square, both numbers from 0, rows from the bottom.
pub(super) const fn square(column: usize, row: usize) -> usize {
    row * UP as usize + column
}

/// The squares of a board.
pub(super) const fn board(columns: usize, rows: usize) -> u128 {
    let (mut squares, mut row) = (0, 0);
    while row < rows {
        squares |= ((1 << columns) - 1) << (row as u32 * UP);
        row += 1;
    }
    squares
}

/// The lines of the largest board from each square, towards higher bits and towards
/// lower ones.
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

/// Where a queen on the square `from` may go over `empty` squares.
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

/// Where queens on any of the squares `from` may go over `empty` squares, and those of
/// `from` that are empty: a line is doubled in length four times (the fill named after
/// Kogge and Stone).
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

/// `set` and the squares next to it.
#[inline(always)]
pub(super) const fn widened(set: u128) -> u128 {
    let row = set | set << 1 | set >> 1;
    row | row << UP | row >> UP
}

/// The bits of a set, from the lowest.
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

    /// The same, step by step.
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
