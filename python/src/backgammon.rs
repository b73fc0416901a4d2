//! What only backgammon has.

use pyo3::{prelude::*, types::PyBytes};
use starboard_backgammon::{
    Backgammon, NetEvaluator, Scoring, bearoff::Bearoff, cube::WithBearoff,
};
use starboard_core::Game;

use crate::error::bad;

/// How many positions are evaluated without a look at Ctrl-C.
const CHUNK: usize = 64;

/// How games from these positions end, as `starboard evaluate` says: six 32-bit numbers a
/// position, native byte order. Win, win gammon, win backgammon, lose gammon, lose
/// backgammon, equity.
#[pyfunction]
#[pyo3(name = "_probabilities")]
pub(crate) fn probabilities<'py>(
    py: Python<'py>,
    positions: Vec<String>,
) -> PyResult<Bound<'py, PyBytes>> {
    let bearoff = py.detach(Bearoff::shared).map_err(bad)?;
    let mut eval = WithBearoff { evaluator: NetEvaluator::default(), bearoff };
    let mut bytes = Vec::with_capacity(positions.len() * 24);
    for (part, texts) in positions.chunks(CHUNK).enumerate() {
        // Ctrl-C is seen between parts.
        py.check_signals()?;
        py.detach(|| -> PyResult<()> {
            for (i, text) in texts.iter().enumerate() {
                let place = part * CHUNK + i;
                let game = Backgammon::parse(text.trim())
                    .map_err(|error| bad(format!("position {place}: {error}")))?;
                let p = eval.probabilities(&game);
                let row = p.as_array().into_iter().chain([p.equity(Scoring::Money)]);
                bytes.extend(row.flat_map(f32::to_ne_bytes));
            }
            Ok(())
        })?;
    }
    Ok(PyBytes::new(py, &bytes))
}
