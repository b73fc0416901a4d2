//! Programs that speak USI, the Universal Shogi Interface (Romstad 2007).

use starboard::{Answer, Clocks, Decision, Fault, MatchPlayer, Position, Turn, shortened};
use starboard_core::{Instant, Limits, Player};

use super::{
    Command, Usi,
    lazy::Lazy,
    process::{Process, soon},
};

/// Starts a program, waits until it has listed its options, and sets those given.
///
/// # Errors
///
/// If it cannot be started or does not speak USI, or has no such option.
pub fn start(command: &Command) -> Result<Process, Fault> {
    let mut process = Process::start(command)?;
    process.send("usi")?;
    let mut known = Vec::new();
    process.find(soon(), |line| {
        known.extend(
            line.strip_prefix("option name ")
                .map(|rest| rest.split(" type ").next().unwrap_or_default().to_owned()),
        );
        (line == "usiok").then_some(())
    })?;
    for (name, value) in &command.options {
        if !known.contains(name) {
            let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            let program = &command.program;
            return Err(Fault::Protocol(format!(
                "{program} has no option {name:?}; it has: {known}"
            )));
        }
        process.send(&format!("setoption name {name} value {value}"))?;
    }
    Ok(process)
}

/// Waits until the program has done everything that it was told.
///
/// # Errors
///
/// If it does not confirm that.
pub fn ready(process: &mut Process) -> Result<(), Fault> {
    process.send("isready")?;
    process.find(soon(), |line| (line == "readyok").then_some(()))
}

/// A program, running or to be started for the next game.
pub(super) struct Client {
    game: Usi,
    process: Lazy<Process>,
}

impl Client {
    pub(super) fn new(command: Command, game: Usi) -> Self {
        Self { game, process: Lazy::new(command) }
    }
}

impl MatchPlayer for Client {
    fn begin(&mut self, _: &Position) -> Result<(), Fault> {
        let process = self.process.started(start)?;
        ready(process)?;
        process.send("usinewgame")
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Decision, Fault> {
        let process = self.process.running()?;
        let position = (self.game.position)(turn.start, turn.moves);
        process.send(&format!("position {position}"))?;
        process.send(&go(turn.limits, turn.clocks))?;
        let (answer, info) = answer(process, turn.deadline)?;
        let answer = match answer.as_str() {
            "resign" => Answer::Resign,
            // A declaration, `win`, is a move of the game.
            text => Answer::Move(
                (self.game.read)(turn.game, text)
                    .map_err(|error| Fault::IllegalMove(error.to_string()))?,
            ),
        };
        Ok(Decision { depth: info.depth, nodes: info.nodes, ..Decision::of(answer) })
    }

    fn reset(&mut self) {
        self.process.stop();
    }
}

/// The command that lets the program think.
fn go(limits: &Limits, clocks: Option<Clocks>) -> String {
    let mut line = String::from("go");
    if let Some(Clocks { left, increment }) = clocks {
        let [black, white] = left.map(|left| left.as_millis());
        debug_assert_eq!(Player::First.index(), 0, "black moves first");
        line += &format!(" btime {black} wtime {white}");
        let increment = increment.as_millis();
        line += &format!(" binc {increment} winc {increment}");
    } else if let Some(time) = limits.time {
        line += &format!(" btime 0 wtime 0 byoyomi {}", time.as_millis());
    }
    for (name, limit) in [("nodes", limits.nodes), ("depth", limits.depth.map(u64::from))] {
        if let Some(limit) = limit {
            line += &format!(" {name} {limit}");
        }
    }
    line
}

/// What a program said of its search, the last of each.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
struct Info {
    depth: u32,
    nodes: u64,
}

impl Info {
    /// Takes over what an `info` line says; values that are not numbers are ignored.
    fn read(&mut self, line: &str) {
        let mut words = line.split_whitespace();
        while let Some(word) = words.next() {
            match word {
                // What follows is text, or moves.
                "string" | "pv" => return,
                "depth" => self.depth = number(words.next()).unwrap_or(self.depth),
                "nodes" => self.nodes = number(words.next()).unwrap_or(self.nodes),
                _ => {}
            }
        }
    }
}

fn number<T: std::str::FromStr>(word: Option<&str>) -> Option<T> {
    word?.parse().ok()
}

/// What follows `bestmove`.
fn answer(process: &mut Process, deadline: Instant) -> Result<(String, Info), Fault> {
    let mut info = Info::default();
    let best = process.find(deadline, |line| {
        if let Some(rest) = line.strip_prefix("info ") {
            info.read(rest);
        }
        let rest = line.strip_prefix("bestmove")?;
        Some(rest.split_whitespace().next().unwrap_or_default().to_owned())
    })?;
    if best.is_empty() {
        return Err(Fault::Protocol("bestmove without a move".to_owned()));
    }
    Ok((shortened(&best), info))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn limits_are_passed_on() {
        let limits = |text: &str| match text {
            "nodes" => Limits::nodes(500),
            "depth" => Limits::depth(4),
            _ => Limits { time: Some(Duration::from_millis(250)), ..Limits::default() },
        };
        assert_eq!(go(&limits("nodes"), None), "go nodes 500");
        assert_eq!(go(&limits("depth"), None), "go depth 4");
        assert_eq!(go(&limits("time"), None), "go btime 0 wtime 0 byoyomi 250");
        let clocks = Clocks {
            left: [Duration::from_secs(60), Duration::from_millis(1500)],
            increment: Duration::from_millis(500),
        };
        assert_eq!(
            go(&limits("nodes"), Some(clocks)),
            "go btime 60000 wtime 1500 binc 500 winc 500 nodes 500"
        );
    }

    #[test]
    fn infos_are_read() {
        let mut info = Info::default();
        info.read("depth 5 seldepth 7 score cp -3 nodes 1000 pv depth nodes 3");
        info.read("string depth 9");
        info.read("depth x nodes");
        assert_eq!(info, Info { depth: 5, nodes: 1000 });
    }

    #[cfg(unix)]
    mod with_a_fake {
        use starboard_small::ConnectFour;

        use super::*;

        fn client(script: &str, options: &[(&str, &str)]) -> Client {
            let options = options.iter().map(|&(a, b)| (a.to_owned(), b.to_owned())).collect();
            Client::new(Command { options, ..Command::shell(script) }, Usi::of_notation())
        }

        fn play(client: &mut Client) -> Result<(Option<String>, u32, u64), Fault> {
            let start = Position::new(ConnectFour::default());
            client.begin(&start)?;
            let (limits, mut game) = (Limits::nodes(7), start.clone());
            let m = start.parse_move("4").expect("a move");
            game.play(m);
            let moves = [m];
            let turn = Turn {
                start: &start,
                moves: &moves,
                game: &game,
                limits: &limits,
                clocks: None,
                deadline: soon(),
                stop: &starboard_core::Stop::default(),
            };
            let choice = client.choose(&turn)?;
            let answer = match choice.answer {
                Answer::Move(m) => Some(game.format_move(m)),
                Answer::Resign => None,
            };
            Ok((answer, choice.depth, choice.nodes))
        }

        /// Gives the scripted answer after the position and the limits that it
        /// expects.
        fn script(answer: &str) -> String {
            format!(
                "while read -r line; do case \"$line\" in
                usi) echo id name fake; echo option name Skill Level type spin; echo usiok;;
                'setoption name Skill Level value 3') skill=3;;
                isready) echo readyok;;
                'position sfen '*' moves 4') position=yes;;
                'go nodes 7') [ $position ] && echo info depth 2 nodes 7 pv 4 && {answer};;
                esac; done"
            )
        }

        #[test]
        fn a_game_is_played() {
            let mut client = client(&script("echo bestmove $skill"), &[("Skill Level", "3")]);
            for _ in 0..2 {
                assert_eq!(play(&mut client), Ok((Some("3".to_owned()), 2, 7)));
            }
        }

        #[test]
        fn answers_are_not_trusted() {
            for (answer, kind) in [
                ("echo bestmove 9", "illegal move"),
                ("echo bestmove win", "illegal move"),
                ("echo bestmove", "protocol fault"),
                ("exit 1", "crash"),
            ] {
                let fault = play(&mut client(&script(answer), &[])).expect_err(answer);
                assert_eq!(fault.kind(), kind, "{answer}: {fault}");
            }
            let choice = play(&mut client(&script("echo bestmove resign"), &[]));
            assert_eq!(choice.map(|c| c.0), Ok(None));
        }

        #[test]
        fn a_crashed_program_is_started_again() {
            let mut client = client(&script("exit 1"), &[]);
            for _ in 0..2 {
                assert_eq!(play(&mut client).map_err(|f| f.kind()).err(), Some("crash"));
                client.reset();
            }
        }

        #[test]
        fn options_must_be_known() {
            let fault = play(&mut client(&script("true"), &[("Skil", "3")])).expect_err("unknown");
            assert!(
                fault.to_string().contains("no option \"Skil\"; it has: Skill Level"),
                "{fault}"
            );
        }
    }
}
