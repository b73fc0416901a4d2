//! Cuts and connections: points where groups of a colour meet.

use super::{Kind, Notes, Reason};
use crate::{Color, Point, board::game::UNIT, strategy::groups::NONE};

/// Points between groups that are not yet connected for certain.
pub(super) fn look(notes: &mut Notes<'_>) {
    let board = notes.game.board();
    for point in board.empty() {
        for color in Color::BOTH {
            meeting(notes, point, color);
        }
    }
}

/// Whether groups of this colour meet at a point, and what it is worth to keep
/// them together.
fn meeting(notes: &mut Notes<'_>, point: Point, color: Color) {
    let (board, territory) = (notes.game.board(), &notes.analysis.territory);
    let mut groups = [NONE; 4];
    let mut count = 0;
    for q in board.neighbors(point).filter(|&q| board.at(q) == Some(color)) {
        let group = territory.of[q.index()];
        if group != NONE && !groups.contains(&group) {
            groups[count] = group;
            count += 1;
        }
    }
    if count == 0 {
        return;
    }
    if count == 1 {
        // A diagonal or a jump further on may lead to another group.
        let far = board.diagonals(point).filter(|&q| board.at(q) == Some(color));
        for q in far {
            let group = territory.of[q.index()];
            if group != NONE && !groups.contains(&group) && count < 4 {
                groups[count] = group;
                count += 1;
            }
        }
        if count < 2 {
            return;
        }
    }
    // What is at stake is the weaker of the two.
    let stake = groups[..count]
        .iter()
        .map(|&group| &territory.groups[usize::from(group)])
        .map(|group| {
            let size = group.size() * UNIT;
            size * (1000 - group.strength[1]).max(100) / 1000
        })
        .min()
        .unwrap_or(0);
    let own = color == notes.mover;
    let alive = board.liberties_after(point, notes.mover, 2) >= 2;
    let name = if own { "connects" } else { "cuts" };
    let value = if own || alive { stake } else { stake / 3 };
    notes.add(point, Reason::new(Kind::Links, name, value.max(20)));
}
