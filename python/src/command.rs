//! The program's commands.

use std::convert::Infallible;

use pyo3::prelude::*;
use starboard_core::Stop;
use starboard_lab::tree::{draw, record};
use starboard_search::proof::ProofOptions;

use crate::{
    error::{bad, raised},
    json::loaded,
    limit::Limit,
    number::whole,
    position::Position,
    worker::interruptible,
};

/// Runs `starboard` with these arguments and returns its exit code, what it printed and what
/// it complained of.
#[pyfunction]
pub(crate) fn run(py: Python<'_>, args: Vec<String>) -> PyResult<(u8, String, String)> {
    let games = crate::games()?;
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let context = starboard_cli::Context::new(games);
    let code = py.detach(|| {
        let args = std::iter::once("starboard".to_owned()).chain(args);
        starboard_cli::run_with(&context, args, &mut out, &mut err)
    });
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    Ok((code, text(out), text(err)))
}

/// Is the program `starboard`: reads and writes as the process does, and returns the exit
/// code.
#[pyfunction]
pub(crate) fn main(py: Python<'_>, args: Vec<String>) -> PyResult<u8> {
    let games = crate::games()?;
    let args = std::iter::once("starboard".to_owned()).chain(args);
    Ok(py.detach(|| starboard_cli::run_args(games, args)))
}

/// A small search drawn: its nodes as `starboard tree --json` has them, and its picture.
#[pyfunction]
#[pyo3(name = "_tree")]
pub(crate) fn tree<'py>(
    py: Python<'py>,
    position: &Bound<'_, Position>,
    engine: Option<String>,
    #[pyo3(from_py_with = whole::<u32>)] depth: u32,
    #[pyo3(from_py_with = whole::<usize>)] max_nodes: usize,
) -> PyResult<(Bound<'py, PyAny>, String)> {
    let Position { game, inner, .. } = position.get();
    let engine = engine.unwrap_or_else(|| game.info().engine);
    let limits = Limit::checked(Some(depth), None, None, None)?;
    let limits = Limit::limits(Some(&limits), true);
    if !(1..=20_000).contains(&max_nodes) {
        let text = format!("expected a number of nodes from 1 to 20000, found {max_nodes}");
        return Err(bad(text));
    }
    let nothing = |_: Infallible| Ok(());
    let stop = Stop::default();
    let tree = interruptible(py, game, &stop, nothing, |_| {
        record(&**game, inner, &engine, &limits, max_nodes, &stop)
    })?;
    let tree = tree.map_err(|error| raised(&error))?;
    Ok((loaded(py, &tree)?, draw(&tree)))
}

/// Asks whether the player to move can force a win: as `starboard solve --json` prints it.
///
/// With `shortest`, the shortest win is found, and that there is none shorter is proven.
/// `mb` is the size of the table of proofs.
#[pyfunction]
#[pyo3(signature = (position, limit=None, *, shortest=false, mb=64))]
pub(crate) fn solve<'py>(
    py: Python<'py>,
    position: &Bound<'_, Position>,
    limit: Option<Limit>,
    shortest: bool,
    #[pyo3(from_py_with = whole::<u16>)] mb: u16,
) -> PyResult<Bound<'py, PyAny>> {
    let Position { game, inner, .. } = position.get();
    let options = ProofOptions { shortest, table_mib: mb.into(), ..ProofOptions::default() };
    let name = game.name();
    let mut solver = game.solver(options).ok_or_else(|| {
        bad(format!("{name} has chance nodes, and only games without can be solved"))
    })?;
    let limits = Limit::limits(limit.as_ref(), false);
    let (stop, nothing) = (Stop::default(), |_: Infallible| Ok(()));
    let solved =
        interruptible(py, game, &stop, nothing, |_| solver.solve(name, inner, &limits, &stop))?;
    loaded(py, &solved.map_err(|error| raised(&error))?)
}

/// Says in which order a search would try the moves next, and why: as `starboard explain
/// --json` prints it.
#[pyfunction]
#[pyo3(signature = (position, engine=None, limit=None))]
pub(crate) fn explain<'py>(
    py: Python<'py>,
    position: &Bound<'_, Position>,
    engine: Option<String>,
    limit: Option<Limit>,
) -> PyResult<Bound<'py, PyAny>> {
    let Position { game, inner, .. } = position.get();
    let engine = engine.unwrap_or_else(|| starboard_cli::explained_engine(&**game));
    let limits = Limit::limits(limit.as_ref(), false);
    let nothing = |_: Infallible| Ok(());
    let stop = Stop::default();
    let explanation = interruptible(py, game, &stop, nothing, |_| {
        game.explain_until(inner, &engine, &limits, &stop)
    })?;
    loaded(py, &explanation.map_err(|error| raised(&error))?)
}
