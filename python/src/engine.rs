//! Engines, and what they find.

use std::{
    collections::BTreeMap,
    sync::{
        Mutex, MutexGuard, TryLockError,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};

use pyo3::{
    exceptions::{PyRuntimeError, PyValueError},
    prelude::*,
    types::PyDict,
};
use starboard::AnyEngine;
use starboard_core::{Report, Root, Stop};

use crate::{
    error::{bad, raised},
    handle::Handle,
    json::loaded,
    limit::Limit,
    module,
    number::whole,
    position::{MoveArg, Position},
    worker::interruptible,
};

/// An engine put together from its parts, such as `star2 + tt(mb=64) + killers`.
///
/// It keeps its table from one search to the next, until `clear`. It searches one position
/// at a time; other threads of Python go on meanwhile, and Ctrl-C stops it.
#[pyclass(frozen, module = "starboard", weakref)]
pub(crate) struct Engine {
    game: Handle,
    description: String,
    algorithm: &'static str,
    exact: bool,
    /// None once it is closed.
    engine: Mutex<Option<Box<dyn AnyEngine>>>,
}

impl Engine {
    /// Puts an engine together; the game's default for `None`.
    pub(crate) fn made(game: Handle, description: Option<&str>) -> PyResult<Self> {
        let engine = game.engine(description).map_err(|error| raised(&error))?;
        Ok(Self {
            description: engine.description().to_owned(),
            algorithm: engine.algorithm(),
            exact: engine.is_exact(),
            engine: Mutex::new(Some(engine)),
            game,
        })
    }

    /// The engine, unless it is at work; none if it is closed.
    fn locked(&self) -> PyResult<MutexGuard<'_, Option<Box<dyn AnyEngine>>>> {
        match self.engine.try_lock() {
            Ok(engine) => Ok(engine),
            Err(TryLockError::WouldBlock) => {
                Err(PyRuntimeError::new_err("the engine is searching for another thread"))
            }
            // Whoever held it broke off, and what it knows may be half of something.
            Err(TryLockError::Poisoned(broken)) => {
                let mut engine = broken.into_inner();
                *engine = None;
                self.engine.clear_poison();
                Ok(engine)
            }
        }
    }

    /// Calls `f` with the engine, unless it is closed or at work.
    fn with<T>(&self, f: impl FnOnce(&mut Box<dyn AnyEngine>) -> PyResult<T>) -> PyResult<T> {
        f(self.locked()?.as_mut().ok_or_else(|| bad("the engine is closed"))?)
    }

    fn is_of(&self, position: &Position) -> PyResult<()> {
        let (mine, other) = (self.game.name(), position.game.name());
        let text = || format!("this is an engine of {mine}, and the position is one of {other}");
        if self.game.is_same(&position.game) { Ok(()) } else { Err(bad(text())) }
    }
}

#[pymethods]
impl Engine {
    /// Puts an engine together from its description; the game's default for None.
    #[new]
    #[pyo3(signature = (game, description=None))]
    fn new(game: Handle, description: Option<&str>) -> PyResult<Self> {
        Self::made(game, description)
    }

    /// Searches a position until the first limit is reached; without any, to the game's
    /// usual depth.
    ///
    /// `multipv` lines are found exactly; `moves` leaves out all other moves; `ties=False`
    /// finds one best move, which is faster. `info` is called with an Analysis of each
    /// iteration.
    #[pyo3(signature = (position, limit=None, *, multipv=1, moves=None, ties=true, info=None))]
    #[allow(clippy::too_many_arguments, reason = "by name, in Python")]
    fn analyse(
        &self,
        py: Python<'_>,
        position: &Bound<'_, Position>,
        limit: Option<Limit>,
        #[pyo3(from_py_with = whole::<u16>)] multipv: u16,
        moves: Option<Vec<MoveArg>>,
        ties: bool,
        info: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Analysis> {
        let position = position.get();
        self.is_of(position)?;
        if multipv == 0 {
            return Err(bad("expected at least one line"));
        }
        if moves.as_ref().is_some_and(Vec::is_empty) {
            return Err(bad("expected at least one move to search, or none named at all"));
        }
        let moves = moves.map(|moves| moves.iter().map(|m| position.find(m)).collect());
        let root = Root { moves: moves.transpose()?, ..Root::lines(multipv.into()) };
        let limits = Limit::limits(limit.as_ref(), ties);
        let ended = AtomicBool::new(false);
        let found = self.with(|engine| {
            let stop = Stop::default();
            let (game, at) = (&self.game, &position.inner);
            let limits = engine.limits(&limits);
            let empty = engine.analysis(at, limits.clone(), Report::default());
            let told = |report: Report<String>| match &info {
                Some(info) => info.call1((Analysis(of_iteration(&empty, at, report)),)).map(drop),
                None => Ok(()),
            };
            let wants = info.is_some();
            let analysis = interruptible(py, game, &stop, told, |tell| {
                let mut events = |report: &Report<String>| {
                    if wants {
                        // Nobody listens any more after an exception.
                        let _ = tell.send(report.clone());
                    }
                };
                let analysis = engine.analyse_with(at, &root, &limits, &stop, &mut events);
                ended.store(true, Relaxed);
                analysis
            })?;
            engine.sound(at, analysis.report.stopped_by).map_err(|error| raised(&error))?;
            Ok(Analysis(analysis))
        });
        if found.is_err() && !ended.load(Relaxed) {
            // A search that broke off has left behind what no other should go on with.
            self.close()?;
        }
        found
    }

    /// The move to play; None only where there is no decision to make.
    #[pyo3(signature = (position, limit=None))]
    fn choose(
        &self,
        py: Python<'_>,
        position: &Bound<'_, Position>,
        limit: Option<Limit>,
    ) -> PyResult<Option<String>> {
        let found = self.analyse(py, position, limit, 1, None, false, None)?;
        // A search of depth 0 prefers no move.
        Ok(found.best().or_else(|| position.get().first_move()))
    }

    /// Forgets earlier searches.
    fn clear(&self) -> PyResult<()> {
        self.with(|engine| {
            engine.clear();
            Ok(())
        })
    }

    /// Gives its memory back; it cannot search any more.
    fn close(&self) -> PyResult<()> {
        self.locked()?.take();
        Ok(())
    }

    /// The name of its game.
    #[getter]
    fn game(&self) -> &str {
        self.game.name()
    }

    /// The description it was made from.
    #[getter]
    fn description(&self) -> &str {
        &self.description
    }

    /// The name of its algorithm.
    #[getter]
    fn algorithm(&self) -> &'static str {
        self.algorithm
    }

    /// Whether, as it was described, its value and best moves are those of plain minimax.
    #[getter]
    fn is_exact(&self) -> bool {
        self.exact
    }

    fn __enter__(this: Py<Self>) -> Py<Self> {
        this
    }

    #[pyo3(signature = (*_args))]
    fn __exit__(&self, _args: &Bound<'_, pyo3::types::PyTuple>) -> PyResult<()> {
        self.close()
    }

    fn __repr__(&self) -> String {
        format!("Engine({:?}, {:?})", self.game.name(), self.description)
    }
}

/// What there is to know of an iteration, before the search has ended.
fn of_iteration(
    empty: &starboard::Analysis,
    position: &starboard::Position,
    report: Report<String>,
) -> starboard::Analysis {
    // Layers are counted at the end.
    let (value_units, paper_depth) = (position.units(report.value), None);
    let plies_to_end = starboard::plies_to_end(position, empty.algorithm, &report);
    starboard::Analysis { value_units, plies_to_end, paper_depth, report, ..empty.clone() }
}

/// What a search found, as `starboard analyse --json` prints it.
#[pyclass(frozen, module = "starboard")]
pub(crate) struct Analysis(pub(crate) starboard::Analysis);

impl Analysis {
    fn units(&self, value: starboard_core::Value) -> f64 {
        f64::from(value.raw()) / f64::from(self.0.unit)
    }
}

#[pymethods]
impl Analysis {
    /// The game.
    #[getter]
    fn game(&self) -> &str {
        &self.0.game
    }

    /// The position, in the game's notation.
    #[getter]
    fn position(&self) -> &str {
        &self.0.position
    }

    /// Who is to move, or moves after the roll: "first" or "second".
    #[getter]
    fn mover(&self) -> String {
        self.0.mover.to_string()
    }

    /// The description of the engine.
    #[getter]
    fn engine(&self) -> &str {
        &self.0.engine
    }

    /// The name of its algorithm.
    #[getter]
    fn algorithm(&self) -> &str {
        self.0.algorithm
    }

    /// The move to play; None where there is nothing to decide.
    #[getter]
    fn best(&self) -> Option<String> {
        self.0.report.best_move().cloned()
    }

    /// All moves that are as good as the best.
    #[getter]
    fn best_moves(&self) -> Vec<String> {
        self.0.report.best_moves.clone()
    }

    /// The value for the player to move, in units of the game.
    #[getter]
    fn value(&self) -> f64 {
        self.0.value_units
    }

    /// The same on the grid of whole numbers that searches compare, `unit` of which make a
    /// unit of the game.
    #[getter]
    fn raw_value(&self) -> i32 {
        self.0.report.value.raw()
    }

    /// How many plies ahead the end of the game lies, where the value is that of a win or a loss
    /// and the game counts how soon it comes, as Shogi does; otherwise `None`.
    #[getter]
    fn plies_to_end(&self) -> Option<u32> {
        self.0.plies_to_end
    }

    /// How many grid points make one unit.
    #[getter]
    fn unit(&self) -> i32 {
        self.0.unit
    }

    /// What a unit is called.
    #[getter]
    fn unit_name(&self) -> &str {
        self.0.unit_name
    }

    /// What is known of the value: "exact", "lower", "upper" or "estimate".
    #[getter]
    fn bound(&self) -> PyResult<String> {
        word(&self.0.report.bound)
    }

    /// The line of play expected.
    #[getter]
    fn pv(&self) -> Vec<String> {
        self.0.report.pv.clone()
    }

    /// The moves, best first where the search knows.
    #[getter]
    fn candidates(&self) -> PyResult<Vec<Candidate>> {
        let names = &self.0.report.detail_names;
        let candidates = self.0.report.candidates.iter().map(|c| {
            Ok(Candidate {
                m: c.m.clone(),
                value: self.units(c.value),
                raw_value: c.value.raw(),
                bound: word(&c.bound)?,
                depth: c.depth,
                pv: c.pv.clone(),
                evaluations: c.evaluations,
                details: names.iter().cloned().zip(c.details.iter().copied()).collect(),
            })
        });
        candidates.collect()
    }

    /// The figures that the evaluator knows beside the value, by their names.
    #[getter]
    fn details(&self) -> BTreeMap<String, f32> {
        let report = &self.0.report;
        report.detail_names.iter().cloned().zip(report.details.iter().copied()).collect()
    }

    /// The depth completed, in moves.
    #[getter]
    fn depth(&self) -> u32 {
        self.0.report.depth
    }

    /// The most moves that the search looked ahead anywhere.
    #[getter]
    fn seldepth(&self) -> u32 {
        self.0.report.seldepth
    }

    /// Positions visited.
    #[getter]
    fn nodes(&self) -> u64 {
        self.0.report.counters.nodes
    }

    /// Positions evaluated.
    #[getter]
    fn evaluations(&self) -> u64 {
        self.0.report.counters.evaluations
    }

    /// Seconds it took.
    #[getter]
    fn time(&self) -> f64 {
        self.0.report.times.total.as_secs_f64()
    }

    /// Why it ended: "depth", "nodes", "evaluations", "time" or "request"; "book" where the move is
    /// from an opening book and nothing was searched.
    #[getter]
    fn stopped_by(&self) -> PyResult<String> {
        word(&self.0.report.stopped_by)
    }

    /// Everything, as `starboard analyse --json` prints it.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        loaded(py, &self.0)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let text = serde_json::to_string(&self.0).map_err(bad)?;
        Ok((module::function(py, "_restore_analysis")?, (text,)))
    }

    fn __repr__(&self) -> String {
        format!(
            "<analysis of {} at depth {}: {}, {:+.4} {}, {} nodes>",
            self.0.game,
            self.0.report.depth,
            self.best().unwrap_or_else(|| "no move".to_owned()),
            self.0.value_units,
            self.0.unit_name,
            self.nodes()
        )
    }
}

/// The fields of a candidate, in their order, as it is pickled.
pub(crate) type Fields = (String, f64, i32, String, u32, Vec<String>, u64, BTreeMap<String, f32>);

/// One move that was searched.
#[pyclass(frozen, get_all, module = "starboard")]
#[derive(Clone)]
pub(crate) struct Candidate {
    /// The move.
    #[pyo3(name = "move")]
    pub(crate) m: String,
    /// Its value for the player who plays it, in units of the game.
    pub(crate) value: f64,
    /// The same on the grid of whole numbers.
    pub(crate) raw_value: i32,
    /// What is known of the value: "exact", "lower", "upper" or "estimate".
    pub(crate) bound: String,
    /// The depth it was searched to.
    pub(crate) depth: u32,
    /// The line of play expected after it, itself first.
    pub(crate) pv: Vec<String>,
    /// Positions evaluated for it, where the search counts them.
    pub(crate) evaluations: u64,
    /// The figures that the evaluator knows beside the value, by their names.
    pub(crate) details: BTreeMap<String, f32>,
}

#[pymethods]
impl Candidate {
    /// Its fields by their names.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("move", &self.m)?;
        dict.set_item("value", self.value)?;
        dict.set_item("raw_value", self.raw_value)?;
        dict.set_item("bound", &self.bound)?;
        dict.set_item("depth", self.depth)?;
        dict.set_item("pv", &self.pv)?;
        dict.set_item("evaluations", self.evaluations)?;
        dict.set_item("details", &self.details)?;
        Ok(dict)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Fields,))> {
        let Self { m, value, raw_value, bound, depth, pv, evaluations, details } = self.clone();
        let fields = (m, value, raw_value, bound, depth, pv, evaluations, details);
        Ok((module::function(py, "_restore_candidate")?, (fields,)))
    }

    fn __repr__(&self) -> String {
        format!("<{} {:+.4} {}>", self.m, self.value, self.bound)
    }
}

/// A word as JSON has it.
fn word(value: &impl serde::Serialize) -> PyResult<String> {
    let text = serde_json::to_value(value).ok();
    let text = text.as_ref().and_then(serde_json::Value::as_str);
    text.map(str::to_owned).ok_or_else(|| PyValueError::new_err("no word"))
}
