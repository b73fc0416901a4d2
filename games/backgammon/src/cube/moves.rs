//! Moves compared with a cube, as GNU Backgammon's `hint` lists them.

use starboard_core::{MoveFilter, Value};

use super::{Cube, CubefulSearch, Ends, search::after};
use crate::{Backgammon, Dice, Probabilities, Scoring, Turn};

/// A move and what was found out about it.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct RatedTurn {
    /// The move.
    pub turn: Turn,
    /// How far was looked ahead after it.
    pub plies: u32,
    /// How the game is likely to end, for the player who moves.
    pub ends: Probabilities,
    /// The equity with the cube, in multiples of what it shows.
    pub equity: f64,
    /// The utility: points at money, in a match the chance to win it less the
    /// chance to lose it.
    pub utility: f64,
}

impl<E: Ends> CubefulSearch<E> {
    /// The moves with these dice, the best first; each looked at as deep as
    /// `filter` lets it come, at most `plies`.
    ///
    /// Moves that came further stand before those that did not.
    pub fn rate(
        &mut self,
        game: &Backgammon,
        dice: Dice,
        cube: Cube,
        plies: u32,
        filter: &dyn MoveFilter,
    ) -> Vec<RatedTurn> {
        let mut turns = Vec::new();
        game.for_each_turn(dice, |turn| turns.push(turn));
        rate_by(&turns, plies, filter, |turn, plies| self.rate_one(game, dice, turn, cube, plies))
    }

    /// One move, looked at `plies` ahead.
    pub fn rate_one(
        &mut self,
        game: &Backgammon,
        dice: Dice,
        turn: Turn,
        cube: Cube,
        plies: u32,
    ) -> RatedTurn {
        let (ends, utility) = self.moved(&after(game, dice, turn), cube, plies);
        let equity = self.stakes().equity(utility, cube.value());
        RatedTurn { turn, plies, ends, equity, utility }
    }
}

/// The moves, the best first, each looked at by `look` as deep as `filter` lets
/// it come, at most `plies`; [`CubefulSearch::rate`] with somebody else's word.
///
/// All are looked at without looking ahead, and those that come further again at
/// each ply at which the filter decides, and at the last. Moves that came further
/// stand before those that did not; among those that came as far, those of more
/// equity, and of equals those that would win more without a cube.
pub fn rate_by(
    turns: &[Turn],
    plies: u32,
    filter: &dyn MoveFilter,
    mut look: impl FnMut(Turn, u32) -> RatedTurn,
) -> Vec<RatedTurn> {
    const UNIT: i32 = 1 << 18;
    let mut rated: Vec<_> = turns.iter().map(|&turn| look(turn, 0)).collect();
    sort(&mut rated);
    let mut left = rated.len();
    let mut ply = filter.next_ply(plies, 0);
    loop {
        if ply > 0 {
            for rated in &mut rated[..left] {
                *rated = look(rated.turn, ply);
            }
            sort(&mut rated[..left]);
        }
        if ply >= plies {
            break;
        }
        let equities = rated[..left].iter().map(|rated| rated.equity);
        let values: Vec<_> = equities.map(|e| Value::from_units(e as f32, UNIT)).collect();
        left = filter.survivors(plies, ply, &values, UNIT).unwrap_or(left).min(left);
        if filter.is_settled(plies, ply, left) {
            break;
        }
        ply = filter.next_ply(plies, ply + 1);
    }
    rated
}

/// Best first. Of equals, as where the other player doubles one out of the game
/// after any of them, those come first that would win more without a cube; then
/// those that did before.
fn sort(rated: &mut [RatedTurn]) {
    let cubeless = |rated: &RatedTurn| rated.ends.equity(Scoring::Money);
    rated.sort_by(|a, b| {
        b.equity.total_cmp(&a.equity).then_with(|| cubeless(b).total_cmp(&cubeless(a)))
    });
}
