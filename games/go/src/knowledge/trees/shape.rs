//! Shapes that trees of moves begin with: what is on the points around the first move,
//! under all symmetries, from the point of view of the player who makes it.

use std::sync::OnceLock;

use starboard_core::mix;

use crate::{Board, Color, Point, Size};

/// How far shapes reach, by the distance `|dx| + |dy| + max(|dx|, |dy|)`
/// (Coulom 2007).
pub(super) const REACHES: [usize; 3] = [5, 6, 8];
/// The points of each size of shape but the one in the middle, those of the smaller ones first.
pub(super) const POINTS: [usize; 3] = [20, 28, 48];
/// The points of the largest.
pub(super) const MOST: usize = POINTS[2];
/// The points next to the middle, of whose stones the liberties count, too.
pub(super) const BESIDE: usize = 4;
/// So many lines the largest shape reaches.
const LINES: usize = 4;
/// Points of a row of the grid, with its margins.
const PITCH: usize = Size::MAX as usize + 2 * LINES;

/// What is on a point of a shape.
pub(super) const EMPTY: u8 = 0;
pub(super) const OWN: u8 = 1;
pub(super) const OTHER: u8 = 2;
pub(super) const EDGE: u8 = 3;
/// The stone that the opponent played last.
pub(super) const LAST: u8 = 4;
/// More than the kinds there are.
const KINDS: usize = 8;
/// Liberties that are told apart: one, two, or more.
pub(super) const LIBERTIES: u8 = 3;

/// A step from the middle: right and down.
pub(super) type Step = (isize, isize);

/// How a step lies once it is turned in one of eight ways.
pub(super) const fn turned((right, down): Step, way: usize) -> Step {
    let right = if way & 1 == 0 { right } else { -right };
    let down = if way & 2 == 0 { down } else { -down };
    if way & 4 == 0 { (right, down) } else { (down, right) }
}

/// The way that leads back.
pub(super) const fn back(way: usize) -> usize {
    match way {
        5 => 6,
        6 => 5,
        other => other,
    }
}

/// How far a step is.
pub(super) const fn far((right, down): Step) -> usize {
    let (across, along) = (right.unsigned_abs(), down.unsigned_abs());
    across + along + if across > along { across } else { along }
}

/// The points of shapes: the steps to them, those that are nearer first, where each comes to lie
/// when turned, and the keys of what may be there.
struct Layout {
    steps: [Step; MOST],
    turned: [[u8; MOST]; 8],
    /// For each point, kind and number of liberties, the keys of all ways to turn it.
    keys: Vec<[u64; 8]>,
}

fn layout() -> &'static Layout {
    static LAYOUT: OnceLock<Layout> = OnceLock::new();
    LAYOUT.get_or_init(|| {
        let lines = LINES as isize;
        let all =
            (-lines..=lines).flat_map(|down| (-lines..=lines).map(move |right| (right, down)));
        let mut found: Vec<Step> =
            all.filter(|&step| (1..=REACHES[2]).contains(&far(step))).collect();
        found.sort_by_key(|&step| far(step));
        let steps: [Step; MOST] = std::array::from_fn(|i| found[i]);
        let place = |step: Step| steps.iter().position(|&other| other == step).unwrap_or(0) as u8;
        let turned: [[u8; MOST]; 8] =
            std::array::from_fn(|way| std::array::from_fn(|i| place(turned(steps[i], way))));
        let key = |place: u8, cell: usize| mix(mix(u64::from(place) << 8 | cell as u64) ^ 0x7265);
        let keys = (0..MOST * KINDS * LIBERTIES as usize).map(|at| {
            let (i, cell) = (at / (KINDS * LIBERTIES as usize), at % (KINDS * LIBERTIES as usize));
            std::array::from_fn(|way| key(turned[way][i], cell))
        });
        Layout { steps, turned, keys: keys.collect() }
    })
}

/// The step to a point of a shape.
pub(super) fn step(i: usize) -> Step {
    layout().steps[i]
}

/// What is on the points of a shape, the liberties of a stone beside the middle above its
/// kind.
pub(super) type Cells = [u8; MOST];

/// The kind of what is on a point, and the liberties less one that count of it.
pub(super) const fn parts(cell: u8) -> (u8, u8) {
    (cell % KINDS as u8, cell / KINDS as u8)
}

/// The two put together.
pub(super) const fn whole(kind: u8, liberties: u8) -> u8 {
    kind + liberties * KINDS as u8
}

/// A shape around a point, known by its key.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Seen {
    pub(super) key: u64,
    /// Which of [`REACHES`] it has.
    pub(super) size: usize,
    /// Whether the opponent's last stone stands out in it.
    pub(super) answers: bool,
    /// The ways to turn it so that it lies as it is kept, a bit each.
    pub(super) ways: u8,
}

impl Seen {
    fn new(hashes: &[u64; 8], size: usize, answers: bool) -> Self {
        let least = hashes.iter().copied().fold(u64::MAX, u64::min);
        let ways = (0..8).filter(|&way| hashes[way] == least).fold(0, |all, way| all | 1 << way);
        Self { key: mix(least ^ (size as u64) << 60), size, answers, ways }
    }
}

/// The key of a shape that is kept, however it lies.
pub(super) fn key(cells: &Cells, size: usize) -> u64 {
    let mut hashes = [0; 8];
    for (i, &cell) in cells[..POINTS[size]].iter().enumerate() {
        add(&mut hashes, i, cell);
    }
    Seen::new(&hashes, size, false).key
}

/// Adds what is on a point, or takes it out; nothing counts for nothing.
#[inline]
fn add(hashes: &mut [u64; 8], i: usize, cell: u8) {
    if cell != EMPTY {
        let keys = &layout().keys[i * KINDS * LIBERTIES as usize + usize::from(cell)];
        hashes.iter_mut().zip(keys).for_each(|(hash, key)| *hash ^= key);
    }
}

/// A board with a margin, from which stones can be taken as if they had never been played.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    size: Size,
    cells: [u8; PITCH * PITCH],
}

impl Grid {
    pub(super) fn new(board: &Board) -> Self {
        let mut grid = Self { size: board.size(), cells: [EDGE; PITCH * PITCH] };
        for point in board.all() {
            grid.set(point, board.at(point));
        }
        grid
    }

    #[inline]
    fn place(&self, point: Point) -> usize {
        (point.row(self.size) + LINES) * PITCH + point.column(self.size) + LINES
    }

    /// Puts a stone on a point, or takes it away.
    pub(super) fn set(&mut self, point: Point, color: Option<Color>) {
        let place = self.place(point);
        // Black and White, until somebody looks.
        self.cells[place] = color.map_or(EMPTY, |color| OWN + color.index() as u8);
    }

    /// What is on a point of the shape around `middle`, as `mover` sees it.
    #[inline]
    fn cell(&self, middle: usize, i: usize, mover: Color) -> u8 {
        let (right, down) = layout().steps[i];
        let place = middle.wrapping_add_signed(down * PITCH as isize + right);
        let kind = match (self.cells[place], mover) {
            (OWN, Color::White) => OTHER,
            (OTHER, Color::White) => OWN,
            (kind, _) => kind,
        };
        let counts = i < BESIDE && (kind == OWN || kind == OTHER);
        if counts { whole(kind, self.liberties(place).clamp(1, LIBERTIES) - 1) } else { kind }
    }

    /// The liberties of the string of a stone, no more than are told apart.
    fn liberties(&self, stone: usize) -> u8 {
        let color = self.cells[stone];
        let (mut string, mut liberties) = (vec![stone], Vec::with_capacity(LIBERTIES as usize));
        let mut next = 0;
        while let Some(&at) = string.get(next) {
            next += 1;
            for q in [at - PITCH, at - 1, at + 1, at + PITCH] {
                if self.cells[q] == EMPTY && !liberties.contains(&q) {
                    liberties.push(q);
                    if liberties.len() == usize::from(LIBERTIES) {
                        return LIBERTIES;
                    }
                } else if self.cells[q] == color && !string.contains(&q) {
                    string.push(q);
                }
            }
        }
        liberties.len() as u8
    }

    /// Where the opponent's last stone lies in the shapes around a point.
    fn last(&self, middle: Point, last: Option<Point>) -> Option<usize> {
        let last = last?;
        let right = last.column(self.size) as isize - middle.column(self.size) as isize;
        let down = last.row(self.size) as isize - middle.row(self.size) as isize;
        layout().steps.iter().position(|&step| step == (right, down))
    }

    /// Tells the shapes around a free point, as `mover` sees them, the smaller first, each also
    /// as one in which the opponent's last stone stands out if it is there.
    pub(super) fn shapes(
        &self,
        point: Point,
        mover: Color,
        last: Option<Point>,
        mut see: impl FnMut(Seen),
    ) {
        let middle = self.place(point);
        let last = self.last(point, last);
        let mut hashes = [0; 8];
        let mut from = 0;
        for (size, &to) in POINTS.iter().enumerate() {
            for i in from..to {
                add(&mut hashes, i, self.cell(middle, i, mover));
            }
            from = to;
            see(Seen::new(&hashes, size, false));
            if let Some(i) = last.filter(|&i| i < to) {
                let mut hashes = hashes;
                let cell = self.cell(middle, i, mover);
                add(&mut hashes, i, cell);
                add(&mut hashes, i, whole(LAST, parts(cell).1));
                see(Seen::new(&hashes, size, true));
            }
        }
    }

    /// What is on the points of a shape that was seen, as it is kept.
    pub(super) fn cells(
        &self,
        point: Point,
        mover: Color,
        last: Option<Point>,
        seen: Seen,
    ) -> Cells {
        let middle = self.place(point);
        let last = self.last(point, last).filter(|_| seen.answers);
        let way = seen.ways.trailing_zeros() as usize & 7;
        let mut cells = [EMPTY; MOST];
        for i in 0..POINTS[seen.size] {
            let mut cell = self.cell(middle, i, mover);
            if last == Some(i) {
                cell = whole(LAST, parts(cell).1);
            }
            cells[usize::from(layout().turned[way][i])] = cell;
        }
        cells
    }
}

#[cfg(test)]
mod tests {
    use starboard_core::Game;

    use super::*;
    use crate::{Go, Symmetry};

    #[test]
    fn there_are_so_many_points() {
        for (size, &points) in POINTS.iter().enumerate() {
            assert!(far(step(points - 1)) <= REACHES[size]);
            assert!(points == MOST || far(step(points)) > REACHES[size]);
        }
        for way in 0..8 {
            assert_eq!(turned(turned((1, 3), way), back(way)), (1, 3));
        }
    }

    /// A shape is the same however the board is turned and its colours are exchanged, lies the
    /// same once it is turned as it says, and is known by what is kept of it.
    #[test]
    fn shapes_have_no_sides() {
        let game = Go::parse("9x9 w 7 moves C3 D3 C4 D4 D5 E5 C5 D6 G7 E6 H8").expect("a game");
        let size = game.size();
        let last = Point::read(size, "H8");
        let of = |board: &Board, mover, point, last| {
            let grid = Grid::new(board);
            let mut found = Vec::new();
            grid.shapes(point, mover, last, |seen| {
                found.push((seen.key, grid.cells(point, mover, last, seen)));
            });
            found
        };
        for name in ["B6", "C6", "G8", "J9", "E4"] {
            let point = Point::read(size, name).expect("a point");
            let here = of(game.board(), game.color(), point, last);
            assert!((3..=6).contains(&here.len()));
            for (i, &(key, cells)) in here.iter().enumerate() {
                let at = here.len() == 3;
                let which = if at { i } else { usize::MAX };
                if which < 3 {
                    assert_eq!(super::key(&cells, which), key);
                }
            }
            for symmetry in Symmetry::all() {
                let [black, white] =
                    Color::BOTH.map(|color| symmetry.points(size, game.board().stones(color)));
                // Colours exchanged.
                let board = Board::from_stones(size, &white, &black).expect("a board");
                let [point, last] = [point, last.expect("one")].map(|p| symmetry.point(size, p));
                assert_eq!(of(&board, game.color().other(), point, Some(last)), here);
            }
        }
    }

    #[test]
    fn stones_can_be_taken_back() {
        let before = Go::parse("9x9 b 7 moves C3 D3 C4 D4").expect("a game");
        let after = Go::parse("9x9 b 7 moves C3 D3 C4 D4 D5 E5").expect("a game");
        let size = before.size();
        let mut grid = Grid::new(after.board());
        for name in ["D5", "E5"] {
            grid.set(Point::read(size, name).expect("a point"), None);
        }
        let keys = |grid: &Grid| {
            let mut keys = Vec::new();
            let point = Point::read(size, "D5").expect("a point");
            grid.shapes(point, Color::Black, None, |seen| keys.push(seen.key));
            keys
        };
        assert_eq!(keys(&grid), keys(&Grid::new(before.board())));
    }
}
