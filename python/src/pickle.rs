//! How what Python holds is written down by `pickle`, and made again.

use std::{
    collections::BTreeSet,
    sync::{Mutex, PoisonError},
};

use pyo3::{prelude::*, types::PyModule};
use serde::Deserialize;
use starboard::BookMove;
use starboard_core::{Limits, Player, Report};

use crate::{
    engine::{Analysis, Candidate, Fields},
    error::bad,
    handle::Handle,
    limit::Limit,
    position::Position,
};

/// Adds the functions to the module.
pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(restore, module)?)?;
    module.add_function(wrap_pyfunction!(restore_limit, module)?)?;
    module.add_function(wrap_pyfunction!(restore_analysis, module)?)?;
    module.add_function(wrap_pyfunction!(restore_candidate, module)?)
}

/// Reads a position that was pickled, and plays the moves since.
#[pyfunction(name = "_restore")]
#[pyo3(signature = (game, text, moves=None))]
fn restore(game: &str, text: &str, moves: Option<Vec<String>>) -> PyResult<Position> {
    let mut position = Position::read(Handle::named(game)?, Some(text))?;
    for m in moves.unwrap_or_default() {
        position = position.after(position.inner.parse_move(&m).map_err(bad)?);
    }
    Ok(position)
}

/// Makes a limit that was pickled.
#[pyfunction(name = "_restore_limit")]
fn restore_limit(
    depth: Option<u32>,
    nodes: Option<u64>,
    evaluations: Option<u64>,
    time: Option<f64>,
) -> PyResult<Limit> {
    Limit::checked(depth, nodes, evaluations, time)
}

/// What an analysis is written down as.
#[derive(Deserialize)]
struct Kept {
    game: String,
    position: String,
    mover: Player,
    engine: String,
    algorithm: String,
    limits: Limits,
    unit: i32,
    unit_name: String,
    #[serde(default)]
    plies_to_end: Option<u32>,
    paper_depth: Option<u32>,
    #[serde(default)]
    book: Vec<BookMove<String>>,
    report: Report<String>,
}

/// The same text for as long as the program runs. There are few of them: names of algorithms,
/// and of what games count in.
fn lasting(text: String) -> &'static str {
    static KNOWN: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = known.get(text.as_str()) {
        return known;
    }
    let lasting: &'static str = text.leak();
    known.insert(lasting);
    lasting
}

/// Makes an analysis that was pickled.
#[pyfunction(name = "_restore_analysis")]
fn restore_analysis(json: &str) -> PyResult<Analysis> {
    let kept: Kept = serde_json::from_str(json).map_err(bad)?;
    Ok(Analysis(starboard::Analysis {
        value_units: f64::from(kept.report.value.raw()) / f64::from(kept.unit),
        game: kept.game,
        position: kept.position,
        mover: kept.mover,
        engine: kept.engine,
        algorithm: lasting(kept.algorithm),
        limits: kept.limits,
        unit: kept.unit,
        unit_name: lasting(kept.unit_name),
        plies_to_end: kept.plies_to_end,
        paper_depth: kept.paper_depth,
        book: kept.book,
        report: kept.report,
    }))
}

/// Makes a candidate that was pickled.
#[pyfunction(name = "_restore_candidate")]
fn restore_candidate(fields: Fields) -> Candidate {
    let (m, value, raw_value, bound, depth, pv, evaluations, details) = fields;
    Candidate { m, value, raw_value, bound, depth, pv, evaluations, details }
}
