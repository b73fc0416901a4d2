//! What a search has found so far, by position.

use starboard_core::mix;

use crate::Point;

/// Entries, a power of two.
const SIZE: usize = 1 << 14;

/// What is known of a node: see [`Verdict`].
#[derive(Copy, Clone, Debug, Default)]
struct Entry {
    key: u64,
    /// The search it belongs to; others mean nothing, as they looked at other
    /// points.
    search: u32,
    best: u16,
    /// How deep was looked in vain.
    depth: u8,
    verdict: Verdict,
}

/// What is known of whether a string is captured.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(super) enum Verdict {
    /// Nothing so far.
    #[default]
    Unknown,
    /// It is.
    Captured,
    /// It is not.
    Safe,
}

/// A table of nodes.
#[derive(Clone, Debug)]
pub(super) struct Table {
    entries: Vec<Entry>,
    search: u32,
}

impl Table {
    pub(super) fn new() -> Self {
        Self { entries: vec![Entry::default(); SIZE], search: 0 }
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
    fn slot(key: u64) -> usize {
        mix(key) as usize & (SIZE - 1)
    }

    /// What is known: the verdict, how deep was looked if there is none, and
    /// the move that was best.
    #[inline]
    pub(super) fn probe(&self, key: u64) -> Option<(Verdict, u8, Option<Point>)> {
        let entry = &self.entries[Self::slot(key)];
        let known = entry.key == key && entry.search == self.search;
        let best = (usize::from(entry.best) < Point::COUNT).then(|| Point::new(entry.best.into()));
        known.then_some((entry.verdict, entry.depth, best))
    }

    /// Notes what was found.
    #[inline]
    pub(super) fn store(&mut self, key: u64, verdict: Verdict, depth: u8, best: Option<Point>) {
        let best = best.map_or(u16::MAX, |point| point.index() as u16);
        let search = self.search;
        self.entries[Self::slot(key)] = Entry { key, search, best, depth, verdict };
    }
}
