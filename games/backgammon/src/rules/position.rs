//! A position of backgammon.

use starboard_core::{Game as _, NotationError, Player, Value, mix};

use crate::{Checkers, Dice, Turn, rules::checkers::HYPERGAMMON_CHECKERS};

/// How many points a win counts.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scoring {
    /// A gammon counts 2 and a backgammon 3 points.
    #[default]
    Money,
    /// Every win counts 1 point, as in the last game of a match and in the
    /// tournaments of the *-Minimax paper.
    Single,
}

/// A position of backgammon without a cube: before a roll (a chance node) or
/// after it (a decision).
///
/// Checkers are stored from the point of view of the player to move, so that the same position
/// looks the same for both players.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Backgammon {
    pub(crate) mine: Checkers,
    pub(crate) theirs: Checkers,
    pub(crate) mover: Player,
    pub(crate) dice: Option<Dice>,
    pub(crate) scoring: Scoring,
}

impl Default for Backgammon {
    fn default() -> Self {
        Self::START
    }
}

impl Backgammon {
    /// The start of a money game, with the first player to roll.
    ///
    /// In a real game the first roll is never a double; here all 21 rolls may come up.
    pub const START: Self = Self {
        mine: Checkers::START,
        theirs: Checkers::START,
        mover: Player::First,
        dice: None,
        scoring: Scoring::Money,
    };

    /// The start of nackgammon, Nack Ballard's variant with two more checkers back: the same rules
    /// from another starting position.
    pub const NACKGAMMON: Self =
        Self { mine: Checkers::NACKGAMMON, theirs: Checkers::NACKGAMMON, ..Self::START };

    /// The start of hypergammon, Hugh Sconyers's variant with three checkers each: otherwise the
    /// same rules.
    pub const HYPERGAMMON: Self =
        Self { mine: Checkers::HYPERGAMMON, theirs: Checkers::HYPERGAMMON, ..Self::START };

    /// The position with these checkers in a money game, with the first player to roll.
    ///
    /// # Errors
    ///
    /// If both players have checkers on the same point, if they play with different numbers of
    /// checkers, if both have borne off all checkers, or if both are shut out for good.
    pub fn new(mine: Checkers, theirs: Checkers) -> Result<Self, NotationError> {
        if let Some(point) = (1..=24).find(|&p| mine.at(p) > 0 && theirs.at(25 - p) > 0) {
            return Err(NotationError::impossible(format!(
                "both players have checkers on the {point} point of the player to move"
            )));
        }
        if mine.total() != theirs.total() {
            return Err(NotationError::impossible(format!(
                "one player has {} checkers and the other {}",
                mine.total(),
                theirs.total()
            )));
        }
        if mine.all_off() && theirs.all_off() {
            return Err(NotationError::impossible("both players have borne off all checkers"));
        }
        let shut_out = |a: Checkers, b: Checkers| a.bar() > 0 && b.made() & 0x7e == 0x7e;
        if shut_out(mine, theirs) && shut_out(theirs, mine) {
            return Err(NotationError::impossible("nobody can ever move from the bar"));
        }
        Ok(Self { mine, theirs, ..Self::START })
    }

    /// The checkers of the player to move.
    pub const fn mine(&self) -> Checkers {
        self.mine
    }

    /// The other player's checkers, from that player's own point of view: their point `p` is the
    /// mover's point `25 - p`.
    pub const fn theirs(&self) -> Checkers {
        self.theirs
    }

    /// Whether this is hypergammon, with three checkers each.
    pub const fn is_hypergammon(&self) -> bool {
        self.mine.total() == HYPERGAMMON_CHECKERS
    }

    /// The dice, if they were rolled.
    pub const fn dice(&self) -> Option<Dice> {
        self.dice
    }

    /// How many points a win counts.
    pub const fn scoring(&self) -> Scoring {
        self.scoring
    }

    /// The same position after this roll, or before a roll.
    #[must_use]
    pub const fn with_dice(mut self, dice: Option<Dice>) -> Self {
        self.dice = dice;
        self
    }

    /// The same position with another scoring.
    #[must_use]
    pub const fn with_scoring(mut self, scoring: Scoring) -> Self {
        self.scoring = scoring;
        self
    }

    /// The same position with this player to move.
    #[must_use]
    pub const fn with_mover(mut self, mover: Player) -> Self {
        self.mover = mover;
        self
    }

    /// Whether some checker still has to pass an enemy checker. Once contact is broken, it never
    /// comes back.
    pub const fn is_contact(&self) -> bool {
        // For a player without checkers, `last` is 0.
        self.mine.last() + self.theirs.last() > 25
    }

    /// Moves the mover's checkers and hits what they land on.
    pub(crate) fn move_checkers(&mut self, turn: Turn) {
        for step in turn.steps() {
            let (from, to) = (step.from(), step.to());
            self.mine.step(from, to);
            if to > 0 && self.theirs.at(25 - to) == 1 {
                self.theirs.step(25 - to, crate::BAR);
            }
        }
    }

    /// What the game is worth for the winner, where `loser` are the checkers of the loser.
    pub(crate) fn worth(&self, loser: Checkers) -> Value {
        let points = if self.scoring == Scoring::Single { 1 } else { loser.points_lost() };
        Value::new(points * Self::UNIT)
    }

    /// A hash of the whole position.
    pub(crate) fn hash(&self) -> u64 {
        let (mine, theirs) = (self.mine.word(), self.theirs.word());
        // Each player's checkers take 104 bits, so the rest fits above them.
        let rest = self.dice.map_or(0, Dice::code);
        let rest = u64::from(rest) | (self.mover.index() as u64) << 6 | (self.scoring as u64) << 7;
        let high = (mine >> 64) as u64 | rest << 48;
        let x = mix(mine as u64) ^ high;
        let x = mix(x) ^ theirs as u64;
        mix(mix(x) ^ (theirs >> 64) as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_small() {
        assert_eq!(size_of::<Backgammon>(), 48);
        assert_eq!(size_of::<crate::Move>(), 10);
    }

    #[test]
    fn impossible_positions_are_refused() {
        let side = |places: &[(usize, u8)]| {
            let mut counts = [0; 25];
            places.iter().for_each(|&(place, n)| counts[place - 1] = n);
            Checkers::on_board(counts).expect("at most fifteen")
        };
        let closed = [(1, 2), (2, 2), (3, 2), (4, 2), (5, 2), (6, 2), (25, 1)];
        for (mine, theirs, reason) in [
            (side(&[(5, 2)]), side(&[(20, 1)]), "on the 5 point of the player to move"),
            (side(&[]), side(&[]), "borne off all"),
            (side(&closed), side(&closed), "nobody can ever move"),
        ] {
            let error = Backgammon::new(mine, theirs).unwrap_err().to_string();
            assert!(error.contains(reason), "{error}");
        }
        assert!(Backgammon::new(side(&closed), side(&[(1, 1), (25, 3)])).is_ok());
    }
}
