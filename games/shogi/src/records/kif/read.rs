//! Reading KIF.

use starboard_core::{NotationError, Player};

use super::{ENDS, keyword};
use crate::{
    Move, Shogi, Square,
    records::{
        End, Header, Record, RecordError, handicap,
        kif_board::{name, read_hand, read_kind, read_rank, read_square},
    },
    setup::Setup,
};

/// Reads a record.
///
/// # Errors
///
/// What is wrong, and in which line.
pub fn read(text: &str) -> Result<Record, RecordError> {
    let has_diagram = text.lines().any(|line| line.trim_start().starts_with('|'));
    let mut reader = Reader { has_diagram, ..Reader::default() };
    let mut count = 0;
    for (i, line) in text.lines().enumerate() {
        count = i + 1;
        let more = reader.line(line.trim_end());
        match (more.map_err(|error| RecordError { line: count, error }), &mut reader.record) {
            (Ok(true), _) => {}
            (Ok(false), _) => break,
            (Err(error), None) => return Err(error),
            (Err(error), Some(record)) => {
                record.breaks(error)?;
                break;
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
    /// Whether there is a diagram, which then counts, whatever the handicap is called: "その他"
    /// (another one), "詰将棋" (a mate problem).
    has_diagram: bool,
    /// The position of a handicap.
    handicap: Option<Setup>,
    /// The position of a diagram.
    diagram: Option<Setup>,
    /// How many ranks of it were read.
    ranks: u8,
    /// From the first move on.
    record: Option<Record>,
    /// The number of the line of moves that comes next; that of the first may be any.
    next_number: Option<u32>,
    /// Whether any line was recognised as KIF.
    seen: bool,
}

/// Who is named by the first word of a header; handicaps have a giver, who is
/// the second player, and a taker.
fn side(word: &str) -> Option<Player> {
    match word {
        "先手" | "下手" => Some(Player::First),
        "後手" | "上手" => Some(Player::Second),
        _ => None,
    }
}

impl Reader {
    /// Reads a line; `false` if what follows is not of the game.
    fn line(&mut self, text: &str) -> Result<bool, NotationError> {
        let trimmed = text.trim_start();
        match trimmed.chars().next() {
            None | Some('#' | '*' | '&' | '+') => return Ok(true),
            Some('|') => return self.diagram_rank(&trimmed[1..]).map(|()| true),
            Some('0'..='9') => return self.numbered(trimmed).map(|()| true),
            _ => {}
        }
        // The summary, and variations after the game.
        if trimmed.starts_with("まで") || trimmed.starts_with("変化：") {
            return Ok(self.record.is_none());
        }
        if trimmed.starts_with("手数--") || trimmed.starts_with("９ ８") {
            self.seen = true;
            return Ok(true);
        }
        if let Some(word) = trimmed.strip_suffix('番')
            && let Some(player) = side(word)
        {
            self.setup().mover = player;
            return Ok(true);
        }
        match trimmed.split_once('：') {
            Some((word, value)) => self.header(word, value).map(|()| true),
            None => Err(NotationError::unexpected(
                "a line of KIF: a header with ：, a diagram, a numbered move or a comment",
                trimmed,
            )),
        }
    }

    /// The position of the diagram.
    fn setup(&mut self) -> &mut Setup {
        self.diagram.get_or_insert(Setup::EMPTY)
    }

    fn header(&mut self, word: &str, value: &str) -> Result<(), NotationError> {
        self.seen = true;
        let value = value.trim();
        if let Some(player) = side(word) {
            if !value.is_empty() {
                self.players[player.index()] = Some(value.to_owned());
            }
        } else if word == "手合割" {
            if value != "その他" && !self.has_diagram {
                let known = handicap::setup(value);
                let expected = "a handicap such as 平手 or 二枚落ち";
                let known = known.ok_or_else(|| NotationError::unexpected(expected, value))?;
                self.handicap = Some(known);
            }
        } else if let Some(player) = word.strip_suffix("の持駒").and_then(side) {
            self.setup().hands[player.index()] = read_hand(value)?;
        } else if let Some(header) = Header::ALL.into_iter().find(|&h| keyword(h) == word)
            && !value.is_empty()
            && self.headers.iter().all(|(known, _)| *known != header)
        {
            self.headers.push((header, value.to_owned()));
        }
        // Other headers say nothing about the game.
        Ok(())
    }

    fn diagram_rank(&mut self, text: &str) -> Result<(), NotationError> {
        self.ranks += 1;
        let rank = self.ranks;
        if rank > 9 {
            return Err(NotationError::unexpected("nine ranks of a diagram", text));
        }
        read_rank(text, rank, self.setup())
    }

    /// A move or the end, after its number.
    fn numbered(&mut self, text: &str) -> Result<(), NotationError> {
        self.begin()?;
        let Some(record) = &mut self.record else { return Ok(()) };
        let words = text.trim_start_matches(|c: char| c.is_ascii_digit());
        let digits = &text[..text.len() - words.len()];
        let words = words.trim_start();
        let number = digits.parse::<u32>().ok().filter(|&n| n < u32::MAX);
        let number =
            number.ok_or_else(|| NotationError::unexpected("the number of a move", digits))?;
        // The rest after a missing line would be another game.
        if let Some(next) = self.next_number.filter(|&next| next != number) {
            return Err(NotationError::unexpected(format!("move {next}"), text));
        }
        self.next_number = Some(number + 1);
        let (word, time) = match words.find([' ', '\t']) {
            // The time stands in brackets of its own.
            Some(i) => (&words[..i], words[i..].trim_start()),
            None => (words, ""),
        };
        if record.end().is_some() {
            return Err(NotationError::unexpected("nothing after the end of the game", words));
        }
        let end = match word {
            // An illegal move, or not having appeared for the game.
            "反則負け" | "不戦敗" => Some(End::Foul(record.last().player())),
            "反則勝ち" | "不戦勝" => Some(End::Foul(record.last().player().other())),
            _ => ENDS.iter().find(|(known, _)| *known == word).map(|&(_, end)| end),
        };
        if let Some(end) = end {
            record.finish(end);
            return Ok(());
        }
        let m = read_move(record, word)?;
        let seconds = read_time(time)?;
        record.push(m, seconds).map_err(|_| record.illegal(word))
    }

    /// Sets up the position, unless that was done.
    fn begin(&mut self) -> Result<(), NotationError> {
        if self.record.is_some() {
            return Ok(());
        }
        let missing = (1..9).contains(&self.ranks);
        if missing || (self.ranks == 0 && self.diagram.is_some() && self.handicap.is_none()) {
            return Err(NotationError::truncated("nine ranks of a diagram"));
        }
        let drawn = if self.ranks == 9 { self.diagram.take() } else { None };
        let setup = drawn.or_else(|| self.handicap.take()).unwrap_or_else(Setup::start);
        let mut record = Record::new(Shogi::from_setup(&setup)?);
        record.players = std::mem::take(&mut self.players);
        record.headers = std::mem::take(&mut self.headers);
        self.record = Some(record);
        Ok(())
    }

    fn finish(mut self) -> Result<Record, NotationError> {
        let expected = "a game of KIF: headers, or moves with their numbers";
        if !self.seen && self.record.is_none() && self.diagram.is_none() {
            return Err(NotationError::truncated(expected));
        }
        self.begin()?;
        self.record.ok_or_else(|| NotationError::truncated(expected))
    }
}

/// A move: `７六歩(77)`, `同　角成(88)`, `５五桂打`.
fn read_move(record: &Record, text: &str) -> Result<Move, NotationError> {
    let bad = || NotationError::unexpected("a move such as ７六歩(77)", text);
    let (to, rest) = destination(record, text).ok_or_else(bad)?;
    let (kind, rest) = read_kind(rest).ok_or_else(bad)?;
    let player = record.last().player();
    if rest == "打" {
        return if crate::Kind::IN_HAND.contains(&kind) {
            Ok(Move::drop(player, kind, to))
        } else {
            Err(bad())
        };
    }
    let (flag, from) = rest.split_once('(').ok_or_else(bad)?;
    let promotes = match flag {
        "成" => true,
        "" | "不成" => false,
        _ => return Err(bad()),
    };
    let from = from.strip_suffix(')').ok_or_else(bad)?;
    let from = match *from.as_bytes() {
        [file @ b'1'..=b'9', rank @ b'1'..=b'9'] => Square::at(file - b'0', rank - b'0'),
        _ => None,
    };
    let from = from.ok_or_else(bad)?;
    let expected = match record.last().on(from) {
        Some((owner, there)) if owner == player && there == kind => None,
        Some((owner, there)) if owner == player => {
            Some(format!("a move of the piece on {from}, {}", name(there)))
        }
        Some(_) => Some(format!("a move of the mover's, and not of the piece on {from}")),
        None => Some(format!("a move of a piece on {from}")),
    };
    if let Some(expected) = expected {
        return Err(NotationError::unexpected(expected, text));
    }
    if promotes && kind.promoted().is_none() {
        return Err(bad());
    }
    Ok(Move::step(player, kind, from, to, promotes))
}

/// Where a move goes, and the rest of its text.
pub(in crate::records) fn destination<'a>(
    record: &Record,
    text: &'a str,
) -> Option<(Square, &'a str)> {
    if let Some(rest) = text.strip_prefix('同') {
        let to = record.moves().last()?.m.to()?;
        return Some((to, rest.trim_start_matches(['　', ' '])));
    }
    let mut chars = text.chars();
    let to = read_square(chars.next()?, chars.next()?)?;
    Some((to, chars.as_str()))
}

/// The time of a move before the slash: `( 0:12/00:00:12)`; nothing if there is
/// none.
fn read_time(text: &str) -> Result<Option<u32>, NotationError> {
    let text = text.trim_end_matches(['+', ' ']);
    if text.is_empty() {
        return Ok(None);
    }
    let bad = || NotationError::unexpected("a time such as ( 0:12/00:00:12)", text);
    let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).ok_or_else(bad)?;
    let own = inner.split_once('/').map_or(inner, |(own, _)| own);
    let seconds = own.trim().split(':').try_fold(0_u32, |sum, part| {
        let digits = !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        sum.checked_mul(60)?.checked_add(digits.then(|| part.parse().ok()).flatten()?)
    });
    seconds.map(Some).ok_or_else(bad)
}
