//! Opening books as text, line by line; positions and moves are not interpreted here.
//!
//! The engines of Shogi share a format, YaneuraOu's `DB2016`, and all other games have the same
//! with another first line and another keyword:
//!
//! ```text
//! #YANEURAOU-DB2016 1.00             #STARBOARD-BOOK 1 backgammon
//! sfen POSITION                      position POSITION
//! MOVE REPLY VALUE DEPTH COUNT       MOVE REPLY VALUE DEPTH COUNT SCORE
//! ```
//!
//! There is one format rather than two, since people read books, compare versions of them and
//! correct them by hand. Fields at the end of a line may be left out, and `none` stands for an
//! unknown reply or value. Words that contain blanks, as moves in backgammon do, stand in double
//! quotes. Empty lines and those that begin with `#` or `//` are skipped.

use std::{fmt::Write as _, io::BufRead, str::FromStr};

use crate::{GameEntry, LineEnd, Lines};
use starboard_core::Game;

/// The longest line that is read, in bytes: no position takes that many.
const LONGEST: u64 = 1 << 16;

/// The first line of books for Shogi, without the version.
const YANEURAOU: &str = "#YANEURAOU-DB2016";

/// The format of a game's books: attached to its card as an extension, if it is not Starboard's
/// own.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum BookFormat {
    /// Starboard's, for any game.
    #[default]
    Starboard,
    /// The one that Shogi engines share; values are in hundredths of a pawn.
    YaneuraOu,
}

impl BookFormat {
    /// The format of a game's books, as its card says.
    pub fn of<G: Game>(entry: &GameEntry<G>) -> Self {
        entry.extension::<Self>().copied().unwrap_or_default()
    }

    /// The first line of a book of this game.
    fn header(self, game: &str) -> String {
        match self {
            Self::Starboard => format!("#STARBOARD-BOOK 1 {game}"),
            Self::YaneuraOu => format!("{YANEURAOU} 1.00"),
        }
    }

    /// The word before a position.
    fn keyword(self) -> &'static str {
        match self {
            Self::Starboard => "position",
            Self::YaneuraOu => "sfen",
        }
    }

    /// The format of a book that begins with this line, for a game whose books have the format
    /// `self`.
    fn begun_by(self, line: &str, game: &str) -> Option<Self> {
        let line = line.trim_start_matches('\u{feff}').trim();
        if self == Self::YaneuraOu && line.starts_with(YANEURAOU) {
            Some(self)
        } else {
            (line == Self::Starboard.header(game)).then_some(Self::Starboard)
        }
    }
}

/// A move of a book, and what is known about it.
///
/// `M` is the game's move type, or `String` for moves as they are written.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct BookMove<M> {
    /// The move.
    #[serde(rename = "move")]
    pub m: M,
    /// The expected reply.
    pub reply: Option<M>,
    /// What the move is worth to the player who makes it, in hundredths of the game's unit.
    pub value: Option<i32>,
    /// The depth it was searched to, as counted by the program that made the book; 0 if it was
    /// not searched.
    pub depth: u32,
    /// How often it was played.
    pub count: u64,
    /// What it scored in all: 1 for each game won by the player who made the move, ½ for each
    /// draw. `None` in books that are not made from games.
    pub score: Option<f64>,
}

impl<M> BookMove<M> {
    /// A move that was played `count` times, and about which nothing else is known.
    pub const fn new(m: M, count: u64) -> Self {
        Self { m, reply: None, value: None, depth: 0, count, score: None }
    }

    /// What it scored on average, from 0 to 1.
    pub fn mean_score(&self) -> Option<f64> {
        self.score.filter(|_| self.count > 0).map(|score| score / self.count as f64)
    }
}

/// A position of a book, as it is written, with its moves.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct BookEntry {
    /// The position.
    pub position: String,
    /// Its moves, in the order of the file.
    pub moves: Vec<BookMove<String>>,
}

/// What is wrong with a book, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct BookError {
    /// The line, from 1.
    pub line: usize,
    /// What was expected, and what was found.
    pub message: String,
}

impl BookError {
    /// What is wrong with a line.
    pub fn at(line: usize, message: impl std::fmt::Display) -> Self {
        Self { line, message: message.to_string() }
    }
}

/// A line of a book that is neither empty nor a comment.
#[derive(Clone, Debug, PartialEq)]
pub enum BookLine {
    /// The moves that follow are those of this position.
    Position(String),
    /// A move of the position before it.
    Move(BookMove<String>),
}

/// Reads a book line by line, each with its number, from 1. Nothing follows an error.
///
/// ```
/// use starboard::{BookFormat, BookLine, BookReader};
///
/// let text = "#STARBOARD-BOOK 1 nim\nposition 5\n1 none 100 0 7 6.5\n";
/// let mut lines = BookReader::new(text.as_bytes(), "nim", BookFormat::Starboard)?;
/// assert_eq!(lines.next().transpose()?, Some((2, BookLine::Position("5".to_owned()))));
/// let Some((3, BookLine::Move(m))) = lines.next().transpose()? else { panic!("a move") };
/// assert_eq!((m.m.as_str(), m.value, m.count, m.score), ("1", Some(100), 7, Some(6.5)));
///
/// let error = BookReader::new(&b"5 4 3"[..], "nim", BookFormat::Starboard).err();
/// let expected = "line 1: expected \"#STARBOARD-BOOK 1 nim\", found \"5 4 3\"";
/// assert_eq!(error.map(|error| error.to_string()).as_deref(), Some(expected));
/// # Ok::<(), starboard::BookError>(())
/// ```
#[derive(Debug)]
pub struct BookReader<R> {
    lines: Lines<R>,
    /// The number of the line read last.
    number: usize,
    format: BookFormat,
    in_position: bool,
    is_over: bool,
}

impl<R: BufRead> BookReader<R> {
    /// Begins to read a book of this game, whose books have this format, with its first line.
    ///
    /// # Errors
    ///
    /// If that is the first line of something else.
    pub fn new(input: R, game: &str, format: BookFormat) -> Result<Self, BookError> {
        let lines = Lines::new(input, LONGEST);
        let mut reader = Self { lines, number: 0, format, in_position: false, is_over: false };
        let first = reader.line()?.unwrap_or_default();
        reader.format = format.begun_by(&first, game).ok_or_else(|| {
            BookError::at(1, wanted(&format!("{:?}", format.header(game)), &first))
        })?;
        Ok(reader)
    }

    /// Reads the whole book: every position with its moves.
    ///
    /// # Errors
    ///
    /// What is wrong with the first line that does not belong in a book.
    pub fn entries(self) -> Result<Vec<BookEntry>, BookError> {
        let mut entries: Vec<BookEntry> = Vec::new();
        for line in self {
            match line?.1 {
                BookLine::Position(position) => {
                    entries.push(BookEntry { position, moves: Vec::new() });
                }
                BookLine::Move(m) => entries.last_mut().expect("a position is first").moves.push(m),
            }
        }
        Ok(entries)
    }

    /// The next line; `None` at the end.
    fn line(&mut self) -> Result<Option<String>, BookError> {
        let line = self.lines.next();
        self.number += usize::from(line.is_some());
        match line.transpose() {
            Ok(Some(line)) if line.end == LineEnd::Cut => {
                let message = format!("expected a line of at most {LONGEST} bytes, found more");
                Err(BookError::at(self.number, message))
            }
            Ok(line) => Ok(line.map(|line| line.text)),
            Err(error) => Err(BookError::at(self.number, error)),
        }
    }

    /// The next line that is neither empty nor a comment; `None` at the end.
    fn next_line(&mut self) -> Result<Option<(usize, BookLine)>, BookError> {
        while let Some(line) = self.line()? {
            let text = line.trim();
            if text.is_empty() || text.starts_with('#') || text.starts_with("//") {
                continue;
            }
            if let Some(position) = after(text, self.format.keyword()) {
                self.in_position = true;
                return Ok(Some((self.number, BookLine::Position(position.to_owned()))));
            }
            if !self.in_position {
                let expected = format!("`{} POSITION` before any move", self.format.keyword());
                return Err(BookError::at(self.number, wanted(&expected, text)));
            }
            let read = read_move(text, self.format);
            if let Some(m) = read.map_err(|message| BookError::at(self.number, message))? {
                return Ok(Some((self.number, BookLine::Move(m))));
            }
        }
        Ok(None)
    }
}

impl<R: BufRead> Iterator for BookReader<R> {
    type Item = Result<(usize, BookLine), BookError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let line = self.next_line();
        self.is_over = !matches!(line, Ok(Some(_)));
        line.transpose()
    }
}

/// What stands after a word that a line begins with.
fn after<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    let rest = line.strip_prefix(word)?;
    (rest.is_empty() || rest.starts_with(char::is_whitespace)).then(|| rest.trim())
}

fn wanted(expected: &str, found: &str) -> String {
    format!("expected {expected}, found {:?}", crate::shortened(found))
}

/// A word of a line, and whether it stood in quotes: then it is taken literally.
struct Word {
    text: String,
    quoted: bool,
}

impl Word {
    /// The word, unless it is the one that stands for nothing.
    fn known(self) -> Option<String> {
        let is_known = self.quoted || !self.text.eq_ignore_ascii_case("none");
        is_known.then_some(self.text)
    }
}

fn words(line: &str) -> Result<Vec<Word>, String> {
    let (mut words, mut rest) = (Vec::new(), line.trim_start());
    while let Some(c) = rest.chars().next() {
        if c != '"' {
            let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
            words.push(Word { text: rest[..end].to_owned(), quoted: false });
            rest = rest[end..].trim_start();
            continue;
        }
        // A quote in quotes is written twice.
        let mut text = String::new();
        loop {
            rest = &rest[1..];
            let end = rest.find('"').ok_or_else(|| wanted("a closing quote", line))?;
            text.push_str(&rest[..end]);
            rest = &rest[end + 1..];
            if !rest.starts_with('"') {
                break;
            }
            text.push('"');
        }
        words.push(Word { text, quoted: true });
        rest = rest.trim_start();
    }
    Ok(words)
}

/// Reads a move with what is known about it; `None` for a line that says that there is none.
fn read_move(line: &str, format: BookFormat) -> Result<Option<BookMove<String>>, String> {
    let mut words = words(line)?.into_iter();
    let Some(m) = words.next().filter(|m| m.quoted || m.text != "resign").and_then(Word::known)
    else {
        return Ok(None);
    };
    let reply = words.next().and_then(Word::known);
    let value = number(words.next(), "a value in hundredths, or none")?;
    let depth = number(words.next(), "a depth, 0 or more")?.unwrap_or_default();
    let count: u64 = number(words.next(), "how often the move was played")?.unwrap_or(1);
    let score = score(words.next(), count);
    // In other programs' books a comment may stand there.
    let score = if format == BookFormat::YaneuraOu { score.unwrap_or(None) } else { score? };
    match (words.next(), format) {
        (Some(more), BookFormat::Starboard) => Err(wanted("the end of the line", &more.text)),
        _ => Ok(Some(BookMove { m, reply, value, depth, count, score })),
    }
}

fn number<T: FromStr>(word: Option<Word>, expected: &str) -> Result<Option<T>, String> {
    let Some(text) = word.and_then(Word::known) else { return Ok(None) };
    text.parse().map(Some).map_err(|_| wanted(expected, &text))
}

/// What a move scored in so many games.
fn score(word: Option<Word>, games: u64) -> Result<Option<f64>, String> {
    let Some(score) = number::<f64>(word, "what the move scored")? else { return Ok(None) };
    if (0.0..=games as f64).contains(&score) {
        return Ok(Some(score));
    }
    let expected = format!("a score from 0 to {games}, one for each game");
    Err(wanted(&expected, &score.to_string()))
}

/// Writes a book of this game, whose books have this format, as [`BookReader`] reads it.
///
/// ```
/// use starboard::{BookEntry, BookFormat, BookMove, BookReader, write_book};
///
/// let moves = vec![BookMove::new("8/5 6/5".to_owned(), 12)];
/// let entries = [BookEntry { position: "4HPwATDgc/ABMA 31".to_owned(), moves }];
/// let text = write_book("backgammon", BookFormat::Starboard, &entries);
/// assert!(text.ends_with("\n\"8/5 6/5\" none none 0 12\n"));
/// let read = BookReader::new(text.as_bytes(), "backgammon", BookFormat::Starboard)?.entries()?;
/// assert_eq!(read, entries);
/// # Ok::<(), starboard::BookError>(())
/// ```
pub fn write_book(game: &str, format: BookFormat, entries: &[BookEntry]) -> String {
    let mut text = format.header(game) + "\n";
    let keyword = format.keyword();
    for BookEntry { position, moves } in entries {
        text.push_str(format!("{keyword} {position}").trim_end());
        text.push('\n');
        for m in moves {
            write_move(&mut text, m, format);
        }
    }
    text
}

fn write_move(text: &mut String, m: &BookMove<String>, format: BookFormat) {
    let word = |text: &String| quoted(text, format);
    let reply = m.reply.as_ref().map_or_else(|| "none".to_owned(), word);
    // Other programs read a number there and nothing else.
    let unknown = if format == BookFormat::YaneuraOu { "0" } else { "none" };
    let value = m.value.map_or(unknown.to_owned(), |value| value.to_string());
    let _ = write!(text, "{} {reply} {value} {} {}", word(&m.m), m.depth, m.count);
    if let Some(score) = m.score {
        let _ = write!(text, " {score}");
    }
    text.push('\n');
}

/// A word as it has to be written so that it is read as itself.
fn quoted(word: &str, format: BookFormat) -> String {
    let means_more =
        word.eq_ignore_ascii_case("none") || ["resign", format.keyword()].contains(&word);
    let begins_alike = word.is_empty() || word.starts_with(['"', '#']) || word.starts_with("//");
    if means_more || begins_alike || word.contains(char::is_whitespace) {
        format!("\"{}\"", word.replace('"', "\"\""))
    } else {
        word.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use proptest::{collection::vec, prelude::*};

    use super::*;

    const NIM: &str = "#STARBOARD-BOOK 1 nim\n";
    const SHOGI: &str = "#YANEURAOU-DB2016 1.00\n";

    fn read(text: &[u8], format: BookFormat) -> Result<Vec<BookEntry>, BookError> {
        BookReader::new(text, "nim", format)?.entries()
    }

    #[track_caller]
    fn refused(text: &str, format: BookFormat, message: &str) {
        let error = read(text.as_bytes(), format).expect_err(text).to_string();
        assert_eq!(error, message, "{text}");
    }

    #[test]
    fn what_other_programs_write_is_read() {
        let text = format!(
            "\u{feff}{SHOGI}// a comment\nsfen a b - 1\r\n7g7f 3c3d 50 32 100\r\n2g2f None -3 0\n\
             6g6f\n# more\n5g5f none none none 2 a comment\nresign none 0 0 1\nnone none 0 0 1\n\
             sfen a w - 2\n"
        );
        let entries = read(text.as_bytes(), BookFormat::YaneuraOu).expect("a book");
        let m = |m: &str, reply: Option<&str>, value, depth, count| BookMove {
            reply: reply.map(str::to_owned),
            value,
            depth,
            ..BookMove::new(m.to_owned(), count)
        };
        let moves = vec![
            m("7g7f", Some("3c3d"), Some(50), 32, 100),
            m("2g2f", None, Some(-3), 0, 1),
            m("6g6f", None, None, 0, 1),
            m("5g5f", None, None, 0, 2),
        ];
        let entry = |position: &str, moves| BookEntry { position: position.to_owned(), moves };
        assert_eq!(entries, [entry("a b - 1", moves), entry("a w - 2", Vec::new())]);
    }

    #[test]
    fn errors_name_the_line_and_what_was_expected() {
        use BookFormat::{Starboard, YaneuraOu};
        refused("", Starboard, "line 1: expected \"#STARBOARD-BOOK 1 nim\", found \"\"");
        refused(
            SHOGI,
            Starboard,
            "line 1: expected \"#STARBOARD-BOOK 1 nim\", found \"#YANEURAOU-DB2016 1.00\"",
        );
        refused("x", YaneuraOu, "line 1: expected \"#YANEURAOU-DB2016 1.00\", found \"x\"");
        for (line, message) in [
            (
                "1 none 0 0 1",
                "line 2: expected `position POSITION` before any move, found \"1 none 0 0 1\"",
            ),
            (
                "position 5\n\n1 none x",
                "line 4: expected a value in hundredths, or none, found \"x\"",
            ),
            ("position 5\n1 none 0 -1", "line 3: expected a depth, 0 or more, found \"-1\""),
            (
                "position 5\n1 2 0 1 x",
                "line 3: expected how often the move was played, found \"x\"",
            ),
            ("position 5\n1 2 0 1 2 x", "line 3: expected what the move scored, found \"x\""),
            (
                "position 5\n1 2 0 1 2 3",
                "line 3: expected a score from 0 to 2, one for each game, found \"3\"",
            ),
            (
                "position 5\n1 2 0 1 2 NaN",
                "line 3: expected a score from 0 to 2, one for each game, found \"NaN\"",
            ),
            ("position 5\n1 2 0 1 2 1 y", "line 3: expected the end of the line, found \"y\""),
            ("position 5\n\"1 none", "line 3: expected a closing quote, found \"\\\"1 none\""),
        ] {
            refused(&format!("{NIM}{line}\n"), Starboard, message);
        }
        let long = format!("{NIM}position {}\n", "x".repeat(1 << 16));
        refused(&long, Starboard, "line 2: expected a line of at most 65536 bytes, found more");
    }

    fn book_move() -> impl Strategy<Value = BookMove<String>> {
        let word = "(none|position|#a|//|\"|[a-z0-9*+/\" ]{0,8})";
        let score = (0_u32..40, any::<bool>());
        (word, proptest::option::of(word), any::<Option<i32>>(), any::<u32>(), 20_u64.., score)
            .prop_map(|(m, reply, value, depth, count, (halves, scored))| BookMove {
                m,
                reply,
                value,
                depth,
                count,
                score: scored.then_some(f64::from(halves) / 2.0),
            })
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(
            book in vec(("[a-z0-9/]([a-z0-9/ ]{0,8}[a-z0-9/])?", vec(book_move(), 0..4)), 0..4),
        ) {
            let entries = book.into_iter().map(|(position, moves)| BookEntry { position, moves });
            let entries: Vec<_> = entries.collect();
            let text = write_book("nim", BookFormat::Starboard, &entries);
            prop_assert_eq!(read(text.as_bytes(), BookFormat::Starboard), Ok(entries));
        }

        #[test]
        fn any_bytes_are_read_or_refused(
            header in prop_oneof![Just(NIM), Just(SHOGI), Just("")],
            bytes in vec(any::<u8>(), 0..200),
            text in "(position|sfen|none|\"|[0-9a-z. -]|\\n){0,40}",
        ) {
            for format in [BookFormat::Starboard, BookFormat::YaneuraOu] {
                for rest in [&bytes[..], text.as_bytes()] {
                    let _ = read(&[header.as_bytes(), rest].concat(), format);
                }
            }
        }
    }
}
