//! How many eyes a space makes, played out in the abstract.
//!
//! A space is a handful of cells. Its owner builds walls on them, and the opponent
//! enters through the cells that are open to it or puts stones inside; each connected region that
//! is closed in the end is an eye. There are no captures and
//! no ataris in this model, so the result is an estimate: the rules
//! of thumb about three in a row, bulky fives and so on follow from it.

use std::collections::HashMap;

use crate::{Board, Point, Points};

/// Larger spaces are judged by their size.
const LARGEST: u32 = 7;
/// This many closed cells with nothing in them make two eyes.
const PLENTY: u32 = 7;
/// How many spaces are remembered.
const KEPT: usize = 1 << 16;

/// Cells as the bits of a grid of eight by eight.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Space {
    /// All of them.
    pub(super) cells: u64,
    /// Those that the opponent can enter from outside.
    pub(super) open: u64,
    /// Those with stones of the opponent's.
    pub(super) filled: u64,
    /// Those which by themselves are an eye only after another move of the owner's.
    pub(super) half: u64,
    /// Those which by themselves are no eye.
    pub(super) none: u64,
}

/// How many eyes there are if the opponent plays first, and if the owner does.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Eyes {
    pub(super) low: u8,
    pub(super) high: u8,
}

impl Eyes {
    const fn both(eyes: u8) -> Self {
        Self { low: eyes, high: eyes }
    }

    /// The eyes of several spaces, with the players taking turns at those that are open.
    pub(super) fn sum(all: impl IntoIterator<Item = Self>) -> Self {
        let (mut low, mut gains) = (0, [0_u8; 3]);
        for eyes in all {
            low += eyes.low;
            gains[usize::from(eyes.high.saturating_sub(eyes.low).min(2))] += 1;
        }
        let [_, ones, twos] = gains;
        // The larger gains go first, by turns.
        let first = 2 * twos.div_ceil(2) + if twos % 2 == 0 { ones.div_ceil(2) } else { ones / 2 };
        let second = 2 * (twos / 2) + if twos % 2 == 0 { ones / 2 } else { ones.div_ceil(2) };
        Self { low: (low + second).min(2), high: (low + first).min(2) }
    }
}

const fn beside(cells: u64) -> u64 {
    const FIRST: u64 = 0x0101_0101_0101_0101;
    cells << 8 | cells >> 8 | (cells << 1 & !FIRST) | (cells >> 1 & !(FIRST << 7))
}

fn flood(from: u64, room: u64) -> u64 {
    let mut reached = from & room;
    loop {
        let next = reached | (beside(reached) & room);
        if next == reached {
            return reached;
        }
        reached = next;
    }
}

/// The bits of a set, each by itself.
fn each(mut cells: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let bit = cells & cells.wrapping_neg();
        cells ^= bit;
        (bit != 0).then_some(bit)
    })
}

impl Space {
    fn part(&self, cells: u64) -> Self {
        let Self { open, filled, half, none, .. } = *self;
        Self {
            cells,
            open: open & cells,
            filled: filled & cells,
            half: half & cells,
            none: none & cells,
        }
    }

    /// With a stone of the opponent's on a cell; `None` where it has no liberty.
    fn entered(&self, cell: u64) -> Option<Self> {
        if self.open & cell == 0 {
            let filled = self.filled | cell;
            return (filled != self.cells).then_some(Self { filled, ..*self });
        }
        // Stones inside that are reached have got out.
        let gone = flood(cell, self.filled | cell);
        let mut next = self.part(self.cells & !gone);
        next.open |= beside(gone) & next.cells & !next.filled;
        Some(next)
    }

    /// With a wall on a cell.
    fn walled(&self, cell: u64) -> Self {
        self.part(self.cells & !cell)
    }
}

/// Counts eyes, and remembers what it has counted.
#[derive(Clone, Debug, Default)]
pub(super) struct Counter {
    known: HashMap<Space, Eyes>,
}

impl Counter {
    /// The eyes of a space, in one part or several.
    pub(super) fn eyes(&mut self, space: &Space) -> Eyes {
        let mut rest = space.cells;
        let mut parts = [Eyes::default(); 64];
        let mut count = 0;
        while rest != 0 {
            let cells = flood(rest & rest.wrapping_neg(), rest);
            rest &= !cells;
            parts[count] = self.part(&space.part(cells));
            count += 1;
        }
        Eyes::sum(parts[..count].iter().copied())
    }

    fn part(&mut self, space: &Space) -> Eyes {
        let count = space.cells.count_ones();
        let inner = (space.cells & !space.open).count_ones();
        if inner == 0 {
            return Eyes::default();
        }
        if space.open == 0 && count == 1 {
            return match () {
                () if space.none != 0 => Eyes::both(0),
                () if space.half != 0 => Eyes { low: 0, high: 1 },
                () => Eyes::both(1),
            };
        }
        if space.open == 0 && count >= PLENTY && space.filled == 0 {
            return Eyes::both(2);
        }
        if count > LARGEST {
            return by_size(inner, space.open.count_ones(), space.filled.count_ones());
        }
        if let Some(&eyes) = self.known.get(space) {
            return eyes;
        }
        if self.known.len() >= KEPT {
            self.known.clear();
        }
        let free = space.cells & !space.filled;
        let closed = u8::from(space.open == 0);
        let (mut low, mut high) = (2, closed);
        for cell in each(free) {
            high = high.max(self.eyes(&space.walled(cell)).low);
            if let Some(next) = space.entered(cell) {
                low = low.min(self.eyes(&next).high);
            }
        }
        // Nobody has to play here.
        let eyes = Eyes { low: low.min(high), high };
        self.known.insert(*space, eyes);
        eyes
    }

    /// The cells on which a player gets the better of a space that is open: the
    /// opponent's, and the owner's.
    pub(super) fn vital(&mut self, space: &Space) -> [u64; 2] {
        let Eyes { low, high } = self.eyes(space);
        let mut vital = [0; 2];
        if low == high || space.cells.count_ones() > LARGEST {
            return vital;
        }
        for cell in each(space.cells & !space.filled) {
            if space.entered(cell).is_some_and(|next| self.eyes(&next).high == low) {
                vital[0] |= cell;
            }
            if self.eyes(&space.walled(cell)).low == high {
                vital[1] |= cell;
            }
        }
        vital
    }
}

/// The eyes of many cells: of two that are open, each player gets one, and what
/// the opponent enters costs the cell behind it.
fn by_size(inner: u32, open: u32, filled: u32) -> Eyes {
    let room = inner.saturating_sub(filled / 2);
    let least = room.saturating_sub(2 * open.div_ceil(2));
    let low = match least {
        6.. => 2,
        2.. => 1,
        _ => 0,
    };
    // Little is known of what the owner makes of it: the benefit of the doubt.
    let most = room.saturating_sub(2 * (open / 2));
    let high = if most >= 3 || inner >= 5 { 2 } else { 1 };
    Eyes { low, high: high.max(low) }
}

/// Where a space lies on the board.
#[derive(Copy, Clone, Debug)]
pub(super) struct Place {
    column: usize,
    row: usize,
}

impl Place {
    /// The place of a set of points, if it fits on the grid.
    pub(super) fn of(board: &Board, points: &Points) -> Option<Self> {
        let size = board.size();
        let (mut low, mut high) = ([usize::MAX; 2], [0; 2]);
        for point in *points {
            for (i, line) in [point.column(size), point.row(size)].into_iter().enumerate() {
                low[i] = low[i].min(line);
                high[i] = high[i].max(line);
            }
        }
        let fits = low.iter().zip(high).all(|(&low, high)| low <= high && high - low < 8);
        fits.then_some(Self { column: low[0], row: low[1] })
    }

    /// The bits of points.
    pub(super) fn cells(self, board: &Board, points: &Points) -> u64 {
        let size = board.size();
        let bit = |p: Point| 1 << (8 * (p.row(size) - self.row) + p.column(size) - self.column);
        points.iter().fold(0_u64, |all, point| all | bit(point))
    }

    /// The points of bits.
    pub(super) fn points(self, board: &Board, cells: u64) -> Points {
        let at = |cell: u64| {
            let bit = cell.trailing_zeros() as usize;
            Point::at(board.size(), self.column + bit % 8, self.row + bit / 8)
        };
        each(cells).filter_map(at).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A space drawn with `.` for a cell, `o` for one that is open, `x` for a
    /// stone of the opponent's and `h`, `f` for cells that alone are half an eye
    /// or none; blanks lie between.
    fn space(rows: &[&str]) -> Space {
        let mut space = Space::default();
        for (y, row) in rows.iter().enumerate() {
            for (x, cell) in row.bytes().enumerate() {
                let bit = 1 << (8 * y + x);
                match cell {
                    b'o' => space.open |= bit,
                    b'x' => space.filled |= bit,
                    b'h' => space.half |= bit,
                    b'f' => space.none |= bit,
                    b'.' => {}
                    _ => continue,
                }
                space.cells |= bit;
            }
        }
        space
    }

    #[track_caller]
    fn check(rows: &[&str], low: u8, high: u8) {
        let eyes = Counter::default().eyes(&space(rows));
        assert_eq!(eyes, Eyes { low, high }, "{rows:?}");
    }

    #[test]
    fn closed_shapes_make_what_everybody_knows() {
        check(&["."], 1, 1);
        check(&[".."], 1, 1);
        check(&["..."], 1, 2);
        check(&[".x."], 1, 1);
        check(&["...."], 2, 2);
        check(&["..", "..", "  "], 1, 1);
        check(&["...", " . "], 1, 2);
        check(&["...", ".. "], 1, 2);
        check(&[" . ", "...", " . "], 1, 2);
        check(&["....."], 2, 2);
        check(&["...", "..."], 2, 2);
        check(&[" . ", "...", " .."], 1, 2);
        check(&[". ."], 2, 2);
    }

    #[test]
    fn stones_inside_take_room() {
        check(&[".x.."], 1, 2);
        check(&[".xx."], 1, 1);
        // The last liberty inside is suicide.
        check(&["x.x"], 2, 2);
    }

    #[test]
    fn open_cells_are_entered_or_closed() {
        check(&["o"], 0, 0);
        check(&[".o"], 0, 1);
        check(&["o.o"], 0, 0);
        check(&["..o"], 1, 1);
        check(&["...o"], 1, 1);
        check(&["....o"], 1, 2);
        check(&[".....o"], 2, 2);
    }

    #[test]
    fn false_eyes_are_none() {
        check(&["f"], 0, 0);
        check(&["h"], 0, 1);
        check(&["h h"], 1, 1);
        check(&["h h h"], 1, 2);
        check(&["f.."], 1, 1);
    }

    #[test]
    fn vital_cells_are_found() {
        let mut counter = Counter::default();
        assert_eq!(counter.vital(&space(&["..."])), [2, 2]);
        assert_eq!(counter.vital(&space(&["...", " . "])), [2, 2]);
        assert_eq!(counter.vital(&space(&["...."])), [0, 0]);
    }
}
