//! How easily a checker gets past the enemy's points, as GNU Backgammon's networks count.

use crate::evaluation::inputs::escapes::{REACH, ahead, is_open};

/// By the points of the enemy among the twelve places ahead, the one twelve pips away in
/// the lowest bit: the rolls that lead on, and those among them that lead beyond the
/// nearest point.
static ROLLS: [[u8; 2]; 1 << REACH] = table();

/// In how many of the 36 rolls a checker at `place` can be moved on by both dice, where
/// `blocked` are the enemy's points, as its side sees them.
pub(super) fn escapes(place: u32, blocked: u32) -> u32 {
    rolls(place, blocked)[0].into()
}

/// The rolls among them that lead beyond the nearest point; none if there is no point.
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
        // With nothing blocked as far as a number that no roll has.
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
        // A prime right ahead.
        check(24, &[23, 22, 21, 20, 19, 18], (0, 0));
        // Five points: each roll with a six but 66 that lands beyond, and 66 as well.
        check(24, &[23, 22, 21, 20, 19], (11, 11));
        // One point six ahead: no 51, 42, 33 and 66; beyond it by seven and more.
        check(24, &[18], (36 - 6, 21 - 1));
    }
}
