//! What a checker play cost.

use super::{Amount, Skill, Step};
use crate::{
    Dice, Turn,
    cube::{CubefulSearch, OutcomeEvaluator, RatedTurn},
    engine::EngineSettings,
};

/// An analysed move, with the alternatives.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayFound {
    /// The legal moves, the best first; those searched deeper come before the others.
    pub candidates: Vec<RatedTurn>,
    /// The index of the move that was played.
    pub played: usize,
    /// What it cost; never negative.
    pub loss: Amount,
    /// The mark for that loss.
    pub skill: Skill,
}

impl PlayFound {
    /// Whether the move was forced.
    pub fn forced(&self) -> bool {
        self.candidates.len() <= 1
    }
}

/// Analyses a move.
///
/// The move that was played is searched as deep as the best move, whatever the filter says. If it
/// seems doubtful and the filter stopped before the full depth, as it does when only one move is
/// left, both are searched again at full depth before it counts as an error.
pub(super) fn look<E: OutcomeEvaluator>(
    step: &Step,
    dice: Dice,
    turn: Turn,
    search: &mut CubefulSearch<E>,
    settings: &EngineSettings,
) -> PlayFound {
    let (game, cube) = (&step.state.board, step.state.cube_of_mover());
    let mut candidates = search.rate(game, dice, cube, settings.plies, &settings.filter);
    let place = |list: &[RatedTurn]| list.iter().position(|rated| rated.turn == turn).unwrap_or(0);
    let mut played = place(&candidates);
    if candidates.len() > 1 {
        let deepest = candidates[0].plies;
        if candidates[played].plies < deepest {
            candidates[played] = search.rate_one(game, dice, turn, cube, deepest);
            sort(&mut candidates);
            played = place(&candidates);
        }
        let loss = candidates[0].equity - candidates[played].equity;
        if loss >= Skill::DOUBTFUL && deepest < settings.plies {
            let best = candidates[0].turn;
            for rated in &mut candidates {
                if rated.turn == best || rated.turn == turn {
                    *rated = search.rate_one(game, dice, rated.turn, cube, settings.plies);
                }
            }
            sort(&mut candidates);
            played = place(&candidates);
        }
    }
    let loss = (candidates[0].equity - candidates[played].equity).max(0.0);
    let loss = Amount::new(&step.stakes, cube.value(), loss);
    PlayFound { candidates, played, loss, skill: Skill::of(loss.equity) }
}

/// Sorts by depth, and then by equity, the best first; equals keep their order.
fn sort(rated: &mut [RatedTurn]) {
    rated.sort_by(|a, b| b.plies.cmp(&a.plies).then(b.equity.total_cmp(&a.equity)));
}
