//! The formats of records.

use std::fmt;

use starboard_core::sgf::Collection;

use super::{MatchRecord, RecordError, mat, oldmoves, sgf};

/// A format of records.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Jellyfish's two columns, `.mat`.
    Mat,
    /// GNU Backgammon's trees of games, `.sgf`.
    Sgf,
    /// What FIBS answers to `oldmoves`.
    Oldmoves,
}

impl Format {
    /// The format of a text, judged by its first line that is not empty; anything not recognised is
    /// taken for `.mat`.
    pub fn of(text: &str) -> Self {
        let text = text.trim_start_matches('\u{feff}').trim_start();
        match text {
            text if text.starts_with('(') => Self::Sgf,
            text if oldmoves::is_oldmoves(text) => Self::Oldmoves,
            _ => Self::Mat,
        }
    }

    /// The format of a text that may not be a record at all: `None` unless something in it shows
    /// that it is one.
    pub fn recognise(text: &str) -> Option<Self> {
        // The header of a .mat file has comments and at most a few empty lines.
        const HEAD: usize = 100;
        let says_mat = |line: &str| {
            let line = line.trim().to_ascii_lowercase();
            let number = |text: &str| text.trim().parse::<u32>().is_ok();
            line.strip_suffix("point match").is_some_and(number)
                || line.strip_prefix("game").is_some_and(number)
        };
        match Self::of(text) {
            Self::Sgf => (Collection::read(text).ok()?.0.kind() == Some(6)).then_some(Self::Sgf),
            Self::Mat => text.lines().take(HEAD).any(says_mat).then_some(Self::Mat),
            Self::Oldmoves => Some(Self::Oldmoves),
        }
    }

    /// The format for the extension of a file name, if it is one that can be written.
    pub fn of_name(name: &str) -> Option<Self> {
        let (_, ending) = name.rsplit_once('.')?;
        [Self::Mat, Self::Sgf].into_iter().find(|format| ending == format.to_string())
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Mat => "mat",
            Self::Sgf => "sgf",
            Self::Oldmoves => "oldmoves",
        })
    }
}

/// Reads a match or session in any known text format, detected from its content.
///
/// A match has to go on until a player has won it, so that no truncated file is taken for complete;
/// a session, which has no defined end, may stop within its last game.
///
/// # Errors
///
/// Gives the line and column of the first error.
pub fn read(text: &str) -> Result<MatchRecord, RecordError> {
    let record = read_unfinished(text)?;
    record.missing().map_or(Ok(record), |expected| Err(at_end(text, &expected)))
}

/// The same, but a match may be incomplete, within a game or between two games.
///
/// # Errors
///
/// As for [`read`], or if there is no game.
pub fn read_unfinished(text: &str) -> Result<MatchRecord, RecordError> {
    let record = match Format::of(text) {
        Format::Mat => mat::read_mat(text),
        Format::Sgf => sgf::read_sgf(text),
        Format::Oldmoves => oldmoves::read_oldmoves(text),
    }?;
    if record.games.is_empty() { Err(at_end(text, "a game")) } else { Ok(record) }
}

/// The error that a text ends too early.
fn at_end(text: &str, expected: &str) -> RecordError {
    let text = text.trim_end();
    let line = text.lines().last().unwrap_or_default();
    let what = format!("expected {expected}, found the end of the file");
    RecordError::at(text.lines().count().max(1), line, line.len(), what)
}

/// Writes a match or session.
///
/// # Errors
///
/// Says what the format cannot represent.
pub fn write(record: &MatchRecord, format: Format) -> Result<String, String> {
    let set_up = record.games.iter().position(|game| game.setup.is_some());
    match format {
        Format::Sgf => Ok(sgf::write_sgf(record)),
        Format::Oldmoves => Err("the moves of FIBS are read, not written".to_owned()),
        Format::Mat => match set_up {
            Some(game) => Err(format!("a .mat file cannot say what game {} begins with", game + 1)),
            None => Ok(mat::write_mat(record)),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_is_known_by_its_beginning() {
        for (text, format) in [
            ("(;GM[6])", Format::Sgf),
            ("\u{feff}\n (\n;GM[6])", Format::Sgf),
            ("Score is 0-0 in a 5 point match.", Format::Oldmoves),
            (" 5 point match", Format::Mat),
            ("; [Site \"x\"]", Format::Mat),
            ("", Format::Mat),
        ] {
            assert_eq!(Format::of(text), format, "{text}");
        }
        assert_eq!(Format::of_name("a.b/c.sgf"), Some(Format::Sgf));
        assert_eq!((Format::of_name("mat"), Format::of_name("x.oldmoves")), (None, None));
    }

    #[test]
    fn what_is_no_record_is_not_recognised() {
        for (text, format) in [
            ("(;GM[6])", Some(Format::Sgf)),
            ("(;GM[1]SZ[9])", None),
            ("(;SZ[9])", None),
            ("Score is 0-0 in a 5 point match.", Some(Format::Oldmoves)),
            ("; [Site \"x\"]\n\n 5 point match\n\n Game 1\n", Some(Format::Mat)),
            (" Game 1\n a : 0   b : 0\n", Some(Format::Mat)),
            ("a game of cards", None),
            ("", None),
        ] {
            assert_eq!(Format::recognise(text), format, "{text}");
        }
    }

    #[test]
    fn what_a_format_cannot_say_is_refused() {
        let set_up = read("(;GM[6]MI[length:0];CV[2];W[31hefe])").expect("a game");
        let error = write(&set_up, Format::Mat).expect_err("the cube was set up");
        assert_eq!(error, "a .mat file cannot say what game 1 begins with");
        assert_eq!(write(&set_up, Format::Sgf).map(|text| read(&text)), Ok(Ok(set_up)));
        let late = read_unfinished("(;GM[6]MI[length:5][ws:3];W[31hefe])").expect("a game");
        let text = write(&late, Format::Mat).expect("a match from its middle on");
        assert_eq!(read_unfinished(&text), Ok(late.clone()));
        assert!(write(&late, Format::Oldmoves).is_err());
    }
}
