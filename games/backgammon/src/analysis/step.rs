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

/// Something that was done in a game, and what it was done in.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The game, from 0.
    pub game: usize,
    /// Its place among the actions of the game, from 0.
    pub number: usize,
    /// Who did it.
    pub player: Player,
    /// The game before it.
    pub state: State,
    /// What was done.
    pub action: Action,
    /// What is played for, seen by the player on roll.
    pub stakes: Stakes,
}

/// What was found out about a step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Findings {
    /// About the cube: turned or not, taken or not. None where nobody may
    /// double, or nobody would think of it.
    pub cube: Option<CubeFound>,
    /// About the move.
    pub play: Option<PlayFound>,
    /// How much better the roll was than the mean of all, for who rolled it.
    pub luck: Option<Amount>,
    /// About the game being given up; it counts in no error rate.
    pub resign: Option<ResignFound>,
}

/// All steps of a record, in order; the table says what scores are worth.
///
/// # Errors
///
/// If the match is longer than tables go.
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
            // What is in a record was legal when it was read or played.
            if state.act(action).is_err() {
                break;
            }
            steps.push(Step { game, number, player, state: before, action, stakes });
        }
    }
    Ok(steps)
}

impl Step {
    /// Looks at the step.
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
