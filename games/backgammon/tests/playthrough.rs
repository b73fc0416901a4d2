//! A recorded game: every answer of the interface along a seeded game stands
//! in a file, so that a change of the rules or of the evaluator shows.
//! `STARBOARD_BLESS=1` writes the file anew.

use std::path::Path;

use starboard_backgammon::{Backgammon, HandMade};
use starboard_core::playthrough::{check_golden, playthrough};

#[test]
fn backgammon() {
    let text =
        playthrough(&Backgammon::START, 1, 40, &mut [("hand-made", &mut HandMade::default())]);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/playthroughs/backgammon.txt");
    check_golden(&path, &text).unwrap_or_else(|error| panic!("{error}"));
}
