//! Where a search stops.

use std::time::Duration;

use pyo3::{exceptions::PyTypeError, prelude::*};
use starboard::MAX_DEPTH;
use starboard_core::Limits;

use crate::error::bad;

/// Where a search stops: at the first of these limits that it reaches.
#[pyclass(frozen, eq, module = "starboard")]
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Limit {
    /// Moves to look ahead.
    #[pyo3(get)]
    depth: Option<u32>,
    /// Positions to visit.
    #[pyo3(get)]
    nodes: Option<u64>,
    /// Positions to evaluate.
    #[pyo3(get)]
    evaluations: Option<u64>,
    /// Seconds to search.
    #[pyo3(get)]
    time: Option<f64>,
}

#[pymethods]
impl Limit {
    #[new]
    #[pyo3(signature = (depth=None, nodes=None, evaluations=None, time=None))]
    pub(crate) fn new(
        depth: Option<u32>,
        nodes: Option<u64>,
        evaluations: Option<u64>,
        time: Option<f64>,
    ) -> PyResult<Self> {
        if depth.is_some_and(|depth| depth > MAX_DEPTH) {
            return Err(bad(format!("expected a depth from 0 to {MAX_DEPTH}")));
        }
        if nodes == Some(0) || evaluations == Some(0) {
            return Err(bad("expected a whole number of at least 1"));
        }
        if time.is_some_and(|time| Duration::try_from_secs_f64(time).is_err()) {
            return Err(bad("expected a time in seconds, 0 or more"));
        }
        Ok(Self { depth, nodes, evaluations, time })
    }

    fn __repr__(&self) -> String {
        let mut parts = Vec::new();
        parts.extend(self.depth.map(|n| format!("depth={n}")));
        parts.extend(self.nodes.map(|n| format!("nodes={n}")));
        parts.extend(self.evaluations.map(|n| format!("evaluations={n}")));
        parts.extend(self.time.map(|s| format!("time={s}")));
        format!("Limit({})", parts.join(", "))
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for Limit {
    type Error = PyErr;

    /// A limit of this module or of another.
    fn extract(from: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(limit) = from.cast::<Self>() {
            return Ok(limit.get().clone());
        }
        let is_limit = from.get_type().name()? == "Limit";
        if !is_limit {
            let text = format!("expected a Limit, found {}", from.get_type().name()?);
            return Err(PyTypeError::new_err(text));
        }
        Self::new(
            from.getattr("depth")?.extract()?,
            from.getattr("nodes")?.extract()?,
            from.getattr("evaluations")?.extract()?,
            from.getattr("time")?.extract()?,
        )
    }
}

impl Limit {
    /// The same for a search, which finds all best moves.
    pub(crate) fn limits(given: Option<&Self>, all_ties: bool) -> Limits {
        let given = given.cloned().unwrap_or_default();
        Limits {
            depth: given.depth,
            nodes: given.nodes,
            evaluations: given.evaluations,
            time: given.time.map(Duration::from_secs_f64),
            all_ties,
            ..Limits::default()
        }
    }
}
