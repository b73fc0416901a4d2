//! A child process that is talked to in lines.
//!
//! Its output is read by one thread and its input written by another, so that
//! neither a program that says nothing nor one that listens to nothing can stop
//! a match. It is killed when the [`Process`] is dropped.

use std::{
    collections::VecDeque,
    io::{self, BufRead, BufReader, Read, Write},
    process::{Child, ChildStderr, ChildStdin, ChildStdout, Stdio},
    sync::{
        Arc,
        mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender},
    },
    thread,
    time::Duration,
};

use starboard_core::Instant;

use parking_lot::Mutex;
use starboard::{Fault, shortened};

use super::Command;

/// Lines that may wait to be read before the program has to wait itself.
const WAITING: usize = 4096;
/// The longest line, in bytes.
const LONGEST: u64 = 1 << 16;
/// How many lines of its stderr are kept for the message.
const ERRORS: usize = 3;

/// A running program.
pub(super) struct Process {
    child: Child,
    input: Sender<String>,
    output: Receiver<String>,
    errors: Arc<Mutex<VecDeque<String>>>,
    program: String,
}

impl Process {
    /// Starts the program with these arguments.
    pub(super) fn start(command: &Command, args: &[String]) -> Result<Self, Fault> {
        let program = command.program.clone();
        let cannot = |error: io::Error| Fault::Crash(format!("cannot start {program}: {error}"));
        let mut child = std::process::Command::new(&program)
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(cannot)?;
        let (input, to_write) = mpsc::channel();
        let (read, output) = mpsc::sync_channel(WAITING);
        let errors = Arc::new(Mutex::new(VecDeque::new()));
        // All three are there: they were asked for.
        if let Some(stdin) = child.stdin.take() {
            thread::spawn(move || write_lines(stdin, &to_write));
        }
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || read_lines(stdout, &read));
        }
        if let Some(stderr) = child.stderr.take() {
            let errors = Arc::clone(&errors);
            thread::spawn(move || keep_errors(stderr, &errors));
        }
        Ok(Self { child, input, output, errors, program })
    }

    /// Sends a line.
    pub(super) fn send(&self, line: &str) -> Result<(), Fault> {
        tracing::debug!(program = self.program, line, "to");
        self.input.send(format!("{line}\n")).map_err(|_| self.gone())
    }

    /// The next line, without its end.
    pub(super) fn receive(&mut self, deadline: Instant) -> Result<String, Fault> {
        let left = deadline.saturating_duration_since(Instant::now());
        match self.output.recv_timeout(left) {
            Ok(line) => {
                tracing::debug!(program = self.program, line, "from");
                Ok(line)
            }
            Err(RecvTimeoutError::Timeout) => {
                Err(Fault::Time(format!("{} did not answer", self.program)))
            }
            Err(RecvTimeoutError::Disconnected) => Err(self.gone()),
        }
    }

    /// The first line of which `f` makes something; the others are passed over.
    pub(super) fn find<T>(
        &mut self,
        deadline: Instant,
        mut f: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Fault> {
        loop {
            let line = self.receive(deadline)?;
            if let Some(found) = f(line.trim()) {
                return Ok(found);
            }
        }
    }

    /// What became of a program that no longer talks.
    fn gone(&self) -> Fault {
        let errors = self.errors.lock();
        let last: Vec<_> = errors.iter().map(String::as_str).collect();
        let said = if last.is_empty() { String::new() } else { format!(": {}", last.join("; ")) };
        Fault::Crash(format!("{} ended{}", self.program, shortened(&said)))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended by itself; and there is nobody to report it to if it cannot be killed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn write_lines(mut stdin: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            // A program that is gone; its reader notices.
            return;
        }
    }
}

fn read_lines(stdout: ChildStdout, lines: &SyncSender<String>) {
    let mut reader = BufReader::new(stdout);
    let mut line = Vec::new();
    loop {
        line.clear();
        match (&mut reader).take(LONGEST).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            // A line that is too long comes in pieces, of which none is an answer.
            Ok(_) => {
                let text = String::from_utf8_lossy(&line);
                let text = text.trim_end_matches(['\n', '\r']).to_owned();
                if lines.send(text).is_err() {
                    return;
                }
            }
        }
    }
}

fn keep_errors(stderr: ChildStderr, errors: &Mutex<VecDeque<String>>) {
    let mut reader = BufReader::new(stderr);
    let mut line = Vec::new();
    loop {
        line.clear();
        match (&mut reader).take(LONGEST).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {
                let mut errors = errors.lock();
                if errors.len() == ERRORS {
                    errors.pop_front();
                }
                errors.push_back(String::from_utf8_lossy(&line).trim_end().to_owned());
            }
        }
    }
}

/// How long a program has to start, and to take note of a new game.
pub(super) const PATIENCE: Duration = Duration::from_secs(60);

/// The end of [`PATIENCE`], from now on.
pub(super) fn soon() -> Instant {
    Instant::now() + PATIENCE
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::external::testing::shell;

    fn start(script: &str) -> Process {
        let command = shell(script);
        Process::start(&command, &command.args).expect("a shell")
    }

    #[test]
    fn lines_go_both_ways() {
        let mut process = start("read a; read b; echo \"noise\"; echo \"got $b $a\"; read c");
        process.send("one").expect("it listens");
        process.send("two").expect("it listens");
        let found = process.find(soon(), |line| line.strip_prefix("got ").map(str::to_owned));
        assert_eq!(found.as_deref(), Ok("two one"));
    }

    #[test]
    fn programs_that_end_are_noticed() {
        let mut process = start("echo why >&2; echo bye; exec >&-; read a");
        assert_eq!(process.receive(soon()).as_deref(), Ok("bye"));
        let fault = process.receive(soon()).expect_err("it ended");
        assert_eq!(fault.kind(), "crash", "{fault}");
        let missing = "cmd:no-such-program-anywhere".parse::<Command>().expect("a command");
        let fault = Process::start(&missing, &[]).map(|_| ()).expect_err("it is missing");
        assert!(fault.to_string().starts_with("crash: cannot start no-such-program"), "{fault}");
    }

    #[test]
    fn silence_is_not_waited_for() {
        let mut process = start("exec sleep 600");
        // More than any pipe holds: sending does not wait either.
        for _ in 0..2000 {
            process.send(&"x".repeat(100)).expect("it is there");
        }
        let fault = process.receive(Instant::now()).expect_err("it says nothing");
        assert_eq!(fault.kind(), "out of time");
    }

    #[test]
    fn floods_and_garbage_do_no_harm() {
        let mut process =
            start("printf '\\377\\376x\\n'; head -c 200000 /dev/zero; echo; echo end; read a");
        let first = process.receive(soon()).expect("a line");
        assert!(first.ends_with('x'), "{first}");
        assert_eq!(process.find(soon(), |line| (line == "end").then_some(())), Ok(()));
    }
}
