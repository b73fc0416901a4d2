//! Who is ahead in a race, by counting.

use super::moves;
use crate::{Board, Point};

/// The liberties in a race between a hunter and its target.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Count {
    /// Liberties that only the hunter has.
    pub(super) hunter: i32,
    /// Liberties that only the target has.
    pub(super) target: i32,
    /// Liberties of both.
    pub(super) shared: i32,
    /// Whether the hunter, and whether the target, has an eye.
    pub(super) eyes: [bool; 2],
}

impl Count {
    /// Counts for the strings of two stones.
    pub(super) fn of(board: &Board, hunter: Point, target: Point) -> Self {
        let [a, b] = [hunter, target].map(|stone| match board.at(stone) {
            Some(_) => *board.liberties(stone),
            None => crate::Points::EMPTY,
        });
        let shared = (a & b).len() as i32;
        let eyes = [hunter, target]
            .map(|stone| board.at(stone).is_some_and(|color| moves::eyes(board, stone, color) > 0));
        Self { hunter: a.len() as i32 - shared, target: b.len() as i32 - shared, shared, eyes }
    }

    /// By how many moves the hunter is ahead if the target's owner is to move:
    /// it takes the target if this is at least 1.
    pub(super) const fn lead(self) -> i32 {
        let lead = self.hunter - self.target;
        match self.eyes {
            // A player with an eye can safely fill shared liberties; the other
            // cannot fill them at all.
            [true, false] => lead + self.shared,
            [false, true] => lead - self.shared - 1,
            // Nobody can fill the last shared liberty: seki, unless one player is
            // far ahead.
            [true, true] if self.shared > 0 => lead - self.shared,
            [false, false] if self.shared > 1 => lead - self.shared + 1,
            _ => lead,
        }
    }

    /// Whether the hunter takes the target.
    pub(super) const fn takes(self, hunter_moves: bool) -> bool {
        self.lead() + hunter_moves as i32 >= 1
    }
}
