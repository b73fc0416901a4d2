//! What a line of USI asks for.

use std::time::Duration;

use starboard_search::Clock;

/// A command of the graphical user interface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// `usi`: introduce yourself.
    Usi,
    /// `isready`: get ready, and say so.
    IsReady,
    /// `usinewgame`: another game follows.
    NewGame,
    /// `setoption name NAME [value VALUE]`.
    SetOption { name: String, value: Option<String> },
    /// `position TEXT`, with the text as it was sent.
    Position(String),
    /// `go ...`, and the words in it that are not understood.
    Go(Go, Vec<String>),
    /// `stop`, and `gameover`, after which nobody waits for more.
    Stop,
    /// `ponderhit`: the move that was pondered on was played.
    PonderHit,
    /// `quit`.
    Quit,
    /// An empty line.
    Nothing,
}

/// The arguments of `go`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Go {
    /// The opponent's move is only predicted: the clock starts at `ponderhit`.
    pub(super) ponder: bool,
    /// Answer only at `stop`.
    pub(super) infinite: bool,
    /// What is left on the clocks of the first and the second player.
    pub(super) left: [Option<Duration>; 2],
    /// The increment of each player for a move.
    pub(super) increment: [Duration; 2],
    /// The time for each move once a clock has run out.
    pub(super) byoyomi: Duration,
    /// Time for this move.
    pub(super) movetime: Option<Duration>,
    /// Positions to visit.
    pub(super) nodes: Option<u64>,
    /// Moves to look ahead.
    pub(super) depth: Option<u32>,
    /// Look for a mate instead of a move.
    pub(super) mate: Option<MateTime>,
    /// The moves to search, as they were written; all if there are none.
    pub(super) search_moves: Vec<String>,
}

impl Go {
    /// The clock of the player of this index, 0 or 1; `None` if none runs.
    pub(super) fn clock(&self, player: usize) -> Option<Clock> {
        let increment = self.increment[player];
        let timed = self.left.iter().any(Option::is_some);
        if self.infinite || !timed && self.byoyomi.is_zero() && increment.is_zero() {
            return None;
        }
        // A player whose clock is not given has as little as can be.
        let left = self.left[player].unwrap_or_default();
        Some(Clock { left, increment, byoyomi: self.byoyomi, moves_to_go: None })
    }
}

/// What may follow `go`; the moves of `searchmoves` end before it.
const LIMITS: [&str; 12] = [
    "ponder",
    "infinite",
    "btime",
    "wtime",
    "binc",
    "winc",
    "byoyomi",
    "movetime",
    "nodes",
    "depth",
    "mate",
    "searchmoves",
];

/// How long to look for a mate.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum MateTime {
    /// Until `stop`.
    Infinite,
    /// For this long.
    For(Duration),
}

/// Reads a line; the error says what is wrong with it, in one line.
pub(super) fn parse(line: &str) -> Result<Command, String> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    Ok(match word {
        "" => Command::Nothing,
        "usi" => Command::Usi,
        "isready" => Command::IsReady,
        "usinewgame" => Command::NewGame,
        "setoption" => set_option(rest)?,
        "position" => Command::Position(rest.trim().to_owned()),
        "go" => go(rest)?,
        "stop" | "gameover" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "quit" => Command::Quit,
        other => return Err(format!("unknown command {}", quoted(other))),
    })
}

fn set_option(rest: &str) -> Result<Command, String> {
    let wrong = || format!("expected setoption name NAME value VALUE, found {}", quoted(rest));
    let rest = rest.trim().strip_prefix("name ").ok_or_else(wrong)?;
    let (name, value) = match rest.split_once(" value") {
        Some((name, value)) if value.is_empty() || value.starts_with(char::is_whitespace) => {
            (name, Some(value.trim().to_owned()))
        }
        _ => (rest, None),
    };
    let name = name.trim().to_owned();
    if name.is_empty() { Err(wrong()) } else { Ok(Command::SetOption { name, value }) }
}

fn go(rest: &str) -> Result<Command, String> {
    let (mut go, mut unknown) = (Go::default(), Vec::new());
    let mut words = rest.split_whitespace().peekable();
    while let Some(word) = words.next() {
        let mut number = || number(word, words.next());
        match word {
            "ponder" => go.ponder = true,
            "infinite" => go.infinite = true,
            "btime" => go.left[0] = Some(millis(number()?)),
            "wtime" => go.left[1] = Some(millis(number()?)),
            "binc" => go.increment[0] = millis(number()?),
            "winc" => go.increment[1] = millis(number()?),
            "byoyomi" => go.byoyomi = millis(number()?),
            "movetime" => go.movetime = Some(millis(number()?)),
            // At least one, since every search visits one.
            "nodes" => go.nodes = Some(number()?.max(1)),
            "depth" => go.depth = Some(u32::try_from(number()?).unwrap_or(u32::MAX)),
            "mate" => {
                // A limit on nodes or depth alone may follow as well.
                go.mate = Some(match words.peek() {
                    None | Some(&("infinite" | "nodes" | "depth")) => MateTime::Infinite,
                    _ => MateTime::For(millis(self::number(word, words.next())?)),
                });
                words.next_if_eq(&"infinite");
            }
            "searchmoves" => {
                let moves = std::iter::from_fn(|| words.next_if(|word| !LIMITS.contains(word)));
                go.search_moves.extend(moves.map(str::to_owned));
            }
            other => unknown.push(other.to_owned()),
        }
    }
    Ok(Command::Go(go, unknown))
}

/// A whole number; one below 0, as of a clock that has run out, counts as 0.
fn number(name: &str, word: Option<&str>) -> Result<u64, String> {
    let word = word.ok_or_else(|| format!("expected a number after {name}"))?;
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(format!("expected a number after {name}, found {}", quoted(word)));
    }
    // What is too large for a number is more than anybody waits for.
    Ok(if word.starts_with('-') { 0 } else { digits.parse().unwrap_or(u64::MAX) })
}

/// At most a year, so that sums overflow no clock.
fn millis(count: u64) -> Duration {
    Duration::from_millis(count).min(Duration::from_secs(365 * 24 * 3600))
}

/// The text in quotes, without control characters, cut to a line.
pub(super) fn quoted(text: &str) -> String {
    const LONGEST: usize = 60;
    let cut: String = text.chars().take(LONGEST).collect();
    let more = if cut.len() < text.len() { "..." } else { "" };
    format!("{cut:?}{more}")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn check(line: &str, expected: Command) {
        assert_eq!(parse(line), Ok(expected), "{line}");
    }

    fn ms(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    #[test]
    fn commands_are_read() {
        check("  ", Command::Nothing);
        check(" usi\r", Command::Usi);
        check("gameover win", Command::Stop);
        check("position startpos moves 7g7f", Command::Position("startpos moves 7g7f".into()));
        let set = |name: &str, value: Option<&str>| Command::SetOption {
            name: name.into(),
            value: value.map(str::to_owned),
        };
        check("setoption name USI_Hash value 64", set("USI_Hash", Some("64")));
        check("setoption name Engine value a(b=1) + c", set("Engine", Some("a(b=1) + c")));
        check("setoption name Clear Hash", set("Clear Hash", None));
        check("setoption name Engine value", set("Engine", Some("")));
        check("setoption name a valuex", set("a valuex", None));
    }

    #[test]
    fn limits_are_read() {
        let go = |go| Command::Go(go, Vec::new());
        check("go", go(Go::default()));
        check(
            "go ponder btime 1000 wtime -5 byoyomi 250",
            go(Go {
                ponder: true,
                left: [Some(ms(1000)), Some(ms(0))],
                byoyomi: ms(250),
                ..Go::default()
            }),
        );
        check(
            "go btime 1 wtime 2 binc 3 winc 4 depth 99999999999 nodes 0",
            go(Go {
                left: [Some(ms(1)), Some(ms(2))],
                increment: [ms(3), ms(4)],
                depth: Some(u32::MAX),
                nodes: Some(1),
                ..Go::default()
            }),
        );
        check("go mate", go(Go { mate: Some(MateTime::Infinite), ..Go::default() }));
        let limited = Go { mate: Some(MateTime::Infinite), nodes: Some(9), ..Go::default() };
        check("go mate nodes 9", go(limited.clone()));
        check("go mate infinite nodes 9", go(limited));
        check("go mate 70", go(Go { mate: Some(MateTime::For(ms(70))), ..Go::default() }));
        let search_moves = vec!["7g7f".to_owned(), "2g2f".to_owned()];
        let chosen = Go { search_moves, depth: Some(3), ..Go::default() };
        check("go searchmoves 7g7f 2g2f depth 3", go(chosen.clone()));
        check("go depth 3 searchmoves 7g7f 2g2f", go(chosen));
        let infinite = Go { infinite: true, ..Go::default() };
        check("go infinite x", Command::Go(infinite, vec!["x".to_owned()]));
    }

    #[test]
    fn a_clock_runs_if_one_is_given() {
        let left = [Some(ms(100)), None];
        let go = Go { left, increment: [ms(7), ms(8)], byoyomi: ms(9), ..Go::default() };
        let clock = |left, increment| Clock {
            left: ms(left),
            increment: ms(increment),
            byoyomi: ms(9),
            moves_to_go: None,
        };
        assert_eq!([go.clock(0), go.clock(1)], [Some(clock(100, 7)), Some(clock(0, 8))]);
        assert_eq!(Go { infinite: true, ..go }.clock(0), None);
        assert_eq!(Go { nodes: Some(5), ..Go::default() }.clock(0), None);
        let byoyomi = Go { byoyomi: ms(9), ..Go::default() };
        assert_eq!(byoyomi.clock(1), Some(clock(0, 0)));
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (line, message) in [
            ("hello there", "unknown command \"hello\""),
            ("setoption", "expected setoption name NAME value VALUE, found \"\""),
            (
                "setoption name  value 3",
                "expected setoption name NAME value VALUE, found \"name  value 3\"",
            ),
            ("go depth", "expected a number after depth"),
            ("go nodes many", "expected a number after nodes, found \"many\""),
            ("go mate soon", "expected a number after mate, found \"soon\""),
        ] {
            assert_eq!(parse(line), Err(message.to_owned()), "{line}");
        }
    }

    proptest! {
        #[test]
        fn any_line_is_read_or_refused_in_a_line(
            line in "(go |setoption name |position )?[a-z0-9 -]{0,30}\\PC{0,80}",
        ) {
            if let Err(message) = parse(&line) {
                prop_assert!(!message.contains('\n') && message.chars().count() < 700);
            }
        }
    }
}
