//! Two moves in a row: what a threat to kill or to save a group would achieve.

use super::{Life, moves};
use crate::{Board, Ko, Point, Success, reading::reader::may_play};

/// Each second move is looked for with one in so many of the games.
const SHARE: u32 = 8;

impl Life {
    /// How well the opponent succeeds in killing the group of a stone with two moves in a
    /// row, and where: both moves, or one if that is enough.
    pub fn kill_in_two(
        &mut self,
        board: &mut Board,
        stone: Point,
    ) -> (Success, [Option<Point>; 2]) {
        self.in_two(board, stone, true)
    }

    /// How well the owner of a group succeeds in saving it with two moves in a row,
    /// and where: both moves, one if that is enough, or none.
    pub fn save_in_two(
        &mut self,
        board: &mut Board,
        stone: Point,
    ) -> (Success, [Option<Point>; 2]) {
        self.in_two(board, stone, false)
    }

    fn in_two(
        &mut self,
        board: &mut Board,
        stone: Point,
        kill: bool,
    ) -> (Success, [Option<Point>; 2]) {
        let Some(owner) = board.at(stone) else { return (Success::No, [None; 2]) };
        let (success, first) = self.one(board, stone, kill);
        let mut best = (success, [first, None]);
        let player = if kill { owner.other() } else { owner };
        let strong = super::strong(board, stone, owner, false);
        let room = moves::room(board, stone, owner, &strong);
        let candidates = moves::candidates(board, stone, owner, &room, kill);
        let legal = |point: &Point| may_play(board, Ko::NoThreats, *point, player);
        let candidates: Vec<_> = candidates.into_iter().filter(legal).collect();
        let playouts = self.playouts;
        self.playouts = playouts.div_ceil(SHARE);
        for first in candidates.into_iter().take(moves::WIDEST) {
            if best.0 == Success::Yes {
                break;
            }
            let mut after = board.clone();
            after.play(first, player);
            // The opponent plays elsewhere, so no ko is forbidden.
            after.set_ko(None);
            let (success, second) = match after.at(stone) {
                Some(_) => self.one(&mut after, stone, kill),
                None => (Success::Yes, None),
            };
            if success > best.0 {
                best = (success, [Some(first), second]);
            }
        }
        self.playouts = playouts;
        best
    }

    fn one(&mut self, board: &mut Board, stone: Point, kill: bool) -> (Success, Option<Point>) {
        if kill { self.kill(board, stone) } else { self.save(board, stone) }
    }
}
