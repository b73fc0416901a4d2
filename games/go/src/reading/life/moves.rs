//! Where to play for a group's life, and when it has escaped.

use super::group::with_captures;
use crate::{Board, Color, Point, Points};

/// The most candidates of a position, a pass not counted.
pub(super) const WIDEST: usize = 14;
/// How many steps the room goes beyond the liberties.
const STEPS: usize = 2;
/// With more points than this, friends are left out of it.
const MOST: usize = 40;
/// Strings of the opponent's with at most so many liberties may be captured,
/// so their points belong to the room.
const WEAK: usize = 3;

/// A string with at most so many liberties may be taken soon.
const FIGHTING: usize = 2;

/// The stones of the group: the string, and friends that share two liberties
/// with it or with such a friend.
pub(super) fn group(board: &Board, target: Point, owner: Color) -> Points {
    let mut group: Points = board.string(target).collect();
    let mut liberties = *board.liberties(target);
    loop {
        let near = board.beside(&liberties) & *board.stones(owner);
        let mut grown = false;
        for stone in near - group {
            let shared = *board.liberties(stone) & liberties;
            if !group.contains(stone) && shared.len() >= 2 {
                group.extend(board.string(stone));
                liberties |= *board.liberties(stone);
                grown = true;
            }
        }
        if !grown {
            return group;
        }
    }
}

/// The points that are played on: near the group and near friends that it may join without
/// being safe for it, but not behind strong stones of the opponent's. `strong` are stones of
/// the owner's that are alive.
pub(super) fn room(board: &Board, target: Point, owner: Color, strong: &Points) -> Points {
    let own = group(board, target, owner);
    let alone = around(board, &own, owner);
    let near = board.beside(&alone) & *board.stones(owner);
    let mut all = own;
    for friend in near - own - *strong {
        if !all.contains(friend) {
            all |= group(board, friend, owner);
        }
    }
    if all == own {
        return alone;
    }
    let together = around(board, &all, owner);
    if together.len() <= MOST { together } else { alone }
}

/// The same for these stones alone.
fn around(board: &Board, group: &Points, owner: Color) -> Points {
    let enemy = *board.stones(owner.other());
    let weak: Points = enemy.iter().filter(|&p| board.liberty_count(p) <= WEAK).collect();
    let mut open = board.empty();
    for stone in board.beside(group) & weak {
        open.extend(board.string(stone));
    }
    let mut room = board.beside(group) & open;
    for step in 0..STEPS {
        // The way out is followed no further than needed to see it.
        if step > 0 && room.len() > 24 {
            break;
        }
        let own = board.flood(&(board.beside(&room) - *group), board.stones(owner));
        let friends = if own.len() <= 4 { board.beside(&own) } else { Points::EMPTY };
        room |= (board.beside(&room) | friends) & open;
    }
    with_captures(board, room)
}

/// Whether the group has escaped from its room.
pub(super) fn is_out(
    board: &Board,
    target: Point,
    owner: Color,
    room: &Points,
    enough: usize,
) -> bool {
    let group = group(board, target, owner);
    let beyond = board.beside(&group) & board.empty() & !*room;
    beyond.len() >= enough
}

/// Estimated proof and disproof numbers: how much it takes to kill the group, and to save it.
pub(super) fn hopes(board: &Board, target: Point, owner: Color, room: &Points) -> (u32, u32) {
    let group = group(board, target, owner);
    let around = board.beside(board.stones(owner.other()));
    let eyes = ((board.beside(&group) & board.empty()) - around).len() as u32;
    let beyond = (board.beside(&group) & board.empty() & !*room).len() as u32;
    (1 + eyes + 2 * beyond, 1 + 12 / (1 + eyes + 2 * beyond))
}

/// Moves for a player, the best first.
pub(super) fn candidates(
    board: &Board,
    target: Point,
    owner: Color,
    room: &Points,
    attacking: bool,
) -> Vec<Point> {
    let group = group(board, target, owner);
    let mover = if attacking { owner.other() } else { owner };
    let (near, empty) = (board.beside(&group), board.empty());
    let fights = fights(board, &(group | near));
    let enemy = board.beside(board.stones(owner.other()));
    let mut scored = Vec::new();
    for point in empty & (*room | near | fights) {
        let mut score = 0;
        let (mut own, mut free, mut other) = (0, 0, 0);
        for q in board.neighbors(point) {
            match board.at(q) {
                None => free += 1,
                Some(color) if color == owner => own += 1,
                Some(_) => other += 1,
            }
            if board.at(q) == Some(mover.other()) && board.liberty_count(q) == 1 {
                score += 14 + board.stone_count(q).min(8) as i32;
            }
            if board.at(q) == Some(mover) && board.liberty_count(q) == 1 {
                score += 10;
            }
        }
        if !attacking && free == 0 && other == 0 && own > 0 && !closes(board, point, owner) {
            // An eye that is there already.
            continue;
        }
        if near.contains(point) {
            score += 6 + 2 * own;
        }
        // Inside, the middle is vital; outside, where the way out is narrow.
        if !enemy.contains(point) {
            score += 3 + 2 * free;
        }
        score += (board.diagonals(point).filter(|q| near.contains(*q)).count() as i32).min(3);
        let after = board.liberties_after(point, mover, 3);
        if after < 2 && !board.captures(point, mover) {
            score -= if attacking { 3 } else { 8 };
        }
        scored.push((-score, point));
    }
    scored.sort_unstable();
    scored.into_iter().map(|(_, point)| point).collect()
}

/// The liberties of strings next to these points that are nearly taken.
fn fights(board: &Board, points: &Points) -> Points {
    let stones = (*points | board.beside(points)) - board.empty();
    let weak = stones.iter().filter(|&stone| board.liberty_count(stone) <= FIGHTING);
    weak.fold(Points::EMPTY, |all, stone| all | *board.liberties(stone))
}

/// Whether a point between stones of the owner's is where one of them is in
/// atari, so that it may have to be filled.
fn closes(board: &Board, point: Point, owner: Color) -> bool {
    board.neighbors(point).any(|q| board.at(q) == Some(owner) && board.liberty_count(q) == 1)
}
