//! GNU Backgammon as an external player, over its socket, and its command line.
//!
//! The program is started, given its settings, and made to listen on a free port of this
//! machine; each decision is then one line to it and one line back. An address instead of a
//! program, `gnubg:127.0.0.1:1234`, is that of a server that is already listening.

use std::{
    io,
    net::{Shutdown, SocketAddr, TcpListener, TcpStream},
    thread,
    time::Duration,
};

use starboard::{Answer, Decision, Fault, MatchPlayer, Position, Turn, shortened};
use starboard_core::Instant;

use super::{
    Command,
    lazy::Lazy,
    process::{PATIENCE, Process},
    protocols::Board,
    talk::{Silence, Talk},
};

/// The longest line that it reads, newline included; longer ones are cut.
const LONGEST: usize = 255;
/// The longest answer that is read, in bytes.
const LONGEST_ANSWER: u64 = 4096;
/// Options that are settings of the evaluation; all others are settings of the
/// program.
const EVALUATION: [&str; 5] = ["plies", "cubeful", "prune", "noise", "deterministic"];
/// Arguments for running it unattended: without a graphical board, without a greeting.
const ARGS: [&str; 2] = ["-t", "-q"];

/// A connection to GNU Backgammon, which listens on a socket.
pub struct Server {
    talk: Talk,
    stream: TcpStream,
    /// The program, if it is ours.
    process: Option<Process>,
}

impl Server {
    /// Starts the program and makes it listen, on one thread, without Jacoby rule and beavers
    /// and with the options given; or, if the command is an address, connects to that.
    ///
    /// # Errors
    ///
    /// If it does not listen.
    pub fn start(command: &Command) -> Result<Self, Fault> {
        let crash = |error: io::Error| Fault::Crash(format!("{}: {error}", command.program));
        if let Ok(address) = command.program.parse::<SocketAddr>() {
            let stream = TcpStream::connect_timeout(&address, PATIENCE).map_err(crash)?;
            return Self::connected(stream, None).map_err(crash);
        }
        let mut process = Process::start(&command.or_args(&ARGS))?;
        process.send("set threads 1")?;
        process.send("set jacoby off")?;
        process.send("set beavers 0")?;
        for (name, value) in &command.options {
            let chequer = "set evaluation chequerplay evaluation ";
            let group = if EVALUATION.contains(&name.as_str()) { chequer } else { "set " };
            process.send(&format!("{group}{name} {value}"))?;
        }
        let free = TcpListener::bind(("127.0.0.1", 0)).and_then(|l| l.local_addr());
        let address = free.map_err(crash)?;
        process.send(&format!("external {address}"))?;
        let deadline = Instant::now() + PATIENCE;
        loop {
            match TcpStream::connect_timeout(&address, PATIENCE) {
                Ok(stream) => return Self::connected(stream, Some(process)).map_err(crash),
                Err(error) if Instant::now() >= deadline => return Err(crash(error)),
                Err(_) => {}
            }
            // What it prints is of no use, but must not fill its pipe; and once it has ended,
            // nothing will ever listen.
            match process.receive(Instant::now()) {
                Err(Fault::Time(_)) => thread::sleep(Duration::from_millis(20)),
                Err(fault) => return Err(fault),
                Ok(_) => {}
            }
        }
    }

    fn connected(stream: TcpStream, process: Option<Process>) -> io::Result<Self> {
        stream.set_nodelay(true)?;
        let talk = Talk::new("gnubg", stream.try_clone()?, stream.try_clone()?, LONGEST_ANSWER)?;
        Ok(Self { talk, stream, process })
    }

    /// The answer to a line, such as a board or `evaluation fibsboard BOARD plies 2
    /// cubeless`.
    ///
    /// # Errors
    ///
    /// If the line is longer than GNU Backgammon reads, or it answers with an error, too
    /// late or not at all.
    pub fn ask(&mut self, line: &str, deadline: Instant) -> Result<String, Fault> {
        if line.len() >= LONGEST {
            let line = shortened(line);
            return Err(Fault::Protocol(format!("gnubg reads no line as long as {line}")));
        }
        // What it prints is of no use, but must not fill its pipe.
        if let Some(process) = &mut self.process {
            while process.receive(Instant::now()).is_ok() {}
        }
        let answer = self.talk.send(line).and_then(|()| self.talk.receive(deadline));
        let text = answer.map_err(|silence| match silence {
            Silence::Late => Fault::Time("gnubg did not answer".to_owned()),
            Silence::Gone => Fault::Crash("gnubg closed the connection".to_owned()),
        })?;
        match text.strip_prefix("Error") {
            Some(_) => Err(Fault::Protocol(shortened(&text))),
            None => Ok(text.trim().to_owned()),
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The reading thread waits for the end of the stream. One that is closed already is fine,
        // too.
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

/// What GNU Backgammon prints when its command line is given these commands, one per line.
/// Some, such as `rollout`, print only to a terminal: `in_terminal` gives them one, by the
/// program `script`.
///
/// # Errors
///
/// If it cannot be started, does not end in time, or says that it failed.
pub fn run(
    command: &Command,
    commands: &str,
    in_terminal: bool,
    deadline: Instant,
) -> Result<Vec<String>, Fault> {
    /// Not one of its commands.
    const END: &str = "end-of-commands";
    let command = command.or_args(&ARGS);
    if !in_terminal {
        let process = Process::start(&command)?;
        for line in commands.lines() {
            process.send(line)?;
        }
        return process.finish(deadline);
    }
    let words = [&command.program].into_iter().chain(&command.args);
    let words: Vec<_> = words.map(|word| format!("'{}'", word.replace('\'', "'\\''"))).collect();
    let line = format!("{} <<'{END}'\n{}\n{END}\n", words.join(" "), commands.trim_end());
    Process::start(&Command::new("script", ["-qec", &line, "/dev/null"]))?.finish(deadline)
}

/// A server, running or to be started for the next game.
pub(super) struct Client {
    board: Board,
    server: Lazy<Server>,
}

impl Client {
    pub(super) fn new(command: Command, board: Board) -> Self {
        Self { board, server: Lazy::new(command) }
    }
}

impl MatchPlayer for Client {
    fn begin(&mut self, _: &Position) -> Result<(), Fault> {
        self.server.started(Server::start).map(|_| ())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Decision, Fault> {
        let server = self.server.running()?;
        let line = (self.board)(turn.game).ok_or_else(|| {
            Fault::Protocol("gnubg has no way to be given this position".to_owned())
        })?;
        let text = server.ask(&line, turn.deadline)?;
        let m = turn
            .game
            .parse_move(if text.is_empty() { "pass" } else { &text })
            .map_err(|error| Fault::IllegalMove(error.to_string()))?;
        Ok(Decision::of(Answer::Move(m)))
    }

    fn reset(&mut self) {
        self.server.stop();
    }
}

#[cfg(test)]
mod tests {
    use std::{
        io::{BufRead, BufReader, Write},
        sync::Arc,
    };

    use starboard_backgammon::{Backgammon, Dice, FibsBoard};
    use starboard_core::{Limits, Stop};

    use super::*;

    /// What a server that answers like this is understood to play.
    fn play(answer: &'static str) -> Result<String, Fault> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
        let address = listener.local_addr().expect("an address");
        let server = thread::spawn(move || {
            let (stream, _) = listener.accept().expect("a client");
            let mut line = String::new();
            let mut reader = BufReader::new(&stream);
            reader.read_line(&mut line).expect("a request");
            // In two pieces, as a network may deliver it.
            let (a, b) = answer.split_at(answer.len() / 2);
            for part in [a, b] {
                (&stream).write_all(part.as_bytes()).expect("a listener");
            }
            line
        });
        let command = format!("gnubg:{address}").parse().expect("a command");
        let board = |game: &Position| Some(FibsBoard::of(game.downcast_ref()?).to_string());
        let mut client = Client::new(command, Arc::new(board));
        let game = Position::new(Backgammon::START.with_dice(Dice::new(3, 1)));
        client.begin(&game)?;
        let limits = Limits::default();
        let turn = Turn {
            start: &game,
            moves: &[],
            game: &game,
            limits: &limits,
            clocks: None,
            deadline: Instant::now() + PATIENCE,
            stop: &Stop::default(),
        };
        let choice = client.choose(&turn);
        let line = server.join().expect("the server ends");
        assert!(line.starts_with("board:") && line.len() <= LONGEST, "{line}");
        match choice?.answer {
            Answer::Move(m) => Ok(game.format_move(m)),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn moves_are_understood() {
        assert_eq!(play("8/5 6/5\n").as_deref(), Ok("8/5 6/5"));
        assert_eq!(play("24/21 21/20\n").as_deref(), Ok("24/20"));
    }

    #[test]
    fn answers_are_not_trusted() {
        for (answer, kind) in [
            ("8/5 8/5\n", "illegal move"),
            ("\n", "illegal move"),
            ("Error: no such thing\n", "protocol fault"),
            ("8/5", "crash"),
        ] {
            let fault = play(answer).expect_err(answer);
            assert_eq!(fault.kind(), kind, "{answer:?}: {fault}");
        }
    }

    /// What a server answers to a line that is longer than it reads.
    #[test]
    fn lines_that_would_be_cut_are_not_sent() {
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
        let address = listener.local_addr().expect("an address").to_string();
        let mut server = Server::start(&Command::new(&address, [""; 0])).expect("it listens");
        let fault = server.ask(&"x".repeat(LONGEST), Instant::now()).expect_err("too long");
        assert!(fault.to_string().contains("no line as long as xxx"), "{fault}");
        let fault = server.ask("version", Instant::now()).expect_err("nobody answers");
        assert_eq!(fault.kind(), "out of time");
    }

    #[cfg(unix)]
    #[test]
    fn commands_are_run_to_their_end() {
        let deadline = Instant::now() + PATIENCE;
        let shell = Command::shell("while read -r line; do echo \"ran $line\"; done");
        let said = run(&shell, "one\ntwo 'it'\n", false, deadline);
        assert_eq!(said, Ok(["ran one", "ran two 'it'"].map(str::to_owned).to_vec()));
        let fault = run(&Command::shell("exit 1"), "one", false, deadline).expect_err("it failed");
        assert_eq!(fault.kind(), "crash");
    }
}
