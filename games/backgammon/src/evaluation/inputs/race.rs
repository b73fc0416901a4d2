//! The inputs of races.

use super::{
    Put,
    side::{HOME, Side},
};
use crate::Checkers;

/// Sets the inputs of `layout::RACE_SIDE` for both sides, and the lead. With
/// `n(p)` checkers at place `p`, and `P = sum of p n(p)` pips:
///
/// - pips, in threes: `P / 3`, and again `(P + 1) / 3`, at most 63 each;
/// - pips to come home: the sum of `(p - 6) n(p)` beyond the six point, halved, at
///   most 40;
/// - crossovers: the quadrants that the checkers have to cross until they are borne off, the last
///   step included, at most 40: the unit in which saving a gammon is counted;
/// - wastage: two for each checker on the ace point beyond the first, one for each on the deuce
///   point beyond the first, and one for each gap on the four to six points; at most 31;
/// - home points: which of the six have a checker;
/// - lead: by how many pips the other side has more, in steps of two from -64, and again shifted by
///   half a step.
pub(super) fn put(mine: Checkers, theirs: Checkers, put: &mut Put<'_>) {
    let (me, they) = (Side::of(mine), Side::of(theirs));
    for side in [&me, &they] {
        let at = |place| u32::from(side.checkers.at(place));
        put.put((side.pips / 3).min(63));
        put.put(((side.pips + 1) / 3).min(63));
        put.put((side.checkers.beyond(6) / 2).min(40));
        let quadrants = [(1, 6, 1), (7, 12, 2), (13, 18, 3), (19, 24, 4)];
        let crossovers = quadrants.map(|(low, high, n)| n * side.count(low, high));
        put.put(crossovers.iter().sum::<u32>().min(40));
        let gaps = (!side.men & 0x70).count_ones();
        let wasted = 2 * at(1).saturating_sub(1) + at(2).saturating_sub(1) + gaps;
        put.put(wasted.min(31));
        put.put((side.men & HOME) >> 1);
    }
    lead(me.pips, they.pips, 2, put);
}

/// The mover's pip lead, in steps of `step` pips, and again shifted by half a step.
pub(super) fn lead(mine: u32, theirs: u32, step: i32, put: &mut Put<'_>) {
    let ahead = theirs as i32 - mine as i32;
    for shift in [0, step / 2] {
        put.put(((ahead + shift).div_euclid(step) + 33).clamp(1, 65) as u32);
    }
}
