//! One side's checkers, as sets of places.

use crate::{Checkers, rules::checkers::flip};

/// The points, without the bar and the tray.
pub(super) const POINTS: u32 = 0x1ff_fffe;
/// The points at home.
pub(super) const HOME: u32 = 0x7e;

/// One side's checkers, from its own point of view.
#[derive(Copy, Clone, Debug)]
pub(super) struct Side {
    pub(super) checkers: Checkers,
    /// Points with a checker.
    pub(super) men: u32,
    /// Points with two or more.
    pub(super) made: u32,
    /// Points with one.
    pub(super) blots: u32,
    pub(super) bar: u32,
    pub(super) pips: u32,
}

impl Side {
    pub(super) fn of(checkers: Checkers) -> Self {
        let (men, made) = (checkers.occupied() & POINTS, checkers.made() & POINTS);
        let bar = checkers.bar().into();
        Self { checkers, men, made, blots: men & !made, bar, pips: checkers.pips() }
    }

    /// A set of this side's places from the other side's point of view.
    pub(super) const fn seen(places: u32) -> u32 {
        flip(places) & POINTS
    }

    /// How many checkers are at the places from `low` to `high`.
    pub(super) fn count(&self, low: u32, high: u32) -> u32 {
        let word = self.checkers.word() >> (4 * low) & ((1 << (4 * (high + 1 - low))) - 1);
        // At most fifteen checkers in all, so that no nibble overflows into another sum.
        let sum = |x: u64| {
            let pairs = (x & 0x0f0f_0f0f_0f0f_0f0f) + (x >> 4 & 0x0f0f_0f0f_0f0f_0f0f);
            pairs.wrapping_mul(0x0101_0101_0101_0101) >> 56
        };
        (sum(word as u64) + sum((word >> 64) as u64)) as u32
    }
}
