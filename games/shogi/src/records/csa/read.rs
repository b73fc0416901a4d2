//! Reading CSA.

use starboard_core::{NotationError, Player};

use super::{ENDS, keyword, sign};
use crate::{
    Kind, Move, Shogi, Square,
    records::{End, Header, Record, RecordError},
    setup::{PLAYERS, Setup},
};

/// Reads a record.
///
/// # Errors
///
/// What is wrong, and in which line.
pub fn read(text: &str) -> Result<Record, RecordError> {
    let mut reader = Reader::default();
    let mut count = 0;
    for (i, line) in text.lines().enumerate() {
        count = i + 1;
        let error = |error| RecordError { line: count, error };
        if line.trim_end() == "/" {
            break;
        }
        // Commas separate statements, except in what people write.
        let parts = if line.starts_with(['\'', 'N', '$']) { 1 } else { usize::MAX };
        for statement in line.splitn(parts, ',') {
            let read = reader.statement(statement.trim_end()).map_err(error);
            match (read, &mut reader.record) {
                (Ok(()), _) => {}
                (Err(error), None) => return Err(error),
                (Err(error), Some(record)) => {
                    record.breaks(error)?;
                    return Ok(record.clone());
                }
            }
        }
    }
    reader.finish().map_err(|error| RecordError { line: count, error })
}

/// What has been read so far.
#[derive(Default)]
struct Reader {
    players: [Option<String>; 2],
    headers: Vec<(Header, String)>,
    /// What is being set up.
    setup: Option<Setup>,
    /// The player who gets the pieces that were not placed.
    rest: Option<Player>,
    /// From the line on that names the player to move.
    record: Option<Record>,
}

impl Reader {
    fn statement(&mut self, text: &str) -> Result<(), NotationError> {
        let Some(first) = text.chars().next() else { return Ok(()) };
        let rest = &text[first.len_utf8()..];
        match first {
            '\'' => Ok(()),
            'V' => match rest.chars().next() {
                Some('1' | '2' | '3') => Ok(()),
                _ => Err(NotationError::unexpected("version 1 to 3 after V", rest)),
            },
            'N' => self.name(rest),
            '$' => self.header(rest),
            'P' => self.place(rest),
            '+' | '-' => self.turn(player(first), rest),
            'T' => self.time(rest),
            '%' => self.end(rest),
            _ => Err(NotationError::unexpected(
                "a line of CSA, which begins with one of V N $ P + - T % '",
                text,
            )),
        }
    }

    fn name(&mut self, text: &str) -> Result<(), NotationError> {
        let side = PLAYERS.into_iter().find(|&player| text.starts_with(sign(player)));
        let side = side.ok_or_else(|| NotationError::unexpected("+ or - after N", text))?;
        let name = text[1..].trim();
        if !name.is_empty() {
            self.players[side.index()] = Some(name.to_owned());
        }
        Ok(())
    }

    fn header(&mut self, text: &str) -> Result<(), NotationError> {
        let (word, value) = text
            .split_once(':')
            .ok_or_else(|| NotationError::unexpected("a colon after the keyword", text))?;
        let header = Header::ALL.into_iter().find(|&header| keyword(header) == word);
        let value = value.trim();
        // What else programs write there says nothing about the game.
        if let Some(header) = header
            && !value.is_empty()
            && self.headers.iter().all(|(known, _)| *known != header)
        {
            self.headers.push((header, value.to_owned()));
        }
        Ok(())
    }

    /// Sets up pieces.
    fn place(&mut self, text: &str) -> Result<(), NotationError> {
        if self.record.is_some() {
            return Err(NotationError::impossible("pieces are placed after the game began"));
        }
        let first = text.chars().next();
        match first {
            Some('I') => {
                let mut setup = Setup::start();
                for (square, kind) in placed(&text[1..])? {
                    let square = square.ok_or_else(|| {
                        NotationError::unexpected("a square to take a piece from", text)
                    })?;
                    let there = setup.board[square.index()].take();
                    if there.map(|(_, kind)| kind) != Some(kind) {
                        let what = format!("{} on {square} to take away", kind.csa());
                        return Err(NotationError::unexpected(what, text));
                    }
                }
                self.setup = Some(setup);
                Ok(())
            }
            Some(rank @ '1'..='9') => self.rank(rank as u8 - b'0', &text[1..]),
            Some(side @ ('+' | '-')) => self.pieces(player(side), &text[1..]),
            _ => Err(NotationError::unexpected("I, a rank, + or - after P", text)),
        }
    }

    fn rank(&mut self, rank: u8, text: &str) -> Result<(), NotationError> {
        let setup = self.setup.get_or_insert(Setup::EMPTY);
        // Trailing blanks may be lost.
        let chars: Vec<char> = text.chars().collect();
        if chars.len() > 27 {
            return Err(NotationError::unexpected("nine squares of three characters", text));
        }
        for file in 1..=9 {
            let first = 3 * (9 - usize::from(file));
            let entry: String = chars.iter().skip(first).take(3).collect();
            let Some(square) = Square::at(file, rank) else { continue };
            let side = entry.chars().next();
            setup.board[square.index()] = match side {
                Some(side @ ('+' | '-')) => Some((player(side), kind(&entry[1..])?)),
                _ if ["*", ""].contains(&entry.trim()) => None,
                _ => {
                    let what = "a piece such as +FU, or \" * \"";
                    return Err(NotationError::unexpected(what, entry));
                }
            };
        }
        Ok(())
    }

    fn pieces(&mut self, side: Player, text: &str) -> Result<(), NotationError> {
        if let Some(before) = text.strip_suffix("00AL") {
            self.rest = Some(side);
            return self.pieces(side, before);
        }
        let setup = self.setup.get_or_insert(Setup::EMPTY);
        for (square, kind) in placed(text)? {
            match square {
                Some(square) => setup.board[square.index()] = Some((side, kind)),
                None => {
                    let held = setup.hands[side.index()].get_mut(kind.index());
                    let held = held.ok_or_else(|| {
                        NotationError::unexpected("a piece that can be in hand", kind.csa())
                    })?;
                    *held = held.saturating_add(1);
                }
            }
        }
        Ok(())
    }

    /// A move, or the line that says who begins.
    fn turn(&mut self, side: Player, text: &str) -> Result<(), NotationError> {
        match (&mut self.record, text) {
            (None, "") => self.begin(side),
            (Some(record), _) => {
                let m = read_move(record, side, text)?;
                record.push(m, None).map_err(|error| match record.end() {
                    Some(_) => error,
                    None => record.illegal(&format!("{}{text}", sign(side))),
                })
            }
            (None, _) => Err(NotationError::unexpected(
                "+ or - alone for the player to move before the first move",
                text,
            )),
        }
    }

    fn begin(&mut self, mover: Player) -> Result<(), NotationError> {
        let mut setup = self.setup.take().unwrap_or_else(Setup::start);
        setup.mover = mover;
        if let Some(side) = self.rest {
            for kind in Kind::IN_HAND {
                let missing = setup.missing(kind).unwrap_or(0);
                setup.hands[side.index()][kind.index()] += missing;
            }
        }
        let mut record = Record::new(Shogi::from_setup(&setup)?);
        record.players = std::mem::take(&mut self.players);
        record.headers = std::mem::take(&mut self.headers);
        self.record = Some(record);
        Ok(())
    }

    fn time(&mut self, text: &str) -> Result<(), NotationError> {
        // Later versions write fractions.
        let whole = text.split_once('.').map_or(text, |(whole, _)| whole);
        let seconds = whole.bytes().all(|b| b.is_ascii_digit()).then(|| whole.parse().ok());
        let seconds = seconds.flatten();
        let seconds = seconds.ok_or_else(|| NotationError::unexpected("seconds after T", text))?;
        if let Some(record) = &mut self.record
            && record.end().is_none()
        {
            record.set_seconds(seconds);
        }
        Ok(())
    }

    fn end(&mut self, text: &str) -> Result<(), NotationError> {
        let begun = "a line with the player to move before the end";
        let record = self.record.as_mut().ok_or_else(|| NotationError::unexpected(begun, text))?;
        let end = match text {
            "ILLEGAL_MOVE" => End::Foul(record.last().player()),
            "MATTA" => End::Interrupted,
            _ => {
                let known = ENDS.iter().find(|(word, _)| *word == text);
                known.map(|&(_, end)| end).ok_or_else(|| {
                    NotationError::unexpected("an end such as TORYO after %", text)
                })?
            }
        };
        if record.end().is_some() {
            return Err(NotationError::impossible("the game has ended already"));
        }
        record.finish(end);
        Ok(())
    }

    fn finish(self) -> Result<Record, NotationError> {
        let what = "a line of + or - alone for the player to move";
        self.record.ok_or_else(|| NotationError::truncated(what))
    }
}

const fn player(sign: char) -> Player {
    if sign == '-' { Player::Second } else { Player::First }
}

fn kind(text: &str) -> Result<Kind, NotationError> {
    let known = Kind::ALL.into_iter().find(|kind| kind.csa() == text);
    known.ok_or_else(|| NotationError::unexpected("a piece such as FU", text))
}

/// Places and pieces, `63FU00KI`; no square for what is in hand.
fn placed(text: &str) -> Result<Vec<(Option<Square>, Kind)>, NotationError> {
    let bad = || NotationError::unexpected("places and pieces such as 63FU00KI", text);
    if !text.is_ascii() || !text.len().is_multiple_of(4) {
        return Err(bad());
    }
    let groups = (0..text.len()).step_by(4).map(|i| &text[i..i + 4]);
    groups
        .map(|group| {
            let square = square(&group[..2]);
            if square.is_none() && &group[..2] != "00" {
                return Err(bad());
            }
            Ok((square, kind(&group[2..])?))
        })
        .collect()
}

/// A square by two digits.
fn square(text: &str) -> Option<Square> {
    match *text.as_bytes() {
        [file @ b'1'..=b'9', rank @ b'1'..=b'9'] => Square::at(file - b'0', rank - b'0'),
        _ => None,
    }
}

/// A move after its sign: `7776FU`.
fn read_move(record: &Record, side: Player, text: &str) -> Result<Move, NotationError> {
    let bad = || NotationError::unexpected("a move such as 7776FU", text);
    if !text.is_ascii() || text.len() != 6 {
        return Err(bad());
    }
    let position = record.last();
    if side != position.player() {
        let name = crate::setup::name(position.player());
        return Err(NotationError::unexpected(
            format!("a move of {name}"),
            format!("{}{text}", sign(side)),
        ));
    }
    let to = square(&text[2..4]).ok_or_else(bad)?;
    let kind = kind(&text[4..])?;
    if &text[..2] == "00" {
        return if Kind::IN_HAND.contains(&kind) {
            Ok(Move::drop(side, kind, to))
        } else {
            Err(record.illegal(&format!("{}{text}", sign(side))))
        };
    }
    let from = square(&text[..2]).ok_or_else(bad)?;
    match position.on(from) {
        Some((owner, before)) if owner == side => {
            if before == kind || before.promoted() == Some(kind) {
                Ok(Move::step(side, before, from, to, before != kind))
            } else {
                let what = format!("the piece on {from}, {}", before.csa());
                Err(NotationError::unexpected(what, kind.csa()))
            }
        }
        _ => Err(record.illegal(&format!("{}{text}", sign(side)))),
    }
}
