//! The players and openings of a match of one game.

use starboard::{AnyGame, BadInput, Failed, MatchPlayer, unsound};
use starboard_core::Stop;
use starboard_protocols::external::Command;

use super::{Header, Record, Records, Row, Side, opening::Book, referee::Referee, side::player};
use crate::{
    record::{self, PLAIN},
    runs,
};

/// A match ready to be played: its openings are chosen and its players checked.
pub struct Arena<'a> {
    entry: &'a dyn AnyGame,
    header: Header,
    book: Book,
}

impl<'a> Arena<'a> {
    /// Prepares the match; `text` is the contents of the file of openings. An external
    /// engine is started once to check that it works.
    ///
    /// # Errors
    ///
    /// [`BadInput`](starboard::BadInput) if there are no openings, or no such players.
    pub fn new(
        entry: &'a dyn AnyGame,
        header: &Header,
        text: Option<&str>,
    ) -> anyhow::Result<Self> {
        let book = Book::new(entry, &header.openings, text, header.pairs(), header.seed)?;
        let engines = [&header.a, &header.b].map(|side| side.description.as_str());
        let engines = engines.into_iter().filter(|text| !Command::names(text));
        let files = runs::files(entry, engines)?;
        let arena = Self { entry, header: Header { files, ..header.clone() }, book };
        [&header.a, &header.b].into_iter().try_for_each(|side| arena.try_out(side))?;
        Ok(arena)
    }

    /// Checks that there can be such a player: what is wrong from the start, such as the name
    /// of an option, is the user's error, not a fault of the engine.
    ///
    /// # Errors
    ///
    /// [`BadInput`](starboard::BadInput) if there cannot.
    pub fn try_out(&self, side: &Side) -> anyhow::Result<()> {
        let mut player = player(self.entry, side)?;
        if let (true, Some(opening)) = (Command::names(&side.description), self.book.first()) {
            let wrong = |fault| BadInput::error(format!("{}: {fault}", side.description));
            player.begin(&opening.start).map_err(wrong)?;
        }
        Ok(())
    }

    /// The header of this match's log.
    pub(super) fn header(&self) -> Header {
        self.header_of(self.header.games)
    }

    /// Whether a match is the beginning of this one: the same with fewer games.
    pub(super) fn begins_with(&self, other: &Header) -> bool {
        let fewer = other.games < self.header.games;
        fewer && runs::difference(other, &self.header_of(other.games)).is_none()
    }

    /// The header if there were only this many games.
    fn header_of(&self, games: usize) -> Header {
        let fingerprint = self.book.fingerprint(games / 2);
        Header { games, fingerprint, ..self.header.clone() }
    }

    /// A runner with two players of its own.
    ///
    /// # Errors
    ///
    /// If a player cannot be made.
    pub fn runner(&self) -> anyhow::Result<GameRunner<'_>> {
        self.runner_of([&self.header.a, &self.header.b])
    }

    /// A runner with these players in place of the match's.
    ///
    /// # Errors
    ///
    /// If a player cannot be made.
    pub fn runner_of(&self, sides: [&Side; 2]) -> anyhow::Result<GameRunner<'_>> {
        let [a, b] = sides;
        let players = [player(self.entry, a)?, player(self.entry, b)?];
        let header = Header { a: a.clone(), b: b.clone(), ..self.header.clone() };
        Ok(GameRunner { arena: self, header, players })
    }

    /// A player of this match, or another one, for [`Self::play`].
    ///
    /// # Errors
    ///
    /// If it cannot be made.
    pub fn player(&self, side: &Side) -> anyhow::Result<Box<dyn MatchPlayer>> {
        player(self.entry, side)
    }

    /// Plays game number `number` between [players](Self::player) of these sides, from the opening
    /// of this pair; A is the first player if the number is even, and the dice are those of pair
    /// `number / 2`. It is broken off where `stop` is requested.
    ///
    /// # Errors
    ///
    /// [`BadInput`] if the rules are unsound: chance follows chance without end.
    pub fn play(
        &self,
        sides: [&Side; 2],
        players: &mut [Box<dyn MatchPlayer>; 2],
        opening: usize,
        number: usize,
        stop: &Stop,
    ) -> anyhow::Result<Row> {
        let [a, b] = sides.map(Clone::clone);
        let header = Header { a, b, ..self.header.clone() };
        self.referee(&header, players, opening, number, stop)
    }

    /// The same, for a header that has these sides.
    fn referee(
        &self,
        header: &Header,
        players: &mut [Box<dyn MatchPlayer>; 2],
        opening: usize,
        number: usize,
        stop: &Stop,
    ) -> anyhow::Result<Row> {
        let referee = Referee::new(header, self.book.of(opening), number, stop);
        referee.play(players).map_err(|chain| unsound(&header.game, &chain))
    }

    /// The format of records of this name, or the game's usual one: its file
    /// extension.
    ///
    /// # Errors
    ///
    /// [`BadInput`](starboard::BadInput) if the game has no such format.
    pub fn record_format(&self, wanted: Option<&str>) -> anyhow::Result<&'static str> {
        record_format(self.entry, wanted)
    }

    /// The record of a game between A and B, of these names, in a known format.
    ///
    /// # Errors
    ///
    /// If the row is not that of a game.
    pub fn record(&self, row: &Row, [a, b]: [&str; 2], format: &str) -> anyhow::Result<String> {
        let wrong = |error: String| Failed(format!("game {} of the log: {error}", row.game));
        let start = (self.entry)
            .parse(&row.opening.position)
            .or_else(|error| {
                // A game without notation has one start.
                let start = self.entry.start();
                if start.format() == row.opening.position { Ok(start) } else { Err(error) }
            })
            .map_err(|error| wrong(error.to_string()))?;
        let (mut game, mut moves) = (start.clone(), Vec::new());
        for text in row.opening.moves.iter().chain(&row.moves) {
            let m = game.parse_move(text).map_err(|error| wrong(error.to_string()))?;
            game.play(m);
            moves.push(m);
        }
        let record = Record {
            number: row.game,
            names: if row.a_first { [a, b] } else { [b, a] },
            start: &start,
            moves: &moves,
            score: if row.a_first { row.score } else { 1.0 - row.score },
            ending: &row.ending,
            counted: None,
        };
        Ok(write_record(self.entry, &record, format))
    }
}

/// The format of a game's records of this name, or the game's usual one: its file
/// extension.
///
/// # Errors
///
/// [`BadInput`](starboard::BadInput) if the game has no such format.
pub fn record_format(game: &dyn AnyGame, wanted: Option<&str>) -> anyhow::Result<&'static str> {
    let own = game.get::<Records>().into_iter().flat_map(Records::names);
    let all: Vec<_> = own.chain([PLAIN]).collect();
    let Some(wanted) = wanted else { return Ok(all[0]) };
    all.iter().copied().find(|&name| name == wanted).ok_or_else(|| {
        let (game, all) = (game.name(), all.join(", "));
        BadInput::error(format!("records of {game} can be {all}, not {wanted:?}"))
    })
}

/// A record in a [format](record_format) of its game.
pub fn write_record(game: &dyn AnyGame, record: &Record<'_>, format: &str) -> String {
    match game.get::<Records>().and_then(|records| records.get(format)) {
        Some(write) => write(record),
        None => record::write(game.name(), record),
    }
}

/// Plays one game after another between two players.
pub struct GameRunner<'a> {
    arena: &'a Arena<'a>,
    /// The header of the match, with the sides of these players.
    header: Header,
    players: [Box<dyn MatchPlayer>; 2],
}

impl GameRunner<'_> {
    /// Plays game number `number`: of pair `number / 2`, with A as the first
    /// player if `number` is even. It is broken off where `stop` is requested.
    ///
    /// # Errors
    ///
    /// [`BadInput`] if the rules are unsound: chance follows chance without end.
    pub fn play(&mut self, number: usize, stop: &Stop) -> anyhow::Result<Row> {
        self.arena.referee(&self.header, &mut self.players, number / 2, number, stop)
    }
}
