//! The steps of a record.

use std::sync::Arc;

use starboard_core::{Game, NotationError, Player};

use super::{Amount, CubeFound, PlayFound, ResignFound, cube, luck, play, resign};
use crate::{
    cube::{OutcomeEvaluator, Stakes},
    engine::BackgammonEngine,
    met::MatchEquity,
    record::{Action, MatchRecord, State},
};

/// An action in a game, and the situation in which it was taken.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The number of the game, from 0.
    pub game: usize,
    /// Its place among the actions of the game, from 0.
    pub number: usize,
    /// The player who acted.
    pub player: Player,
    /// The state of the game before the action.
    pub state: State,
    /// The action.
    pub action: Action,
    /// The stakes, from the point of view of the player on roll.
    pub stakes: Stakes,
}

/// The analysis of a step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Findings {
    /// The cube decision: to double or not, to take or not. `None` where nobody may double, or
    /// nobody would consider it.
    pub cube: Option<CubeFound>,
    /// The checker play.
    pub play: Option<PlayFound>,
    /// The luck: how much better the roll was than the mean of all rolls, for the player who rolled
    /// it.
    pub luck: Option<Amount>,
    /// The resignation; it does not count in error rates.
    pub resign: Option<ResignFound>,
}

/// All steps of a record, in order; `table` is the match equity table.
///
/// # Errors
///
/// If the match is longer than the table.
pub fn steps(record: &MatchRecord, table: &Arc<MatchEquity>) -> Result<Vec<Step>, NotationError> {
    let mut steps = Vec::new();
    for (game, played) in record.games.iter().enumerate() {
        let stakes = [
            record.stakes(game, Player::First, table)?,
            record.stakes(game, Player::Second, table)?,
        ];
        let mut state = played.start().with_jacoby(record.is_jacoby());
        for (number, &action) in played.actions.iter().enumerate() {
            let Some(player) = state.actor_of(action) else { break };
            let on_roll = state.board.mover();
            let stakes = stakes[on_roll.index()].clone();
            let before = state.clone();
            // Actions in a record are legal: this was checked when they were read or played.
            if state.act(action).is_err() {
                break;
            }
            steps.push(Step { game, number, player, state: before, action, stakes });
        }
    }
    Ok(steps)
}

impl Step {
    /// Analyses the step.
    pub fn analyse<E: OutcomeEvaluator>(&self, engine: &mut BackgammonEngine<E>) -> Findings {
        let settings = engine.settings.clone();
        let search = engine.search(&self.stakes);
        let cube = cube::look(self, search, settings.cube_plies);
        let Action::Play(dice, turn) = self.action else {
            let resign = resign::look(self, search, settings.cube_plies);
            return Findings { cube, resign, ..Findings::default() };
        };
        let play = play::look(self, dice, turn, search, &settings);
        let luck = luck::look(self, dice, search);
        Findings { cube, play: Some(play), luck: Some(luck), resign: None }
    }
}
