//! What an error or a roll is worth.

use std::ops::{Add, AddAssign, Neg, Sub};

use crate::cube::Stakes;

/// What an error cost or a roll brought, in both ways of counting.
#[derive(Copy, Clone, Debug, Default, PartialEq, serde::Serialize)]
pub struct Amount {
    /// In equity, as multiples of what the cube shows (before a double, if that
    /// is what it is about); in a match, 1 is half the way from losing so many
    /// points to winning them.
    pub equity: f64,
    /// In a match, the chance to win it; at money, points.
    pub worth: f64,
}

impl Amount {
    /// A difference in equity with the cube at `cube`.
    pub(super) fn new(stakes: &Stakes, cube: i32, equity: f64) -> Self {
        let utility = equity * (stakes.utility(cube) - stakes.utility(-cube)) / 2.0;
        // From -1 to 1 in a match, where a chance goes from 0 to 1.
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
