//! A game as everything here holds it.

use std::{ops::Deref, sync::Arc};

use pyo3::{exceptions::PyTypeError, prelude::*};
use starboard::AnyGame;

use crate::error::raised;

/// What a search of a game has to be asked beside its answer: whether the rules failed.
pub(crate) trait Rules: Send + Sync {
    /// The exception that the rules raised first, if they did.
    fn raised(&self) -> Option<PyErr>;
    /// Whether they did.
    fn failed(&self) -> bool;
}

/// A game: one of the list, or one whose rules are written in Python.
#[derive(Clone)]
pub(crate) enum Handle {
    /// One of the list.
    Listed(&'static dyn AnyGame),
    /// One whose rules are written in Python.
    Own(Arc<dyn AnyGame>, Arc<dyn Rules>),
}

impl Deref for Handle {
    type Target = dyn AnyGame;

    fn deref(&self) -> &Self::Target {
        match self {
            Self::Listed(game) => *game,
            Self::Own(game, _) => &**game,
        }
    }
}

impl Handle {
    /// The game of this name.
    pub(crate) fn named(name: &str) -> PyResult<Self> {
        crate::games()?.find(name).map(Self::Listed).map_err(|error| raised(&error))
    }

    /// The rules that may fail, if they are written in Python.
    pub(crate) fn rules(&self) -> Option<&dyn Rules> {
        match self {
            Self::Listed(_) => None,
            Self::Own(_, rules) => Some(&**rules),
        }
    }

    /// Whether this is the same game: of this name or, where the rules are written in Python,
    /// made from the same position.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Own(mine, _), Self::Own(other, _)) => Arc::ptr_eq(mine, other),
            (Self::Listed(mine), Self::Listed(other)) => mine.name() == other.name(),
            _ => false,
        }
    }

    /// Refuses to pickle what only Python knows how to write down.
    pub(crate) fn check_listed(&self) -> PyResult<()> {
        match self {
            Self::Listed(_) => Ok(()),
            Self::Own(..) => Err(PyTypeError::new_err(
                "what belongs to a game written in Python is not pickled: pickle the game's own \
                 object",
            )),
        }
    }

    /// The exception that rules written in Python raised, if they did.
    pub(crate) fn check(&self) -> PyResult<()> {
        self.rules().and_then(Rules::raised).map_or(Ok(()), Err)
    }
}
