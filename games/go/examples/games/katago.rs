//! What examples ask KataGo's analysis engine.

use std::{
    io::{IsTerminal as _, Write},
    time::Duration,
};

use serde_json::{Value, json};
use starboard_core::Game;
use starboard_go::{Go, Scoring};
use starboard_protocols::external::{Command, katago::Analysis};

use crate::options::Failure;

/// How long it may take for the next answer: the first may have to wait until it has found
/// out how to use a graphics card.
pub(crate) const PATIENCE: Duration = Duration::from_secs(3600);

/// Starts it by the command in the environment.
pub(crate) fn start() -> Result<Analysis, Failure> {
    let command = std::env::var("KATAGO")
        .map_err(|_| "KATAGO has no command that starts KataGo's analysis engine")?;
    Ok(Analysis::start(&Command::shell(&command))?)
}

/// A question about the position after these moves, of a game with the rules of `game` that
/// Black began on an empty board.
pub(crate) fn question(game: &Go, moves: &[String], visits: u32) -> Value {
    let (lines, rules) = (game.size().side(), game.rules());
    let named = moves.iter().enumerate().map(|(i, m)| [color(i), m]);
    json!({
        "moves": named.collect::<Vec<_>>(),
        "rules": if rules.scoring == Scoring::Area { "chinese" } else { "japanese" },
        "komi": f64::from(rules.komi.raw()) / f64::from(Go::UNIT),
        "boardXSize": lines, "boardYSize": lines,
        "maxVisits": visits,
        "overrideSettings": { "reportAnalysisWinratesAs": "BLACK" },
    })
}

/// Who makes a move, by its number.
pub(crate) fn color(number: usize) -> &'static str {
    if number.is_multiple_of(2) { "b" } else { "w" }
}

/// Tells whoever watches how far it is.
pub(crate) fn progress(what: &str, done: usize, all: usize) {
    let mut err = std::io::stderr();
    if err.is_terminal() {
        let end = if done == all { "\n" } else { "" };
        let _ = write!(err, "\r{what}: {done} of {all}{end}");
    }
}
