//! Safe moves when ahead, bold ones when behind.

use super::{Kind, Notes, Reason};
use crate::{Color, Grade, Points, board::game::UNIT};

/// So far ahead or behind, style matters: in fiftieths of a point.
const CLEAR: i32 = 10 * UNIT;

/// Ahead, moves that leave nothing to attack; behind, moves into what the
/// opponent has not secured.
pub(super) fn look(notes: &mut Notes<'_>) {
    let (analysis, mover) = (notes.analysis, notes.mover);
    let board = notes.game.board();
    let sign = if mover == Color::Black { 1 } else { -1 };
    let lead = analysis.lead * sign;
    if lead.abs() < CLEAR {
        return;
    }
    if lead > 0 {
        let mut near = Points::EMPTY;
        for group in &analysis.territory.groups {
            if group.color == mover && matches!(group.grade(), Grade::Unsettled | Grade::Stable) {
                near |= group.near;
            }
        }
        for point in near & board.empty() {
            notes.add(point, Reason::new(Kind::Style, "plays safe, being ahead", UNIT / 2));
        }
        return;
    }
    for point in board.empty() {
        let theirs = -analysis.territory.owner[point.index()] * sign;
        let edge = point.edge(notes.game.size());
        if (300..950).contains(&theirs) && edge >= 1 {
            let value = UNIT * theirs / 1000;
            notes.add(point, Reason::new(Kind::Style, "takes a risk, being behind", value));
        }
    }
}
