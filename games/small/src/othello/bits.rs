//! The discs as a bitboard, and what shifts compute from it.
//!
//! Eight bits per row, the lowest being a1 in the upper left corner, the highest h8. Smaller
//! boards lie in the corner of a1.
//!
//! A line of discs is followed by doubling: from the first disc of a line the second
//! is found by one step, the next two by two steps at once, and so on (a Kogge-Stone
//! parallel-prefix fill).

/// All columns but the outer two. Lines along a row or a diagonal end there at the latest, so
/// that the discs between their ends are never in the outer columns, and no shift wraps around
/// to the next row.
const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;
/// The leftmost column.
const LEFT: u64 = 0x0101_0101_0101_0101;
/// The shifts along the four axes: along a row, down a column, and the two diagonals.
const STEPS: [u32; 4] = [1, 8, 7, 9];

/// The squares of a board of 4, 6 or 8 rows.
pub(super) const fn board(side: u8) -> u64 {
    let row = (1 << side) - 1;
    let columns = LEFT * row;
    if side == 8 { columns } else { columns & ((1 << (8 * side)) - 1) }
}

/// The corners of the board.
pub(super) const fn corners(side: u8) -> u64 {
    let last = side as u32 - 1;
    let row = 1 | 1 << last;
    row | row << (8 * last)
}

/// The squares diagonally adjacent to the corners (X-squares).
pub(super) const fn beside_corners(side: u8) -> u64 {
    let last = side as u32 - 2;
    (1 << 1 | 1 << last) << 8 | (1 << 1 | 1 << last) << (8 * last)
}

/// The four squares on which the game begins.
pub(super) const fn middle(side: u8) -> u64 {
    let low = side as u32 / 2 - 1;
    (3 | 3 << 8) << (8 * low + low)
}

/// Those of `theirs` through which a line along this axis may run.
const fn inside(theirs: u64, step: u32) -> u64 {
    if step == 8 { theirs } else { theirs & INNER }
}

/// Those of `theirs` that lie in an unbroken line from `from`, towards higher bits.
#[inline(always)]
const fn run_up(from: u64, theirs: u64, step: u32) -> u64 {
    let mut run = theirs & from << step;
    run |= theirs & run << step;
    let pairs = theirs & theirs << step;
    run |= pairs & run << (2 * step);
    run | pairs & run << (2 * step)
}

/// The same towards lower bits.
#[inline(always)]
const fn run_down(from: u64, theirs: u64, step: u32) -> u64 {
    let mut run = theirs & from >> step;
    run |= theirs & run >> step;
    let pairs = theirs & theirs >> step;
    run |= pairs & run >> (2 * step);
    run | pairs & run >> (2 * step)
}

/// The squares of `empty` on which a disc of `own` would flip some of `theirs`.
#[inline]
pub(super) fn moves(own: u64, theirs: u64, empty: u64) -> u64 {
    let mut found = 0;
    for step in STEPS {
        let theirs = inside(theirs, step);
        found |= run_up(own, theirs, step) << step | run_down(own, theirs, step) >> step;
    }
    found & empty
}

/// Those of `theirs` that a disc on the square `at` flips.
#[inline]
pub(super) fn turned(at: u64, own: u64, theirs: u64) -> u64 {
    let kept = |run: u64, end: u64| if end & own != 0 { run } else { 0 };
    let mut discs = 0;
    for step in STEPS {
        let theirs = inside(theirs, step);
        let (up, down) = (run_up(at, theirs, step), run_down(at, theirs, step));
        discs |= kept(up, up << step) | kept(down, down >> step);
    }
    discs
}

/// The squares one step along an axis from `set`, both ways, without wrapping around to
/// another row.
const fn beside(set: u64, step: u32) -> u64 {
    let (left, right) = (set & !LEFT, set & !(LEFT << 7));
    match step {
        1 => left >> 1 | right << 1,
        7 => left << 7 | right >> 7,
        9 => left >> 9 | right << 9,
        _ => set << 8 | set >> 8,
    }
}

/// The squares of the largest board from which a step along an axis leaves it.
const fn edge(step: u32) -> u64 {
    let (columns, rows) = (LEFT | LEFT << 7, 0xff | 0xff << 56);
    match step {
        1 => columns,
        8 => rows,
        _ => columns | rows,
    }
}

/// The squares next to `set`.
pub(super) fn neighbours(set: u64) -> u64 {
    STEPS.iter().fold(0, |found, &step| found | beside(set, step))
}

/// Provably stable discs of `own`, which can never be flipped again, found from the corners:
/// along each axis the line is full, or one neighbour is the edge or another such disc.
///
/// A disc found in a position is found in all later ones, too. Without an own disc in a
/// corner nothing is looked for.
pub(super) fn stable(own: u64, filled: u64, side: u8) -> u64 {
    if own & corners(side) == 0 {
        return 0;
    }
    let board = board(side);
    let mut safe = [0; 4];
    for (safe, step) in safe.iter_mut().zip(STEPS) {
        let mut open = board & !filled;
        // The empty squares, spread along the axis: all lines that are not full.
        for _ in 1..side {
            open |= beside(open, step);
        }
        *safe = !open | beside(!board, step) | edge(step);
    }
    let mut found = 0;
    loop {
        let next = safe
            .iter()
            .zip(STEPS)
            .fold(own, |kept, (safe, step)| kept & (safe | beside(found, step)));
        if next == found {
            return found;
        }
        found = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_of_every_board() {
        assert_eq!(board(4), 0x0f0f_0f0f);
        assert_eq!(board(8), !0);
        assert_eq!(corners(4), 0x0900_0009);
        assert_eq!(beside_corners(6), 0x12_0000_1200);
        assert_eq!(neighbours(1), 0x0302);
        assert_eq!(neighbours(1 << 63), 0x40c0 << 48);
    }

    #[test]
    fn a_disc_is_stable_by_its_neighbours() {
        // A corner, the edge next to it, and discs that rest on these.
        assert_eq!(stable(0x07, 0x07, 8), 0x07);
        assert_eq!(stable(0x0307, 0x0307, 8), 0x0307);
        assert_eq!(stable(0x0707, 0x0707, 8), 0x0307);
        // An edge without a corner is not.
        assert_eq!(stable(0x06, 0x06, 8), 0);
        assert_eq!(stable(!0, !0, 8), !0);
    }
}
