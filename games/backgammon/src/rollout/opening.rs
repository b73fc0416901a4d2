//! A cache of the moves in the first turns of a rollout, where trials coincide.
//!
//! 1296 trials begin with only 21 different rolls and 441 pairs of rolls, so most searches in the
//! first two turns have been made before.

use std::collections::HashMap;

use parking_lot::Mutex;

use super::QuasiDice;
use crate::{Backgammon, Dice};

/// The turns that are cached; by the third, almost every trial is different.
const TURNS: usize = 2;

/// The rolls up to and with that of a turn.
type Rolls = [Option<Dice>; TURNS];

/// The positions after the moves, by the rolls that led there.
///
/// Any other thread would find the same move for the same rolls, so it makes no difference which
/// comes first.
#[derive(Debug, Default)]
pub(super) struct Opening {
    known: Mutex<HashMap<Rolls, Backgammon>>,
}

impl Opening {
    /// The position after the move in a turn of a trial, from the cache or else from `find`. Moves
    /// chosen by static evaluation are not cached.
    pub(super) fn reply(
        &self,
        dice: &QuasiDice,
        trial: u64,
        turn: u32,
        plies: u32,
        find: impl FnOnce() -> Backgammon,
    ) -> Backgammon {
        let turn = turn as usize;
        if plies == 0 || turn >= TURNS {
            return find();
        }
        let rolls = std::array::from_fn(|t| (t <= turn).then(|| dice.roll(trial, t)));
        if let Some(known) = self.known.lock().get(&rolls) {
            return *known;
        }
        let found = find();
        self.known.lock().insert(rolls, found);
        found
    }
}
