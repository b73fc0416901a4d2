//! The inputs of the networks.
//!
//! The checkers at each place, and in addition what human players count: shots, primes, anchors,
//! trapped checkers, timing. All inputs are exact, computed with bitboards and small tables, and
//! none depends on whether the mover is the first or the second player.

mod contact;
pub(crate) mod escapes;
mod hits;
mod layout;
mod race;
mod rolls;
mod side;

use crate::Backgammon;
pub use layout::{Layout, Slot};
use layout::{MOST_VALUES, PLACES};

/// The inputs of a network for one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inputs {
    /// The checkers of the mover and of the other player by place, four bits each.
    sides: [u128; 2],
    /// The other inputs, which follow these.
    values: [u8; MOST_VALUES],
}

impl Default for Inputs {
    /// All inputs 0, which no position has.
    fn default() -> Self {
        Self { sides: [0; 2], values: [0; MOST_VALUES] }
    }
}

impl Inputs {
    /// The inputs of a position before the roll; dice are ignored.
    ///
    /// ```
    /// use starboard_backgammon::{Backgammon, Inputs, Layout};
    /// let inputs = Inputs::of(&Backgammon::START, Layout::Board);
    /// assert_eq!(inputs.active(Layout::Board).count(), 8);
    /// ```
    pub fn of(game: &Backgammon, layout: Layout) -> Self {
        let mut inputs = Self::default();
        inputs.set(game, layout);
        inputs
    }

    /// Replaces these inputs, of the same layout, by those of a position.
    #[inline]
    pub fn set(&mut self, game: &Backgammon, layout: Layout) {
        let (mine, theirs) = (game.mine(), game.theirs());
        self.sides = [mine.word(), theirs.word()];
        let mut put = Put { values: &mut self.values, next: 0 };
        match layout {
            Layout::Contact => contact::put(mine, theirs, &mut put),
            Layout::Race => race::put(mine, theirs, &mut put),
            Layout::Board => {}
        }
        debug_assert_eq!(put.next + 2 * PLACES, layout.slots().len(), "every input is set");
    }

    /// The inputs that are not 0: for each its index in [`Layout::slots`] and its row.
    pub fn active(&self, layout: Layout) -> impl Iterator<Item = (usize, u16)> + '_ {
        let slots = 0..layout.slots().len();
        slots.filter_map(move |i| {
            let value = match i.checked_sub(2 * PLACES) {
                Some(i) => self.values[i],
                None => (self.sides[i / PLACES] >> (4 * (i % PLACES))) as u8 & 15,
            };
            (value > 0).then(|| (i, layout.first()[i] + u16::from(value) - 1))
        })
    }

    /// Sets `rows` to the rows to subtract from the sum for these inputs, and those to add to it,
    /// to get the sum for the `other` inputs.
    #[inline]
    pub(crate) fn changes(&self, other: &Self, layout: Layout, rows: &mut Changes) {
        (rows.away.len, rows.add.len) = (0, 0);
        for (i, (old, new)) in self.sides.iter().zip(other.sides).enumerate() {
            for half in 0..2 {
                let (old, new) = ((old >> (64 * half)) as u64, (new >> (64 * half)) as u64);
                let mut differ = old ^ new;
                while differ != 0 {
                    let shift = differ.trailing_zeros() & !3;
                    differ &= !(15 << shift);
                    let place = 16 * half as u16 + shift as u16 / 4;
                    let first = 1 + 15 * (PLACES as u16 * i as u16 + place);
                    let count = |word: u64| (word >> shift) as u16 & 15;
                    rows.push(first, count(old), count(new));
                }
            }
        }
        // One bit for each value that differs, so that a single loop follows, in which only the
        // last branch is hard to predict.
        let mut differ = 0;
        let eights = self.values.as_chunks().0.iter().zip(other.values.as_chunks().0);
        let first = &layout.first()[2 * PLACES..];
        for (i, (old, new)) in eights.take(first.len().div_ceil(8)).enumerate() {
            differ |= nonzero(u64::from_le_bytes(*old) ^ u64::from_le_bytes(*new)) << (8 * i);
        }
        while differ != 0 {
            let i = differ.trailing_zeros() as usize;
            differ &= differ - 1;
            rows.push(first[i], self.values[i].into(), other.values[i].into());
        }
    }
}

/// A bit for each of the eight bytes, set where the byte is not 0.
const fn nonzero(bytes: u64) -> u64 {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let high = (((bytes & LOW) + LOW) | bytes) & !LOW;
    // Gathers the highest bits of the bytes in the highest byte.
    (high >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// The rows that turn the sum for some inputs into that for others. An input that was 0, or becomes
/// 0, has only one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Changes {
    /// The rows to subtract.
    pub(crate) away: Rows,
    /// The rows to add.
    pub(crate) add: Rows,
}

impl Changes {
    /// An input whose first row this is changes its value.
    #[inline(always)]
    fn push(&mut self, first: u16, old: u16, new: u16) {
        self.away.push(first, old);
        self.add.push(first, new);
    }
}

/// A list of rows.
#[derive(Clone, Debug)]
pub(crate) struct Rows {
    list: [u16; Self::ROOM],
    len: usize,
}

impl Default for Rows {
    fn default() -> Self {
        Self { list: [0; Self::ROOM], len: 0 }
    }
}

impl Rows {
    /// Capacity for a row of every input.
    const ROOM: usize = (2 * PLACES + MOST_VALUES).next_power_of_two();

    #[inline(always)]
    pub(crate) fn as_slice(&self) -> &[u16] {
        &self.list[..self.len]
    }

    /// The row of a value, of which 0 has none. Without a branch: which inputs are 0 is hard to
    /// predict.
    #[inline(always)]
    fn push(&mut self, first: u16, value: u16) {
        self.list[self.len % Self::ROOM] = first + value - 1;
        self.len += usize::from(value > 0);
    }
}

/// Sets one input after the other.
struct Put<'a> {
    values: &'a mut [u8; MOST_VALUES],
    next: usize,
}

impl Put<'_> {
    /// Sets the next input, which must not be above its largest value.
    #[inline(always)]
    fn put(&mut self, value: u32) {
        self.values[self.next] = value as u8;
        self.next += 1;
    }
}

#[cfg(test)]
mod tests {
    use starboard_core::Node;

    use super::*;
    use starboard_core::Game;

    /// Every input of every position stays within its own rows.
    #[test]
    fn rows_stay_with_their_inputs() {
        for stream in 0..3000 {
            let mut rng = starboard_core::rng(7, stream);
            let game = if stream % 2 == 0 {
                crate::testing::wander(&mut rng, 80)
            } else {
                crate::testing::scatter(&mut rng)
            };
            if game.node() != Node::Chance {
                continue;
            }
            let layouts: &[Layout] = if game.is_contact() {
                &[Layout::Contact, Layout::Board]
            } else {
                &[Layout::Race, Layout::Board]
            };
            for &layout in layouts {
                let inputs = Inputs::of(&game, layout);
                for (i, row) in inputs.active(layout) {
                    let (slot, first) = (layout.slots()[i], layout.first()[i]);
                    let rows = first..first + slot.most;
                    assert!(rows.contains(&row), "{}: {row}\n{}", slot.name, game.board());
                }
            }
        }
    }
}
