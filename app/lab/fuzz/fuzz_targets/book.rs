//! Opening books: read or refused, and what was read is written and read back.

#![no_main]

use libfuzzer_sys::fuzz_target;
use starboard::{BookFormat, BookReader, write_book};

fuzz_target!(|bytes: &[u8]| {
    for format in [BookFormat::Starboard, BookFormat::YaneuraOu] {
        let read =
            |bytes: &[u8]| BookReader::new(bytes, "nim", format).and_then(BookReader::entries);
        if let Ok(entries) = read(bytes) {
            let text = write_book("nim", format, &entries);
            let again = read(text.as_bytes()).expect("what was written");
            assert_eq!(write_book("nim", format, &again), text);
        }
    }
});
