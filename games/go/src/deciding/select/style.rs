//! Style: safe when ahead, bold when behind.
//!
//! A game is won by the score at its end, and the more is open, the further that may be from
//! what the evaluation says now. So a lead is worth less where more is open, and so is being
//! behind: who is ahead closes what is open, and who is behind opens it.

use starboard_core::{Bounds, Evaluator, Value};

use crate::{FullBoard, Go, board::game::UNIT};

/// With a lead of so much, in fiftieths of a point, one wants a larger one as much as a surer
/// one: a score at the end that is far from zero is worth little more than one that is near.
const MARGIN: i32 = 8 * UNIT;
/// Nothing counts for more than so many times what it is.
const MOST: f64 = 2.0;

/// The full-board evaluation, its values as much smaller or larger than they are as more or less
/// is open than where the search began.
#[derive(Clone, Debug)]
pub(super) struct Styled {
    inner: FullBoard,
    /// How far the score there is off, [`MARGIN`] included; `None` where all is taken as it is.
    root: Option<f64>,
}

impl Styled {
    /// As it is, or for a search from `root`.
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
