//! The clock: the one place where the workspace reads the time.
//!
//! `std::time::Instant` panics on `wasm32-unknown-unknown`, which has no clock of its
//! own. There the time comes from the page, by `performance.now()`. A lint
//! (`clippy.toml`) keeps `std`'s types out of every other module.
#![expect(clippy::disallowed_types, reason = "this is where the time is read")]

use std::{
    ops::{Add, AddAssign, Sub, SubAssign},
    time::Duration,
};

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
use std::time::Instant as Source;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
use web_time::Instant as Source;

/// A point in time of a clock that never runs backwards; only differences mean
/// anything.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instant(Source);

impl Instant {
    /// The present moment.
    #[inline]
    pub fn now() -> Self {
        Self(Source::now())
    }

    /// How long ago this was; zero if it lies in the future.
    #[inline]
    pub fn elapsed(self) -> Duration {
        Self::now().saturating_duration_since(self)
    }

    /// The time from `earlier` to this; zero if `earlier` is the later one.
    #[inline]
    pub fn saturating_duration_since(self, earlier: Self) -> Duration {
        self.0.saturating_duration_since(earlier.0)
    }

    /// This moment plus `duration`; `None` if that is beyond what the clock can
    /// represent.
    pub fn checked_add(self, duration: Duration) -> Option<Self> {
        self.0.checked_add(duration).map(Self)
    }
}

impl Add<Duration> for Instant {
    type Output = Self;

    fn add(self, duration: Duration) -> Self {
        Self(self.0 + duration)
    }
}

impl AddAssign<Duration> for Instant {
    fn add_assign(&mut self, duration: Duration) {
        self.0 += duration;
    }
}

impl SubAssign<Duration> for Instant {
    fn sub_assign(&mut self, duration: Duration) {
        self.0 -= duration;
    }
}

impl Sub for Instant {
    type Output = Duration;

    fn sub(self, earlier: Self) -> Duration {
        self.saturating_duration_since(earlier)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_durations_and_never_negative() {
        let start = Instant::now();
        let second = Duration::from_secs(1);
        let later = start + second;
        assert_eq!(later - start, second);
        assert_eq!(start - later, Duration::ZERO);
        assert_eq!(start.checked_add(second), Some(later));
        assert_eq!(start.checked_add(Duration::MAX), None);
        assert_eq!((later + second).elapsed(), Duration::ZERO);
        let mut moved = start;
        moved += second;
        assert!(moved == later && later > start);
        moved -= second;
        assert_eq!(moved, start);
    }
}
