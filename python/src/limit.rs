//! Where a search stops.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    time::Duration,
};

use pyo3::{exceptions::PyTypeError, prelude::*};
use starboard::MAX_DEPTH;
use starboard_core::Limits;

use crate::{error::bad, module, number::whole_or_none};

/// The four limits.
type Numbers = (Option<u32>, Option<u64>, Option<u64>, Option<f64>);

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
    fn new(
        #[pyo3(from_py_with = whole_or_none::<u32>)] depth: Option<u32>,
        #[pyo3(from_py_with = whole_or_none::<u64>)] nodes: Option<u64>,
        #[pyo3(from_py_with = whole_or_none::<u64>)] evaluations: Option<u64>,
        time: Option<f64>,
    ) -> PyResult<Self> {
        Self::checked(depth, nodes, evaluations, time)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        // Numbers that are equal have the same bits, but for the two zeros.
        let time = self.time.map(|time| (time + 0.0).to_bits());
        (self.depth, self.nodes, self.evaluations, time).hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Numbers)> {
        let numbers = (self.depth, self.nodes, self.evaluations, self.time);
        Ok((module::function(py, "_restore_limit")?, numbers))
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
        Self::checked(
            from.getattr("depth")?.extract()?,
            from.getattr("nodes")?.extract()?,
            from.getattr("evaluations")?.extract()?,
            from.getattr("time")?.extract()?,
        )
    }
}

impl Limit {
    /// A limit, if it can be.
    pub(crate) fn checked(
        depth: Option<u32>,
        nodes: Option<u64>,
        evaluations: Option<u64>,
        time: Option<f64>,
    ) -> PyResult<Self> {
        if let Some(depth) = depth.filter(|&depth| depth > MAX_DEPTH) {
            return Err(bad(format!("expected a depth from 0 to {MAX_DEPTH}, found {depth}")));
        }
        if nodes == Some(0) || evaluations == Some(0) {
            return Err(bad("expected a whole number of at least 1, found 0"));
        }
        if let Some(time) = time.filter(|&time| Duration::try_from_secs_f64(time).is_err()) {
            return Err(bad(format!("expected a time in seconds, 0 or more, found {time}")));
        }
        Ok(Self { depth, nodes, evaluations, time })
    }

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
