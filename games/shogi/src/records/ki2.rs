//! KI2, Kakinoki's other format: moves as books and newspapers print them, `▲７六歩`, without
//! the square that a piece comes from where only one can be meant.
//!
//! It is read, not written. Headers and diagrams are those of KIF; comments, the summary and
//! variations are treated as there.

use starboard_core::{Game, NotationError, Player};

use super::{
    End, Record, RecordError,
    kif::{self, destination},
    kif_board::read_kind,
};
use crate::{Kind, Move, Square};

/// What stands before a move: who makes it.
const SIGNS: [(char, Player); 8] = [
    ('▲', Player::First),
    ('▼', Player::First),
    ('☗', Player::First),
    ('⛊', Player::First),
    ('△', Player::Second),
    ('▽', Player::Second),
    ('☖', Player::Second),
    ('⛉', Player::Second),
];

fn side(sign: char) -> Option<Player> {
    SIGNS.iter().find(|(known, _)| *known == sign).map(|&(_, player)| player)
}

/// Whether a line is one of moves.
pub(super) fn has_moves(line: &str) -> bool {
    line.trim_start().starts_with(|c| side(c).is_some())
}

/// Reads a record.
///
/// # Errors
///
/// What is wrong, and in which line.
pub fn read(text: &str) -> Result<Record, RecordError> {
    let lines: Vec<_> = text.lines().collect();
    let first = lines.iter().position(|line| has_moves(line)).unwrap_or(lines.len());
    if first == lines.len() {
        let error = NotationError::truncated("moves of KI2 such as ▲７六歩");
        return Err(RecordError { line: first, error });
    }
    // What comes before the moves is KIF; without a header, its list of moves begins at once.
    let mut record = kif::read(&(lines[..first].join("\n") + "\n手数----指手--\n"))?;
    for (i, line) in lines.iter().enumerate().skip(first) {
        let error = |error| RecordError { line: i + 1, error };
        let text = line.trim();
        if text.starts_with("変化：") {
            break;
        }
        if let Some(summary) = text.strip_prefix("まで") {
            if let Some(end) = end(summary, record.last().player()) {
                record.finish(end);
            }
            break;
        }
        if text.is_empty() || text.starts_with(['*', '#', '&']) {
            continue;
        }
        if let Err(error) = moves(&mut record, text).map_err(error) {
            record.breaks(error)?;
            break;
        }
    }
    Ok(record)
}

/// Plays the moves of a line.
fn moves(record: &mut Record, text: &str) -> Result<(), NotationError> {
    let mut rest = text;
    while let Some(sign) = rest.chars().next() {
        let Some(player) = side(sign) else {
            return Err(NotationError::unexpected("a move such as ▲７六歩, with its sign", rest));
        };
        let after = &rest[sign.len_utf8()..];
        let end = after.find(|c| side(c).is_some()).unwrap_or(after.len());
        let own: String = after[..end].chars().filter(|c| !c.is_whitespace()).collect();
        if player != record.last().player() {
            let name = crate::setup::name(record.last().player());
            let expected = format!("a move of {name}");
            return Err(NotationError::unexpected(expected, format!("{sign}{own}")));
        }
        let m = read_move(record, &own)?;
        record.push(m, None).map_err(|_| record.illegal(&own))?;
        rest = &after[end..];
    }
    Ok(())
}

/// Finds the legal move that is meant.
fn read_move(record: &Record, text: &str) -> Result<Move, NotationError> {
    let bad = || NotationError::unexpected("a move such as ７六歩 or 同銀右上成", text);
    let (to, rest) = destination(record, text).ok_or_else(bad)?;
    let (kind, rest) = read_kind(rest).ok_or_else(bad)?;
    // "Does not promote" is written with the sign for "promotes" in it.
    let how = rest.replace("不成", "").replace("生", "");
    let promotes = how.contains('成');
    let how = how.replace('成', "");
    if !how.chars().all(|c| "打左右上引寄直行入".contains(c)) {
        return Err(bad());
    }
    let meant = |m: &Move| {
        m.is_played() && (m.to(), m.kind_before(), m.promotes()) == (Some(to), Some(kind), promotes)
    };
    let mut legal = Vec::new();
    record.last().options(&mut legal);
    legal.retain(meant);
    // A drop is only said where a piece on the board could go there, too.
    let is_drop = how.contains('打') || legal.iter().all(|m| m.from().is_none());
    legal.retain(|m| m.from().is_none() == is_drop);
    which(&mut legal, &how, record.last().player(), to);
    match legal[..] {
        [one] => Ok(one),
        [] => Err(record.illegal(text)),
        _ => Err(NotationError::unexpected(
            format!("which of {} pieces that can go there is meant", legal.len()),
            text,
        )),
    }
}

/// Keeps the moves of the pieces that the words for directions mean, as the player sees them.
fn which(moves: &mut Vec<Move>, how: &str, player: Player, to: Square) {
    let seen = |number: u8| {
        let number = i32::from(number);
        if player == Player::First { number } else { 10 - number }
    };
    // How far the piece goes ahead, and how far to the left it comes from.
    let place = |m: &Move| {
        let from = m.from().unwrap_or(to);
        (seen(from.rank()) - seen(to.rank()), seen(from.file()))
    };
    let straight = seen(to.file());
    let is_long = |kind: Kind| matches!(kind, Kind::Dragon | Kind::Horse);
    for word in how.chars() {
        let any = moves.first().and_then(|m| m.kind_before()).is_some_and(is_long);
        match word {
            '上' | '行' | '入' => moves.retain(|m| place(m).0 > 0),
            '引' => moves.retain(|m| place(m).0 < 0),
            '寄' => moves.retain(|m| place(m).0 == 0),
            '直' => moves.retain(|m| place(m).0 > 0 && place(m).1 == straight),
            // Of dragons and horses one stands to the left of the other; of other pieces one
            // that comes straight is neither.
            '左' | '右' if !any => {
                let aside = |m: &Move| {
                    let file = place(m).1;
                    if word == '左' { file > straight } else { file < straight }
                };
                if moves.iter().any(aside) {
                    moves.retain(aside);
                }
            }
            _ => {}
        }
    }
    let files = || moves.iter().map(|m| place(m).1);
    let outermost = match how {
        how if how.contains('左') => files().max(),
        how if how.contains('右') => files().min(),
        _ => None,
    };
    if let Some(file) = outermost {
        moves.retain(|m| place(m).1 == file);
    }
}

/// How the game ended, from its summary.
fn end(summary: &str, mover: Player) -> Option<End> {
    let won =
        |names: [&str; 2]| names.iter().any(|name| summary.contains(&format!("{name}の勝ち")));
    let winner = match () {
        () if won(["先手", "下手"]) => Some(Player::First),
        () if won(["後手", "上手"]) => Some(Player::Second),
        () => None,
    };
    match winner {
        _ if summary.contains("反則") => winner.map(|winner| End::Foul(winner.other())),
        Some(winner) if summary.contains("時間") || summary.contains("切れ") => {
            (winner != mover).then_some(End::TimeUp)
        }
        Some(winner) if winner == mover => Some(End::Declaration),
        Some(_) => Some(End::Resignation),
        None => [
            ("千日手", End::Repetition),
            ("持将棋", End::Impasse),
            ("詰", End::Mate),
            ("中断", End::Interrupted),
        ]
        .into_iter()
        .find_map(|(word, end)| summary.contains(word).then_some(end)),
    }
}
