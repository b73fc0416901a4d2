//! The inputs of positions with contact.

use super::{
    Put,
    escapes::{FREE, escapes},
    hits::Guns,
    race::lead,
    rolls::{any, both, count, doubles},
    side::{HOME, Side},
};
use crate::Checkers;

/// Where back checkers may be: the enemy home board and the bar.
const BACK: std::ops::RangeInclusive<u32> = 19..=25;

/// Sets the inputs of `layout::CONTACT_SIDE` for both sides, and the lead.
pub(super) fn put(mine: Checkers, theirs: Checkers, put: &mut Put<'_>) {
    let (me, they) = (Side::of(mine), Side::of(theirs));
    one(&me, &they, put);
    one(&they, &me, put);
    lead(me.pips, they.pips, 4, put);
}

/// Sets the inputs of one side, in order. `n(p)` is the number of the side's checkers at its place
/// `p`; every quotient is rounded down and capped at the slot's largest value:
///
/// - pips: `P / 6` and `(P + 3) / 6`, with `P` the sum of `p n(p)`;
/// - rolls, of the 36, that hit at least one enemy blot, rolls that hit two, and the pips that the
///   enemy loses with the costliest blot hit, summed over the rolls and divided by 24;
/// - entering: with checkers on the bar, how many (at most 3) combined with how many points of the
///   enemy home board are open;
/// - rolls to escape: 1 plus the number of rolls that carry the last checker more than six pips
///   ([`escapes`]);
/// - trapped: the sum of `23 - escapes` over the checkers at 16 and beyond, divided by 6;
/// - hold: the same over seven imaginary enemy checkers, one at each place from 19 to 25, divided
///   by 5; and the largest of the seven;
/// - prime: the length of the longest prime, from three to six points, combined with the number of
///   enemy checkers behind it, at most 5;
/// - anchors: points held in the enemy home board, at most 3, combined with the number of checkers
///   there and on the bar, at most 7;
/// - timing: pips that can be played without giving up the home points or the anchors: the sum of
///   `(p - 6) n(p)` from 7 to 18, divided by 4;
/// - blots under attack: enemy blots on the side's home points and enemy checkers on the bar, at
///   most 3, combined with the number of the side's checkers on points 2 to 11;
/// - pips to pass: the sum of `(p - q) n(p)` beyond the enemy's last checker at `q`, divided by 6;
/// - pips to come home: the sum of `(p - 6) n(p)` beyond the six point, divided by 4;
/// - steps: ways to move one checker by one number, summed over the six numbers;
/// - spares: checkers above two on each point from 4 to 13;
/// - out of play: checkers above two on each point from 1 to 3;
/// - blots at home: which home points have a single checker;
/// - rolls to make a point: one of 3 to 8, or of 20 to 22 in the enemy home board ([`makes`]);
/// - points, in windows of six: which of them are made.
fn one(me: &Side, they: &Side, put: &mut Put<'_>) {
    put.put((me.pips / 6).min(47));
    put.put(((me.pips + 3) / 6).min(47));

    let blocked = Side::seen(they.made);
    let shots = Guns { men: me.men, bar: me.bar, blocked, blots: Side::seen(they.blots) }.shots();
    put.put(shots.hits);
    put.put(shots.doubles);
    put.put((shots.loss / 24).min(36));
    let open = 6 - (they.made & HOME).count_ones();
    put.put(if me.bar > 0 { (me.bar.min(3) - 1) * 7 + open + 1 } else { 0 });

    let last = u32::from(me.checkers.last());
    put.put(1 + escapes(last, blocked));
    let mut trapped = 0;
    let mut behind = (me.men | u32::from(me.bar > 0) << 25) >> 16;
    while behind != 0 {
        let place = behind.trailing_zeros() + 16;
        behind &= behind - 1;
        trapped += u32::from(me.checkers.at(place as u8)) * (FREE - escapes(place, blocked));
    }
    put.put((trapped / 6).min(31));
    let walls = Side::seen(me.made);
    let (mut hold, mut tightest) = (0, 0);
    for place in BACK {
        let held = FREE - escapes(place, walls);
        hold += held;
        tightest = tightest.max(held);
    }
    put.put(hold / 5);
    put.put(tightest);
    put.put(prime(me, they));

    let anchors = (me.made >> 19).count_ones().min(3);
    put.put(anchors * 8 + me.count(19, 25).min(7));
    let outside = Checkers::part(me.checkers, 6, 18);
    put.put((outside.pips() / 4).min(31));
    let under_attack = (Side::seen(they.blots) & HOME).count_ones() + they.bar;
    put.put(if under_attack > 0 { under_attack.min(3) * 16 + me.count(2, 11) } else { 0 });
    let pass = me.checkers.beyond(25_u8.saturating_sub(they.checkers.last()));
    put.put((pass / 6).min(31));
    put.put((me.checkers.beyond(6) / 4).min(40));
    put.put(shots.steps.min(47));
    put.put(above_two(me, 4, 13).min(12));
    put.put(above_two(me, 1, 3).min(12));
    put.put((me.blots & HOME) >> 1);
    put.put(makes(me, blocked));
    for first in [1, 4, 7, 10, 13, 16, 19] {
        put.put(me.made >> first & 63);
    }
}

/// The longest prime of three to six points, combined with how many enemy checkers are behind it: 0
/// without a prime.
fn prime(me: &Side, they: &Side) -> u32 {
    let made = me.made;
    let pairs = made & made >> 1;
    let three = pairs & made >> 2;
    if three == 0 {
        return 0;
    }
    let four = pairs & pairs >> 2;
    let (five, six) = (four & made >> 4, four & pairs >> 4);
    let (length, starts) = if six != 0 {
        (3, six)
    } else if five != 0 {
        (2, five)
    } else if four != 0 {
        (1, four)
    } else {
        (0, three)
    };
    // The enemy's places from beyond the prime's first point.
    let first = starts.ilog2();
    let behind = they.count(25 - first + 1, 25);
    length * 6 + behind.min(5) + 1
}

/// Checkers beyond the second on each point from `low` to `high`.
fn above_two(side: &Side, low: u32, high: u32) -> u32 {
    let range = (2 << high) - (1 << low);
    let single = (side.blots & range).count_ones();
    side.count(low, high) - single - 2 * (side.made & range).count_ones()
}

/// In how many of the 36 rolls the side makes a new point, of 3 to 8 and 20 to 22, without breaking
/// a point: with two checkers from elsewhere, or with one onto a blot; with a double also with two
/// from a point that it gives up.
fn makes(me: &Side, blocked: u32) -> u32 {
    const WANTED: u32 = 0x1f8 | 0x70_0000;
    let wanted = WANTED & !me.made & !blocked;
    if me.bar > 0 {
        return 0;
    }
    let spare = me.blots | me.checkers.threes();
    let (mut made, mut covered) = (0, 0);
    let mut left = wanted;
    while left != 0 {
        let point = left.trailing_zeros();
        left &= left - 1;
        let numbers = spare >> (point + 1);
        made |= both(numbers) | doubles(me.made >> (point + 1));
        covered |= numbers & 0_u32.wrapping_sub(me.blots >> point & 1);
    }
    count(made | any(covered))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn side(places: &[(usize, u8)]) -> Side {
        let mut counts = [0; 25];
        places.iter().for_each(|&(place, n)| counts[place - 1] = n);
        Side::of(Checkers::on_board(counts).expect("at most fifteen"))
    }

    #[test]
    fn primes_and_whom_they_hold() {
        let enemy = side(&[(24, 2), (20, 1), (25, 1), (6, 5)]);
        for (mine, number) in [
            (side(&[(4, 2), (5, 2), (6, 2)]), 4),
            (side(&[(8, 2), (4, 2), (5, 2), (6, 2), (7, 2)]), 2 * 6 + 3 + 1),
            (side(&[(6, 2), (8, 2)]), 0),
            (side(&[(6, 2), (8, 2), (7, 2), (9, 2), (10, 2), (11, 2)]), 3 * 6 + 4 + 1),
        ] {
            assert_eq!(prime(&mine, &enemy), number, "{mine:?}");
        }
    }

    #[test]
    fn points_that_can_be_made() {
        // From the starting position: the five point with 31, the bar point with 61, the four point
        // with 42, and points with doubles.
        let start = Side::of(Checkers::START);
        let rolls = makes(&start, Side::seen(start.made));
        assert!((8..=16).contains(&rolls), "{rolls}");
        assert_eq!(makes(&side(&[(25, 2), (6, 3), (8, 3)]), 0), 0);
        assert_eq!(above_two(&start, 4, 13), 3 + 1 + 3);
    }
}
