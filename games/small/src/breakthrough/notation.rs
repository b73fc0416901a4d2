//! Notation of Breakthrough.

use starboard_core::{Game, NotationError, Player};

use super::{Breakthrough, Step, bits};
use crate::{rows, svg};

/// Reads the rows from the top, separated by slashes, and the player to move; or `start`,
/// which may be followed by another board size, columns first: `start 5x6`.
pub(super) fn parse(text: &str) -> Result<Breakthrough, NotationError> {
    let mut words = text.split_whitespace();
    let board = words.next().ok_or_else(|| {
        NotationError::truncated("start, or rows of x, o and . and the player to move")
    })?;
    if board == "start" {
        let size = words.next().unwrap_or("8x8");
        rows::end(&mut words)?;
        return match size.as_bytes() {
            [columns @ b'4'..=b'8', b'x', rows @ b'4'..=b'8'] => {
                Ok(Breakthrough::start(columns - b'0', rows - b'0'))
            }
            _ => Err(NotationError::unexpected("a size from 4x4 to 8x8", size)),
        };
    }
    let squares = rows::read(board, 4..=8, "xo.")?;
    let (columns, height) = (squares[0].len(), squares.len());
    let mut pawns = [0_u64; 2];
    for (row, squares) in squares.iter().rev().enumerate() {
        for (column, c) in squares.iter().enumerate() {
            if let Some(player) = rows::LETTERS.iter().position(|letter| letter == c) {
                pawns[player] |= 1 << (8 * row + column);
            }
        }
    }
    let mover = rows::mover(&mut words)?;
    rows::end(&mut words)?;
    if let Some(player) = pawns.iter().position(|p| p.count_ones() as usize > 2 * columns) {
        let (count, letter) = (pawns[player].count_ones(), rows::LETTERS[player]);
        let reason = format!("{count} {letter}: a player begins with {}", 2 * columns);
        return Err(NotationError::impossible(reason));
    }
    if mover == Player::Second {
        pawns = [pawns[1], pawns[0]].map(|p| bits::turned(p, height as u8));
    }
    let [own, theirs] = pawns;
    let game = Breakthrough { own, theirs, mover, columns: columns as u8, rows: height as u8 };
    if own & bits::row(game.rows - 1) != 0 {
        return Err(NotationError::impossible("the player to move has won already"));
    }
    if theirs == 0 {
        return Err(NotationError::impossible("the player who moved last has no pawn"));
    }
    Ok(game)
}

/// The name of a square, given in the first player's numbering.
pub(super) fn named(square: u8) -> String {
    svg::named(usize::from(square / 8), usize::from(square % 8))
}

/// Reads a legal move: two squares, with `x`, `-` or nothing between them.
pub(super) fn parse_move(game: &Breakthrough, text: &str) -> Result<Step, NotationError> {
    let name = text.trim().to_lowercase().replace(['x', '-'], "");
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let plain = |&step: &Step| squares(game, step).concat() == name;
    match moves.iter().copied().find(plain) {
        Some(step) => Ok(step),
        None => Err(NotationError::illegal(text, moves.iter().map(|&m| format_move(game, m)))),
    }
}

fn squares(game: &Breakthrough, step: Step) -> [String; 2] {
    [step.from, step.to].map(|square| named(game.turned(square)))
}

pub(super) fn format_move(game: &Breakthrough, step: Step) -> String {
    let captures = game.theirs >> step.to & 1 == 1;
    squares(game, step).join(if captures { "x" } else { "" })
}

fn row(game: &Breakthrough, row: u8) -> String {
    (0..game.columns).map(|column| rows::letter(game.owner(8 * row + column))).collect()
}

pub(super) fn format(game: &Breakthrough) -> String {
    let rows: Vec<String> = (0..game.rows).rev().map(|r| row(game, r)).collect();
    format!("{} {}", rows.join("/"), rows::letter(Some(game.mover)))
}

pub(super) fn board(game: &Breakthrough) -> String {
    let rows = (0..game.rows).rev().map(|r| (usize::from(r) + 1, row(game, r)));
    rows::board(rows, game.columns.into(), game.mover)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::check_error;

    #[test]
    fn errors_name_what_is_wrong() {
        for (text, message) in [
            ("", "expected start, or rows"),
            ("start 3x8", "expected a size from 4x4 to 8x8, found \"3x8\""),
            ("start x", "expected a size from 4x4 to 8x8, found \"x\""),
            ("oooo/..../xxxx x", "expected 4 to 8 rows"),
            ("oooo/.../..../xxxx x", "expected 4 squares in row 2 from the top, found \"...\""),
            ("oooo/..y./..../xxxx x", "expected one of x o . in row 2 from the top, found \"y\""),
            ("oooo/..../..../xxxx", "expected x or o to move, found the end"),
            ("oooo/..../..../xxxx x x", "expected nothing more, found \"x\""),
            ("oooo/..x./xxxx/xxxx x", "9 x: a player begins with 8"),
            ("oxoo/..../..../xxxx x", "the player to move has won"),
            ("..../..../..../xxxx x", "the player who moved last has no pawn"),
        ] {
            check_error::<Breakthrough>(text, message);
        }
    }

    #[test]
    fn moves_are_read_with_and_without_a_cross() {
        let game = Breakthrough::parse("oooo/.o../x.../xxxx x").expect("a position");
        let step = game.parse_move("a2xb3").expect("a capture");
        for text in ["a2b3", "A2-B3", " a2xb3 "] {
            assert_eq!(game.parse_move(text), Ok(step), "{text}");
        }
        assert_eq!(game.format_move(step), "a2xb3");
        let error = game.parse_move("a2b4").expect_err("no such move");
        assert!(error.to_string().starts_with("\"a2b4\" is not a legal move here; legal: a2xb3"));
    }

    proptest! {
        #[test]
        fn reads_anything_without_a_panic(
            text in ".{0,12}", rows in "([xo.]{4}/){3,5}[xo.]{4} [xo]",
        ) {
            for text in [text, rows] {
                if let Ok(game) = Breakthrough::parse(&text) {
                    prop_assert_eq!(Breakthrough::parse(&game.format()), Ok(game));
                }
            }
        }
    }
}
