//! A recorded game: every answer of the interface along a seeded game stands
//! in a file, so that a change of the rules or of the evaluator shows.
//! `STARBOARD_BLESS=1` writes the file anew.

use std::path::Path;

use starboard_backgammon::{Backgammon, HandMade};
use starboard_core::playthrough::{check_golden, playthrough};

#[track_caller]
fn check(name: &str, start: &Backgammon) {
    let text = playthrough(start, 1, 40, &mut [("hand-made", &mut HandMade::default())]);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/playthroughs");
    let path = folder.join(format!("{name}.txt"));
    check_golden(&path, &text).unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn backgammon() {
    check("backgammon", &Backgammon::START);
}

#[test]
fn nackgammon() {
    check("nackgammon", &Backgammon::NACKGAMMON);
}

#[test]
fn hypergammon() {
    check("hypergammon", &Backgammon::HYPERGAMMON);
}
