//! How easily a checker gets past the enemy's points, as counted for GNU Backgammon's networks.

use crate::evaluation::inputs::escapes::{REACH, ahead, is_open};

/// The number of rolls with which a checker can move on, and of those among them that take it
/// beyond the nearest enemy point, indexed by which of the twelve places ahead are enemy points,
/// the one twelve pips away in the lowest bit.
static ROLLS: [[u8; 2]; 1 << REACH] = table();

/// In how many of the 36 rolls a checker at `place` can play both dice, where `blocked` are the
/// enemy's points from the side of the checker.
pub(super) fn escapes(place: u32, blocked: u32) -> u32 {
    rolls(place, blocked)[0].into()
}

/// How many of these rolls take the checker beyond the nearest point; none if there is no point.
pub(super) fn jumps(place: u32, blocked: u32) -> u32 {
    rolls(place, blocked)[1].into()
}

fn rolls(place: u32, blocked: u32) -> [u8; 2] {
    ROLLS[ahead(place, blocked)]
}

/// A double counts as two steps.
const fn table() -> [[u8; 2]; 1 << REACH] {
    let mut table = [[0; 2]; 1 << REACH];
    let mut blocked: u32 = 0;
    while blocked < 1 << REACH {
        // With no point ahead, it is farther away than any roll reaches.
        let nearest = if blocked == 0 { u32::MAX } else { REACH - blocked.ilog2() };
        let mut roll = 0;
        while roll < 36 {
            let (a, b) = (1 + roll / 6, 1 + roll % 6);
            if is_open(blocked, a + b) && (is_open(blocked, a) || is_open(blocked, b)) {
                table[blocked as usize][0] += 1;
                table[blocked as usize][1] += (a + b > nearest) as u8;
            }
            roll += 1;
        }
        blocked += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rolls_counted_by_hand() {
        #[track_caller]
        fn check(place: u32, points: &[u32], expected: (u32, u32)) {
            let blocked = points.iter().map(|p| 1 << p).sum();
            let found = (escapes(place, blocked), jumps(place, blocked));
            assert_eq!(found, expected, "from {place} past {points:?}");
        }
        check(24, &[], (36, 0));
        check(3, &[], (36, 0));
        // A full prime directly ahead.
        check(24, &[23, 22, 21, 20, 19, 18], (0, 0));
        // Five points: each roll with a six but 66 that lands beyond, and 66 as well.
        check(24, &[23, 22, 21, 20, 19], (11, 11));
        // One point six ahead: no 51, 42, 33 and 66; beyond it by seven and more.
        check(24, &[18], (36 - 6, 21 - 1));
    }
}
