//! A game with the mistake that is easiest to make with dice.

use crate::{Game, Node, NotationError, Player, Value, mix};

/// Climb one or two steps; whoever reaches the goal wins. Before every move but
/// the first a coin is tossed, and on a 0 the turn is lost *within the
/// outcome*, so that chance may follow chance for ever: this breaks the promise
/// [`ChanceEnds`](crate::conformance::Promise::ChanceEnds) and keeps every
/// other one.
///
/// ```
/// use starboard_core::{Game, Node, testing::LostTurn};
/// let mut game = LostTurn::new(3);
/// for m in [1, 0, 0, 0] {
///     game.play(m);
///     assert_eq!(game.node(), Node::Chance);
/// }
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct LostTurn {
    left: u8,
    mover: Player,
    tossed: bool,
}

impl LostTurn {
    /// The start of a climb of `steps` steps to the goal.
    pub const fn new(steps: u8) -> Self {
        Self { left: steps, mover: Player::First, tossed: true }
    }
}

impl Game for LostTurn {
    type Move = u8;
    const CHANCE: bool = true;

    fn mover(&self) -> Player {
        self.mover
    }

    fn node(&self) -> Node {
        match (self.left, self.tossed) {
            (0, _) => Node::Over(Value::new(-1)),
            (_, false) => Node::Chance,
            (_, true) => Node::Decision,
        }
    }

    fn moves(&self, out: &mut Vec<u8>) {
        if self.tossed {
            out.extend(1..=self.left.min(2));
        }
    }

    fn chances(&self, out: &mut Vec<(u8, u32)>) {
        if self.node() == Node::Chance {
            out.extend([(0, 1), (1, 3)]);
        }
    }

    fn play(&mut self, m: u8) {
        match (self.tossed, m) {
            (true, steps) => {
                *self = Self { left: self.left - steps, mover: self.mover.other(), tossed: false };
            }
            (false, 0) => self.mover = self.mover.other(),
            (false, _) => self.tossed = true,
        }
    }

    fn key(&self) -> u64 {
        let parts = [self.left, self.mover.index() as u8, self.tossed.into()];
        parts.into_iter().fold(0, |key, part| mix(key ^ u64::from(part)))
    }

    fn parse(text: &str) -> Result<Self, NotationError> {
        let error = || NotationError::unexpected("steps left, first or second, and ? or !", text);
        let fields: Vec<_> = text.split(' ').collect();
        let [left, mover, tossed] = fields[..] else { return Err(error()) };
        let number = left.parse::<u8>().ok().filter(|number| number.to_string() == left);
        let mover = match mover {
            "first" => Player::First,
            "second" => Player::Second,
            _ => return Err(error()),
        };
        let tossed = match tossed {
            "?" => false,
            "!" => true,
            _ => return Err(error()),
        };
        let left = number.filter(|&left| left > 0 || !tossed).ok_or_else(error)?;
        Ok(Self { left, mover, tossed })
    }

    fn format(&self) -> String {
        let mover = ["first", "second"][self.mover.index()];
        format!("{} {mover} {}", self.left, if self.tossed { '!' } else { '?' })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        LONGEST_CHANCE,
        conformance::{Conformance, Promise},
    };

    #[test]
    fn one_promise_is_broken_and_shown_by_its_shortest_line() {
        let failure = Conformance::new(LostTurn::new(3)).run().expect_err("a fault");
        let found = (failure.promise, failure.moves.len(), failure.minimal);
        assert_eq!(found, (Promise::ChanceEnds, 1, true), "{failure}");
        let sentence = Promise::ChanceEnds.to_string();
        assert!(sentence.ends_with(&format!("within {LONGEST_CHANCE} outcomes")), "{sentence}");
        assert_eq!(failure.found, "chance for ever, by 0, 0");
    }
}
