//! Moves rated with the cube, as GNU Backgammon's `hint` lists them.

use std::cmp::Ordering;

use starboard_core::{Game, MoveFilter, Value};
use starboard_search::filtered::{Contest, contest};

use super::{Cube, CubefulSearch, OutcomeEvaluator, search::after};
use crate::{Backgammon, Dice, Probabilities, Scoring, Turn};

/// A move with its evaluation.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct RatedTurn {
    /// The move.
    pub turn: Turn,
    /// How many plies were searched after it.
    pub plies: u32,
    /// The outcome probabilities, for the player who moves.
    pub outcomes: Probabilities,
    /// The cubeful equity, in multiples of the value of the cube.
    pub equity: f64,
    /// The utility: points in a money game, in a match the chance to win it minus the chance to
    /// lose it.
    pub utility: f64,
}

impl RatedTurn {
    /// A move that has not been evaluated yet.
    pub(crate) fn unseen(turn: Turn) -> Self {
        Self { turn, plies: 0, outcomes: Probabilities::default(), equity: 0.0, utility: 0.0 }
    }

    /// What move filters compare: the equity on the grid of values.
    pub(crate) fn value(&self) -> Value {
        Value::from_units(self.equity as f32, Backgammon::UNIT)
    }
}

impl<E: OutcomeEvaluator> CubefulSearch<E> {
    /// The moves with these dice, the best first, each searched as deep as `filter` lets it go, at
    /// most `plies` plies.
    ///
    /// Moves that were searched deeper come first.
    pub fn rate(
        &mut self,
        game: &Backgammon,
        dice: Dice,
        cube: Cube,
        plies: u32,
        filter: &dyn MoveFilter,
    ) -> Vec<RatedTurn> {
        let mut turns = Vec::new();
        game.for_each_turn(dice, |turn| turns.push(turn));
        rate_by(&turns, plies, filter, |turn, plies| self.rate_one(game, dice, turn, cube, plies))
    }

    /// One move, searched `plies` plies deep.
    pub fn rate_one(
        &mut self,
        game: &Backgammon,
        dice: Dice,
        turn: Turn,
        cube: Cube,
        plies: u32,
    ) -> RatedTurn {
        let (outcomes, utility) = self.moved(&after(game, dice, turn), cube, plies);
        let equity = self.stakes().equity(utility, cube.value());
        RatedTurn { turn, plies, outcomes, equity, utility }
    }
}

/// The moves, the best first, each rated by `look` as deep as `filter` lets it go, at most `plies`
/// plies: [`CubefulSearch::rate`] with any evaluation.
///
/// Moves that were searched deeper come first; among those of the same depth, those with more
/// equity, and among equals those that would win more without a cube.
pub fn rate_by(
    turns: &[Turn],
    plies: u32,
    filter: &dyn MoveFilter,
    mut look: impl FnMut(Turn, u32) -> RatedTurn,
) -> Vec<RatedTurn> {
    let mut rated: Vec<_> = turns.iter().map(|&turn| look(turn, 0)).collect();
    rated.sort_by(by_equity);
    contest(&mut Turns(look), &mut rated, plies, filter, (Backgammon::UNIT, 1));
    rated
}

/// Turns that compete, and what rates them.
struct Turns<F>(F);

impl<F: FnMut(Turn, u32) -> RatedTurn> Contest for Turns<F> {
    type Candidate = RatedTurn;

    fn look(&mut self, rated: &mut RatedTurn, plies: u32) -> Option<()> {
        *rated = (self.0)(rated.turn, plies);
        Some(())
    }

    fn rank(&mut self, rated: &mut [RatedTurn], alive: usize, _: u32) {
        rated[..alive].sort_by(by_equity);
    }

    fn value(&self, rated: &RatedTurn) -> Value {
        rated.value()
    }
}

/// Orders moves, the best first. Among equals, for example if the other player cashes with a double
/// after any of them, those that would win more without a cube come first.
pub(crate) fn by_equity(a: &RatedTurn, b: &RatedTurn) -> Ordering {
    let cubeless = |rated: &RatedTurn| rated.outcomes.equity(Scoring::Money);
    b.equity.total_cmp(&a.equity).then_with(|| cubeless(b).total_cmp(&cubeless(a)))
}
