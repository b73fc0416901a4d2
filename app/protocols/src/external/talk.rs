//! Lines to and from a peer at the other end of a pipe or a socket.
//!
//! One thread reads and another writes, so that neither a peer that says nothing nor one that
//! reads nothing can block a match.

use std::{
    io::{self, BufReader, Read, Write},
    sync::mpsc::{self, Receiver, RecvTimeoutError, Sender},
    thread,
};

use starboard::LineEnd;
use starboard_core::Instant;

use crate::lines::pump;

/// How many lines may wait to be read before the peer has to wait.
const WAITING: usize = 4096;

/// A peer to talk to in lines.
pub(super) struct Talk {
    /// `None` once it was closed.
    input: Option<Sender<String>>,
    output: Receiver<String>,
    name: String,
}

/// Why there is no line.
pub(super) enum Silence {
    /// None came in time.
    Late,
    /// None will come any more.
    Gone,
}

impl Talk {
    /// A talk with the peer of this name, which reads `input` and writes `output` in lines of
    /// at most so many bytes.
    pub(super) fn new(
        name: &str,
        input: impl Write + Send + 'static,
        output: impl Read + Send + 'static,
        longest: u64,
    ) -> io::Result<Self> {
        let (send, to_write) = mpsc::channel();
        let (read, lines) = mpsc::sync_channel(WAITING);
        thread::Builder::new()
            .name("output".to_owned())
            .spawn(move || write_lines(input, &to_write))?;
        pump(BufReader::new(output), longest, move |line| {
            // A line that was not finished has not been said. One that is too long is cut: it is
            // no answer, but the next may be.
            let line = line.filter(|line| line.end != LineEnd::Missing);
            line.is_some_and(|line| read.send(line.text).is_ok())
        })?;
        Ok(Self { input: Some(send), output: lines, name: name.to_owned() })
    }

    /// Sends a line; lines sent to a peer that is gone are lost.
    pub(super) fn send(&self, line: &str) -> Result<(), Silence> {
        tracing::debug!(program = self.name, line, "to");
        let input = self.input.as_ref().ok_or(Silence::Gone)?;
        input.send(format!("{line}\n")).map_err(|_| Silence::Gone)
    }

    /// Closes the input once all that was sent is written.
    pub(super) fn close(&mut self) {
        self.input = None;
    }

    /// The next line, without its end.
    pub(super) fn receive(&self, deadline: Instant) -> Result<String, Silence> {
        let left = deadline.saturating_duration_since(Instant::now());
        let line = self.output.recv_timeout(left).map_err(|error| match error {
            RecvTimeoutError::Timeout => Silence::Late,
            RecvTimeoutError::Disconnected => Silence::Gone,
        })?;
        tracing::debug!(program = self.name, line, "from");
        Ok(line)
    }
}

fn write_lines(mut input: impl Write, lines: &Receiver<String>) {
    for line in lines {
        if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
            // The peer is gone; the reading side notices.
            return;
        }
    }
}
