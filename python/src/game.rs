//! The games of a module.

use std::hash::{DefaultHasher, Hash, Hasher};

use pyo3::prelude::*;
use starboard::{AnyGame, GameInfo};

use crate::{
    engine::Engine,
    handle::Handle,
    json::loaded,
    module,
    position::{Position, PositionOf},
};

impl<'a, 'py> FromPyObject<'a, 'py> for Handle {
    type Error = PyErr;

    /// A name, a game, or a position of it.
    fn extract(from: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(game) = from.cast::<Game>() {
            return Ok(game.get().0.clone());
        }
        if let Ok(position) = from.cast::<Position>() {
            return Ok(position.get().game.clone());
        }
        Self::named(&from.extract::<String>()?)
    }
}

/// A game: its name, its start, and what it can be searched with.
#[pyclass(frozen, module = "starboard")]
pub(crate) struct Game(pub(crate) Handle);

impl Game {
    fn known(&self) -> GameInfo {
        self.0.info()
    }
}

#[pymethods]
impl Game {
    /// What it is called.
    #[getter]
    fn name(&self) -> &str {
        self.0.name()
    }

    /// What it is, in one line.
    #[getter]
    fn about(&self) -> String {
        self.known().about
    }

    /// How many play: one, for a score, or two.
    #[getter]
    fn players(&self) -> u8 {
        self.known().players
    }

    /// Whether it has chance nodes.
    #[getter]
    fn has_chance(&self) -> bool {
        self.known().chance
    }

    /// What a unit of its values is called.
    #[getter]
    fn unit_name(&self) -> &'static str {
        self.known().unit_name
    }

    /// How its positions are written.
    #[getter]
    fn notation(&self) -> String {
        self.known().notation
    }

    /// The description of the default engine.
    #[getter]
    fn default_engine(&self) -> String {
        self.known().engine
    }

    /// The names of the algorithms that can search it.
    #[getter]
    fn algorithms(&self) -> Vec<&'static str> {
        self.known().algorithms
    }

    /// The names of its evaluators, the default first.
    #[getter]
    fn evaluators(&self) -> Vec<String> {
        self.known().evaluators.into_iter().map(|part| part.name).collect()
    }

    /// All there is to know about it: what `starboard games NAME --json` lists.
    fn info<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        loaded(py, &self.known())
    }

    /// The position it begins with.
    fn start(&self) -> Position {
        self.0.holding(self.0.start())
    }

    /// Reads a position; the start for None.
    #[pyo3(signature = (text=None))]
    fn position(&self, text: Option<&str>) -> PyResult<Position> {
        Position::read(self.0.clone(), text)
    }

    /// The built-in positions, on which searches are compared.
    fn positions(&self) -> Vec<Position> {
        self.0.positions().into_iter().map(|position| self.0.holding(position)).collect()
    }

    /// The positions that the games of a match begin with, if the game has any.
    fn openings(&self) -> Vec<Position> {
        self.0.openings().into_iter().map(|position| self.0.holding(position)).collect()
    }

    /// An engine of its parts; the default for None.
    #[pyo3(signature = (description=None))]
    fn engine(&self, description: Option<&str>) -> PyResult<Engine> {
        Engine::made(self.0.clone(), description)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| self.0.is_same(&other.get().0))
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.name().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        self.0.check_listed()?;
        Ok((module::function(py, "game")?, (self.name().to_owned(),)))
    }

    fn __repr__(&self) -> String {
        format!("<starboard game {:?}: {}>", self.name(), self.about())
    }
}

/// The names of the games.
#[pyfunction]
pub(crate) fn games() -> PyResult<Vec<&'static str>> {
    Ok(crate::games()?.games().map(AnyGame::name).collect())
}

/// The game of this name.
#[pyfunction]
pub(crate) fn game(name: &str) -> PyResult<Game> {
    Handle::named(name).map(Game)
}
