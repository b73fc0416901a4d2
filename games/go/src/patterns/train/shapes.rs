//! Which shapes are played often.

use std::{
    collections::HashMap,
    hash::{BuildHasherDefault, Hasher},
};

use crate::{
    patterns::{
        scan::Scan,
        table::{KEY_BITS, Table},
    },
    records::record::{Record, in_order},
};

/// Bits of a key that select a counter of the sketch.
const SKETCH_BITS: u32 = 28;

/// The shapes that are known, in the order of their keys.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shapes {
    pub(super) keys: Vec<u64>,
    pub(super) table: Table,
    /// The number of the shape inside each, by number; 0 if there is none.
    pub(super) inner: Vec<u32>,
}

impl Shapes {
    /// Finds the shapes around moves that were played at least `least` times.
    ///
    /// `done` is called with the number of games done so far. There are two passes over the
    /// games: in the first, small counters shared by several keys tell which shapes may be
    /// frequent enough; the second counts these exactly.
    pub fn count(
        records: &[Record],
        least: u32,
        threads: usize,
        done: &mut dyn FnMut(usize),
    ) -> Self {
        let least = least.max(1);
        // Twice the bits that the moves need, within bounds.
        let moves: usize = records.iter().map(|record| record.moves().len()).sum();
        let bits = (64 - (moves as u64 * 32).leading_zeros()).clamp(12, SKETCH_BITS);
        let mut sketch = vec![0_u8; 1 << bits];
        let place = |key: u64| (key >> (KEY_BITS - bits)) as usize;
        let mut games = 0;
        in_order(
            records,
            threads,
            |_, record| chains(record),
            |chains: Vec<Chain>| {
                for (key, _) in chains {
                    let counter = &mut sketch[place(key)];
                    *counter = counter.saturating_add(1);
                }
                games += 1;
                done(games);
            },
        );
        let enough = least.min(255) as u8;
        let mut counts: HashMap<u64, (u32, u64), BuildHasherDefault<KeyHasher>> =
            HashMap::default();
        in_order(
            records,
            threads,
            |_, record| chains(record),
            |chains: Vec<Chain>| {
                for (key, inner) in chains {
                    if sketch[place(key)] >= enough {
                        counts.entry(key).or_insert((0, inner)).0 += 1;
                    }
                }
                games += 1;
                done(games);
            },
        );
        let mut often: Vec<_> = counts.into_iter().filter(|&(_, (n, _))| n >= least).collect();
        if often.len() > Table::MOST {
            // The rarest are dropped.
            often.sort_unstable_by_key(|&(key, (n, _))| (std::cmp::Reverse(n), key));
            often.truncate(Table::MOST);
        }
        often.sort_unstable_by_key(|&(key, _)| key);
        let inner: Vec<_> = often.iter().map(|&(_, (_, inner))| inner).collect();
        Self::new(often.into_iter().map(|(key, _)| key).collect(), &inner)
    }

    /// Keys in ascending order, and for each that of the shape inside, or
    /// [`NONE`].
    fn new(keys: Vec<u64>, inner: &[u64]) -> Self {
        let table = Table::new(&keys);
        let number = |&key: &u64| if key == NONE { 0 } else { table.number(key).unwrap_or(0) };
        let inner = std::iter::once(0).chain(inner.iter().map(number)).collect();
        Self { keys, table, inner }
    }

    /// From keys and the numbers of the shapes inside them.
    pub(super) fn of(keys: Vec<u64>, inner: Vec<u32>) -> Self {
        Self { table: Table::new(&keys), keys, inner }
    }

    /// How many there are.
    pub const fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether there is none.
    pub const fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }
}

/// No shape is inside.
const NONE: u64 = u64::MAX;

/// A key, and that of the shape inside.
type Chain = (u64, u64);

fn chains(record: &Record) -> Vec<Chain> {
    let mut scan = Scan::new();
    let mut found = Vec::new();
    record.replay(|game, m| {
        let Some(point) = m.point() else { return };
        scan.read_shapes(game);
        scan.chains(point, |key, inner| found.push((key, inner.unwrap_or(NONE))));
    });
    found
}

/// Keys are hashes already.
#[derive(Default)]
pub(crate) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.0 = self.0 << 8 | u64::from(byte));
    }

    /// The table looks at the highest bits and at the lowest.
    fn write_u64(&mut self, key: u64) {
        self.0 = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_played_often_are_known() {
        let text = "(;SZ[9];B[ee];W[ec];B[ge];W[ce];B[cd])".repeat(3) + "(;SZ[9];B[aa];W[ba])";
        let (records, _) = Record::read_all(&text).expect("games");
        let count = |least, threads| Shapes::count(&records, least, threads, &mut |_| ());
        let often = count(3, 1);
        assert_eq!(count(3, 2), often);
        // Every larger shape is known with the one inside it.
        let starts = often.inner[1..].iter().filter(|&&inner| inner == 0).count();
        assert!(starts >= 2 && starts * 3 < often.len(), "{starts} of {}", often.len());
        assert!(count(4, 1).len() < often.len());
        assert!(count(1, 1).len() > often.len());
        assert_eq!(count(30, 1).len(), 0);
    }
}
