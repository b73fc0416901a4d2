//! Work spread over threads whose results are used one by one, in order.

use std::{
    collections::BTreeMap,
    sync::{
        atomic::{AtomicUsize, Ordering::Relaxed},
        mpsc,
    },
    thread,
};

/// Applies `work` to the numbers below `count` on up to `threads` threads, each
/// with a state of its own made by `state`, and hands the results to `sink` in the order of
/// the numbers as soon as they are due. Once it is `stopped`, no more is begun, and what is not
/// done by then is left out.
///
/// # Errors
///
/// The first one of `sink`, after which no more work is begun.
pub(super) fn in_order<S, R: Send, E>(
    count: usize,
    threads: usize,
    stopped: impl Fn() -> bool + Sync,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, usize) -> R + Sync,
    mut sink: impl FnMut(usize, R) -> Result<(), E>,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads.clamp(1, count.max(1)) {
            let sender = sender.clone();
            let (next, stopped, state, work) = (&next, &stopped, &state, &work);
            scope.spawn(move || {
                let mut state = state();
                loop {
                    let i = next.fetch_add(1, Relaxed);
                    if i >= count || stopped() {
                        break;
                    }
                    let result = work(&mut state, i);
                    // Nobody listens any more once the sink has failed.
                    if stopped() || sender.send((i, result)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut due = 0;
        for (i, result) in receiver {
            waiting.insert(i, result);
            while let Some(result) = waiting.remove(&due) {
                sink(due, result).inspect_err(|_| next.store(count, Relaxed))?;
                due += 1;
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;

    #[test]
    fn results_come_in_order() {
        for threads in [0, 1, 2, 5] {
            let mut seen = Vec::new();
            let done = in_order(
                40,
                threads,
                || false,
                || 0,
                |calls, i| {
                    *calls += 1;
                    (i * i, *calls)
                },
                |i, (square, _)| {
                    seen.push((i, square));
                    Ok::<_, ()>(())
                },
            );
            assert_eq!(done, Ok(()));
            assert_eq!(seen, (0..40).map(|i| (i, i * i)).collect::<Vec<_>>(), "{threads}");
        }
        assert_eq!(in_order(0, 2, || false, || (), |(), i| i, |_, _| Err("called")), Ok(()));
    }

    #[test]
    fn what_is_not_done_by_the_stop_is_left_out() {
        for threads in [1, 3] {
            let (stop, mut seen) = (AtomicBool::new(false), Vec::new());
            let done = in_order(
                1000,
                threads,
                || stop.load(Relaxed),
                || (),
                |(), i| {
                    if i == 20 {
                        stop.store(true, Relaxed);
                    }
                    i
                },
                |_, i| {
                    seen.push(i);
                    Ok::<_, ()>(())
                },
            );
            assert_eq!(done, Ok(()));
            assert!(seen.len() <= 20 && seen.iter().copied().eq(0..seen.len()), "{seen:?}");
            assert!(threads > 1 || seen.len() == 20, "{seen:?}");
        }
    }

    #[test]
    fn an_error_ends_it() {
        for threads in [1, 3] {
            let fail = |i, ()| if i == 5 { Err("full") } else { Ok(()) };
            assert_eq!(in_order(1000, threads, || false, || (), |(), _| (), fail), Err("full"));
        }
    }
}
