//! A program that is started when its first game begins.

use starboard::Fault;

use super::Command;

/// A program, running or to be started for the next game; `P` is its client while it runs.
pub(super) struct Lazy<P> {
    command: Command,
    running: Option<P>,
}

impl<P> Lazy<P> {
    /// The program of this command, not started yet.
    pub(super) fn new(command: Command) -> Self {
        Self { command, running: None }
    }

    /// The program, started by `start` unless it runs.
    ///
    /// # Errors
    ///
    /// Those of `start`.
    pub(super) fn started(
        &mut self,
        start: impl FnOnce(&Command) -> Result<P, Fault>,
    ) -> Result<&mut P, Fault> {
        match &mut self.running {
            Some(running) => Ok(running),
            none => Ok(none.insert(start(&self.command)?)),
        }
    }

    /// Whether it runs, as far as is known.
    pub(super) fn runs(&self) -> bool {
        self.running.is_some()
    }

    /// The program that was started.
    ///
    /// # Errors
    ///
    /// A crash if it was not started, or has been ended since.
    pub(super) fn running(&mut self) -> Result<&mut P, Fault> {
        let program = &self.command.program;
        self.running.as_mut().ok_or_else(|| Fault::Crash(format!("{program} does not run")))
    }

    /// Ends it.
    pub(super) fn stop(&mut self) {
        self.running = None;
    }
}
