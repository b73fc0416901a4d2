//! What a position is worth by looking further than the networks do.

use starboard_backgammon::{
    Backgammon, Dice, Move, NetEvaluator, Probabilities, Scoring, net::OUTPUTS,
};
use starboard_core::{Game, Node, Value};

/// Looks ahead by the networks: for every roll the move that looks best at once,
/// and so on for as many plies as asked for.
#[derive(Clone)]
pub(super) struct Lookahead {
    eval: NetEvaluator,
}

/// A position after a move, and what it is worth to whoever made the move.
#[derive(Copy, Clone, Debug)]
pub(super) struct Candidate {
    pub(super) game: Backgammon,
    pub(super) equity: f32,
}

impl Lookahead {
    pub(super) fn new(eval: NetEvaluator) -> Self {
        Self { eval }
    }

    /// The probabilities for the mover of a position before its roll, from the
    /// average over all rolls, looking so many plies ahead.
    pub(super) fn probabilities(&mut self, game: &Backgammon, plies: u32) -> Probabilities {
        if plies == 0 || matches!(game.node(), Node::Over(_)) {
            return self.eval.probabilities(game);
        }
        let mut sum = [0.0_f32; OUTPUTS];
        for dice in Dice::all() {
            let next = self.best(game, dice);
            let p = self.probabilities(&next, plies - 1).flipped().as_array();
            let weight = dice.weight() as f32 / 36.0;
            sum.iter_mut().zip(p).for_each(|(sum, p)| *sum += weight * p);
        }
        sum.into()
    }

    /// The position after the move that looks best at once.
    fn best(&mut self, game: &Backgammon, dice: Dice) -> Backgammon {
        let (mut best, mut least) = (*game, Value::MAX);
        let rolled = game.with_dice(Some(dice));
        game.for_each_turn(dice, |turn| {
            let mut child = rolled;
            child.play(Move::Turn(turn));
            let value = self.value(&child);
            if value < least {
                (best, least) = (child, value);
            }
        });
        best
    }

    fn value(&mut self, game: &Backgammon) -> Value {
        match game.node() {
            Node::Over(value) => value,
            _ => self.eval.static_value(game),
        }
    }

    /// The moves that look best at once: at most so many, none worse than the best
    /// by more than `margin` points, the best first.
    pub(super) fn candidates(
        &mut self,
        game: &Backgammon,
        dice: Dice,
        most: usize,
        margin: f32,
    ) -> Vec<Candidate> {
        let mut candidates = Vec::new();
        let rolled = game.with_dice(Some(dice));
        game.for_each_turn(dice, |turn| {
            let mut child = rolled;
            child.play(Move::Turn(turn));
            let equity = -self.value(&child).to_units(Backgammon::UNIT);
            candidates.push(Candidate { game: child, equity });
        });
        candidates.sort_by(|a, b| b.equity.total_cmp(&a.equity));
        let least = candidates.first().map_or(0.0, |best| best.equity) - margin;
        candidates.truncate(most);
        candidates.retain(|candidate| candidate.equity >= least);
        candidates
    }
}

/// The equity at money for whoever made the move that led to a position with these
/// probabilities for the other.
pub(super) fn equity_before(p: Probabilities) -> f32 {
    -p.equity(Scoring::Money)
}
