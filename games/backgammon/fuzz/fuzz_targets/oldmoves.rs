//! Matches as FIBS tells them, and whatever else a text may be: read or refused.

#![no_main]

use libfuzzer_sys::fuzz_target;
use starboard_backgammon::record::{Format, read, read_oldmoves, write};

fuzz_target!(|text: &str| {
    if let Err(error) = read_oldmoves(text) {
        assert!(error.line >= 1 && error.column >= 1);
    }
    if let Ok(record) = read(text) {
        let _ = write(&record, Format::Mat);
        let _ = write(&record, Format::Sgf);
    }
});
