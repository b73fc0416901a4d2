//! GNU Shogi, in the text protocol that it speaks to xshogi.
//!
//! It is kept in force mode, in which it takes the moves of both sides, and let
//! go for one move at a time. Its answers have dots between the number and the
//! move, `2. ... 2b8h+ 300000`; the echoes of moves it was given do not.

use starboard::{Answer, Decision, Fault, MatchPlayer, Position, Turn, shortened};
use starboard_core::Instant;

use super::{Command, Usi, lazy::Lazy, process::Process};

/// The seconds it is given for each game: it is limited by its depth instead.
const CLOCK: &str = "36000";

/// The program, running or to be started for the next game.
pub(super) struct Client {
    game: Usi,
    process: Lazy<Process>,
    /// How many of the moves of this game the program knows.
    known: usize,
    /// The depth it was given.
    depth: Option<u32>,
    /// The only position it can begin with.
    start: String,
}

impl Client {
    pub(super) fn new(command: Command, game: Usi, start: &Position) -> Self {
        let start = start.format();
        Self { game, process: Lazy::new(command), known: 0, depth: None, start }
    }

    fn start(command: &Command) -> Result<Process, Fault> {
        let process = Process::start(&command.or_args(&[CLOCK]))?;
        for (name, value) in &command.options {
            process.send(name)?;
            process.send(value)?;
        }
        Ok(process)
    }
}

impl MatchPlayer for Client {
    fn begin(&mut self, start: &Position) -> Result<(), Fault> {
        if self.start != start.format() {
            let hint = "GNU Shogi begins at the start only; --random-plies does so";
            return Err(Fault::Protocol(hint.to_owned()));
        }
        self.known = 0;
        if self.process.runs() {
            let process = self.process.running()?;
            process.send("force")?;
            process.send("new")?;
        } else {
            self.depth = None;
        }
        self.process.started(Self::start)?.send("force")
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Decision, Fault> {
        let process = self.process.running()?;
        if turn.limits.depth != self.depth {
            if let Some(depth) = turn.limits.depth {
                process.send("depth")?;
                process.send(&depth.to_string())?;
            }
            self.depth = turn.limits.depth;
        }
        let mut game = turn.start.clone();
        for (i, &m) in turn.moves.iter().enumerate() {
            if i >= self.known {
                process.send(&game.format_move(m))?;
            }
            game.play(m);
        }
        process.send("go")?;
        let text = answer(process, turn.deadline)?;
        process.send("force")?;
        self.known = turn.moves.len() + 1;
        let Some(text) = text else { return Ok(Decision::of(Answer::Resign)) };
        let m = (self.game.read)(turn.game, &text)
            .map_err(|error| Fault::IllegalMove(error.to_string()))?;
        Ok(Decision { depth: self.depth.unwrap_or(0), ..Decision::of(Answer::Move(m)) })
    }

    fn reset(&mut self) {
        self.process.stop();
    }
}

/// The move it plays; `None` if it resigns.
fn answer(process: &mut Process, deadline: Instant) -> Result<Option<String>, Fault> {
    process.find(deadline, |line| {
        if line.starts_with("Illegal move") {
            return Some(Err(Fault::Protocol(shortened(line))));
        }
        if line.contains("resign") {
            return Some(Ok(None));
        }
        let (_, rest) = line.split_once(". ... ")?;
        Some(Ok(rest.split_whitespace().next().map(shortened)))
    })?
}

#[cfg(all(test, unix))]
mod tests {
    use starboard_core::{Limits, Stop};
    use starboard_small::ConnectFour;

    use super::*;
    use crate::external::soon;

    /// Two games of one move each against a program that answers `go` like this.
    fn play(go: &str) -> Result<Vec<Option<String>>, Fault> {
        let script = format!(
            "echo GNU Shogi; while read -r line; do case \"$line\" in
            depth) read -r depth; printf 'depth = ';;
            new) seen=;;
            force) ;;
            4) seen=yes; echo '1. 4 300000';;
            go) [ \"$seen$depth\" = yes2 ] && {go};;
            *) echo Illegal move;;
            esac; done"
        );
        let start = Position::new(ConnectFour::default());
        let mut client = Client::new(Command::shell(&script), Usi::of_notation(), &start);
        let m = start.parse_move("4").expect("a move");
        let mut game = start.clone();
        game.play(m);
        let (moves, limits) = ([m], Limits::depth(2));
        let mut answers = Vec::new();
        for _ in 0..2 {
            client.begin(&start)?;
            let turn = Turn {
                start: &start,
                moves: &moves,
                game: &game,
                limits: &limits,
                clocks: None,
                deadline: soon(),
                stop: &Stop::default(),
            };
            answers.push(match client.choose(&turn)?.answer {
                Answer::Move(m) => Some(game.format_move(m)),
                Answer::Resign => None,
            });
        }
        let mut other = start.clone();
        other.play(m);
        let fault = client.begin(&other).expect_err("another start");
        assert!(fault.to_string().contains("begins at the start only"), "{fault}");
        Ok(answers)
    }

    #[test]
    fn games_are_played() {
        let three = Some("3".to_owned());
        assert_eq!(play("echo '1. ... 3 299990'"), Ok(vec![three.clone(), three]));
        assert_eq!(play("echo White resigns"), Ok(vec![None, None]));
    }

    #[test]
    fn answers_are_not_trusted() {
        for (go, kind) in [
            ("echo '1. ... 8 1'", "illegal move"),
            ("echo 'Illegal move (no match) 4'", "protocol fault"),
            ("exit", "crash"),
        ] {
            let fault = play(go).expect_err(go);
            assert_eq!(fault.kind(), kind, "{go}: {fault}");
        }
    }
}
