//! Moves: rolls, and how they are played.

use std::fmt;

use crate::{BAR, Dice, OFF};

/// A move of the game: a roll of the dice, or how it is played.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// This roll comes up.
    Roll(Dice),
    /// The mover plays the roll like this.
    Turn(Turn),
}

/// One checker moved by one die.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Step(u16);

impl Step {
    /// A step from [`BAR`] or a point to a point or [`OFF`].
    pub(crate) const fn new(from: u8, to: u8) -> Self {
        Self((from as u16) << 8 | to as u16)
    }

    /// Where the checker comes from: a point, as the mover counts, or [`BAR`].
    pub const fn from(self) -> u8 {
        (self.0 >> 8) as u8
    }

    /// Where it goes: a point, as the mover counts, or [`OFF`].
    pub const fn to(self) -> u8 {
        self.0 as u8
    }
}

impl fmt::Debug for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", Place(self.from()), Place(self.to()))
    }
}

/// Up to four steps of one die each, in the order in which they are played; none for a pass.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Turn([Step; 4]);

impl Turn {
    /// Nothing can be played.
    pub const PASS: Self = Self([Step(0); 4]);

    /// A turn of these steps, padded with [`Step::default`].
    pub(crate) const fn new(steps: [Step; 4]) -> Self {
        Self(steps)
    }

    /// All four slots for steps, used or not.
    pub(crate) const fn all(self) -> [Step; 4] {
        self.0
    }

    /// The steps, in order.
    pub fn steps(self) -> impl Iterator<Item = Step> {
        self.0.into_iter().take_while(|&step| step != Step::default())
    }

    /// Whether nothing is played.
    pub fn is_pass(self) -> bool {
        self == Self::PASS
    }
}

impl fmt::Debug for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_pass() {
            return f.write_str("pass");
        }
        for (i, step) in self.steps().enumerate() {
            write!(f, "{}{step:?}", if i > 0 { " " } else { "" })?;
        }
        Ok(())
    }
}

/// A place, for display.
pub(crate) struct Place(pub(crate) u8);

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            BAR => f.write_str("bar"),
            OFF => f.write_str("off"),
            point => write!(f, "{point}"),
        }
    }
}
