//! The memory of a transposition table: in huge pages where the system has
//! them, and fetched into the cache ahead of use.
//!
//! The one module of the workspace with `unsafe` code. A table is looked up at
//! random: with pages of 4 KiB nearly every look-up also misses the processor's
//! page-table cache (TLB), and without a prefetch it waits for memory twice as
//! long.

#![allow(unsafe_code)]

use std::{
    alloc::{Layout, alloc, dealloc},
    ops::{Deref, DerefMut},
    ptr::NonNull,
    slice,
};

/// The size of a huge page on most systems; no harm where it is another.
const HUGE_PAGE: usize = 2 << 20;

/// A boxed slice whose memory starts at a huge page.
#[derive(Debug)]
pub(super) struct Memory<T> {
    start: NonNull<T>,
    len: usize,
}

// SAFETY: a `Memory` owns its elements, like a `Box<[T]>`.
unsafe impl<T: Send> Send for Memory<T> {}
// SAFETY: shared references to it give shared references to elements only.
unsafe impl<T: Sync> Sync for Memory<T> {}

impl<T: Default> Memory<T> {
    /// `len` default elements; none if there is no memory for them.
    ///
    /// # Panics
    ///
    /// If `T` has no size.
    pub(super) fn new(len: usize) -> Option<Self> {
        assert!(size_of::<T>() > 0, "elements must have a size");
        let layout = Self::layout(len)?;
        if layout.size() == 0 {
            return Some(Self { start: NonNull::dangling(), len });
        }
        // SAFETY: the layout's size is not zero.
        let start = NonNull::new(unsafe { alloc(layout) }.cast::<T>())?;
        advise(start.as_ptr().cast(), layout.size());
        for i in 0..len {
            // SAFETY: element `i` lies inside the allocation, which is aligned
            // for `T`. Should `default` panic, the memory leaks, nothing worse.
            unsafe { start.add(i).write(T::default()) };
        }
        Some(Self { start, len })
    }
}

impl<T> Memory<T> {
    /// None if it would not fit the address space.
    fn layout(len: usize) -> Option<Layout> {
        let elements = Layout::array::<T>(len).ok()?;
        // A small table has no use for a huge page.
        let align = if elements.size() >= HUGE_PAGE { HUGE_PAGE } else { align_of::<T>() };
        elements.align_to(align).ok()
    }

    /// Prefetches element `i`.
    ///
    /// # Panics
    ///
    /// If there is no such element.
    #[inline]
    pub(super) fn fetched(&self, i: usize) -> &T {
        let element = &self[i];
        fetch(element);
        element
    }
}

/// Prefetches what is about to be read, without waiting for it; does nothing on
/// processors without such an instruction.
#[inline]
pub fn fetch<T>(soon: &T) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: SSE is part of x86-64, and a prefetch of any address is
        // harmless; this one is even valid.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(soon).cast()) };
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = soon;
}

impl<T> Deref for Memory<T> {
    type Target = [T];
    #[inline]
    fn deref(&self) -> &[T] {
        // SAFETY: `start` is aligned and, as of `new`, `len` initialised
        // elements follow it, which live as long as `self`.
        unsafe { slice::from_raw_parts(self.start.as_ptr(), self.len) }
    }
}

impl<T> DerefMut for Memory<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as in `deref`; `self` is borrowed mutably, so nobody else
        // has a reference to an element.
        unsafe { slice::from_raw_parts_mut(self.start.as_ptr(), self.len) }
    }
}

impl<T> Drop for Memory<T> {
    fn drop(&mut self) {
        let layout = Self::layout(self.len).expect("the layout that `new` had");
        // SAFETY: the elements are initialised and not used again.
        unsafe { std::ptr::drop_in_place(&raw mut **self) };
        if layout.size() > 0 {
            // SAFETY: `new` allocated `start` with this very layout.
            unsafe { dealloc(self.start.as_ptr().cast(), layout) };
        }
    }
}

/// Asks the system for huge pages; a refusal changes nothing but the speed.
fn advise(start: *mut u8, size: usize) {
    #[cfg(all(target_os = "linux", not(miri)))]
    if size >= HUGE_PAGE {
        // SAFETY: the range was just allocated, and the advice changes nothing
        // about what it holds.
        unsafe { libc::madvise(start.cast(), size, libc::MADV_HUGEPAGE) };
    }
    #[cfg(not(all(target_os = "linux", not(miri))))]
    let _ = (start, size);
}

#[cfg(test)]
mod tests {
    use std::{cell::Cell, rc::Rc};

    use super::*;

    #[test]
    fn holds_what_is_written_at_every_size() {
        for len in [0, 1, 2, 1000, HUGE_PAGE / 8 - 1, HUGE_PAGE / 8, HUGE_PAGE / 4 + 3] {
            let mut memory = Memory::<u64>::new(len).expect("memory");
            assert_eq!(memory.len(), len);
            assert!(memory.iter().all(|&x| x == 0));
            assert!(len < HUGE_PAGE / 8 || memory.as_ptr().addr().is_multiple_of(HUGE_PAGE));
            memory.iter_mut().zip(1..).for_each(|(x, i)| *x = i);
            (0..len).for_each(|i| assert_eq!(memory.fetched(i), &memory[i]));
            assert_eq!(memory.iter().sum::<u64>(), (1..=len as u64).sum::<u64>());
        }
    }

    #[test]
    fn what_there_is_no_memory_for_is_none() {
        assert!(Memory::<u64>::new(usize::MAX).is_none());
        assert!(Memory::<u64>::new(usize::MAX >> 5).is_none());
    }

    #[test]
    fn elements_are_dropped_once() {
        #[derive(Default)]
        struct Counted(Option<Rc<Cell<u32>>>);
        impl Drop for Counted {
            fn drop(&mut self) {
                if let Some(count) = &self.0 {
                    count.set(count.get() + 1);
                }
            }
        }
        let count = Rc::new(Cell::new(0));
        let mut memory = Memory::<Counted>::new(5).expect("memory");
        memory.iter_mut().for_each(|x| x.0 = Some(Rc::clone(&count)));
        memory[3] = Counted(None);
        assert_eq!(count.get(), 1);
        drop(memory);
        assert_eq!(count.get(), 5);
    }
}
