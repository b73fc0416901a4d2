//! Notation of EinStein würfelt nicht!

use starboard_core::{Game, Node, NotationError, Player};

use super::{Einstein, GOAL, GONE, Play, SIDE, STONES};

/// Reads `start`; or the rows from the top, separated by slashes, with the stones of the
/// first player as digits and those of the second as letters (`A` is stone 1), the player to
/// move, and the roll: `?` before it, `-` when the game is over.
pub(super) fn parse(text: &str) -> Result<Einstein, NotationError> {
    let mut words = text.split_whitespace();
    let mut word = |expected| words.next().ok_or_else(|| NotationError::truncated(expected));
    let board = word("start, or rows of 1 to 6, A to F and .")?;
    let mut game = Einstein::default();
    if board != "start" {
        game.stones = rows(board)?;
        game.mover = match word("first or second to move")? {
            "first" => Player::First,
            "second" => Player::Second,
            other => return Err(NotationError::unexpected("first or second to move", other)),
        };
        check(&game)?;
        game.rolled = rolled(&game, word("what was rolled, or ? or -")?)?;
    }
    words.next().map_or(Ok(game), |word| Err(NotationError::unexpected("nothing more", word)))
}

fn rows(text: &str) -> Result<[[u8; STONES as usize]; 2], NotationError> {
    let mut stones = [[GONE; STONES as usize]; 2];
    if text.split('/').count() != usize::from(SIDE) {
        return Err(NotationError::unexpected("five rows parted by slashes", text));
    }
    for (row, squares) in text.split('/').enumerate() {
        if squares.chars().count() != usize::from(SIDE) {
            return Err(NotationError::unexpected("a row of five squares", squares));
        }
        for (column, c) in squares.chars().enumerate() {
            let square = row as u8 * SIDE + column as u8;
            let (stone, square) = match c {
                '.' => continue,
                '1'..='6' => (&mut stones[0][c as usize - '1' as usize], square),
                'A'..='F' => (&mut stones[1][c as usize - 'A' as usize], GOAL - square),
                _ => return Err(NotationError::unexpected("1 to 6, A to F or .", c)),
            };
            if *stone != GONE {
                return Err(NotationError::impossible(format!("stone {c} stands there twice")));
            }
            *stone = square;
        }
    }
    Ok(stones)
}

fn check(game: &Einstein) -> Result<(), NotationError> {
    if game.own().contains(&GOAL) {
        return Err(NotationError::impossible("the player to move has reached the goal already"));
    }
    if game.theirs().iter().all(|&square| square == GONE) {
        return Err(NotationError::impossible("the player who moved last has no stone"));
    }
    Ok(())
}

fn rolled(game: &Einstein, text: &str) -> Result<Option<u8>, NotationError> {
    match (game.is_lost(), text) {
        (false, "?") | (true, "-") => Ok(None),
        (true, _) => Err(NotationError::unexpected("-, since the game is over", text)),
        (false, _) => match text.as_bytes() {
            [digit @ b'1'..=b'6'] => Ok(Some(digit - b'1')),
            _ => Err(NotationError::unexpected("what was rolled, 1 to 6, or ?", text)),
        },
    }
}

fn row(game: &Einstein, row: u8) -> impl Iterator<Item = char> {
    (0..SIDE).map(move |column| match game.owner(row * SIDE + column) {
        None => '.',
        Some((Player::First, stone)) => char::from(b'1' + stone),
        Some((Player::Second, stone)) => char::from(b'A' + stone),
    })
}

pub(super) fn format(game: &Einstein) -> String {
    let rows: Vec<String> = (0..SIDE).map(|r| row(game, r).collect()).collect();
    let roll = match (game.rolled, game.node()) {
        (Some(roll), _) => char::from(b'1' + roll),
        (None, Node::Over(_)) => '-',
        _ => '?',
    };
    format!("{} {} {roll}", rows.join("/"), game.mover)
}

pub(super) fn format_move(game: &Einstein, play: Play) -> String {
    let (stone, way) = match play {
        Play::Roll(roll) => return (roll + 1).to_string(),
        Play::Step { stone, way } => (stone, way),
    };
    let Some(to) = way.from(game.own()[usize::from(stone)]) else { return format!("{play:?}") };
    let square = if game.mover == Player::First { to } else { GOAL - to };
    let (row, column) = (square / SIDE, square % SIDE);
    format!("{}-{}{}", stone + 1, char::from(b'a' + column), SIDE - row)
}

pub(super) fn board(game: &Einstein) -> String {
    let mut out = String::new();
    for r in 0..SIDE {
        let squares: String = row(game, r).flat_map(|c| [' ', c]).collect();
        out += &format!("{}{squares}\n", SIDE - r);
    }
    let next = match (game.rolled, game.node()) {
        (Some(roll), _) => format!("to move after a {}", roll + 1),
        (None, Node::Over(_)) => "has lost".to_owned(),
        _ => "to roll".to_owned(),
    };
    out + &format!("  a b c d e   {} {next}", game.mover)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::check_error;

    #[test]
    fn errors_name_what_is_wrong() {
        let board = |rest: &str| format!("1..../...../...../...../{rest}");
        for (text, message) in [
            ("", "expected start, or rows"),
            ("start x", "expected nothing more, found \"x\""),
            ("1/A first ?", "expected five rows"),
            (&board("...A first ?"), "expected a row of five squares, found \"...A\""),
            (&board("....G first ?"), "expected 1 to 6, A to F or ., found \"G\""),
            (&board("...1A first ?"), "stone 1 stands there twice"),
            (&board("....A"), "expected first or second to move, found the end"),
            (&board("....A x"), "expected first or second to move, found \"x\""),
            (&board("....A first 7"), "expected what was rolled, 1 to 6, or ?, found \"7\""),
            (&board("....A first -"), "expected what was rolled"),
            (&board("...A2 first ?"), "the player to move has reached the goal"),
            (&board("...A2 second ?"), "expected -, since the game is over"),
            (&board("..... first ?"), "the player who moved last has no stone"),
        ] {
            check_error::<Einstein>(text, message);
        }
    }

    proptest! {
        #[test]
        fn reads_anything_without_a_panic(
            text in ".{0,12}",
            board in "([1-6A-F.]\\.{4}/){4}\\.{4}[1-6A-F.] (first|second) [1-6?-]",
        ) {
            for text in [text, board] {
                if let Ok(game) = Einstein::parse(&text) {
                    prop_assert_eq!(Einstein::parse(&game.format()), Ok(game));
                }
            }
        }
    }
}
