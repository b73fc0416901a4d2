//! An evaluator that knows how a bearoff ends.

use std::sync::Arc;

use starboard_core::{Bounds, Evaluator, Value};

use super::{Ends, Played, Worth, ends::best_reply};
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
        let known = self.bearoff.race(game.mine(), game.theirs());
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
        worth(game, |game| match self.bearoff.race(game.mine(), game.theirs()) {
            Some(known) if Class::of(game) != Class::Over => known.value(game.scoring()),
            _ => self.evaluator.static_value(game),
        })
    }

    fn bounds(&self, game: &Backgammon) -> Bounds {
        self.evaluator.bounds(game)
    }
}

impl<E> Informed<E> {
    /// The same with what the database knows, where the evaluator has moved into
    /// it from outside.
    fn informed(&self, played: Played) -> Played {
        let known = self.bearoff.race(played.next.mine(), played.next.theirs());
        Played { ends: known.unwrap_or(played.ends), ..played }
    }

    /// Whether the database has both players' checkers.
    fn knows(&self, game: &Backgammon) -> bool {
        let known = |side| self.bearoff.one_sided.index(side).is_some();
        known(game.mine()) && known(game.theirs())
    }
}
