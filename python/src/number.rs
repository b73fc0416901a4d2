//! Whole numbers as Python gives them.

use std::mem::size_of;

use pyo3::{exceptions::PyOverflowError, prelude::*};

use crate::error::bad;

/// Reads a whole number; what is negative or too large is bad input, as it is on the command
/// line, and no fault of arithmetic.
pub(crate) fn whole<T: TryFrom<u64>>(from: &Bound<'_, PyAny>) -> PyResult<T> {
    let most = u64::MAX >> (64 - 8 * size_of::<T>());
    let out_of_range = || bad(format!("expected a whole number from 0 to {most}, found {from}"));
    match from.extract::<u64>() {
        Ok(number) => T::try_from(number).map_err(|_| out_of_range()),
        Err(error) if error.is_instance_of::<PyOverflowError>(from.py()) => Err(out_of_range()),
        Err(error) => Err(error),
    }
}

/// The same where there may be none.
pub(crate) fn whole_or_none<T: TryFrom<u64>>(from: &Bound<'_, PyAny>) -> PyResult<Option<T>> {
    if from.is_none() { Ok(None) } else { whole(from).map(Some) }
}
