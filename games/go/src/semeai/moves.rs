//! Where to play in a race.

use crate::{Board, Color, Point, Points};

/// The most candidates of a position, a pass not counted.
pub(super) const WIDEST: usize = 12;

/// How many single points a string has that are its own: free, with nothing
/// but stones of its colour around, and no more than the corners at an angle
/// that an eye can do without.
pub(super) fn eyes(board: &Board, stone: Point, color: Color) -> usize {
    let own = |&point: &Point| board.neighbors(point).all(|q| board.at(q) == Some(color));
    let holds = |&point: &Point| {
        let corners = board.diagonals(point);
        let (all, lost) = corners.fold((0, 0), |(all, lost), q| {
            (all + 1, lost + usize::from(board.at(q) == Some(color.other())))
        });
        lost == 0 || all == 4 && lost == 1
    };
    board.liberties(stone).iter().filter(own).filter(holds).count()
}

/// Moves for a player, the best first: the opponent's liberties from outside,
/// what takes stones in atari, what gives liberties.
pub(super) fn candidates(board: &Board, ends: [Point; 2], mover: Color) -> Vec<Point> {
    let mut scored: Vec<(i32, Point)> = Vec::new();
    let mut add =
        |point: Point, score: i32| match scored.iter_mut().find(|(_, known)| *known == point) {
            Some((best, _)) => *best = (*best).min(-score),
            None => scored.push((-score, point)),
        };
    let mine = ends.into_iter().find(|&end| board.at(end) == Some(mover));
    let theirs = ends.into_iter().find(|&end| board.at(end) == Some(mover.other()));
    let (Some(mine), Some(theirs)) = (mine, theirs) else {
        return mine.or(theirs).map_or_else(Vec::new, |end| inside(board, end, mover));
    };
    let (own, other) = (*board.liberties(mine), *board.liberties(theirs));
    let count = board.liberty_count(mine);
    for point in other {
        let after = board.liberties_after(point, mover, 3) as i32;
        let shared = own.contains(point);
        let score = if shared { 20 } else { 40 };
        // Playing oneself into atari comes last.
        add(point, score + 3 * after - if after < 2 { 15 } else { 0 });
        if after < 2 {
            // Approach from a step further.
            for q in board.neighbors(point) {
                if board.is_empty(q) {
                    add(q, 22);
                }
            }
        }
    }
    for point in own {
        let after = board.liberties_after(point, mover, count + 3);
        if after > count {
            add(point, 25 + 6 * (after - count) as i32);
        } else if board.neighbors(point).any(|q| board.is_empty(q)) {
            // Room for an eye.
            add(point, 14);
        }
    }
    // Strings beside that are in atari, or close to it.
    for (end, strings) in [(mine, mover.other()), (theirs, mover), (theirs, mover.other())] {
        let stones: Points = board.string(end).collect();
        let near = board.beside(&(stones | *board.liberties(end))) & *board.stones(strings);
        let heads: Points = near.iter().map(|stone| board.head(stone)).collect();
        for head in heads {
            if head == board.head(mine) || head == board.head(theirs) {
                continue;
            }
            let weak = board.liberty_count(head);
            if weak > 2 {
                continue;
            }
            for point in *board.liberties(head) {
                let touches = strings == mover || weak == 1;
                add(point, if touches { 34 - 8 * weak as i32 } else { 12 });
            }
        }
    }
    scored.sort_unstable();
    scored.into_iter().map(|(_, point)| point).collect()
}

/// Moves when one of the strings has been taken: on the liberties of the other
/// and beside them, the middle of its eye space first.
fn inside(board: &Board, end: Point, mover: Color) -> Vec<Point> {
    let liberties = *board.liberties(end);
    let near = (liberties | board.beside(&liberties)) & board.empty();
    let mut scored: Vec<_> = near
        .iter()
        .map(|point| {
            let free = board.neighbors(point).filter(|&q| near.contains(q)).count() as i32;
            let takes = if board.captures(point, mover) { 8 } else { 0 };
            (-(3 * free + takes + i32::from(liberties.contains(point))), point)
        })
        .collect();
    scored.sort_unstable();
    scored.into_iter().map(|(_, point)| point).collect()
}
