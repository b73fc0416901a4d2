//! Shapes of eye spaces, regardless of their place and orientation on the board.

use std::collections::BTreeSet;

/// The side of the grid that shapes lie on.
const SIDE: u32 = 8;
/// The cells of the first column.
const FIRST: u64 = 0x0101_0101_0101_0101;

/// Connected cells, as the bits of an 8x8 grid, row by row, shifted as far up and left as
/// possible.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Shape {
    /// All of them.
    pub(super) cells: u64,
    /// Those that no stone of the wall touches: their neighbours are cells, too, or off the
    /// board. Only through these does the edge make a difference.
    pub(super) inner: u64,
}

/// The cells beside these, whether they are on the grid's edge or not.
pub(super) const fn beside(cells: u64) -> u64 {
    let (left, right) = (cells >> 1 & !(FIRST << 7), cells << 1 & !FIRST);
    cells << 8 | cells >> 8 | left | right
}

/// The bits of a set, each by itself.
pub(super) fn each(mut cells: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let bit = cells & cells.wrapping_neg();
        cells ^= bit;
        (bit != 0).then_some(bit)
    })
}

/// Where a cell goes in one of the eight symmetries.
const fn turned(cell: u32, symmetry: u32) -> u32 {
    let (mut column, mut row) = (cell % SIDE, cell / SIDE);
    if symmetry & 1 != 0 {
        column = SIDE - 1 - column;
    }
    if symmetry & 2 != 0 {
        row = SIDE - 1 - row;
    }
    if symmetry & 4 != 0 { column * SIDE + row } else { row * SIDE + column }
}

fn turn(cells: u64, symmetry: u32) -> u64 {
    each(cells).fold(0, |all, bit| all | 1 << turned(bit.trailing_zeros(), symmetry))
}

/// How far up and left cells can be moved, as a shift of bits.
fn slack(cells: u64) -> u32 {
    let rows = cells.trailing_zeros() / SIDE;
    let columns = (0..SIDE).find(|&c| cells & FIRST << c != 0).unwrap_or(0);
    rows * SIDE + columns
}

impl Shape {
    /// A shape of these cells, of which those in `inner` touch no wall.
    pub(super) fn new(cells: u64, inner: u64) -> Self {
        let slack = slack(cells);
        Self { cells: cells >> slack, inner: inner >> slack }
    }

    pub(super) const fn len(&self) -> usize {
        self.cells.count_ones() as usize
    }

    fn turned(&self, symmetry: u32) -> Self {
        Self::new(turn(self.cells, symmetry), turn(self.inner, symmetry))
    }

    /// The least of the eight symmetric shapes.
    pub(super) fn least(&self) -> Self {
        (0..8).map(|symmetry| self.turned(symmetry)).min().unwrap_or(*self)
    }

    /// All shapes symmetric to this one; for each of their cells, the number of the corresponding
    /// cell of this one.
    pub(super) fn alike(&self) -> Vec<(Self, Vec<u8>)> {
        let cells: Vec<u32> = each(self.cells).map(u64::trailing_zeros).collect();
        let mut all: Vec<(Self, Vec<u8>)> = Vec::new();
        for symmetry in 0..8 {
            let other = self.turned(symmetry);
            if all.iter().any(|(known, _)| *known == other) {
                continue;
            }
            let slack = slack(turn(self.cells, symmetry));
            let mut places: Vec<(u32, u8)> = cells
                .iter()
                .enumerate()
                .map(|(i, &cell)| (turned(cell, symmetry) - slack, i as u8))
                .collect();
            places.sort_unstable();
            all.push((other, places.into_iter().map(|(_, i)| i).collect()));
        }
        all
    }

    /// All shapes of up to `most` cells, one for each set of symmetric ones, in the open, along
    /// an edge and in a corner.
    pub(super) fn all(most: usize) -> Vec<Self> {
        let mut fixed: BTreeSet<u64> = [1].into();
        let mut found = BTreeSet::new();
        for _ in 0..most {
            for &cells in &fixed {
                let placed = [0, 1, 2, 3].map(|edges| Self::placed(cells, edges).least());
                found.extend(placed);
            }
            fixed = grown(&fixed);
        }
        let mut all: Vec<Self> = found.into_iter().collect();
        all.sort_by_key(|shape| (shape.len(), *shape));
        all
    }

    /// These cells with the left edge beside the first column if `edges` has the bit 1, and
    /// the upper edge above the first row if it has the bit 2.
    fn placed(cells: u64, edges: u32) -> Self {
        let has = |bit: u64, step: i32| {
            let place = bit.trailing_zeros() as i32;
            let (column, row) = (place % SIDE as i32, place / SIDE as i32);
            match step {
                -1 if column == 0 => edges & 1 != 0,
                1 if column == 7 => false,
                -8 if row == 0 => edges & 2 != 0,
                8 if row == 7 => false,
                _ => cells & 1 << (place + step) != 0,
            }
        };
        let inner = each(cells).filter(|&bit| [-1, 1, -8, 8].into_iter().all(|s| has(bit, s)));
        Self::new(cells, inner.fold(0, |all, bit| all | bit))
    }
}

/// All that these become with one cell more.
fn grown(fixed: &BTreeSet<u64>) -> BTreeSet<u64> {
    let mut next = BTreeSet::new();
    for &cells in fixed {
        // A column and a row are kept free above and to the left.
        let cells = cells << (SIDE + 1);
        for bit in each(beside(cells) & !cells) {
            let grown = cells | bit;
            next.insert(grown >> slack(grown));
        }
    }
    next
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_counted() {
        // Free polyominoes, as the literature has them, where the edge makes no difference.
        let open = |cells: usize| {
            let all = Shape::all(cells);
            let mut open: Vec<u64> =
                all.iter().filter(|s| s.len() == cells).map(|s| s.cells).collect();
            open.sort_unstable();
            open.dedup();
            let free: BTreeSet<u64> =
                open.iter().map(|&cells| Shape::new(cells, 0).least().cells).collect();
            free.len()
        };
        assert_eq!([1, 2, 3, 4, 5, 6, 7].map(open), [1, 1, 2, 5, 12, 35, 108]);
    }

    #[test]
    fn shapes_alike_have_the_same_cells() {
        for shape in Shape::all(6) {
            assert_eq!(shape.least(), shape);
            for (other, places) in shape.alike() {
                assert_eq!(other.least(), shape);
                let beside = |shape: &Shape, i: usize, j: usize| {
                    let bits: Vec<u64> = each(shape.cells).collect();
                    super::beside(bits[i]) & bits[j] != 0
                };
                for i in 0..shape.len() {
                    let [a, b] = [i, (i + 1) % shape.len()];
                    let [c, d] = [a, b].map(|i| usize::from(places[i]));
                    assert_eq!(beside(&other, a, b), beside(&shape, c, d));
                }
            }
        }
    }

    #[test]
    fn cells_in_a_corner_touch_no_wall() {
        // Four in a square: in the corner one of them, elsewhere none.
        let square: Vec<_> =
            Shape::all(4).into_iter().filter(|shape| shape.cells == 0x303).collect();
        let inner: Vec<u32> = square.iter().map(|shape| shape.inner.count_ones()).collect();
        assert_eq!(inner, [0, 1]);
    }
}
