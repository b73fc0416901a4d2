//! All features of all moves of a position, shapes included.

use super::{
    group::Levels,
    rings::Grid,
    table::{Table, kept},
    tactics::Tactics,
};
use crate::{Board, Color, Go, Move, Point};

/// The largest distance of shapes in which the last move is marked.
pub(super) const ANSWERS: usize = 10;

/// The largest known shape around a point.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Known {
    /// Its number; 0 if none is known.
    pub(super) number: u32,
    /// How far it reaches.
    pub(super) distance: u8,
}

/// Reads positions; keeps its buffers for the next one.
#[derive(Clone, Debug)]
pub(super) struct Scan {
    tactics: Tactics,
    grid: Grid,
    moves: Vec<Move>,
    points: Vec<Point>,
}

impl Scan {
    pub(super) fn new() -> Self {
        let (moves, points) = (Vec::with_capacity(Move::INDICES), Vec::with_capacity(Point::COUNT));
        Self { tactics: Tactics::new(), grid: Grid::new(), moves, points }
    }

    /// Reads a position.
    pub(super) fn read(&mut self, game: &Go) {
        self.moves.clear();
        game.list(&mut self.moves);
        self.points.clear();
        self.points.extend(self.moves.iter().filter_map(|m| m.point()));
        self.tactics.take(game);
        self.find();
    }

    /// Reads stones with the player to move and the last two moves, the most recent first; of the
    /// legal moves, only those to these points.
    pub(super) fn read_part(
        &mut self,
        board: &Board,
        mover: Color,
        last: [Option<Point>; 2],
        points: &[Point],
    ) {
        self.points.clear();
        self.points.extend_from_slice(points);
        self.tactics.take_stones(board, mover, last);
        self.find();
    }

    fn find(&mut self) {
        self.tactics.read(&self.points);
        self.grid.set(self.tactics.board(), self.tactics.mover(), self.tactics.last());
    }

    /// The moves that were read, in reading order.
    pub(super) fn points(&self) -> &[Point] {
        &self.points
    }

    #[inline]
    pub(super) fn levels(&self, point: Point) -> Levels {
        self.tactics.levels(point)
    }

    /// The largest known shape around a point.
    #[inline]
    pub(super) fn shape(&self, table: &Table, point: Point) -> Known {
        let mut known = Known::default();
        self.grid.shapes(point, |distance, key| known.see(table, distance, key));
        known
    }

    /// The largest known shape around a point in which the last move is marked.
    #[inline]
    pub(super) fn answer(&self, table: &Table, point: Point) -> Known {
        let mut known = Known::default();
        self.grid.answers(point, ANSWERS, |distance, key| known.see(table, distance, key));
        known
    }

    /// Calls `see` with the keys, as far as they are kept, of all shapes around a point, each
    /// with that of the shape inside it.
    pub(super) fn chains(&self, point: Point, mut see: impl FnMut(u64, Option<u64>)) {
        let mut inner = None;
        self.grid.shapes(point, |_, key| {
            see(kept(key), inner);
            inner = Some(kept(key));
            true
        });
        inner = None;
        self.grid.answers(point, ANSWERS, |_, key| {
            see(kept(key), inner);
            inner = Some(kept(key));
            true
        });
    }

    /// Reads a position for [`chains`](Self::chains) alone.
    pub(super) fn read_shapes(&mut self, game: &Go) {
        self.tactics.take(game);
        self.grid.set(self.tactics.board(), self.tactics.mover(), self.tactics.last());
    }
}

impl Known {
    /// Whether a shape is known; then it takes the place of the one inside it.
    #[inline]
    fn see(&mut self, table: &Table, distance: usize, key: u64) -> bool {
        let number = table.number(kept(key));
        if let Some(number) = number {
            *self = Self { number, distance: distance as u8 };
        }
        number.is_some()
    }
}
