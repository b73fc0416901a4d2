//! Runs of `k` squares on an `m` by `m` board, as bitboards.
//!
//! The board has no spare bits between its rows (121 of 128 bits are used), so shifts can
//! wrap around: runs are identified by their first squares, and only those count from which
//! the whole run stays on the board.

use super::LARGEST;

/// The size of the board and how many in a row win.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Shape {
    pub(super) m: u8,
    pub(super) k: u8,
}

const SIZES: usize = LARGEST as usize + 1;

/// The first squares of all runs, for each `m` and `k`, in the order of
/// [`Shape::steps`].
static FIRST: [[[u128; 4]; SIZES]; SIZES] = {
    let mut table = [[[0; 4]; SIZES]; SIZES];
    let mut m = 1;
    while m < SIZES {
        let mut k = 1;
        while k <= m {
            let mut square = 0;
            while square < m * m {
                let (row, column) = (square / m, square % m);
                let (up, right, left) = (row + k <= m, column + k <= m, column + 1 >= k);
                let fits = [right, up, up && right, up && left];
                let mut i = 0;
                while i < 4 {
                    if fits[i] {
                        table[m][k][i] |= 1 << square;
                    }
                    i += 1;
                }
                square += 1;
            }
            k += 1;
        }
        m += 1;
    }
    table
};

/// The leftmost column of each board.
static COLUMN: [u128; SIZES] = {
    let mut table = [0; SIZES];
    let mut m = 1;
    while m < SIZES {
        let mut row = 0;
        while row < m {
            table[m] |= 1 << (row * m);
            row += 1;
        }
        m += 1;
    }
    table
};

impl Shape {
    pub(super) fn board(self) -> u128 {
        (1 << (self.m * self.m)) - 1
    }

    pub(super) fn column(self, column: u8) -> u128 {
        COLUMN[usize::from(self.m)] << column
    }

    pub(super) fn row(self, row: u8) -> u128 {
        ((1 << self.m) - 1) << (row * self.m)
    }

    /// The shifts from a square to the next one of a run: along a row, up a column, and
    /// the two diagonals.
    fn steps(self) -> [u8; 4] {
        [1, self.m, self.m + 1, self.m - 1]
    }

    /// The steps, each with the first squares of its runs.
    pub(super) fn directions(self) -> impl Iterator<Item = (u8, u128)> {
        self.steps().into_iter().zip(FIRST[usize::from(self.m)][usize::from(self.k)])
    }

    /// Whether these stones fill some run.
    pub(super) fn has_run(self, stones: u128) -> bool {
        self.directions().any(|(step, first)| {
            // Double the length as long as it fits, then overlap for the rest.
            let (mut runs, mut length) = (stones, 1);
            while 2 * length <= self.k {
                runs &= runs >> (length * step);
                length *= 2;
            }
            runs & runs >> ((self.k - length) * step) & first != 0
        })
    }

    /// Every square, empty or not, that makes a run with `k - 1` of `stones`.
    pub(super) fn completing(self, stones: u128) -> u128 {
        let k = self.k;
        let mut squares = 0;
        for (step, first) in self.directions() {
            // after[i]: runs all of whose squares from the i-th on are stones.
            let mut after = [!0; SIZES + 1];
            for i in (1..k).rev() {
                after[usize::from(i)] = after[usize::from(i + 1)] & stones >> (i * step);
            }
            let mut before = first;
            for i in 0..k {
                squares |= (before & after[usize::from(i + 1)]) << (i * step);
                before &= stones >> (i * step);
            }
        }
        squares
    }

    /// The first squares of the runs without a stone of `blocker`, for each of
    /// the directions.
    pub(super) fn open(self, blocker: u128) -> [u128; 4] {
        let mut open = [0; 4];
        for (open, (step, first)) in open.iter_mut().zip(self.directions()) {
            *open = (0..self.k).fold(first, |open, i| open & !(blocker >> (i * step)));
        }
        open
    }

    /// How many of these runs hold the square.
    pub(super) fn through(self, runs: &[u128; 4], square: u8) -> u32 {
        let mut count = 0;
        for (runs, step) in runs.iter().zip(self.steps()) {
            for i in (0..self.k).take_while(|i| i * step <= square) {
                count += (runs >> (square - i * step) & 1) as u32;
            }
        }
        count
    }

    /// The board with rows and columns exchanged.
    pub(super) fn transposed(self, stones: u128) -> u128 {
        let m = self.m;
        super::each(stones).fold(0, |out, square| out | 1 << (square % m * m + square / m))
    }
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::*;
    use crate::testing::has_line;

    fn drawn(m: u8, stones: u128) -> String {
        let row = |r| (0..m).map(move |c| if stones >> (r * m + c) & 1 == 1 { 'x' } else { '.' });
        (0..m).map(|r| row(r).collect::<String>()).collect::<Vec<_>>().join("/")
    }

    #[test]
    fn shifts_find_what_looking_finds() {
        let mut rng = starboard_core::rng(11, 0);
        for round in 0..600 {
            let m = rng.random_range(2..=LARGEST);
            let shape = Shape { m, k: rng.random_range(2..=m) };
            let mut stones = rng.random::<u128>() & shape.board();
            if round % 2 == 0 {
                stones &= rng.random::<u128>();
            }
            let runs = |stones| has_line(&drawn(m, stones), 'x', shape.k.into());
            assert_eq!(shape.has_run(stones), runs(stones), "{shape:?} {stones:#x}");
            let open = shape.open(shape.board() & !stones);
            assert_eq!(open != [0; 4], runs(stones), "{shape:?} {stones:#x}");
            let held: u32 = (0..m * m).map(|square| shape.through(&open, square)).sum();
            let all: u32 = open.iter().map(|open| open.count_ones()).sum();
            assert_eq!(held, all * u32::from(shape.k), "{shape:?} {stones:#x}");
            if !runs(stones) {
                let squares = super::super::each(shape.board() & !stones);
                for square in squares {
                    let found = shape.completing(stones) >> square & 1 == 1;
                    assert_eq!(found, runs(stones | 1 << square), "{shape:?} {stones:#x} {square}");
                }
            }
        }
    }
}
