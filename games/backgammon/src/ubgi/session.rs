//! A session: the settings and the position so far, and the answer to each line.

use std::io::{self, BufRead, Write};

use starboard::{LineEnd, Lines};
use starboard_core::{Game, Node, NotationError};

use crate::{
    Backgammon, Dice, Turn,
    cube::{CubeAnalysis, CubeDecision, MatchPosition, OutcomeEvaluator, Reply},
    engine::BackgammonEngine,
};

/// The longest line that is read, newline included.
const LONGEST: u64 = 1024;

/// An engine with everything that a controller has set so far.
#[derive(Debug)]
pub struct Session<E> {
    /// The engine, with its settings. Its plies are counted as in GNU Backgammon: one less than in
    /// the protocol, where evaluating the positions after each move is the first ply.
    pub engine: BackgammonEngine<E>,
    /// The start of the variant being played, which determines how many checkers there are.
    pub start: Backgammon,
    position: Option<MatchPosition>,
}

/// Answers every line of `input` until it ends or says `quit`.
///
/// # Errors
///
/// If the input cannot be read or the output cannot be written; an invalid line is not an error,
/// but is answered.
pub fn serve<E: OutcomeEvaluator>(
    session: &mut Session<E>,
    input: impl BufRead,
    out: &mut dyn Write,
) -> io::Result<()> {
    for line in Lines::new(input, LONGEST) {
        let line = line?;
        if line.end == LineEnd::Cut {
            writeln!(out, "error bad_command a line of more than {} bytes", LONGEST - 1)?;
        } else {
            match session.answer(&line.text) {
                Some(answer) if answer.is_empty() => {}
                Some(answer) => out.write_all(answer.as_bytes())?,
                None => return Ok(()),
            }
        }
        out.flush()?;
    }
    Ok(())
}

impl<E: OutcomeEvaluator> Session<E> {
    /// A new session of backgammon with this engine.
    pub fn new(engine: BackgammonEngine<E>) -> Self {
        Self { engine, start: Backgammon::START, position: None }
    }

    /// The answer to a line, including line ends, which may be empty; `None` if the line says to
    /// quit.
    pub fn answer(&mut self, line: &str) -> Option<String> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let answer = match word {
            "quit" => return None,
            "" | "stop" => Ok(None),
            _ if line.starts_with("XGID=") || line.starts_with("board:") => {
                self.action(line).map(Some)
            }
            "ubgi" => Ok(Some(format!(
                "id name Starboard\nid author the Starboard developers\nid version {}\n\
                 proto 0.2\nubgiok",
                env!("CARGO_PKG_VERSION")
            ))),
            "isready" => Ok(Some("readyok".to_owned())),
            "newgame" => {
                self.position = None;
                Ok(None)
            }
            "position" => self.position(rest).map(|()| None),
            "dice" => self.dice(rest).map(|()| None),
            "go" => self.go(rest).map(Some),
            "keys" => Ok(Some(self.lines())),
            "get" => match self.get(rest) {
                Some(value) => Ok(Some(format!("value {rest} {value}"))),
                None => Err(format!("unsupported the key {rest:?}; keys lists those there are")),
            },
            "set" => match rest.split_once(char::is_whitespace) {
                Some((key, value)) => self.set(key, value.trim()).map(|()| None),
                None => Err("bad_command expected set KEY VALUE".to_owned()),
            },
            "setoption" => {
                let named = rest.strip_prefix("name ").and_then(|rest| rest.split_once(" value "));
                match named {
                    Some((key, value)) => self.set(key.trim(), value.trim()).map(|()| None),
                    None => Err("bad_command expected setoption name KEY value VALUE".to_owned()),
                }
            }
            _ => Err(format!(
                "bad_command expected ubgi, isready, newgame, position, dice, go, keys, get, set \
                 or quit, found {word:?}"
            )),
        };
        Some(match answer {
            Ok(None) => String::new(),
            Ok(Some(text)) => text + "\n",
            Err(error) => format!("error {error}\n"),
        })
    }

    fn position(&mut self, text: &str) -> Result<(), String> {
        let (format, id) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let text = match format {
            "gnubgid" => id.trim().to_owned(),
            "xgid" if id.trim().starts_with("XGID=") => id.trim().to_owned(),
            "xgid" => format!("XGID={}", id.trim()),
            _ => return Err(format!("unsupported positions as {format:?}: gnubgid or xgid")),
        };
        if text.split_whitespace().count() != 1 {
            return Err("bad_value expected one ID, and the dice by themselves".to_owned());
        }
        self.position = Some(self.read(&text).map_err(|error| format!("bad_value {error}"))?);
        Ok(())
    }

    /// Reads a position in the variant being played.
    fn read(&self, text: &str) -> Result<MatchPosition, NotationError> {
        let variant = if self.start.is_hypergammon() { " hypergammon" } else { "" };
        let position = self.engine.settings.read(&format!("{text}{variant}"))?;
        if position.resigned.is_some() {
            let what = "a resignation is on offer, which UBGI has no answer to";
            return Err(NotationError::impossible(what));
        }
        Ok(position)
    }

    fn dice(&mut self, text: &str) -> Result<(), String> {
        let position = self.position.as_mut().ok_or("bad_state dice need a position")?;
        let mut words = text.split_whitespace();
        let mut die = || words.next()?.parse::<u8>().ok();
        let dice = die().zip(die()).and_then(|(a, b)| Dice::new(a, b));
        let dice = dice.filter(|_| words.next().is_none());
        let dice = dice.ok_or("bad_value expected two dice such as 3 1")?;
        if position.offered {
            return Err("bad_state a double on offer is answered before anybody rolls".to_owned());
        }
        if let Node::Over(_) = position.game.node() {
            return Err("bad_state the game is over".to_owned());
        }
        position.game = position.game.with_dice(Some(dice));
        Ok(())
    }

    fn go(&mut self, what: &str) -> Result<String, String> {
        if !["", "chequer", "cube", "turn"].contains(&what) {
            return Err(format!("unsupported go {what}"));
        }
        let position = self.position.clone().ok_or("bad_state missing position")?;
        if let Node::Over(_) = position.game.node() {
            return Err("bad_state the game is over".to_owned());
        }
        let double = |found: &CubeAnalysis| {
            if found.decision.doubles() { "double" } else { "nodouble" }
        };
        if what == "cube" {
            let found = self.engine.cube(&position);
            let best = if position.offered { reply(&found) } else { double(&found) };
            let depth = self.engine.settings.cube_plies + 1;
            let CubeDecision { double_take, double_pass, best: worth, .. } = found.decision;
            // From the point of view of the player who was doubled.
            let equity = if position.offered { -double_take.min(double_pass) } else { worth };
            return Ok(format!("info depth {depth} score {equity:+.4}\nbestcube {best}"));
        }
        if position.offered {
            return Err("bad_state a double is on offer: go cube".to_owned());
        }
        let dice = position.game.dice().ok_or("bad_state missing dice")?;
        let best = self.engine.best(&position, dice);
        let (depth, equity) = (best.plies + 1, best.equity);
        let [win, gammon, backgammon, ..] = best.outcomes.as_array();
        let text = write_steps(best.turn);
        let text = if text.is_empty() { "pass" } else { &text };
        let info = format!(
            "info depth {depth} score {equity:+.4} pwin {win:.4} pgammon {gammon:.4} pbg \
             {backgammon:.4}"
        );
        if what == "turn" {
            let cube = double(&self.engine.cube(&position));
            return Ok(format!("{info}\nbestturn cube={cube} move={text}"));
        }
        Ok(format!("{info}\nbestmove {text}"))
    }

    /// The bare action for a line that is itself a position.
    fn action(&mut self, line: &str) -> Result<String, String> {
        let bad = |error: NotationError| format!("bad_value {error}");
        let position = if line.starts_with("XGID=") {
            if line.split_whitespace().count() != 1 {
                return Err("bad_value expected an XGID and nothing else".to_owned());
            }
            self.read(line).map_err(bad)?
        } else {
            self.engine.settings.of_fibs(&line.parse().map_err(bad)?).map_err(bad)?
        };
        if let Node::Over(_) = position.game.node() {
            return Err("bad_state the game is over".to_owned());
        }
        if position.offered {
            return Ok(reply(&self.engine.cube(&position)).to_owned());
        }
        if let Some(dice) = position.game.dice() {
            return Ok(write_steps(self.engine.best(&position, dice).turn));
        }
        let doubles = self.engine.cube(&position).decision.doubles();
        Ok(if doubles { "double" } else { "roll" }.to_owned())
    }
}

/// The answer to a double.
fn reply(found: &CubeAnalysis) -> &'static str {
    match found.decision.reply() {
        Reply::Pass => "drop",
        Reply::Beaver => "beaver",
        Reply::Take => "take",
    }
}

/// A turn as a pair of places for each die; empty for a pass.
fn write_steps(turn: Turn) -> String {
    let steps: Vec<_> = turn.steps().map(|step| format!("{step:?}")).collect();
    steps.join(" ")
}
