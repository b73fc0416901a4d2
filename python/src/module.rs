//! The module itself: what is pickled names one of its functions, which makes it again.

use pyo3::{prelude::*, sync::PyOnceLock, types::PyModule};

static MODULE: PyOnceLock<Py<PyModule>> = PyOnceLock::new();

/// Keeps the module, as it is made.
pub(crate) fn keep(module: &Bound<'_, PyModule>) {
    let _ = MODULE.set(module.py(), module.clone().unbind());
}

/// The function of the module that is called so.
pub(crate) fn function<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    MODULE.get(py).expect("kept when the module was made").bind(py).getattr(name)
}
