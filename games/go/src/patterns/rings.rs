//! Shapes around a point: what lies within a distance, identified by a hash that is the
//! same under all eight symmetries, and for both colours, since stones are seen from the mover's
//! side.
//!
//! The distance is that of Coulom (2007, section 3.1) and of Stern, Herbrich and
//! Graepel (2006), `|dx| + |dy| + max(|dx|, |dy|)`: shapes grow from a cross into something
//! round. The largest reaches six lines out and covers 105 points.

use std::sync::OnceLock;

use starboard_core::mix;

use crate::{Board, Color, Point, Size};

/// The distances of the smallest shape, and of the largest.
pub(super) const FIRST: usize = 2;
pub(super) const LAST: usize = 12;

/// The number of points in the largest shape, without the one in the middle.
const COUNT: usize = 104;
/// How far the largest shape reaches.
const REACH: usize = 6;
/// Points of a row, edges included.
const PITCH: usize = Size::MAX as usize + 2 * REACH;

/// What is on a point, for the mover.
const EMPTY: u8 = 0;
const OWN: u8 = 1;
const OTHER: u8 = 2;
const EDGE: u8 = 3;
/// For stones next to the middle, liberties count too: one, two, or more. So there are this many
/// kinds of the mover's stones, followed by as many of the opponent's.
const LIBERTIES: u8 = 3;
const OWN_BESIDE: u8 = 4;
const OTHER_BESIDE: u8 = OWN_BESIDE + LIBERTIES;
/// The stone that was played last.
const ANSWERED: u8 = OTHER_BESIDE + LIBERTIES;
/// More than there are of these.
const KINDS: usize = 16;

/// A shape as it looks under each of the eight symmetries.
pub(super) type Hashes = [u64; 8];

/// The distance of a point from the middle of a shape.
#[inline]
pub(super) fn distance(size: Size, a: Point, b: Point) -> usize {
    let across = a.column(size).abs_diff(b.column(size));
    let along = a.row(size).abs_diff(b.row(size));
    across + along + across.max(along)
}

/// The points of shapes in the order of their distance, and their hash keys.
struct Rings {
    /// Where each point lies in a [`Grid`] as seen from the middle.
    offsets: [isize; COUNT],
    /// How many points lie within each distance.
    ends: [usize; LAST + 1],
    /// A row for each point and kind.
    keys: Vec<Hashes>,
}

fn rings() -> &'static Rings {
    static RINGS: OnceLock<Rings> = OnceLock::new();
    RINGS.get_or_init(Rings::new)
}

/// The key of what lies so far right of the middle and below it.
fn key(right: isize, down: isize, kind: u8) -> u64 {
    let place = (right + 32) as u64 | ((down + 32) as u64) << 8;
    mix(mix(place | u64::from(kind) << 16))
}

/// The images of a step under the eight symmetries.
fn images(right: isize, down: isize) -> [(isize, isize); 8] {
    [0, 1, 2, 3, 4, 5, 6, 7].map(|symmetry| {
        let right = if symmetry & 1 == 0 { right } else { -right };
        let down = if symmetry & 2 == 0 { down } else { -down };
        if symmetry & 4 == 0 { (right, down) } else { (down, right) }
    })
}

fn hashes(right: isize, down: isize, kind: u8) -> Hashes {
    images(right, down).map(|(right, down)| key(right, down, kind))
}

impl Rings {
    fn new() -> Self {
        let reach = REACH as isize;
        let all =
            (-reach..=reach).flat_map(|down| (-reach..=reach).map(move |right| (right, down)));
        let far = |(right, down): (isize, isize)| {
            (right.abs() + down.abs() + right.abs().max(down.abs())) as usize
        };
        let mut steps: Vec<_> = all.filter(|&step| (FIRST..=LAST).contains(&far(step))).collect();
        steps.sort_by_key(|&step| far(step));
        let mut offsets = [0; COUNT];
        let mut ends = [0; LAST + 1];
        let mut keys = Vec::with_capacity(COUNT * KINDS);
        for (i, &(right, down)) in steps.iter().enumerate() {
            offsets[i] = down * PITCH as isize + right;
            (far((right, down))..=LAST).for_each(|distance| ends[distance] = i + 1);
            keys.extend((0..KINDS as u8).map(|kind| hashes(right, down, kind)));
        }
        Self { offsets, ends, keys }
    }
}

/// A board with a margin, from the mover's point of view, from which shapes are read.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    size: Size,
    cells: [u8; PITCH * PITCH],
    /// The same with the liberties of stones.
    beside: [u8; PITCH * PITCH],
    rings: &'static [Hashes],
    last: Option<Point>,
}

impl Grid {
    pub(super) fn new() -> Self {
        let cells = [EDGE; PITCH * PITCH];
        let rings = &rings().keys;
        Self { size: Size::FULL, cells, beside: cells, rings, last: None }
    }

    /// Copies a board; `last` is the stone that was played last.
    pub(super) fn set(&mut self, board: &Board, mover: Color, last: Option<Point>) {
        self.size = board.size();
        self.last = last;
        self.cells.fill(EDGE);
        self.beside.fill(EDGE);
        for point in board.all() {
            let at = self.at(point);
            let (cell, beside) = match board.at(point) {
                None => (EMPTY, EMPTY),
                Some(color) => {
                    let liberties = (board.liberty_count(point) as u8).clamp(1, LIBERTIES) - 1;
                    if color == mover {
                        (OWN, OWN_BESIDE + liberties)
                    } else {
                        (OTHER, OTHER_BESIDE + liberties)
                    }
                }
            };
            self.cells[at] = cell;
            self.beside[at] = beside;
        }
    }

    #[inline]
    fn at(&self, point: Point) -> usize {
        (point.row(self.size) + REACH) * PITCH + point.column(self.size) + REACH
    }

    /// Goes through the shapes around a point from the smallest on, and calls
    /// `see` with the distance and the key of each, until it returns false.
    #[inline]
    pub(super) fn shapes(&self, point: Point, mut see: impl FnMut(usize, u64) -> bool) {
        let mut hashes = Hashes::default();
        for distance in FIRST..=LAST {
            self.grow(point, distance, &mut hashes);
            if !see(distance, canonical(&hashes, distance)) {
                return;
            }
        }
    }

    /// The same for shapes in which the stone that was played last is marked,
    /// from the smallest that contains it up to the distance `most`.
    #[inline]
    pub(super) fn answers(
        &self,
        point: Point,
        most: usize,
        mut see: impl FnMut(usize, u64) -> bool,
    ) {
        let Some(last) = self.last else { return };
        let first = distance(self.size, point, last).max(FIRST);
        if first > most {
            return;
        }
        let right = last.column(self.size) as isize - point.column(self.size) as isize;
        let down = last.row(self.size) as isize - point.row(self.size) as isize;
        let mut hashes = hashes(right, down, ANSWERED);
        for distance in FIRST..=most {
            self.grow(point, distance, &mut hashes);
            if distance >= first && !see(distance, canonical(&hashes, distance)) {
                return;
            }
        }
    }

    /// Adds what lies at a distance.
    #[inline]
    fn grow(&self, point: Point, distance: usize, hashes: &mut Hashes) {
        let rings = rings();
        let middle = self.at(point);
        let cells = if distance == FIRST { &self.beside } else { &self.cells };
        for i in rings.ends[distance - 1]..rings.ends[distance] {
            let kind = cells[middle.wrapping_add_signed(rings.offsets[i])];
            if kind != EMPTY {
                let keys = &self.rings[i * KINDS + usize::from(kind)];
                hashes.iter_mut().zip(keys).for_each(|(hash, key)| *hash ^= key);
            }
        }
    }
}

/// The same for all symmetries of a shape.
#[inline]
fn canonical(hashes: &Hashes, distance: usize) -> u64 {
    let least = hashes.iter().fold(u64::MAX, |least, &hash| least.min(hash));
    mix(least ^ (distance as u64) << 56)
}

#[cfg(test)]
mod tests {
    use starboard_core::Game;

    use super::*;
    use crate::{Go, Symmetry};

    fn keys(game: &Go, point: Point, last: Option<Point>) -> Vec<u64> {
        let mut grid = Grid::new();
        grid.set(game.board(), game.color(), last);
        let mut keys = Vec::new();
        grid.shapes(point, |_, key| {
            keys.push(key);
            true
        });
        grid.answers(point, 10, |_, key| {
            keys.push(key);
            true
        });
        keys
    }

    #[test]
    fn shapes_are_the_same_from_every_side() {
        let game = Go::parse("13x13 b 7 moves D4 C3 D3 C4 C5 B5 C6 K10 L11 G7").expect("a game");
        let turned = game.mirrored().expect("turned colours");
        let size = game.size();
        let last = Point::read(size, "G7");
        for point in game.board().empty() {
            let found = keys(&game, point, last);
            assert_eq!(keys(&turned, point, last), found);
            for symmetry in Symmetry::all() {
                let [black, white] =
                    Color::BOTH.map(|color| symmetry.points(size, game.board().stones(color)));
                let image = Go::from_stones(size, &black, &white, game.color(), game.rules());
                let image = image.expect("a position");
                let last = last.map(|last| symmetry.point(size, last));
                assert_eq!(keys(&image, symmetry.point(size, point), last), found, "{symmetry:?}");
            }
        }
    }

    #[test]
    fn shapes_see_as_far_as_they_reach() {
        let game = Go::parse("19x19").expect("a board");
        let size = game.size();
        let middle = Point::read(size, "K10").expect("a point");
        let empty = keys(&game, middle, None);
        assert_eq!(empty.len(), LAST - FIRST + 1);
        for stone in game.board().all() {
            let far = distance(size, stone, middle);
            if far == 0 {
                continue;
            }
            let board = Board::from_stones(size, &crate::Points::of(stone), &crate::Points::EMPTY);
            let game = Go::from_board(board.expect("a stone"), Color::Black, game.rules());
            let found = keys(&game, middle, None);
            for (i, (a, b)) in found.iter().zip(&empty).enumerate() {
                assert_eq!(a == b, FIRST + i < far, "{stone:?} at {far}");
            }
        }
    }

    #[test]
    fn liberties_count_beside_the_middle_alone() {
        let size = Size::FULL;
        let key_of = |moves: &str, at: &str| {
            let game = Go::parse(&format!("19x19 b 7 moves {moves}")).expect("a game");
            keys(&game, Point::read(size, at).expect("a point"), None)
        };
        // White's stone has two liberties or three, out of sight of the smallest shape.
        let (two, three) =
            (key_of("C10 D10 D11 Q4 D9 Q5", "E10"), key_of("C10 D10 D12 Q4 D9 Q5", "E10"));
        assert_ne!(two[0], three[0]);
        let (two, three) =
            (key_of("C10 D10 D11 Q4 D9 Q5", "F10"), key_of("C10 D10 D12 Q4 D9 Q5", "F10"));
        assert_eq!(two[0], three[0]);
    }
}
