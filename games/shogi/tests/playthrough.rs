//! A recorded game: every answer of the interface along a seeded game stands
//! in a file, so that a change of the rules or of the evaluator shows.
//! `STARBOARD_BLESS=1` writes the file anew.

use std::path::Path;

use starboard_core::playthrough::{check_golden, playthrough};
use starboard_shogi::{Material, Shogi};

#[test]
fn shogi() {
    let text = playthrough(&Shogi::start(), 1, 60, &mut [("material", &mut Material)]);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/playthroughs/shogi.txt");
    check_golden(&path, &text).unwrap_or_else(|error| panic!("{error}"));
}
