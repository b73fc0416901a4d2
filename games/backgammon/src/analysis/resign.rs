//! What giving a game up cost, or taking it.

use starboard_core::Game;

use super::{Amount, Skill, Step};
use crate::{
    Probabilities,
    cube::{CubefulSearch, OutcomeEvaluator, points_conceded},
    record::{Action, Stage},
};

/// A smaller loss is none.
const NOTHING: f64 = 1e-5;

/// A game given up, which the other player has taken.
///
/// Equities are in multiples of what the cube shows.
#[derive(Clone, Debug, PartialEq)]
pub struct ResignFound {
    /// The plies that were looked ahead.
    pub plies: u32,
    /// How the game would have ended, for the player on roll.
    pub outcomes: Probabilities,
    /// What playing on was worth, for who gave up.
    pub playing_on: f64,
    /// What giving up was worth: -1, -2 or -3.
    pub given_up: f64,
    /// What giving up cost: playing on was worth more. Never negative.
    pub loss: Amount,
    /// How bad that is.
    pub skill: Skill,
    /// What the other player lost by taking it: playing on was worth less to the
    /// loser than what was offered. Never negative.
    pub taken: Amount,
    /// How bad that is.
    pub taken_skill: Skill,
}

/// Looks at a game that was given up.
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
