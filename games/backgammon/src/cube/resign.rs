//! Giving a game up.

use super::{Cube, CubeOwner, Stakes};
use crate::Probabilities;

/// What sums of chances may be off by.
const ROUNDING: f32 = 1e-6;

/// How much the player to move should offer to lose: 1, 2 or 3 times the cube
/// where the game is lost by exactly that, and `None` where anything can still
/// happen.
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

/// The points conceded, in multiples of the cube, by resigning `times` the cube: with
/// the Jacoby rule once, as long as nobody has doubled.
pub fn points_conceded(stakes: &Stakes, cube: Cube, times: u8) -> i32 {
    if stakes.jacoby() && cube.owner == CubeOwner::Centred { 1 } else { i32::from(times) }
}

/// The least of 1, 2 and 3 times the cube that the player on roll can honestly give up, to whom
/// playing on is worth so much equity: what costs the other player less than `doubtful`, in
/// equity, to take.
pub fn least_conceded(stakes: &Stakes, cube: Cube, playing_on: f64, doubtful: f64) -> u8 {
    let given_up = |times| {
        let points = points_conceded(stakes, cube, times) * cube.value();
        stakes.equity(stakes.utility(-points), cube.value())
    };
    (1..=2).find(|&times| given_up(times) - playing_on < doubtful).unwrap_or(3)
}
