//! An engine that speaks USI, the Universal Shogi Interface (Romstad 2007), for
//! any game without chance.
//!
//! There are three threads: one reads lines and notes when they came, one searches, and the
//! session handles what comes from either, so that input is always handled and the clock runs
//! from the moment a command arrived.
//!
//! What goes beyond a single iteration of the search (when to stop, what to
//! answer) is decided here, the time by a [`TimeManager`](starboard_search::TimeManager);
//! the search knows of no clock.

mod answer;
mod command;
mod info;
mod options;
mod position;
mod session;
#[cfg(test)]
mod tests;
mod thinking;

use std::{
    io::{BufRead, Write},
    sync::mpsc::{self, RecvTimeoutError, Sender},
};

use starboard::{AnyGame, BadInput, Line};
use starboard_core::Instant;

use crate::lines::pump;

use self::{
    options::Options,
    session::{Event, Session},
};

/// Where commands come from.
pub type Input = Box<dyn BufRead + Send>;

/// The longest line that is read as one, in bytes.
const LONGEST: u64 = 1 << 20;

/// Plays by USI until `quit` or the end of the input.
///
/// # Errors
///
/// [`BadInput`] if the game has chance or the engine cannot be built; also if the output cannot
/// be written.
pub fn serve(
    entry: &dyn AnyGame,
    engine: &str,
    input: Input,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    if entry.info().chance {
        let name = entry.name();
        return Err(BadInput::error(format!(
            "{name} has chance nodes, for which USI has no words"
        )));
    }
    let options = Options::new(entry, engine).map_err(BadInput::error)?;
    let (send, events) = mpsc::channel();
    let mut session = Session::new(entry, options, send.clone());
    // The reading thread is left behind when the session is over, since nothing can wake it.
    pump(input, LONGEST, move |line| read(line, &send))?;
    while !session.is_over() {
        let event = match session.deadline() {
            None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(at) => events.recv_timeout(at.saturating_duration_since(Instant::now())),
        };
        match event {
            Ok(event) => session.handle(event),
            Err(RecvTimeoutError::Timeout) => session.expire(),
            // Cannot happen as long as the session can send.
            Err(RecvTimeoutError::Disconnected) => break,
        }
        let said = session.said();
        for line in &said {
            tracing::debug!(line, "to");
            writeln!(out, "{line}")?;
        }
        if !said.is_empty() {
            out.flush()?;
        }
    }
    Ok(())
}

/// Sends the session a line with the time it came, or the end; returns whether the session
/// still receives.
fn read(line: Option<Line>, events: &Sender<Event>) -> bool {
    let event = match line {
        Some(Line { text, .. }) => {
            tracing::debug!(line = text, "from");
            Event::Line(text, Instant::now())
        }
        None => Event::End,
    };
    events.send(event).is_ok()
}
