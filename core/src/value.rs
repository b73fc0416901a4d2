//! Values on an integer grid, and the two kinds of interval a search keeps.

use std::{
    fmt,
    ops::{Add, Neg, Sub},
};

/// How good a position is for the player to move, in grid points.
///
/// Each game states its unit ([`Game::UNIT`](crate::Game::UNIT) grid points: 1 by default, 2^18
/// to a point of equity in backgammon, the grid of the *-Minimax paper). Integers keep the order
/// of summation from changing a result, so every algorithm that claims to be exact can be tested
/// for *equality* with plain minimax.
///
/// ```
/// use starboard_core::Value;
/// assert_eq!(Value::from_units(-0.25, 1 << 18), -Value::from_units(0.25, 1 << 18));
/// assert_eq!(Value::mean(-3, 2), -Value::mean(3, 2)); // rounding is odd
/// ```
#[derive(
    Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, serde::Serialize, serde::Deserialize,
)]
#[serde(transparent)]
pub struct Value(i32);

impl Value {
    /// Neither side is ahead.
    pub const ZERO: Self = Self(0);
    /// Above every value a game or an evaluator may return.
    pub const MAX: Self = Self(1 << 30);
    /// Below every value a game or an evaluator may return.
    pub const MIN: Self = Self(-(1 << 30));

    /// The value of `raw` grid points.
    ///
    /// # Panics
    ///
    /// Unless `raw` lies strictly between [`Value::MIN`] and [`Value::MAX`].
    pub const fn new(raw: i32) -> Self {
        assert!(raw.unsigned_abs() < 1 << 30, "a value must lie strictly inside +-2^30");
        Self(raw)
    }

    /// `raw` grid points, clamped to the range from [`MIN`](Self::MIN) to [`MAX`](Self::MAX).
    pub const fn saturating(raw: i64) -> Self {
        const END: i64 = 1 << 30;
        if raw >= END {
            Self::MAX
        } else if raw <= -END {
            Self::MIN
        } else {
            Self(raw as i32)
        }
    }

    /// The number of grid points.
    pub const fn raw(self) -> i32 {
        self.0
    }

    /// The grid point nearest to `units`, where `unit` grid points make one unit.
    pub fn from_units(units: f32, unit: i32) -> Self {
        Self::saturating((f64::from(units) * f64::from(unit)).round() as i64)
    }

    /// This value in units of `unit` grid points.
    pub fn to_units(self, unit: i32) -> f32 {
        (f64::from(self.0) / f64::from(unit)) as f32
    }

    /// `sum / weight` rounded to the grid, half away from zero: monotone in
    /// `sum`, and odd, so that negation commutes with it.
    pub const fn mean(sum: i64, weight: i64) -> Self {
        let half = weight / 2;
        Self::saturating((sum + if sum < 0 { -half } else { half }) / weight)
    }

    /// The least that a win is worth, however late it comes, if an immediate one is worth `mate`
    /// grid points: see [`Game::MATE`](crate::Game::MATE). Evaluations stay below this.
    pub const fn decisive(mate: i32) -> Self {
        Self(mate - 1024)
    }

    /// How many plies ahead the win or the loss lies that this value stands for, if an immediate
    /// win is worth `mate` grid points; `None` of any other value, and of
    /// [`decisive`](Self::decisive) itself, which says who wins and not when.
    ///
    /// ```
    /// use starboard_core::Value;
    /// let plies = |raw| Value::new(raw).plies_to_end(30_000);
    /// assert_eq!([plies(29_997), plies(-30_000), plies(100)], [Some(3), Some(0), None]);
    /// assert_eq!(Value::decisive(30_000).plies_to_end(30_000), None);
    /// ```
    pub const fn plies_to_end(self, mate: i32) -> Option<u32> {
        let size = self.0.abs();
        if mate == 0 || size <= Self::decisive(mate).0 || size > mate {
            return None;
        }
        Some((mate - size) as u32)
    }

    /// What a win or a loss is worth when it lies `plies` plies further ahead: that many grid
    /// points closer to 0. Any other value is returned as it is, and with a `mate` of 0 every
    /// value is.
    ///
    /// ```
    /// use starboard_core::Value;
    /// let [mate, loss, pawn] = [30_000, -30_000, 100].map(Value::new);
    /// assert_eq!([mate, loss, pawn].map(|v| v.later(3, 30_000).raw()), [29_997, -29_997, 100]);
    /// assert_eq!(mate.later(3, 30_000).sooner(3, 30_000), mate);
    /// ```
    #[inline]
    pub const fn later(self, plies: u32, mate: i32) -> Self {
        self.shifted(plies as i32, mate)
    }

    /// The inverse of [`later`](Self::later): the same win or loss when it lies `plies` plies
    /// less far ahead.
    #[inline]
    pub const fn sooner(self, plies: u32, mate: i32) -> Self {
        self.shifted(-(plies as i32), mate)
    }

    const fn shifted(self, plies: i32, mate: i32) -> Self {
        if mate == 0 || self.0 <= Self::MIN.0 || self.0 >= Self::MAX.0 {
            self
        } else if self.0 >= Self::decisive(mate).0 {
            Self(self.0 - plies)
        } else if self.0 <= -Self::decisive(mate).0 {
            Self(self.0 + plies)
        } else {
            self
        }
    }

    /// The next grid point above.
    pub const fn up(self) -> Self {
        Self(if self.0 < Self::MAX.0 { self.0 + 1 } else { self.0 })
    }

    /// The next grid point below.
    pub const fn down(self) -> Self {
        Self(if self.0 > Self::MIN.0 { self.0 - 1 } else { self.0 })
    }
}

impl Neg for Value {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Add for Value {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::saturating(i64::from(self.0) + i64::from(other.0))
    }
}

impl Sub for Value {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::saturating(i64::from(self.0) - i64::from(other.0))
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::MAX => f.write_str("+inf"),
            Self::MIN => f.write_str("-inf"),
            Self(raw) => write!(f, "{raw}"),
        }
    }
}

/// The open interval of values a search still has to tell apart.
///
/// A fail-soft search called with a window returns `v` such that the true
/// value is `<= v` if `v <= alpha`, `>= v` if `v >= beta`, and `v` otherwise.
#[derive(Copy, Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Window {
    /// The mover is already sure of this much.
    pub alpha: Value,
    /// The opponent will not allow more than this.
    pub beta: Value,
}

impl Window {
    /// The full window.
    pub const FULL: Self = Self { alpha: Value::MIN, beta: Value::MAX };

    /// The null window that separates `value` and everything above it from everything below.
    pub fn at_least(value: Value) -> Self {
        Self { alpha: value.down(), beta: value }
    }

    /// The window for the rest of a value of which `reward` has been earned already: both ends
    /// are lowered by it, but infinite ends stay infinite.
    #[inline]
    pub fn without(self, reward: Value) -> Self {
        let moved =
            |end: Value| if end == Value::MIN || end == Value::MAX { end } else { end - reward };
        Self { alpha: moved(self.alpha), beta: moved(self.beta) }
    }

    /// Whether `value` lies between the ends.
    pub fn contains(self, value: Value) -> bool {
        self.alpha < value && value < self.beta
    }

    /// Whether at most one value lies between the ends.
    pub fn is_null(self) -> bool {
        // The width of the full window does not fit an `i32`.
        self.beta.0.saturating_sub(self.alpha.0) <= 1
    }
}

impl Neg for Window {
    type Output = Self;
    fn neg(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
}

/// The closed interval in which a value is known to lie.
#[derive(Copy, Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Bounds {
    /// The value is at least this.
    pub low: Value,
    /// The value is at most this.
    pub high: Value,
}

impl Bounds {
    /// Nothing is known.
    pub const FULL: Self = Self { low: Value::MIN, high: Value::MAX };

    /// The value is known.
    pub const fn exact(value: Value) -> Self {
        Self { low: value, high: value }
    }

    /// From `-magnitude` to `magnitude`.
    pub fn symmetric(magnitude: Value) -> Self {
        Self { low: -magnitude, high: magnitude }
    }

    /// What a fail-soft search with `window` proves by returning `value`.
    pub fn proven(value: Value, window: Window) -> Self {
        if value <= window.alpha {
            Self { low: Value::MIN, high: value }
        } else if value >= window.beta {
            Self { low: value, high: Value::MAX }
        } else {
            Self::exact(value)
        }
    }

    /// The same bounds seen from `plies` plies earlier; see [`Value::later`].
    #[inline]
    pub const fn later(self, plies: u32, mate: i32) -> Self {
        Self { low: self.low.later(plies, mate), high: self.high.later(plies, mate) }
    }

    /// The inverse of [`later`](Self::later).
    #[inline]
    pub const fn sooner(self, plies: u32, mate: i32) -> Self {
        Self { low: self.low.sooner(plies, mate), high: self.high.sooner(plies, mate) }
    }

    /// The bounds on the value with `reward` added; infinite ends stay infinite.
    #[inline]
    pub fn with(self, reward: Value) -> Self {
        let moved =
            |end: Value| if end == Value::MIN || end == Value::MAX { end } else { end + reward };
        Self { low: moved(self.low), high: moved(self.high) }
    }

    /// What both say together: the intersection.
    pub fn and(self, other: Self) -> Self {
        Self { low: self.low.max(other.low), high: self.high.min(other.high) }
    }

    /// Whether `value` lies inside.
    pub fn contains(self, value: Value) -> bool {
        self.low <= value && value <= self.high
    }

    /// The value, if only one is left.
    pub fn value(self) -> Option<Value> {
        (self.low == self.high).then_some(self.low)
    }

    /// The value a fail-soft search with `window` may return on these bounds
    /// alone, if they settle it.
    pub fn settle(self, window: Window) -> Option<Value> {
        if self.low >= window.beta {
            Some(self.low)
        } else if self.high <= window.alpha {
            Some(self.high)
        } else {
            self.value()
        }
    }
}

impl Neg for Bounds {
    type Output = Self;
    fn neg(self) -> Self {
        Self { low: -self.high, high: -self.low }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_rounds_half_away_from_zero() {
        for (sum, weight, mean) in
            [(1, 2, 1), (-1, 2, -1), (5, 3, 2), (4, 3, 1), (0, 7, 0), (-5, 3, -2)]
        {
            assert_eq!(Value::mean(sum, weight).raw(), mean, "{sum}/{weight}");
        }
    }

    #[test]
    fn saturates_at_the_ends() {
        assert_eq!(Value::MAX + Value::new(5), Value::MAX);
        assert_eq!(Value::MIN - Value::new(5), Value::MIN);
        assert_eq!(Value::MAX.up(), Value::MAX);
        assert_eq!(-Value::MIN, Value::MAX);
    }

    #[test]
    fn null_windows_have_room_for_no_value_or_one() {
        let value = |x| Value::new(x);
        assert!(Window::at_least(value(3)).is_null() && Window::at_least(Value::MAX).is_null());
        assert!(!Window { alpha: value(2), beta: value(4) }.is_null());
        for wide in [Window::FULL, Window { alpha: value(-9), beta: Value::MAX }] {
            assert!(!wide.is_null(), "{wide:?}");
        }
    }

    #[test]
    fn what_a_returned_value_proves() {
        let window = Window { alpha: Value::new(-2), beta: Value::new(3) };
        for (value, low, high) in [
            (-5, Value::MIN, Value::new(-5)),
            (7, Value::new(7), Value::MAX),
            (1, Value::new(1), Value::new(1)),
        ] {
            let bounds = Bounds::proven(Value::new(value), window);
            assert_eq!(bounds, Bounds { low, high });
            assert_eq!(bounds.settle(window), Some(Value::new(value)));
        }
        assert_eq!(Bounds::FULL.settle(window), None);
    }
}
