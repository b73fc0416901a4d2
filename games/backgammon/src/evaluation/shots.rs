//! How many rolls hit a blot, by distance.

/// Distances that matter: farther shots are too rare.
const REACH: u32 = 12;

/// In how many of the 36 rolls a blot is hit, indexed by the set of distances at which there are
/// enemy checkers (distance 1 is the lowest bit). Points in between count as open.
static ROLLS: [u8; 1 << REACH] = table();

/// In how many of the 36 rolls a player with checkers at its own places `shooters` hits a blot on
/// its point `target`.
pub(crate) const fn shots(shooters: u32, target: u32) -> i32 {
    ROLLS[(shooters >> (target + 1) & ((1 << REACH) - 1)) as usize] as i32
}

const fn table() -> [u8; 1 << REACH] {
    let mut rolls = [0; 1 << REACH];
    let mut a = 1;
    while a <= 6 {
        let mut b = 1;
        while b <= 6 {
            let reached = if a == b {
                1 << a | 1 << (2 * a) | 1 << (3 * a) | 1 << (4 * a)
            } else {
                1_u32 << a | 1 << b | 1 << (a + b)
            };
            let mut distances = 0;
            while distances < 1 << REACH {
                rolls[distances] += ((reached >> 1) & distances as u32 != 0) as u8;
                distances += 1;
            }
            b += 1;
        }
        a += 1;
    }
    rolls
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rolls_are_those_of_the_textbooks() {
        for (distance, rolls) in [11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3].iter().enumerate() {
            assert_eq!(shots(1 << (distance + 2), 1), *rolls, "at distance {}", distance + 1);
        }
        // Direct shots with twos and fours, and combinations of six pips.
        assert_eq!(shots(0b1010 << 2, 1), 23);
        assert_eq!(shots(1 << 6 | 1 << 3, 6), 0);
    }
}
