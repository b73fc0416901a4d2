//! Training targets: evaluations of positions with lookahead or rollouts.

use std::{num::NonZeroUsize, sync::Arc};

use serde::{Deserialize, Serialize};
use starboard_backgammon::{
    Backgammon, Dice, Move, NetEvaluator, Probabilities, Scoring,
    bearoff::Bearoff,
    cube::{Cube, CubefulSearch, OutcomeEvaluator, Stakes, Utility, WithBearoff, best_reply},
    net::OUTPUTS,
    rollout::{QuasiDice, Rollout, RolloutOptions, Start, Tally},
};
use starboard_core::Game;

/// Lookahead with the networks: for every roll the statically best move, and so on for the given
/// number of plies. Where there are many moves, only those that pass the pruning networks are
/// evaluated, as in the engine's own search; and positions in the bearoff databases are looked up
/// there.
#[derive(Clone)]
pub(crate) struct Lookahead {
    eval: WithBearoff<NetEvaluator>,
    worth: Utility,
}

/// How many rolls stand for all where a position is looked at two plies deep.
const ROLLS: NonZeroUsize = NonZeroUsize::new(5).expect("it is not 0");

/// A position after a move, and what it is worth to the player who made the move.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Candidate {
    pub(crate) game: Backgammon,
    pub(crate) equity: f64,
}

/// How positions are rolled out: without a cube, at 0 plies, with variance
/// reduction.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RolloutTargets {
    /// How often each is played out.
    pub(crate) trials: u64,
    /// After how many turns it is evaluated; 0 for never.
    pub(crate) turns: u32,
}

impl Lookahead {
    pub(crate) fn new(evaluator: NetEvaluator, bearoff: Arc<Bearoff>) -> Self {
        let eval = WithBearoff { evaluator, bearoff };
        Self { eval, worth: Utility::new(&Stakes::MONEY, 1) }
    }

    /// The probabilities for the mover of a position before the roll, from a rollout with these
    /// dice, which give each trial the same rolls in every position.
    pub(super) fn rolled_out(
        &mut self,
        game: &Backgammon,
        targets: RolloutTargets,
        dice: &QuasiDice,
    ) -> Probabilities {
        if let Some(end) = Probabilities::of_end(game) {
            return end;
        }
        let options =
            RolloutOptions { cubeful: false, truncate: targets.turns, ..RolloutOptions::default() };
        let start = Start { game: *game, cube: Cube::default(), double: false };
        let bearoff = self.eval.bearoff.clone();
        let mut search = CubefulSearch::new(&mut self.eval, Some(bearoff), Stakes::MONEY);
        let (rollout, mut tally) = (Rollout::new(start, &options, dice), Tally::default());
        (0..targets.trials).for_each(|trial| tally.add(&rollout.play(&mut search, trial)));
        // After variance reduction, a mean may come out a little beyond what is possible.
        tally.outcomes().map(|end| end.mean.clamp(0.0, 1.0) as f32).into()
    }

    /// The probabilities for the mover of a position before the roll, as the average over all
    /// rolls, looking `plies` plies ahead.
    pub(super) fn probabilities(&mut self, game: &Backgammon, plies: u32) -> Probabilities {
        if let Some(end) = Probabilities::of_end(game) {
            return end;
        }
        if plies == 0 {
            return self.eval.outcomes(game);
        }
        let mut sum = [0.0_f32; OUTPUTS];
        for dice in Dice::all() {
            let played = best_reply(&mut self.eval, game, dice, &self.worth, true);
            let ends = match plies {
                1 => played.outcomes,
                _ => self.probabilities(&played.next, plies - 1),
            };
            let weight = dice.weight() as f32 / 36.0;
            sum.iter_mut().zip(ends.flipped().as_array()).for_each(|(sum, p)| *sum += weight * p);
        }
        sum.into()
    }

    /// The same two plies ahead as the engine looks, with five rolls that stand for all in the
    /// first of them.
    pub(super) fn two_plies(&mut self, game: &Backgammon) -> Probabilities {
        let bearoff = self.eval.bearoff.clone();
        let mut search = CubefulSearch::new(&mut self.eval, Some(bearoff), Stakes::MONEY);
        search.rolls = Some(ROLLS);
        let outcomes = search.cube(game, Cube::default(), 2).outcomes;
        // With sampled rolls, a mean may be slightly out of range.
        outcomes.as_array().map(|p| p.clamp(0.0, 1.0)).into()
    }

    /// The moves that look best at once: at most so many, none worse than the best
    /// by more than `margin` points, the best first.
    pub(crate) fn candidates(
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
            let ends = self.probabilities(&child, 0);
            let equity = self.worth.of(ends.flipped());
            candidates.push(Candidate { game: child, equity });
        });
        candidates.sort_by(|a, b| b.equity.total_cmp(&a.equity));
        let least = candidates.first().map_or(0.0, |best| best.equity) - f64::from(margin);
        candidates.truncate(most);
        candidates.retain(|candidate| candidate.equity >= least);
        candidates
    }
}

/// The money equity for the player who made the move that led to a position with these
/// probabilities for the other player.
pub(super) fn equity_before(p: Probabilities) -> f32 {
    -p.equity(Scoring::Money)
}
