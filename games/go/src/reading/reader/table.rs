//! The transposition table of a search.

use starboard_core::mix;

use super::search::Proof;
use crate::Point;

/// The fewest and the most entries.
const SIZES: [usize; 2] = [1 << 15, 1 << 19];
/// Entries for each node of a budget: its moves have one each.
const MOVES: usize = 12;

/// What is known of a node.
#[derive(Copy, Clone, Debug)]
pub(super) struct Known {
    pub(super) proof: Proof,
    pub(super) best: Option<Point>,
}

#[derive(Copy, Clone, Debug, Default)]
struct Entry {
    key: u64,
    captured: u32,
    safe: u32,
    /// The search it belongs to; others mean nothing, as they looked at other
    /// points.
    search: u32,
    best: u16,
}

/// A table of nodes.
#[derive(Clone, Debug)]
pub(super) struct Table {
    entries: Vec<Entry>,
    search: u32,
}

impl Table {
    /// A table with room for searches of so many nodes.
    pub(super) fn new(budget: u32) -> Self {
        let entries = (budget as usize).saturating_mul(MOVES).clamp(SIZES[0], SIZES[1]);
        Self { entries: vec![Entry::default(); entries.next_power_of_two()], search: 0 }
    }

    /// Forgets everything.
    pub(super) fn begin(&mut self) {
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            self.entries.fill(Entry::default());
            self.search = 1;
        }
    }

    #[inline]
    fn slot(&self, key: u64) -> usize {
        mix(key) as usize & (self.entries.len() - 1)
    }

    /// What is known.
    #[inline]
    pub(super) fn probe(&self, key: u64) -> Option<Known> {
        let entry = &self.entries[self.slot(key)];
        if entry.key != key || entry.search != self.search {
            return None;
        }
        let best = (usize::from(entry.best) < Point::COUNT).then(|| Point::new(entry.best.into()));
        Some(Known { proof: Proof { captured: entry.captured, safe: entry.safe }, best })
    }

    /// Notes what was found.
    #[inline]
    pub(super) fn store(&mut self, key: u64, known: Known) {
        let best = known.best.map_or(u16::MAX, |point| point.index() as u16);
        let Proof { captured, safe } = known.proof;
        let search = self.search;
        let slot = self.slot(key);
        self.entries[slot] = Entry { key, captured, safe, search, best };
    }
}
