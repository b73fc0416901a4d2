//! Correction history (Dudek and others, chess engines of 2023 and 2024): how far
//! static values were off, as searches found after the same moves.

use starboard_core::{Bounds, Game, PairTable, Player, Value, mix};

/// Entries per player for the moves that led to a position.
const PLACES: usize = 1 << 14;
/// One grid point in the tables: fractions add up before they are rounded.
const POINT: i64 = 256;
/// A search this deep, or deeper, has the most weight.
const DEEPEST: u32 = 15;
/// The weight of the old mean and of the new difference together.
const WHOLE: i64 = 256;

/// The mean difference, in fractions of a grid point, between the values that searches
/// found for positions and their static values, both for the mover: by the last move,
/// then by the last two. Recent and deep searches count for more.
#[derive(Clone, Debug, Default)]
pub(super) struct Corrections {
    by_line: Vec<[i32; PLACES]>,
}

/// The tables and places of one position's entries.
type Places = [(usize, usize); 2];

impl Corrections {
    /// What to add to the static value of a position reached by `line`, with `mover`
    /// to move; at most `most` grid points either way.
    #[inline]
    pub(super) fn of<G: Game>(&self, mover: Player, line: &[G::Move], most: u32) -> Value {
        let sum: i64 = places::<G>(mover, line)
            .into_iter()
            .filter_map(|(table, place)| Some(i64::from(self.by_line.get(table)?[place])))
            .sum();
        Value::saturating((sum / (2 * POINT)).clamp(-i64::from(most), i64::from(most)))
    }

    /// Learns from a search `depth` deep that found these bounds for a position
    /// with the static value `value`; nothing where they leave open whether that
    /// was too high or too low.
    pub(super) fn learn<G: Game>(
        &mut self,
        mover: Player,
        line: &[G::Move],
        most: u32,
        depth: u32,
        value: Value,
        bounds: Bounds,
    ) {
        let found = value.max(bounds.low).min(bounds.high);
        if found == value && bounds.value().is_none() {
            return;
        }
        let most = i64::from(most);
        let off = (i64::from(found.raw()) - i64::from(value.raw())).clamp(-most, most) * POINT;
        let weight = i64::from(depth.min(DEEPEST) + 1);
        self.by_line.resize(2 * 2, [0; PLACES]);
        for (table, place) in places::<G>(mover, line) {
            let mean = &mut self.by_line[table][place];
            *mean = ((i64::from(*mean) * (WHOLE - weight) + off * weight) / WHOLE) as i32;
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.by_line.clear();
    }
}

fn places<G: Game>(mover: Player, line: &[G::Move]) -> Places {
    // No move counts as a move of its own.
    let name = |back: usize| {
        let m = line.len().checked_sub(back).map(|i| line[i]);
        m.map_or(0, |m| PairTable::<G>::place(m) as u64 + 1)
    };
    let last = name(1);
    let both = mix(last << 32 | name(2));
    let place = |key: u64| key as usize % PLACES;
    [(mover.index(), place(mix(last))), (2 + mover.index(), place(both))]
}

#[cfg(test)]
mod tests {
    use starboard_core::testing::RandomTree;

    use super::*;

    type Tree = RandomTree<false>;

    /// The correction once this many searches of positions with this static value found
    /// these bounds.
    fn learnt(value: i32, low: Value, high: Value, times: u32) -> i32 {
        let mut corrections = Corrections::default();
        let bounds = Bounds { low, high };
        for _ in 0..times {
            corrections.learn::<Tree>(Player::First, &[], 100, 20, Value::new(value), bounds);
        }
        assert_eq!(corrections.of::<Tree>(Player::Second, &[], 100), Value::ZERO);
        corrections.of::<Tree>(Player::First, &[], 100).raw()
    }

    fn exact(value: i32, found: i32, times: u32) -> i32 {
        learnt(value, Value::new(found), Value::new(found), times)
    }

    #[test]
    fn the_mean_difference_is_learnt_little_by_little() {
        assert_eq!(exact(10, 50, 1), 2, "a sixteenth of 40");
        assert_eq!(exact(10, 50, 200), 39, "rounded towards nothing");
        assert_eq!(exact(10, -30, 200), -39);
        assert_eq!(exact(0, 5000, 300), 99, "at most so much");
    }

    #[test]
    fn bounds_teach_where_they_exclude_the_static_value() {
        let at_least = |low| learnt(10, Value::new(low), Value::MAX, 200);
        let at_most = |high| learnt(10, Value::MIN, Value::new(high), 200);
        assert_eq!((at_least(50), at_most(-30)), (39, -39), "worth more, or less");
        assert_eq!((at_least(0), at_most(20)), (0, 0), "perhaps worth what was thought");
    }
}
