//! The moves of games as local sequences.

use super::super::{
    LONGEST, SHORTEST, code,
    follow::{between, is_near},
    last_move,
    shape::{Cells, Grid, Seen, turned},
};
use crate::{Color, Point, Purpose, Record, Size, knowledge::purpose::Step};

/// The codes of the steps from the first move to those that follow it.
pub(super) type Path = [u8; LONGEST - 1];

/// No move: a path ends.
pub(super) const NONE: u8 = u8::MAX;

/// A move of a game, from which a sequence may begin; without a point if there is none that
/// it may go on to.
#[derive(Clone, Debug)]
pub(super) struct Start {
    pub(super) mover: Color,
    pub(super) point: Option<Point>,
    pub(super) size: Size,
    /// The shapes around it.
    pub(super) shapes: Vec<(Seen, Cells)>,
    step: Step,
}

/// All moves of a game.
pub(super) fn starts(record: &Record) -> Vec<Start> {
    let mut starts = Vec::with_capacity(record.moves().len());
    record.replay(|game, m| {
        let (mover, size) = (game.color(), game.size());
        let mut start = Start {
            mover,
            point: m.point(),
            size,
            shapes: Vec::new(),
            step: Step { purpose: Purpose::Elsewhere, taken: 0 },
        };
        if let Some(point) = m.point() {
            let (grid, last) = (Grid::new(game.board()), last_move(game));
            grid.shapes(point, mover, last, |seen| {
                let cells = grid.cells(point, mover, last, seen);
                // Where there is nothing but the edge, there is nothing to go by.
                if cells.iter().any(|&cell| {
                    !matches!(cell, super::super::shape::EMPTY | super::super::shape::EDGE)
                }) {
                    start.shapes.push((seen, cells));
                }
            });
            let mut board = game.board().clone();
            start.step.purpose = Purpose::of(&mut board, mover, point, last);
            if !board.is_suicide(point, mover) {
                let before = board.stones(mover.other()).len();
                board.play(point, mover);
                start.step.taken = (before - board.stones(mover.other()).len()).min(255) as u8;
            }
        }
        starts.push(start);
    });
    starts
}

/// The points of the sequence that begins with the first of some moves.
fn points(starts: &[Start]) -> Vec<Point> {
    let mut sequence: Vec<Point> = Vec::with_capacity(LONGEST);
    let Some(first) = starts.first() else { return sequence };
    let mut expected = first.mover;
    for start in starts.iter().take(LONGEST) {
        let Some(point) = start.point else { break };
        let near = sequence.is_empty() || is_near(start.size, &sequence, point);
        let near = near
            && sequence
                .first()
                .is_none_or(|&middle| code(between(start.size, middle, point)).is_some());
        if !near || start.mover != expected {
            break;
        }
        sequence.push(point);
        expected = expected.other();
    }
    sequence
}

/// Whether enough moves stay in one place.
pub(super) fn is_long(starts: &[Start]) -> bool {
    points(starts).len() >= SHORTEST
}

/// What the first move of a sequence is for.
pub(super) fn purpose(starts: &[Start]) -> Purpose {
    let length = points(starts).len();
    let steps: Vec<Step> = starts[..length].iter().map(|start| start.step).collect();
    Purpose::of_sequence(&steps)
}

/// The moves that follow the first as the tree lies; of several ways to turn it, the one
/// in which their codes come first.
pub(super) fn path(starts: &[Start], ways: u8) -> Path {
    let sequence = points(starts);
    let Some((&middle, rest)) = sequence.split_first() else { return [NONE; LONGEST - 1] };
    let size = starts[0].size;
    let path = |way: usize| {
        let mut path = [NONE; LONGEST - 1];
        for (at, &point) in path.iter_mut().zip(rest) {
            *at = code(turned(between(size, middle, point), way)).unwrap_or(NONE);
        }
        path
    };
    (0..8).filter(|way| ways >> way & 1 != 0).map(path).min().unwrap_or([NONE; LONGEST - 1])
}
