//! The table: what is known of positions, in memory of fixed size.

use starboard_core::{TableTooLarge, mix};

use super::{
    goal::Resource,
    numbers::{NOTHING, Numbers},
};

const WAYS: usize = 8;

/// One thing known of a position: an estimate, a proof or a disproof.
#[derive(Copy, Clone, Debug)]
struct Entry<R> {
    board: u64,
    resource: R,
    numbers: Numbers,
    /// The fewest plies from the root at which the position was met.
    ply: u16,
    /// Which search stored it; 0 for none.
    generation: u16,
    /// Positions searched to find this.
    effort: u32,
}

/// What was found of a position.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) numbers: Numbers,
    /// The fewest plies from the root at which it was met.
    pub(super) ply: u16,
}

/// Estimates, proofs and disproofs; where there is no room, those that cost least
/// are replaced. All entries of a board share a bucket, whatever the resource.
#[derive(Clone, Debug)]
pub(super) struct Table<R> {
    entries: Vec<Entry<R>>,
    generation: u16,
}

impl<R: Resource> Table<R> {
    /// At most `mib` MiB, at least one bucket; an error if there is no memory for them.
    pub(super) fn new(mib: usize) -> Result<Self, TableTooLarge> {
        let bucket = WAYS * size_of::<Entry<R>>();
        let places = (mib.saturating_mul(1 << 20) / bucket).max(1) * WAYS;
        let mut entries = Vec::new();
        entries.try_reserve_exact(places).map_err(|_| TableTooLarge { mib })?;
        entries.resize(places, Self::empty());
        Ok(Self { entries, generation: 1 })
    }

    fn empty() -> Entry<R> {
        let (resource, numbers) = (R::default(), Numbers::open(1, 1));
        Entry { board: 0, resource, numbers, ply: 0, generation: 0, effort: 0 }
    }

    /// Forgets everything, as a rule at no cost.
    pub(super) fn forget(&mut self) {
        self.generation = self.generation.checked_add(1).unwrap_or_else(|| {
            self.entries.fill(Self::empty());
            1
        });
    }

    /// What is known of a position when `left` plies are left: a proof or a
    /// disproof if one settles it, otherwise the estimate.
    pub(super) fn probe(&self, board: u64, resource: R, left: u16) -> Option<Found> {
        let mut estimate = None;
        for entry in &self.entries[self.bucket(board)] {
            if entry.board != board || entry.generation != self.generation {
                continue;
            }
            let numbers = entry.numbers;
            let settles = if numbers.is_proven() {
                numbers.plies <= left && resource.dominates(&entry.resource)
            } else if numbers.is_disproven() {
                numbers.plies >= left && entry.resource.dominates(&resource)
            } else {
                if entry.resource == resource {
                    estimate = Some(Found { numbers, ply: entry.ply });
                }
                false
            };
            if settles {
                return Some(Found { numbers, ply: entry.ply });
            }
        }
        estimate
    }

    /// Stores what a search of `effort` positions has shown of the position `ply`
    /// plies from the root. Results that depend on a path are not told apart here:
    /// for them, `board` must identify the path.
    pub(super) fn store(
        &mut self,
        board: u64,
        resource: R,
        numbers: Numbers,
        ply: u16,
        effort: u64,
    ) {
        let (bucket, generation) = (self.bucket(board), self.generation);
        let entries = &mut self.entries[bucket];
        let effort = u32::try_from(effort).unwrap_or(u32::MAX);
        let mut new = Entry { board, resource, numbers, ply, generation, effort };
        let mut place = None;
        for (i, old) in entries.iter().enumerate() {
            if old.board != board || old.generation != generation {
                continue;
            }
            if old.resource == resource {
                new.ply = new.ply.min(old.ply);
                if !old.numbers.is_decided() {
                    new.effort = effort.saturating_add(old.effort);
                }
            }
            if old.implies(&new) {
                return;
            }
            if new.replaces(old) {
                place = Some(i);
            }
        }
        let place = place.unwrap_or_else(|| {
            let worth = |entry: &Entry<R>| {
                if entry.generation == generation { u64::from(entry.effort) + 1 } else { 0 }
            };
            (0..WAYS).min_by_key(|&i| worth(&entries[i])).unwrap_or_default()
        });
        entries[place] = new;
    }

    fn bucket(&self, board: u64) -> std::ops::Range<usize> {
        // The high half of the product spreads keys evenly over any number of buckets.
        let buckets = (self.entries.len() / WAYS) as u128;
        let first = ((u128::from(mix(board)) * buckets) >> 64) as usize * WAYS;
        first..first + WAYS
    }
}

impl<R: Resource> Entry<R> {
    /// Whether this proof or disproof says all that `other` says.
    fn implies(&self, other: &Self) -> bool {
        let (mine, its) = (self.numbers, other.numbers);
        if mine.is_proven() && its.is_proven() {
            mine.plies <= its.plies && other.resource.dominates(&self.resource)
        } else if mine.is_disproven() && its.is_disproven() {
            mine.plies >= its.plies && self.resource.dominates(&other.resource)
        } else {
            false
        }
    }

    /// Whether this makes `old`, an entry of the same board, superfluous.
    fn replaces(&self, old: &Self) -> bool {
        let estimate = !old.numbers.is_decided() && old.resource == self.resource;
        estimate || self.implies(old)
    }
}

/// The name under which to store a result that depends on a path. `signature`
/// distinguishes the path and its last position from all others.
pub(super) const fn twin(signature: u64) -> u64 {
    mix(signature ^ 0x7477_696e)
}

/// Whether a result may be stored under the name of its position.
pub(super) const fn is_free(numbers: Numbers) -> bool {
    numbers.since == NOTHING
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof::numbers::EVER;

    /// More of two things.
    #[derive(Copy, Clone, Debug, Default, PartialEq)]
    struct Hand(u8, u8);

    impl Resource for Hand {
        fn dominates(&self, other: &Self) -> bool {
            self.0 >= other.0 && self.1 >= other.1
        }
    }

    #[test]
    fn a_table_without_memory_says_how_much_it_wanted() {
        assert_eq!(Table::<()>::new(1 << 40).err(), Some(TableTooLarge { mib: 1 << 40 }));
    }

    #[test]
    fn entries_are_small() {
        assert_eq!(size_of::<Entry<()>>(), 32);
        assert_eq!(size_of::<Entry<Hand>>(), 32);
    }

    #[test]
    fn proofs_hold_for_more_and_disproofs_for_less() {
        let mut table = Table::new(0).expect("memory");
        table.store(7, Hand(1, 1), Numbers::decided(true, 5), 3, 1);
        table.store(7, Hand(0, 4), Numbers::decided(false, EVER), 3, 1);
        table.store(7, Hand(2, 0), Numbers::decided(false, 3), 3, 1);
        table.store(7, Hand(0, 5), Numbers::open(4, 2), 3, 1);
        let check = |table: &Table<Hand>, hand, left, expected: Option<(u32, u32)>| {
            let found = table.probe(7, hand, left).map(|f| (f.numbers.proof, f.numbers.disproof));
            assert_eq!(found, expected, "{hand:?} with {left} plies left");
        };
        let infinite = u32::MAX;
        check(&table, Hand(1, 1), 5, Some((0, infinite)));
        check(&table, Hand(3, 2), 9, Some((0, infinite)));
        check(&table, Hand(3, 2), 4, None);
        check(&table, Hand(1, 0), 9, None);
        check(&table, Hand(0, 3), 9, Some((infinite, 0)));
        check(&table, Hand(1, 0), 3, Some((infinite, 0)));
        check(&table, Hand(0, 5), 9, Some((4, 2)));
        table.forget();
        check(&table, Hand(1, 1), 5, None);
    }

    #[test]
    fn what_cost_least_gives_way() {
        let mut table = Table::<()>::new(0).expect("memory");
        for board in 1..=9 {
            table.store(board, (), Numbers::open(1, 1), 1, 100 - board);
        }
        assert_eq!(table.probe(8, (), 1), None);
        assert!((1..8).chain([9]).all(|board| table.probe(board, (), 1).is_some()));
        table.forget();
        table.store(8, (), Numbers::open(1, 1), 1, 0);
        table.store(9, (), Numbers::open(1, 1), 1, 0);
        assert!(table.probe(8, (), 1).is_some(), "what was forgotten gives way first");
    }

    #[test]
    fn a_decision_takes_the_place_of_the_estimate() {
        let mut table = Table::<()>::new(0).expect("memory");
        table.store(1, (), Numbers::open(3, 4), 9, 1);
        table.store(1, (), Numbers::open(5, 6), 12, 1);
        let found = table.probe(1, (), 2).expect("stored");
        assert_eq!((found.numbers, found.ply), (Numbers::open(5, 6), 9));
        table.store(1, (), Numbers::decided(false, 2), 12, 1);
        assert_eq!(table.probe(1, (), 2).map(|f| f.numbers), Some(Numbers::decided(false, 2)));
        assert_eq!(table.probe(1, (), 3), None);
        table.store(1, (), Numbers::decided(true, 7), 12, 1);
        assert_eq!(table.probe(1, (), 7).map(|f| f.numbers), Some(Numbers::decided(true, 7)));
        assert_eq!(table.probe(1, (), 2).map(|f| f.numbers), Some(Numbers::decided(false, 2)));
        assert_eq!(table.entries.iter().filter(|e| e.generation > 0).count(), 2);
    }
}
