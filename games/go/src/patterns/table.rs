//! A hash table from the key of a shape to its number.

/// Bits of a key that are kept: with a million shapes, one unknown shape in a million is
/// mistaken for a known one.
pub(super) const KEY_BITS: u32 = 40;
/// Bits of a number.
const NUMBER_BITS: u32 = 64 - KEY_BITS;

/// The part of a shape's key that is kept.
#[inline]
pub(super) const fn kept(key: u64) -> u64 {
    key >> NUMBER_BITS
}

/// A set of keys, each with its place among them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Table {
    /// A key and a number each; zero if the slot is free.
    slots: Vec<u64>,
    shift: u32,
}

impl Table {
    /// The most keys there can be.
    pub(super) const MOST: usize = 1 << 22;

    /// The numbers of the keys, from 1 in the order given.
    pub(super) fn new(keys: &[u64]) -> Self {
        debug_assert!(keys.len() <= Self::MOST);
        let bits = (keys.len() * 2).next_power_of_two().trailing_zeros().max(4);
        let mut table = Self { slots: vec![0; 1 << bits], shift: KEY_BITS - bits };
        for (i, &key) in keys.iter().enumerate() {
            let mut at = table.place(key);
            while table.slots[at] != 0 {
                at = (at + 1) & (table.slots.len() - 1);
            }
            table.slots[at] = key << NUMBER_BITS | (i as u64 + 1);
        }
        table
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        (key >> self.shift) as usize
    }

    /// The number of a [kept](kept) key.
    #[inline]
    pub(super) fn number(&self, key: u64) -> Option<u32> {
        let mut at = self.place(key);
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                return None;
            }
            if slot >> NUMBER_BITS == key {
                return Some(slot as u32 & ((1 << NUMBER_BITS) - 1));
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use starboard_core::mix;

    use super::*;

    #[test]
    fn what_is_in_is_found_and_nothing_else() {
        let keys: Vec<_> = (0..1000).map(|i| kept(mix(i))).collect();
        let table = Table::new(&keys);
        for (i, &key) in keys.iter().enumerate() {
            assert_eq!(table.number(key), Some(i as u32 + 1));
        }
        for i in 1000..3000 {
            assert_eq!(table.number(kept(mix(i))), None);
        }
        assert_eq!(Table::new(&[]).number(5), None);
        // Keys that begin alike, at the end of the table.
        let keys: Vec<_> = (0..5).map(|i| (1 << KEY_BITS) - 1 - i).collect();
        let table = Table::new(&keys);
        assert!(keys.iter().enumerate().all(|(i, &key)| table.number(key) == Some(i as u32 + 1)));
    }
}
