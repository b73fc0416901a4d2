//! A static evaluator of positions with the cube.

use std::sync::Arc;

use starboard_core::{Bounds, DetailKind, Estimate, Evaluator, Game, Node, Value};

use super::{
    Cube, CubeAnalysis, CubeGame, CubeMove, CubefulSearch, OutcomeEvaluator, Stakes, Utility,
    game::{Stage, points},
    search::after,
};
use crate::{Backgammon, Move, Probabilities, met::MatchEquity};

const UNIT: i32 = Backgammon::UNIT;

/// Evaluates positions with the cube: Janowski's model, applied to the outcome probabilities, and
/// the best cube actions of both players; in points for money, in a match as the chance to win it
/// minus the chance to lose it.
#[derive(Clone, Debug)]
pub struct CubeEvaluator<E> {
    search: CubefulSearch<E>,
    /// The match equity table.
    table: Arc<MatchEquity>,
    /// Buffer for cheap estimates.
    moves: Vec<Move>,
    outcomes: Vec<Probabilities>,
}

impl<E: OutcomeEvaluator> CubeEvaluator<E> {
    /// An evaluator that uses this search, whatever its stakes are.
    pub fn new(search: CubefulSearch<E>) -> Self {
        let table = MatchEquity::built_in();
        Self { search, table, moves: Vec::new(), outcomes: Vec::new() }
    }

    /// What the position is worth for its mover, in units, and the outcome probabilities.
    fn worth<const MATCH: bool>(&mut self, game: &CubeGame<MATCH>) -> (f64, Probabilities) {
        let (board, cube) = (game.on_board(), game.cube());
        let stakes = game.stakes(&self.table);
        match game.node() {
            Node::Over(value) => {
                let passed = Probabilities { win: 1.0, ..Probabilities::default() };
                let outcomes = Probabilities::of_end(board).unwrap_or(passed);
                (f64::from(value.raw()) / f64::from(UNIT), outcomes)
            }
            _ if game.stage() == Stage::Opening => {
                let chance = stakes.chance_before().unwrap_or(0.5);
                let even = Probabilities { win: 0.5, ..Probabilities::default() };
                (2.0 * chance - 1.0, even)
            }
            Node::Decision if game.stage() == Stage::Roll => {
                let mut best = (f64::NEG_INFINITY, Probabilities::default());
                let Some(dice) = board.dice() else { return best };
                self.search.play_for(&stakes);
                board.for_each_turn(dice, |turn| {
                    let next = after(board, dice, turn);
                    let (outcomes, utility) = self.search.moved(&next, cube, 0);
                    if utility > best.0 {
                        best = (utility, outcomes);
                    }
                });
                best
            }
            _ => {
                self.search.play_for(&stakes);
                let CubeAnalysis { outcomes, utilities: [wait, take], .. } =
                    self.search.cube(board, cube, 0);
                let doubled = take.min(stakes.utility(cube.value()));
                match game.stage() {
                    Stage::Doubled => (-doubled, outcomes.flipped()),
                    Stage::Cube => (wait.max(doubled), outcomes),
                    Stage::Roll | Stage::Dropped | Stage::Opening => (wait, outcomes),
                }
            }
        }
    }
}

impl<E, const MATCH: bool> Evaluator<CubeGame<MATCH>> for CubeEvaluator<E>
where
    E: OutcomeEvaluator + Clone + Send,
{
    fn evaluate(&mut self, game: &CubeGame<MATCH>) -> Value {
        self.estimate(game).value
    }

    fn details(&self) -> &'static [DetailKind] {
        &Probabilities::KINDS
    }

    fn estimate(&mut self, game: &CubeGame<MATCH>) -> Estimate {
        let (worth, outcomes) = self.worth(game);
        let most = points(game.most());
        let value = Value::saturating((worth * f64::from(UNIT)).round() as i64);
        Estimate { value: value.clamp(-most, most), details: outcomes.details() }
    }

    /// Estimates checker plays only, as if nobody doubled any more.
    fn estimate_roughly(
        &mut self,
        game: &CubeGame<MATCH>,
        moves: &[CubeMove],
        estimates: &mut Vec<Estimate>,
    ) -> bool {
        if game.stage() != Stage::Roll {
            return false;
        }
        self.outcomes.clear();
        self.moves.clear();
        self.moves.extend(moves.iter().filter_map(|&m| match m {
            CubeMove::Turn(turn) => Some(Move::Turn(turn)),
            _ => None,
        }));
        let utility = Utility::new(&game.stakes(&self.table), game.cube().value());
        let Self { search, moves, outcomes, .. } = self;
        let some = search.evaluator.rough_outcomes_after(game.on_board(), moves, outcomes);
        estimates.extend(outcomes.iter().map(|outcomes| {
            let outcomes = outcomes.flipped();
            let value = Value::from_units(utility.of(outcomes) as f32, UNIT);
            Estimate { value, details: outcomes.details() }
        }));
        some
    }

    /// The bounds hold for all cube actions.
    fn bounds(&self, game: &CubeGame<MATCH>) -> Bounds {
        Bounds::symmetric(points(game.most()))
    }
}

impl<const MATCH: bool> CubeGame<MATCH> {
    /// The stakes, from the point of view of the player on roll.
    pub(crate) fn stakes(&self, table: &Arc<MatchEquity>) -> Stakes {
        let on_roll = self.on_board().mover();
        let (jacoby, beavers, most_doublings) = (false, false, Cube::MOST_SEARCHED);
        let money = Stakes::Money { jacoby, beavers, most_doublings };
        self.score().map_or(money, |score| score.stakes(table, on_roll))
    }
}
