//! Matches in GNU Backgammon's SGF: read or refused, and written to be read the
//! same.

#![no_main]

use libfuzzer_sys::fuzz_target;
use starboard_backgammon::record::{read_sgf, write_sgf};

fuzz_target!(|text: &str| match read_sgf(text) {
    Ok(record) => assert_eq!(read_sgf(&write_sgf(&record)), Ok(record)),
    Err(error) => assert!(error.line >= 1 && error.column >= 1),
});
