//! Attack and defence of weak groups: moves around them, apart from their vital points.

use super::{Kind, Notes, Reason};
use crate::{Grade, Group, board::game::UNIT, strategy::evaluation::MOST};

/// Points next to weak groups and a step further.
pub(super) fn look(notes: &mut Notes<'_>) {
    let (analysis, mover) = (notes.analysis, notes.mover);
    let board = notes.game.board();
    for group in &analysis.territory.groups {
        if group.is_read {
            read(notes, group);
            continue;
        }
        let grade = group.grade();
        if !matches!(grade, Grade::Weak | Grade::Unsettled | Grade::Dying | Grade::Stable) {
            continue;
        }
        let own = group.color == mover;
        let size = group.size() * UNIT;
        let [low, middle, high] = group.strength;
        let change = if own { high - middle } else { middle - low };
        let value = size * change / 2000;
        let stone = group.stones.first();
        let free = board.empty();
        let near = group.near & free;
        let ring = board.beside(&near) & free;
        for point in near | ring {
            let close = near.contains(point);
            let (kind, name) = match (own, close) {
                (true, true) => (Kind::Defence, "strengthens a weak group"),
                (true, false) => (Kind::Defence, "gives a weak group room"),
                (false, true) => (Kind::Attack, "presses a weak group"),
                (false, false) => (Kind::Attack, "surrounds a weak group"),
            };
            let value = if close { value } else { value * 2 / 3 };
            let reason = Reason::new(kind, name, value);
            notes.add(point, stone.map_or(reason, |stone| reason.about(stone)));
        }
    }
}

/// What moves bring a group that was read, where they do not decide about it.
fn read(notes: &mut Notes<'_>, group: &Group) {
    let own = group.color == notes.mover;
    let size = group.size() * UNIT;
    let [low, _, high] = group.strength;
    let (kind, name) = if own {
        (Kind::Defence, "strengthens a weak group")
    } else {
        (Kind::Attack, "presses a weak group")
    };
    let stone = group.stones.first();
    for &(point, part) in &group.vital[usize::from(own)] {
        if part < MOST {
            let value = size * (high - low) / 1000 * part / 1000;
            let reason = Reason::new(kind, name, value);
            notes.add(point, stone.map_or(reason, |stone| reason.about(stone)));
        }
    }
}
