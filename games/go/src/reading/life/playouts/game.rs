//! A game on a part of the board.

use starboard_core::Game;

use super::field::Field;
use crate::{Board, Color, Move, Point, Points, reading::life::comes_back, reading::reader::Local};

/// Two passes in a row end a game.
const PASSES: u8 = 2;

/// A game, its stones and what was played in it.
#[derive(Debug)]
pub(super) struct Playout<'a> {
    pub(super) field: &'a Field,
    pub(super) local: Local,
    /// How many moves in a row, up to now, were passes.
    passes: u8,
    /// The last two moves, the last first.
    pub(super) last: [Option<Point>; 2],
    /// The stones that the last move took.
    pub(super) taken: Points,
    /// Who came first to each point, and with which move.
    firsts: Vec<Option<(Color, u16)>>,
}

impl<'a> Playout<'a> {
    pub(super) fn new(field: &'a Field, board: &Board, mover: Color) -> Self {
        Self {
            field,
            local: Local::new(board.clone(), mover).with_ko(field.ko),
            passes: 0,
            last: [None; 2],
            taken: Points::EMPTY,
            firsts: vec![None; Point::COUNT],
        }
    }

    /// Begins anew with these stones and this player to move.
    pub(super) fn restart(&mut self, board: &Board, mover: Color) {
        self.local.board.clone_from(board);
        (self.local.mover, self.local.ply) = (mover, 0);
        self.local.threats = Local::threats_of(self.field.ko);
        self.passes = 0;
        self.last = [None; 2];
        self.taken = Points::EMPTY;
        self.firsts.fill(None);
    }

    /// Plays a stone, or passes.
    pub(super) fn play(&mut self, m: Option<Point>) {
        let (mover, other) = (self.local.mover, self.local.mover.other());
        let before = *self.local.board.stones(other);
        if let Some(point) = m {
            let first = &mut self.firsts[point.index()];
            *first = first.or(Some((mover, self.local.ply as u16)));
            self.passes = 0;
        } else {
            self.passes += 1;
        }
        self.local.play(m.map_or(Move::PASS, Move::at));
        self.taken = before - *self.local.board.stones(other);
        self.last = [m, self.last[0]];
    }

    /// Whether this player was the first to play here, and not before this ply.
    pub(super) fn came_first(&self, point: Point, player: Color, ply: usize) -> bool {
        self.firsts[point.index()]
            .is_some_and(|(color, when)| color == player && usize::from(when) >= ply)
    }

    /// Whether the group was captured, once that is settled.
    pub(super) fn captured(&self) -> Option<bool> {
        let Field { target, owner, region, homes, .. } = self.field;
        let board = &self.local.board;
        if board.at(*target) != Some(*owner) {
            return (!comes_back(&self.local, *target, *owner)).then_some(true);
        }
        let (liberties, head) = (board.liberties(*target), board.head(*target));
        let joins = |stone: &Point| board.at(*stone) == Some(*owner) && board.head(*stone) == head;
        // One eye is not enough, and of a string no eye is false.
        let eye = |point: &Point| board.neighbors(*point).all(|q| joins(&q));
        let lives = self.passes >= PASSES
            || !region.covers(liberties)
            || homes.iter().any(joins)
            || liberties.iter().filter(eye).nth(1).is_some();
        lives.then_some(false)
    }
}
