//! The size of an error, or of the luck of a roll.

use std::ops::{Add, AddAssign, Neg, Sub};

use crate::cube::Stakes;

/// What an error cost or a roll gained, in both units.
#[derive(Copy, Clone, Debug, Default, PartialEq, serde::Serialize)]
pub struct Amount {
    /// In equity: in multiples of the cube (for a cube decision, before the double); in a match, 1
    /// is half the difference between losing and winning that many points.
    pub equity: f64,
    /// In a match, in match winning chance; for money, in points.
    pub worth: f64,
}

impl Amount {
    /// A difference of `equity` with the cube at `cube`.
    pub(super) fn new(stakes: &Stakes, cube: i32, equity: f64) -> Self {
        let utility = equity * (stakes.utility(cube) - stakes.utility(-cube)) / 2.0;
        // In a match, the utility ranges from -1 to 1, and the chance from 0 to 1.
        let worth = if stakes.away().is_some() { utility / 2.0 } else { utility };
        Self { equity, worth }
    }
}

impl Add for Amount {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { equity: self.equity + other.equity, worth: self.worth + other.worth }
    }
}

impl AddAssign for Amount {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Neg for Amount {
    type Output = Self;

    fn neg(self) -> Self {
        Self { equity: -self.equity, worth: -self.worth }
    }
}

impl Sub for Amount {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + -other
    }
}
