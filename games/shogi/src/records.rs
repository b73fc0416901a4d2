//! Records of whole games, in the formats that Shogi programs exchange: [`csa`] (version 2.2)
//! and [`kif`]; and, read only, [`ki2`].

pub mod csa;
mod handicap;
pub mod ki2;
pub mod kif;
mod kif_board;
mod text;

use std::fmt;

use starboard_core::{Game, Node, NotationError, Player, Value};

use crate::{Move, Shogi};

/// A game from its first position to its end.
///
/// ```
/// use starboard_core::Game;
/// use starboard_shogi::{Shogi, records::{Record, csa, kif}};
///
/// let record = csa::read("V2.2\nN+Black\nN-White\nPI\n+\n+7776FU\nT12\n-3334FU\n%TORYO\n")?;
/// assert_eq!(record.moves().len(), 2);
/// assert_eq!(csa::read(&csa::write(&record))?, record);
/// assert!(kif::write(&record).contains("   1 ７六歩(77)   ( 0:12/00:00:12)"));
/// # Ok::<(), starboard_shogi::records::RecordError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// What the players are called, the first player before the second.
    pub players: [Option<String>; 2],
    /// What else is known of the game, each header once.
    pub headers: Vec<(Header, String)>,
    start: Shogi,
    last: Shogi,
    moves: Vec<Timed>,
    end: Option<End>,
    broken: Option<RecordError>,
}

/// A move and the time it took.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Timed {
    /// The move of a piece. A declaration is an [`End`].
    pub m: Move,
    /// Whole seconds, if known.
    pub seconds: Option<u32>,
}

/// A format of records.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// That of the Computer Shogi Association, [`csa`].
    Csa,
    /// That of Kakinoki and most programs in Japan, [`kif`].
    Kif,
    /// Moves as books print them, [`ki2`].
    Ki2,
}

impl Format {
    /// The format of a text that may be no record at all: `None` unless something in it
    /// says that it is one.
    pub fn recognise(text: &str) -> Option<Self> {
        // Comments may stand before anything else.
        let mut lines = text.lines().filter(|line| !line.is_empty());
        let csa = |line: &str| {
            let version = line.strip_prefix(['V', 'v']).is_some_and(|v| v.starts_with(['2', '3']));
            version || ["N+", "N-", "PI", "P1-", "P1 "].iter().any(|start| line.starts_with(start))
        };
        if lines.clone().find(|line| !line.starts_with('\'')).is_some_and(csa) {
            return Some(Self::Csa);
        }
        let heads = ["手合割", "手数", "先手", "後手", "上手", "下手"];
        let kif = |line: &str| heads.iter().any(|head| line.starts_with(head));
        // Comments of KIF may show a move; a list of numbered ones is not of KI2.
        let has_list = lines.clone().any(|line| line.starts_with("手数-"));
        if !has_list && lines.clone().any(ki2::has_moves) {
            return Some(Self::Ki2);
        }
        lines.any(kif).then_some(Self::Kif)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Csa => "csa",
            Self::Kif => "kif",
            Self::Ki2 => "ki2",
        })
    }
}

/// What a record says of its game besides the players.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Header {
    /// The tournament or other event.
    Event,
    /// Where it was played.
    Site,
    /// When it began.
    Started,
    /// When it ended.
    Ended,
    /// The time limit of the game.
    TimeLimit,
    /// The name of the opening.
    Opening,
}

impl Header {
    pub(crate) const ALL: [Self; 6] =
        [Self::Event, Self::Site, Self::Started, Self::Ended, Self::TimeLimit, Self::Opening];
}

/// Why a game is over, or why its record stops.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum End {
    /// The player to move resigned.
    Resignation,
    /// The player to move is mated.
    Mate,
    /// The player to move won by declaration.
    Declaration,
    /// The player to move ran out of time.
    TimeUp,
    /// This player lost by an illegal move or another offence.
    Foul(Player),
    /// The position occurred for the fourth time: a draw, or a loss for the player who gave
    /// check all along.
    Repetition,
    /// Both kings have entered, and neither player has the points to win.
    Impasse,
    /// The maximum length of a game was reached.
    MaxMoves,
    /// There is no mate (of a mate problem).
    NoMate,
    /// The game was broken off.
    Interrupted,
}

/// The result of a game.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This player won.
    Win(Player),
    /// Nobody won.
    Draw,
    /// It was not finished.
    Unknown,
}

impl Record {
    /// A record without moves, of a game that begins here.
    pub fn new(start: Shogi) -> Self {
        let (last, players) = (start.clone(), [None, None]);
        Self {
            players,
            headers: Vec::new(),
            start,
            last,
            moves: Vec::new(),
            end: None,
            broken: None,
        }
    }

    /// The record of a game in play, from where it was set up. Passes, which
    /// are no moves of a game, must not have been made.
    pub fn of(game: &Shogi) -> Self {
        let mut record = Self::new(game.first());
        for m in game.moves_played().filter(|m| m.is_played()) {
            record.add(m, None);
        }
        record.end = match game.node() {
            Node::Over(_) if game.is_declared() => Some(End::Declaration),
            Node::Over(_) if game.repetitions() >= 3 => Some(End::Repetition),
            Node::Over(_) => Some(End::Mate),
            _ => None,
        };
        record
    }

    /// Where the game began.
    pub const fn start(&self) -> &Shogi {
        &self.start
    }

    /// The position after the last move.
    pub const fn last(&self) -> &Shogi {
        &self.last
    }

    /// The moves.
    pub fn moves(&self) -> &[Timed] {
        &self.moves
    }

    /// How it ended, if the record says.
    pub const fn end(&self) -> Option<End> {
        self.end
    }

    /// Where and why the text could not be followed any further, after some moves that could:
    /// because of an illegal move, for the most part.
    pub const fn broken(&self) -> Option<&RecordError> {
        self.broken.as_ref()
    }

    /// Ends the record before the part that cannot be followed, if there is a game before that.
    ///
    /// # Errors
    ///
    /// The same error where there is none, or where the game has ended already.
    pub(crate) fn breaks(&mut self, error: RecordError) -> Result<(), RecordError> {
        if self.moves.is_empty() || self.end.is_some() {
            return Err(error);
        }
        self.broken = Some(error);
        Ok(())
    }

    /// The end as records name it: a repetition that was lost is a foul of the player who gave
    /// check all along, since the word for a repetition means a draw.
    pub(crate) fn named_end(&self) -> Option<End> {
        match (self.end, self.outcome()) {
            (Some(End::Repetition), Outcome::Win(winner)) => Some(End::Foul(winner.other())),
            (end, _) => end,
        }
    }

    /// Who won.
    pub fn outcome(&self) -> Outcome {
        let mover = self.last.player();
        match self.end {
            Some(End::Resignation | End::Mate | End::TimeUp) => Outcome::Win(mover.other()),
            Some(End::Declaration) => Outcome::Win(mover),
            Some(End::Foul(player)) => Outcome::Win(player.other()),
            // By the rules where it was the fourth time, or else as it went on.
            Some(End::Repetition) => {
                let so_far = || self.last.repeating().map(|found| found.value);
                match self.last.fourfold().or_else(so_far).map_or(0, Value::raw) {
                    0 => Outcome::Draw,
                    value if value > 0 => Outcome::Win(mover),
                    _ => Outcome::Win(mover.other()),
                }
            }
            Some(End::Impasse | End::MaxMoves) => Outcome::Draw,
            None | Some(End::NoMate | End::Interrupted) => Outcome::Unknown,
        }
    }

    /// Adds a move of a piece and the seconds it took.
    ///
    /// # Errors
    ///
    /// If the move is not legal, or the game is over.
    pub fn push(&mut self, m: Move, seconds: Option<u32>) -> Result<(), NotationError> {
        if let Some(end) = self.end {
            return Err(NotationError::impossible(format!("{m} after the game ended by {end:?}")));
        }
        let over = matches!(self.last.node(), Node::Over(_));
        if over || !self.last.is_legal(m) {
            return Err(self.illegal(&m.to_string()));
        }
        self.add(m, seconds);
        Ok(())
    }

    fn add(&mut self, m: Move, seconds: Option<u32>) {
        self.last.play(m);
        self.moves.push(Timed { m, seconds });
    }

    /// Sets the seconds that the last move took.
    pub(crate) fn set_seconds(&mut self, seconds: u32) {
        if let Some(last) = self.moves.last_mut() {
            last.seconds = Some(seconds);
        }
    }

    /// Ends the record.
    pub const fn finish(&mut self, end: End) {
        self.end = Some(end);
    }

    /// The header's text.
    pub fn header(&self, header: Header) -> Option<&str> {
        self.headers.iter().find(|(h, _)| *h == header).map(|(_, text)| &**text)
    }

    /// The error that names what is legal.
    pub(crate) fn illegal(&self, found: &str) -> NotationError {
        let mut moves = Vec::new();
        if !matches!(self.last.node(), Node::Over(_)) {
            self.last.moves(&mut moves);
        }
        NotationError::illegal(found, moves.into_iter().map(|m| m.to_string()))
    }
}

/// A record that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {error}")]
pub struct RecordError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub error: NotationError,
}
