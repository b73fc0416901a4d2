//! A recorded game: every answer of the interface along a seeded game stands
//! in a file, so that a change of the rules or of the evaluator shows.
//! `STARBOARD_BLESS=1` writes the file anew.

use std::path::Path;

use starboard_core::{
    Game,
    playthrough::{check_golden, playthrough},
};
use starboard_go::{Area, Go};

#[track_caller]
fn check(name: &str, start: &str, moves: u32) {
    let start = Go::parse(start).expect("a position");
    let text = playthrough(&start, 1, moves, &mut [("area", &mut Area)]);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/playthroughs/{name}.txt"));
    check_golden(&path, &text).unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn go() {
    check("go", "5x5 b 3.5", 40);
    check("go-territory", "6x6 b 3.5 territory simple-ko", 16);
}
