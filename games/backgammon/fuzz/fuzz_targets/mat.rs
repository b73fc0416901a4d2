//! Matches in Jellyfish's format: read or refused, and written to be read the
//! same.

#![no_main]

use libfuzzer_sys::fuzz_target;
use starboard_backgammon::record::{read_mat, write_mat};

fuzz_target!(|text: &str| match read_mat(text) {
    Ok(record) => assert_eq!(read_mat(&write_mat(&record)), Ok(record)),
    Err(error) => assert!(error.line >= 1 && error.column >= 1),
});
