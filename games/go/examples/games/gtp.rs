//! A program that is asked by GTP.

use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

use std::error::Error;

/// Why a program could not be asked.
type Failure = Box<dyn Error>;

/// A program that talks GTP; it is told to quit at the end.
pub(crate) struct Gtp {
    pub(crate) child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Gtp {
    /// Starts it.
    pub(crate) fn start(command: &mut Command) -> Result<Self, Failure> {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let input = child.stdin.take().ok_or("no way to talk to the program")?;
        let output = child.stdout.take().ok_or("no way to hear the program")?;
        Ok(Self { child, input, output: BufReader::new(output) })
    }

    /// What it answers to a command.
    pub(crate) fn ask(&mut self, command: &str) -> Result<String, Failure> {
        let ended = |_| format!("the program ended at {command:?}");
        writeln!(self.input, "{command}").and_then(|()| self.input.flush()).map_err(ended)?;
        let mut answer = String::new();
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line)? == 0 {
                return Err(format!("the program ended at {command:?}").into());
            }
            if line.trim().is_empty() {
                break;
            }
            answer += &line;
        }
        let text = answer.strip_prefix('=').ok_or_else(|| format!("{command:?}: {answer}"))?;
        Ok(text.trim().to_owned())
    }
}

impl Drop for Gtp {
    fn drop(&mut self) {
        // One that has ended already needs no telling.
        let _ = writeln!(self.input, "quit");
        let _ = self.child.wait();
    }
}
