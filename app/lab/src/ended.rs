//! How a game that is over came to its end, and what it is worth to people.
//!
//! The rules of a game define its end in a way that a search can use. People may count it
//! differently: in Go, players stop with dead stones on the board and agree on them, while a
//! search has to count the stones that stand. People also say more than who won, such as that
//! it was mate, or a repetition. A game that knows such things provides them as an extension of
//! its card, [`Ended`].

use starboard::{AnyGame, Position};
use starboard_core::{Node, Value};

/// What a game can say about positions in which it is over: an extension of its card.
#[derive(Copy, Clone, Debug)]
pub struct Ended {
    /// What the position is worth to the player to move, as people count it; `None` where that
    /// is the value by the rules.
    pub value: fn(&Position) -> Option<Value>,
    /// How it came to its end, in a few words such as `mate`, where there is anything to say.
    pub how: fn(&Position) -> Option<&'static str>,
}

/// What a game that is over is worth to the player to move, as people count it; `None` where it
/// is not over.
pub fn final_value(game: &dyn AnyGame, position: &Position) -> Option<Value> {
    let Node::Over(value) = position.node() else { return None };
    Some(agreed(game, position).unwrap_or(value))
}

/// The same, only where people count differently; `None` where the value is that of the rules.
pub fn agreed(game: &dyn AnyGame, position: &Position) -> Option<Value> {
    let Node::Over(_) = position.node() else { return None };
    (game.get::<Ended>()?.value)(position)
}

/// How a game that is over came to its end, in a few words; `None` where there is nothing to say,
/// or it is not over.
pub fn how_it_ended(game: &dyn AnyGame, position: &Position) -> Option<&'static str> {
    let Node::Over(_) = position.node() else { return None };
    (game.get::<Ended>()?.how)(position)
}

#[cfg(test)]
mod tests {
    use starboard_small::entries::tic_tac_toe;

    use super::*;

    #[test]
    fn a_card_may_count_otherwise_and_say_how() {
        let plain: Box<dyn AnyGame> = tic_tac_toe().into();
        let value = |_: &Position| Some(Value::new(7));
        let how = |_: &Position| Some("three in a row");
        let counted: Box<dyn AnyGame> = tic_tac_toe().with(Ended { value, how }).into();
        let mut position = plain.start();
        assert_eq!(
            (final_value(&*counted, &position), how_it_ended(&*counted, &position)),
            (None, None)
        );
        for text in ["0", "3", "1", "4", "2"] {
            let m = position.parse_move(text).expect("a move");
            position.play(m);
        }
        let Node::Over(by_rules) = position.node() else { panic!("it is over") };
        assert_eq!(final_value(&*plain, &position), Some(by_rules));
        assert_eq!(how_it_ended(&*plain, &position), None);
        assert_eq!(final_value(&*counted, &position), Some(Value::new(7)));
        assert_eq!(how_it_ended(&*counted, &position), Some("three in a row"));
    }
}
