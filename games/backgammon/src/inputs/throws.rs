//! Sets of the 36 throws.
//!
//! A throw is a bit: first the fifteen of two different numbers, each of which falls
//! twice as often, then the six doubles. What some numbers do is looked up for all
//! throws at once; numbers are a set of six bits, the ace lowest.

/// A set of throws.
pub(crate) type Throws = u32;

/// The throws of two different numbers.
const MIXED: Throws = (1 << 15) - 1;

/// The throws with at least one of the numbers.
#[inline(always)]
pub(crate) const fn any(numbers: u32) -> Throws {
    ANY[numbers as usize & 63]
}

/// The throws of two different numbers, both of them among these.
#[inline(always)]
pub(crate) const fn both(numbers: u32) -> Throws {
    BOTH[numbers as usize & 63]
}

/// The throws of two different numbers with the sum of one of these distances from
/// three to eleven, three lowest.
#[inline(always)]
pub(crate) const fn sums(distances: u32) -> Throws {
    SUMS[distances as usize & 511]
}

/// The throws of two different numbers, one of the first set and one of the second.
#[inline(always)]
pub(crate) const fn one_each(one: u32, other: u32) -> Throws {
    both(one | other) & !both(one & !other) & !both(other & !one)
}

/// Those that are no doubles.
#[inline(always)]
pub(crate) const fn mixed(throws: Throws) -> Throws {
    throws & MIXED
}

/// The doubles of these numbers.
#[inline(always)]
pub(crate) const fn doubles(numbers: u32) -> Throws {
    (numbers & 63) << 15
}

/// How many of the 36 throws these are.
#[inline(always)]
pub(crate) const fn count(throws: Throws) -> u32 {
    throws.count_ones() + mixed(throws).count_ones()
}

static ANY: [Throws; 64] = {
    let mut table = [0; 64];
    let mut numbers = 0;
    while numbers < 64 {
        let mut throw = 0;
        while throw < 21 {
            table[numbers] |= (((1 << A[throw] | 1 << B[throw]) & numbers != 0) as u32) << throw;
            throw += 1;
        }
        numbers += 1;
    }
    table
};

static BOTH: [Throws; 64] = {
    let mut table = [0; 64];
    let mut numbers = 0;
    while numbers < 64 {
        let mut throw = 0;
        while throw < 15 {
            let both = numbers >> A[throw] & numbers >> B[throw] & 1;
            table[numbers] |= (both as u32) << throw;
            throw += 1;
        }
        numbers += 1;
    }
    table
};

static SUMS: [Throws; 512] = {
    let mut table = [0; 512];
    let mut distances = 0;
    while distances < 512 {
        let mut throw = 0;
        while throw < 15 {
            // The sum is two more than that of the places, and three is the lowest.
            let sum = A[throw] + B[throw] - 1;
            table[distances] |= ((distances >> sum & 1) as u32) << throw;
            throw += 1;
        }
        distances += 1;
    }
    table
};

/// The place of the higher number of each throw, and of the lower.
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
                for throw in 0..15 {
                    let (a, b) = (1 << A[throw], 1 << B[throw]);
                    let is = one & a != 0 && other & b != 0 || one & b != 0 && other & a != 0;
                    expected |= u32::from(is) << throw;
                }
                assert_eq!(one_each(one, other), expected, "{one:b} {other:b}");
            }
        }
    }
}
