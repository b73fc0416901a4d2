//! Files of eXtreme Gammon, `.xg`.
//!
//! The layout is the one published by its author (Xavier Dufaure de Citres, "XG file format",
//! extremegammon.com/XGformat.aspx, free to redistribute): a header with a picture, followed by
//! files compressed with zlib, the first of which is a list of records of 2,560 bytes each. From
//! these the players, the rules, the dice, the positions, the cube and the results are read;
//! analyses, rollouts, comments and clocks are ignored.
//!
//! How a turn was played follows from the position after it. Descriptions of the format disagree
//! about the side from which a position is written; as every position has to be the one that the
//! game has reached, both are tried, and a wrong one cannot be accepted.

mod records;
#[cfg(test)]
mod tests;

use std::io::Read as _;

use flate2::read::ZlibDecoder;
use starboard_core::{Game, Player};

use self::records::{Board, Cube, Entry, Footer, Header, Moment, Move, Record, SIZE};
use super::{
    Action, GameRecord, MatchRecord, Outcome, RecordError, Rules, Setup, Stage, State, TAGS,
};
use crate::{Backgammon, Dice, Turn, cube::after};

/// The magic number at the beginning of a file.
const MAGIC: &[u8] = b"RGMH";
/// The length of the header, without its picture.
const HEAD: usize = 8232;
/// The limit on the unpacked size, which no match needs.
const MOST: u64 = 256 << 20;

/// Whether a file's content is one of eXtreme Gammon's own.
pub fn is_xg(content: &[u8]) -> bool {
    content.starts_with(MAGIC)
}

/// Reads a match or session of eXtreme Gammon, which may be incomplete.
///
/// # Errors
///
/// Names the record, counted from 1, with the error: an illegal move, a position that the game did
/// not reach, a score that does not follow from the games before, or an unknown version.
pub fn read_xg(content: &[u8]) -> Result<MatchRecord, RecordError> {
    let bytes = unpack(content).map_err(fail)?;
    let mut reader = Reader::default();
    for (i, bytes) in bytes.chunks_exact(SIZE).enumerate() {
        let what = Record::read(bytes).and_then(|record| reader.record(record));
        what.map_err(|what| fail(format!("record {}, {}: {what}", i + 1, Entry::name(bytes))))?;
    }
    reader.close().map_err(fail)?;
    let record = reader.matched;
    if record.games.is_empty() { Err(fail("there is no game in this file")) } else { Ok(record) }
}

fn fail(what: impl Into<String>) -> RecordError {
    RecordError { line: 0, column: 0, what: what.into() }
}

/// The list of records that a file holds.
fn unpack(content: &[u8]) -> Result<Vec<u8>, String> {
    if !is_xg(content) {
        return Err("this is no file of eXtreme Gammon, which begins with RGMH".to_owned());
    }
    let cut = || format!("the file breaks off after {} bytes, within its head", content.len());
    let head = content.get(..HEAD).ok_or_else(cut)?;
    let picture = u32::from_le_bytes(head[20..24].try_into().expect("4 bytes")) as usize;
    let packed = content.get(HEAD.saturating_add(picture)..).ok_or_else(cut)?;
    // The games come first; what follows are rollouts, their summary, comments and a list of
    // these files.
    let mut bytes = Vec::new();
    let mut decoder = ZlibDecoder::new(packed).take(MOST + 1);
    decoder
        .read_to_end(&mut bytes)
        .map_err(|why| format!("the games cannot be unpacked: {why}"))?;
    let length = bytes.len();
    if length as u64 > MOST {
        return Err(format!("the games unpack to more than {MOST} bytes, which no match needs"));
    }
    if length == 0 || !length.is_multiple_of(SIZE) {
        return Err(format!("expected records of {SIZE} bytes, found {length} bytes in all"));
    }
    Ok(bytes)
}

/// A file being read.
#[derive(Default)]
struct Reader {
    matched: MatchRecord,
    /// Whether the first record has been read.
    begun: bool,
    game: Option<Open>,
}

/// A game being read.
struct Open {
    game: GameRecord,
    /// The current state; `None` until it is known who begins.
    state: Option<State>,
    /// The position it begins with, from the point of view of the first player, if it is not the
    /// usual one.
    board: Option<Board>,
    /// The number of automatic doubles before the first roll.
    automatic: u32,
    /// Whether gammons count single while the cube is in the middle.
    jacoby: bool,
    /// Nobody may double.
    crawford: bool,
}

impl Reader {
    fn record(&mut self, record: Record) -> Result<(), String> {
        match record {
            Record::Header(_) if self.begun => Err("another match begins here".to_owned()),
            Record::Header(header) => self.head(header),
            _ if !self.begun => Err("expected the head of a match first".to_owned()),
            Record::Game(moment) => self.open(&moment),
            Record::Cube(cube) => self.now()?.cube(&cube),
            Record::Move(played) => self.now()?.play(&played),
            Record::End(footer) => {
                self.now()?.end(&footer)?;
                self.close()
            }
            Record::Other => Ok(()),
        }
    }

    fn now(&mut self) -> Result<&mut Open, String> {
        self.game.as_mut().ok_or_else(|| "expected the head of a game first".to_owned())
    }

    fn head(&mut self, header: Header) -> Result<(), String> {
        self.begun = true;
        self.matched.names = header.names;
        self.matched.length = header.length;
        let money = header.length == 0;
        self.matched.rules = Rules {
            jacoby: money && header.jacoby,
            beavers: money && header.beavers,
            crawford: money || header.crawford,
        };
        let tag = |name: &str| {
            let (_, tag) = TAGS.into_iter().find(|&(_, tag)| tag == name).expect("a known tag");
            tag.to_owned()
        };
        let told = [("Event", header.event), ("Round", header.round), ("Site", header.location)]
            .into_iter()
            .chain(header.date.map(|date| ("EventDate", date)))
            .filter(|(_, text)| !text.is_empty());
        self.matched.tags.extend(told.map(|(name, text)| (tag(name), text)));
        Ok(())
    }

    /// Begins a game.
    fn open(&mut self, moment: &Moment) -> Result<(), String> {
        self.close()?;
        let due = self.matched.score();
        let first = self.matched.games.is_empty();
        if moment.score != due && !first {
            let [a, b] = moment.score;
            return Err(format!(
                "expected the score to be {} to {}, found {a} to {b}",
                due[0], due[1]
            ));
        }
        let length = self.matched.length;
        if length > 0 && moment.score.iter().any(|&points| points >= length) {
            return Err(format!("somebody has won this match to {length} before"));
        }
        if self.matched.games.last().is_some_and(|game| game.outcome.is_none()) {
            return Err("expected the game before to be the last".to_owned());
        }
        let game = GameRecord { score: moment.score, ..GameRecord::default() };
        self.game = Some(Open {
            game,
            state: None,
            board: Some(moment.board).filter(|&board| board != Board::START),
            automatic: moment.automatic,
            jacoby: self.matched.rules.jacoby,
            crawford: self.matched.forbids_doubles(&self.matched.games, moment.score),
        });
        Ok(())
    }

    /// Closes a game without a record of its end: it is incomplete.
    fn close(&mut self) -> Result<(), String> {
        let Some(open) = self.game.take() else { return Ok(()) };
        if !open.game.actions.is_empty() {
            self.matched.games.push(open.game);
        }
        Ok(())
    }
}

impl Open {
    /// The state, begun with `first` to move if it is not known yet.
    fn state(&mut self, first: Player) -> Result<&mut State, String> {
        if self.state.is_none() {
            self.game.first = first;
            if self.board.is_some() || self.automatic > 0 {
                let cube = 1 << self.automatic;
                let board = match (self.board, first) {
                    (None, _) => Backgammon::START,
                    (Some(board), Player::First) => board.position()?,
                    (Some(board), Player::Second) => board.turned().position()?,
                };
                self.game.setup = Some(Setup { board: board.with_mover(first), cube, owner: None });
            }
            let state = self.game.start().with_jacoby(self.jacoby);
            self.state = Some(state.with_crawford(self.crawford));
        }
        Ok(self.state.as_mut().expect("it was made"))
    }

    /// Carries out an action, and records it.
    fn act(&mut self, action: Action) -> Result<(), String> {
        let state = self.state.as_mut().ok_or("nobody has moved yet")?;
        state.act(action)?;
        self.game.actions.push(action);
        if let Stage::Over(outcome) = state.stage {
            self.game.outcome = Some(outcome);
        }
        Ok(())
    }

    /// Checks that it is this player's turn in this position.
    fn expect(&mut self, player: Player, board: Board) -> Result<(), String> {
        let state = self.state(player)?;
        if let Stage::Over(_) = state.stage {
            return Err("the game is over".to_owned());
        }
        if state.board.mover() != player {
            return Err(format!("it is not player {}'s turn", player.index() + 1));
        }
        let here = state.board;
        let same = |board: Board| board.sides() == Some((here.mine(), here.theirs()));
        if same(board) || same(board.turned()) {
            return Ok(());
        }
        Err(format!("the game has come to another position, {here:?}"))
    }

    fn cube(&mut self, cube: &Cube) -> Result<(), String> {
        self.expect(cube.player, cube.board)?;
        if !cube.doubled {
            return Ok(());
        }
        self.act(Action::Double)?;
        match cube.take {
            0 => self.act(Action::Drop),
            1 => self.act(Action::Take),
            2 => {
                self.act(Action::Beaver)?;
                match (cube.beaver, cube.raccoon) {
                    (0 | 1, _) => Ok(()),
                    (2, 0 | 1) => self.act(Action::Beaver),
                    (beaver, raccoon) => {
                        Err(format!("expected a beaver's answer, found {beaver}, {raccoon}"))
                    }
                }
            }
            take => Err(format!("expected 0, 1 or 2 for drop, take and beaver, found {take}")),
        }
    }

    fn play(&mut self, played: &Move) -> Result<(), String> {
        let Some(dice) = played.dice else {
            // A turn that was only prepared: the match ended here.
            return Ok(());
        };
        self.expect(played.player, played.before)?;
        let here = self.state.as_ref().expect("there is one").board;
        let turn = turn_to(&here, dice, played.after)
            .ok_or_else(|| format!("no legal way to play {dice} leads to the position after it"))?;
        self.act(Action::Play(dice, turn))
    }

    fn end(&mut self, footer: &Footer) -> Result<(), String> {
        if footer.settled {
            return Err("this game was settled for points, which nothing here can say".to_owned());
        }
        let found = Outcome { winner: footer.winner, points: footer.points };
        if self.game.outcome.is_none() {
            let loser = footer.winner.other();
            if footer.resigned == 0 {
                return Err("the game ends before it is over".to_owned());
            }
            self.state(loser)?;
            self.act(Action::Resign(loser, footer.resigned))?;
        }
        let due = self.game.outcome.expect("it has ended");
        if found != due {
            return Err(format!(
                "by the moves player {} wins {}, not player {} {}",
                due.winner.index() + 1,
                due.points,
                found.winner.index() + 1,
                found.points
            ));
        }
        self.game.outcome = Some(found);
        Ok(())
    }
}

/// The legal turn that leads to a position, given from the mover's point of view.
fn turn_to(here: &Backgammon, dice: Dice, board: Board) -> Option<Turn> {
    let mut found = None;
    here.for_each_turn(dice, |turn| {
        let next = after(here, dice, turn);
        let lands = |board: Board| board.sides() == Some((next.theirs(), next.mine()));
        if lands(board) || lands(board.turned()) {
            found = Some(turn);
        }
    });
    found
}
