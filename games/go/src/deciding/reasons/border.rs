//! Borders: points where Black's territory meets White's.

use super::{Kind, Notes, Reason};
use crate::{Color, Point, board::game::UNIT};

/// Points that are not settled yet, by how much around them is at stake.
pub(super) fn look(notes: &mut Notes<'_>) {
    let board = notes.game.board();
    for point in board.empty() {
        if let Some((name, value)) = at(notes, point) {
            notes.add(point, Reason::new(Kind::Border, name, value));
        }
    }
}

fn at(notes: &Notes<'_>, point: Point) -> Option<(&'static str, i32)> {
    let (board, owner) = (notes.game.board(), &notes.analysis.territory.owner);
    let enemy = notes.mover.other();
    let sign = if notes.mover == Color::Black { 1 } else { -1 };
    let (mut own, mut theirs, mut stake) = (false, false, 0);
    let here = owner[point.index()] * sign;
    stake += 1000 - here.abs();
    for q in board.neighbors(point) {
        let value = owner[q.index()] * sign;
        match board.at(q) {
            Some(color) if color == enemy => theirs = true,
            Some(_) => own = true,
            None => stake += (1000 - value.abs()) / 2 + if value < 0 { -value / 3 } else { 0 },
        }
    }
    let near = board.diagonals(point).any(|q| board.at(q) == Some(notes.mover));
    if !own && !near && !theirs {
        return None;
    }
    if here.abs() >= 990 && stake < 100 {
        return None;
    }
    let value = stake * UNIT / 1000;
    let name = match (own, theirs) {
        (true, true) => "closes the border",
        (true, false) => "extends along the border",
        (false, true) => "presses at the border",
        (false, false) => "reaches to the border",
    };
    let value = if own || near { value } else { value * 2 / 3 };
    (value > 0).then_some((name, value))
}
