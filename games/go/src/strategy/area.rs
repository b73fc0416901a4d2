//! Area evaluation: what a position is worth without any reading.

use starboard_core::{Bounds, Evaluator, Value};

use crate::{Go, board::game::UNIT};

/// Counts stones, and the points that only one colour can reach: the score if
/// the game were over.
#[derive(Copy, Clone, Debug, Default)]
pub struct Area;

impl Evaluator<Go> for Area {
    fn evaluate(&mut self, game: &Go) -> Value {
        game.standing()
    }

    /// At most the whole board belongs to one player, plus or minus komi; prisoners are unbounded.
    fn bounds(&self, game: &Go) -> Bounds {
        if game.rules().scoring == crate::Scoring::Territory {
            return Bounds::FULL;
        }
        let board = game.size().points() as i32 * UNIT;
        let komi = game.rules().komi.raw();
        let komi = if game.color() == crate::Color::Black { -komi } else { komi };
        Bounds { low: Value::new(komi - board), high: Value::new(komi + board) }
    }
}
