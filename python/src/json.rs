//! What the program prints as JSON, as Python's dictionaries and lists.

use pyo3::prelude::*;
use serde::Serialize;

use crate::error::bad;

/// The value as Python reads it from the program's JSON.
pub(crate) fn loaded<'py>(py: Python<'py>, value: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let text = serde_json::to_string(value).map_err(bad)?;
    py.import("json")?.call_method1("loads", (text,))
}
