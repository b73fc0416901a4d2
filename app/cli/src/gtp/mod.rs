//! An engine that speaks GTP, the Go Text Protocol.
//!
//! What needs no search is answered by [`Session`]; moves are found by reasons,
//! or by any other [`Engine`](starboard::Engine) of Go. One thread reads lines, so
//! that an analysis is heard to be over; the analysis runs on another.

mod analysis;
mod mind;

use std::{
    io::{BufRead, Read, Write},
    sync::mpsc::{self, Sender},
    thread,
};

use starboard_core::spec::parse_specs;
use starboard_go::{
    Go, Player, Selector, Size,
    gtp::{LONGEST, Mind, Session},
};

use self::mind::Searching;
use starboard::{BadInput, Engine, GameEntry};

/// Where commands come from.
pub(crate) type Input = Box<dyn BufRead + Send>;

/// Something that happened.
enum Event {
    /// A line of input.
    Line(String),
    /// Nothing more will come.
    End,
    /// A line of the analysis with this number.
    Info(u64, String),
}

/// Plays by GTP until the input ends or says so: on a board of `size`, with so
/// many evaluations a move; by reasons, if no engine is named. Analyses are the
/// engine's, or else those of the game's usual one.
///
/// # Errors
///
/// [`BadInput`] if the engine cannot be; if the output cannot be written.
pub(crate) fn serve(
    entry: &GameEntry<Go>,
    engine: Option<&str>,
    size: Size,
    evaluations: u64,
    input: Input,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let specs = parse_specs(engine.unwrap_or(entry.usual_engine())).map_err(BadInput::error)?;
    let make = || Engine::adjusted(entry, &specs, |_| ()).map_err(BadInput::error);
    // An analysis may be interrupted at any time, so it has an engine of its own.
    let analyst = make()?;
    if engine.is_some() {
        let mind = Searching::new(make()?, evaluations);
        talk(Session::new(mind).with_size(size), analyst, input, out)
    } else {
        let mind = Player::new(Selector::new(evaluations));
        talk(Session::new(mind).with_size(size), analyst, input, out)
    }
}

fn talk(
    mut session: Session<impl Mind>,
    mut analyst: Engine<Go>,
    input: Input,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let (send, events) = mpsc::channel();
    let lines = send.clone();
    // Left alone when the session is over: nobody can wake it.
    thread::Builder::new().name("input".to_owned()).spawn(move || read(input, &lines))?;
    let (mut waiting, mut analyses) = (None, 0);
    while !session.is_over() {
        let event = match waiting.take() {
            Some(event) => event,
            None => events.recv()?,
        };
        let line = match event {
            Event::Line(line) => line,
            Event::End => break,
            // Of an analysis that is over.
            Event::Info(..) => continue,
        };
        tracing::debug!(line, "from");
        if let Some(request) = analysis::Request::read(&line, session.game()) {
            analyses += 1;
            waiting = analysis::run(&mut analyst, request, analyses, &send, &events, out)?;
        } else if let Some(answer) = session.answer(&line) {
            tracing::debug!(answer, "to");
            out.write_all(answer.as_bytes())?;
            out.flush()?;
        }
    }
    Ok(())
}

/// Sends every line, bytes that are no text replaced, then the end.
fn read(mut input: Input, events: &Sender<Event>) {
    let mut line = Vec::new();
    loop {
        line.clear();
        match (&mut input).take(LONGEST as u64).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => break,
            Ok(_) => {
                let text = String::from_utf8_lossy(&line).trim_end().to_owned();
                if events.send(Event::Line(text)).is_err() {
                    return;
                }
            }
        }
    }
    let _ = events.send(Event::End);
}

#[cfg(test)]
mod tests;
