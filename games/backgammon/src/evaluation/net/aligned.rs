//! Numbers aligned to a cache line.

use std::ops::{Deref, DerefMut};

/// The bytes of a cache line.
const LINE: usize = 64;

/// A list of numbers aligned to a cache line: a row that straddles two lines takes twice as long to
/// load.
#[derive(Debug)]
pub(super) struct Aligned<T = i16> {
    room: Vec<T>,
    from: usize,
}

impl<T: Copy + Default> Aligned<T> {
    /// The same numbers.
    pub(super) fn new(numbers: &[T]) -> Self {
        let spare = LINE / size_of::<T>() - 1;
        let mut room = vec![T::default(); numbers.len() + spare];
        // If the offset cannot be computed, any place will do; it is only slower.
        let from = room.as_ptr().align_offset(LINE).min(spare);
        room.truncate(from + numbers.len());
        room[from..].copy_from_slice(numbers);
        Self { room, from }
    }
}

impl<T: Copy + Default> Clone for Aligned<T> {
    /// Another allocation needs an offset of its own.
    fn clone(&self) -> Self {
        Self::new(self)
    }
}

impl<T> Deref for Aligned<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        &self.room[self.from..]
    }
}

impl<T> DerefMut for Aligned<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.room[self.from..]
    }
}

impl<T: PartialEq> PartialEq for Aligned<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Eq> Eq for Aligned<T> {}

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
            assert_eq!(aligned.as_ptr() as usize % LINE, 0);
            let numbers: Vec<f32> = (0..len).map(f32::from).collect();
            let aligned = Aligned::new(&numbers);
            assert_eq!((&*aligned, aligned.as_ptr() as usize % LINE), (&*numbers, 0));
        }
    }
}
