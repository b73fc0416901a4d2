//! How easily a checker escapes.

/// How far ahead points matter: two sixes.
pub(crate) const REACH: u32 = 12;

/// How many rolls carry a checker more than six pips, out of any prime, on an open board.
pub(crate) const FREE: u32 = 23;

/// In how many of the 36 rolls a single checker can play more than six pips, indexed by which of
/// the twelve places ahead are blocked, the one twelve pips away in the lowest bit.
static ROLLS: [u8; 1 << REACH] = table();

/// In how many of the 36 rolls a checker at `place` (13 to 25 of its owner)
/// can be moved more than six pips with both dice, where `blocked` are the
/// enemy's points: 0 to [`FREE`].
///
/// With two different numbers, their sum is above six, the place reached is open, and so is at
/// least one of the places in between; with a double, every step up to the first place more than
/// six pips ahead is open.
#[inline]
pub(crate) const fn escapes(place: u32, blocked: u32) -> u32 {
    ROLLS[ahead(place, blocked)] as u32
}

/// The blocked places of the [`REACH`] ahead of `place`, the farthest in the lowest bit.
#[inline]
pub(crate) const fn ahead(place: u32, blocked: u32) -> usize {
    let ahead =
        if place >= REACH { blocked >> (place - REACH) } else { blocked << (REACH - place) };
    (ahead & ((1 << REACH) - 1)) as usize
}

const fn table() -> [u8; 1 << REACH] {
    let mut table = [0; 1 << REACH];
    let mut blocked = 0;
    while blocked < 1 << REACH {
        let mut rolls = 0;
        let mut a = 1;
        while a <= 6 {
            let mut b = 1;
            while b <= a {
                rolls += if a == b {
                    let mut at = a;
                    while at <= 4 * a && is_open(blocked, at) && at <= 6 {
                        at += a;
                    }
                    (at <= 4 * a && at > 6 && is_open(blocked, at)) as u8
                } else if a + b > 6
                    && is_open(blocked, a + b)
                    && (is_open(blocked, a) || is_open(blocked, b))
                {
                    2
                } else {
                    0
                };
                b += 1;
            }
            a += 1;
        }
        table[blocked as usize] = rolls;
        blocked += 1;
    }
    table
}

/// Whether the place so many pips ahead is open, where `blocked` are those [`ahead`].
pub(crate) const fn is_open(blocked: u32, pips: u32) -> bool {
    blocked >> (REACH - pips) & 1 == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_counted_by_hand() {
        #[track_caller]
        fn check(place: u32, points: &[u32], rolls: u32) {
            let blocked = points.iter().map(|p| 1 << p).sum();
            assert_eq!(escapes(place, blocked), rolls, "from {place} past {points:?}");
        }
        // Seven or more with both dice: 21 rolls, and 22 and 33, so that all doubles but 11 count.
        check(24, &[], FREE);
        check(13, &[], FREE);
        // A full prime.
        check(24, &[23, 22, 21, 20, 19, 18], 0);
        // At the edge of a five-point prime: a six and any number, 11 rolls.
        check(24, &[23, 22, 21, 20, 19], 11);
        // The same with the second place beyond it also held: a six, and then not a one.
        check(24, &[23, 22, 21, 20, 19, 17], 9);
        // A pip away from the edge: a six alone lands within the prime.
        check(25, &[23, 22, 21, 20, 19], 2);
    }
}
