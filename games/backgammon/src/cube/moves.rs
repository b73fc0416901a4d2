//! Moves compared with a cube, as GNU Backgammon's `hint` lists them.

use starboard_core::{MoveFilter, Value};

use super::{Cube, CubefulSearch, Ends, search::after};
use crate::{Backgammon, Dice, Probabilities, Turn};

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
        const UNIT: i32 = 1 << 18;
        let mut turns = Vec::new();
        game.for_each_turn(dice, |turn| turns.push(turn));
        let mut rated: Vec<_> =
            turns.into_iter().map(|turn| self.rate_one(game, dice, turn, cube, 0)).collect();
        sort(&mut rated);
        let mut left = rated.len();
        let mut values = Vec::new();
        for ply in 0..plies {
            values.clear();
            let equities = rated[..left].iter().map(|rated| rated.equity);
            values.extend(equities.map(|e| Value::from_units(e as f32, UNIT)));
            let Some(survivors) = filter.survivors(plies, ply, &values, UNIT) else { continue };
            left = survivors.min(left);
            // There is nothing to choose any more.
            if left <= 1 {
                break;
            }
            // What is skipped need not be looked at.
            let next = (ply + 1..plies)
                .find(|&next| filter.survivors(plies, next, &values[..1], UNIT).is_some())
                .unwrap_or(plies);
            for rated in &mut rated[..left] {
                *rated = self.rate_one(game, dice, rated.turn, cube, next);
            }
            sort(&mut rated[..left]);
        }
        rated
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

/// Best first; of equals those come first that did before.
fn sort(rated: &mut [RatedTurn]) {
    rated.sort_by(|a, b| b.equity.total_cmp(&a.equity));
}
