//! Boards written as rows from the top, separated by slashes: notation that several games
//! share.

use std::{ops::RangeInclusive, str::SplitWhitespace};

use starboard_core::{NotationError, Player};

/// The letters of the first and the second player's pieces.
pub(crate) const LETTERS: [char; 2] = ['x', 'o'];

/// Reads the squares of a board whose sides are within `sides`, row by row from the top,
/// each one of `letters`.
///
/// # Errors
///
/// If there are too few or too many rows or squares, rows of different lengths, or
/// other letters: names the row.
pub(crate) fn read(
    text: &str,
    sides: RangeInclusive<usize>,
    letters: &str,
) -> Result<Vec<Vec<char>>, NotationError> {
    let (least, most) = (sides.start(), sides.end());
    let rows: Vec<Vec<char>> = text.split('/').map(|row| row.chars().collect()).collect();
    if !sides.contains(&rows.len()) {
        let expected = format!("{least} to {most} rows parted by slashes");
        return Err(NotationError::unexpected(expected, text));
    }
    let columns = rows[0].len();
    for (i, row) in rows.iter().enumerate() {
        let place = format!("row {} from the top", i + 1);
        let shown = || row.iter().collect::<String>();
        if !sides.contains(&columns) {
            let expected = format!("{least} to {most} squares in {place}");
            return Err(NotationError::unexpected(expected, shown()));
        }
        if row.len() != columns {
            let expected = format!("{columns} squares in {place}");
            return Err(NotationError::unexpected(expected, shown()));
        }
        if let Some(&c) = row.iter().find(|&&c| !letters.contains(c)) {
            let listed: Vec<_> = letters.chars().map(String::from).collect();
            let expected = format!("one of {} in {place}", listed.join(" "));
            return Err(NotationError::unexpected(expected, c));
        }
    }
    Ok(rows)
}

/// Reads the player to move from the next word.
///
/// # Errors
///
/// If it is neither x nor o.
pub(crate) fn mover(words: &mut SplitWhitespace<'_>) -> Result<Player, NotationError> {
    match words.next() {
        None => Err(NotationError::truncated("x or o to move")),
        Some("x" | "X") => Ok(Player::First),
        Some("o" | "O") => Ok(Player::Second),
        Some(other) => Err(NotationError::unexpected("x or o to move", other)),
    }
}

/// # Errors
///
/// If there is another word.
pub(crate) fn end(words: &mut SplitWhitespace<'_>) -> Result<(), NotationError> {
    words.next().map_or(Ok(()), |word| Err(NotationError::unexpected("nothing more", word)))
}

/// The letter of the player whose piece stands on a square, or a dot.
pub(crate) fn letter(owner: Option<Player>) -> char {
    owner.map_or('.', |player| LETTERS[player.index()])
}

/// A board for the terminal: rows from the top with their labels, the labels of the
/// columns below, and the player to move.
pub(crate) fn board(
    rows: impl Iterator<Item = (usize, String)>,
    columns: usize,
    mover: Player,
) -> String {
    let mut out = String::new();
    for (number, row) in rows {
        out += &format!("{number:>2}");
        out.extend(row.chars().flat_map(|c| [' ', c]));
        out.push('\n');
    }
    out += "  ";
    out.extend((b'a'..).take(columns).flat_map(|c| [' ', char::from(c)]));
    out + &format!("   {} to move", letter(Some(mover)))
}
