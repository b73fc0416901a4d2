//! Catches panics without printing them.

use std::{
    cell::{Cell, RefCell},
    panic::{self, AssertUnwindSafe},
    sync::Once,
};

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
    static MESSAGE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// The result of `f`, or the message and place of its panic. Other threads,
/// and this one at other times, print their panics as ever.
///
/// What `f` was changing when it panicked may be half changed.
pub(super) fn catch<R>(f: impl FnOnce() -> R) -> Result<R, String> {
    let (mut f, mut result) = (Some(f), None);
    catch_any(&mut || result = f.take().map(|f| f()))?;
    Ok(result.expect("f was called"))
}

/// The same, compiled once for all.
fn catch_any(f: &mut dyn FnMut()) -> Result<(), String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let loud = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if QUIET.get() {
                let text = info.payload_as_str().unwrap_or("something that is no text");
                let place = info.location().map(|at| format!(", at {at}")).unwrap_or_default();
                MESSAGE.set(format!("a panic: {text}{place}"));
            } else {
                loud(info);
            }
        }));
    });
    let before = QUIET.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(f));
    QUIET.set(before);
    result.map_err(|_| MESSAGE.take())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_innermost_catch_takes_the_panic() {
        let outer = catch(|| {
            let inner = catch(|| panic!("number {}", 5));
            assert!(inner.is_err_and(|text| text.starts_with("a panic: number 5, at ")));
            7
        });
        assert_eq!(outer, Ok(7));
        assert!(!QUIET.get());
    }
}
