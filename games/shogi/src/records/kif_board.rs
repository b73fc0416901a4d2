//! The diagram of a KIF file, and how KIF writes squares, pieces and numbers.

use std::fmt::Write;

use starboard_core::{NotationError, Player};

use crate::{
    Kind, Square,
    setup::{Counts, Setup},
};

/// Files as they are written.
const FILES: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];
/// Ranks as they are written; also the first digits of numbers.
const RANKS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// A square: `７六`.
pub(super) fn write_square(square: Square) -> String {
    let place = |names: [char; 9], number: u8| names[usize::from(number) - 1];
    [place(FILES, square.file()), place(RANKS, square.rank())].iter().collect()
}

/// A square by its two characters; the file may be an ordinary digit.
pub(super) fn read_square(file: char, rank: char) -> Option<Square> {
    let number = |names: [char; 9], c| names.iter().position(|&name| name == c);
    let file = number(FILES, file).or_else(|| (file.to_digit(10)? as usize).checked_sub(1))?;
    Square::at(file as u8 + 1, number(RANKS, rank)? as u8 + 1)
}

/// What the kinds are called in moves.
pub(super) const fn name(kind: Kind) -> &'static str {
    match kind {
        Kind::ProLance => "成香",
        Kind::ProKnight => "成桂",
        Kind::ProSilver => "成銀",
        kind => kind.kanji(),
    }
}

/// The kind that a text begins with, and what follows.
pub(super) fn read_kind(text: &str) -> Option<(Kind, &str)> {
    const OTHERS: [(&str, Kind); 3] =
        [("王", Kind::King), ("竜", Kind::Dragon), ("成歩", Kind::Tokin)];
    let names = Kind::ALL.into_iter().flat_map(|kind| [(name(kind), kind), (kind.kanji(), kind)]);
    names.chain(OTHERS).find_map(|(name, kind)| Some((kind, text.strip_prefix(name)?)))
}

/// Writes the diagram of a position, with what is in hand and who is to move.
pub(super) fn write(setup: &Setup) -> String {
    let mut text = format!("後手の持駒：{}\n", hand(&setup.hands[1]));
    text += "  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n";
    for square in Square::reading() {
        if square.file() == 9 {
            text.push('|');
        }
        match setup.on(square) {
            None => text += " ・",
            Some((player, kind)) => {
                text.push(if player == Player::First { ' ' } else { 'v' });
                text += kind.kanji();
            }
        }
        if square.file() == 1 {
            let _ = writeln!(text, "|{}", RANKS[usize::from(square.rank()) - 1]);
        }
    }
    let mover = if setup.mover == Player::First { "先手番" } else { "後手番" };
    let _ = write!(text, "+---------------------------+\n先手の持駒：{}\n", hand(&setup.hands[0]));
    text + mover + "\n"
}

/// What a player holds, the most valuable first: `飛　歩十八`.
fn hand(counts: &Counts) -> String {
    let order = [Kind::Rook, Kind::Bishop, Kind::Gold, Kind::Silver];
    let order = order.into_iter().chain([Kind::Knight, Kind::Lance, Kind::Pawn]);
    let held = order.map(|kind| (kind, counts[kind.index()])).filter(|&(_, count)| count > 0);
    let held: Vec<_> = held.map(|(kind, count)| kind.kanji().to_owned() + &number(count)).collect();
    if held.is_empty() { "なし".to_owned() } else { held.join("　") }
}

/// A number of pieces; nothing for one.
fn number(count: u8) -> String {
    let digit = |n: u8| n.checked_sub(1).map(|i| RANKS[usize::from(i)]);
    match count {
        0 | 1 => String::new(),
        2..=9 => digit(count).into_iter().collect(),
        _ => std::iter::once('十').chain(digit(count - 10)).collect(),
    }
}

/// Reads what a player holds.
pub(super) fn read_hand(text: &str) -> Result<Counts, NotationError> {
    let mut counts = Counts::default();
    if text.trim() == "なし" {
        return Ok(counts);
    }
    for word in text.split_whitespace() {
        let bad = || NotationError::unexpected("pieces in hand such as 飛　歩三, or なし", word);
        let (kind, digits) = read_kind(word).ok_or_else(bad)?;
        let held = counts.get_mut(kind.index()).ok_or_else(bad)?;
        let digit = |c| RANKS.iter().position(|&rank| rank == c).map(|i| i as u8 + 1);
        let mut chars = digits.chars();
        let count = match (chars.next(), chars.next(), chars.next()) {
            (None, ..) => Some(1),
            (Some('十'), None, _) => Some(10),
            (Some('十'), Some(unit), None) => digit(unit).map(|unit| 10 + unit),
            (Some(unit), None, _) => digit(unit),
            _ => None,
        };
        *held = count.ok_or_else(bad)?;
    }
    Ok(counts)
}

/// Reads a rank of the diagram, without the line at its left end.
pub(super) fn read_rank(text: &str, rank: u8, setup: &mut Setup) -> Result<(), NotationError> {
    let expected = "nine squares such as \"v香\", \" 歩\" or \" ・\", and a line";
    let bad = || NotationError::unexpected(expected, text);
    let (squares, _) = text.split_once('|').ok_or_else(bad)?;
    let chars: Vec<char> = squares.chars().collect();
    if chars.len() != 18 {
        return Err(bad());
    }
    for (i, pair) in chars.chunks(2).enumerate() {
        let square = Square::at(9 - i as u8, rank).ok_or_else(bad)?;
        let side = match pair[0] {
            ' ' | '^' => Player::First,
            'v' | 'V' => Player::Second,
            _ => return Err(bad()),
        };
        if pair[1] != '・' {
            let piece = pair[1].to_string();
            let (kind, _) = read_kind(&piece).ok_or_else(bad)?;
            setup.board[square.index()] = Some((side, kind));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hands_and_squares_read_back() {
        for count in 0..=18 {
            let mut counts = Counts::default();
            counts[0] = count;
            counts[5] = 2;
            assert_eq!(read_hand(&hand(&counts)), Ok(counts));
        }
        assert_eq!(read_hand("なし"), Ok(Counts::default()));
        for bad in ["x", "玉", "歩十十", "歩二二", "歩0", "と"] {
            assert!(read_hand(bad).is_err(), "{bad}");
        }
        for square in Square::all() {
            let text: Vec<char> = write_square(square).chars().collect();
            assert_eq!(read_square(text[0], text[1]), Some(square));
        }
        for kind in Kind::ALL {
            assert_eq!(read_kind(name(kind)), Some((kind, "")));
            assert_eq!(read_kind(kind.kanji()), Some((kind, "")));
        }
    }
}
