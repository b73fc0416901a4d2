//! The utility of outcomes if nobody doubles any more.

use super::Stakes;
use crate::Probabilities;

/// The utility of outcome probabilities at one value of the cube, if nobody doubles any more: as an
/// expectation, it is linear in the probabilities.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Utility {
    /// The utility of losing a single game.
    loss: f64,
    /// The coefficients of the five probabilities, in their usual order.
    more: [f64; 5],
}

impl Utility {
    /// The utility for the player whose stakes these are, with the cube at `cube`.
    pub fn new(stakes: &Stakes, cube: i32) -> Self {
        let worth = |points: i32| stakes.utility(points * cube);
        let loss = worth(-1);
        let more = [
            worth(1) - loss,
            worth(2) - worth(1),
            worth(3) - worth(2),
            worth(-2) - loss,
            worth(-3) - worth(-2),
        ];
        Self { loss, more }
    }

    /// The utility of these outcome probabilities, for the same player.
    pub fn of(&self, outcomes: Probabilities) -> f64 {
        let parts = self.more.iter().zip(outcomes.as_array());
        self.loss + parts.map(|(more, p)| more * f64::from(p)).sum::<f64>()
    }

    /// Half the difference between winning and losing a single game: one point for money with the
    /// cube at 1.
    pub fn point(&self) -> f64 {
        self.more[0] / 2.0
    }
}
