//! The requests of clients.

use std::str::FromStr;

use starboard_backgammon::{FibsBoard, cube::MAX_PLIES};

/// A line from the client.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// The name and version of this program.
    Version,
    /// Turn debugging output on or off; there is none.
    Debug(bool),
    /// Decide in a position.
    Decide(Box<FibsBoard>),
    /// Evaluate a position: its outcome probabilities and its equity.
    Evaluate(Box<FibsBoard>, Settings),
    /// End the session.
    Exit,
}

/// How to evaluate.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Settings {
    /// How many plies to look ahead.
    pub plies: u32,
    /// Whether the evaluation is cubeful.
    pub cubeful: bool,
    /// Whether gammons count single while the cube is in the middle.
    pub jacoby: bool,
    /// Whether the Crawford rule applies, in a match.
    pub crawford: bool,
    /// Whether a double may be beavered.
    pub beavers: bool,
    /// The standard deviation of the noise added to the winning probability.
    pub noise: f64,
}

impl Default for Settings {
    fn default() -> Self {
        Self { plies: 0, cubeful: false, jacoby: true, crawford: true, beavers: true, noise: 0.0 }
    }
}

impl FromStr for Request {
    type Err = String;

    fn from_str(line: &str) -> Result<Self, String> {
        // GNU Backgammon ends lines with a zero byte.
        let line = line.trim_matches(|c: char| c.is_whitespace() || c == '\0');
        let mut words = line.split_whitespace();
        let board = |text: Option<&str>| -> Result<Box<FibsBoard>, String> {
            let text = text.ok_or("expected a board, found the end of the line")?;
            text.parse().map(Box::new).map_err(|error| format!("{error}"))
        };
        let request = match words.next() {
            None => return Err("no command given".to_owned()),
            Some("version") => Self::Version,
            Some("exit" | "quit") => Self::Exit,
            Some("set") => match (words.next(), words.next()) {
                (Some("debug"), Some("on")) => Self::Debug(true),
                (Some("debug"), Some("off")) => Self::Debug(false),
                _ => return Err("expected \"set debug on\" or \"set debug off\"".to_owned()),
            },
            Some("evaluation") => {
                let found = words.next().unwrap_or("the end of the line");
                if found != "fibsboard" {
                    return Err(format!("expected \"fibsboard\", found {found:?}"));
                }
                let board = board(words.next())?;
                return Ok(Self::Evaluate(board, settings(words)?));
            }
            Some(text) if text.starts_with("board:") => Self::Decide(board(Some(text))?),
            Some(word) => {
                return Err(format!(
                    "expected version, set, board:…, evaluation or exit, found {word:?}"
                ));
            }
        };
        match words.next() {
            None => Ok(request),
            Some(word) => Err(format!("expected the end of the line, found {word:?}")),
        }
    }
}

/// Reads the settings that follow the board.
fn settings<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<Settings, String> {
    let mut settings = Settings::default();
    while let Some(word) = words.next() {
        let mut value = |what: &str| {
            words.next().ok_or_else(|| format!("expected {what} after {word:?}, found the end"))
        };
        let switch = |text: &str| match text {
            "on" => Ok(true),
            "off" => Ok(false),
            _ => Err(format!("expected on or off after {word:?}, found {text:?}")),
        };
        match word {
            "plies" => {
                let text = value("a number")?;
                let plies = text.parse().ok().filter(|&plies| plies <= MAX_PLIES);
                settings.plies = plies
                    .ok_or_else(|| format!("expected at most {MAX_PLIES} plies, found {text:?}"))?;
            }
            "cubeful" => settings.cubeful = true,
            "cubeless" => settings.cubeful = false,
            "jacobyrule" => settings.jacoby = switch(value("on or off")?)?,
            "crawfordrule" => settings.crawford = switch(value("on or off")?)?,
            "beavers" => settings.beavers = switch(value("on or off")?)?,
            "noise" => settings.noise = noise(value("a number")?)?,
            // These have no effect here: a position always gets the same noise, and the engine does
            // not resign.
            "prune" | "deterministic" => {}
            "resignation" => {
                let text = value("a number")?;
                if text.parse::<f64>().is_err() {
                    return Err(format!("expected a number after {word:?}, found {text:?}"));
                }
            }
            _ => return Err(format!("expected plies, cubeful or cubeless, found {word:?}")),
        }
    }
    Ok(settings)
}

/// The noise, as GNU Backgammon was seen to take it: whole numbers are thousandths, and
/// 0.0015 is the same as 15.
fn noise(text: &str) -> Result<f64, String> {
    let deviation = match text.parse::<i32>() {
        Ok(thousandths) => Some(f64::from(thousandths) / 1000.0),
        Err(_) => text.parse::<f64>().ok().map(|number| 10.0 * number),
    };
    deviation
        .filter(|x| x.is_finite())
        .ok_or_else(|| format!("expected a number after \"noise\", found {text:?}"))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const BOARD: &str = "board:a:b:0:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0\
                         :1:3:1:3:1:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:1";

    #[test]
    fn requests_are_understood() {
        let board = Box::new(BOARD.parse::<FibsBoard>().expect("a board"));
        for (text, expected) in [
            ("version\n", Request::Version),
            ("exit", Request::Exit),
            ("set debug on", Request::Debug(true)),
            (&format!("{BOARD}\n\0"), Request::Decide(board.clone())),
            (
                &format!("evaluation fibsboard {BOARD} plies 2 cubeful prune jacobyrule off"),
                Request::Evaluate(
                    board.clone(),
                    Settings { plies: 2, cubeful: true, jacoby: false, ..Settings::default() },
                ),
            ),
            (
                &format!("evaluation fibsboard {BOARD} noise 15 deterministic"),
                Request::Evaluate(board.clone(), Settings { noise: 0.015, ..Settings::default() }),
            ),
            (
                &format!("evaluation fibsboard {BOARD} noise 0.0015"),
                Request::Evaluate(board.clone(), Settings { noise: 0.015, ..Settings::default() }),
            ),
        ] {
            assert_eq!(text.parse(), Ok(expected), "{text}");
        }
    }

    #[test]
    fn faults_are_named() {
        for (text, expected) in [
            ("", "no command given"),
            ("foo", "expected version, set, board:…, evaluation or exit, found \"foo\""),
            ("version 2", "expected the end of the line, found \"2\""),
            ("set debug maybe", "expected \"set debug on\""),
            ("evaluation", "expected \"fibsboard\", found \"the end"),
            ("evaluation fibsboard", "expected a board, found the end"),
            ("board:", "expected 52 fields after \"board\""),
            (&format!("evaluation fibsboard {BOARD} plies"), "expected a number after \"plies\""),
            (&format!("evaluation fibsboard {BOARD} plies 99"), "expected at most 8 plies"),
            (&format!("evaluation fibsboard {BOARD} beavers 1"), "expected on or off after"),
            (
                &format!("evaluation fibsboard {BOARD} noise nan"),
                "expected a number after \"noise\"",
            ),
            (&format!("evaluation fibsboard {BOARD} x"), "expected plies, cubeful or cubeless"),
        ] {
            let error = text.parse::<Request>().unwrap_err();
            assert!(error.starts_with(expected), "{text}: {error}");
        }
    }

    proptest! {
        #[test]
        fn any_line_is_understood_or_refused(line in "(board:|evaluation fibsboard )?\\PC{0,80}") {
            let _ = line.parse::<Request>();
        }
    }
}
