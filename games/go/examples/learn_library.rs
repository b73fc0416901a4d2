//! Counts corners and openings of game records, one game a line:
//! `xz -dc games.sgfs.xz | cargo run --release -p starboard-go --example learn_library -- FILE`.

use std::{
    error::Error,
    fs,
    io::{BufRead, stdin},
};

use starboard_go::{Record, library::Counts};

#[allow(clippy::print_stdout, reason = "an example talks")]
fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).ok_or("which file?")?;
    let mut records = Vec::new();
    for line in stdin().lock().lines() {
        records.extend(Record::read_all(&line?)?.0);
    }
    let all = records.len();
    let records = Record::distinct(records);
    let mut counts = Counts::default();
    counts.add(&records, 1, &mut |_| ());
    for least in [5, 3, 2] {
        let library = counts.library(least);
        let bytes = library.write();
        println!(
            "{} of {all} games, seen {least} times: {:?} positions, {:?} moves, of corners and openings; \
             {} bytes",
            records.len(),
            library.len(),
            library.moves(),
            bytes.len()
        );
        fs::write(&file, bytes)?;
    }
    Ok(())
}
