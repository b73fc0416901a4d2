//! Errors as Python has them, with the sentences that the program prints.

use pyo3::{
    PyErr,
    exceptions::{PyBlockingIOError, PyMemoryError, PyOSError, PyRuntimeError, PyValueError},
};
use starboard::{NoMemory, exit_code};

/// `ValueError` for what cannot be, `MemoryError` for a table that there is no memory for, `BlockingIOError` for what another process is using,
/// `OSError` for what the system refuses, `RuntimeError` for anything else.
pub(crate) fn raised(error: &anyhow::Error) -> PyErr {
    let text = format!("{error:#}");
    match exit_code(error) {
        _ if error.chain().any(|e| e.is::<NoMemory>()) => PyMemoryError::new_err(text),
        2 => PyValueError::new_err(text),
        75 => PyBlockingIOError::new_err(text),
        _ if error.chain().any(|e| e.is::<std::io::Error>()) => PyOSError::new_err(text),
        _ => PyRuntimeError::new_err(text),
    }
}

/// A `ValueError` that says this.
pub(crate) fn bad(text: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(text.to_string())
}
