//! Libraries as files.
//!
//! After what every [file](starboard_core::binfile) begins with, first for corners and then
//! for openings: how many positions there are; their keys, by the steps between
//! them; for each how often it was seen, how often the player went elsewhere, twice
//! the number of its moves and one more if any of them has a mark; for each move
//! the step to its place, how often it was played less one, halves won, and its
//! mark if there are any.

use starboard_core::binfile::{FileError, Input, Kind, Output};

use super::{
    Library,
    book::{Book, Entry, KEY_BITS, Known, Mark},
};
use crate::Point;

const KIND: Kind = Kind { magic: b"SB-GOLIB", version: 1, name: "a library of Go" };

impl Library {
    /// Writes a file.
    pub fn write(&self) -> Vec<u8> {
        let mut output = Output::new(KIND);
        write_book(&mut output, &self.corners);
        write_book(&mut output, &self.openings);
        output.finish()
    }

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// If it is of another kind, or damaged.
    pub fn read(bytes: &[u8]) -> Result<Self, FileError> {
        let mut input = Input::new(bytes, KIND)?;
        let corners = read_book(&mut input)?;
        let openings = read_book(&mut input)?;
        input.finish()?;
        Ok(Self { corners, openings })
    }
}

fn write_book(output: &mut Output, book: &Book) {
    output.number(book.len() as u64);
    output.keys(book.keys.iter().copied());
    for (i, [seen, elsewhere]) in book.seen.iter().enumerate() {
        let moves = book.moves_of(i);
        let is_marked = moves.iter().any(|known| known.mark != Mark::None);
        output.number((*seen).into());
        output.number((*elsewhere).into());
        output.number(2 * moves.len() as u64 + u64::from(is_marked));
        let mut next = 0;
        for known in moves {
            output.number(u64::from(known.place) - next);
            next = u64::from(known.place) + 1;
            output.number(u64::from(known.count) - 1);
            output.number(known.halves.into());
            if is_marked {
                output.number(known.mark as u64);
            }
        }
    }
}

fn read_book(input: &mut Input<'_>) -> Result<Book, FileError> {
    const MOST: u64 = u32::MAX as u64 - 1;
    let count = input.count(4, "the number of positions")?;
    let keys = input.keys(count, KEY_BITS)?;
    let mut entries = Vec::with_capacity(count);
    for key in keys {
        let seen = input.number(MOST, "how often a position was seen")? as u32;
        let elsewhere = input.number(MOST, "how often a player went elsewhere")? as u32;
        let places = Point::COUNT as u64;
        let moves = input.number(2 * places + 1, "the number of moves")?;
        let (count, is_marked) = (moves / 2, moves % 2 == 1);
        let mut next = 0;
        let mut moves = Vec::new();
        for _ in 0..count {
            let what = "the place of a move";
            let place = next + input.number(places, what)?;
            if place >= places {
                return Err(FileError::Number { what, found: place, at: input.at() });
            }
            next = place + 1;
            let count = input.number(MOST, "how often a move was played")? as u32 + 1;
            let halves = input.number(2 * u64::from(count), "the games won")?.min(MOST) as u32;
            let mark = if is_marked { input.number(3, "a mark")? as usize } else { 0 };
            let mark = Mark::ALL[mark];
            moves.push(Known { place: place as u16, count, halves, mark });
        }
        entries.push((key, Entry { seen, elsewhere, moves }));
    }
    Ok(Book::new(entries))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{Record, knowledge::library::Counts, records::sgf::Sgf};

    fn small() -> Library {
        let text = "(;RE[B+1];B[pd];W[dd];B[qf];W[nc])(;B[dp];W[dd];B[cf];W[pp];B[fc])";
        let (records, _) = Record::read_all(text).expect("games");
        let mut counts = Counts::default();
        counts.add(&records, 1, &mut |_| ());
        let (sgf, _) = Sgf::read("(;B[pd](;W[nc]BM[2])(;W[nd]DO[]))").expect("a tree");
        counts.tree(&sgf).expect("Go");
        counts.library(1)
    }

    #[test]
    fn libraries_come_back() {
        let library = small();
        assert_eq!(Library::read(&library.write()), Ok(library));
        let none = Library::read(&Counts::default().library(1).write()).expect("as written");
        assert!(none.is_empty());
        let bytes = Library::built_in().write();
        assert!(&bytes == include_bytes!("../../../data/go.library"), "as they came");
    }

    #[test]
    fn what_is_wrong_with_a_file_is_said() {
        let good = small().write();
        #[track_caller]
        fn check(bytes: &[u8], error: &str) {
            let found = Library::read(bytes).unwrap_err().to_string();
            assert!(found.contains(error), "{found}");
        }
        check(b"", "it is not a library of Go");
        check(&good[..13], "the number of positions cannot be 6");
        check(&[&good[..12], &[200]].concat(), "within the number of positions");
        check(&[&good[..12], &[100]].concat(), "the number of positions cannot be 100");
        let mut bad = good.clone();
        bad[20] ^= 1;
        assert!(Library::read(&bad).is_err());
        check(&[&good[..], &[0]].concat(), "it goes on for 1 bytes");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(256))]

        #[test]
        fn random_bytes_do_no_harm(bytes: Vec<u8>, cut: prop::sample::Index, at: prop::sample::Index) {
            prop_assert!(Library::read(&bytes).is_err());
            let good = small().write();
            prop_assert!(Library::read(&good[..cut.index(good.len())]).is_err());
            prop_assert!(Library::read(&[&good[..12], &bytes].concat()).is_err());
            let mut bad = good.clone();
            bad[at.index(good.len())] ^= 1 << (bytes.len() % 8);
            prop_assert!(Library::read(&bad).is_err());
        }

        /// The checksum lets it through to what is inside.
        #[test]
        fn what_is_inside_does_no_harm(
            bytes: Vec<u8>,
            at: prop::sample::Index,
            by in 1_u8..,
            begun: bool,
        ) {
            let good = small().write();
            let mut body = good[12..good.len() - 8].to_vec();
            if begun {
                let at = at.index(body.len());
                body[at] ^= by;
            } else {
                body = bytes;
            }
            let mut output = Output::new(KIND);
            output.bytes(&body);
            match Library::read(&output.finish()) {
                Ok(library) => prop_assert_eq!(Library::read(&library.write()), Ok(library)),
                Err(error) => prop_assert!(says_where(&error), "{}", error),
            }
        }
    }

    /// Whether an error says what is wrong, and at which byte.
    fn says_where(error: &FileError) -> bool {
        match error {
            FileError::Number { what, at, .. } => !what.is_empty() && *at > 12,
            FileError::Truncated(at, within) => !within.is_empty() && *at > 12,
            // It ends before the checksum, or after it: then the checksum differs.
            error => matches!(error, FileError::Checksum { .. } | FileError::TooLong(_)),
        }
    }
}
