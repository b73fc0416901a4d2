//! Style: safe when ahead, bold when behind.
//!
//! A game is won by the score at its end, and the more is open, the further that may be from
//! what the evaluation says now. So a lead counts for less when more is open, and a deficit does,
//! too: the player ahead settles what is open, and the player behind opens it up.

use starboard_core::{Bounds, Evaluator, Value};

use crate::{FullBoard, Go, board::game::UNIT};

/// The lead, in fiftieths of a point, at which a larger lead is wanted as much as a surer
/// one: a final score far from zero is worth little more than one near it.
const MARGIN: i32 = 8 * UNIT;
/// No value is scaled up by more than this factor.
const MOST: f64 = 2.0;

/// The full-board evaluation, with values scaled down where more is open than at the root of the
/// search, and up where less is open.
#[derive(Clone, Debug)]
pub(super) struct Styled {
    inner: FullBoard,
    /// How far the score at the root may be off, [`MARGIN`] included; `None` for unscaled values.
    root: Option<f64>,
}

impl Styled {
    /// Unscaled, or scaled for a search from `root`.
    pub(super) fn new(inner: FullBoard, root: Option<&Go>) -> Self {
        let root = root.map(|game| off(&inner, game));
        Self { inner, root }
    }
}

/// How far the score at the end may be off, in fiftieths of a point.
fn off(evaluator: &FullBoard, game: &Go) -> f64 {
    let [spread, margin] = [evaluator.analyse(game).spread(game.board()), MARGIN].map(f64::from);
    (spread * spread + margin * margin).sqrt()
}

impl Evaluator<Go> for Styled {
    fn evaluate(&mut self, game: &Go) -> Value {
        let value = self.inner.evaluate(game);
        let Some(root) = self.root else { return value };
        let factor = (root / off(&self.inner, game)).min(MOST);
        let bounds = self.inner.bounds(game);
        let styled = Value::new((f64::from(value.raw()) * factor) as i32);
        styled.clamp(bounds.low, bounds.high)
    }

    fn is_slow(&self) -> bool {
        self.inner.is_slow()
    }

    fn bounds(&self, game: &Go) -> Bounds {
        self.inner.bounds(game)
    }
}

#[cfg(test)]
mod tests {
    use starboard_core::Game;

    use super::*;

    /// A lead counts for the less, the more is open than where the search began; it stays a lead.
    #[test]
    fn a_lead_is_worth_more_where_less_is_open() {
        let (mut plain, mut last) = (FullBoard::default(), None::<Go>);
        let mut differ = 0;
        for game in crate::positions() {
            let value = plain.evaluate(&game);
            let from = |root| Styled::new(plain.clone(), root).evaluate(&game);
            assert_eq!([from(None), from(Some(&game))], [value; 2], "{}", game.format());
            if let Some(last) = last {
                let styled = from(Some(&last));
                let [more, less] = if off(&plain, &last) < off(&plain, &game) {
                    [value, styled]
                } else {
                    [styled, value]
                };
                assert!(more.raw().abs() >= less.raw().abs(), "{}", game.format());
                assert!(more.raw().signum() * less.raw().signum() >= 0, "{}", game.format());
                differ += usize::from(more != less);
            }
            last = Some(game);
        }
        assert!(differ > 10, "{differ}");
    }
}
