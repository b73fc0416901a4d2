//! How lucky a roll was.

use super::{Amount, Step};
use crate::{
    Backgammon, Dice,
    cube::{Cube, CubefulSearch, OutcomeEvaluator, after},
};

/// The value of the best move with these dice, less the mean over all rolls, by static evaluation.
///
/// The first roll of a game also decides who begins: the mean is over the thirty rolls that are not
/// doubles, in half of which the other player begins.
pub(super) fn look<E: OutcomeEvaluator>(
    step: &Step,
    dice: Dice,
    search: &mut CubefulSearch<E>,
) -> Amount {
    let (game, cube) = (&step.state.board, step.state.cube_of_mover());
    let mut of = |dice, side| best(search, game, dice, side, cube);
    let (mut mean, mut mine) = (0.0, 0.0);
    for other in Dice::all() {
        if step.state.is_opening() {
            if !other.is_double() {
                let value = of(other, 0);
                mean += (value - of(other, 1)) / 30.0;
                mine = if other == dice { value } else { mine };
            }
            continue;
        }
        let value = of(other, 0);
        mean += f64::from(other.weight()) / 36.0 * value;
        mine = if other == dice { value } else { mine };
    }
    let equity = |utility| step.stakes.equity(utility, cube.value());
    Amount::new(&step.stakes, cube.value(), equity(mine) - equity(mean))
}

/// The utility of the best move of player `side` of the search, who is on roll.
fn best<E: OutcomeEvaluator>(
    search: &mut CubefulSearch<E>,
    game: &Backgammon,
    dice: Dice,
    side: usize,
    cube: Cube,
) -> f64 {
    let mut best = f64::NEG_INFINITY;
    game.for_each_turn(dice, |turn| {
        best = best.max(search.moved_by(&after(game, dice, turn), None, side, cube, 0).1);
    });
    best
}
