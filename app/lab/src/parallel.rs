//! Work spread over threads, with results that do not depend on how many.

use std::{
    num::NonZero,
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
    thread,
};

use parking_lot::Mutex;

use crate::Progress;

/// Applies `f` to every item on up to `threads` threads, telling `progress` of
/// each that is done, and returns the results in the order of the items.
///
/// `f` gets the item's place and the item, and should depend on nothing else.
/// A panic of `f` is passed on once the other threads are done.
pub fn parallel_map<T, R, F>(items: Vec<T>, threads: usize, progress: &Progress, f: F) -> Vec<R>
where
    T: Send,
    R: Send,
    F: Fn(usize, T) -> R + Sync,
{
    let threads = threads.clamp(1, items.len().max(1));
    if threads == 1 {
        let one = |(i, item)| {
            let result = f(i, item);
            progress.step();
            result
        };
        return items.into_iter().enumerate().map(one).collect();
    }
    let slots: Vec<_> = items.into_iter().map(|item| Mutex::new((Some(item), None))).collect();
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some((i, slot)) = {
                    let i = next.fetch_add(1, Relaxed);
                    slots.get(i).map(|slot| (i, slot))
                } {
                    // Each slot is one thread's: the lock is never waited for.
                    let item = slot.lock().0.take();
                    let result = item.map(|item| f(i, item));
                    slot.lock().1 = result;
                    progress.step();
                }
            });
        }
    });
    slots.into_iter().map(|slot| slot.into_inner().1.expect("every slot was filled")).collect()
}

/// The default number of threads: one per core.
pub fn default_threads() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_keep_the_order_of_the_items() {
        for threads in [0, 1, 2, 7, 100] {
            let items: Vec<_> = (0..50).collect();
            let squares = parallel_map(items, threads, &Progress::hidden(), |i, x| (i, x * x));
            let expected: Vec<_> = (0..50).map(|x| (x, x * x)).collect();
            assert_eq!(squares, expected, "{threads} threads");
        }
        let nothing = parallel_map(Vec::<u8>::new(), 4, &Progress::hidden(), |_, x| x);
        assert!(nothing.is_empty());
    }
}
