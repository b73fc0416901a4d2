//! The value of a game of Go that both players have stopped.

use std::sync::LazyLock;

use starboard::Position;
use starboard_core::Value;
use starboard_go::{Color, Ending, FullBoard, Go};

/// The score after dead stones are removed, as for GTP's `final_score`, from the point of view of
/// the player to move. The rules that searches play by count every stone on the board as alive, so
/// that there dead stones have to be captured first.
pub(super) fn value(position: &Position) -> Option<Value> {
    static EVALUATOR: LazyLock<FullBoard> = LazyLock::new(FullBoard::default);
    let game: &Go = position.downcast_ref()?;
    let black = Ending::read(game, &EVALUATOR).score(game);
    Some(Value::new(if game.color() == Color::Black { black } else { -black }))
}

#[cfg(test)]
mod tests {
    use starboard_core::Game;
    use starboard_lab::{
        ended::final_value,
        record,
        review::{Job, review},
    };

    use super::*;

    /// White's stone on C4 is dead.
    const STOPPED: &str = "4XO3/1X2XO1O1/4XO3/1XX1XOO2/4XO3/1XO1XO1O1/4XO3/1XX1XOO2/4XO3 b 0.5";

    #[test]
    fn dead_stones_are_taken_off() {
        let game = &*crate::games().remove(0);
        let mut position = game.position(Some(STOPPED)).expect("a position");
        assert_eq!(final_value(game, &position), None);
        for _ in 0..2 {
            let pass = position.parse_move("pass").expect("a pass");
            position.play(pass);
        }
        let points = final_value(game, &position).map(|value| position.units(value));
        assert_eq!(points, Some(8.5));
    }

    /// The passes that end a game are right, and its value is the score.
    #[test]
    fn a_review_ends_with_the_score() {
        let game = &*crate::games().remove(0);
        let start = Go::parse(STOPPED).expect("a position");
        let pass = starboard_go::Move::PASS;
        let record = record::GameRecord::of("sgf", &start, [pass, pass]).expect("two passes");
        let review = review(&Job::new(game, &record)).expect("a review");
        assert_eq!(review.values.last(), Some(&Some(8.5)));
        for m in &review.moves {
            let verdict = m.verdict.as_ref().expect("a decision");
            assert_eq!(verdict.mark, None, "{m:?}");
        }
    }
}
