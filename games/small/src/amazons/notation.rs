//! Notation of the Game of the Amazons.

use starboard_core::{Game, NotationError};

use super::{Amazons, Shot, bits};
use crate::{rows, svg};

/// The character that stands for an arrow.
const ARROW: char = '*';

/// Reads the rows from the top, separated by slashes, and the player to move; or `start`.
pub(super) fn parse(text: &str) -> Result<Amazons, NotationError> {
    let mut words = text.split_whitespace();
    let board = words.next().ok_or_else(|| {
        NotationError::truncated("start, or rows of x, o, # and . and the player to move")
    })?;
    if board == "start" {
        rows::end(&mut words)?;
        return Ok(Amazons::default());
    }
    let squares = rows::read(board, 4..=bits::MOST, "xo*.")?;
    let (mut amazons, mut arrows) = ([0; 2], 0);
    for (row, letters) in squares.iter().rev().enumerate() {
        for (column, c) in letters.iter().enumerate() {
            let bit = 1 << bits::square(column, row);
            match rows::LETTERS.iter().position(|letter| letter == c) {
                Some(player) => amazons[player] |= bit,
                None if *c == ARROW => arrows |= bit,
                None => {}
            }
        }
    }
    let mover = rows::mover(&mut words)?;
    rows::end(&mut words)?;
    if let Some(player) = amazons.iter().position(|&set| set == 0) {
        let reason = format!("{} has no amazon, and none is ever captured", rows::LETTERS[player]);
        return Err(NotationError::impossible(reason));
    }
    Ok(Amazons::of(amazons, arrows, mover, (squares[0].len() as u8, squares.len() as u8)))
}

pub(super) fn named(square: u8) -> String {
    svg::named(usize::from(square / bits::UP as u8), usize::from(square % bits::UP as u8))
}

/// Reads a legal move: three squares, with `-`, `/`, a space or nothing between them.
pub(super) fn parse_move(game: &Amazons, text: &str) -> Result<Shot, NotationError> {
    let shot = squares(text).map(|[from, to, arrow]| Shot { from, to, arrow });
    match shot.filter(|&shot| game.is_legal(shot)) {
        Some(shot) => Ok(shot),
        None => {
            let mut moves = Vec::new();
            game.moves(&mut moves);
            Err(NotationError::illegal(text, moves.into_iter().map(format_move)))
        }
    }
}

fn squares(text: &str) -> Option<[u8; 3]> {
    let name = text.trim().to_lowercase().replace(['-', '/', ' '], "");
    let mut rest = name.as_str();
    let mut found = [0; 3];
    for square in &mut found {
        let column = rest.bytes().next().filter(|c| (b'a'..=b'j').contains(c))?;
        rest = &rest[1..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (row, after) = rest.split_at(digits);
        let row = row.parse::<usize>().ok().filter(|row| (1..=bits::MOST).contains(row))?;
        *square = bits::square(usize::from(column - b'a'), row - 1) as u8;
        rest = after;
    }
    rest.is_empty().then_some(found)
}

pub(super) fn format_move(Shot { from, to, arrow }: Shot) -> String {
    format!("{}{}/{}", named(from), named(to), named(arrow))
}

fn row(game: &Amazons, row: usize) -> String {
    let arrows = game.arrows();
    let letter = |column| {
        let square = bits::square(column, row);
        if arrows >> square & 1 == 1 { ARROW } else { rows::letter(game.owner(square)) }
    };
    (0..game.columns.into()).map(letter).collect()
}

pub(super) fn format(game: &Amazons) -> String {
    let rows: Vec<String> = (0..game.rows.into()).rev().map(|r| row(game, r)).collect();
    format!("{} {}", rows.join("/"), rows::letter(Some(game.mover)))
}

pub(super) fn board(game: &Amazons) -> String {
    let rows = (0..usize::from(game.rows)).rev().map(|r| (r + 1, row(game, r)));
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
            ("start x", "expected nothing more, found \"x\""),
            ("o.../..../x... x", "expected 4 to 10 rows"),
            ("o.../..*/..../x... x", "expected 4 squares in row 2 from the top, found \"..*\""),
            ("o.../..#./..../x... x", "expected one of x o * . in row 2 from the top"),
            ("o.../..*./..../x...", "expected x or o to move, found the end"),
            ("o.../..*./..../.... x", "x has no amazon"),
        ] {
            check_error::<Amazons>(text, message);
        }
    }

    #[test]
    fn moves_are_read_with_and_without_marks() {
        let game = Amazons::default();
        let shot = game.parse_move("d1d7/g7").expect("a legal move");
        for text in ["d1-d7/g7", "D1D7G7", " d1 d7 g7 "] {
            assert_eq!(game.parse_move(text), Ok(shot), "{text}");
        }
        assert_eq!(game.format_move(shot), "d1d7/g7");
        assert!(game.parse_move("j4j5/j4").is_ok());
        for text in ["d1d10/d9", "d1d7", "d1d7/g7/g8", "e1e2/e3", "d1d7/d10", "d1d7/g999999999999"]
        {
            let error = game.parse_move(text).expect_err(text).to_string();
            assert!(error.contains("is not a legal move here; legal: d1"), "{error}");
        }
    }

    proptest! {
        #[test]
        fn reads_anything_without_a_panic(
            text in ".{0,12}", rows in "([xo*.]{4}/){3,5}[xo*.]{4} [xo]", shot in "([a-k][0-9]{1,2}/?){3}",
        ) {
            let _ = Amazons::default().parse_move(&shot);
            let _ = Amazons::default().parse_move(&text);
            for text in [text, rows] {
                if let Ok(game) = Amazons::parse(&text) {
                    prop_assert_eq!(Amazons::parse(&game.format()), Ok(game));
                }
            }
        }
    }
}
