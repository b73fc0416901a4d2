//! The record that every game has: a list of moves.

use std::{fmt::Write, mem};

use starboard::{AnyGame, Position};
use starboard_core::Node;

use super::{GameRecord, RecordError};
use crate::arena::{Ending, Record};

/// The extension of files with lists of moves.
pub const PLAIN: &str = "txt";

/// The most words that make one move.
const WORDS: usize = 10;

/// The names of players, or of chance, that may precede a move.
const MOVERS: [&str; 3] = ["first", "second", "chance"];

/// Writes a list.
pub(crate) fn write(name: &str, record: &Record<'_>) -> String {
    let [first, second] = record.names;
    let mut text = format!("{name}, game {}\nfirst: {first}\nsecond: {second}\n", record.number);
    let mut game = record.start.clone();
    let _ = writeln!(text, "start: {}\n", game.format());
    for (i, &m) in record.moves.iter().enumerate() {
        let _ = writeln!(text, "{:>4}. {:<6} {}", i + 1, mover(&game), game.format_move(m));
        game.play(m);
    }
    let result = match record.score {
        _ if *record.ending == Ending::Unfinished => "*",
        1.0 => "1-0",
        0.0 => "0-1",
        _ => "1/2-1/2",
    };
    let _ = writeln!(text, "\n{result} ({})", record.ending);
    text
}

/// Who decides.
fn mover(position: &Position) -> String {
    match position.node() {
        Node::Chance => "chance".to_owned(),
        _ => position.mover().to_string(),
    }
}

/// The game that the head of a list names, if there is a head.
pub(super) fn game_named(text: &str) -> Option<&str> {
    head(text.lines().map(without_comment).find(|line| !line.is_empty())?)
}

/// The name in the line that begins a list, `NAME, game 3`.
fn head(line: &str) -> Option<&str> {
    let (name, number) = line.split_once(", game ")?;
    let is_name = !name.is_empty() && !name.contains(char::is_whitespace);
    (is_name && number.bytes().all(|b| b.is_ascii_digit()) && !number.is_empty()).then_some(name)
}

/// A line up to a `#` that begins a word, without blanks around it.
fn without_comment(line: &str) -> &str {
    let is_comment =
        |&(at, _): &(usize, &str)| line[..at].ends_with(char::is_whitespace) || at == 0;
    let end = line.match_indices('#').find(is_comment).map_or(line.len(), |(at, _)| at);
    line[..end].trim()
}

/// Whether a line says how the game ended.
fn is_result(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or_default();
    let rest = line[word.len()..].trim();
    ["1-0", "0-1", "1/2-1/2", "*"].contains(&word)
        && (rest.is_empty() || (rest.starts_with('(') && rest.ends_with(')')))
}

/// Reads lists of moves, one after another.
///
/// # Errors
///
/// What is wrong, and where.
pub(super) fn read(game: &dyn AnyGame, text: &str) -> Result<Vec<GameRecord>, RecordError> {
    let mut reader = Reader::new(game);
    for (i, line) in text.lines().enumerate() {
        reader.line(i + 1, line)?;
    }
    reader.next_game();
    if reader.done.is_empty() {
        let message = format!(
            "expected moves of {}, one a line or several with blanks between them, found none",
            game.name()
        );
        return Err(RecordError::at(0, 0, message));
    }
    Ok(reader.done)
}

struct Reader<'a> {
    game: &'a dyn AnyGame,
    done: Vec<GameRecord>,
    record: GameRecord,
    /// After the last move.
    position: Position,
    /// Whether anything was said of this game.
    begun: bool,
}

impl<'a> Reader<'a> {
    fn new(game: &'a dyn AnyGame) -> Self {
        let position = game.start();
        let record = GameRecord::new(PLAIN, position.clone());
        Self { game, done: Vec::new(), record, position, begun: false }
    }

    /// Puts the game aside, if there is one.
    fn next_game(&mut self) {
        let new = Self::new(self.game);
        let old = mem::replace(self, new);
        self.done = old.done;
        if old.begun {
            self.done.push(old.record);
        }
    }

    fn line(&mut self, number: usize, line: &str) -> Result<(), RecordError> {
        let text = without_comment(line);
        let place = text.as_ptr() as usize - line.as_ptr() as usize;
        let column = |at: usize| line[..place + at].chars().count() + 1;
        if text.is_empty() {
            return Ok(());
        }
        if let Some(name) = head(text) {
            if !name.eq_ignore_ascii_case(self.game.name()) {
                let own = self.game.name();
                let message = format!("expected a game of {own}, found one of {name}");
                return Err(RecordError::at(number, column(0), message));
            }
            self.next_game();
            self.begun = true;
            return Ok(());
        }
        if self.record.moves.is_empty() && self.header(text, number, column(0))? {
            return Ok(());
        }
        let Err((at, message)) = self.moves(text) else { return Ok(()) };
        if !is_result(&text[at..]) {
            return Err(RecordError::at(number, column(at), message));
        }
        self.record.result = Some(text[at..].to_owned());
        self.begun = true;
        Ok(())
    }

    /// Reads a line of the header before the moves; false if it is not one.
    fn header(&mut self, text: &str, line: usize, column: usize) -> Result<bool, RecordError> {
        let Some((word, value)) = text.split_once(':') else { return Ok(false) };
        let value = value.trim();
        match word {
            "first" | "second" => {
                let name = Some(value.to_owned()).filter(|name| !name.is_empty());
                self.record.names[usize::from(word == "second")] = name;
            }
            "start" => {
                // A game without notation has one start.
                let usual = self.game.start();
                let start = if usual.format() == value {
                    usual
                } else {
                    (self.game.parse(value))
                        .map_err(|error| RecordError::at(line, column, error))?
                };
                self.record.start = start.clone();
                self.position = start;
            }
            _ => return Ok(false),
        }
        self.begun = true;
        Ok(true)
    }

    /// Plays the moves of a line; the error is the place of a move that cannot be played, and what
    /// is wrong with it.
    fn moves(&mut self, text: &str) -> Result<(), (usize, String)> {
        let mut at = 0;
        loop {
            at += blanks(&text[at..]);
            if at == text.len() {
                return Ok(());
            }
            at += self.move_at(text, at)?;
        }
    }

    /// Plays the move that begins here, possibly preceded by its number and its player; returns
    /// the length of all of that.
    fn move_at(&mut self, text: &str, begin: usize) -> Result<usize, (usize, String)> {
        if let Some(length) = self.play(&text[begin..]) {
            return Ok(length);
        }
        let mut at = begin;
        at += number(&text[at..]);
        at += blanks(&text[at..]);
        let word = first_word(&text[at..]);
        if MOVERS.contains(&word) && at + word.len() < text.len() {
            let expected = mover(&self.position);
            if word != expected && !self.is_over() {
                return Err((at, format!("expected a move of {expected}, found one of {word}")));
            }
            at += word.len();
            at += blanks(&text[at..]);
        }
        if at == text.len() {
            // A number alone: the move is on the next line.
            return Ok(at - begin);
        }
        if self.is_over() {
            let after = self.record.moves.len();
            let found = first_word(&text[at..]);
            return Err((at, format!("the game is over after {after} moves, found {found:?}")));
        }
        match self.play(&text[at..]) {
            Some(length) => Ok(at + length - begin),
            None => {
                let found = self.position.parse_move(first_word(&text[at..]));
                let error = found.err().map_or_else(String::new, |error| error.to_string());
                Err((at, error))
            }
        }
    }

    fn is_over(&self) -> bool {
        self.position.count() == 0
    }

    /// Plays the move that a text begins with, which may be of several words, the longest
    /// that is one; returns its length.
    fn play(&mut self, text: &str) -> Option<usize> {
        if self.is_over() {
            return None;
        }
        let mut ends: Vec<usize> = Vec::new();
        let mut at = 0;
        while ends.len() < WORDS && at < text.len() {
            at += first_word(&text[at..]).len();
            ends.push(at);
            at += blanks(&text[at..]);
        }
        for &end in ends.iter().rev() {
            if let Ok(m) = self.position.parse_move(&text[..end]) {
                self.position.play(m);
                self.record.moves.push(m);
                self.begun = true;
                return Some(end);
            }
        }
        None
    }
}

/// How many bytes of blanks a text begins with.
fn blanks(text: &str) -> usize {
    text.len() - text.trim_start().len()
}

fn first_word(text: &str) -> &str {
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    &text[..end]
}

/// How long the number of a move is that a text begins with, `12.` or `12...`; 0 if it does
/// not.
fn number(text: &str) -> usize {
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let rest = &text[digits..];
    let dots = rest.len() - rest.trim_start_matches('.').len();
    if digits > 0 && dots > 0 { digits + dots } else { 0 }
}
