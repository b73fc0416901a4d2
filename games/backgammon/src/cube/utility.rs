//! What an end is worth if nobody doubles any more.

use super::Stakes;
use crate::Probabilities;

/// The utility of ends at one state of the cube, if nobody doubles any more: a sum,
/// for the utility is an expectation and the outcomes are probabilities.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Utility {
    /// Of a plain loss.
    loss: f64,
    /// What each of the five probabilities adds, in their order.
    more: [f64; 5],
}

impl Utility {
    /// The utility for the player whose stakes these are, with so many points on the
    /// cube.
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

    /// What these ends are worth, for the same player.
    pub fn of(&self, outcomes: Probabilities) -> f64 {
        let parts = self.more.iter().zip(outcomes.as_array());
        self.loss + parts.map(|(more, p)| more * f64::from(p)).sum::<f64>()
    }

    /// Half of what lies between a plain win and a plain loss: a point, at money and
    /// a cube of one.
    pub fn point(&self) -> f64 {
        self.more[0] / 2.0
    }
}
