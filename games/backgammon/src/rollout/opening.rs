//! What is played in the first turns of a rollout, where trials are alike.
//!
//! Of 1296 trials all begin with one of 21 rolls, and one of 441 pairs of rolls: what
//! is looked for ahead in the first two turns was mostly looked for before.

use std::collections::HashMap;

use parking_lot::Mutex;

use super::QuasiDice;
use crate::{Backgammon, Dice};

/// Turns that are remembered; the third has nearly as many beginnings as trials.
const TURNS: usize = 2;

/// The rolls up to and with that of a turn.
type Rolls = [Option<Dice>; TURNS];

/// The positions that were moved to, by the rolls that led there.
///
/// Whoever comes second to the same rolls would find the same move, so it makes no
/// difference who came first.
#[derive(Debug, Default)]
pub(super) struct Opening {
    known: Mutex<HashMap<Rolls, Backgammon>>,
}

impl Opening {
    /// What `find` says is played in a turn of a trial, if nobody looked for it before.
    /// Moves that are seen without looking ahead are not remembered.
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
