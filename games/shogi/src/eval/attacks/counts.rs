//! How many pieces attack each square, for all squares at once.

use crate::Squares;

/// One lane for each square, with the board's two words one after the other, as many bits as
/// are used of each: a square of index 63 or above is one lane further on; lane 63 and those
/// behind the last square are never attacked.
pub(super) const LANES: usize = 64 + 32;

/// The lane of a square.
pub(super) const fn lane(square: usize) -> usize {
    if square < 63 { square } else { square + 1 }
}

/// The bits of a byte as eight bytes.
const SPREAD: [u64; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[byte] |= 1 << (8 * bit);
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// Bit-sliced numbers from 0 to 15, one for each square: each set has one bit of all of them.
/// No more than ten pieces attack a square: one from each direction, and two knights.
#[derive(Copy, Clone, Default)]
pub(super) struct Counts([Squares; 4]);

impl Counts {
    /// Counts one more for these squares.
    #[inline(always)]
    pub(super) fn add(&mut self, squares: Squares) {
        let [ones, twos, fours, eights] = &mut self.0;
        let carry = *ones & squares;
        *ones = *ones ^ squares;
        let next = *twos & carry;
        *twos = *twos ^ carry;
        let last = *fours & next;
        *fours = *fours ^ next;
        *eights = *eights ^ last;
    }

    /// The numbers, a byte each; 7 for any that is higher. `FEW` says that none is above 3.
    #[inline(always)]
    pub(super) fn bytes<const FEW: bool>(&self) -> [u8; LANES] {
        let [ones, twos, fours, eights] = self.0;
        let words = |set: Squares| (set | eights).words().map(u64::to_le_bytes);
        let [ones, twos, fours] = [ones, twos, fours].map(words);
        let mut counts = [0; LANES];
        let eights = counts.as_chunks_mut::<8>().0;
        for (word, eights) in eights.chunks_mut(8).enumerate() {
            for (i, eight) in eights.iter_mut().enumerate() {
                let spread = |set: [[u8; 8]; 2]| SPREAD[usize::from(set[word][i])];
                let mut sum = spread(ones) + 2 * spread(twos);
                if !FEW {
                    sum += 4 * spread(fours);
                }
                *eight = sum.to_le_bytes();
            }
        }
        counts
    }

    /// Whether no square is attacked more than three times, as is the rule.
    #[inline]
    fn are_few(&self) -> bool {
        (self.0[2] | self.0[3]).is_empty()
    }

    /// Sets `sums` to the weight of each number, if each attacker, from the first to the sixth,
    /// adds this much, modulo 256. Not inlined: a compiler that sees that the factors were
    /// bytes would multiply four at a time instead of eight.
    #[inline(never)]
    pub(super) fn weigh(&self, attackers: &[u8; 6], sums: &mut [i16; LANES]) {
        if self.are_few() {
            self.ladder::<true>(attackers, sums);
        } else {
            self.ladder::<false>(attackers, sums);
        }
    }

    /// The same, sixteen squares at once.
    #[inline(always)]
    fn ladder<const FEW: bool>(&self, attackers: &[u8; 6], sums: &mut [i16; LANES]) {
        let counts = self.bytes::<FEW>();
        let mut bytes = [0_u8; LANES];
        let steps = if FEW { 3 } else { 6 };
        for (sum, count) in bytes.iter_mut().zip(counts) {
            for (before, &more) in attackers[..steps].iter().enumerate() {
                *sum = sum.wrapping_add(if count as i8 > before as i8 { more } else { 0 });
            }
        }
        for (sum, byte) in sums.iter_mut().zip(bytes) {
            *sum = byte.into();
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::*;
    use crate::Square;

    #[test]
    fn counts_what_was_added() {
        let mut rng = starboard_core::rng(7, 0);
        for _ in 0..50 {
            let (mut counts, mut plain) = (Counts::default(), [0; LANES]);
            for _ in 0..rng.random_range(0..=15) {
                let set: Squares = Square::all().filter(|_| rng.random_range(0..3) > 0).collect();
                counts.add(set);
                set.iter().for_each(|square| plain[lane(square.index())] += 1);
            }
            assert_eq!(counts.bytes::<false>(), plain.map(|count: u8| count.min(7)));
            let few = plain.iter().all(|&count| count < 4);
            assert_eq!(counts.are_few(), few);
            if few {
                assert_eq!(counts.bytes::<true>(), plain);
            }
            let attackers = [1, 3, 9, 200, 5, 7];
            let sum = |count| attackers[..usize::from(count).min(6)].iter().sum::<u8>();
            let mut sums = [7; LANES];
            counts.weigh(&attackers, &mut sums);
            assert_eq!(sums, plain.map(|count| i16::from(sum(count))));
        }
    }
}
