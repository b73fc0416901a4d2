//! Files of patterns: read or refused, and written to be read the same. The bytes
//! are tried as they are, and with the first line, the version and the checksum
//! that let them through to what is inside.

#![no_main]

use libfuzzer_sys::fuzz_target;
use starboard_core::binfile::{Kind, Output};
use starboard_go::patterns::Patterns;

const KIND: Kind = Kind { magic: b"SB-GOPAT", version: 1, name: "a file of Go patterns" };

fuzz_target!(|bytes: &[u8]| {
    let mut output = Output::new(KIND);
    output.bytes(bytes);
    for file in [bytes, &output.finish()] {
        if let Ok(patterns) = Patterns::read(file) {
            assert_eq!(Patterns::read(&patterns.write()), Ok(patterns));
        }
    }
});
