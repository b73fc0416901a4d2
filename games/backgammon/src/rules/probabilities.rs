//! Outcome probabilities.

use starboard_core::{DetailKind, Details, Game, MOST_DETAILS, Value};

use crate::{Backgammon, Scoring};

/// The outcome probabilities of a game, for the player to move.
///
/// They are cumulative, as usual: a gammon also counts as a win, and a backgammon also counts as a
/// gammon and a win. The probability of losing is 1 - `win`.
#[derive(Copy, Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Probabilities {
    /// Of winning at all.
    pub win: f32,
    /// Of winning a gammon or a backgammon.
    pub win_gammon: f32,
    /// Of winning a backgammon.
    pub win_backgammon: f32,
    /// Of losing a gammon or a backgammon.
    pub lose_gammon: f32,
    /// Of losing a backgammon.
    pub lose_backgammon: f32,
}

impl Probabilities {
    /// The outcome of a game that is over, for the player whose turn it would be; `None` while it
    /// goes on.
    pub fn of_end(game: &Backgammon) -> Option<Self> {
        let won = game.mine().all_off();
        let loser = match (won, game.theirs().all_off()) {
            (true, _) => game.theirs(),
            (_, true) => game.mine(),
            _ => return None,
        };
        let at_least = |points| u8::from(loser.points_lost() >= points).into();
        let outcomes = Self {
            win: 1.0,
            win_gammon: at_least(2),
            win_backgammon: at_least(3),
            ..Self::default()
        };
        Some(if won { outcomes } else { outcomes.flipped() })
    }

    /// The figures that evaluators of backgammon give in addition to the value.
    pub const KINDS: [DetailKind; 6] = [
        DetailKind::new("win", 3),
        DetailKind::new("win gammon", 4),
        DetailKind::new("win backgammon", 5),
        DetailKind::new("lose", 0),
        DetailKind::new("lose gammon", 1),
        DetailKind::new("lose backgammon", 2),
    ];

    /// The probabilities as the details of an estimate, of these [kinds](Self::KINDS).
    pub fn details(self) -> Details {
        let mut details = [0.0; MOST_DETAILS];
        let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = self.as_array();
        let lose = 1.0 - win;
        details[..6].copy_from_slice(&[
            win,
            win_gammon,
            win_backgammon,
            lose,
            lose_gammon,
            lose_backgammon,
        ]);
        details
    }

    /// The probabilities from such details, for the same player.
    pub fn from_details(&[win, wg, wbg, _, lg, lbg, ..]: &Details) -> Self {
        Self::from([win, wg, wbg, lg, lbg])
    }

    /// The probabilities from the details for the other player.
    pub fn from_flipped_details(&[_, lg, lbg, win, wg, wbg, ..]: &Details) -> Self {
        Self::from([win, wg, wbg, lg, lbg])
    }

    /// The same probabilities for the other player.
    #[must_use]
    pub fn flipped(self) -> Self {
        Self {
            win: 1.0 - self.win,
            win_gammon: self.lose_gammon,
            win_backgammon: self.lose_backgammon,
            lose_gammon: self.win_gammon,
            lose_backgammon: self.win_backgammon,
        }
    }

    /// The cubeless equity, in points, for the player to move.
    pub fn equity(self, scoring: Scoring) -> f32 {
        let single = 2.0 * self.win - 1.0;
        match scoring {
            Scoring::Single => single,
            Scoring::Money => {
                single + self.win_gammon + self.win_backgammon
                    - self.lose_gammon
                    - self.lose_backgammon
            }
        }
    }

    /// The equity on the grid of [`Value`].
    pub fn value(self, scoring: Scoring) -> Value {
        Value::saturating(
            (f64::from(self.equity(scoring)) * f64::from(Backgammon::UNIT)).round() as i64
        )
    }

    /// The probabilities in the order in which they are always printed: win, win gammon, win
    /// backgammon, lose gammon, lose backgammon.
    pub const fn as_array(self) -> [f32; 5] {
        [self.win, self.win_gammon, self.win_backgammon, self.lose_gammon, self.lose_backgammon]
    }
}

impl From<[f32; 5]> for Probabilities {
    fn from([win, win_gammon, win_backgammon, lose_gammon, lose_backgammon]: [f32; 5]) -> Self {
        Self { win, win_gammon, win_backgammon, lose_gammon, lose_backgammon }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equity_is_the_other_players_negated() {
        let p = Probabilities::from([0.5215, 0.1539, 0.0076, 0.1298, 0.0075]);
        for scoring in [Scoring::Money, Scoring::Single] {
            assert!((p.equity(scoring) + p.flipped().equity(scoring)).abs() < 1e-6);
        }
        assert!((p.equity(Scoring::Money) - 0.0672).abs() < 1e-6);
        assert_eq!(p.value(Scoring::Single), Value::new(11272));
        assert_eq!(Probabilities::from(p.as_array()), p);
    }
}
