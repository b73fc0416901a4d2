//! Kos: taking one, and threats when one may not be taken back.

use super::{Kind, Notes, Reason};
use crate::{Prize, board::game::UNIT};

/// Ko captures; and while the mover may not retake, ataris and other threats
/// that have to be answered.
pub(super) fn look(notes: &mut Notes<'_>) {
    let (board, mover) = (notes.game.board(), notes.mover);
    for point in board.empty() {
        if board.is_ko_capture(point, mover) && notes.game.is_legal(point) {
            notes.add(point, Reason::new(Kind::Ko, "takes a ko", 2 * UNIT));
        }
    }
    if board.ko().is_none() {
        return;
    }
    for point in board.empty() {
        let stones: usize = board
            .neighbors(point)
            .filter(|&q| board.at(q) == Some(mover.other()) && board.liberty_count(q) == 2)
            .map(|q| board.stone_count(q))
            .sum();
        if stones > 0 && board.liberties_after(point, mover, 2) >= 1 {
            let value = stones as i32 * UNIT / 2;
            notes.add(point, Reason::new(Kind::Ko, "threatens to capture", value));
        }
    }
    let threats: Vec<_> = notes
        .analysis
        .fights
        .iter()
        .filter(|fight| fight.prize == Prize::Group && fight.owner != mover)
        .flat_map(|fight| fight.attack.iter().map(|&point| (point, fight.swing() / 3)))
        .collect();
    for (point, value) in threats {
        notes.add(point, Reason::new(Kind::Ko, "threatens to kill", value));
    }
}
