//! Strings that can be captured or saved.

use super::{Kind, Notes, Reason};
use crate::{Fate, Prize};

/// Critical strings, and strings that are lost but can still be taken off, or
/// used to cost the opponent a move.
pub(super) fn look(notes: &mut Notes<'_>) {
    let (analysis, mover) = (notes.analysis, notes.mover);
    for fight in analysis.fights.iter().filter(|fight| fight.prize == Prize::String) {
        let (name, points) = if fight.owner == mover {
            ("saves a string", &fight.defend)
        } else {
            ("captures a string", &fight.attack)
        };
        for &point in points {
            let reason = Reason::new(Kind::Tactics, name, fight.swing()).about(fight.stone);
            notes.add(point, reason);
        }
        extra(notes, fight.stone, fight.owner == mover, fight.swing());
    }
    for chain in &analysis.chains {
        if let Fate::Lost { attack: Some(point) } = chain.fate
            && chain.color != mover
        {
            let value = Notes::points(2 * chain.stones as i32).min(50);
            notes.add(
                point,
                Reason::new(Kind::Tactics, "takes lost stones", value).about(chain.first),
            );
        }
    }
}

/// Other ways to the same end: liberties of the string, and what captures a
/// neighbour of it.
fn extra(notes: &mut Notes<'_>, stone: crate::Point, saves: bool, swing: i32) {
    let board = notes.game.board();
    let mover = notes.mover;
    for point in *board.liberties(stone) {
        let after = board.liberties_after(point, mover, 3);
        if after >= 2 {
            let name = if saves { "adds liberties" } else { "takes a liberty" };
            notes.add(point, Reason::new(Kind::Tactics, name, swing / 2).about(stone));
        }
    }
    if !saves {
        return;
    }
    for own in board.string(stone) {
        for enemy in board.neighbors(own).filter(|&q| board.at(q) == Some(mover.other())) {
            if board.liberty_count(enemy) == 1 {
                for point in *board.liberties(enemy) {
                    let reason = Reason::new(Kind::Tactics, "captures what surrounds", swing);
                    notes.add(point, reason.about(enemy));
                }
            }
        }
    }
}
