//! Games whose rules are written in Python.
//!
//! Python is asked once a position for everything that a search may want to know of it; see
//! `describe` in `starboard/own.py`.

use std::{
    collections::HashMap,
    fmt,
    sync::{
        Arc, Mutex, MutexGuard, OnceLock, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};

use pyo3::prelude::*;
use starboard::{AnyGame, GameEntry};
use starboard_core::{Bounds, Evaluator, Node, Player, Value};

use crate::{
    error::bad,
    game::Game,
    handle::{Handle, Rules},
};

/// Grid points of a unit.
const UNIT: i32 = 10_000;

/// What Python is asked with, and what it raised.
struct Shared {
    /// Takes a position, and returns what [`Described`] holds.
    describe: Py<PyAny>,
    evaluates: bool,
    /// Between what values every position lies.
    bounds: Bounds,
    failed: AtomicBool,
    error: Mutex<Option<PyErr>>,
    names: Mutex<Names>,
}

/// Moves by numbers that mean the same in every position.
#[derive(Default)]
struct Names {
    known: HashMap<String, u32>,
    all: Vec<String>,
}

impl Names {
    fn number(&mut self, name: String) -> u32 {
        let Self { known, all } = self;
        *known.entry(name).or_insert_with_key(|name| {
            all.push(name.clone());
            all.len() as u32 - 1
        })
    }
}

/// What Python says of a position: who moves, 0 or 1; 0 for a decision, 1 for chance, 2 for
/// the end; the moves; their names; the weights of outcomes; the value of the end for the
/// mover; the hash.
type Described = (u8, u8, Vec<Py<PyAny>>, Vec<String>, Vec<u32>, f64, u64);

/// A position.
struct At {
    /// None after an exception.
    object: Option<Py<PyAny>>,
    moves: Vec<Py<PyAny>>,
    numbers: Vec<u32>,
    weights: Vec<u32>,
    node: Node,
    mover: Player,
    key: u64,
    value: OnceLock<Value>,
}

/// The most that a position can be worth, in points.
const MOST: f64 = 100_000.0;

/// What so many points are worth; an error for more than can be compared, and for what is no
/// number. `said` is what said so.
fn value(units: f64, said: &str) -> PyResult<Value> {
    if units.abs() <= MOST {
        return Ok(Value::new((units * f64::from(UNIT)).round() as i32));
    }
    Err(bad(format!("expected {said} from -{MOST} to {MOST}, found {units}")))
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    /// What Python says of a position; one where the game is over if it raises anything.
    fn at(&self, made: impl FnOnce(Python<'_>) -> PyResult<Py<PyAny>>) -> At {
        let asked = || {
            Python::attach(|py| {
                let object = made(py)?;
                let told = self.describe.call1(py, (&object,))?.extract::<Described>(py)?;
                let end = value(told.5, "returns()")?;
                Ok((object, told, end))
            })
        };
        // What was played before an exception can be played again after it, as reports are.
        let told = self.kept(asked());
        let Some((object, (mover, kind, moves, names, weights, _, key), end)) = told else {
            return At {
                object: None,
                moves: Vec::new(),
                numbers: Vec::new(),
                weights: Vec::new(),
                node: Node::Over(Value::ZERO),
                mover: Player::First,
                key: 0,
                value: OnceLock::new(),
            };
        };
        let mut known = locked(&self.names);
        At {
            object: Some(object),
            moves,
            numbers: names.into_iter().map(|name| known.number(name)).collect(),
            weights,
            node: match kind {
                0 => Node::Decision,
                1 => Node::Chance,
                _ => Node::Over(end),
            },
            mover: if mover == 0 { Player::First } else { Player::Second },
            key,
            value: OnceLock::new(),
        }
    }

    /// Keeps the first exception.
    fn kept<T>(&self, result: PyResult<T>) -> Option<T> {
        result
            .map_err(|error| {
                self.failed.store(true, Relaxed);
                locked(&self.error).get_or_insert(error);
            })
            .ok()
    }
}

impl Rules for Shared {
    fn raised(&self) -> Option<PyErr> {
        let error = locked(&self.error).take();
        self.failed.store(false, Relaxed);
        error
    }

    fn failed(&self) -> bool {
        self.failed.load(Relaxed)
    }
}

/// A position of a game written in Python, with chance or without.
#[derive(Clone)]
struct Own<const CHANCE: bool> {
    shared: Arc<Shared>,
    at: Arc<At>,
}

impl<const CHANCE: bool> Own<CHANCE> {
    /// What a method without arguments returns as text; empty where there is none.
    fn text(&self, method: &str) -> Option<String> {
        Python::attach(|py| {
            let object = self.at.object.as_ref()?.bind(py);
            object.hasattr(method).ok().filter(|has| *has)?;
            let result = object.call_method0(method).and_then(|text| text.extract());
            self.shared.kept(result)?
        })
    }
}

impl<const CHANCE: bool> fmt::Debug for Own<CHANCE> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text("__str__").unwrap_or_default())
    }
}

impl<const CHANCE: bool> PartialEq for Own<CHANCE> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.at, &other.at)
            || (Arc::ptr_eq(&self.shared, &other.shared) && self.at.key == other.at.key)
    }
}

impl<const CHANCE: bool> starboard_core::Game for Own<CHANCE> {
    type Move = u32;

    const CHANCE: bool = CHANCE;
    const UNIT: i32 = UNIT;

    fn mover(&self) -> Player {
        self.at.mover
    }

    fn node(&self) -> Node {
        self.at.node
    }

    fn moves(&self, out: &mut Vec<u32>) {
        out.extend(&self.at.numbers);
    }

    fn chances(&self, out: &mut Vec<(u32, u32)>) {
        out.extend(self.at.numbers.iter().copied().zip(self.at.weights.iter().copied()));
    }

    fn play(&mut self, m: u32) {
        let place = self.at.numbers.iter().position(|&other| other == m);
        let made = |py: Python<'_>| {
            let object = self.at.object.as_ref().expect("what has moves is an object");
            let m = place.expect("a move of this position");
            object.call_method1(py, "play", (&self.at.moves[m],))
        };
        self.at = Arc::new(self.shared.at(made));
    }

    fn key(&self) -> u64 {
        self.at.key
    }

    fn format(&self) -> String {
        self.text("__str__").unwrap_or_default()
    }

    fn format_move(&self, m: u32) -> String {
        locked(&self.shared.names).all.get(m as usize).cloned().unwrap_or_default()
    }

    fn svg(&self) -> Option<String> {
        self.text("_repr_svg_")
    }
}

/// What the game's own `evaluate` says; 0 where it has none.
#[derive(Clone)]
struct Evaluate;

impl<const CHANCE: bool> Evaluator<Own<CHANCE>> for Evaluate {
    fn evaluate(&mut self, game: &Own<CHANCE>) -> Value {
        let Some(object) = game.at.object.as_ref().filter(|_| game.shared.evaluates) else {
            return Value::ZERO;
        };
        let ask = || {
            let asked = Python::attach(|py| {
                value(object.call_method0(py, "evaluate")?.extract(py)?, "evaluate()")
            });
            let Bounds { low, high } = game.shared.bounds;
            game.shared.kept(asked).map_or(Value::ZERO, |value| value.clamp(low, high))
        };
        *game.at.value.get_or_init(ask)
    }

    fn bounds(&self, game: &Own<CHANCE>) -> Bounds {
        game.shared.bounds
    }
}

fn entry<const CHANCE: bool>(
    name: &str,
    entry: fn(String, String, Own<CHANCE>) -> GameEntry<Own<CHANCE>>,
    start: Own<CHANCE>,
) -> Arc<dyn AnyGame> {
    let entry = entry(name.to_owned(), "Written in Python".to_owned(), start);
    let about = "what the game's own `evaluate` says; 0 where it has none";
    Arc::new(entry.evaluator("own", about, Evaluate).notation("none: written in Python"))
}

/// Makes a game of the position that it begins with; see `starboard.own`.
#[pyfunction]
#[pyo3(name = "_own_game")]
pub(crate) fn own_game(
    start: Py<PyAny>,
    describe: Py<PyAny>,
    name: &str,
    chance: bool,
    evaluates: bool,
    largest: Option<f64>,
) -> PyResult<Game> {
    let largest = largest.map(|largest| value(largest, "largest_value")).transpose()?;
    let shared = Arc::new(Shared {
        describe,
        evaluates,
        bounds: largest.map_or(Bounds::FULL, Bounds::symmetric),
        failed: AtomicBool::new(false),
        error: Mutex::new(None),
        names: Mutex::new(Names::default()),
    });
    let at = Arc::new(shared.at(|_| Ok(start)));
    if let Some(error) = shared.raised() {
        return Err(error);
    }
    let rules = Arc::clone(&shared) as Arc<dyn Rules>;
    let game = if chance {
        entry::<true>(name, GameEntry::with_chance, Own { shared, at })
    } else {
        entry::<false>(name, GameEntry::new, Own { shared, at })
    };
    Ok(Game(Handle::Own(game, rules)))
}
