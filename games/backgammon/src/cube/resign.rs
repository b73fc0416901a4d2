//! Resigning.

use super::{Cube, CubeOwner, Stakes};
use crate::Probabilities;

/// The rounding error allowed in sums of probabilities.
const ROUNDING: f32 = 1e-6;

/// What the player to move should resign: 1, 2 or 3 times the cube if the game is certainly lost by
/// exactly that, and `None` if the outcome is still open.
pub fn resignation(outcomes: Probabilities) -> Option<u8> {
    let possible = |chance: f32| chance > ROUNDING;
    let certain = |chance: f32| chance >= 1.0 - ROUNDING;
    if possible(outcomes.win) {
        None
    } else if certain(outcomes.lose_backgammon) {
        Some(3)
    } else if possible(outcomes.lose_backgammon) {
        None
    } else if certain(outcomes.lose_gammon) {
        Some(2)
    } else if possible(outcomes.lose_gammon) {
        None
    } else {
        Some(1)
    }
}

/// The points conceded, in multiples of the cube, by resigning `times` times the cube: with the
/// Jacoby rule only 1 as long as nobody has doubled.
pub fn points_conceded(stakes: &Stakes, cube: Cube, times: u8) -> i32 {
    if stakes.jacoby() && cube.owner == CubeOwner::Centred { 1 } else { i32::from(times) }
}

/// The least of 1, 2 and 3 times the cube that the player on roll can honestly resign, if playing
/// on is worth `playing_on` in equity to that player: the other player must lose less than
/// `doubtful` in equity by accepting.
pub fn least_conceded(stakes: &Stakes, cube: Cube, playing_on: f64, doubtful: f64) -> u8 {
    let given_up = |times| {
        let points = points_conceded(stakes, cube, times) * cube.value();
        stakes.equity(stakes.utility(-points), cube.value())
    };
    (1..=2).find(|&times| given_up(times) - playing_on < doubtful).unwrap_or(3)
}
