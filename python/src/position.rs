//! Positions of any game.

use pyo3::{exceptions::PyIndexError, prelude::*, sync::PyOnceLock, types::PyTuple};
use starboard::Move;
use starboard_core::{Node, Player};

use crate::{
    error::{bad, raised},
    game::Game,
    handle::Handle,
};

/// A position of a game. It does not change: `play` returns the position after a move.
#[pyclass(frozen, module = "starboard", weakref)]
pub(crate) struct Position {
    pub(crate) game: Handle,
    pub(crate) inner: starboard::Position,
}

/// A position taken along with its game.
pub(crate) trait PositionOf {
    /// The position, of this game.
    fn holding(&self, inner: starboard::Position) -> Position;
}

impl PositionOf for Handle {
    fn holding(&self, inner: starboard::Position) -> Position {
        Position { game: self.clone(), inner }
    }
}

/// A move by its name or by its place among those of a position.
#[derive(FromPyObject)]
pub(crate) enum MoveArg {
    Place(u32),
    Name(String),
}

impl Position {
    /// Reads a position; the start for `None`.
    pub(crate) fn read(game: Handle, text: Option<&str>) -> PyResult<Self> {
        let inner = game.position(text).map_err(|error| raised(&error))?;
        Ok(game.holding(inner))
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
    fn move_name(&self, action: u32) -> PyResult<String> {
        Ok(self.inner.format_move(self.find(&MoveArg::Place(action))?))
    }

    /// The place of a move or an outcome of chance.
    fn action(&self, name: String) -> PyResult<u32> {
        Ok(self.find(&MoveArg::Name(name))?.0)
    }

    /// The position after these moves or outcomes of chance, each by its name or its place.
    #[pyo3(signature = (*moves))]
    fn play(&self, moves: &Bound<'_, PyTuple>) -> PyResult<Self> {
        let mut position = self.game.holding(self.inner.clone());
        for m in moves {
            let m = position.find(&m.extract()?)?;
            position.inner.play(m);
            self.game.check()?;
        }
        Ok(position)
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
        Ok(self.inner.units(self.inner.reward(self.find(&m)?)))
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
    fn text(&self) -> String {
        self.inner.format()
    }

    /// The board as text.
    #[getter]
    fn board(&self) -> String {
        self.inner.board()
    }

    /// A hash of everything the rules look at, the same on every machine.
    #[getter]
    fn key(&self) -> u64 {
        self.inner.key()
    }

    /// The board as an SVG picture, where the game can draw one.
    fn svg(&self) -> Option<String> {
        self.inner.svg()
    }

    /// The number of ways to make so many decisions from here on.
    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        py.detach(|| self.game.perft(&self.inner, depth)).map_err(bad)
    }

    fn _repr_svg_(&self) -> Option<String> {
        self.inner.svg()
    }

    fn __str__(&self) -> String {
        self.inner.format()
    }

    fn __repr__(&self) -> String {
        format!("Position({:?}, {:?})", self.game.name(), self.inner.format())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| self.inner == other.get().inner)
    }

    fn __hash__(&self) -> u64 {
        self.inner.key()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String, String))> {
        let Handle::Listed(game) = self.game else {
            let text = "a position of a game written in Python is not pickled: pickle the game's \
                        own object";
            return Err(pyo3::exceptions::PyTypeError::new_err(text));
        };
        let restore = RESTORE.get(py).expect("set when the module was made");
        Ok((restore.bind(py).clone(), (game.name().to_owned(), self.inner.format())))
    }
}

/// What reads a pickled position: a function of the module that it is from.
static RESTORE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

/// Adds it to the module.
pub(crate) fn add_restore(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let function = wrap_pyfunction!(restore, module)?;
    let _ = RESTORE.set(module.py(), function.clone().into_any().unbind());
    module.add_function(function)
}

/// Reads a position that was pickled.
#[pyfunction(name = "_restore")]
pub(crate) fn restore(game: &str, text: &str) -> PyResult<Position> {
    Position::read(Handle::named(game)?, Some(text))
}
