//! The commands, one a file: each has its `Args` and a `run` that writes to
//! whatever it is given, so that tests need no process.

pub(crate) mod ablate;
pub(crate) mod analyse;
mod arguments;
pub(crate) mod bench;
pub(crate) mod book;
pub(crate) mod compare;
pub(crate) mod experiment;
pub(crate) mod explain;
pub(crate) mod fit;
pub(crate) mod games;
pub(crate) mod judge;
pub(crate) mod log;
pub(crate) mod matches;
pub(crate) mod new;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod plugins;
pub(crate) mod screen;
#[cfg(feature = "serve")]
pub(crate) mod serve;
pub(crate) mod shell;
pub(crate) mod solve;
mod text;
pub(crate) mod tournament;
pub(crate) mod train;
pub(crate) mod tree;
pub(crate) mod usi;
pub(crate) mod verify;

use starboard::{AnyGame, Registry};
use starboard_lab::command::GameCommands;
pub(crate) use starboard_lab::command::{
    Context, Examples, count, depth, json, list, plies, shard_done, stopped, threads, time,
    usual_algorithm,
};

/// Whether a game has options of its own for a command, or its own version of it.
fn brings(game: &dyn AnyGame, command: &str) -> bool {
    GameCommands::of(game).iter().any(|own| own.path().eq([command]))
}

/// The names of the games that do, for an error.
fn games_with(games: &Registry, command: &str) -> String {
    let able = games.games().filter(|game| brings(*game, command));
    let able: Vec<_> = able.map(AnyGame::name).collect();
    if able.is_empty() { "none".to_owned() } else { able.join(", ") }
}

#[cfg(test)]
mod tests;
