//! How the one-sided database is made: positions with few pips first.

use std::thread;

use super::{
    BearoffError, OneSided,
    file::{File, Header, Kind},
    index, moves,
    one_sided::{ENTRY, Rolls, WIDEST},
};
use crate::{CHECKERS, Checkers, Dice};

/// More rolls than anybody needs.
const MOST: usize = 64;
/// Smaller chances are left out: all of them together are below the resolution of a
/// 32-bit number near one.
const LEAST: f64 = 1e-9;
/// With fewer positions than this, threads are not worth starting.
const FEW: usize = 512;

/// What is known of a position while the database is made.
struct Known {
    /// The mean number of rolls to bear off all checkers, and to bear off the first.
    means: Vec<[f64; 2]>,
    /// The entries, in the order of their indices.
    entries: Vec<[u8; ENTRY]>,
    /// The chances, in the order in which they were computed.
    chances: Vec<u8>,
}

/// The result for one position.
struct Found {
    index: u32,
    means: [f64; 2],
    firsts: [u8; 2],
    lengths: [u8; 2],
}

impl OneSided {
    /// Makes the database for fifteen checkers on `points` points, 1 to 11, on `threads` threads;
    /// calls `done` with the number of positions done.
    ///
    /// # Errors
    ///
    /// If there are too many points.
    pub fn make(
        points: u8,
        threads: usize,
        mut done: impl FnMut(usize),
    ) -> Result<Self, BearoffError> {
        if !(1..=index::MAX_POINTS).contains(&points) {
            return Err(BearoffError::Points(points));
        }
        let size = index::count(points, CHECKERS);
        // Pips only ever go down, so positions with the same number of pips do not depend on each
        // other.
        let mut by_pips = vec![Vec::new(); usize::from(points) * usize::from(CHECKERS) + 1];
        for index in 0..size {
            let side = index::unrank(index, points);
            by_pips[side.pips() as usize].push(index as u32);
        }
        let mut known = Known {
            means: vec![[0.0; 2]; size],
            entries: vec![[0; ENTRY]; size],
            chances: Vec::new(),
        };
        let mut sum = 0;
        for indices in by_pips {
            let threads = if indices.len() < FEW { 1 } else { threads.max(1) };
            let parts = indices.chunks(indices.len().div_ceil(threads));
            let found: Vec<_> = thread::scope(|scope| {
                let known = &known;
                let work = |part| scope.spawn(move || known.find_all(part, points));
                let running: Vec<_> = parts.map(work).collect();
                let join = |thread: thread::ScopedJoinHandle<'_, _>| {
                    thread.join().expect("the thread does not panic")
                };
                running.into_iter().map(join).collect()
            });
            for (found, chances) in found {
                known.add(&found, &chances);
            }
            sum += indices.len();
            done(sum);
        }
        let payload = [known.entries.as_flattened(), &known.chances].concat();
        Self::of(File::new(Header { kind: Kind::OneSided, points, checkers: CHECKERS }, payload))
    }
}

impl Known {
    /// Computes positions; the chances of each follow those of the one before.
    fn find_all(&self, indices: &[u32], points: u8) -> (Vec<Found>, Vec<u8>) {
        let mut chances = Vec::new();
        let find = |&index| self.find(index, points, &mut chances);
        (indices.iter().map(find).collect(), chances)
    }

    fn find(&self, index: u32, points: u8, chances: &mut Vec<u8>) -> Found {
        let side = index::unrank(index as usize, points);
        let mut sums = [[0.0; MOST]; 2];
        if side.off() == CHECKERS {
            sums[0][0] = 1.0;
        } else {
            self.add_rolls(side, points, 0, &mut sums[0]);
        }
        if side.off() > 0 {
            sums[1][0] = 1.0;
        } else {
            self.add_rolls(side, points, 1, &mut sums[1]);
        }
        let mut found =
            Found { index, means: sums.map(|sums| mean(&sums)), firsts: [0; 2], lengths: [0; 2] };
        for (i, sums) in sums.iter().enumerate() {
            let likely = |&chance: &f64| chance >= LEAST;
            let first = sums.iter().position(likely).unwrap_or(0);
            let end = sums.iter().rposition(likely).map_or(0, |last| last + 1);
            assert!(end - first <= WIDEST, "no position is that uncertain");
            found.firsts[i] = first as u8;
            found.lengths[i] = (end - first) as u8;
            for &chance in &sums[first..end] {
                chances.extend((chance as f32).to_le_bytes());
            }
        }
        found
    }

    /// Adds up the distributions after each roll, shifted by that one roll, when played for the
    /// lowest mean of distribution number `which`.
    fn add_rolls(&self, side: Checkers, points: u8, which: usize, sums: &mut [f64; MOST]) {
        for dice in Dice::all() {
            let mut best = (f64::INFINITY, 0);
            moves::after(side, dice, |next| {
                let index = index::rank(next, points, CHECKERS).unwrap_or(0);
                let mean = self.means[index][which];
                // Of equals the one with the lowest index, whatever the order.
                if (mean, index) < best {
                    best = (mean, index);
                }
            });
            let share = f64::from(dice.weight()) / 36.0;
            for (rolls, chance) in self.rolls(best.1, which).iter() {
                sums[rolls as usize + 1] += share * chance;
            }
        }
    }

    fn rolls(&self, index: usize, which: usize) -> Rolls {
        let [a, b, c, d, entry @ ..] = self.entries[index];
        let skip = if which == 0 { 0 } else { entry[1] };
        let [first, length] = [entry[2 * which], entry[2 * which + 1]];
        let at = 4 * (u32::from_le_bytes([a, b, c, d]) as usize + usize::from(skip));
        Rolls::read(first, length, &self.chances[at..])
    }

    fn add(&mut self, found: &[Found], chances: &[u8]) {
        let mut at = (self.chances.len() / 4) as u32;
        for Found { index, means, firsts, lengths } in found {
            let [a, b, c, d] = at.to_le_bytes();
            let entry = [a, b, c, d, firsts[0], lengths[0], firsts[1], lengths[1]];
            self.entries[*index as usize] = entry;
            self.means[*index as usize] = *means;
            at += u32::from(lengths[0]) + u32::from(lengths[1]);
        }
        self.chances.extend(chances);
    }
}

fn mean(chances: &[f64; MOST]) -> f64 {
    (0_u32..).zip(chances).map(|(rolls, chance)| f64::from(rolls) * chance).sum()
}
