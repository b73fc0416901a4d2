//! GNU Backgammon as an external player, over its socket.
//!
//! The program is started, given its settings, and made to listen on a free port
//! of this machine; each decision is then one line there and one line back. An
//! address instead of a program, `gnubg:127.0.0.1:1234`, is where a server is
//! already listening.

use std::{
    io::{ErrorKind, Read, Write},
    net::{SocketAddr, TcpListener, TcpStream},
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
};

/// The longest line it reads, newline included; what is longer it cuts.
const LONGEST: usize = 255;
/// Options that are settings of the evaluation; all others are settings of the
/// program.
const EVALUATION: [&str; 5] = ["plies", "cubeful", "prune", "noise", "deterministic"];

/// A server, running or to be started for the next game.
pub(super) struct Client {
    board: Board,
    session: Lazy<Session>,
}

/// A connection, and the program behind it if it is ours.
struct Session {
    stream: TcpStream,
    process: Option<Process>,
}

impl Client {
    pub(super) fn new(command: Command, board: Board) -> Self {
        Self { board, session: Lazy::new(command) }
    }
}

impl Session {
    fn start(command: &Command) -> Result<Self, Fault> {
        let crash = |error: std::io::Error| Fault::Crash(format!("{}: {error}", command.program));
        if let Ok(address) = command.program.parse::<SocketAddr>() {
            let stream = TcpStream::connect_timeout(&address, PATIENCE).map_err(crash)?;
            return Ok(Self { stream, process: None });
        }
        let mut args = command.args.clone();
        if args.is_empty() {
            args.extend(["-t", "-q"].map(str::to_owned));
        }
        let mut process = Process::start(command, &args)?;
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
                Ok(stream) => return Ok(Self { stream, process: Some(process) }),
                Err(error) if Instant::now() >= deadline => return Err(crash(error)),
                Err(_) => {}
            }
            // What it prints is of no use, but must not fill its pipe; and if it
            // has ended nobody will ever listen.
            match process.receive(Instant::now()) {
                Err(Fault::Time(_)) => thread::sleep(Duration::from_millis(20)),
                Err(fault) => return Err(fault),
                Ok(_) => {}
            }
        }
    }

    /// Sends a line and returns the answer.
    fn ask(&mut self, line: &str, deadline: Instant) -> Result<String, Fault> {
        let crash = |error: std::io::Error| match error.kind() {
            ErrorKind::WouldBlock | ErrorKind::TimedOut => {
                Fault::Time("gnubg did not answer".to_owned())
            }
            _ => Fault::Crash(format!("gnubg: {error}")),
        };
        let left = |deadline: Instant| {
            let left = deadline.saturating_duration_since(Instant::now());
            Some(left.max(Duration::from_millis(1)))
        };
        // What it prints is of no use, but must not fill its pipe.
        if let Some(process) = &mut self.process {
            while process.receive(Instant::now()).is_ok() {}
        }
        self.stream.set_nodelay(true).map_err(crash)?;
        self.stream.set_write_timeout(left(deadline)).map_err(crash)?;
        self.stream.write_all(format!("{line}\n").as_bytes()).map_err(crash)?;
        let mut answer = Vec::new();
        let mut buffer = [0; 256];
        while !answer.contains(&b'\n') {
            if answer.len() > 4096 {
                return Err(Fault::Protocol("an answer without an end".to_owned()));
            }
            if Instant::now() >= deadline {
                return Err(Fault::Time("gnubg did not answer".to_owned()));
            }
            self.stream.set_read_timeout(left(deadline)).map_err(crash)?;
            match self.stream.read(&mut buffer) {
                Ok(0) => return Err(Fault::Crash("gnubg closed the connection".to_owned())),
                Ok(n) => answer.extend(&buffer[..n]),
                // A signal to this process, such as that it was stopped for a while.
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(crash(error)),
            }
        }
        let text = String::from_utf8_lossy(&answer);
        let text = text.lines().next().unwrap_or_default().trim().to_owned();
        match text.strip_prefix("Error") {
            Some(_) => Err(Fault::Protocol(shortened(&text))),
            None => Ok(text),
        }
    }
}

impl MatchPlayer for Client {
    fn begin(&mut self, _: &Position) -> Result<(), Fault> {
        self.session.started(Session::start).map(|_| ())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Decision, Fault> {
        let session = self.session.running()?;
        let line =
            (self.board)(turn.game).filter(|line| line.len() < LONGEST).ok_or_else(|| {
                Fault::Protocol("gnubg has no way to be given this position".to_owned())
            })?;
        let text = session.ask(&line, turn.deadline)?;
        let m = turn
            .game
            .parse_move(if text.is_empty() { "pass" } else { &text })
            .map_err(|error| Fault::IllegalMove(error.to_string()))?;
        Ok(Decision::of(Answer::Move(m)))
    }

    fn reset(&mut self) {
        self.session.stop();
    }
}

#[cfg(test)]
mod tests {
    use std::{
        io::{BufRead, BufReader},
        sync::Arc,
    };

    use starboard_backgammon::{Backgammon, Dice, FibsBoard};
    use starboard_core::Limits;

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
}
