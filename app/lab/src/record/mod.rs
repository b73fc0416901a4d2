//! Reads records of games that various programs write.
//!
//! A game says which formats its records have, as an extension of its card, [`ReadRecords`].
//! Every game has one more: the plain list of moves, which matches write where a game has no
//! format of its own, and which a person can type. [`recognise`] identifies a file's game and
//! format, and [`read`] reads it, whatever its character encoding.
//!
//! ```
//! use starboard::Registry;
//! use starboard_lab::record;
//! use starboard_small::entries;
//!
//! let games = Registry::new().with(entries::connect_four());
//! let text = b"connect-four, game 0\nfirst: Ann\nsecond: Ben\n\n1. first 4\n2. second 4\n";
//! let (game, format) = record::recognise(&games, text).expect("a list of moves");
//! let records = record::read(game, text)?;
//! assert_eq!((format, records[0].moves.len()), ("txt", 2));
//! assert_eq!(records[0].names[0].as_deref(), Some("Ann"));
//! # Ok::<(), record::RecordError>(())
//! ```

mod encoding;
mod plain;
#[cfg(test)]
mod tests;

use starboard::{AnyGame, Move, Position, Registry};
use starboard_core::Game;

pub use encoding::decode;
pub use plain::PLAIN;
pub(crate) use plain::write;

/// A game as it was played.
#[derive(Clone, Debug)]
pub struct GameRecord {
    /// The name of the format it was read from.
    pub format: &'static str,
    /// What the first and the second player are called, where the record says so.
    pub names: [Option<String>; 2],
    /// The result, as the record has it.
    pub result: Option<String>,
    /// Where the game began.
    pub start: Position,
    /// What was played, outcomes of chance included, each a move of the position it was
    /// played in.
    pub moves: Vec<Move>,
    /// What in the record could not be taken literally, and how it was corrected.
    pub notes: Vec<String>,
}

impl GameRecord {
    /// A record without moves.
    pub fn new(format: &'static str, start: Position) -> Self {
        Self {
            format,
            names: [None, None],
            result: None,
            start,
            moves: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// A record of moves of the game's own type.
    ///
    /// # Errors
    ///
    /// The number, from 1, of the first move that the rules do not allow.
    pub fn of<G: Game>(
        format: &'static str,
        start: &G,
        moves: impl IntoIterator<Item = G::Move>,
    ) -> Result<Self, usize> {
        let mut record = Self::new(format, Position::new(start.clone()));
        let mut game = start.clone();
        for m in moves {
            let place = place_of(&game, m).ok_or(record.moves.len() + 1)?;
            record.moves.push(place);
            game.play(m);
        }
        Ok(record)
    }

    /// The positions of the game: the start, and one after every move.
    pub fn positions(&self) -> Vec<Position> {
        let mut positions = vec![self.start.clone()];
        for &m in &self.moves {
            let next = positions[positions.len() - 1].after(m);
            positions.push(next);
        }
        positions
    }
}

/// The index of a move of the game's own type among all legal moves; `None` if it is not legal.
pub fn place_of<G: Game>(game: &G, m: G::Move) -> Option<Move> {
    let mut options = Vec::new();
    game.options(&mut options);
    options.iter().position(|&other| other == m).map(|i| Move(i as u32))
}

/// A text that is no record, or whose game cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct RecordError {
    /// The line, from 1; 0 if the whole file is meant.
    pub line: usize,
    /// The column in characters, from 1; 0 if the whole line is meant.
    pub column: usize,
    /// What is wrong, and what was expected.
    pub message: String,
}

impl RecordError {
    /// What is wrong at a place.
    pub fn at(line: usize, column: usize, message: impl std::fmt::Display) -> Self {
        Self { line, column, message: message.to_string() }
    }
}

impl std::fmt::Display for RecordError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.line, self.column) {
            (0, _) => {}
            (line, 0) => write!(f, "line {line}: ")?,
            (line, column) => write!(f, "line {line}, column {column}: ")?,
        }
        f.write_str(&self.message)
    }
}

/// Reads all games of a text.
pub type ReadRecord = fn(&str) -> Result<Vec<GameRecord>, RecordError>;

/// How a format is recognised in a file, which may not be a record at all.
#[derive(Copy, Clone, Debug)]
pub enum Recognise {
    /// Whether a text is a record of the game in this format.
    Text(fn(&str) -> bool),
    /// The same of a file that is no text.
    Bytes(fn(&[u8]) -> bool),
}

/// A format of records.
#[derive(Copy, Clone, Debug)]
pub struct RecordFormat {
    /// Its name, which is the extension of its files.
    pub name: &'static str,
    /// How it is recognised.
    pub recognise: Recognise,
    /// Reads it; `None` where the game has a command of its own that does.
    pub read: Option<ReadRecord>,
}

/// The formats that records of a game are read from, besides the plain list of moves: an
/// extension of its card.
#[derive(Clone, Debug, Default)]
pub struct ReadRecords(Vec<RecordFormat>);

impl ReadRecords {
    /// Adds a format.
    #[must_use]
    pub fn with(
        mut self,
        name: &'static str,
        recognise: fn(&str) -> bool,
        read: ReadRecord,
    ) -> Self {
        let recognise = Recognise::Text(recognise);
        self.0.push(RecordFormat { name, recognise, read: Some(read) });
        self
    }

    /// Adds a format that is only recognised here: the game has a command of its own that
    /// reads it.
    #[must_use]
    pub fn recognised(mut self, name: &'static str, recognise: Recognise) -> Self {
        self.0.push(RecordFormat { name, recognise, read: None });
        self
    }

    /// The formats of a game, the plain list of moves left out.
    pub fn of(game: &dyn AnyGame) -> &[RecordFormat] {
        game.get::<Self>().map_or(&[], |formats| &formats.0)
    }
}

/// The first game that a file's content is a record of, and the format that it is in.
pub fn recognise<'a>(
    games: &'a Registry,
    content: &[u8],
) -> Option<(&'a dyn AnyGame, &'static str)> {
    let text = text_of(content);
    if let Some(name) = text.as_deref().and_then(plain::game_named) {
        return Some((games.find(name).ok()?, PLAIN));
    }
    let text = text.as_deref();
    let found = |game: &'a dyn AnyGame| Some((game, format_of(game, content, text)?.name));
    games.games().find_map(found)
}

/// Reads all games of a file's content: in a format of the game, or failing that as a plain
/// list of moves.
///
/// # Errors
///
/// What is wrong, and where.
pub fn read(game: &dyn AnyGame, content: &[u8]) -> Result<Vec<GameRecord>, RecordError> {
    let text = text_of(content);
    match (format_of(game, content, text.as_deref()), &text) {
        (Some(RecordFormat { read: Some(read), .. }), Some(text)) => read(text),
        (Some(RecordFormat { name, .. }), _) => {
            let message = format!("{name} records of {} have a review of their own", game.name());
            Err(RecordError::at(0, 0, message))
        }
        (None, Some(text)) => plain::read(game, text),
        (None, None) => {
            Err(RecordError::at(0, 0, "this is no text, and so no record that is known"))
        }
    }
}

/// Whether a file's content is a plain list of moves that names its game.
pub fn is_plain(content: &[u8]) -> bool {
    text_of(content).is_some_and(|text| plain::game_named(&text).is_some())
}

/// The format of the game's own that a file is in; none where it has none, or is a plain list
/// of moves.
pub fn format(game: &dyn AnyGame, content: &[u8]) -> Option<RecordFormat> {
    format_of(game, content, text_of(content).as_deref())
}

/// The format of a file's content, and of its text, if it is one.
fn format_of(game: &dyn AnyGame, content: &[u8], text: Option<&str>) -> Option<RecordFormat> {
    let is = |format: &&RecordFormat| match format.recognise {
        Recognise::Text(is) => text.is_some_and(is),
        Recognise::Bytes(is) => is(content),
    };
    ReadRecords::of(game).iter().find(is).copied()
}

/// The text of a file; `None` for what is not one.
fn text_of(content: &[u8]) -> Option<String> {
    // Where letters are two bytes, a mark says so.
    let is_marked = encoding_rs::Encoding::for_bom(content).is_some();
    let head = &content[..content.len().min(4096)];
    (is_marked || !head.contains(&0)).then(|| decode(content))
}
