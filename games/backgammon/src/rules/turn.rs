//! What a player does with a roll.

use std::fmt;

use crate::{BAR, Dice, OFF};

/// A move of the game: an outcome of the dice, or what is played with it.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// The dice come up like this.
    Roll(Dice),
    /// The mover plays the roll like this.
    Turn(Turn),
}

/// One checker moved by one die.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Step(u16);

impl Step {
    /// From one place to another: [`BAR`] or a point, to a point or [`OFF`].
    pub(crate) const fn new(from: u8, to: u8) -> Self {
        Self((from as u16) << 8 | to as u16)
    }

    /// Where the checker comes from: a point of the mover's, or [`BAR`].
    pub const fn from(self) -> u8 {
        (self.0 >> 8) as u8
    }

    /// Where it goes: a point of the mover's, or [`OFF`].
    pub const fn to(self) -> u8 {
        self.0 as u8
    }
}

impl fmt::Debug for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", Place(self.from()), Place(self.to()))
    }
}

/// Up to four checkers moved by one die each, in the order they are moved;
/// none for a pass.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Turn([Step; 4]);

impl Turn {
    /// Nothing can be played.
    pub const PASS: Self = Self([Step(0); 4]);

    /// A turn of these steps, filled up with [`Step::default`].
    pub(crate) const fn new(steps: [Step; 4]) -> Self {
        Self(steps)
    }

    /// All four places for steps, used or not.
    pub(crate) const fn all(self) -> [Step; 4] {
        self.0
    }

    /// The checkers moved, in order.
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

/// A place, as it is written.
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
