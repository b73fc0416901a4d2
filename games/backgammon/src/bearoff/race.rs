//! Outcome probabilities of a race, from the rolls that both players need.

use super::{Bearoff, OneSided};
use crate::{CHECKERS, Checkers, Probabilities};

/// More rolls than anybody needs.
const MOST: usize = 64;

impl Bearoff {
    /// The outcome probabilities, for the player on roll; `None` if a checker of either player is
    /// too far away for the one-sided database.
    ///
    /// They assume that both players bear off as fast as possible on average. This is exact for who
    /// wins except in the last few rolls, where the slower player may do better by taking risks;
    /// gammons are counted as if the loser played only to save them.
    pub fn race(&self, mine: Checkers, theirs: Checkers) -> Option<Probabilities> {
        self.one_sided.race(mine, theirs)
    }
}

impl OneSided {
    /// As [`Bearoff::race`]. With three checkers, `None` until both players have borne one off: the
    /// database takes the missing twelve as borne off.
    pub fn race(&self, mine: Checkers, theirs: Checkers) -> Option<Probabilities> {
        if [mine, theirs].iter().any(|side| side.off() == 0 && side.total() < CHECKERS) {
            return None;
        }
        let (me, they) = (self.rolls(mine)?, self.rolls(theirs)?);
        let chance = |sum: f64| sum.min(1.0) as f32;
        // A player who finishes with roll k wins if the other has not finished before; the player
        // on roll is a roll ahead.
        let slow = they.at_least::<MOST>();
        let win: f64 = me.iter().map(|(k, p)| p * slow.get(k as usize).unwrap_or(&0.0)).sum();
        let mut outcomes = Probabilities { win: chance(win), ..Probabilities::default() };
        if theirs.off() == 0 {
            let late = self.first_off(theirs)?.at_least::<MOST>();
            let gammon = |(k, p): (u32, f64)| p * late.get(k as usize).unwrap_or(&0.0);
            outcomes.win_gammon = chance(me.iter().map(gammon).sum());
        }
        if mine.off() == 0 {
            let late = self.first_off(mine)?.at_least::<MOST>();
            // The player on roll has had as many rolls as the other.
            let gammon = |(k, p): (u32, f64)| p * late.get(k as usize + 1).unwrap_or(&0.0);
            outcomes.lose_gammon = chance(they.iter().map(gammon).sum());
        }
        outcomes.win_gammon = outcomes.win_gammon.min(outcomes.win);
        outcomes.lose_gammon = outcomes.lose_gammon.min(1.0 - outcomes.win);
        Some(outcomes)
    }
}
