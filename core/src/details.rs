//! Values that carry more than a number.
//!
//! Expectation is linear, so a search that averages can carry any figures along: the
//! probabilities of a win, a draw and a loss, or of gammons. An evaluator lists its figures
//! ([`Evaluator::details`](crate::Evaluator::details)), a search averages them as it does
//! values, and a report names them.

use crate::Value;

/// The most figures that an evaluator may have.
pub const MOST_DETAILS: usize = 8;

/// A figure that an evaluator gives besides the value: its name, and which figure it becomes
/// from the other player's point of view.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct DetailKind {
    /// Its name, such as `win`.
    pub name: &'static str,
    /// The index of the figure that this one becomes for the other player: for `win`, that of
    /// `loss`. Its own index if the figure is the same for both players.
    pub flipped: usize,
}

impl DetailKind {
    /// A figure of this name, and the index of the one that it becomes for the other player.
    pub const fn new(name: &'static str, flipped: usize) -> Self {
        Self { name, flipped }
    }
}

/// The figures for one position, from one player's point of view: one for each kind, then
/// zeros.
pub type Details = [f32; MOST_DETAILS];

/// A value and the figures that go with it, for the same player.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub struct Estimate {
    /// The value.
    pub value: Value,
    /// The figures, in the order of [`Evaluator::details`](crate::Evaluator::details).
    pub details: Details,
}

impl Estimate {
    /// The same from the other player's point of view.
    #[must_use]
    pub fn flipped(self, kinds: &[DetailKind]) -> Self {
        Self { value: -self.value, details: flip(&self.details, kinds) }
    }
}

/// The same figures from the other player's point of view.
#[must_use]
pub fn flip<T: Copy>(details: &[T; MOST_DETAILS], kinds: &[DetailKind]) -> [T; MOST_DETAILS] {
    let mut flipped = *details;
    for (kind, flipped) in kinds.iter().zip(&mut flipped) {
        *flipped = details[kind.flipped];
    }
    flipped
}
