//! Starboard for Python: positions, engines and commands, as an extension module.
//!
//! The module `_starboard` of the Python package `starboard` has the games that come with
//! Starboard. A game of one's own becomes a module of its own by a crate with one line:
//!
//! ```ignore
//! starboard_python::module!(my_game, starboard::Registry::new().with(my_game::entry()));
//! ```

#![forbid(unsafe_code)]
#![warn(missing_docs)]

#[cfg(feature = "builtin")]
mod backgammon;
mod command;
mod engine;
mod error;
mod game;
mod handle;
mod json;
mod limit;
mod module;
mod number;
#[cfg(feature = "builtin")]
mod own;
mod pickle;
mod position;
mod worker;

use std::sync::OnceLock;

pub use pyo3;
use pyo3::prelude::*;
use starboard::Registry;

/// What makes the list of games of a module.
pub type MakeGames = fn() -> anyhow::Result<Registry>;

static MAKE: OnceLock<MakeGames> = OnceLock::new();

/// The games of this module; made when they are first asked for.
fn games() -> PyResult<&'static Registry> {
    static GAMES: OnceLock<Result<Registry, String>> = OnceLock::new();
    let make = || MAKE.get().map_or_else(|| Ok(Registry::new()), |make| make());
    let games = GAMES.get_or_init(|| make().map_err(|error| format!("{error:#}")));
    games.as_ref().map_err(|error| pyo3::exceptions::PyValueError::new_err(error.clone()))
}

/// Fills an extension module: the classes, the functions, and these games.
///
/// # Errors
///
/// If Python refuses to add one of them.
pub fn add_to(module: &Bound<'_, PyModule>, games: MakeGames) -> PyResult<()> {
    // A module that is imported twice has the games that it had.
    let _ = MAKE.set(games);
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<game::Game>()?;
    module.add_class::<position::Position>()?;
    module.add_class::<limit::Limit>()?;
    module.add_class::<engine::Engine>()?;
    module.add_class::<engine::Analysis>()?;
    module.add_class::<engine::Candidate>()?;
    module.add_function(wrap_pyfunction!(game::games, module)?)?;
    module.add_function(wrap_pyfunction!(game::game, module)?)?;
    module::keep(module);
    pickle::add(module)?;
    module.add_function(wrap_pyfunction!(command::run, module)?)?;
    module.add_function(wrap_pyfunction!(command::main, module)?)?;
    module.add_function(wrap_pyfunction!(command::tree, module)?)?;
    module.add_function(wrap_pyfunction!(command::solve, module)?)?;
    module.add_function(wrap_pyfunction!(command::explain, module)?)?;
    #[cfg(feature = "builtin")]
    module.add_function(wrap_pyfunction!(own::own_game, module)?)?;
    #[cfg(feature = "builtin")]
    module.add_function(wrap_pyfunction!(backgammon::probabilities, module)?)?;
    Ok(())
}

/// Makes an extension module of this name with these games, for a crate of one's own.
#[macro_export]
macro_rules! module {
    ($name:ident, $games:expr) => {
        #[$crate::pyo3::pymodule]
        #[pyo3(crate = "::starboard_python::pyo3")]
        fn $name(
            module: &$crate::pyo3::Bound<'_, $crate::pyo3::types::PyModule>,
        ) -> $crate::pyo3::PyResult<()> {
            $crate::add_to(module, || Ok($games))
        }
    };
}

#[cfg(feature = "builtin")]
#[pymodule]
fn _starboard(module: &Bound<'_, PyModule>) -> PyResult<()> {
    // What the user's configuration file says holds here, too.
    add_to(module, || starboard_cli::Config::load()?.builtin())
}
