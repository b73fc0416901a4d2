//! Giving a game up.

use super::{Cube, Stakes};
use crate::Probabilities;

/// A smaller difference is no reason to refuse.
const SAME: f64 = 1e-6;

/// How much the player to move should offer to lose: 1, 2 or 3 times the cube
/// where the game is lost by exactly that, and `None` where anything can still
/// happen.
pub fn resignation(ends: Probabilities) -> Option<u8> {
    let certain = |chance: f32| chance >= 1.0;
    if ends.win > 0.0 {
        None
    } else if certain(ends.lose_backgammon) {
        Some(3)
    } else if ends.lose_backgammon > 0.0 {
        None
    } else if certain(ends.lose_gammon) {
        Some(2)
    } else if ends.lose_gammon > 0.0 {
        None
    } else {
        Some(1)
    }
}

/// Whether to accept that the other player gives up `points` times the cube,
/// when playing on is worth so much `utility` for the player who is asked.
pub fn accepts(stakes: &Stakes, cube: Cube, points: u8, utility: f64) -> bool {
    let counted = if stakes.jacoby() && cube.owner == super::CubeOwner::Centred {
        1
    } else {
        i32::from(points.clamp(1, 3))
    };
    stakes.utility(counted * cube.value()) >= utility - SAME
}
