//! The transposition table: what is already known about positions.
//!
//! Lock-free: an entry is written as plain atomic words, its
//! key folded into its data (Hyatt and Mann 2002), so that an entry torn by two
//! writers fails to verify and is taken for absent.

mod memory;

use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, Ordering::Relaxed};

use self::memory::Memory;
pub use self::memory::fetch;
use crate::{Bounds, Value};

/// What a search stored about a position.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// What is known about the value for the mover: both bounds, since chance nodes need
    /// both. They hold for a search exactly [`depth`](Self::depth) deep.
    pub bounds: Bounds,
    /// The depth searched.
    pub depth: u8,
    /// The best move, by its index in [`Game::moves`](crate::Game::moves). Indices from
    /// 32,767 on are not kept.
    pub best: Option<u16>,
    /// Whether the position was ever searched with more than a null window, being on a
    /// principal variation or close to one. Alpha-beta records this; other searches do
    /// not.
    pub pv: bool,
}

/// A table that there is no memory for.
#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no memory for a table of {mib} MiB")]
pub struct TableTooLarge {
    /// How much was asked for, in MiB.
    pub mib: usize,
}

const WAYS: usize = 3;
/// The bits of a move's index; all of them are set if there is none.
const NO_MOVE: u16 = 0x7fff;

/// A cache line of entries.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket {
    /// Key xor a hash of the data.
    keys: [AtomicU64; WAYS],
    /// Low bound, high bound.
    bounds: [AtomicU64; WAYS],
    /// Whether on a principal variation, move, depth, age; 0 for a place never used.
    infos: [AtomicU32; WAYS],
}

/// A table of bounds on the values of positions, of fixed size, shared by all
/// threads of a search.
///
/// Buckets of three entries fill a cache line each; old and shallow entries give way
/// first, one search of age counting as much as eight plies of depth.
///
/// ```
/// use starboard_core::{Bounds, Stored, TranspositionTable, Value};
/// let table = TranspositionTable::new(1);
/// let bounds = Bounds::exact(Value::new(7));
/// let stored = Stored { bounds, depth: 3, best: Some(2), pv: true };
/// table.store(42, stored);
/// assert_eq!(table.probe(42), Some(stored));
/// assert_eq!(table.probe(43), None);
/// ```
#[derive(Debug)]
pub struct TranspositionTable {
    buckets: Memory<Bucket>,
    age: AtomicU8,
}

impl TranspositionTable {
    /// A table of at most `mib` MiB, at least one bucket.
    ///
    /// # Panics
    ///
    /// If there is no memory for it.
    pub fn new(mib: usize) -> Self {
        Self::try_new(mib).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The same for a size from outside, such as one that a user chose.
    ///
    /// # Errors
    ///
    /// If there is no memory for it.
    pub fn try_new(mib: usize) -> Result<Self, TableTooLarge> {
        let buckets = (mib.saturating_mul(1 << 20) / size_of::<Bucket>()).max(1);
        let buckets = Memory::new(buckets).ok_or(TableTooLarge { mib })?;
        Ok(Self { buckets, age: AtomicU8::new(1) })
    }

    /// How many positions it has room for.
    pub fn capacity(&self) -> usize {
        self.buckets.len() * WAYS
    }

    /// The slot of the position with this key, which is prefetched into the cache: ask
    /// for it a while before the look-up, and keep it for the store.
    #[inline]
    pub fn slot(&self, key: u64) -> TableSlot<'_> {
        // The high half of the product spreads keys evenly over any number of
        // buckets; the multiplication before it, keys that are small numbers.
        let spread = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let place = (u128::from(spread) * self.buckets.len() as u128) >> 64;
        TableSlot { bucket: self.buckets.fetched(place as usize), key, age: &self.age }
    }

    /// What is stored about the position with this key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Stored> {
        self.slot(key).probe()
    }

    /// Stores what is known about the position with this key, see
    /// [`TableSlot::store`].
    #[inline]
    pub fn store(&self, key: u64, stored: Stored) {
        self.slot(key).store(stored);
    }

    /// Begins a new search: older entries give way first.
    pub fn new_search(&self) {
        let age = self.age.load(Relaxed);
        self.age.store(age.wrapping_add(1).max(1), Relaxed);
    }

    /// Forgets everything. No search should be using the table: what it stores in the
    /// meantime may survive.
    pub fn clear(&self) {
        for bucket in self.buckets.iter() {
            for i in 0..WAYS {
                bucket.keys[i].store(0, Relaxed);
                bucket.bounds[i].store(0, Relaxed);
                bucket.infos[i].store(0, Relaxed);
            }
        }
        self.age.store(1, Relaxed);
    }

    /// How full the table is, in thousandths, from a sample of it.
    pub fn fill_permille(&self) -> u32 {
        let sample = &self.buckets[..self.buckets.len().min(1000)];
        let used =
            sample.iter().flat_map(|b| &b.infos).filter(|info| info.load(Relaxed) != 0).count();
        (used * 1000 / (sample.len() * WAYS)) as u32
    }
}

/// A position's place in a [`TranspositionTable`].
#[derive(Copy, Clone, Debug)]
pub struct TableSlot<'a> {
    bucket: &'a Bucket,
    key: u64,
    age: &'a AtomicU8,
}

impl TableSlot<'_> {
    /// What is stored about the position.
    #[inline]
    pub fn probe(self) -> Option<Stored> {
        (0..WAYS).find_map(|i| self.bucket.read(i, self.key)).map(|(stored, _)| stored)
    }

    /// Stores what is known about the position. Bounds already known for the same depth
    /// still hold, and are intersected with the new ones; a known best move is kept if
    /// the new entry has none, and the mark of a principal variation in any case.
    pub fn store(self, mut stored: Stored) {
        let Self { bucket, key, age } = self;
        let age = age.load(Relaxed);
        for i in 0..WAYS {
            if let Some((old, _)) = bucket.read(i, key) {
                if old.depth == stored.depth {
                    let both = old.bounds.and(stored.bounds);
                    if both.low <= both.high {
                        stored.bounds = both;
                    }
                }
                stored.best = stored.best.or(old.best);
                stored.pv |= old.pv;
                return bucket.write(i, key, stored, age);
            }
        }
        let worth = |i: usize| {
            let info = bucket.infos[i].load(Relaxed);
            let (stale, depth) = (age.wrapping_sub(info as u8), (info >> 8) as u8);
            // A search of age weighs as much as eight plies of depth.
            if info == 0 { i32::MIN } else { i32::from(depth) - 8 * i32::from(stale) }
        };
        let victim = (0..WAYS).min_by_key(|&i| worth(i)).expect("a bucket has entries");
        bucket.write(victim, key, stored, age);
    }
}

impl Bucket {
    #[inline]
    fn read(&self, i: usize, key: u64) -> Option<(Stored, u8)> {
        let (bounds, info) = (self.bounds[i].load(Relaxed), self.infos[i].load(Relaxed));
        if self.keys[i].load(Relaxed) != key ^ seal(bounds, info) || info == 0 {
            return None;
        }
        let best = (info >> 16) as u16 & NO_MOVE;
        let value = |bits: u64| Value::saturating(i64::from(bits as u32 as i32));
        let stored = Stored {
            bounds: Bounds { low: value(bounds), high: value(bounds >> 32) },
            depth: (info >> 8) as u8,
            best: (best != NO_MOVE).then_some(best),
            pv: info >> 31 == 1,
        };
        Some((stored, info as u8))
    }

    #[inline]
    fn write(&self, i: usize, key: u64, stored: Stored, age: u8) {
        let word = |value: Value| u64::from(value.raw() as u32);
        let bounds = word(stored.bounds.low) | word(stored.bounds.high) << 32;
        let best = u32::from(stored.best.map_or(NO_MOVE, |best| best.min(NO_MOVE)));
        let info =
            u32::from(stored.pv) << 31 | best << 16 | u32::from(stored.depth) << 8 | u32::from(age);
        self.keys[i].store(key ^ seal(bounds, info), Relaxed);
        self.bounds[i].store(bounds, Relaxed);
        self.infos[i].store(info, Relaxed);
    }
}

/// Binds the key to all of the data.
const fn seal(bounds: u64, info: u32) -> u64 {
    bounds ^ (info as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mix;

    fn stored(low: i32, high: i32, depth: u8) -> Stored {
        Stored {
            bounds: Bounds { low: Value::new(low), high: Value::new(high) },
            depth,
            best: None,
            pv: false,
        }
    }

    #[test]
    fn a_bucket_is_a_cache_line() {
        assert_eq!(size_of::<Bucket>(), 64);
        assert_eq!(TranspositionTable::new(1).capacity(), 3 << 14);
    }

    #[test]
    fn a_table_without_memory_says_how_much_it_wanted() {
        let error = TranspositionTable::try_new(1 << 40).expect_err("a billion GiB");
        assert_eq!(error.to_string(), "there is no memory for a table of 1099511627776 MiB");
    }

    #[test]
    fn two_searches_of_one_depth_are_both_believed() {
        let table = TranspositionTable::new(0);
        table.store(5, stored(-4, 9, 2));
        table.store(5, stored(-1, 20, 2));
        assert_eq!(table.probe(5), Some(stored(-1, 9, 2)));
        table.store(5, stored(3, 30, 3));
        assert_eq!(table.probe(5), Some(stored(3, 30, 3)));
    }

    #[test]
    fn what_was_on_a_principal_variation_stays_so() {
        let table = TranspositionTable::new(0);
        for (best, pv, expected) in [
            (None, false, (None, false)),
            (Some(4), true, (Some(4), true)),
            (None, false, (Some(4), true)),
            (Some(0x7ffe), false, (Some(0x7ffe), true)),
            (Some(0x7fff), false, (None, true)),
            (Some(u16::MAX), false, (None, true)),
        ] {
            table.store(5, Stored { best, pv, ..stored(0, 0, 2) });
            let found = table.probe(5).expect("stored");
            assert_eq!((found.best, found.pv), expected, "{best:?}");
        }
    }

    #[test]
    fn the_oldest_then_shallowest_gives_way() {
        let table = TranspositionTable::new(0);
        for (key, depth) in [(1, 9), (2, 1), (3, 5)] {
            table.store(key, stored(0, 0, depth));
        }
        table.store(4, stored(0, 0, 1));
        assert_eq!(table.probe(2), None);
        table.new_search();
        table.store(3, stored(0, 0, 5));
        table.store(5, stored(0, 0, 0));
        table.store(6, stored(0, 0, 0));
        assert!(table.probe(3).is_some());
        assert!(table.probe(4).is_none(), "old and shallow");
    }

    #[test]
    fn ends_of_the_range_survive() {
        let table = TranspositionTable::new(0);
        table.store(0, Stored { best: Some(0), bounds: Bounds::FULL, ..stored(0, 0, 255) });
        assert_eq!(table.probe(0).map(|s| s.bounds), Some(Bounds::FULL));
    }

    #[test]
    fn threads_never_see_a_torn_entry() {
        let table = TranspositionTable::new(0);
        std::thread::scope(|scope| {
            for thread in 0..4_u64 {
                let table = &table;
                scope.spawn(move || {
                    for i in 0..20_000_u64 {
                        let key = mix(i % 7 + 1);
                        // Every writer of a key and depth writes the same data.
                        let depth = (mix(thread ^ i) % 5) as u8;
                        let x = (mix(key ^ u64::from(depth)) % 1000) as i32;
                        table.store(key, stored(x, x + 1, depth));
                        if let Some(found) = table.probe(key) {
                            let x = (mix(key ^ u64::from(found.depth)) % 1000) as i32;
                            assert_eq!(found.bounds, stored(x, x + 1, 0).bounds);
                        }
                    }
                });
            }
        });
    }
}
