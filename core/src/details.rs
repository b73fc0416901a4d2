//! Values that carry more than a number.
//!
//! Expectation is linear, so a search that averages can carry any figures along: the
//! probabilities of a win, a draw and a loss, or of gammons. An evaluator lists its figures
//! ([`Evaluator::details`](crate::Evaluator::details)), a search adds them up as it does
//! values, and a report names them.

use crate::Value;

/// The most figures that an evaluator may have.
pub const MOST_DETAILS: usize = 8;

/// A figure that an evaluator knows beside the value: what it is called, and what becomes of
/// it when the other player looks.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct DetailKind {
    /// What it is called, `win` say.
    pub name: &'static str,
    /// The place of the figure that is this one for the other player: that of `loss`. Its own
    /// place where both players see the same.
    pub flipped: usize,
}

impl DetailKind {
    /// A figure and the place of the one that is this for the other player.
    pub const fn new(name: &'static str, flipped: usize) -> Self {
        Self { name, flipped }
    }
}

/// The figures for one position, seen by one player: as many as there are kinds, then zeros.
pub type Details = [f32; MOST_DETAILS];

/// A value and the figures beside it, for the same player.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub struct Estimate {
    /// The value.
    pub value: Value,
    /// The figures, in the order of [`Evaluator::details`](crate::Evaluator::details).
    pub details: Details,
}

impl Estimate {
    /// The same, seen by the other player.
    #[must_use]
    pub fn flipped(self, kinds: &[DetailKind]) -> Self {
        Self { value: -self.value, details: flip(&self.details, kinds) }
    }
}

/// The same figures, seen by the other player.
#[must_use]
pub fn flip<T: Copy>(details: &[T; MOST_DETAILS], kinds: &[DetailKind]) -> [T; MOST_DETAILS] {
    let mut flipped = *details;
    for (kind, flipped) in kinds.iter().zip(&mut flipped) {
        *flipped = details[kind.flipped];
    }
    flipped
}
