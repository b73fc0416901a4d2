//! A roll of two dice.

use std::{fmt, num::NonZeroU8, str::FromStr};

use starboard_core::NotationError;

/// A roll of two dice, whose order does not matter.
///
/// ```
/// use starboard_backgammon::Dice;
/// let dice: Dice = "13".parse()?;
/// assert_eq!((dice.high(), dice.low(), dice.weight()), (3, 1, 2));
/// assert_eq!(dice.to_string(), "31");
/// # Ok::<(), starboard_core::NotationError>(())
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Dice(NonZeroU8);

impl Dice {
    /// The number of different rolls.
    pub const COUNT: usize = 21;

    /// The roll of these two numbers, if both are between 1 and 6.
    pub const fn new(a: u8, b: u8) -> Option<Self> {
        if a < 1 || a > 6 || b < 1 || b > 6 {
            return None;
        }
        let (high, low) = if a > b { (a, b) } else { (b, a) };
        match NonZeroU8::new(high * 8 + low) {
            Some(code) => Some(Self(code)),
            None => None,
        }
    }

    /// The 21 rolls: 11, 21, 22, 31 and so on to 66.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=6).flat_map(|high| (1..=high).filter_map(move |low| Self::new(high, low)))
    }

    /// The larger number.
    pub const fn high(self) -> u8 {
        self.0.get() / 8
    }

    /// The smaller number.
    pub const fn low(self) -> u8 {
        self.0.get() % 8
    }

    /// Whether both numbers are the same, so that four checkers may be moved.
    pub const fn is_double(self) -> bool {
        self.high() == self.low()
    }

    /// How many of the 36 permutations of the dice make the roll: 1 or 2.
    pub const fn weight(self) -> u32 {
        if self.is_double() { 1 } else { 2 }
    }

    /// How many pips the roll is worth, doubles counted fourfold: 3 to 24.
    pub const fn pips(self) -> u32 {
        let sum = (self.high() + self.low()) as u32;
        if self.is_double() { 2 * sum } else { sum }
    }

    /// The roll as a small number that is never 0.
    pub(crate) const fn code(self) -> u8 {
        self.0.get()
    }
}

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.high(), self.low())
    }
}

impl fmt::Debug for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Dice {
    type Err = NotationError;

    /// Reads two digits in either order, with or without `-` between.
    fn from_str(text: &str) -> Result<Self, NotationError> {
        let (a, b) = match text.as_bytes() {
            [a, b] | [a, b'-', b] => (*a, *b),
            _ => return Err(NotationError::unexpected("dice such as 31", text)),
        };
        Self::new(a.wrapping_sub(b'0'), b.wrapping_sub(b'0')).ok_or_else(|| {
            NotationError::unexpected("dice, two digits from 1 to 6 such as 31", text)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_21_rolls_in_36_throws() {
        let all: Vec<_> = Dice::all().collect();
        assert_eq!(all.len(), Dice::COUNT);
        assert_eq!(all.iter().map(|d| d.weight()).sum::<u32>(), 36);
        assert_eq!(all.iter().map(|d| d.weight() * d.pips()).sum::<u32>(), 294);
        assert!(all.is_sorted());
    }

    #[test]
    fn dice_read_back_as_written() {
        for dice in Dice::all() {
            let (high, low) = (dice.high(), dice.low());
            for text in [format!("{dice}"), format!("{low}{high}"), format!("{high}-{low}")] {
                assert_eq!(text.parse(), Ok(dice), "{text}");
            }
        }
    }

    #[test]
    fn what_is_no_roll_is_named() {
        for text in ["70", "07", "", "3", "311", "3 1", "ab", "3-", "é", "--1"] {
            let error = text.parse::<Dice>().unwrap_err().to_string();
            assert!(error.contains(&format!("found {text:?}")), "{error}");
        }
    }
}
