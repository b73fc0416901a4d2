//! A player that talks GTP, for referees and regression suites.
//!
//! `cargo run --release -p starboard-go --example gtp -- [EVALUATIONS]`, 200
//! full-board evaluations a move unless told otherwise.

use std::io::{self, BufRead, Write};

use starboard_go::{EVALUATIONS, Player, Selector, gtp::Session};

fn main() -> io::Result<()> {
    let evaluations = match std::env::args().nth(1) {
        None => EVALUATIONS,
        Some(text) => text.parse().map_err(|_| {
            io::Error::other(format!("expected a number of evaluations, found {text:?}"))
        })?,
    };
    let player = Player::new(Selector::new(evaluations));
    let (mut session, mut out) = (Session::new(player), io::stdout().lock());
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
