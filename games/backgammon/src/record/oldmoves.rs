//! The answer of the server FIBS to `oldmoves`, which its clients save as records of matches: a
//! line for each action.
//!
//! ```text
//! Score is 0-0 in a 3 point match.
//! ann is X - bob is O
//! X: (3 1) 8-5 6-5
//! O: (4 2) 17-21 19-21
//! X: doubles
//! O: rejects
//! X: wins 1 point
//! ```
//!
//! Points are numbered from the side of X, the first player, for both players.

use starboard_core::{Game, Player};

use super::{
    Action, GameRecord, MatchRecord, Outcome, RecordError, Stage, State, line::Line,
    steps::turn_of_steps,
};
use crate::{BAR, Dice, OFF};

/// Reads a match or session as FIBS writes it, which may stop within its last game: such a text
/// cannot be told from one that was cut off between two moves.
///
/// # Errors
///
/// Gives the line and column of the first error: an illegal move, a score that does not follow from
/// the games before, or a text that stops before its first game or within an action.
pub fn read_oldmoves(text: &str) -> Result<MatchRecord, RecordError> {
    let mut reader = Reader::default();
    let mut last = Line { number: 1, text: "" };
    for (i, text) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        last = Line { number: i + 1, text: text.trim_end() };
        reader.line(last)?;
    }
    let cut = !text.ends_with('\n') && !ends_whole(last.text);
    reader.end(cut).map_err(|expected| {
        let what = format!("expected {expected}, found the end of the file");
        last.fail(last.text.len(), what)
    })
}

/// Whether a last line without a line end is nevertheless complete.
fn ends_whole(line: &str) -> bool {
    let mut words = line.trim_end_matches('.').split_whitespace().skip(1);
    match (words.next(), words.next(), words.next()) {
        (Some("wins"), Some("1"), word) => matches!(word, Some("point" | "points")),
        (Some("wins"), _, word) => word == Some("points"),
        _ => true,
    }
}

/// Whether a text begins like a match written by FIBS.
pub(super) fn is_oldmoves(text: &str) -> bool {
    text.starts_with("Score is ")
}

/// A file being read.
#[derive(Default)]
struct Reader {
    record: MatchRecord,
    /// The game being read, from its heading on.
    game: Option<GameRecord>,
    named: bool,
    /// The state, from the first action on.
    state: Option<State>,
    /// Whether a player has offered to resign.
    resigned: bool,
    /// Whether the line with the winner of the game has been read.
    won: bool,
}

impl Reader {
    fn line(&mut self, line: Line<'_>) -> Result<(), RecordError> {
        let text = line.text.trim_start();
        let fail = |what: String| line.fail(line.offset(text), what);
        if text.is_empty() {
            return Ok(());
        }
        if let Some(score) = text.strip_prefix("Score is ") {
            return self.begin(score).map_err(fail);
        }
        let Some(game) = &mut self.game else {
            let found = shorten(text);
            return Err(fail(format!(
                "expected \"Score is 0-0 in a 3 point match.\", found {found:?}"
            )));
        };
        if !self.named {
            let names = names(text).ok_or_else(|| {
                let found = shorten(text);
                fail(format!("expected \"ann is X - bob is O\", found {found:?}"))
            })?;
            if self.record.games.is_empty() {
                self.record.names = names;
            } else if self.record.names != names {
                let [one, other] = &self.record.names;
                return Err(fail(format!("expected the players to be {one} and {other} still")));
            }
            self.named = true;
            return Ok(());
        }
        let (player, rest) = match text.split_at_checked(2) {
            Some(("X:", rest)) => (Player::First, rest),
            Some(("O:", rest)) => (Player::Second, rest),
            _ => {
                let found = shorten(text);
                return Err(fail(format!("expected X: or O:, found {found:?}")));
            }
        };
        let state = self.state.get_or_insert_with(|| {
            game.first = player;
            game.start().with_crawford(self.record.forbids_doubles(&self.record.games, game.score))
        });
        let rest = rest.trim();
        let here = line.offset(rest);
        self.won |= rest.starts_with("wins");
        let action = match act(state, player, rest, self.resigned) {
            Ok(Some(action)) => action,
            Ok(None) => {
                self.resigned =
                    rest.starts_with("resigns") || (self.resigned && rest.starts_with("accepts"));
                return Ok(());
            }
            Err(what) => return Err(line.fail(here, what)),
        };
        if let Some(action) = action {
            state.act(action).map_err(|what| line.fail(here, what))?;
            game.actions.push(action);
        }
        Ok(())
    }

    /// A game begins, at `0-0 in a 3 point match.`
    fn begin(&mut self, text: &str) -> Result<(), String> {
        self.finish().map_err(|expected| format!("expected {expected}"))?;
        let (score, length) = score(text).ok_or_else(|| {
            let found = shorten(text);
            format!("expected a score such as \"0-0 in a 3 point match\", found {found:?}")
        })?;
        let first = self.record.games.is_empty();
        let due = self.record.score();
        if first {
            self.record.length = length;
        } else if length != self.record.length {
            return Err("another match begins here: one at a time is read".to_owned());
        } else if score != due {
            return Err(format!(
                "expected the score to be {} to {}, found {} to {}",
                due[0], due[1], score[0], score[1]
            ));
        }
        if length > 0 && score.iter().any(|&points| points >= length) {
            return Err("the match was over before this game".to_owned());
        }
        self.game = Some(GameRecord { score, ..GameRecord::default() });
        (self.named, self.won) = (false, false);
        Ok(())
    }

    /// Ends the game being read, or says what is still expected of it.
    fn finish(&mut self) -> Result<(), &'static str> {
        let Some(mut game) = self.game.take() else { return Ok(()) };
        if !self.named {
            return Err("the players, such as \"ann is X - bob is O\"");
        }
        let Some(State { stage: Stage::Over(outcome), .. }) = self.state.take() else {
            return Err("the game to go on");
        };
        game.outcome = Some(outcome);
        self.record.games.push(game);
        self.resigned = false;
        Ok(())
    }

    /// The record read, at the end of the text; `cut` says that its last line is incomplete.
    fn end(mut self, cut: bool) -> Result<MatchRecord, &'static str> {
        let over = self.state.as_ref().map(|state| matches!(state.stage, Stage::Over(_)));
        match (over, self.won) {
            _ if cut => return Err("the line to go on"),
            (Some(true), false) => return Err("who wins, such as \"X: wins 1 point.\""),
            (Some(true), true) => self.finish()?,
            (Some(false) | None, _) if self.named => self.record.games.extend(self.game.take()),
            _ => self.finish()?,
        }
        if self.record.games.is_empty() {
            return Err("\"Score is 0-0 in a 3 point match.\"");
        }
        Ok(self.record)
    }
}

/// The action of a line: `Some(None)` for a line without effect, `None` for an offer to resign or
/// an answer to one.
type Done = Result<Option<Option<Action>>, String>;

/// Reads an action in words. `resigned` says that a resignation is on offer.
fn act(state: &State, player: Player, text: &str, resigned: bool) -> Done {
    let word = text.split([' ', '.']).next().unwrap_or_default();
    if word == "wins" {
        let points = text.split([' ', '.']).nth(1).and_then(|points| points.parse().ok());
        let points: u32 = points.ok_or("expected how many points")?;
        let said = Outcome { winner: player, points };
        return match state.stage {
            Stage::Over(due) if due == said => Ok(Some(None)),
            Stage::Over(due) => Err(format!("expected a win of {}, found {points}", due.points)),
            Stage::Roll | Stage::Doubled => (1..=3)
                .find(|&times| u32::from(times) * state.cube == points)
                .map(|times| Some(Some(Action::Resign(player.other(), times))))
                .ok_or_else(|| {
                    format!("{points} points cannot be won with the cube at {}", state.cube)
                }),
        };
    }
    let action = match word {
        "resigns" => return Ok(None),
        "accepts" | "rejects" if resigned => return Ok(None),
        "doubles" | "redoubles" if state.stage == Stage::Doubled => Action::Beaver,
        "doubles" | "redoubles" => Action::Double,
        "beavers" | "raccoons" | "otters" => Action::Beaver,
        "accepts" => Action::Take,
        "rejects" => Action::Drop,
        _ => play(state, player, text)?,
    };
    if let Some(due) = state.actor_of(action).filter(|&due| due != player) {
        return Err(format!("it is the turn of {}", if due == Player::First { 'X' } else { 'O' }));
    }
    Ok(Some(Some(action)))
}

/// A roll and a move: `(5 3) 13-8 6-3`.
fn play(state: &State, player: Player, text: &str) -> Result<Action, String> {
    let expected = || format!("expected dice such as (3 1) and a move, found {:?}", shorten(text));
    let (dice, moves) =
        text.strip_prefix('(').and_then(|rest| rest.split_once(')')).ok_or_else(expected)?;
    let digits: String = dice.chars().filter(|c| !c.is_whitespace()).collect();
    let dice: Dice = digits.parse().map_err(|error| format!("{error}"))?;
    if state.board.mover() != player {
        return Err(format!(
            "it is the turn of {}",
            if player == Player::First { 'O' } else { 'X' }
        ));
    }
    let board = state.rolled(dice)?;
    let moves = moves.trim();
    let cannot = ["can't", "cannot", "Can't", "Cannot"];
    let steps = if cannot.iter().any(|word| moves.starts_with(word)) {
        Some(Vec::new())
    } else {
        moves.split_whitespace().map(|step| read_step(player, step)).collect()
    };
    let turn = steps.and_then(|steps| turn_of_steps(&board, &steps));
    let turn = turn.ok_or_else(|| format!("{:?} cannot be played with {dice}", shorten(moves)))?;
    Ok(Action::Play(dice, turn))
}

/// A step such as `13-8`, `bar-20` or `3-off`, from the point of view of the player who makes it.
fn read_step(player: Player, text: &str) -> Option<(u8, u8)> {
    let place = |text: &str| match text {
        "bar" => Some(BAR),
        "off" => Some(OFF),
        number => {
            let place = number.parse().ok().filter(|&place: &u8| place <= BAR)?;
            Some(if player == Player::First { place } else { 25 - place })
        }
    };
    let (from, to) = text.trim_end_matches(['*', '.']).split_once('-')?;
    Some((place(from)?, place(to)?))
}

/// The score and the match length in `2-0 in a 5 point match.`; the length is 0 if none is given.
fn score(text: &str) -> Option<([u32; 2], u32)> {
    let (score, game) = text.split_once(" in ")?;
    let (one, two) = score.split_once('-')?;
    let number = |text: &str| text.trim().parse().ok().filter(|&n: &u32| n < 1_000_000);
    let length = match game.split_once(" point match") {
        Some((length, _)) => {
            let length = number(length.rsplit(' ').next()?)?;
            (1..1000).contains(&length).then_some(length)?
        }
        None => 0,
    };
    Some(([number(one)?, number(two)?], length))
}

/// The players in `ann is X - bob is O`.
fn names(text: &str) -> Option<[String; 2]> {
    let (one, two) = text.split_once(" is X - ")?;
    let two = two.trim_end_matches('.').strip_suffix(" is O")?;
    Some([one.trim().to_owned(), two.trim().to_owned()])
}

/// Shortens quoted text so that an error fits on a line.
fn shorten(text: &str) -> String {
    text.chars().take(40).collect()
}

#[cfg(test)]
mod tests;
