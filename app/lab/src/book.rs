//! Opening books made from games: which first moves were played, and what they scored.
//!
//! Games come from logs of matches and tournaments, and from game records. Positions are
//! identified as the rules do it, so that transpositions are added up; random opening moves,
//! with which a game began, and forced moves do not count.
//!
//! ```
//! use starboard::Registry;
//! use starboard_lab::book::{BookMaker, MakeOptions};
//! use starboard_small::entries;
//!
//! let games = Registry::new().with(entries::tic_tac_toe());
//! let game = games.find("tic-tac-toe")?;
//! let mut maker = BookMaker::new(game, MakeOptions { plies: 2, min_count: 1 });
//! maker.add_record(b"1. 4\n2. 1\n3. 0\n4. 8\n5. 3\n6. 5\n7. 6\n1-0\n", "a game")?;
//! let made = maker.finish();
//! assert_eq!((made.games, made.positions, made.moves), (1, 2, 2));
//! let first = made.entries.iter().find(|entry| entry.moves[0].m == "4").expect("the first move");
//! assert_eq!(first.moves[0].mean_score(), Some(1.0));
//! # Ok::<(), anyhow::Error>(())
//! ```

use std::{
    collections::{BTreeMap, HashMap},
    fs,
    path::Path,
};

use anyhow::Context as _;
use serde::Serialize;
use starboard::{AnyGame, BadInput, BookEntry, BookFormat, BookMove, Move, Position};
use starboard_core::{Node, Player};

use crate::{
    arena::{self, Ending, Header, Row},
    record::{self, RecordFormat},
    runs, tournament,
};

/// The value, in hundredths of a pawn, at which Shogi engines take the log odds of winning to be
/// 1: a constant that these engines share.
const ODDS: f64 = 600.0;

/// Which moves of the games go into the book.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct MakeOptions {
    /// How many plies of each game, its random opening moves included.
    pub plies: u32,
    /// Moves played in fewer games are left out.
    pub min_count: u64,
}

/// A book, and what it was made from.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Made {
    /// The games in it.
    pub games: usize,
    /// Games that were left out: lost by a fault, broken off, or without a known result.
    pub left_out: usize,
    /// Its positions.
    pub positions: usize,
    /// Their moves.
    pub moves: usize,
    /// The positions in the order of their notation, each with its moves, the most often
    /// played first.
    pub entries: Vec<BookEntry>,
}

/// The moves played in a position.
struct Page {
    position: Position,
    /// By the move's index: in how many games it was played, and the sum of its scores.
    moves: BTreeMap<u32, (u64, f64)>,
}

/// Makes a book, to which games are added one after the other.
pub struct BookMaker<'a> {
    game: &'a dyn AnyGame,
    options: MakeOptions,
    pages: HashMap<u64, Page>,
    games: usize,
    left_out: usize,
}

impl<'a> BookMaker<'a> {
    /// An empty book of this game.
    pub fn new(game: &'a dyn AnyGame, options: MakeOptions) -> Self {
        Self { game, options, pages: HashMap::new(), games: 0, left_out: 0 }
    }

    /// Adds the games of a file: the log of a match or a tournament, or records in any format of
    /// the game.
    ///
    /// # Errors
    ///
    /// If the file cannot be read; [`BadInput`] that names it and says what is wrong, if its
    /// contents are, or if it is of another game.
    pub fn add_file(&mut self, path: &Path) -> anyhow::Result<()> {
        if let Some(arena::KIND | tournament::KIND) = runs::kind_of(path)?.as_deref() {
            return self.add_log(path);
        }
        let name = path.display().to_string();
        let content = fs::read(path).with_context(|| format!("cannot read {name}"))?;
        self.add_record(&content, &name)
    }

    /// Adds the games of the log of a match or a tournament.
    ///
    /// # Errors
    ///
    /// As [`add_file`](Self::add_file).
    pub fn add_log(&mut self, path: &Path) -> anyhow::Result<()> {
        let name = path.display();
        let (other, rows) = match runs::kind_of(path)?.as_deref() {
            Some(tournament::KIND) => {
                let (header, games) = runs::read::<tournament::Header, tournament::Game>(path)?;
                (header.game, games.into_iter().map(|game| game.row).collect())
            }
            _ => {
                let (header, rows) = runs::read::<Header, Row>(path)?;
                (header.game, rows)
            }
        };
        if other != self.game.name() {
            let own = self.game.name();
            return Err(BadInput::error(format!(
                "{name}: expected games of {own}, found those of {other}"
            )));
        }
        for (i, row) in rows.iter().enumerate() {
            // The first line is about the match.
            let wrong = |why| BadInput::error(format!("{name}: line {}: {why}", i + 2));
            self.add_row(row).map_err(wrong)?;
        }
        Ok(())
    }

    /// Adds the games of a record that is called `name`.
    ///
    /// # Errors
    ///
    /// As [`add_file`](Self::add_file).
    pub fn add_record(&mut self, content: &[u8], name: &str) -> anyhow::Result<()> {
        let own = self.game.name();
        if let Some(RecordFormat { name: format, read: None, .. }) =
            record::format(self.game, content)
        {
            return Err(BadInput::error(format!(
                "{name}: {format} records of {own} are for `analyse`; a book of {own} is made of \
                 the logs that `match {own} --log` writes, or of lists of moves (.txt)"
            )));
        }
        let records = record::read(self.game, content)
            .map_err(|error| BadInput::error(format!("{name}: {error}")))?;
        for record in records {
            match record.result.as_deref().and_then(score_of) {
                Some(score) => self.add_game(record.start, &[], &record.moves, score),
                None => self.left_out += 1,
            }
        }
        Ok(())
    }

    /// Adds a game of a match; the error says what is wrong if the rules do not allow its moves.
    fn add_row(&mut self, row: &Row) -> Result<(), String> {
        // Games that were lost by a fault or broken off say nothing about the opening.
        if matches!(row.ending, Ending::Fault(_) | Ending::Unfinished) {
            self.left_out += 1;
            return Ok(());
        }
        let text = &row.opening.position;
        let usual = self.game.start();
        // A game without notation has one start.
        let start = if usual.format() == *text {
            usual
        } else {
            self.game.parse(text).map_err(|error| format!("the opening: {error}"))?
        };
        let mut position = start.clone();
        let mut read = |texts: &[String]| {
            let read = texts.iter().map(|text| {
                let m = position.parse_move(text).map_err(|error| error.to_string())?;
                position.play(m);
                Ok(m)
            });
            read.collect::<Result<Vec<_>, String>>()
        };
        let (drawn, moves) = (read(&row.opening.moves)?, read(&row.moves)?);
        let score = if row.a_first { row.score } else { 1.0 - row.score };
        self.add_game(start, &drawn, &moves, score);
        Ok(())
    }

    /// Adds a game: its start, its random opening moves, the moves from there on, and what the
    /// first player scored.
    fn add_game(&mut self, start: Position, drawn: &[Move], moves: &[Move], score: f64) {
        let (mut position, mut ply) = (start, 0);
        for (i, &m) in drawn.iter().chain(moves).enumerate() {
            if ply >= self.options.plies {
                break;
            }
            if position.node() == Node::Decision {
                if i >= drawn.len() && position.count() > 1 {
                    self.add_move(&position, m, score);
                }
                ply += 1;
            }
            position.play(m);
        }
        self.games += 1;
    }

    fn add_move(&mut self, position: &Position, m: Move, score: f64) {
        let new = || Page { position: position.clone(), moves: BTreeMap::new() };
        let page = self.pages.entry(position.key()).or_insert_with(new);
        // The index of a move may depend on how the position was reached.
        let Ok(m) = page.position.parse_move(&position.format_move(m)) else { return };
        let (count, sum) = page.moves.entry(m.0).or_default();
        *count += 1;
        *sum += if position.mover() == Player::First { score } else { 1.0 - score };
    }

    /// The book.
    pub fn finish(self) -> Made {
        let format = self.game.book_format();
        let kept = |page: &Page| -> Vec<(Move, u64, f64)> {
            let often =
                page.moves.iter().filter(|(_, (count, _))| *count >= self.options.min_count);
            let mut moves: Vec<_> = often.map(|(&m, &(n, score))| (Move(m), n, score)).collect();
            // Of moves played equally often, the one that scored more comes first.
            moves.sort_by(|a, b| b.1.cmp(&a.1).then(b.2.total_cmp(&a.2)));
            moves
        };
        let reply = |position: &Position, m: Move| {
            let next = position.after(m);
            let page = self.pages.get(&next.key())?;
            let &(reply, ..) = kept(page).first()?;
            Some(page.position.format_move(reply))
        };
        let mut entries: Vec<_> = (self.pages.values())
            .map(|page| {
                let moves = kept(page).into_iter().map(|(m, count, score)| BookMove {
                    reply: reply(&page.position, m),
                    value: Some(value_of(format, count, score)),
                    score: Some(score),
                    ..BookMove::new(page.position.format_move(m), count)
                });
                BookEntry { position: page.position.format(), moves: moves.collect() }
            })
            .filter(|entry| !entry.moves.is_empty())
            .collect();
        // Programs that look positions up in the file need them sorted.
        entries.sort_by(|a, b| a.position.cmp(&b.position));
        Made {
            games: self.games,
            left_out: self.left_out,
            positions: entries.len(),
            moves: entries.iter().map(|entry| entry.moves.len()).sum(),
            entries,
        }
    }
}

/// The value, in hundredths, of a move that scored `score` points in `count` games.
///
/// In Starboard's format a hundred is a win. Shogi engines have values in pawns, which are
/// proportional to the log odds of winning; one win and one loss are added to the games of each
/// move, so that the odds are finite.
fn value_of(format: BookFormat, count: u64, score: f64) -> i32 {
    let games = count as f64;
    let value = match format {
        BookFormat::Starboard => 100.0 * (2.0 * score / games - 1.0),
        BookFormat::YaneuraOu => ODDS * libm::log((score + 1.0) / (games - score + 1.0)),
    };
    value.round() as i32
}

/// The first player's score, from a result as records write it.
fn score_of(result: &str) -> Option<f64> {
    let word = result.split_whitespace().next()?.to_ascii_lowercase();
    match &*word {
        "1-0" => Some(1.0),
        "0-1" => Some(0.0),
        "1/2-1/2" | "0" | "draw" | "jigo" => Some(0.5),
        _ if word.starts_with("b+") => Some(1.0),
        _ if word.starts_with("w+") => Some(0.0),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use starboard::{Book, Registry, write_book};
    use starboard_small::entries;

    use super::*;
    use crate::arena::{Cost, OpeningText};

    fn games() -> Registry {
        Registry::new().with(entries::connect_four()).with(starboard_shogi::entry())
    }

    fn row(a_first: bool, score: f64, drawn: &str, moves: &str) -> Row {
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect();
        Row {
            game: 0,
            pair: 0,
            a_first,
            opening: OpeningText { position: "start".to_owned(), moves: words(drawn) },
            moves: words(moves),
            score,
            points: score,
            ending: Ending::Rules,
            plies: 0,
            a: Cost::default(),
            b: Cost::default(),
        }
    }

    fn made(rows: &[Row], options: MakeOptions) -> Made {
        let games = games();
        let game = games.find("connect-four").expect("a game");
        let mut maker = BookMaker::new(game, options);
        rows.iter().for_each(|row| maker.add_row(row).expect("a game"));
        maker.finish()
    }

    /// How often a move was played, what it scored, and its value.
    type Figures = (u64, Option<f64>, Option<i32>);

    /// Each move of the start, its figures and the reply.
    fn start(made: &Made) -> Vec<(&str, Figures, Option<&str>)> {
        let start = "......./......./......./......./......./....... x";
        let entry = made.entries.iter().find(|entry| entry.position == start);
        let moves = entry.map_or(&[][..], |entry| &entry.moves);
        moves.iter().map(|m| (&*m.m, (m.count, m.score, m.value), m.reply.as_deref())).collect()
    }

    #[test]
    fn moves_are_counted_for_whoever_made_them() {
        let rows = [
            row(true, 1.0, "", "4 4 3"),
            // B was first, and lost.
            row(false, 1.0, "", "4 4 3"),
            row(true, 0.5, "", "4 3"),
            row(false, 0.0, "", "3 4"),
            row(true, 1.0, "", "1"),
        ];
        let made = made(&rows, MakeOptions { plies: 2, min_count: 1 });
        assert_eq!((made.games, made.left_out), (5, 0));
        assert_eq!(
            start(&made),
            [
                ("4", (3, Some(1.5), Some(0)), Some("4")),
                ("3", (1, Some(1.0), Some(100)), Some("4")),
                ("1", (1, Some(1.0), Some(100)), None),
            ]
        );
        let second = made.entries.iter().flat_map(|e| &e.moves).filter(|m| m.count == 2);
        // The answer to 4 was 4 twice, once lost and once won.
        assert_eq!(second.map(|m| (&*m.m, m.score)).collect::<Vec<_>>(), [("4", Some(1.0))]);
        // The third move is beyond two plies.
        assert_eq!((made.positions, made.moves), (3, 6));
    }

    #[test]
    fn drawn_moves_are_plies_and_no_moves_of_the_book() {
        let rows = [row(true, 1.0, "4 4", "3 2 1"), row(true, 1.0, "4", "4 3")];
        let three = made(&rows, MakeOptions { plies: 3, min_count: 1 });
        assert!(start(&three).is_empty());
        // The third move of both is the same, in the same position.
        assert_eq!((three.positions, three.moves), (2, 2));
        let often = made(&rows, MakeOptions { plies: 3, min_count: 2 });
        assert_eq!((often.positions, often.moves), (1, 1));
        assert_eq!((often.entries[0].moves[0].count, often.games), (2, 2));
    }

    #[test]
    fn games_that_say_nothing_are_left_out() {
        let fault = Ending::Fault(starboard::Fault::Time("late".to_owned()));
        let rows = [Row { ending: fault, ..row(true, 0.0, "", "4") }, row(true, 1.0, "", "4")];
        let made = made(&rows, MakeOptions { plies: 9, min_count: 1 });
        assert_eq!((made.games, made.left_out, made.entries[0].moves[0].count), (1, 1, 1));
        let games = games();
        let game = games.find("connect-four").expect("a game");
        let mut maker = BookMaker::new(game, MakeOptions { plies: 9, min_count: 1 });
        let error = maker.add_row(&row(true, 1.0, "", "4 9")).expect_err("no such column");
        assert!(error.contains("\"9\" is not a legal move here"), "{error}");
        maker.add_record(b"4 4 3\n*\n", "a record").expect("a record");
        let error = maker.add_record(b"4 x", "a record").expect_err("no move").to_string();
        assert!(error.starts_with("a record: line 1, column 3:"), "{error}");
        assert_eq!(maker.finish().left_out, 1);
    }

    #[test]
    fn what_was_made_is_a_book() {
        let rows = [row(true, 1.0, "", "4 4 3 2"), row(false, 0.5, "", "4 3 4 3")];
        let made = made(&rows, MakeOptions { plies: 9, min_count: 1 });
        let text = write_book("connect-four", BookFormat::Starboard, &made.entries);
        let book = Book::read(&entries::connect_four(), text.as_bytes()).expect("a book");
        assert_eq!(book.len(), made.positions);
        assert_eq!(book.moves(&starboard_small::ConnectFour::default())[0].count, 2);
    }

    #[test]
    fn values_follow_from_scores() {
        for (format, count, score, value) in [
            (BookFormat::Starboard, 4, 4.0, 100),
            (BookFormat::Starboard, 4, 0.0, -100),
            (BookFormat::Starboard, 8, 5.0, 25),
            // 600 times the logarithm of 7 / 5, and of 12.
            (BookFormat::YaneuraOu, 10, 6.0, 202),
            (BookFormat::YaneuraOu, 10, 4.0, -202),
            (BookFormat::YaneuraOu, 11, 11.0, 1491),
        ] {
            assert_eq!(value_of(format, count, score), value, "{count} {score}");
        }
        for (text, score) in
            [("1-0 (resigned)", Some(1.0)), ("W+R", Some(0.0)), ("0", Some(0.5)), ("*", None)]
        {
            assert_eq!(score_of(text), score, "{text}");
        }
    }

    #[test]
    fn books_of_shogi_are_those_of_its_engines() {
        let games = games();
        let game = games.find("shogi").expect("a game");
        let mut maker = BookMaker::new(game, MakeOptions { plies: 4, min_count: 1 });
        maker.add_record(b"7g7f 3c3d 2g2f 8c8d\n1-0\n", "a record").expect("a record");
        let made = maker.finish();
        let text = write_book("shogi", game.book_format(), &made.entries);
        assert!(text.starts_with("#YANEURAOU-DB2016 1.00\nsfen lnsgkgsnl/"), "{text}");
        assert!(text.contains("b - 1\n7g7f 3c3d 416 0 1 1\n"), "{text}");
        let book = Book::read(&starboard_shogi::entry(), text.as_bytes()).expect("a book");
        assert_eq!(book.len(), 4);
    }
}
