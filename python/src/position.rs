//! Positions of any game.

use std::{convert::Infallible, sync::Arc};

use pyo3::{
    exceptions::{PyIndexError, PyRuntimeError, PyTypeError},
    prelude::*,
    types::{PyInt, PyString, PyTuple},
};
use starboard::Move;
use starboard_core::{Node, Player, Stop, mix};

use crate::{
    error::{bad, raised},
    game::Game,
    handle::Handle,
    module,
    number::whole,
    worker::interruptible,
};

/// A position of a game. It does not change: `play` returns the position after a move.
#[pyclass(frozen, module = "starboard", weakref)]
#[derive(Clone)]
pub(crate) struct Position {
    pub(crate) game: Handle,
    pub(crate) inner: starboard::Position,
    /// How it came about, where its text does not say all that the rules look at.
    past: Option<Arc<Past>>,
}

/// A position as text, and the moves since.
#[derive(Clone)]
struct Past {
    from: Arc<str>,
    moves: Vec<Move>,
}

/// A position taken along with its game.
pub(crate) trait PositionOf {
    /// The position, of this game.
    fn holding(&self, inner: starboard::Position) -> Position;
}

impl PositionOf for Handle {
    fn holding(&self, inner: starboard::Position) -> Position {
        Position { game: self.clone(), inner, past: None }
    }
}

/// A move by its name or by its place among those of a position.
pub(crate) enum MoveArg {
    Place(u32),
    Name(String),
}

impl<'a, 'py> FromPyObject<'a, 'py> for MoveArg {
    type Error = PyErr;

    fn extract(from: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(name) = from.cast::<PyString>() {
            return name.extract().map(Self::Name);
        }
        // Numbers of NumPy are none of Python's, and as good.
        if from.is_instance_of::<PyInt>() || from.hasattr("__index__")? {
            return whole(&from).map(Self::Place);
        }
        let text = format!("expected a move by its name or place, found {}", from.get_type());
        Err(PyTypeError::new_err(text))
    }
}

impl Position {
    /// Reads a position; the start for `None`.
    pub(crate) fn read(game: Handle, text: Option<&str>) -> PyResult<Self> {
        let inner = game.position(text).map_err(|error| raised(&error))?;
        let told = text.filter(|_| inner.past() != 0);
        let past = told.map(|text| Arc::new(Past { from: text.into(), moves: Vec::new() }));
        Ok(Self { past, ..game.holding(inner) })
    }

    /// The position after a move.
    pub(crate) fn after(&self, m: Move) -> Self {
        let inner = self.inner.after(m);
        let told = inner.past() != 0;
        let past = told.then(|| {
            let here = || Past { from: self.inner.format().into(), moves: Vec::new() };
            let mut past = self.past.as_deref().cloned().unwrap_or_else(here);
            past.moves.push(m);
            Arc::new(past)
        });
        Self { past, ..self.game.holding(inner) }
    }

    /// How it came about: a position as text, and the moves since.
    fn told(&self) -> PyResult<(String, Vec<String>)> {
        let Some(past) = &self.past else { return Ok((self.inner.format(), Vec::new())) };
        let mut at = Self::read(self.game.clone(), Some(&past.from))?.inner;
        let named = past.moves.iter().map(|&m| {
            let name = at.format_move(m);
            at.play(m);
            name
        });
        Ok((past.from.to_string(), named.collect()))
    }

    /// What was asked of the rules, unless they raised an exception.
    fn checked<T>(&self, value: T) -> PyResult<T> {
        self.game.check().map(|()| value)
    }

    /// The move that is meant.
    pub(crate) fn find(&self, m: &MoveArg) -> PyResult<Move> {
        let count = self.inner.count();
        match m {
            MoveArg::Place(place) if (*place as usize) < count => Ok(Move(*place)),
            MoveArg::Place(place) => {
                let text = format!("there is no move {place} here; there are {count}, from 0");
                Err(PyIndexError::new_err(text))
            }
            MoveArg::Name(name) => self.inner.parse_move(name).map_err(bad),
        }
    }

    /// The first move, where a player decides.
    pub(crate) fn first_move(&self) -> Option<String> {
        (self.inner.node() == Node::Decision).then(|| self.inner.format_move(Move(0)))
    }

    fn names(&self) -> impl Iterator<Item = String> {
        (0..self.inner.count() as u32).map(|place| self.inner.format_move(Move(place)))
    }
}

#[pymethods]
impl Position {
    /// Reads a position; the start if no text is given.
    #[new]
    #[pyo3(signature = (game, text=None))]
    fn new(game: Handle, text: Option<&str>) -> PyResult<Self> {
        Self::read(game, text)
    }

    /// The name of its game.
    #[getter]
    fn game(&self) -> &str {
        self.game.name()
    }

    /// Its game.
    fn game_info(&self) -> Game {
        Game(self.game.clone())
    }

    /// The moves of the player to move; none before a roll, and when the game is over.
    #[getter]
    fn legal_moves(&self) -> Vec<String> {
        match self.inner.node() {
            Node::Decision => self.names().collect(),
            _ => Vec::new(),
        }
    }

    /// The places of the moves, or of the outcomes of chance, from 0: `play` takes them, too,
    /// which is faster than names. The same number means another move in another position.
    fn legal_actions(&self) -> Vec<usize> {
        (0..self.inner.count()).collect()
    }

    /// How a move or an outcome of chance is written.
    fn move_name(&self, #[pyo3(from_py_with = whole::<u32>)] action: u32) -> PyResult<String> {
        Ok(self.inner.format_move(self.find(&MoveArg::Place(action))?))
    }

    /// The place of a move or an outcome of chance.
    fn action(&self, name: String) -> PyResult<u32> {
        Ok(self.find(&MoveArg::Name(name))?.0)
    }

    /// The position after these moves or outcomes of chance, each by its name or its place.
    #[pyo3(signature = (*moves))]
    fn play(&self, moves: &Bound<'_, PyTuple>) -> PyResult<Self> {
        let mut position = None;
        for m in moves {
            let before: &Self = position.as_ref().unwrap_or(self);
            let m = before.find(&m.extract()?)?;
            position = Some(self.checked(before.after(m))?);
        }
        Ok(position.unwrap_or_else(|| self.clone()))
    }

    /// Whether chance comes next.
    #[getter]
    fn is_chance(&self) -> bool {
        self.inner.node() == Node::Chance
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        matches!(self.inner.node(), Node::Over(_))
    }

    /// The outcomes of chance with their probabilities; none where a player decides.
    fn chance_outcomes(&self) -> Vec<(String, f64)> {
        let weights = self.inner.weights();
        let all: u64 = weights.iter().copied().map(u64::from).sum();
        let odds = weights.iter().map(|&weight| f64::from(weight) / all as f64);
        if weights.is_empty() { Vec::new() } else { self.names().zip(odds).collect() }
    }

    /// The outcomes' weights, whole numbers; none where a player decides.
    fn chance_weights(&self) -> Vec<u32> {
        self.inner.weights()
    }

    /// What the end is worth for the first and the second player, in units of the game.
    /// What was earned on the way is not part of it.
    fn returns(&self) -> PyResult<(f64, f64)> {
        let Node::Over(value) = self.inner.node() else {
            return Err(bad("the game is not over"));
        };
        let value = self.inner.units(value);
        // No zero with a sign.
        let other = if value == 0.0 { 0.0 } else { -value };
        Ok(match self.inner.mover() {
            Player::First => (value, other),
            Player::Second => (other, value),
        })
    }

    /// What a move or an outcome earns the mover at once, in units of the game.
    fn reward(&self, m: MoveArg) -> PyResult<f64> {
        self.checked(self.inner.units(self.inner.reward(self.find(&m)?)))
    }

    /// Who is to move, or moves after the roll: "first" or "second". Values are this
    /// player's.
    #[getter]
    fn mover(&self) -> &'static str {
        ["first", "second"][self.inner.mover().index()]
    }

    /// The same as a number, 0 or 1.
    #[getter]
    fn player(&self) -> usize {
        self.inner.mover().index()
    }

    /// The position in the game's own notation.
    #[getter]
    fn text(&self) -> PyResult<String> {
        self.checked(self.inner.format())
    }

    /// The board as text.
    #[getter]
    fn board(&self) -> PyResult<String> {
        self.checked(self.inner.board())
    }

    /// A hash of everything the rules look at but for what came before, the same on every
    /// machine.
    #[getter]
    fn key(&self) -> u64 {
        self.inner.key()
    }

    /// The board as an SVG picture, where the game can draw one.
    fn svg(&self) -> PyResult<Option<String>> {
        self.checked(self.inner.svg())
    }

    /// The number of ways to make so many decisions from here on.
    fn perft(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = whole::<u32>)] depth: u32,
    ) -> PyResult<u64> {
        let (stop, nothing) = (Stop::default(), |_: Infallible| Ok(()));
        let counted = interruptible(py, &self.game, &stop, nothing, |_| {
            self.game.perft_until(&self.inner, depth, &stop)
        })?;
        counted.map_err(bad)?.ok_or_else(|| PyRuntimeError::new_err("the count was stopped"))
    }

    fn _repr_svg_(&self) -> PyResult<Option<String>> {
        self.svg()
    }

    fn __str__(&self) -> PyResult<String> {
        self.text()
    }

    fn __repr__(&self) -> PyResult<String> {
        let (text, moves) = self.told()?;
        let from = format!("Position({:?}, {text:?})", self.game.name());
        let moves: Vec<_> = moves.iter().map(|m| format!("{m:?}")).collect();
        let moves = moves.join(", ");
        self.checked(if moves.is_empty() { from } else { format!("{from}.play({moves})") })
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| {
            let other = &other.get().inner;
            self.inner == *other && self.inner.past() == other.past()
        })
    }

    fn __hash__(&self) -> u64 {
        match self.inner.past() {
            0 => self.inner.key(),
            past => mix(self.inner.key() ^ past),
        }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Written)> {
        self.game.check_listed()?;
        let (text, moves) = self.told()?;
        let name = self.game.name().to_owned();
        Ok((module::function(py, "_restore")?, (name, text, moves)))
    }
}

/// What a position is pickled as: the game, a position as text, and the moves since.
type Written = (String, String, Vec<String>);
