//! One player's checkers, packed as nibbles of a word.

use starboard_core::NotationError;

/// The place of checkers borne off.
pub const OFF: u8 = 0;
/// The place of checkers on the bar.
pub const BAR: u8 = 25;
/// How many checkers each player has, except in hypergammon.
pub const CHECKERS: u8 = 15;
/// How many checkers each player has in hypergammon.
pub const HYPERGAMMON_CHECKERS: u8 = 3;

/// The lowest bit of every nibble in use.
const ONES: u128 = 0x11_1111_1111_1111_1111_1111_1111;

/// The checkers of one player, from that player's own point of view.
///
/// Place 0 is off the board, places 1 to 24 are the points, of which 1 to 6 are the home board, and
/// place 25 is the bar; each place has four bits of a word. There are always fifteen checkers, or
/// three in hypergammon.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Checkers(u128);

impl Checkers {
    /// The starting position.
    pub const START: Self = Self(5 << 24 | 3 << 32 | 5 << 52 | 2 << 96);
    /// The starting position of nackgammon: one checker less on 6 and on 13, and two on 23.
    pub const NACKGAMMON: Self = Self(4 << 24 | 3 << 32 | 4 << 52 | 2 << 92 | 2 << 96);
    /// The starting position of hypergammon: three checkers, on 22, 23 and 24.
    pub const HYPERGAMMON: Self = Self(1 << 88 | 1 << 92 | 1 << 96);

    /// Checkers by place: `counts[0]` of them borne off, `counts[25]` on the
    /// bar.
    ///
    /// # Errors
    ///
    /// Unless there are fifteen in all.
    pub fn new(counts: [u8; 26]) -> Result<Self, NotationError> {
        let sum: u32 = counts.iter().map(|&n| u32::from(n)).sum();
        if sum != u32::from(CHECKERS) {
            return Err(NotationError::impossible(format!(
                "a player has {sum} checkers in place of {CHECKERS}"
            )));
        }
        let word = counts.iter().rev().fold(0, |word, &n| word << 4 | u128::from(n));
        Ok(Self(word))
    }

    /// Checkers by place: `counts[0]` on point 1 and so on, `counts[24]` on the bar; the rest of
    /// the fifteen are borne off.
    ///
    /// # Errors
    ///
    /// If there are more than fifteen.
    pub fn on_board(counts: [u8; 25]) -> Result<Self, NotationError> {
        let sum: u32 = counts.iter().map(|&n| u32::from(n)).sum();
        let mut all = [0; 26];
        all[1..].copy_from_slice(&counts);
        all[0] = u32::from(CHECKERS).saturating_sub(sum) as u8;
        Self::new(all)
    }

    /// The same checkers on the board in a game of hypergammon, with three in all.
    ///
    /// # Errors
    ///
    /// If there are more than three.
    pub fn of_hypergammon(self) -> Result<Self, NotationError> {
        let left = self.in_play();
        let off = HYPERGAMMON_CHECKERS.checked_sub(left).ok_or_else(|| {
            let most = HYPERGAMMON_CHECKERS;
            NotationError::impossible(format!("a player has {left} checkers in place of {most}"))
        })?;
        Ok(Self(self.0 & !15 | u128::from(off)))
    }

    /// How many checkers are at `place`, 0 to 25.
    pub const fn at(self, place: u8) -> u8 {
        (self.0 >> (4 * place)) as u8 & 15
    }

    /// How many checkers are at each place.
    pub fn counts(self) -> [u8; 26] {
        std::array::from_fn(|place| self.at(place as u8))
    }

    /// How many checkers are borne off.
    pub const fn off(self) -> u8 {
        self.at(OFF)
    }

    /// How many checkers are on the board or on the bar.
    pub const fn in_play(self) -> u8 {
        self.total() - self.off()
    }

    /// How many checkers there are in all: fifteen, or three in hypergammon.
    pub const fn total(self) -> u8 {
        let (low, high) = (self.0 as u64, (self.0 >> 64) as u64);
        (weigh(low).2 + weigh(high).2) as u8
    }

    /// Whether all checkers are borne off.
    pub const fn all_off(self) -> bool {
        self.0 >> 4 == 0
    }

    /// How many checkers are on the bar.
    pub const fn bar(self) -> u8 {
        self.at(BAR)
    }

    /// The pip count: a checker on the bar has 25 pips to go.
    pub const fn pips(self) -> u32 {
        let (low, high) = (self.0 as u64, (self.0 >> 64) as u64);
        let (a, b, _) = weigh(low);
        let (d, e, f) = weigh(high);
        // Nibble 16 is the first of the high half.
        2 * (a + d) + b + e + 16 * f
    }

    /// Pips needed to bring every checker to `place` or nearer.
    pub(crate) const fn beyond(self, place: u8) -> u32 {
        Self(self.0 >> (4 * place)).pips()
    }

    /// How many checkers are farther away than `place`.
    pub(crate) const fn farther_than(self, place: u8) -> u32 {
        let word = self.0 >> (4 * (place + 1));
        weigh(word as u64).2 + weigh((word >> 64) as u64).2
    }

    /// The bits of the places from 1 to 25 where there is a checker.
    pub(crate) const fn occupied(self) -> u32 {
        let x = self.0 >> 1 | self.0;
        gather(x >> 2 | x) & !1
    }

    /// The bits of the places from 1 to 25 where there are two or more.
    pub(crate) const fn made(self) -> u32 {
        let x = self.0 >> 1;
        gather(x >> 2 | x >> 1 | x) & !1
    }

    /// The bits of the places from 1 to 25 where there are three or more.
    pub(crate) const fn threes(self) -> u32 {
        let four = self.0 >> 2;
        gather(four >> 1 | four | self.0 >> 1 & self.0) & !1
    }

    /// The checkers beyond `place` up to `last`, shifted to the places from 1 on: a word for
    /// counting only, as its checkers need not add up to fifteen.
    pub(crate) const fn part(self, place: u8, last: u8) -> Self {
        Self(self.0 >> (4 * place) & ((1 << (4 * (last - place + 1))) - 1) & !15)
    }

    /// The bits of the places from 1 to 25 where there are four or more.
    pub(crate) const fn stacks(self) -> u32 {
        let x = self.0 >> 2;
        gather(x >> 1 | x) & !1
    }

    /// The farthest place with a checker, from 0.
    pub const fn last(self) -> u8 {
        (127 - (self.0 | 1).leading_zeros() as u8) / 4
    }

    /// The points that the loser of a game loses with these checkers left: with none borne off
    /// three if one is in the enemy home board or on the bar, otherwise two; with any borne off
    /// one.
    pub(crate) const fn points_lost(self) -> i32 {
        if self.off() > 0 {
            1
        } else if self.last() < 19 {
            2
        } else {
            3
        }
    }

    /// Moves a checker that is there.
    pub(crate) const fn step(&mut self, from: u8, to: u8) {
        self.0 = self.0 - (1 << (4 * from)) + (1 << (4 * to));
    }

    /// The word with all places.
    pub(crate) const fn word(self) -> u128 {
        self.0
    }
}

/// Three sums over the sixteen nibbles of a word, which add up to at most fifteen: of each nibble
/// times half its index rounded down, of the nibbles with odd index, and of all nibbles.
const fn weigh(word: u64) -> (u32, u32, u32) {
    const BYTES: u64 = 0x0101_0101_0101_0101;
    let (even, odd) = (word & 0x0f0f_0f0f_0f0f_0f0f, word >> 4 & 0x0f0f_0f0f_0f0f_0f0f);
    let both = even + odd;
    // The top byte of each product is the sum wanted; no byte overflows.
    let halves = both.wrapping_mul(0x0001_0203_0405_0607) >> 56;
    (halves as u32, (odd.wrapping_mul(BYTES) >> 56) as u32, (both.wrapping_mul(BYTES) >> 56) as u32)
}

/// Gathers the lowest bit of each nibble.
const fn gather(word: u128) -> u32 {
    let word = word & ONES;
    gather_half(word as u64) | gather_half((word >> 64) as u64) << 16
}

const fn gather_half(x: u64) -> u32 {
    let x = (x | x >> 3) & 0x0303_0303_0303_0303;
    let x = (x | x >> 6) & 0x000f_000f_000f_000f;
    let x = (x | x >> 12) & 0x0000_00ff_0000_00ff;
    ((x | x >> 24) & 0xffff) as u32
}

/// A set of places from the other player's point of view: place `p` becomes `25 - p`.
pub(crate) const fn flip(places: u32) -> u32 {
    places.reverse_bits() >> 6
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::*;

    #[test]
    fn words_agree_with_counts() {
        for stream in 0..2000 {
            let mut rng = starboard_core::rng(1, stream);
            let mut counts = [0; 26];
            // A narrow range makes stacks.
            let range = rng.random_range(1..=26);
            for _ in 0..CHECKERS {
                counts[rng.random_range(0..range)] += 1;
            }
            let checkers = Checkers::new(counts).expect("fifteen");
            assert_eq!(checkers.counts(), counts);
            assert_eq!((checkers.total(), checkers.in_play()), (15, 15 - counts[0]));
            assert_eq!(checkers.all_off(), counts[0] == 15);
            let pips: u32 = (0..).zip(counts).map(|(p, n)| p * u32::from(n)).sum();
            assert_eq!(checkers.pips(), pips, "{counts:?}");
            for place in 0..25 {
                let farther: u32 = counts[place + 1..].iter().map(|&n| u32::from(n)).sum();
                assert_eq!(checkers.farther_than(place as u8), farther, "{counts:?}");
            }
            let bits = |least: u8| (1..26).filter(|&p| counts[p] >= least).map(|p| 1 << p).sum();
            assert_eq!(checkers.occupied(), bits(1), "{counts:?}");
            assert_eq!(checkers.made(), bits(2), "{counts:?}");
            assert_eq!(checkers.threes(), bits(3), "{counts:?}");
            assert_eq!(checkers.stacks(), bits(4), "{counts:?}");
            let last = (0..26).rev().find(|&p| counts[p] > 0);
            assert_eq!(Some(usize::from(checkers.last())), last, "{counts:?}");
            assert_eq!(flip(flip(checkers.occupied())), checkers.occupied());
        }
        assert_eq!(flip(1 << 25 | 1 << 24), 1 | 1 << 1);
        assert_eq!(Checkers::START.pips(), 167);
    }

    #[test]
    fn there_are_three_checkers_in_hypergammon() {
        let start = Checkers::HYPERGAMMON;
        assert_eq!((start.total(), start.in_play(), start.pips()), (3, 3, 69));
        let mut counts = [0; 25];
        (counts[0], counts[24]) = (1, 1);
        let two = Checkers::on_board(counts).and_then(Checkers::of_hypergammon).expect("two");
        assert_eq!((two.total(), two.off(), two.in_play()), (3, 1, 2));
        assert!(!two.all_off() && Checkers::START.of_hypergammon().is_err());
        let off = Checkers::on_board([0; 25]).expect("none").of_hypergammon().expect("none");
        assert!(off.all_off() && off.off() == 3);
        assert_eq!((Checkers::NACKGAMMON.total(), Checkers::NACKGAMMON.pips()), (15, 194));
    }

    #[test]
    fn there_are_fifteen_checkers() {
        assert!(Checkers::new([0; 26]).is_err());
        assert!(Checkers::on_board([1; 25]).is_err());
        assert!(Checkers::on_board([255; 25]).is_err());
        assert_eq!(Checkers::on_board([0; 25]).map(Checkers::off), Ok(15));
    }
}
