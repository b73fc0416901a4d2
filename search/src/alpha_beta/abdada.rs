//! Which moves some thread is searching right now.
//!
//! Threads that only share a transposition table do much of their work twice:
//! they reach the same node at the same time, and search its moves in the same
//! order. So each marks the move it is about to search, and a thread that finds a
//! move marked defers it until it has searched the others (ABDADA, Weill 1996; the
//! form with a separate table is Kerrigan's). Only the order in which moves are
//! searched depends on it, never a value.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use starboard_core::mix;

/// The table of moves that are being searched, small and lossy: a move that finds no room is
/// not marked, and may then be searched twice.
#[derive(Debug)]
pub(super) struct Abdada {
    buckets: Box<[[AtomicU64; WAYS]]>,
}

const WAYS: usize = 4;
const BUCKETS: usize = 1 << 12;
const FREE: u64 = 0;

impl Abdada {
    /// The least depth of a node whose moves are marked: below it, marking costs
    /// more than it saves.
    pub(super) const DEPTH: u32 = 3;

    pub(super) fn new() -> Self {
        Self { buckets: (0..BUCKETS).map(|_| Default::default()).collect() }
    }

    /// The name of a move that is marked: that of the move at this place in the
    /// list of the node with this key, searched to this depth.
    pub(super) fn name(key: u64, depth: u32, place: usize) -> u64 {
        mix(key ^ (u64::from(depth) << 32 | place as u64)) | 1
    }

    /// Whether some thread is searching the move with this name.
    pub(super) fn contains(&self, name: u64) -> bool {
        self.bucket(name).iter().any(|way| way.load(Relaxed) == name)
    }

    /// Marks that move as being searched by this thread, for as long as the
    /// returned claim lives.
    pub(super) fn claim(&self, name: u64) -> Claim<'_> {
        self.replace(FREE, name);
        Claim { busy: self, name }
    }

    fn bucket(&self, name: u64) -> &[AtomicU64; WAYS] {
        &self.buckets[(name >> 32) as usize % BUCKETS]
    }

    /// Replaces `old`, if it is there, by `new`, once, in the bucket of the one
    /// that is not `FREE`.
    fn replace(&self, old: u64, new: u64) {
        let mut ways = self.bucket(old | new).iter();
        ways.find(|way| way.compare_exchange(old, new, Relaxed, Relaxed).is_ok());
    }
}

/// A move that a thread is searching, marked until this is dropped.
#[derive(Debug)]
pub(super) struct Claim<'a> {
    busy: &'a Abdada,
    name: u64,
}

impl Drop for Claim<'_> {
    fn drop(&mut self) {
        self.busy.replace(self.name, FREE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_claimed_is_there_until_let_go() {
        let busy = Abdada::new();
        let names: Vec<_> = (0..100).map(|place| Abdada::name(7, 3, place)).collect();
        let claims: Vec<_> = names
            .iter()
            .map(|&name| {
                assert!(!busy.contains(name));
                busy.claim(name)
            })
            .collect();
        assert!(names.iter().all(|&name| busy.contains(name)));
        drop(claims);
        assert!(!names.iter().any(|&name| busy.contains(name)));
    }

    #[test]
    fn a_full_bucket_forgets_and_is_emptied() {
        let busy = Abdada::new();
        // All of one bucket: the high half is the same.
        let names: Vec<_> = (1..=WAYS as u64 + 2).map(|low| 5 << 32 | low).collect();
        let claims: Vec<_> = names.iter().map(|&name| busy.claim(name)).collect();
        let held = |busy: &Abdada| names.iter().filter(|&&name| busy.contains(name)).count();
        assert_eq!(held(&busy), WAYS);
        drop(claims);
        assert_eq!(held(&busy), 0);
    }

    #[test]
    fn two_threads_at_one_move_are_noted_twice() {
        let (busy, name) = (Abdada::new(), Abdada::name(1, 4, 2));
        let (one, other) = (busy.claim(name), busy.claim(name));
        drop(one);
        assert!(busy.contains(name), "the other is still at it");
        drop(other);
        assert!(!busy.contains(name));
    }
}
