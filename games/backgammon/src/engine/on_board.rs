//! The board of the game with the cube.

use starboard_core::{Estimate, Evaluator, Value};

use crate::{
    Backgammon, Move, Probabilities,
    cube::{CubeBackgammon, CubeMove, OutcomeEvaluator},
};

/// What an evaluator of the game with the cube knows of the board, whatever the cube.
pub(super) struct OnBoard {
    evaluator: Box<dyn Evaluator<CubeBackgammon>>,
    moves: Vec<CubeMove>,
    estimates: Vec<Estimate>,
}

impl OnBoard {
    /// By an evaluator whose figures are [`Probabilities::KINDS`].
    pub(super) fn new(evaluator: Box<dyn Evaluator<CubeBackgammon>>) -> Self {
        Self { evaluator, moves: Vec::new(), estimates: Vec::new() }
    }

    /// The static value of a position with the cube.
    pub(super) fn value(&mut self, game: &CubeBackgammon) -> Value {
        self.evaluator.evaluate(game)
    }

    /// The game with the cube in the middle, and the moves as it knows them.
    fn asked(&mut self, game: &Backgammon, moves: &[Move]) -> CubeBackgammon {
        self.estimates.clear();
        self.moves.clear();
        self.moves.extend(moves.iter().map(|&m| CubeMove::from(m)));
        CubeBackgammon::rolling(*game)
    }

    fn answer(&self, out: &mut Vec<Probabilities>) {
        let outcomes = |e: &Estimate| Probabilities::from_flipped_details(&e.details);
        out.extend(self.estimates.iter().map(outcomes));
    }
}

impl OutcomeEvaluator for OnBoard {
    fn outcomes(&mut self, game: &Backgammon) -> Probabilities {
        let game = CubeBackgammon::rolling(game.with_dice(None));
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
