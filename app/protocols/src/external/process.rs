//! A child process that is talked to in lines. It is killed when the [`Process`] is dropped.

use std::{
    collections::VecDeque,
    io::{self, BufReader},
    process::{Child, ExitStatus, Stdio},
    sync::Arc,
    thread,
    time::Duration,
};

use starboard_core::Instant;

use parking_lot::Mutex;
use starboard::{Fault, shortened};

use super::{
    Command,
    talk::{Silence, Talk},
};
use crate::lines::pump;

/// The longest line, in bytes; the answers of KataGo are by far the longest.
const LONGEST: u64 = 1 << 20;
/// How many lines of its stderr are kept for the message.
const ERRORS: usize = 3;
/// How long to wait between checks whether it has ended.
const GLANCE: Duration = Duration::from_millis(5);

/// A running program.
///
/// ```
/// use starboard_protocols::external::{Command, Process, soon};
///
/// let mut process = Process::start(&Command::shell("read a; echo noise; echo got $a; read b"))?;
/// process.send("one")?;
/// let found = process.find(soon(), |line| line.strip_prefix("got ").map(str::to_owned))?;
/// assert_eq!(found, "one");
/// # Ok::<(), starboard::Fault>(())
/// ```
pub struct Process {
    talk: Talk,
    child: Child,
    errors: Arc<Mutex<VecDeque<String>>>,
    program: String,
}

impl Process {
    /// Starts the program; its options are left to the client of the protocol.
    ///
    /// # Errors
    ///
    /// A crash if it cannot be started.
    pub fn start(command: &Command) -> Result<Self, Fault> {
        let program = command.program.clone();
        let cannot = |error: io::Error| Fault::Crash(format!("cannot start {program}: {error}"));
        let mut child = std::process::Command::new(&program)
            .args(&command.args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(cannot)?;
        let errors = Arc::new(Mutex::new(VecDeque::new()));
        // All three are there: they were asked for.
        let no_pipe = || io::Error::other("no pipe");
        let talk = (child.stdin.take().zip(child.stdout.take()).ok_or_else(no_pipe))
            .and_then(|(input, output)| Talk::new(&program, input, output, LONGEST));
        let read = child.stderr.take().ok_or_else(no_pipe).and_then(|stderr| {
            let errors = Arc::clone(&errors);
            pump(BufReader::new(stderr), LONGEST, move |line| {
                line.map(|line| keep(&mut errors.lock(), line.text)).is_some()
            })
        });
        match talk.and_then(|talk| read.map(|()| talk)) {
            Ok(talk) => Ok(Self { talk, child, errors, program }),
            Err(error) => {
                // There is nobody to report it to if it cannot be killed.
                let _ = child.kill();
                let _ = child.wait();
                Err(cannot(error))
            }
        }
    }

    /// The ID of the process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends a line, given without its end. This never blocks.
    ///
    /// # Errors
    ///
    /// A crash if the program is known to have ended.
    pub fn send(&self, line: &str) -> Result<(), Fault> {
        self.talk.send(line).map_err(|silence| self.fault(&silence))
    }

    /// The next line, without its end.
    ///
    /// # Errors
    ///
    /// If none comes in time, or the program has ended.
    pub fn receive(&mut self, deadline: Instant) -> Result<String, Fault> {
        self.talk.receive(deadline).map_err(|silence| self.fault(&silence))
    }

    /// The result of `f` for the first line, without the space around it, for which it returns
    /// `Some`; the lines before are skipped.
    ///
    /// # Errors
    ///
    /// If none comes in time, or the program has ended.
    pub fn find<T>(
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

    /// Closes its input, waits until it has ended, and returns the lines that it still wrote.
    ///
    /// # Errors
    ///
    /// If it does not end in time, after which it is killed; if it says that it failed.
    pub fn finish(mut self, deadline: Instant) -> Result<Vec<String>, Fault> {
        self.talk.close();
        let mut lines = Vec::new();
        loop {
            match self.talk.receive(deadline) {
                Ok(line) => lines.push(line),
                Err(Silence::Gone) => break,
                Err(late) => return Err(self.fault(&late)),
            }
        }
        let status = self.status(deadline)?;
        if status.success() {
            return Ok(lines);
        }
        let mut errors = self.errors.lock();
        if errors.is_empty() {
            // In a terminal, errors are not told apart from other output.
            lines
                .into_iter()
                .filter(|line| !line.trim().is_empty())
                .for_each(|line| keep(&mut errors, line));
        }
        drop(errors);
        Err(self.fault(&Silence::Gone))
    }

    /// How it ended.
    fn status(&mut self, deadline: Instant) -> Result<ExitStatus, Fault> {
        loop {
            let status = self.child.try_wait();
            let crash = |error| Fault::Crash(format!("{}: {error}", self.program));
            match status.map_err(crash)? {
                Some(status) => return Ok(status),
                None if Instant::now() >= deadline => return Err(self.fault(&Silence::Late)),
                None => thread::sleep(GLANCE),
            }
        }
    }

    /// Why a program says nothing.
    fn fault(&self, silence: &Silence) -> Fault {
        let program = &self.program;
        if let Silence::Late = silence {
            return Fault::Time(format!("{program} did not answer"));
        }
        let errors = self.errors.lock();
        let last: Vec<_> = errors.iter().map(String::as_str).collect();
        let said = if last.is_empty() { String::new() } else { format!(": {}", last.join("; ")) };
        Fault::Crash(format!("{program} ended{}", shortened(&said)))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended by itself; and there is nobody to report it to if it cannot be killed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Keeps a line, and the last few before it.
fn keep(errors: &mut VecDeque<String>, line: String) {
    if errors.len() == ERRORS {
        errors.pop_front();
    }
    errors.push_back(line);
}

/// How long a program has to start, and to acknowledge a new game.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// The end of [`PATIENCE`], from now.
pub fn soon() -> Instant {
    Instant::now() + PATIENCE
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn start(script: &str) -> Process {
        Process::start(&Command::shell(script)).expect("a shell")
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
        let fault = Process::start(&missing).map(|_| ()).expect_err("it is missing");
        assert!(fault.to_string().starts_with("crash: cannot start no-such-program"), "{fault}");
    }

    #[test]
    fn what_was_not_said_to_the_end_is_not_heard() {
        let mut process = start("echo whole; printf half");
        assert_eq!(process.receive(soon()).as_deref(), Ok("whole"));
        assert_eq!(process.receive(soon()).expect_err("it ended").kind(), "crash");
    }

    #[test]
    fn a_program_is_heard_to_its_end() {
        let process = start("while read -r a; do echo \"got $a\"; done; echo end");
        for line in ["one", "two"] {
            process.send(line).expect("it listens");
        }
        let said = process.finish(soon());
        assert_eq!(said, Ok(["got one", "got two", "end"].map(str::to_owned).to_vec()));
        let fault = start("echo why; exit 3").finish(soon()).expect_err("it failed");
        assert_eq!(fault.to_string(), "crash: sh ended: why");
        let late = start("exec sleep 600").finish(Instant::now());
        assert_eq!(late.map_err(|f| f.kind()), Err("out of time"));
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
