//! What resigning a game, or accepting a resignation, cost.

use starboard_core::Game;

use super::{Amount, Skill, Step};
use crate::{
    Probabilities,
    cube::{CubefulSearch, OutcomeEvaluator, points_conceded},
    record::{Action, Stage},
};

/// A smaller loss counts as none.
const NOTHING: f64 = 1e-5;

/// An analysed resignation, which the other player accepted.
///
/// Equities are in multiples of the value of the cube.
#[derive(Clone, Debug, PartialEq)]
pub struct ResignFound {
    /// How many plies were searched.
    pub plies: u32,
    /// The outcome probabilities if the game had been played on, for the player on roll.
    pub outcomes: Probabilities,
    /// The equity of playing on, for the player who resigned.
    pub playing_on: f64,
    /// The equity of resigning: -1, -2 or -3.
    pub given_up: f64,
    /// What resigning cost, if playing on was worth more; never negative.
    pub loss: Amount,
    /// How bad that is.
    pub skill: Skill,
    /// What the other player lost by accepting, if playing on was worth less to the loser than what
    /// was offered; never negative.
    pub taken: Amount,
    /// How bad that is.
    pub taken_skill: Skill,
}

/// Analyses a resignation.
pub(super) fn look<E: OutcomeEvaluator>(
    step: &Step,
    search: &mut CubefulSearch<E>,
    plies: u32,
) -> Option<ResignFound> {
    let Action::Resign(loser, times) = step.action else { return None };
    let cube = step.state.cube_of_mover();
    let found = search.cube(&step.state.board, cube, plies);
    let decision = found.decision;
    let worth = match step.state.stage {
        Stage::Doubled => decision.double_take.min(decision.double_pass),
        _ => decision.best,
    };
    let on_roll = step.state.board.mover() == loser;
    let playing_on = if on_roll { worth } else { -worth };
    let times = points_conceded(&step.stakes, cube, times);
    let (value, sign) = (cube.value(), if on_roll { -1 } else { 1 });
    let utility = step.stakes.utility(sign * times * value);
    let equity = step.stakes.equity(utility, value);
    let given_up = if on_roll { equity } else { -equity };
    let amount =
        |lost: f64| Amount::new(&step.stakes, value, if lost > NOTHING { lost } else { 0.0 });
    let (loss, taken) = (amount(playing_on - given_up), amount(given_up - playing_on));
    Some(ResignFound {
        plies,
        outcomes: found.outcomes,
        playing_on,
        given_up,
        loss,
        skill: Skill::of(loss.equity),
        taken,
        taken_skill: Skill::of(taken.equity),
    })
}
