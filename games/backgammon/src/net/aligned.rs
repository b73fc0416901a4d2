//! Numbers that begin where a cache line does.

use std::ops::{Deref, DerefMut};

/// How many numbers a cache line has.
const LINE: usize = 32;

/// A list of numbers that begins at the start of a cache line: a row that lies
/// across two lines takes twice as long to load.
#[derive(Debug)]
pub(super) struct Aligned {
    room: Vec<i16>,
    from: usize,
}

impl Aligned {
    /// The same numbers.
    pub(super) fn new(numbers: &[i16]) -> Self {
        let mut room = vec![0; numbers.len() + LINE - 1];
        // Where it cannot be computed, any place is right, if slower.
        let from = room.as_ptr().align_offset(size_of::<[i16; LINE]>()).min(LINE - 1);
        room.truncate(from + numbers.len());
        room[from..].copy_from_slice(numbers);
        Self { room, from }
    }
}

impl Clone for Aligned {
    /// Other room begins elsewhere.
    fn clone(&self) -> Self {
        Self::new(self)
    }
}

impl Deref for Aligned {
    type Target = [i16];

    #[inline(always)]
    fn deref(&self) -> &[i16] {
        &self.room[self.from..]
    }
}

impl DerefMut for Aligned {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [i16] {
        &mut self.room[self.from..]
    }
}

impl PartialEq for Aligned {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Aligned {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_what_they_are() {
        for len in [0, 1, 31, 32, 33, 1000] {
            let numbers: Vec<i16> = (0..len).collect();
            let aligned = Aligned::new(&numbers);
            assert_eq!(*aligned, *numbers);
            assert_eq!(aligned.clone(), aligned);
            assert!(aligned.as_ptr().cast::<[i16; LINE]>().is_aligned() || len == 0);
            assert_eq!(aligned.as_ptr() as usize % 64, 0);
        }
    }
}
