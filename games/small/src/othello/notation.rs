//! Notation of Othello.

use starboard_core::{Game, NotationError, Player};

use super::{Othello, Play, bits};
use crate::rows;

/// Reads the rows from the top, separated by slashes, and the player to move; or the same
/// squares without slashes; or the moves since the start; or `start`, which may be followed
/// by the size of the board.
///
/// Discs are x (or *) and o, in upper or lower case, and empty squares . or -. Passes among
/// the moves may be left out.
pub(super) fn parse(text: &str) -> Result<Othello, NotationError> {
    let mut words = text.split_whitespace();
    let board = words.next().ok_or_else(|| {
        NotationError::truncated("start, moves such as f5d6, or rows of x, o and . and the mover")
    })?;
    if board == "start" {
        let side = match words.next() {
            None | Some("8") => 8,
            Some("6") => 6,
            Some("4") => 4,
            Some(other) => return Err(NotationError::unexpected("4, 6 or 8 squares", other)),
        };
        rows::end(&mut words)?;
        return Ok(Othello::start(side));
    }
    if board.starts_with(|c: char| matches!(c.to_ascii_lowercase(), 'a'..='h')) {
        rows::end(&mut words)?;
        return played(board);
    }
    let (discs, side) = squares(board)?;
    let mover = rows::mover(&mut words)?;
    rows::end(&mut words)?;
    let middle = bits::middle(side);
    if (discs[0] | discs[1]) & middle != middle {
        return Err(NotationError::impossible("the four squares in the middle are never empty"));
    }
    Ok(Othello::of(discs, mover, side))
}

fn squares(text: &str) -> Result<([u64; 2], u8), NotationError> {
    let plain = text.to_lowercase().replace('-', ".").replace('*', "x");
    let plain = match (plain.contains('/'), plain.chars().count()) {
        (false, 16) => slashed(&plain, 4),
        (false, 36) => slashed(&plain, 6),
        (false, 64) => slashed(&plain, 8),
        _ => plain,
    };
    let rows = rows::read(&plain, 4..=8, "xo.")?;
    let side = rows.len();
    if side % 2 == 1 || rows[0].len() != side {
        return Err(NotationError::unexpected("as many rows as squares: 4, 6 or 8", text));
    }
    let mut discs = [0; 2];
    for (row, squares) in rows.iter().enumerate() {
        for (column, c) in squares.iter().enumerate() {
            if let Some(player) = rows::LETTERS.iter().position(|letter| letter == c) {
                discs[player] |= 1 << (8 * row + column);
            }
        }
    }
    Ok((discs, side as u8))
}

fn slashed(text: &str, side: usize) -> String {
    let squares: Vec<char> = text.chars().collect();
    let rows: Vec<String> = squares.chunks(side).map(|row| row.iter().collect()).collect();
    rows.join("/")
}

/// The position after moves that are written without separators.
fn played(text: &str) -> Result<Othello, NotationError> {
    let mut game = Othello::default();
    let chars: Vec<char> = text.chars().collect();
    for (i, name) in chars.chunks(2).enumerate() {
        let name: String = name.iter().collect();
        if game.open == 0 && game.open_to_them() != 0 && name != "pa" {
            game.play(Play::Pass);
        }
        let play = game.parse_move(&name).map_err(|error| {
            NotationError::impossible(format!("move {} of {text:.40}: {error}", i + 1))
        })?;
        game.play(play);
    }
    Ok(game)
}

/// Reads a legal move: a square by column and row, or a pass (`pass`, `pa` or `--`).
pub(super) fn parse_move(game: &Othello, text: &str) -> Result<Play, NotationError> {
    let name = text.trim().to_lowercase();
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let play = match name.as_bytes() {
        b"pass" | b"pa" | b"--" => Some(Play::Pass),
        [column @ b'a'..=b'h', row @ b'1'..=b'8'] => {
            Some(Play::At(8 * (row - b'1') + (column - b'a')))
        }
        _ => None,
    };
    match play.filter(|play| moves.contains(play)) {
        Some(play) => Ok(play),
        None => Err(NotationError::illegal(text, moves.into_iter().map(format_move))),
    }
}

pub(super) fn format_move(play: Play) -> String {
    match play {
        Play::At(square) => crate::svg::named(usize::from(square / 8), usize::from(square % 8)),
        Play::Pass => "pass".to_owned(),
    }
}

fn row(game: &Othello, row: u8) -> String {
    (0..game.side).map(|column| rows::letter(game.owner(8 * row + column))).collect()
}

pub(super) fn format(game: &Othello) -> String {
    let rows: Vec<String> = (0..game.side).map(|r| row(game, r)).collect();
    format!("{} {}", rows.join("/"), rows::letter(Some(game.mover)))
}

pub(super) fn board(game: &Othello) -> String {
    let rows = (0..game.side).map(|r| (usize::from(r) + 1, row(game, r)));
    let discs = [Player::First, Player::Second].map(|p| game.discs[p.index()].count_ones());
    let board = rows::board(rows, game.side.into(), game.mover);
    format!("{board}, x {}, o {}", discs[0], discs[1])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::check_error;

    #[test]
    fn errors_name_what_is_wrong() {
        for (text, message) in [
            ("", "expected start, moves such as f5d6"),
            ("start 5", "expected 4, 6 or 8 squares, found \"5\""),
            ("f5d7", "move 2 of f5d7: \"d7\" is not a legal move here; legal: f4, d6, f6"),
            ("f5d", "move 2 of f5d: \"d\" is not a legal move"),
            ("f5d6 x", "expected nothing more, found \"x\""),
            ("./. x", "expected 4 to 8 rows"),
            ("..../.ox./.xo./... x", "expected 4 squares in row 4 from the top, found \"...\""),
            ("..../.ox./.xy./.... x", "expected one of x o . in row 3 from the top, found \"y\""),
            ("...../..ox./..xo./...../..... x", "expected as many rows as squares: 4, 6 or 8"),
            ("..../.ox./.xo./....", "expected x or o to move, found the end"),
            ("..../.ox./.xo./.... z", "expected x or o to move, found \"z\""),
            ("..../.ox./..o./.... x", "the four squares in the middle"),
        ] {
            check_error::<Othello>(text, message);
        }
    }

    #[test]
    fn all_ways_to_write_agree() {
        let game = Othello::parse("f5d6c3").expect("moves");
        let squares = game.format().replace('/', "");
        for text in ["F5D6C3", &squares, &squares.to_uppercase().replace('.', "-")] {
            assert_eq!(Othello::parse(text), Ok(game), "{text}");
        }
        assert_eq!(Othello::parse("start"), Ok(Othello::default()));
        let small = Othello::parse("..../.ox./.xo./.... x").expect("a board");
        assert_eq!(Othello::parse("start 4"), Ok(small));
        assert_eq!(small.parse_move(" B1 ").map(format_move).as_deref(), Ok("b1"));
    }

    proptest! {
        #[test]
        fn reads_anything_without_a_panic(
            text in ".{0,12}", moves in "([a-h][1-8]){0,8}", rows in "([xo.]{4}/){3}[xo.]{4} [xo]",
        ) {
            for text in [text, moves, rows] {
                if let Ok(game) = Othello::parse(&text) {
                    prop_assert_eq!(Othello::parse(&game.format()), Ok(game));
                }
            }
        }
    }
}
