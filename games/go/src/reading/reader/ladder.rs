//! Ladders: series of ataris, which cost no nodes of the budget.

use super::{
    list::Scored,
    search::{Proof, Search},
    table::Known,
};
use crate::Point;

/// Ladder positions have entries of their own.
const SALT: u64 = 0x6c62_272e_07bb_0142;

impl Search<'_> {
    /// Whether the attacker, to move, captures by giving atari with every move.
    /// The target has two liberties.
    pub(super) fn ladder(&mut self, best: &mut Option<Point>) -> bool {
        let key = self.key(true) ^ SALT;
        if let Some(known) = self.table.probe(key) {
            *best = known.best;
            return known.proof == Proof::CAPTURED;
        }
        if self.is_spent() {
            return false;
        }
        let mut list = Scored::new();
        self.ataris(&mut list);
        list.sort();
        let attacker = self.owner.other();
        let mut found = None;
        for point in list.iter() {
            self.board.play(point, attacker);
            self.nodes += 1;
            let captured = self.caught();
            self.board.undo();
            if captured {
                found = Some(point);
                break;
            }
        }
        let captured = found.is_some();
        if captured || !self.is_spent() {
            let proof = if captured { Proof::CAPTURED } else { Proof::SAFE };
            self.table.store(key, Known { proof, best: found });
        }
        *best = found;
        captured
    }

    /// Whether the target, in atari and to move, is caught in the ladder.
    fn caught(&mut self) -> bool {
        self.depends |= *self.board.liberties(self.target);
        let mut list = Scored::new();
        self.defences(&mut list);
        list.sort();
        for point in list.iter() {
            self.board.play(point, self.owner);
            self.nodes += 1;
            let caught = match self.board.liberty_count(self.target) {
                1 => self.capture().is_some(),
                2 => {
                    self.depends |= *self.board.liberties(self.target);
                    self.ladder(&mut None)
                }
                _ => {
                    self.depends |= *self.board.liberties(self.target);
                    false
                }
            };
            self.board.undo();
            if !caught {
                return false;
            }
        }
        true
    }
}
