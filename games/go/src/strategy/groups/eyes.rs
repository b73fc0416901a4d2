//! Eyes: how many of them a group's own points make.

use crate::{Board, Color, Point, Points};

/// Enough for life, in tenths of an eye.
pub(crate) const TWO: i32 = 20;

/// How many eyes, in tenths, the points of `space` make for `color`: one part
/// after the other, each with what is open of it. `lost` are stones of the
/// opponent's that are as good as captured; `open` are free points that are
/// not the group's.
pub(crate) fn count(
    board: &Board,
    color: Color,
    space: &Points,
    lost: &Points,
    open: &Points,
) -> i32 {
    let enemy = *board.stones(color.other()) - *lost;
    let threatened = board.beside(&(enemy | *open));
    let mut rest = *space;
    let mut eyes = 0;
    while let Some(first) = rest.first() {
        let part = board.flood(&Points::of(first), &rest);
        rest = rest - part;
        eyes += match part.len() {
            1 => single(board, color, first, &enemy, lost),
            size => {
                let leaks = (part & threatened).len();
                part_of(board, &part, size, leaks, lost)
            }
        };
    }
    eyes
}

/// An eye of one point: real unless the opponent has too many of its diagonal
/// points.
fn single(board: &Board, color: Color, point: Point, enemy: &Points, lost: &Points) -> i32 {
    if board.neighbors(point).any(|q| enemy.contains(q)) {
        return 0;
    }
    let walled = board.neighbors(point).all(|q| board.at(q) == Some(color) || lost.contains(q));
    let (mut taken, mut open, mut corners) = (0, 0, 0);
    for q in board.diagonals(point) {
        corners += 1;
        if enemy.contains(q) {
            taken += 2;
        } else if board.is_empty(q) {
            open += 1;
        }
    }
    // On the edge a single one is enough to make it false, elsewhere two.
    let allowed = if corners == 4 { 2 } else { 0 };
    let eye = match taken - allowed {
        1.. => 0,
        _ if taken + open <= allowed + 1 => 10,
        // As long as the opponent still has to take the other points.
        _ => 8,
    };
    if walled { eye } else { eye / 2 }
}

/// An eye space of several points, some of which the opponent can get at.
fn part_of(board: &Board, part: &Points, size: usize, leaks: usize, lost: &Points) -> i32 {
    // In halves: a point that the opponent gets at is half a point.
    let room = 2 * size as i32 - leaks as i32;
    let eyes = match room {
        ..=1 => 2,
        2 => 5,
        3 => 8,
        4 => 10,
        5 => 12,
        6 => 14,
        7 => 15,
        8 => 16,
        9 => 17,
        10 => 18,
        11 => 19,
        // More than two, so that some may be taken.
        _ => TWO + (room - 12).min(10),
    };
    if leaks > 0 {
        return eyes;
    }
    // Closed: the shape tells, unless there is something in it.
    let inside = (*part & *lost).len();
    let widest = part
        .iter()
        .map(|p| board.neighbors(p).filter(|&q| part.contains(q)).count())
        .max()
        .unwrap_or(0);
    match (size, widest) {
        (2, _) => 10,
        (3, _) if inside == 0 => 15,
        (3, _) => 12,
        (4, 3) => 15,
        (4, _) if is_square(board, part) => 10,
        (4, _) if inside == 0 => TWO,
        (4, _) => 17,
        (5, 4) => 15,
        (5, _) if has_square(board, part) => 15,
        (5, _) if inside == 0 => TWO,
        (5, _) => 17,
        (6, 4) => 16,
        (6, _) if inside > 0 => 18,
        _ => eyes.max(18),
    }
}

/// Four points around a crossing.
fn is_square(board: &Board, part: &Points) -> bool {
    part.iter().all(|p| board.neighbors(p).filter(|&q| part.contains(q)).count() == 2)
}

/// Whether four of the points stand around a crossing.
fn has_square(board: &Board, part: &Points) -> bool {
    part.iter().any(|p| {
        board.diagonals(p).any(|q| {
            part.contains(q)
                && board
                    .neighbors(p)
                    .filter(|&r| part.contains(r) && board.neighbors(r).any(|s| s == q))
                    .count()
                    == 2
        })
    })
}

#[cfg(test)]
mod tests {
    use starboard_core::Game;

    use super::*;
    use crate::Go;

    /// The eyes of Black in all free points.
    #[track_caller]
    fn check(position: &str, expected: i32) {
        let game = Go::parse(position).expect("a position");
        let board = game.board();
        // White's liberties are in the last row.
        let space = board.empty().iter().filter(|p| p.row(board.size()) < 4).collect();
        let eyes = count(board, Color::Black, &space, &Points::EMPTY, &Points::EMPTY);
        assert_eq!(eyes, expected, "{position}");
    }

    #[test]
    fn shapes_make_one_eye_or_two() {
        check("1X1XO/XXXXO/OOOOO/OOOOO/5 b 0", 20);
        check("2XXO/XXXXO/OOOOO/OOOOO/5 b 0", 10);
        check("3XO/XXXXO/OOOOO/OOOOO/5 b 0", 15);
        check("4X/XXXXX/OOOOO/OOOOO/5 b 0", 20);
        check("2XXO/2XXO/XXXXO/OOOOO/5 b 0", 10);
        check("3XO/2XXO/XXXXO/OOOOO/5 b 0", 15);
        check("3XO/X1XXO/XXXXO/OOOOO/5 b 0", 15);
        check("3XO/3XO/XXXXO/OOOOO/5 b 0", 20);
    }

    #[test]
    fn false_eyes_are_none() {
        for (position, eye, expected) in [
            ("X1XO1/XXXO1/OOO2/5/5 b 0", "B5", 10),
            ("X1XO1/OXXO1/1OOO1/5/5 b 0", "B5", 0),
            ("1X1X1/1XXX1/1X1X1/1XXX1/5 b 0", "C3", 10),
            ("1X1X1/1OXX1/1X1X1/1XXX1/5 b 0", "C3", 10),
            ("1X1X1/1OXO1/1X1X1/1XXX1/5 b 0", "C3", 0),
        ] {
            let game = Go::parse(position).expect("a position");
            let board = game.board();
            let space = Points::of(Point::read(board.size(), eye).expect("a point"));
            let none = Points::EMPTY;
            let eyes = count(board, Color::Black, &space, &none, &none);
            assert_eq!(eyes, expected, "{position}");
        }
    }
}
