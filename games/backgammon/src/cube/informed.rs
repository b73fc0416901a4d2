//! An evaluator that knows how a bearoff ends.

use std::sync::Arc;

use starboard_core::{Bounds, Evaluator, Game, Node, Value};

use super::{Ends, Played, Worth, ends::best_reply, search::after};
use crate::{Backgammon, Class, Dice, NetEvaluator, Probabilities, bearoff::Bearoff, net::worth};

/// An evaluator that looks into the one-sided database first.
#[derive(Clone, Debug)]
pub struct Informed<E> {
    /// Whom to ask where the database knows nothing.
    pub evaluator: E,
    /// The database.
    pub bearoff: Arc<Bearoff>,
}

impl<E: Ends> Ends for Informed<E> {
    fn ends(&mut self, game: &Backgammon) -> Probabilities {
        let known = self.bearoff.ends(game.mine(), game.theirs());
        known.unwrap_or_else(|| self.evaluator.ends(game))
    }

    fn reply(&mut self, game: &Backgammon, dice: Dice, worth: &Worth) -> Played {
        // Close to the end the database decides; before, whatever the
        // evaluator does to be fast.
        if self.knows(game) {
            return best_reply(self, game, dice, worth);
        }
        let played = self.evaluator.reply(game, dice, worth);
        self.informed(played)
    }

    fn quick_reply(&mut self, game: &Backgammon, dice: Dice, worth: &Worth) -> Played {
        if self.knows(game) {
            return best_reply(self, game, dice, worth);
        }
        let played = self.evaluator.quick_reply(game, dice, worth);
        self.informed(played)
    }
}

impl Evaluator<Backgammon> for Informed<NetEvaluator> {
    fn evaluate(&mut self, game: &Backgammon) -> Value {
        worth(game, |game| match self.bearoff.ends(game.mine(), game.theirs()) {
            Some(known) if Class::of(game) != Class::Over => {
                // What is certain is so to the last digit.
                let Bounds { low, high } = self.bounds(game);
                known.value(game.scoring()).clamp(low, high)
            }
            _ => self.evaluator.static_value(game),
        })
    }

    fn bounds(&self, game: &Backgammon) -> Bounds {
        self.evaluator.bounds(game)
    }
}

impl<E: Ends> Informed<E> {
    /// How the game is likely to end without a cube for the mover, at any position:
    /// before a roll, exactly where a database knows it; after it by the
    /// best move.
    pub fn probabilities(&mut self, game: &Backgammon) -> Probabilities {
        let dice = game.dice().filter(|_| game.node() == Node::Decision);
        let Some(dice) = dice else { return self.before_roll(game) };
        let (mut most, mut best) = (Value::MIN, Probabilities::default());
        game.for_each_turn(dice, |turn| {
            let p = self.before_roll(&after(game, dice, turn)).flipped();
            let value = p.value(game.scoring());
            if value > most {
                (most, best) = (value, p);
            }
        });
        best
    }

    fn before_roll(&mut self, game: &Backgammon) -> Probabilities {
        if let Some(ended) = Probabilities::of_end(game) {
            return ended;
        }
        match self.bearoff.exact(game.mine(), game.theirs()) {
            Some(known) => known.ends,
            None => self.ends(game),
        }
    }
}

impl<E> Informed<E> {
    /// The same with what the database knows, where the evaluator has moved into
    /// it from outside.
    fn informed(&self, played: Played) -> Played {
        let known = self.bearoff.ends(played.next.mine(), played.next.theirs());
        Played { ends: known.unwrap_or(played.ends), ..played }
    }

    /// Whether the database has both players' checkers.
    fn knows(&self, game: &Backgammon) -> bool {
        self.bearoff.covers(game.mine(), game.theirs())
    }
}
