//! Corners, sides and extensions, while the board is open.

use super::{Kind, Notes, Reason};
use crate::{Point, board::game::UNIT, strategy::influence::FULL};

/// Large open points, by how much unclaimed area is near.
pub(super) fn look(notes: &mut Notes<'_>) {
    let game = notes.game;
    let (board, size) = (game.board(), game.size());
    let side = size.side();
    let stones = board.stones(crate::Color::Black).len() + board.stones(crate::Color::White).len();
    if stones * 3 > size.points() {
        return;
    }
    let worth = notes.analysis.sente * 2;
    for point in board.empty() {
        let (column, row) = (point.column(size), point.row(size));
        let across = column.min(side - 1 - column);
        let along = row.min(side - 1 - row);
        let (low, high) = (across.min(along), across.max(along));
        let line = match (side, low) {
            (_, 0) => 0,
            (_, 1) => 15,
            (..=11, 2) => 90,
            (..=11, 3) => 95,
            (..=11, _) => 100,
            (_, 2 | 3) => 100,
            (_, 4) => 60,
            _ => 40,
        };
        if line == 0 {
            continue;
        }
        let (open, own) = around(notes, point);
        if open < 8 {
            continue;
        }
        let corner = low >= 2 && high <= 4 && side > 11;
        let (name, factor) = match (corner, own > 0) {
            (true, _) => ("takes a corner", 120),
            (false, true) => ("extends", 100),
            (false, false) => ("takes an open side", 90),
        };
        let value = worth * line / 100 * factor / 100 * open.min(24) / 24;
        notes.add(point, Reason::new(Kind::Opening, name, value).bonus(UNIT / 2));
    }
}

/// How many points nearby are unclaimed, and how many lean towards the mover.
fn around(notes: &Notes<'_>, point: Point) -> (i32, i32) {
    let size = notes.game.size();
    let (column, row) = (point.column(size), point.row(size));
    let (mut open, mut own) = (0, 0);
    let board = notes.game.board();
    let sign = if notes.mover == crate::Color::Black { 1 } else { -1 };
    for c in column.saturating_sub(2)..=column + 2 {
        for r in row.saturating_sub(2)..=row + 2 {
            let Some(p) = Point::at(size, c, r) else { continue };
            if !board.is_empty(p) {
                continue;
            }
            let influence = notes.analysis.territory.influence[p.index()] * sign;
            open += i32::from(influence.abs() < FULL / 2);
            own += i32::from(influence >= FULL / 4);
        }
    }
    (open, own)
}
