//! Stones on a board: strings, exact liberties, play and undo.

mod change;
mod keys;
mod setup;

use crate::{
    Color, Point, Points, Size,
    board::size::{Geometry, OUTSIDE},
};

/// What is on a point: [`EMPTY`], [`BLACK`], [`WHITE`], or [`EDGE`] beyond the
/// board.
type Cell = u8;
const EMPTY: Cell = 0;
const EDGE: Cell = 3;

#[inline]
const fn cell(color: Color) -> Cell {
    color as Cell + 1
}

/// A string: connected stones of one colour.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
struct Chain {
    liberties: Points,
    count: u16,
    stones: u16,
}

impl Chain {
    /// Adds a liberty that it may have already.
    #[inline]
    fn add(&mut self, liberty: Point) {
        self.count += u16::from(!self.liberties.contains(liberty));
        self.liberties.insert(liberty);
    }
}

/// What one move changed, for undoing it.
#[derive(Copy, Clone, Debug)]
struct Change {
    point: u16,
    color: Color,
    /// The forbidden point before the move.
    ko: u16,
    /// The stale link of the point, from when it last held a stone.
    link: u16,
    label: u16,
    /// The strings that the new stone joined; the first took in the others.
    joined: [u16; 4],
    joined_count: u8,
    captured_count: u8,
    /// Whether the stone took its own strings and itself off the board: then these are
    /// the captured ones, and [`color`](Self::color) is the opponent's, as if the opponent had
    /// captured them.
    suicide: bool,
    /// The strings that were captured, and the number of their stones.
    captured: [(u16, u16); 4],
    hash: [u64; 2],
}

/// Stones on a board, without a player to move: what tactical readers play on.
///
/// It knows strings, their exact liberties, captures and the point that simple
/// ko forbids; playing and [`undo`](Self::undo) allocate nothing once the board has
/// been as deep before. Suicide is illegal here, and has a method of its
/// [own](Self::play_suicide). [`Go`](crate::Go) adds whose turn it is and the other rules.
///
/// A copy does not keep the moves, so nothing that was played before can be
/// undone on it.
///
/// ```
/// use starboard_go::{Board, Color, Point, Size};
///
/// let size = Size::FULL;
/// let mut board = Board::new(size);
/// let [a1, a2, b1] = ["A1", "A2", "B1"].map(|name| Point::read(size, name).unwrap());
/// board.play(a1, Color::White);
/// board.play(a2, Color::Black);
/// assert_eq!(board.liberty_count(a1), 1);
/// board.play(b1, Color::Black);
/// assert_eq!(board.at(a1), None);
/// board.undo();
/// assert_eq!(board.at(a1), Some(Color::White));
/// ```
pub struct Board {
    size: Size,
    geometry: &'static Geometry,
    /// One more than there are points, for what lies beyond the edge.
    cells: [Cell; Point::COUNT + 1],
    /// The string that a stone belongs to, named by the index of one of its
    /// stones.
    label: [u16; Point::COUNT + 1],
    /// The next stone of the string, as a circular list.
    link: [u16; Point::COUNT],
    /// The strings, each at the index of the stone that names it.
    chains: Vec<Chain>,
    stones: [Points; 2],
    /// Where simple ko forbids retaking, to the opponent of the stone that has
    /// just captured; [`OUTSIDE`] if nowhere.
    ko: u16,
    /// One hash for each colour, over the points its stones are on.
    hash: [u64; 2],
    /// Stones of each colour that were captured.
    captured: [u32; 2],
    changes: Vec<Change>,
    /// Strings as they were before a stone joined them.
    saved: Vec<Chain>,
}

impl Clone for Board {
    fn clone(&self) -> Self {
        Self { chains: self.chains.clone(), changes: Vec::new(), saved: Vec::new(), ..*self }
    }

    fn clone_from(&mut self, other: &Self) {
        let mut chains = std::mem::take(&mut self.chains);
        let (mut changes, mut saved) =
            (std::mem::take(&mut self.changes), std::mem::take(&mut self.saved));
        chains.clone_from(&other.chains);
        changes.clear();
        saved.clear();
        *self = Self { chains, changes, saved, ..*other };
    }
}

/// Boards are equal if they have the same stones and the same forbidden point.
impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        self.size == other.size && self.stones == other.stones && self.ko == other.ko
    }
}

impl Eq for Board {}

impl std::fmt::Debug for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.rows())
    }
}

impl Board {
    /// Its rows from the top, as positions are written.
    pub(crate) fn rows(&self) -> String {
        use std::fmt::Write;

        let size = self.size;
        let mut text = String::new();
        for row in 0..size.side() {
            if row > 0 {
                text.push('/');
            }
            let mut free = 0;
            for column in 0..=size.side() {
                let stone = Point::at(size, column, row).map(|point| self.at(point));
                if stone == Some(None) {
                    free += 1;
                    continue;
                }
                if free > 0 {
                    let _ = write!(text, "{free}");
                    free = 0;
                }
                if let Some(Some(color)) = stone {
                    text.push(color.mark());
                }
            }
        }
        text
    }

    /// An empty board.
    pub fn new(size: Size) -> Self {
        let mut cells = [EDGE; Point::COUNT + 1];
        cells[..size.points()].fill(EMPTY);
        Self {
            size,
            geometry: size.geometry(),
            cells,
            label: [0; Point::COUNT + 1],
            link: [0; Point::COUNT],
            chains: vec![Chain::default(); size.points()],
            stones: [Points::EMPTY; 2],
            ko: OUTSIDE,
            hash: [0; 2],
            captured: [0; 2],
            changes: Vec::new(),
            saved: Vec::new(),
        }
    }

    /// The size of the board.
    #[inline]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Every point of the board.
    #[inline]
    pub const fn all(&self) -> Points {
        self.geometry.board
    }

    /// The stone on a point.
    #[inline]
    pub const fn at(&self, point: Point) -> Option<Color> {
        match self.cells[point.index()] {
            1 => Some(Color::Black),
            2 => Some(Color::White),
            _ => None,
        }
    }

    /// Whether there is no stone on a point.
    #[inline]
    pub const fn is_empty(&self, point: Point) -> bool {
        self.cells[point.index()] == EMPTY
    }

    /// The points with stones of a colour.
    #[inline]
    pub const fn stones(&self, color: Color) -> &Points {
        &self.stones[color.index()]
    }

    /// The points without stones.
    #[inline]
    pub fn empty(&self) -> Points {
        self.geometry.board - self.stones[0] - self.stones[1]
    }

    /// How many stones of this colour were captured.
    #[inline]
    pub const fn captured(&self, color: Color) -> u32 {
        self.captured[color.index()]
    }

    /// Sets how many stones of a colour were captured, for positions that were set up.
    pub(crate) fn set_captured(&mut self, color: Color, count: u32) {
        self.captured[color.index()] = count;
    }

    /// Where simple ko forbids retaking now.
    #[inline]
    pub const fn ko(&self) -> Option<Point> {
        if self.ko == OUTSIDE { None } else { Some(Point::new(self.ko as usize)) }
    }

    /// Sets where simple ko forbids retaking, if anywhere.
    #[inline]
    pub(crate) fn set_ko(&mut self, point: Option<Point>) {
        self.ko = point.map_or(OUTSIDE, |point| point.index() as u16);
    }

    /// The hashes of the black and of the white stones: exchanging the colours exchanges
    /// these.
    #[inline]
    pub(crate) const fn hashes(&self) -> [u64; 2] {
        self.hash
    }

    /// A hash of the stones, whoever is to move.
    #[inline]
    pub const fn key(&self) -> u64 {
        self.hash[0] ^ self.hash[1].rotate_left(32)
    }

    /// The stone that names the string of the stone on this point: the same for
    /// all stones of a string until something is played.
    #[inline]
    pub const fn head(&self, stone: Point) -> Point {
        Point::new(self.label[stone.index()] as usize)
    }

    /// How many liberties the string of the stone on this point has.
    #[inline]
    pub fn liberty_count(&self, stone: Point) -> usize {
        self.chains[usize::from(self.label[stone.index()])].count.into()
    }

    /// The liberties of the string of the stone on this point.
    #[inline]
    pub fn liberties(&self, stone: Point) -> &Points {
        &self.chains[usize::from(self.label[stone.index()])].liberties
    }

    /// How many stones the string of the stone on this point has.
    #[inline]
    pub fn stone_count(&self, stone: Point) -> usize {
        self.chains[usize::from(self.label[stone.index()])].stones.into()
    }

    /// The stones of the string of the stone on this point.
    #[inline]
    pub fn string(&self, stone: Point) -> Stones<'_> {
        Stones { board: self, first: stone.index() as u16, next: Some(stone.index() as u16) }
    }

    /// The stones that name the strings of a colour, each once.
    pub fn strings(&self, color: Color) -> impl Iterator<Item = Point> + '_ {
        self.stones(color).iter().filter(|&stone| self.head(stone) == stone)
    }

    /// The points next to one.
    #[inline]
    pub fn neighbors(&self, point: Point) -> impl Iterator<Item = Point> + use<> {
        self.geometry.around(point)
    }

    /// The points diagonally next to one.
    #[inline]
    pub fn diagonals(&self, point: Point) -> impl Iterator<Item = Point> + use<> {
        self.geometry.diagonal(point)
    }

    /// The points next to those of a set.
    #[inline]
    pub fn beside(&self, set: &Points) -> Points {
        self.geometry.beside(set)
    }

    /// The part of `room` that can be reached from the points of a set that
    /// lie in it.
    pub fn flood(&self, from: &Points, room: &Points) -> Points {
        self.geometry.flood(from, room)
    }

    /// Whether a stone here would leave its own string without a liberty.
    #[inline]
    pub fn is_suicide(&self, point: Point, color: Color) -> bool {
        let own = cell(color);
        for q in self.geometry.neighbors[point.index()] {
            let (q, there) = (usize::from(q), self.cells[usize::from(q)]);
            let alive = match there {
                EMPTY => true,
                EDGE => false,
                // A string of one's own needs another liberty, one of the
                // opponent's must have no other.
                _ => {
                    let count = self.chains[usize::from(self.label[q])].count;
                    if there == own { count > 1 } else { count == 1 }
                }
            };
            if alive {
                return false;
            }
        }
        true
    }

    /// Whether the point is free, not forbidden by simple ko, and not suicide.
    #[inline]
    pub fn is_legal(&self, point: Point, color: Color) -> bool {
        self.cells[point.index()] == EMPTY
            && !(self.ko == point.index() as u16 && self.takes_ko(point, color))
            && !self.is_suicide(point, color)
    }

    /// Whether a stone here would take itself and others of its colour off the board, which is
    /// legal under rules that allow suicide. A single stone that did so would change nothing.
    pub fn is_suicide_of_many(&self, point: Point, color: Color) -> bool {
        self.cells[point.index()] == EMPTY
            && self.is_suicide(point, color)
            && self.neighbors(point).any(|q| self.at(q) == Some(color))
    }

    /// Whether a move here is a forbidden retake by this colour: the stones
    /// around the ko point are the opponent's.
    #[inline]
    fn takes_ko(&self, point: Point, color: Color) -> bool {
        self.neighbors(point).all(|q| self.at(q) == Some(color.other()))
    }

    /// Whether a stone here captures something.
    #[inline]
    pub fn captures(&self, point: Point, color: Color) -> bool {
        self.neighbors(point)
            .any(|q| self.at(q) == Some(color.other()) && self.liberty_count(q) == 1)
    }

    /// Whether a stone here captures a single stone and could be retaken at
    /// once, were it not for the ko rule.
    pub fn is_ko_capture(&self, point: Point, color: Color) -> bool {
        let mut taken = None;
        for q in self.neighbors(point) {
            match self.at(q) {
                Some(other) if other != color => {
                    if self.liberty_count(q) == 1
                        && (self.stone_count(q) > 1 || taken.replace(q).is_some())
                    {
                        return false;
                    }
                }
                _ => return false,
            }
        }
        taken.is_some()
    }

    /// How many liberties the string of a stone played here would have, counted
    /// no further than `enough`.
    pub fn liberties_after(&self, point: Point, color: Color, enough: usize) -> usize {
        let (own, near) = (cell(color), &self.geometry.neighbors[point.index()]);
        let free = |q: &&u16| self.cells[usize::from(**q)] == EMPTY;
        let (mut one, mut several, mut captures) = (OUTSIDE, false, false);
        for &q in near {
            let there = self.cells[usize::from(q)];
            let label = self.label[usize::from(q)];
            if there == own {
                several |= one != OUTSIDE && one != label;
                one = label;
            } else if there != EMPTY && there != EDGE {
                captures |= self.chains[usize::from(label)].count == 1;
            }
        }
        // Most stones join one string at most, whose liberties need not be copied.
        let count = if several {
            let mut liberties: Points =
                near.iter().filter(free).map(|&q| Point::new(q.into())).collect();
            for q in self.neighbors(point).filter(|&q| self.at(q) == Some(color)) {
                liberties |= *self.liberties(q);
            }
            liberties.len() - 1
        } else if one == OUTSIDE {
            near.iter().filter(free).count()
        } else {
            let joined = &self.chains[usize::from(one)];
            let fresh = |q: &&u16| free(q) && !joined.liberties.contains(Point::new((**q).into()));
            near.iter().filter(fresh).count() + usize::from(joined.count) - 1
        };
        if count >= enough || !captures {
            count
        } else {
            self.liberties_with_captures(point, color)
        }
    }

    /// The same for a move that captures: the points of the captured stones become liberties.
    #[cold]
    fn liberties_with_captures(&self, point: Point, color: Color) -> usize {
        let (mut liberties, mut taken) = (Points::EMPTY, Points::EMPTY);
        let mut own = Points::of(point);
        for q in self.neighbors(point) {
            match self.at(q) {
                None => liberties.insert(q),
                Some(other) if other == color => {
                    liberties |= *self.liberties(q);
                    own.extend(self.string(q));
                }
                Some(_) if self.liberty_count(q) == 1 => taken.extend(self.string(q)),
                Some(_) => {}
            }
        }
        liberties.remove(point);
        (liberties | (taken & self.beside(&own))).len()
    }

    /// The hashes of the stones after a legal move.
    pub(crate) fn hashes_after(&self, point: Point, color: Color) -> [u64; 2] {
        let mut hash = self.hash;
        hash[color.index()] ^= keys::key(point);
        let mut done = [OUTSIDE; 4];
        for (i, q) in self.neighbors(point).enumerate() {
            if self.at(q) == Some(color.other()) && self.liberty_count(q) == 1 {
                let head = self.label[q.index()];
                if !done.contains(&head) {
                    done[i] = head;
                    for stone in self.string(q) {
                        hash[color.other().index()] ^= keys::key(stone);
                    }
                }
            }
        }
        hash
    }

    /// The hashes of the stones after a suicide move.
    pub(crate) fn hashes_after_suicide(&self, point: Point, color: Color) -> [u64; 2] {
        let mut hash = self.hash;
        let own = self.neighbors(point).filter(|&q| self.at(q) == Some(color));
        let strings: Points = own.flat_map(|q| self.string(q)).collect();
        strings.iter().for_each(|stone| hash[color.index()] ^= keys::key(stone));
        hash
    }
}

/// The stones of a string, in no particular order.
#[derive(Clone)]
pub struct Stones<'a> {
    board: &'a Board,
    first: u16,
    next: Option<u16>,
}

impl Iterator for Stones<'_> {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        let now = self.next?;
        let next = self.board.link[usize::from(now)];
        self.next = (next != self.first).then_some(next);
        Some(Point::new(now.into()))
    }
}
