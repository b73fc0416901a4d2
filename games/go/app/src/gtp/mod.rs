//! An engine that speaks GTP, the Go Text Protocol.
//!
//! What needs no search is answered by [`Session`], which asks one
//! [`Engine`](starboard::Engine) for moves and for analyses. One thread reads lines,
//! so that an analysis can be interrupted; the analysis runs on another.

mod analysis;
pub(crate) mod command;

use std::{
    io::{self, BufRead, Write},
    sync::mpsc,
};

use starboard_core::{Limits, spec::parse_specs};
use starboard_go::{
    EVALUATIONS, Go, Size,
    gtp::{LONGEST, Session},
};
use starboard_protocols::pump;

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
    /// The analysis with this number has found the move that would be played.
    Decided(u64),
}

/// Plays and analyses by GTP until the input ends or `quit` is read, on a board of `size`. Without
/// an engine, the game's default engine plays. If `evaluations` is not given, the limits are those
/// of the engine's description, otherwise the clock if one is set, otherwise [`EVALUATIONS`]. Lost
/// games are resigned if it `resigns`.
///
/// # Errors
///
/// [`BadInput`] if the engine cannot be created; and if the output cannot be written.
pub(crate) fn serve(
    entry: &GameEntry<Go>,
    engine: Option<&str>,
    size: Size,
    evaluations: Option<u64>,
    resigns: bool,
    input: Input,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let specs = parse_specs(engine.unwrap_or(entry.usual_engine())).map_err(BadInput::error)?;
    let engine = Engine::adjusted(entry, &specs, |_| ()).map_err(BadInput::error)?;
    let limits = engine.limits(&Limits { evaluations, ..Limits::default() });
    let usual = Limits { evaluations: Some(EVALUATIONS), ..Limits::default() };
    let session = Session::new().with_size(size).with_engine(engine, limits);
    let session = session.with_usual_limits(usual);
    talk(if resigns { session } else { session.without_resigning() }, input, out)
}

fn talk(mut session: Session, input: Input, out: &mut dyn Write) -> anyhow::Result<()> {
    let (send, events) = mpsc::channel();
    let lines = send.clone();
    // Left alone when the session is over: nobody can wake it.
    pump(input, LONGEST as u64, move |line| {
        let event = line.map_or(Event::End, |line| Event::Line(line.text));
        lines.send(event).is_ok()
    })?;
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
            Event::Info(..) | Event::Decided(_) => continue,
        };
        tracing::debug!(line, "from");
        let request = analysis::Request::read(&line, session.game(), session.evaluator());
        if let Some(Err(refusal)) = request {
            out.write_all(refusal.as_bytes())?;
            out.flush()?;
        } else if let Some(Ok(request)) = request
            && let Some((engine, limits)) = session.engine()
        {
            if request.plays() {
                analysis::play(&mut session, &request, out)?;
                continue;
            }
            analyses += 1;
            waiting = analysis::run(engine, limits, request, analyses, &send, &events, out)?;
        } else if let Some(answer) = session.answer(&line) {
            tracing::debug!(answer, "to");
            out.write_all(answer.as_bytes())?;
            out.flush()?;
            for warning in session.take_warnings() {
                // Whoever closed stderr does not want to know.
                let _ = writeln!(io::stderr(), "warning: {warning}");
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
