//! An evaluator with bearoff databases.

use std::sync::Arc;

use starboard_core::{Bounds, DetailKind, Estimate, Evaluator, Game, Node, Value};

use super::{OutcomeEvaluator, search::after};
use crate::{
    Backgammon, Class, Move, NetEvaluator, Probabilities, bearoff::Bearoff, net::estimate,
};

/// An evaluator that looks a position up in the databases first.
#[derive(Clone, Debug)]
pub struct WithBearoff<E> {
    /// The evaluator for positions that are not in the databases.
    pub evaluator: E,
    /// The databases.
    pub bearoff: Arc<Bearoff>,
}

impl<E: OutcomeEvaluator> OutcomeEvaluator for WithBearoff<E> {
    fn outcomes(&mut self, game: &Backgammon) -> Probabilities {
        let known = self.bearoff.outcomes(game.mine(), game.theirs());
        known.unwrap_or_else(|| self.evaluator.outcomes(game))
    }

    /// There are no estimates close to the end, where the databases decide.
    fn rough_outcomes_after(
        &mut self,
        game: &Backgammon,
        moves: &[Move],
        out: &mut Vec<Probabilities>,
    ) -> bool {
        !self.knows(game) && self.evaluator.rough_outcomes_after(game, moves, out)
    }
}

impl Evaluator<Backgammon> for WithBearoff<NetEvaluator> {
    fn evaluate(&mut self, game: &Backgammon) -> Value {
        self.estimate(game).value
    }

    fn details(&self) -> &'static [DetailKind] {
        &Probabilities::KINDS
    }

    fn estimate(&mut self, game: &Backgammon) -> Estimate {
        estimate(game, |game| match self.bearoff.outcomes(game.mine(), game.theirs()) {
            Some(known) if Class::of(game) != Class::Over => {
                // Certain outcomes are kept exact to the last digit.
                let Bounds { low, high } = self.bounds(game);
                let value = known.value(game.scoring()).clamp(low, high);
                Estimate { value, details: known.details() }
            }
            _ => self.evaluator.estimate(game),
        })
    }

    fn estimate_roughly(
        &mut self,
        game: &Backgammon,
        moves: &[Move],
        estimates: &mut Vec<Estimate>,
    ) -> bool {
        !self.knows(game) && self.evaluator.estimate_roughly(game, moves, estimates)
    }

    fn bounds(&self, game: &Backgammon) -> Bounds {
        self.evaluator.bounds(game)
    }
}

impl<E: OutcomeEvaluator> WithBearoff<E> {
    /// The cubeless outcome probabilities for the mover, of any position: before a roll, those of a
    /// database where it knows the position; after a roll, those of the best move.
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
            Some(known) => known.outcomes,
            None => self.outcomes(game),
        }
    }
}

impl<E> WithBearoff<E> {
    /// Whether the databases know both players' checkers.
    fn knows(&self, game: &Backgammon) -> bool {
        self.bearoff.covers(game.mine(), game.theirs())
    }
}
