//! The players and openings of a match of one game.

use std::fmt::Write;

use starboard_core::Game;

use super::{Arena, Header, Record, Row, Seat, Table, opening::Book, referee::Referee, side::seat};
use crate::{BadInput, Failed, GameEntry, external::Command};

/// The format of records that every game has: a list of moves.
const PLAIN: &str = "txt";

/// All that the tables of a match share.
pub(crate) struct Hall<'a, G: Game> {
    entry: &'a GameEntry<G>,
    header: Header,
    book: Book<G>,
}

impl<'a, G: Game> Hall<'a, G> {
    /// The openings of the match; `text` is what the file of openings holds. A
    /// program is started once to see whether it can be played with.
    ///
    /// # Errors
    ///
    /// [`BadInput`](crate::BadInput) if there are none, or no such players.
    pub(crate) fn new(
        entry: &'a GameEntry<G>,
        header: &Header,
        text: Option<&str>,
    ) -> anyhow::Result<Self> {
        let book = Book::new(entry, &header.openings, text, header.pairs(), header.seed)?;
        for side in [&header.a, &header.b] {
            // What is wrong from the start, such as the name of an option, is an
            // error of the user's, not of the program.
            let mut seat = seat(entry, side)?;
            if let (true, Some(opening)) = (Command::names(&side.description), book.first()) {
                let wrong = |fault| BadInput::error(format!("{}: {fault}", side.description));
                seat.begin(&opening.start).map_err(wrong)?;
            }
        }
        Ok(Self { entry, header: header.clone(), book })
    }
}

impl<G: Game> Arena for Hall<'_, G> {
    fn fingerprint(&self) -> String {
        self.book.fingerprint()
    }

    fn table(&self) -> anyhow::Result<Box<dyn Table + '_>> {
        let seats = [seat(self.entry, &self.header.a)?, seat(self.entry, &self.header.b)?];
        Ok(Box::new(Board { hall: self, seats }))
    }

    fn record_format(&self, wanted: Option<&str>) -> anyhow::Result<&'static str> {
        let all = || self.entry.records.iter().map(|&(name, _)| name).chain([PLAIN]);
        let Some(wanted) = wanted else { return Ok(all().next().unwrap_or(PLAIN)) };
        all().find(|&name| name == wanted).ok_or_else(|| {
            let (game, all) = (self.entry.name(), all().collect::<Vec<_>>().join(", "));
            BadInput::error(format!("records of {game} can be {all}, not {wanted:?}"))
        })
    }

    fn record(&self, row: &Row, format: &str) -> anyhow::Result<String> {
        let wrong = |error: String| Failed(format!("game {} of the log: {error}", row.game));
        let start = G::parse(&row.opening.position)
            .or_else(|error| {
                // A game without notation has one start.
                let start = self.entry.start();
                if start.format() == row.opening.position { Ok(start.clone()) } else { Err(error) }
            })
            .map_err(|error| wrong(error.to_string()))?;
        let (mut game, mut moves) = (start.clone(), Vec::new());
        for text in row.opening.moves.iter().chain(&row.moves) {
            let m = game.parse_move(text).map_err(|error| wrong(error.to_string()))?;
            game.play(m);
            moves.push(m);
        }
        let [a, b] = [&self.header.a, &self.header.b].map(|side| side.description.as_str());
        let record = Record {
            number: row.game,
            names: if row.a_first { [a, b] } else { [b, a] },
            start: &start,
            moves: &moves,
            score: if row.a_first { row.score } else { 1.0 - row.score },
            ending: &row.ending,
        };
        Ok(match self.entry.records.iter().find(|&&(name, _)| name == format) {
            Some((_, write)) => write(&record),
            None => plain(self.entry.name(), &record),
        })
    }
}

struct Board<'a, G: Game> {
    hall: &'a Hall<'a, G>,
    seats: [Box<dyn Seat<G> + 'a>; 2],
}

impl<G: Game> Table for Board<'_, G> {
    fn play(&mut self, number: usize) -> Row {
        let opening = self.hall.book.of(number / 2);
        Referee::new(&self.hall.header, opening, number).play(&mut self.seats)
    }
}

/// The record of a game that has no form of its own for it.
fn plain<G: Game>(name: &str, record: &Record<'_, G>) -> String {
    let [first, second] = record.names;
    let mut text = format!("{name}, game {}\nfirst: {first}\nsecond: {second}\n", record.number);
    let mut game = record.start.clone();
    let _ = writeln!(text, "start: {}\n", game.format());
    for (i, &m) in record.moves.iter().enumerate() {
        let _ = writeln!(text, "{:>4}. {}", i + 1, game.format_move(m));
        game.play(m);
    }
    let result = match record.score {
        1.0 => "1-0",
        0.0 => "0-1",
        _ => "1/2-1/2",
    };
    let _ = writeln!(text, "\n{result} ({})", record.ending);
    text
}
