//! What a move cost.

use super::{Amount, Skill, Step};
use crate::{
    Dice, Turn,
    cube::{CubefulSearch, OutcomeEvaluator, RatedTurn},
    engine::EngineSettings,
};

/// A move among all that were possible.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayFound {
    /// The moves that were possible, the best first; those looked at deeper
    /// stand before the others.
    pub candidates: Vec<RatedTurn>,
    /// Which of them was played.
    pub played: usize,
    /// What it cost; never negative.
    pub loss: Amount,
    /// How bad that is.
    pub skill: Skill,
}

impl PlayFound {
    /// Whether there was nothing to choose.
    pub fn forced(&self) -> bool {
        self.candidates.len() <= 1
    }
}

/// Looks at a move.
///
/// The move that was played is looked at as deep as the best whatever the
/// filter says. If it seems doubtful and the filter was content before full
/// depth, as it is when only one move is left, both are searched again at full
/// depth before that counts as an error.
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

/// The deepest first, and of these the best; of equals those come first that
/// did before.
fn sort(rated: &mut [RatedTurn]) {
    rated.sort_by(|a, b| b.plies.cmp(&a.plies).then(b.equity.total_cmp(&a.equity)));
}
