//! An evaluator of the game with the cube, used for the board alone.

use starboard_core::{Estimate, Evaluator, Value};

use crate::{
    Backgammon, Move, Probabilities,
    cube::{CubeGame, CubeMove, OutcomeEvaluator},
};

/// The outcome probabilities that an evaluator of the game with the cube gives for the board,
/// wherever the cube is.
pub(super) struct OnBoard<const MATCH: bool> {
    evaluator: Box<dyn Evaluator<CubeGame<MATCH>>>,
    moves: Vec<CubeMove>,
    estimates: Vec<Estimate>,
}

impl<const MATCH: bool> OnBoard<MATCH> {
    /// Wraps an evaluator whose figures are [`Probabilities::KINDS`].
    pub(super) fn new(evaluator: Box<dyn Evaluator<CubeGame<MATCH>>>) -> Self {
        Self { evaluator, moves: Vec::new(), estimates: Vec::new() }
    }

    /// The static value of a position with the cube.
    pub(super) fn value(&mut self, game: &CubeGame<MATCH>) -> Value {
        self.evaluator.evaluate(game)
    }

    /// The game with the cube in the middle; the moves are kept as moves of that game.
    fn asked(&mut self, game: &Backgammon, moves: &[Move]) -> CubeGame<MATCH> {
        self.estimates.clear();
        self.moves.clear();
        self.moves.extend(moves.iter().map(|&m| CubeMove::from(m)));
        CubeGame::rolling(*game)
    }

    fn answer(&self, out: &mut Vec<Probabilities>) {
        let outcomes = |e: &Estimate| Probabilities::from_flipped_details(&e.details);
        out.extend(self.estimates.iter().map(outcomes));
    }
}

impl<const MATCH: bool> OutcomeEvaluator for OnBoard<MATCH> {
    fn outcomes(&mut self, game: &Backgammon) -> Probabilities {
        let game = CubeGame::rolling(game.with_dice(None));
        Probabilities::from_details(&self.evaluator.estimate(&game).details)
    }

    fn outcomes_after(&mut self, game: &Backgammon, moves: &[Move], out: &mut Vec<Probabilities>) {
        let game = self.asked(game, moves);
        self.evaluator.estimate_children(&game, &self.moves, &mut self.estimates);
        self.answer(out);
    }

    fn rough_outcomes_after(
        &mut self,
        game: &Backgammon,
        moves: &[Move],
        out: &mut Vec<Probabilities>,
    ) -> bool {
        let game = self.asked(game, moves);
        let some = self.evaluator.estimate_roughly(&game, &self.moves, &mut self.estimates);
        self.answer(out);
        some
    }
}
