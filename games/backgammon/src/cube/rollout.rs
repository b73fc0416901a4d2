//! What a rollout needs from a search, for either player.

use super::{
    BestReply, Cube, CubeDecision, CubefulSearch, OutcomeEvaluator, RatedTurn, Utility, rate_by,
    search::after,
};
use starboard_core::FilterSet;

use crate::{Backgammon, Dice, Probabilities};

/// How a player in a rollout looks ahead.
#[derive(Copy, Clone, Debug)]
pub(crate) struct LookAhead<'a> {
    /// How many plies.
    pub(crate) plies: u32,
    /// Which moves are searched deeper.
    pub(crate) filter: &'a FilterSet,
    /// Whether the cube is in play.
    pub(crate) cubeful: bool,
}

impl<E: OutcomeEvaluator> CubefulSearch<E> {
    /// The utility and the outcome of a game that need not be played on: it is over or known
    /// exactly, or `at_end` says that it is to be evaluated. Both are for the player on roll,
    /// player `side` of the root, who may double first unless the cube is `fixed`.
    pub(crate) fn settled(
        &mut self,
        game: &Backgammon,
        side: usize,
        cube: Cube,
        cubeful: bool,
        at_end: bool,
        fixed: bool,
    ) -> Option<(f64, [f64; 5])> {
        let known = Probabilities::of_end(game).is_some() || self.knows(game, side);
        if !known && !at_end {
            return None;
        }
        let (utility, outcomes) = self.worth(game, side, cube, cubeful);
        if !(fixed && cubeful) {
            return Some((utility, outcomes));
        }
        let [wait, _] = self.both(game, side, cube, 0);
        Some((wait, outcomes))
    }

    /// The cube decision of player `side`, who is on roll.
    pub(crate) fn decide(
        &mut self,
        game: &Backgammon,
        side: usize,
        cube: Cube,
        plies: u32,
    ) -> CubeDecision {
        let [wait, take] = self.both(game, side, cube, plies);
        CubeDecision::new(self.stakes_of(side), cube, wait, take)
    }

    /// What player `side` wins with a double that is passed.
    pub(crate) fn passed(&self, side: usize, cube: Cube) -> f64 {
        self.stakes_of(side).utility(cube.value())
    }

    /// The position after the best move of player `side`, looking as far ahead as the filter lets
    /// each move go.
    pub(crate) fn respond(
        &mut self,
        game: &Backgammon,
        side: usize,
        dice: Dice,
        cube: Cube,
        ahead: LookAhead<'_>,
    ) -> Backgammon {
        let LookAhead { plies, filter, cubeful } = ahead;
        let worth = Utility::new(self.stakes_of(side), cube.value());
        if plies == 0 {
            return self.reply(game, side, dice, cube.value(), false).next;
        }
        let mut turns = Vec::new();
        game.for_each_turn(dice, |turn| turns.push(turn));
        let rated = rate_by(&turns, plies, filter, |turn, plies| {
            let next = after(game, dice, turn);
            let (outcomes, utility) = if cubeful {
                self.moved_by(&next, None, side, cube, plies)
            } else {
                let outcomes = self.moved_without_cube(&next, None, side, cube.value(), plies);
                (outcomes, worth.of(outcomes))
            };
            let equity = self.stakes_of(side).equity(utility, cube.value());
            RatedTurn { turn, plies, outcomes, equity, utility }
        });
        after(game, dice, rated.first().expect("a player can pass at least").turn)
    }

    /// What a roll is worth for player `side`, who is to play it, with a quick choice of the move:
    /// luck is measured by this.
    pub(crate) fn rolled(
        &mut self,
        game: &Backgammon,
        side: usize,
        dice: Dice,
        cube: Cube,
        cubeful: bool,
    ) -> (f64, [f64; 5]) {
        let worth = Utility::new(self.stakes_of(side), cube.value());
        let BestReply { next, outcomes } = self.reply(game, side, dice, cube.value(), true);
        let (outcomes, utility) = if cubeful {
            self.moved_by(&next, Some(outcomes), side, cube, 0)
        } else {
            let outcomes = self.moved_without_cube(&next, Some(outcomes), side, cube.value(), 0);
            (outcomes, worth.of(outcomes))
        };
        (utility, outcomes.as_array().map(f64::from))
    }

    /// What a position is worth for player `side`, who is on roll and may double, by static
    /// evaluation.
    fn worth(
        &mut self,
        game: &Backgammon,
        side: usize,
        cube: Cube,
        cubeful: bool,
    ) -> (f64, [f64; 5]) {
        let (outcomes, utility) = self.moved_by(game, None, 1 - side, cube.flipped(), 0);
        let outcomes = outcomes.flipped();
        let utility = if cubeful {
            -utility
        } else {
            Utility::new(self.stakes_of(side), cube.value()).of(outcomes)
        };
        (utility, outcomes.as_array().map(f64::from))
    }
}
