//! Work on a thread of its own, while Python looks for Ctrl-C.

use std::{
    any::Any,
    sync::mpsc::{self, RecvTimeoutError, Sender},
    thread,
    time::Duration,
};

use pyo3::{exceptions::PyRuntimeError, prelude::*};
use starboard_core::Stop;

use crate::handle::Handle;

/// How long Ctrl-C may go unnoticed.
const STEP: Duration = Duration::from_millis(50);

/// As the main thread of a program usually has, with room to spare: searches recurse.
const STACK: usize = 64 << 20;

/// Does `work` on another thread, without the lock of the interpreter, and tells `told` what
/// it sends. Ctrl-C, an exception of `told` and one of rules written in Python request
/// `stop`, and are raised once the work has come to its end; a panic is a `RuntimeError`.
pub(crate) fn interruptible<E: Send, T: Send>(
    py: Python<'_>,
    game: &Handle,
    stop: &Stop,
    mut told: impl FnMut(E) -> PyResult<()>,
    work: impl FnOnce(Sender<E>) -> T + Send,
) -> PyResult<T> {
    let (send, mut receive) = mpsc::channel();
    let mut failed = None;
    let result = thread::scope(|scope| -> PyResult<_> {
        let worker = thread::Builder::new().name("starboard".to_owned()).stack_size(STACK);
        let worker = worker.spawn_scoped(scope, move || work(send))?;
        loop {
            let came;
            (came, receive) = py.detach(move || (receive.recv_timeout(STEP), receive));
            if matches!(came, Err(RecvTimeoutError::Disconnected)) {
                break;
            }
            if game.rules().is_some_and(|rules| rules.failed()) {
                stop.request();
            }
            let raised = failed.is_some();
            let outcome = match came {
                Ok(event) if !raised => told(event).and_then(|()| py.check_signals()),
                _ => py.check_signals(),
            };
            if let Err(error) = outcome {
                stop.request();
                failed.get_or_insert(error);
            }
        }
        Ok(py.detach(|| worker.join()))
    })?;
    match (result, failed) {
        (_, Some(error)) => Err(error),
        // Rules that raise exceptions need not keep their promises either.
        (Err(panic), None) => {
            game.check()?;
            Err(broke_off(&*panic))
        }
        (Ok(result), None) => game.check().map(|()| result),
    }
}

/// What a panic says, as an exception that a program can expect.
fn broke_off(panic: &(dyn Any + Send)) -> PyErr {
    let said = panic.downcast_ref::<&str>().copied();
    let said = said.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    let said = said.unwrap_or("it does not say why");
    PyRuntimeError::new_err(format!("the work broke off, which is a fault of the program: {said}"))
}
