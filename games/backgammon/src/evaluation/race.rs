//! Winning chances in a race, when contact is over.
//!
//! Kleinman's formula (Danny Kleinman, "Vision Laughs at Counting", 1980), applied to pip counts
//! corrected for wastage.

use crate::{
    Checkers,
    evaluation::hand_crafted::{Chances, ONE},
};

/// The error function at eighths from 0 to 3, in fractions of [`ONE`].
const ERF: [i32; 25] = [
    0, 9196, 18109, 26484, 34111, 40845, 46606, 51385, 55227, 58221, 60483, 62139, 63315, 64123,
    64663, 65011, 65229, 65362, 65440, 65485, 65509, 65523, 65529, 65533, 65535,
];

/// The mover's chances, if being on roll gains it `tempo` pips on average.
pub(crate) fn chances(mine: Checkers, theirs: Checkers, tempo: i32) -> Chances {
    let (me, they) = (pips(mine), pips(theirs));
    let lead = erf(they - me + tempo, me + they);
    // The winner has `pips` pips to go; the loser needs `to_save` pips to save the gammon.
    let gammons = |winner: Checkers, pips: i32, loser: Checkers, ahead: i32| {
        if loser.off() > 0 {
            return 0;
        }
        let needed = pips.max(4 * (i32::from(winner.in_play())));
        let to_save = outside(loser) + 4;
        (ONE / 2 + (to_save - needed + ahead) * (ONE / 20)).clamp(0, ONE)
    };
    Chances {
        lead,
        gammons_won: gammons(mine, me, theirs, tempo + 4),
        gammons_lost: gammons(theirs, they, mine, 4 - tempo),
    }
}

/// The pip count, plus corrections for checkers left, for those on the ace point and for gaps.
fn pips(checkers: Checkers) -> i32 {
    let left = i32::from(checkers.in_play());
    let covered = (checkers.occupied() & 0x7e).count_ones() as i32;
    let deep = i32::from(checkers.at(1)) + i32::from(checkers.at(2)) / 2;
    checkers.pips() as i32 + left + deep - covered
}

/// Pips that are needed to bring every checker home.
fn outside(checkers: Checkers) -> i32 {
    checkers.beyond(6) as i32
}

/// The error function of `lead / sqrt(sum)`.
fn erf(lead: i32, sum: i32) -> i32 {
    let root = ((sum.max(4) as u32) << 8).isqrt() as i32;
    // In eighths, with eight bits of fraction.
    let x = lead.abs() * (8 << 12) / root;
    let (i, fraction) = ((x >> 8) as usize, x & 255);
    let value = match ERF.get(i..i + 2) {
        Some(ends) => ends[0] + (((ends[1] - ends[0]) * fraction) >> 8),
        None => ONE - 1,
    };
    if lead < 0 { -value } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_function_is_odd_and_rises() {
        let mut last = -ONE;
        for lead in -100..=100 {
            let value = erf(lead, 100);
            assert_eq!(value, -erf(-lead, 100));
            assert!(value >= last);
            last = value;
        }
        // erf(1) = 0.842701.
        assert_eq!(erf(10, 100), 55227);
    }
}
