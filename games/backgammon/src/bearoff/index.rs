//! Indices for the positions of a player's checkers near home.
//!
//! Positions of up to `c` checkers on the points 1 to `p` are numbered from 0 (all borne off)
//! without gaps: ordered first by how many checkers are left, then by how many of them are above
//! each of the lower points. An index does not depend on `c`, and every move leads to a smaller
//! one.

use crate::{CHECKERS, Checkers};

/// The most points a database may have.
pub const MAX_POINTS: u8 = 11;

/// `BINOMIAL[n][k]`, the binomial coefficients, for counting sets.
const BINOMIAL: [[u32; 16]; 32] = binomials();

const fn binomials() -> [[u32; 16]; 32] {
    let mut table = [[0; 16]; 32];
    let mut n = 0;
    while n < 32 {
        table[n][0] = 1;
        let mut k = 1;
        while k < 16 && n > 0 {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
}

/// How many positions there are of up to `checkers` checkers on `points`
/// points.
pub(crate) const fn count(points: u8, checkers: u8) -> usize {
    BINOMIAL[points as usize + checkers as usize][points as usize] as usize
}

/// How many positions come before those with `left` checkers above some point, with `points` points
/// above it.
const fn below(left: u8, points: u8) -> u32 {
    if left == 0 { 0 } else { BINOMIAL[left as usize - 1 + points as usize][points as usize] }
}

/// The index of a position, if at most `most` checkers are left and none is beyond `points`.
pub(crate) fn rank(side: Checkers, points: u8, most: u8) -> Option<usize> {
    let mut left = side.in_play();
    if left > most || side.last() > points {
        return None;
    }
    let mut index = 0;
    for point in 0..points {
        index += below(left, points - point);
        left -= side.at(point + 1);
    }
    Some(index as usize)
}

/// The position with this index.
pub(crate) fn unrank(index: usize, points: u8) -> Checkers {
    let mut rest = index as u32;
    let mut counts = [0; 26];
    let mut above = CHECKERS;
    for point in 0..points {
        let fits = |&left: &u8| below(left, points - point) <= rest;
        let left = (0..=above).rev().find(fits).unwrap_or(0);
        rest -= below(left, points - point);
        counts[usize::from(point)] = above - left;
        above = left;
    }
    counts[usize::from(points)] = above;
    Checkers::new(counts).expect("fifteen, as each number is taken from what is left of them")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_no_gaps() {
        for (points, checkers, size) in [(6, 15, 54_264), (6, 6, 924), (8, 4, 495), (11, 3, 364)] {
            assert_eq!(count(points, checkers), size);
            for index in 0..size {
                let side = unrank(index, points);
                assert_eq!(rank(side, points, checkers), Some(index), "{points} by {checkers}");
            }
        }
        assert_eq!(count(11, 15), 7_726_160);
    }

    /// The numbers that GNU Backgammon's `show bearoff` prints.
    #[test]
    fn numbers_are_those_of_gnubg() {
        for (places, index) in [
            (&[(6, 1)][..], 6),
            (&[(6, 2)], 27),
            (&[(1, 1), (6, 1)], 12),
            (&[(2, 1), (5, 1)], 16),
            (&[(3, 3)], 64),
            (&[(1, 6)], 462),
            (&[(1, 15)], 38_760),
            (&[(4, 5), (5, 5), (6, 5)], 54_188),
            (&[(6, 15)], 54_263),
        ] {
            let mut counts = [0; 25];
            places.iter().for_each(|&(point, n)| counts[point - 1] = n);
            let side = Checkers::on_board(counts).expect("at most fifteen");
            assert_eq!(rank(side, 6, 15), Some(index), "{places:?}");
        }
    }

    #[test]
    fn what_is_too_far_or_too_many_has_no_number() {
        assert_eq!(rank(Checkers::START, 11, 15), None);
        assert_eq!(rank(unrank(54_263, 6), 6, 6), None);
    }
}
