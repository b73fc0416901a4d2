//! Which stones belong to a group, and which of the opponent's beside it can be
//! captured.

use crate::{
    Board, Color, Ko, Point, Points, reading::reader::may_play, reading::tactics::Tactician,
};

/// The stones of a group: the string, and friends that cannot be cut from it or
/// from such a friend: they share two liberties, or one where the opponent
/// would be taken.
pub(crate) fn stones(board: &Board, target: Point, owner: Color) -> Points {
    connected(board, target, owner, &Points::EMPTY)
}

/// The same if nothing is connected at the points of `kept`.
pub(super) fn connected(board: &Board, target: Point, owner: Color, kept: &Points) -> Points {
    let enemy = owner.other();
    let mut stones: Points = board.string(target).collect();
    let mut liberties = *board.liberties(target) - *kept;
    let own = *board.stones(owner);
    loop {
        let mut grown = false;
        let others = (board.beside(&liberties) & own) - stones;
        for stone in others {
            if stones.contains(stone) {
                continue;
            }
            let shared = *board.liberties(stone) & liberties;
            let holds = shared.len() >= 2
                || shared.iter().any(|p| {
                    board.is_suicide(p, enemy)
                        || board.liberties_after(p, enemy, 2) < 2 && !board.captures(p, enemy)
                });
            if holds {
                stones.extend(board.string(stone));
                liberties |= *board.liberties(stone) - *kept;
                grown = true;
            }
        }
        if !grown {
            return stones;
        }
    }
}

/// These points, and those of strings with no liberty elsewhere: where they are
/// captured, stones can be played again.
pub(super) fn with_captures(board: &Board, points: Points) -> Points {
    let mut all = points;
    for head in Color::BOTH.into_iter().flat_map(|color| board.strings(color)) {
        if points.covers(board.liberties(head)) {
            all.extend(board.string(head));
        }
    }
    all
}

/// Strings of the opponent's next to a group that are lost even if the opponent plays
/// first, and those that can be captured if the owner plays first, with the
/// move.
pub(super) fn around(
    board: &Board,
    stones: &Points,
    owner: Color,
    ko: Ko,
    reader: &mut Tactician,
) -> (Points, Vec<(Point, Option<Point>)>) {
    let enemy = *board.stones(owner.other());
    let heads: Points =
        (board.beside(stones) & enemy).iter().map(|stone| board.head(stone)).collect();
    let (mut lost, mut prizes) = (Points::EMPTY, Vec::new());
    for head in heads {
        let count = board.liberty_count(head);
        if count > 3 {
            continue;
        }
        if count == 1 {
            let last = board.liberties(head).first();
            let takes = last.filter(|&last| may_play(board, ko, last, owner));
            if takes.is_some() {
                prizes.push((head, takes));
            }
        } else {
            let found = reader.attack(board, head, ko);
            if found.captured != Some(true) {
                continue;
            }
            prizes.push((head, found.best));
        }
        if count <= 2 && reader.defend(board, head, ko).captured == Some(true) {
            lost.extend(board.string(head));
        }
    }
    (lost, prizes)
}
