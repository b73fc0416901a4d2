//! Sets of the 36 rolls.
//!
//! Each roll is a bit: first the fifteen with two different numbers, each of which comes up twice
//! as often, then the six doubles. The rolls with given numbers are looked up all at once; a set of
//! numbers has six bits, the ace lowest.

/// A set of rolls.
pub(crate) type Rolls = u32;

/// The rolls of two different numbers.
const MIXED: Rolls = (1 << 15) - 1;

/// The rolls with at least one of the numbers.
#[inline(always)]
pub(crate) const fn any(numbers: u32) -> Rolls {
    ANY[numbers as usize & 63]
}

/// The rolls of two different numbers, both of them among these.
#[inline(always)]
pub(crate) const fn both(numbers: u32) -> Rolls {
    BOTH[numbers as usize & 63]
}

/// The rolls of two different numbers whose sum is one of these distances, from three (the lowest
/// bit) to eleven.
#[inline(always)]
pub(crate) const fn sums(distances: u32) -> Rolls {
    SUMS[distances as usize & 511]
}

/// The rolls of two different numbers, one of the first set and one of the second.
#[inline(always)]
pub(crate) const fn one_each(one: u32, other: u32) -> Rolls {
    both(one | other) & !both(one & !other) & !both(other & !one)
}

/// Those that are not doubles.
#[inline(always)]
pub(crate) const fn mixed(rolls: Rolls) -> Rolls {
    rolls & MIXED
}

/// The doubles of these numbers.
#[inline(always)]
pub(crate) const fn doubles(numbers: u32) -> Rolls {
    (numbers & 63) << 15
}

/// How many of the 36 permutations these rolls make up.
#[inline(always)]
pub(crate) const fn count(rolls: Rolls) -> u32 {
    rolls.count_ones() + mixed(rolls).count_ones()
}

static ANY: [Rolls; 64] = {
    let mut table = [0; 64];
    let mut numbers = 0;
    while numbers < 64 {
        let mut roll = 0;
        while roll < 21 {
            table[numbers] |= (((1 << A[roll] | 1 << B[roll]) & numbers != 0) as u32) << roll;
            roll += 1;
        }
        numbers += 1;
    }
    table
};

static BOTH: [Rolls; 64] = {
    let mut table = [0; 64];
    let mut numbers = 0;
    while numbers < 64 {
        let mut roll = 0;
        while roll < 15 {
            let both = numbers >> A[roll] & numbers >> B[roll] & 1;
            table[numbers] |= (both as u32) << roll;
            roll += 1;
        }
        numbers += 1;
    }
    table
};

static SUMS: [Rolls; 512] = {
    let mut table = [0; 512];
    let mut distances = 0;
    while distances < 512 {
        let mut roll = 0;
        while roll < 15 {
            // The sum of the numbers is two more than that of their indices, and bit 0 stands for
            // three.
            let sum = A[roll] + B[roll] - 1;
            table[distances] |= ((distances >> sum & 1) as u32) << roll;
            roll += 1;
        }
        distances += 1;
    }
    table
};

/// The index of the higher number of each roll; `B` has that of the lower.
const A: [usize; 21] = numbers(true);
const B: [usize; 21] = numbers(false);

const fn numbers(higher: bool) -> [usize; 21] {
    let mut list = [0; 21];
    let (mut next, mut a) = (0, 1);
    while a < 6 {
        let mut b = 0;
        while b < a {
            list[next] = if higher { a } else { b };
            next += 1;
            b += 1;
        }
        a += 1;
    }
    while next < 21 {
        list[next] = next - 15;
        next += 1;
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn throws_are_counted() {
        assert_eq!(count(any(63)), 36);
        assert_eq!(count(any(1)), 11);
        assert_eq!(count(any(3)), 20);
        assert_eq!(count(both(63)), 30);
        assert_eq!(count(both(0b101)), 2);
        assert_eq!(count(doubles(0b11)), 2);
        // Seven by 61, 52 and 43; three by 21 alone, and eleven by 65.
        assert_eq!(count(sums(1 << 4)), 6);
        assert_eq!(count(sums(1)), 2);
        assert_eq!(sums(1), both(0b11));
        assert_eq!(sums(1 << 8), both(0b110000));
    }

    #[test]
    fn one_number_each() {
        for one in 0..64_u32 {
            for other in 0..64_u32 {
                let mut expected = 0;
                for roll in 0..15 {
                    let (a, b) = (1 << A[roll], 1 << B[roll]);
                    let is = one & a != 0 && other & b != 0 || one & b != 0 && other & a != 0;
                    expected |= u32::from(is) << roll;
                }
                assert_eq!(one_each(one, other), expected, "{one:b} {other:b}");
            }
        }
    }
}
