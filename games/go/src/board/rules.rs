//! The rules that players agree on.

use std::fmt;

/// How the score is counted.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default, serde::Serialize)]
pub enum Scoring {
    /// Stones and the points they surround, as under Chinese rules.
    #[default]
    Area,
    /// Surrounded points and prisoners, as under Japanese rules. Eyes in seki
    /// count here, too, since plain counting cannot tell what a seki is.
    Territory,
}

/// Which positions may not be repeated.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default, serde::Serialize)]
pub enum KoRule {
    /// None, except that a ko may not be retaken at once.
    Simple,
    /// No position may be repeated, whoever is to move.
    #[default]
    Positional,
    /// No position may be repeated with the same player to move.
    Situational,
}

/// Grid points to a point of score: Fotland's unit.
pub(crate) const UNIT: i32 = 50;

impl Scoring {
    /// As KataGo writes it.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Area => "AREA",
            Self::Territory => "TERRITORY",
        }
    }

    /// The points that do not count, as KataGo writes it: under territory rules those in the
    /// eyes of a seki.
    pub(crate) const fn tax(self) -> &'static str {
        match self {
            Self::Area => "NONE",
            Self::Territory => "SEKI",
        }
    }
}

impl KoRule {
    /// As KataGo writes it.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Simple => "SIMPLE",
            Self::Positional => "POSITIONAL",
            Self::Situational => "SITUATIONAL",
        }
    }
}

/// How many points White gets as compensation for handicap stones.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(crate) enum Bonus {
    /// None.
    #[default]
    Zero,
    /// One for each stone but the first, which counts as Black's first move.
    LessOne,
    /// One for each stone, as stones count under area scoring.
    Each,
}

impl Bonus {
    pub(crate) const fn points(self, stones: usize) -> usize {
        match self {
            Self::Zero => 0,
            Self::LessOne => stones.saturating_sub(1),
            Self::Each => stones,
        }
    }

    /// As KataGo writes it.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Zero => "0",
            Self::LessOne => "N-1",
            Self::Each => "N",
        }
    }
}

/// What White gets for moving second, in fiftieths of a point.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, serde::Serialize)]
pub struct Komi(i32);

impl Komi {
    /// Fiftieths of a point.
    const UNIT: i32 = UNIT;

    /// The largest komi, for either player, in points.
    pub const MAX: i32 = 1000;

    /// The values allowed, in words.
    pub const RANGE: &str = "from -1000 to 1000 in steps of 0.02";

    /// A komi in points; `None` if its size exceeds [`MAX`](Self::MAX), it is not a number, or
    /// not a multiple of a fiftieth.
    pub fn points(points: f64) -> Option<Self> {
        let nearest = Self::nearest(points)?;
        let off = nearest.to_points() - points;
        (off.abs() < 1e-6).then_some(nearest)
    }

    /// A komi in points, rounded to a fiftieth; `None` if its size exceeds [`MAX`](Self::MAX),
    /// or it is not a number.
    pub(crate) fn nearest(points: f64) -> Option<Self> {
        let fits = points.abs() <= f64::from(Self::MAX);
        fits.then(|| Self((points * f64::from(Self::UNIT)).round() as i32))
    }

    /// In fiftieths of a point.
    pub const fn raw(self) -> i32 {
        self.0
    }

    /// In points.
    pub fn to_points(self) -> f64 {
        f64::from(self.0) / f64::from(Self::UNIT)
    }

    /// This komi with so many points added, up to [`MAX`](Self::MAX).
    #[must_use]
    pub(crate) fn plus(self, points: usize) -> Self {
        let most = Self::MAX * Self::UNIT;
        let points = i32::try_from(points).unwrap_or(Self::MAX).min(2 * Self::MAX);
        Self((self.0 + points * Self::UNIT).min(most))
    }

    /// The komi with the colours exchanged: its negative.
    #[must_use]
    pub(crate) const fn turned(self) -> Self {
        Self(-self.0)
    }

    /// Reads a number of points, with or without decimals.
    pub fn read(text: &str) -> Option<Self> {
        Self::points(Self::number(text)?)
    }

    /// Reads a number, whether it can be a komi or not.
    pub(crate) fn number(text: &str) -> Option<f64> {
        // `inf`, `nan` and `1e3` parse as numbers, but nobody writes a komi like that.
        let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
        let plain = digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        if !plain || digits.len() > 12 {
            return None;
        }
        text.parse().ok()
    }
}

impl fmt::Display for Komi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.to_points())
    }
}

/// The rules that players agree on.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, serde::Serialize)]
pub struct Rules {
    /// What White gets for moving second.
    pub komi: Komi,
    /// How the score is counted.
    pub scoring: Scoring,
    /// Which positions may not be repeated.
    pub ko: KoRule,
    /// Whether a move may take the mover's own stones off the board. Suicide of a single stone
    /// is never allowed: it would change nothing but whose turn it is.
    pub suicide: bool,
}

impl Default for Rules {
    /// Area, 7.5 points, positional superko, no suicide.
    fn default() -> Self {
        let komi = Komi(15 * Komi::UNIT / 2);
        Self { komi, scoring: Scoring::Area, ko: KoRule::Positional, suicide: false }
    }
}

#[cfg(test)]
mod tests {
    use starboard_core::Game as _;

    use super::*;

    #[test]
    fn komi_is_read_and_written() {
        for (text, raw, back) in
            [("7.5", 375, "7.5"), ("-0.5", -25, "-0.5"), ("6", 300, "6"), ("3.76", 188, "3.76")]
        {
            let komi = Komi::read(text).expect("a komi");
            assert_eq!((komi.raw(), &*komi.to_string()), (raw, back));
            assert_eq!(Komi::read(back), Some(komi));
        }
        let none =
            ["", "-", "x", "inf", "NaN", "1e2", "1001", "7,5", "--1", "1.2.3", "7.25", "3.75"];
        for text in none {
            assert_eq!(Komi::read(text), None, "{text:?}");
        }
        let error = crate::Go::parse("9x9 b 7.25").expect_err("between two fiftieths");
        assert!(error.to_string().contains(Komi::RANGE), "{error}");
    }
}
