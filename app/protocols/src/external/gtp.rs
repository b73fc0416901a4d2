//! Programs that speak GTP, the Go Text Protocol, version 2 (Farnebäck 2002).
//!
//! GTP has no limit but time, for each move or for the game without an increment; a program
//! plays at the strength that its arguments and options give it. Each option is sent as a
//! command of its own before the first game.

use starboard::{Answer, Decision, Fault, MatchPlayer, Position, Turn, shortened};
use starboard_core::Instant;

use super::{
    Command, Gtp,
    lazy::Lazy,
    process::{Process, soon},
};

/// A running program that answers one command after the other.
///
/// ```
/// use starboard_protocols::external::{Command, gtp::Session, soon};
///
/// let script = "while read -r line; do echo \"= $line\"; echo yes; echo; done";
/// let mut program = Session::start(&Command::shell(script))?;
/// assert_eq!(program.ask("name", soon())?, "name\nyes");
/// # Ok::<(), starboard::Fault>(())
/// ```
pub struct Session {
    process: Process,
}

impl Session {
    /// Starts the program and sends its options, each a command of its own.
    ///
    /// # Errors
    ///
    /// If it cannot be started or does not speak GTP, or does not know an option.
    pub fn start(command: &Command) -> Result<Self, Fault> {
        let mut session = Self { process: Process::start(command)? };
        session.ask("protocol_version", soon())?;
        for (name, value) in &command.options {
            session.ask(&format!("{name} {value}"), soon())?;
        }
        Ok(session)
    }

    /// The number of the program's process.
    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// The answer to a command, which is one line without a number; the answer may have several
    /// lines.
    ///
    /// # Errors
    ///
    /// If the program reports a failure, does not answer in time, or ends.
    pub fn ask(&mut self, command: &str, deadline: Instant) -> Result<String, Fault> {
        self.process.send(command)?;
        // What comes before the answer does not belong to it: the end of the last one, or
        // something written unasked.
        let mut answer = self
            .process
            .find(deadline, |line| line.starts_with(['=', '?']).then(|| line.to_owned()))?;
        // It ends with an empty line.
        loop {
            let more = self.process.receive(deadline)?;
            let more = more.trim_end();
            if more.is_empty() {
                break;
            }
            answer.push('\n');
            answer += more;
        }
        let (sign, text) = answer.split_at(1);
        let text = text.trim_start_matches(' ').trim_start_matches('\n').trim_end();
        if sign == "=" {
            Ok(text.to_owned())
        } else {
            Err(Fault::Protocol(format!("{command}: {}", shortened(text))))
        }
    }

    /// Tells the program to quit and waits until it has ended; if a session is dropped, its
    /// program is killed.
    ///
    /// # Errors
    ///
    /// If it does not end, or says that it failed.
    pub fn quit(self) -> Result<(), Fault> {
        self.process.send("quit")?;
        self.process.finish(soon()).map(|_| ())
    }
}

/// A program, running or to be started for the next game.
pub(super) struct Client {
    game: Gtp,
    session: Lazy<Session>,
    /// How many of the moves of this game the program knows.
    known: usize,
    /// Whether it knows of the clocks of this game.
    clocked: bool,
}

impl Client {
    pub(super) fn new(command: Command, game: Gtp) -> Self {
        Self { game, session: Lazy::new(command), known: 0, clocked: false }
    }
}

impl MatchPlayer for Client {
    fn begin(&mut self, start: &Position) -> Result<(), Fault> {
        let session = self.session.started(Session::start)?;
        (self.known, self.clocked) = (0, false);
        let setup = (self.game.setup)(start)
            .ok_or_else(|| Fault::Protocol("this start cannot be set up over GTP".to_owned()))?;
        // The size first: it is the empty board that is cleared.
        let (size, rest): (Vec<_>, Vec<_>) =
            setup.into_iter().partition(|line| line.starts_with("boardsize "));
        for line in size.iter().map(String::as_str).chain(["clear_board"]) {
            session.ask(line, soon())?;
        }
        rest.iter().try_for_each(|line| session.ask(line, soon()).map(|_| ()))
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Decision, Fault> {
        let session = self.session.running()?;
        let mut game = turn.start.clone();
        for (i, &m) in turn.moves.iter().enumerate() {
            if i >= self.known {
                let colour = (self.game.color)(game.mover());
                let vertex = (self.game.write)(&game, m);
                session.ask(&format!("play {colour} {vertex}"), turn.deadline)?;
            }
            game.play(m);
        }
        self.known = turn.moves.len();
        let mover = turn.game.mover();
        let colour = (self.game.color)(mover);
        if let Some(clocks) = turn.clocks {
            // Whole seconds; with none left, some would think that they have lost.
            let left = clocks.left[mover.index()].as_secs().max(1);
            if !std::mem::replace(&mut self.clocked, true) {
                session.ask(&format!("time_settings {left} 0 0"), turn.deadline)?;
            }
            session.ask(&format!("time_left {colour} {left} 0"), turn.deadline)?;
        } else if let Some(time) = turn.limits.time {
            // Whole seconds, at least one, for each single move.
            let seconds = time.as_secs_f64().ceil().max(1.0);
            session.ask(&format!("time_settings 0 {seconds} 1"), turn.deadline)?;
        }
        let text = session.ask(&format!("genmove {colour}"), turn.deadline)?;
        let text = shortened(&text);
        if text.eq_ignore_ascii_case("resign") {
            return Ok(Decision::of(Answer::Resign));
        }
        let m = (self.game.read)(turn.game, &text)
            .map_err(|error| Fault::IllegalMove(error.to_string()))?;
        self.known += 1;
        Ok(Decision::of(Answer::Move(m)))
    }

    fn reset(&mut self) {
        self.session.stop();
    }
}

#[cfg(all(test, unix))]
mod tests {
    use starboard_core::{Limits, Player, Stop};
    use starboard_small::ConnectFour;

    use super::*;

    fn protocol() -> Gtp {
        Gtp {
            setup: |_| Some(vec!["komi 7".to_owned(), "boardsize 7".to_owned()]),
            write: |game, m| format!("C{}", game.format_move(m)),
            read: |game, text| game.parse_move(text.trim_start_matches('C')),
            color: |player| if player == Player::First { "black" } else { "white" },
        }
    }

    /// What a program that behaves like the script answers in its second turn.
    fn play(script: &str, options: &[(&str, &str)]) -> Result<Option<String>, Fault> {
        let options = options.iter().map(|&(a, b)| (a.to_owned(), b.to_owned())).collect();
        let mut client = Client::new(Command { options, ..Command::shell(script) }, protocol());
        let start = Position::new(ConnectFour::default());
        client.begin(&start)?;
        let (mut game, mut moves, limits) = (start.clone(), Vec::new(), Limits::default());
        let mut last = None;
        for reply in ["4", "4"] {
            let turn = Turn {
                start: &start,
                moves: &moves,
                game: &game,
                limits: &limits,
                clocks: None,
                deadline: soon(),
                stop: &Stop::default(),
            };
            last = match client.choose(&turn)?.answer {
                Answer::Move(m) => {
                    moves.push(m);
                    let text = game.format_move(m);
                    game.play(m);
                    Some(text)
                }
                Answer::Resign => None,
            };
            let m = game.parse_move(reply).expect("a move");
            game.play(m);
            moves.push(m);
        }
        Ok(last)
    }

    /// Accepts the commands once they have come in the right order.
    fn script(genmove: &str) -> String {
        format!(
            "state=0; while read -r line; do case \"$state $line\" in
            '0 protocol_version') echo '= 2'; echo;;
            '0 level 10') echo '='; echo;;
            '0 boardsize 7') state=1; echo '='; echo;;
            '1 clear_board') state=2; echo '='; echo;;
            '2 komi 7') state=3; echo '='; echo;;
            *' play white C4') state=4; echo '='; echo;;
            '3 genmove black') echo noise; echo '= C3'; echo;;
            '4 genmove black') {genmove}; echo;;
            *) echo \"? $state $line\"; echo;;
            esac; done"
        )
    }

    #[test]
    fn a_game_is_played() {
        let answer = play(&script("echo '= C5'"), &[("level", "10")]);
        assert_eq!(answer, Ok(Some("5".to_owned())));
        assert_eq!(play(&script("echo '= resign'"), &[]), Ok(None));
    }

    /// A clock is set once, and what is left on it told before every move, in whole seconds.
    #[test]
    fn clocks_are_told() {
        let script = "n=0; while read -r line; do case \"$line\" in
            'time_settings 90 0 0') n=1$n; echo =; echo;;
            'time_left black '*) n=2$n; echo =; echo;;
            'genmove black') case $n in 210) echo '= C3';; 2210) echo '= C5';;
                *) echo \"? $n\";; esac; echo;;
            time*) echo \"? $line\"; echo;;
            *) echo =; echo;;
            esac; done";
        let mut client = Client::new(Command::shell(script), protocol());
        let start = Position::new(ConnectFour::default());
        let (mut game, mut moves, limits) = (start.clone(), Vec::new(), Limits::default());
        client.begin(&start).expect("it speaks");
        for (left, expected) in [(90_500, "3"), (300, "5")] {
            let left = [std::time::Duration::from_millis(left); 2];
            let clocks = starboard::Clocks { left, increment: std::time::Duration::ZERO };
            let turn = Turn {
                start: &start,
                moves: &moves,
                game: &game,
                limits: &limits,
                stop: &Stop::default(),
                clocks: Some(clocks),
                deadline: soon(),
            };
            let Answer::Move(m) = client.choose(&turn).expect("a move").answer else {
                panic!("it does not resign")
            };
            assert_eq!(game.format_move(m), expected);
            for m in [m, game.parse_move("4").expect("a move")] {
                game.play(m);
                moves.push(m);
            }
        }
    }

    #[test]
    fn answers_have_as_many_lines_as_they_have() {
        let script = "while read -r line; do case \"$line\" in
            two) printf '= one\\n  two \\n\\n';;
            many) echo =; echo one; echo two; echo;;
            quit) echo =; echo; echo bye >&2; exit $code;;
            no) echo '? not'; echo such; echo;;
            *) echo =; echo;;
            esac; done";
        let mut session = Session::start(&Command::shell(script)).expect("it speaks");
        let mut ask = |command| session.ask(command, soon());
        assert_eq!(ask("two").as_deref(), Ok("one\n  two"));
        assert_eq!(ask("many").as_deref(), Ok("one\ntwo"));
        assert_eq!(ask("other").as_deref(), Ok(""));
        let fault = ask("no").expect_err("it says so");
        assert_eq!(fault.to_string(), "protocol fault: no: not such");
        assert_eq!(session.quit(), Ok(()));
        let failing = Session::start(&Command::shell(&format!("code=2; {script}")));
        let fault = failing.and_then(Session::quit).expect_err("it failed");
        assert_eq!(fault.kind(), "crash");
    }

    #[test]
    fn answers_are_not_trusted() {
        for (genmove, kind) in [
            ("echo '= C9'", "illegal move"),
            ("echo '='", "illegal move"),
            ("echo '? cannot'", "protocol fault"),
            ("exit", "crash"),
        ] {
            let fault = play(&script(genmove), &[]).expect_err(genmove);
            assert_eq!(fault.kind(), kind, "{genmove}: {fault}");
        }
        let fault = play(&script("true"), &[("levle", "10")]).expect_err("unknown");
        assert_eq!(fault.to_string(), "protocol fault: levle 10: 0 levle 10");
    }
}
