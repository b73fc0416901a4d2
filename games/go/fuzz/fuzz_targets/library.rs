//! Libraries of corners and openings: read or refused, and written to be read the
//! same. The bytes are tried as they are, and with the first line, the version and
//! the checksum that let them through to what is inside.

#![no_main]

use libfuzzer_sys::fuzz_target;
use starboard_core::{
    Game,
    binfile::{Kind, Output},
};
use starboard_go::{Go, library::Library};

const KIND: Kind = Kind { magic: b"SB-GOLIB", version: 1, name: "a library of Go" };

fuzz_target!(|bytes: &[u8]| {
    let mut output = Output::new(KIND);
    output.bytes(bytes);
    for file in [bytes, &output.finish()] {
        let Ok(library) = Library::read(file) else { continue };
        assert_eq!(Library::read(&library.write()).as_ref(), Ok(&library));
        let game = Go::parse("19x19 b 7.5 moves D4 Q16 K10 F3").expect("a position");
        for (_, found) in library.corners(&game) {
            assert!(found.moves().all(|played| played.score().is_finite()));
        }
    }
});
