//! The part of GTP that needs no engine, for regression suites.
//!
//! `cargo run --release -p starboard-go --example gtp`

use std::io::{self, BufRead, Write};

use starboard_go::gtp::{NoMind, Session};

fn main() -> io::Result<()> {
    let (mut session, mut out) = (Session::new(NoMind), io::stdout().lock());
    for line in io::stdin().lock().lines() {
        if let Some(answer) = session.answer(&line?) {
            out.write_all(answer.as_bytes())?;
            out.flush()?;
        }
        if session.is_over() {
            break;
        }
    }
    Ok(())
}
