//! Ladders: whether a string escapes when every move of the attacker gives atari.
//!
//! The features need a quick answer, and the same one as when their values were
//! learned, so they do not use the tactical [`Reader`](crate::Reader).

use crate::{Board, Point};

/// Moves tried before a string counts as escaping: a ladder across the
/// board takes about seventy.
const MOST: u32 = 200;
/// The most strings in atari around another that are looked at; more never matter.
const AROUND: usize = 6;

/// Whether the string of `target`, its owner to move, cannot get three liberties.
pub(crate) fn is_caught(board: &mut Board, target: Point) -> bool {
    caught(board, target, &mut 0)
}

/// Whether a series of ataris catches the string of `target`, the attacker to move.
pub(super) fn can_be_caught(board: &mut Board, target: Point) -> bool {
    trapped(board, target, &mut 0)
}

/// Where stones can be captured that touch the string of `target`.
pub(super) fn captures_around(board: &Board, target: Point) -> ([Point; AROUND], usize) {
    let owner = board.at(target);
    let mut found = [target; AROUND];
    let mut count = 0;
    for stone in board.string(target) {
        for q in board.neighbors(stone) {
            if board.at(q).is_none() || board.at(q) == owner || board.liberty_count(q) != 1 {
                continue;
            }
            let Some(last) = board.liberties(q).first() else { continue };
            if count < AROUND && !found[..count].contains(&last) {
                found[count] = last;
                count += 1;
            }
        }
    }
    (found, count)
}

fn caught(board: &mut Board, target: Point, tried: &mut u32) -> bool {
    let Some(owner) = board.at(target) else { return true };
    let mut escapes = |board: &mut Board, point: Point| {
        if !board.is_legal(point, owner) || *tried >= MOST {
            return *tried >= MOST;
        }
        *tried += 1;
        board.play(point, owner);
        let escaped = match board.liberty_count(target) {
            0 | 1 => false,
            2 => !trapped(board, target, tried),
            _ => true,
        };
        board.undo();
        escaped
    };
    if board.liberty_count(target) > 2 {
        return false;
    }
    let liberties = *board.liberties(target);
    let (captures, count) = captures_around(board, target);
    for &point in &captures[..count] {
        if escapes(board, point) {
            return false;
        }
    }
    for point in liberties {
        if !captures[..count].contains(&point) && escapes(board, point) {
            return false;
        }
    }
    true
}

fn trapped(board: &mut Board, target: Point, tried: &mut u32) -> bool {
    let Some(owner) = board.at(target) else { return true };
    match board.liberty_count(target) {
        0 | 1 => return true,
        2 => {}
        _ => return false,
    }
    let hunter = owner.other();
    let liberties = *board.liberties(target);
    // What gives the target more room is taken first.
    let mut points = [target; 2];
    for (i, point) in liberties.into_iter().enumerate() {
        points[i] = point;
    }
    let room = points.map(|point| board.neighbors(point).filter(|&q| board.is_empty(q)).count());
    if room[1] > room[0] {
        points.swap(0, 1);
    }
    for point in points {
        if *tried >= MOST {
            return false;
        }
        if !board.is_legal(point, hunter) {
            continue;
        }
        *tried += 1;
        board.play(point, hunter);
        let done = board.liberty_count(target) == 1 && caught(board, target, tried);
        board.undo();
        if done {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use starboard_core::Game;

    use super::*;
    use crate::Go;

    #[track_caller]
    fn check(line: &str, target: &str, caught: bool) {
        let game = Go::parse(line).expect("a game");
        let target = Point::read(game.size(), target).expect("a point");
        let mut board = game.board().clone();
        let before = board.clone();
        assert_eq!(can_be_caught(&mut board, target), caught, "{line}");
        assert!(board == before, "nothing is left on the board");
    }

    #[test]
    fn ladders_are_read_to_their_end() {
        // Across an empty board, and with a stone that breaks it.
        let ladder = "19x19 b 7 moves C4 D4 D3 R3 C5";
        check(&format!("{ladder} R4"), "D4", true);
        check(&format!("{ladder} Q16"), "D4", false);
        // Caught at the edge.
        check("9x9 b 7 moves D2 D1 C1 J9", "D1", true);
        // Three liberties are enough.
        check("9x9 b 7 moves D5 E5", "E5", false);
    }

    #[test]
    fn captures_break_ladders() {
        // Black's stone at B1 can be taken.
        let game = Go::parse("9x9 w 7 moves B2 A2 B1 C1 A3 J9").expect("a game");
        let target = Point::read(game.size(), "A2").expect("a point");
        let mut board = game.board().clone();
        assert_eq!(board.liberty_count(target), 1);
        let (found, count) = captures_around(&board, target);
        assert_eq!(count, 0, "{found:?}");
        assert!(is_caught(&mut board, target));
        let game = Go::parse("9x9 w 7 moves D2 D1 C1 B1 E1 C2 J9 B2").expect("a game");
        let target = Point::read(game.size(), "B1").expect("a point");
        let mut board = game.board().clone();
        assert!(!is_caught(&mut board, target));
    }
}
