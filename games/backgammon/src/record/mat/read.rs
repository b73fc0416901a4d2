//! Reads `.mat`.

use std::mem;

use starboard_core::Player;

use super::cells::{Cell, body, cells, column, is_on, names, point_match, rule, tag};
use crate::{
    Dice, Move,
    record::{Action, GameRecord, MatchRecord, Outcome, RecordError, Stage, State, line::Line},
};

/// The hint for a double in what would be the Crawford game.
const NO_CRAWFORD: &str = "if the match was played without one, or this game comes after it, \
    `; [Crawford \"Off\"]` at the head of the file says so";

/// How wide the gap after the number of a game's first line must be to show that the left column is
/// empty.
const GAP: usize = 5;

/// Reads a match or session in Jellyfish's format, which may stop within its last game: such a file
/// cannot be told from one that was cut off between two moves. It may begin at any score, as
/// exports from the middle of a match do.
///
/// # Errors
///
/// Gives the line and column of the first error: an illegal move, a score that does not follow from
/// the games before, or a file that stops before its first game or within an action.
///
/// If hits that distinguish moves were left out, the move is the one with the fewest hits among
/// those with which the rest of the file is legal.
pub fn read_mat(text: &str) -> Result<MatchRecord, RecordError> {
    let mut meant = Meant::default();
    let first = match meant.read(text) {
        Ok(record) => return Ok(record),
        Err(error) => error,
    };
    for _ in 0..TRIES {
        if !meant.next() {
            break;
        }
        if let Ok(record) = meant.read(text) {
            return Ok(record);
        }
    }
    Err(first)
}

/// The most ways that are tried to interpret ambiguous moves.
const TRIES: usize = 100;

/// The interpretation of each ambiguous move.
#[derive(Debug, Default)]
struct Meant {
    /// The index of the move chosen, in the order of the file.
    taken: Vec<usize>,
    /// The number of possible moves for each.
    of: Vec<usize>,
}

impl Meant {
    fn read(&mut self, text: &str) -> Result<MatchRecord, RecordError> {
        self.of.clear();
        let mut reader = Reader { meant: mem::take(self), ..Reader::default() };
        let read = read_lines(&mut reader, text);
        *self = mem::take(&mut reader.meant);
        read.map(|()| reader.end())
    }

    /// The index of the move to choose here out of `several`.
    fn take(&mut self, several: usize) -> usize {
        let at = self.of.len();
        self.of.push(several);
        if self.taken.len() == at {
            self.taken.push(0);
        }
        self.taken[at]
    }

    /// Advances to the next combination of choices; false if all were tried.
    fn next(&mut self) -> bool {
        self.taken.truncate(self.of.len());
        while let Some(last) = self.taken.pop() {
            if last + 1 < self.of[self.taken.len()] {
                self.taken.push(last + 1);
                return true;
            }
        }
        false
    }
}

fn read_lines(reader: &mut Reader, text: &str) -> Result<(), RecordError> {
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
        _ => return Ok(()),
    };
    Err(last.fail(last.text.len(), format!("expected {expected}, found the end of the file")))
}

/// Whether a last line without a line end is nevertheless complete.
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
    meant: Meant,
    awaits: Awaits,
    /// The number of the first game, from 1: files may begin in the middle of a match.
    first: usize,
    /// The column where what the second player does begins.
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
                if name == "Variation" && !value.eq_ignore_ascii_case("backgammon") {
                    let found = shorten(&value);
                    return Err(line.fail(
                        line.indent(),
                        format!("records are of backgammon, not of {found}"),
                    ));
                }
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
        let due = self.first + before;
        let follows = |&found: &usize| found > 0 && (before == 0 || found == due);
        let Some(found) = number.parse().ok().filter(follows) else {
            let due = match before {
                0 => "the number of a game".to_owned(),
                _ => format!("game {due}"),
            };
            let what = format!("expected {due}, found {:?}", shorten(number));
            return Err(line.fail(line.indent() + 5, what));
        };
        self.first = found - before;
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
        let due = if self.record.games.is_empty() { score } else { self.record.score() };
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
        self.right = column(line.text, right);
        self.record.games.push(GameRecord { score, ..GameRecord::default() });
        self.awaits = Awaits::Moves;
        Ok(())
    }

    fn moves(&mut self, line: Line<'_>) -> Result<(), RecordError> {
        let cells = cells(line.text, body(line.text));
        if let Some(second) = cells.get(1).filter(|cell| cell.head != "Wins") {
            // Names may be longer than the column that they stand above.
            self.right = self.right.min(column(line.text, second.start));
        }
        cells.into_iter().try_for_each(|cell| self.cell(line, cell))
    }

    /// Whose column this is in, which is asked of the first thing done in a game, and of who wins.
    fn side(&mut self, line: Line<'_>, cell: Cell<'_>) -> Player {
        let (at, number) = (column(line.text, cell.start), body(line.text));
        let right = if self.state.is_none() && number > 0 {
            // Where the names stand says less than how the line begins.
            let right = at >= column(line.text, number) + GAP;
            self.right = if right { self.right.min(at) } else { self.right };
            right
        } else {
            // The columns of some programs are off by a few.
            at + 3 >= self.right
        };
        if right { Player::Second } else { Player::First }
    }

    fn cell(&mut self, line: Line<'_>, cell: Cell<'_>) -> Result<(), RecordError> {
        if cell.head == "????" {
            // What was rolled was not played: the game was given up.
            return Ok(());
        }
        let side = self.side(line, cell);
        if let Some(error) = self.unplayed.take()
            && !matches!(cell.head, "Wins" | "Resigns" | "Resign")
        {
            return Err(error);
        }
        let jacoby = self.record.is_jacoby();
        let last = self.record.games.split_last();
        let crawford =
            last.is_some_and(|(game, before)| self.record.forbids_doubles(before, game.score));
        let Some(game) = self.record.games.last_mut() else { return Ok(()) };
        if game.outcome.is_some() {
            return Err(line.fail(cell.start, "the game is over"));
        }
        let state = self.state.get_or_insert_with(|| {
            game.first = side;
            game.start().with_jacoby(jacoby).with_crawford(crawford)
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
            // Some programs also write that the last beaver is taken.
            "Takes" | "Accepts" if state.in_beavers() => None,
            "Takes" | "Accepts" => Some(Action::Take),
            "Beavers" | "Raccoons" => Some(Action::Beaver),
            "Drops" | "Passes" | "Rejects" | "Refuses" => Some(Action::Drop),
            // By how much the game was lost is in the line with the winner.
            "Resigns" | "Resign" => None,
            head => play(line, cell, head, state, (&mut self.unplayed, &mut self.meant))?,
        };
        if let Some(action) = action {
            let no_crawford = |what: String| match action {
                Action::Double if crawford => format!("{what}; {NO_CRAWFORD}"),
                _ => what,
            };
            state.act(action).map_err(|what| fail(no_crawford(what)))?;
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

/// A roll and its move; `None` for dice alone, unless the player has to pass.
fn play(
    line: Line<'_>,
    cell: Cell<'_>,
    head: &str,
    state: &State,
    (unplayed, meant): (&mut Option<RecordError>, &mut Meant),
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
    let fitting = board.fitting(text).map(|moves| match moves[..] {
        [only] => only,
        _ => moves[meant.take(moves.len())],
    });
    match fitting {
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

/// How many times the cube was lost in a game that was resigned.
fn times(points: u32, cube: u32) -> Result<u8, String> {
    (1..=3)
        .find(|&times| u32::from(times) * cube == points)
        .ok_or_else(|| format!("{points} points cannot be won with the cube at {cube}"))
}

/// Shortens quoted text so that an error fits on a line.
fn shorten(text: &str) -> String {
    text.chars().take(40).collect()
}
