//! Shape: small patterns around the last move and between the players' stones.

use super::{Kind, Notes, Reason};
use crate::board::game::UNIT;

/// Answers beside the last move: hane, extensions, turns.
pub(super) fn look(notes: &mut Notes<'_>) {
    let game = notes.game;
    let board = game.board();
    let Some((_, m)) = game.moves_played().next_back() else { return };
    let Some(last) = m.point() else { return };
    if board.is_empty(last) {
        return;
    }
    let mover = notes.mover;
    for point in board.neighbors(last).chain(board.diagonals(last)) {
        if !board.is_empty(point) {
            continue;
        }
        let own = board.neighbors(point).filter(|&q| board.at(q) == Some(mover)).count();
        let near = board.diagonals(point).any(|q| board.at(q) == Some(mover));
        let touches = board.neighbors(point).any(|q| q == last);
        let (name, value) = match (touches, own > 0, near) {
            (true, true, _) => ("blocks", UNIT),
            (true, false, true) => ("hane", UNIT),
            (false, true, _) => ("stretches", UNIT / 2),
            (true, false, false) => ("attaches", UNIT / 4),
            _ => continue,
        };
        notes.add(point, Reason::new(Kind::Shape, name, value).about(last));
    }
}
