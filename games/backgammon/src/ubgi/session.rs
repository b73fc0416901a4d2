//! A session: what was set so far, and the answer to each line.

use std::{
    io::{self, BufRead, Read as _, Write},
    sync::Arc,
};

use starboard_core::{Game, Node, NotationError, Player};

use super::Keys;
use crate::{
    Dice, FibsBoard, Turn,
    bearoff::Bearoff,
    cube::{
        Action, CubeAnalysis, CubeDecision, CubefulSearch, OutcomeEvaluator, RatedTurn, Reply,
        Setting, Stakes, Verdict,
    },
    met::MatchEquity,
};

/// The longest line that is read, newline included.
const LONGEST: u64 = 1024;

/// An engine with what a controller told it so far.
#[derive(Debug)]
pub struct Session<E> {
    /// What knows how games end.
    pub evaluator: E,
    /// The databases for the end of the game.
    pub bearoff: Option<Arc<Bearoff>>,
    /// What scores are worth.
    pub table: Arc<MatchEquity>,
    /// What was set.
    pub keys: Keys,
    setting: Option<Setting>,
}

/// Answers every line of `input` until it ends or says `quit`.
///
/// # Errors
///
/// If the input cannot be read or the output not written; whatever a line says, it
/// is answered.
pub fn serve<E: OutcomeEvaluator>(
    session: &mut Session<E>,
    mut input: impl BufRead,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.by_ref().take(LONGEST).read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        if !line.ends_with(b"\n") && line.len() as u64 == LONGEST {
            writeln!(out, "error bad_command a line of more than {} bytes", LONGEST - 1)?;
            // The rest of it is no line of its own.
            input.skip_until(b'\n')?;
        } else {
            match session.answer(&String::from_utf8_lossy(&line)) {
                Some(answer) if answer.is_empty() => {}
                Some(answer) => out.write_all(answer.as_bytes())?,
                None => return Ok(()),
            }
        }
        out.flush()?;
    }
}

impl<E: OutcomeEvaluator> Session<E> {
    /// A session in which nothing was said yet, with these parts and the keys as they
    /// are from the start.
    pub fn new(evaluator: E, bearoff: Option<Arc<Bearoff>>, table: Arc<MatchEquity>) -> Self {
        Self { evaluator, bearoff, table, keys: Keys::default(), setting: None }
    }

    /// The answer to a line, with the ends of its lines, or nothing; `None` if the
    /// line says to quit.
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
                self.setting = None;
                Ok(None)
            }
            "position" => self.position(rest).map(|()| None),
            "dice" => self.dice(rest).map(|()| None),
            "go" => self.go(rest).map(Some),
            "keys" => Ok(Some(self.keys.lines())),
            "get" => match self.keys.get(rest) {
                Some(value) => Ok(Some(format!("value {rest} {value}"))),
                None => Err(format!("unsupported the key {rest:?}; keys lists those there are")),
            },
            "set" => match rest.split_once(char::is_whitespace) {
                Some((key, value)) => self.keys.set(key, value.trim()).map(|()| None),
                None => Err("bad_command expected set KEY VALUE".to_owned()),
            },
            "setoption" => {
                let named = rest.strip_prefix("name ").and_then(|rest| rest.split_once(" value "));
                match named {
                    Some((key, value)) => self.keys.set(key.trim(), value.trim()).map(|()| None),
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
        self.setting = Some(self.read(&text).map_err(|error| format!("bad_value {error}"))?);
        Ok(())
    }

    /// The position in the variant that is played.
    fn read(&self, text: &str) -> Result<Setting, NotationError> {
        let variant = if self.keys.start.is_hypergammon() { " hypergammon" } else { "" };
        let mut setting = Setting::read(&format!("{text}{variant}"), &self.table)?;
        if setting.resigned.is_some() {
            let what = "a resignation is on offer, which UBGI has no answer to";
            return Err(NotationError::impossible(what));
        }
        if let Stakes::Money { jacoby, beavers } = &mut setting.stakes {
            *jacoby |= self.keys.jacoby;
            *beavers |= self.keys.beavers;
        }
        Ok(setting)
    }

    fn dice(&mut self, text: &str) -> Result<(), String> {
        let setting = self.setting.as_mut().ok_or("bad_state dice need a position")?;
        let mut words = text.split_whitespace();
        let mut die = || words.next()?.parse::<u8>().ok();
        let dice = die().zip(die()).and_then(|(a, b)| Dice::new(a, b));
        let dice = dice.filter(|_| words.next().is_none());
        let dice = dice.ok_or("bad_value expected two dice such as 3 1")?;
        if setting.offered {
            return Err("bad_state a double on offer is answered before anybody rolls".to_owned());
        }
        if let Node::Over(_) = setting.game.node() {
            return Err("bad_state the game is over".to_owned());
        }
        setting.game = setting.game.with_dice(Some(dice));
        Ok(())
    }

    fn go(&mut self, what: &str) -> Result<String, String> {
        if !["", "chequer", "cube", "turn"].contains(&what) {
            return Err(format!("unsupported go {what}"));
        }
        let setting = self.setting.clone().ok_or("bad_state missing position")?;
        if let Node::Over(_) = setting.game.node() {
            return Err("bad_state the game is over".to_owned());
        }
        let double = |found: &CubeAnalysis| {
            let best = found.decision.verdict;
            let doubles = matches!(best, Verdict::Decide { action: Action::Double, .. });
            if doubles { "double" } else { "nodouble" }
        };
        if what == "cube" {
            let found = self.cube(&setting);
            let best = if setting.offered { reply(&found) } else { double(&found) };
            let depth = self.keys.cube_plies + 1;
            let CubeDecision { double_take, double_pass, best: worth, .. } = found.decision;
            // For who is asked.
            let equity = if setting.offered { -double_take.min(double_pass) } else { worth };
            return Ok(format!("info depth {depth} score {equity:+.4}\nbestcube {best}"));
        }
        if setting.offered {
            return Err("bad_state a double is on offer: go cube".to_owned());
        }
        let dice = setting.game.dice().ok_or("bad_state missing dice")?;
        let best = self.best(&setting, dice);
        let (depth, equity) = (best.plies + 1, best.equity);
        let [win, gammon, backgammon, ..] = best.ends.as_array();
        let text = write_steps(best.turn);
        let text = if text.is_empty() { "pass" } else { &text };
        let info = format!(
            "info depth {depth} score {equity:+.4} pwin {win:.4} pgammon {gammon:.4} pbg \
             {backgammon:.4}"
        );
        if what == "turn" {
            let cube = double(&self.cube(&setting));
            return Ok(format!("{info}\nbestturn cube={cube} move={text}"));
        }
        Ok(format!("{info}\nbestmove {text}"))
    }

    /// The bare action in a position that is a line of its own.
    fn action(&mut self, line: &str) -> Result<String, String> {
        let bad = |error: NotationError| format!("bad_value {error}");
        let setting = if line.starts_with("XGID=") {
            if line.split_whitespace().count() != 1 {
                return Err("bad_value expected an XGID and nothing else".to_owned());
            }
            self.read(line).map_err(bad)?
        } else {
            self.of_fibs(&line.parse().map_err(bad)?)?
        };
        if let Node::Over(_) = setting.game.node() {
            return Err("bad_state the game is over".to_owned());
        }
        if setting.offered {
            return Ok(reply(&self.cube(&setting)).to_owned());
        }
        if let Some(dice) = setting.game.dice() {
            return Ok(write_steps(self.best(&setting, dice).turn));
        }
        let verdict = self.cube(&setting).decision.verdict;
        let doubles = matches!(verdict, Verdict::Decide { action: Action::Double, .. });
        Ok(if doubles { "double" } else { "roll" }.to_owned())
    }

    fn of_fibs(&self, board: &FibsBoard) -> Result<Setting, String> {
        let stakes = if board.length == 0 {
            Stakes::Money { jacoby: self.keys.jacoby, beavers: self.keys.beavers }
        } else {
            let crawford = board.is_crawford() && !board.post_crawford;
            let one_away = board.scores.iter().any(|&score| score + 1 == board.length);
            // The scores are those of who is on roll and of the other.
            let (scores, crawford) = (board.scores, crawford && one_away);
            Stakes::of_match(&self.table, board.length, scores, crawford, Player::First)
                .map_err(|error| format!("bad_value {error}"))?
        };
        let (game, cube) = (board.board, board.cube);
        Ok(Setting { game, cube, stakes, offered: board.doubled, resigned: None })
    }

    fn search(&mut self, setting: &Setting) -> CubefulSearch<&mut E> {
        CubefulSearch::new(&mut self.evaluator, self.bearoff.clone(), setting.stakes.clone())
    }

    fn cube(&mut self, setting: &Setting) -> CubeAnalysis {
        let plies = self.keys.cube_plies;
        self.search(setting).cube(&setting.game, setting.cube, plies)
    }

    fn best(&mut self, setting: &Setting, dice: Dice) -> RatedTurn {
        let (plies, filter) = (self.keys.plies, self.keys.filter.clone());
        let mut search = self.search(setting);
        let rated = search.rate(&setting.game, dice, setting.cube, plies, &filter);
        rated.first().copied().unwrap_or_else(|| {
            search.rate_one(&setting.game, dice, Turn::PASS, setting.cube, plies)
        })
    }
}

/// What to say to a double.
fn reply(found: &CubeAnalysis) -> &'static str {
    match found.decision.reply() {
        Reply::Pass => "drop",
        Reply::Beaver => "beaver",
        Reply::Take => "take",
    }
}

/// A turn with a pair of places for each die; nothing for a pass.
fn write_steps(turn: Turn) -> String {
    let steps: Vec<_> = turn.steps().map(|step| format!("{step:?}")).collect();
    steps.join(" ")
}
