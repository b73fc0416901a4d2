//! Reads `.mat`.

use starboard_core::{Game, Player};

use super::cells::{Cell, body, cells, is_on, names, point_match, rule, tag};
use crate::{
    Dice, Move,
    record::{Action, GameRecord, MatchRecord, Outcome, RecordError, Stage, State, line::Line},
};

/// Reads a match or session of Jellyfish's format, which may stop within its last
/// game: such a file looks like one that was cut off between two moves.
///
/// # Errors
///
/// Names the line and column of the first thing that is not as it should be: a
/// move that is not legal, a score that does not follow from the games before,
/// a file that stops before its first game or within what somebody does.
pub fn read_mat(text: &str) -> Result<MatchRecord, RecordError> {
    let mut reader = Reader::default();
    let mut last = Line { number: 1, text: "" };
    for (i, text) in text.lines().enumerate() {
        last = Line { number: i + 1, text: text.trim_end() };
        reader.line(last)?;
    }
    let over = reader.state.as_ref().is_some_and(|state| matches!(state.stage, Stage::Over(_)));
    let expected = match reader.awaits {
        Awaits::Length => "a line such as \"7 point match\"",
        Awaits::Names => "the players and their score",
        _ if over => "who wins",
        Awaits::Moves if !text.ends_with('\n') && !ends_whole(last) => "the line to go on",
        _ => return Ok(reader.end()),
    };
    Err(last.fail(last.text.len(), format!("expected {expected}, found the end of the file")))
}

/// Whether a line that nothing follows, not even its end, says all that such lines
/// say.
fn ends_whole(line: Line<'_>) -> bool {
    let cells = cells(line.text, body(line.text));
    let Some(cell) = cells.last() else { return body(line.text) == 0 };
    let words: Vec<&str> = cell.rest.split_whitespace().collect();
    match (cell.head, &words[..]) {
        ("Wins", ["1", "point", ..]) => true,
        ("Wins", words) => words.get(1) == Some(&"points"),
        (_, ["=>", words @ ..]) => {
            let cube = words.first().and_then(|number| number.parse::<u32>().ok());
            cube.is_some_and(|cube| cube > 1 && cube.is_power_of_two())
        }
        _ => true,
    }
}

/// What comes next in a file.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
enum Awaits {
    #[default]
    Length,
    Game,
    Names,
    Moves,
}

/// A file being read.
#[derive(Debug, Default)]
struct Reader {
    record: MatchRecord,
    awaits: Awaits,
    /// Where the right column begins.
    right: usize,
    /// The game being read, from its first roll until it has an outcome.
    state: Option<State>,
    /// Dice without a move, and what is wrong with them unless the game was broken off
    /// or given up there.
    unplayed: Option<RecordError>,
}

impl Reader {
    /// What was read. Nobody has begun a game in which nothing was done, whoever rolled.
    fn end(mut self) -> MatchRecord {
        if let Some(game) = self.record.games.last_mut().filter(|game| game.actions.is_empty()) {
            game.first = Player::default();
        }
        self.record
    }

    fn line(&mut self, line: Line<'_>) -> Result<(), RecordError> {
        let text = line.text.trim_start();
        if text.is_empty() {
            return Ok(());
        }
        if let Some(comment) = text.strip_prefix(';') {
            if let Some((name, value)) = tag(comment) {
                match rule(&mut self.record.rules, &name).zip(is_on(&value)) {
                    Some((rule, on)) => *rule = on,
                    None => self.record.tags.push((name, value)),
                }
            }
            return Ok(());
        }
        match self.awaits {
            Awaits::Length => self.length(line),
            Awaits::Names => self.names(line),
            _ => match text.strip_prefix("Game ") {
                Some(number) => self.game(line, number.trim()),
                None if self.awaits == Awaits::Moves => self.moves(line),
                None => {
                    let found = shorten(text);
                    Err(line.fail(line.indent(), format!("expected \"Game 1\", found {found:?}")))
                }
            },
        }
    }

    fn length(&mut self, line: Line<'_>) -> Result<(), RecordError> {
        let length = point_match(line.text).and_then(|length| length.parse::<u32>().ok());
        let Some(length) = length.filter(|&length| length < 1000) else {
            let found = shorten(line.text.trim());
            let what = format!("expected a line such as \"7 point match\", found {found:?}");
            return Err(line.fail(line.indent(), what));
        };
        self.record.length = length;
        self.awaits = Awaits::Game;
        Ok(())
    }

    fn game(&mut self, line: Line<'_>, number: &str) -> Result<(), RecordError> {
        let before = self.record.games.len();
        if let Some(GameRecord { outcome: None, .. }) = self.record.games.last() {
            return Err(line.fail(line.indent(), format!("game {before} has not ended")));
        }
        if number.parse() != Ok(before + 1) {
            let found = shorten(number);
            let what = format!("expected game {}, found {found:?}", before + 1);
            return Err(line.fail(line.indent() + 5, what));
        }
        self.awaits = Awaits::Names;
        Ok(())
    }

    fn names(&mut self, line: Line<'_>) -> Result<(), RecordError> {
        let fail = |what: String| line.fail(line.indent(), what);
        let Some((names, score, right)) = names(line.text) else {
            let found = shorten(line.text.trim());
            return Err(fail(format!(
                "expected both players and their score such as \"Ann : 0   Bob : 2\", found {found:?}"
            )));
        };
        let due = self.record.score();
        if score != due {
            return Err(fail(format!(
                "expected the score to be {} to {}, found {} to {}",
                due[0], due[1], score[0], score[1]
            )));
        }
        if self.record.games.is_empty() {
            self.record.names = names;
        } else if self.record.names != names {
            let [one, other] = &self.record.names;
            return Err(fail(format!("expected the players to be {one} and {other} still")));
        }
        if self.record.length > 0 && due.iter().any(|&points| points >= self.record.length) {
            return Err(fail("the match was over before this game".to_owned()));
        }
        self.right = right;
        self.record.games.push(GameRecord { score, ..GameRecord::default() });
        self.awaits = Awaits::Moves;
        Ok(())
    }

    fn moves(&mut self, line: Line<'_>) -> Result<(), RecordError> {
        cells(line.text, body(line.text)).into_iter().try_for_each(|cell| self.cell(line, cell))
    }

    fn cell(&mut self, line: Line<'_>, cell: Cell<'_>) -> Result<(), RecordError> {
        if cell.head == "????" {
            // What was rolled was not played: the game was given up.
            return Ok(());
        }
        // The columns of some programs are off by a few.
        let side = if cell.start + 3 >= self.right { Player::Second } else { Player::First };
        if let Some(error) = self.unplayed.take()
            && !matches!(cell.head, "Wins" | "Resigns" | "Resign")
        {
            return Err(error);
        }
        let jacoby = self.record.is_jacoby();
        let Some(game) = self.record.games.last_mut() else { return Ok(()) };
        if game.outcome.is_some() {
            return Err(line.fail(cell.start, "the game is over"));
        }
        let state = self.state.get_or_insert_with(|| {
            game.first = side;
            game.start().with_jacoby(jacoby)
        });
        let fail = |what: String| line.fail(cell.start, what);
        let action = match cell.head {
            "Wins" => {
                let points = won(cell).map_err(fail)?;
                if let Stage::Over(Outcome { points: due, .. }) = state.stage {
                    if points != due {
                        return Err(fail(format!("expected a win of {due}, found {points}")));
                    }
                    None
                } else {
                    // Nobody says so in words, but the loser gave up.
                    Some(Action::Resign(side.other(), times(points, state.cube).map_err(fail)?))
                }
            }
            "Doubles" | "Redoubles" => {
                let (due, found) = (2 * state.cube, doubled(cell));
                if let Some(found) = found.filter(|&found| found != u64::from(due)) {
                    return Err(fail(format!("expected a double to {due}, found {found}")));
                }
                Some(Action::Double)
            }
            // Some write who takes the last beaver, too.
            "Takes" | "Accepts" if state.in_beavers() => None,
            "Takes" | "Accepts" => Some(Action::Take),
            "Beavers" | "Raccoons" => Some(Action::Beaver),
            "Drops" | "Passes" | "Rejects" | "Refuses" => Some(Action::Drop),
            // By how much the game was lost is in the line with the winner.
            "Resigns" | "Resign" => None,
            head => play(line, cell, head, state, &mut self.unplayed)?,
        };
        if let Some(action) = action {
            state.act(action).map_err(fail)?;
            game.actions.push(action);
        }
        // What ends a game is often repeated, so only that ends it here.
        if let (Stage::Over(outcome), "Wins") = (state.stage, cell.head) {
            game.outcome = Some(outcome);
            self.state = None;
        }
        Ok(())
    }
}

/// What the cube is turned to, where that is said.
fn doubled(cell: Cell<'_>) -> Option<u64> {
    cell.rest.strip_prefix("=>")?.trim().parse().ok()
}

/// Dice, and what was played with them; `None` for dice alone, where they are not
/// passed.
fn play(
    line: Line<'_>,
    cell: Cell<'_>,
    head: &str,
    state: &State,
    unplayed: &mut Option<RecordError>,
) -> Result<Option<Action>, RecordError> {
    let fail = |what: String| line.fail(cell.start, what);
    let Some(dice) = head.strip_suffix(':') else {
        let found = shorten(head);
        return Err(fail(format!("expected dice such as \"31:\", found {found:?}")));
    };
    let dice: Dice = dice.parse().map_err(|error| fail(format!("{error}")))?;
    let board = state.rolled(dice).map_err(fail)?;
    let text = match cell.rest {
        "" => "pass",
        text if ["cannot", "can't", "no move", "(no", "no legal"]
            .iter()
            .any(|no| text.get(..no.len()).is_some_and(|head| head.eq_ignore_ascii_case(no))) =>
        {
            "pass"
        }
        text => text,
    };
    match board.parse_move(text) {
        Ok(Move::Turn(turn)) => Ok(Some(Action::Play(dice, turn))),
        Ok(Move::Roll(_)) => Err(fail("expected a move".to_owned())),
        Err(error) => {
            let error = line.fail(cell.start + head.len() + 1, error.to_string());
            if !cell.rest.is_empty() {
                return Err(error);
            }
            *unplayed = Some(error);
            Ok(None)
        }
    }
}

/// The points in `Wins 2 points`.
fn won(cell: Cell<'_>) -> Result<u32, String> {
    let points = cell.rest.split_whitespace().next().and_then(|word| word.parse().ok());
    points
        .ok_or_else(|| format!("expected \"Wins 2 points\", found \"Wins {}\"", shorten(cell.rest)))
}

/// How many times the cube a game was lost by that was given up.
fn times(points: u32, cube: u32) -> Result<u8, String> {
    (1..=3)
        .find(|&times| u32::from(times) * cube == points)
        .ok_or_else(|| format!("{points} points cannot be won with the cube at {cube}"))
}

/// Keeps an error to a line whatever it quotes.
fn shorten(text: &str) -> String {
    text.chars().take(40).collect()
}
