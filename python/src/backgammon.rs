//! What only backgammon has.

use pyo3::{prelude::*, types::PyBytes};
use starboard_backgammon::{
    Backgammon, NetEvaluator, Scoring, bearoff::Bearoff, cube::WithBearoff,
};
use starboard_core::Game;

use crate::error::bad;

/// How games from these positions end, as `starboard evaluate` says: six 32-bit numbers a
/// position, native byte order. Win, win gammon, win backgammon, lose gammon, lose
/// backgammon, equity.
#[pyfunction]
#[pyo3(name = "_probabilities")]
pub(crate) fn probabilities<'py>(
    py: Python<'py>,
    positions: Vec<String>,
) -> PyResult<Bound<'py, PyBytes>> {
    let bytes = py.detach(|| -> PyResult<Vec<u8>> {
        let bearoff = Bearoff::shared().map_err(bad)?;
        let mut eval = WithBearoff { evaluator: NetEvaluator::default(), bearoff };
        let mut bytes = Vec::with_capacity(positions.len() * 24);
        for (i, text) in positions.iter().enumerate() {
            let game = Backgammon::parse(text.trim())
                .map_err(|error| bad(format!("position {i}: {error}")))?;
            let p = eval.probabilities(&game);
            let row = p.as_array().into_iter().chain([p.equity(Scoring::Money)]);
            bytes.extend(row.flat_map(f32::to_ne_bytes));
        }
        Ok(bytes)
    })?;
    Ok(PyBytes::new(py, &bytes))
}
