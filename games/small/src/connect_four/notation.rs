//! Notation of Connect Four.

use starboard_core::{Game, Node, NotationError, Player};

use super::{COLUMNS, Column, ConnectFour, ROWS, bits};

/// Reads the rows from the top, separated by slashes, and the player to move; or the
/// columns played since the start; or `start`.
///
/// Either player may have begun, so that mirror images can be written too.
pub(super) fn parse(text: &str) -> Result<ConnectFour, NotationError> {
    let mut words = text.split_whitespace();
    let board = words.next().ok_or_else(|| {
        NotationError::truncated("start, columns from 1 to 7, or rows of x, o and . and the mover")
    })?;
    let game = if board == "start" {
        ConnectFour::default()
    } else if board.contains('/') {
        let mover = words.next().ok_or_else(|| NotationError::truncated("x or o to move"))?;
        let mut game = ConnectFour { stones: rows(board)?, mover: player(mover)? };
        check(&mut game)?;
        game
    } else {
        played(board)?
    };
    words.next().map_or(Ok(game), |word| Err(NotationError::unexpected("nothing more", word)))
}

fn player(text: &str) -> Result<Player, NotationError> {
    match text {
        "x" => Ok(Player::First),
        "o" => Ok(Player::Second),
        _ => Err(NotationError::unexpected("x or o to move", text)),
    }
}

fn rows(text: &str) -> Result<[u64; 2], NotationError> {
    let mut stones = [0; 2];
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != ROWS {
        return Err(NotationError::unexpected("six rows parted by slashes", text));
    }
    for (row, squares) in rows.into_iter().rev().enumerate() {
        if squares.chars().count() != COLUMNS {
            return Err(NotationError::unexpected("a row of seven squares", squares));
        }
        for (column, c) in squares.chars().enumerate() {
            match c {
                'x' => stones[0] |= bits::square(column, row),
                'o' => stones[1] |= bits::square(column, row),
                '.' => {}
                _ => return Err(NotationError::unexpected("x, o or .", c)),
            }
        }
    }
    Ok(stones)
}

fn check(game: &mut ConnectFour) -> Result<(), NotationError> {
    // Adding the bottom row carries through a column without gaps.
    let filled = game.filled();
    if filled & (filled + bits::BOTTOM) & bits::BOARD != 0 || gaps(filled) {
        return Err(NotationError::impossible("a stone hangs above an empty square"));
    }
    let [x, o] = game.stones.map(u64::count_ones);
    let (mine, theirs) = if game.mover == Player::First { (x, o) } else { (o, x) };
    if theirs != mine && theirs != mine + 1 {
        let reason = format!("{x} x and {o} o: the players move in turn");
        return Err(NotationError::impossible(reason));
    }
    if bits::has_four(game.sides().0) {
        return Err(NotationError::impossible("the player to move has four in a row already"));
    }
    Ok(())
}

/// Whether some stone has neither a stone nor the floor below it.
fn gaps(filled: u64) -> bool {
    filled & !(filled << 1 | bits::BOTTOM) != 0
}

fn played(text: &str) -> Result<ConnectFour, NotationError> {
    let mut game = ConnectFour::default();
    for c in text.chars() {
        let column = match c {
            '1'..='7' => Column(c as u8 - b'1'),
            _ => return Err(NotationError::unexpected("a column from 1 to 7", c)),
        };
        if game.node() != Node::Decision {
            return Err(NotationError::unexpected("nothing more, since the game is over", c));
        }
        if game.landings() & bits::column(column) == 0 {
            return Err(NotationError::impossible(format!("column {c} is full already")));
        }
        game.play(column);
    }
    Ok(game)
}

fn row(game: &ConnectFour, row: usize) -> impl Iterator<Item = char> {
    (0..COLUMNS).map(move |column| match game.owner(column, row) {
        None => '.',
        Some(Player::First) => 'x',
        Some(Player::Second) => 'o',
    })
}

fn name(player: Player) -> char {
    ['x', 'o'][player.index()]
}

pub(super) fn format(game: &ConnectFour) -> String {
    let rows: Vec<String> = (0..ROWS).rev().map(|r| row(game, r).collect()).collect();
    format!("{} {}", rows.join("/"), name(game.mover))
}

pub(super) fn board(game: &ConnectFour) -> String {
    let mut out = String::new();
    for r in (0..ROWS).rev() {
        out.extend(row(game, r).flat_map(|c| [' ', c]));
        out.push('\n');
    }
    out + &format!(" 1 2 3 4 5 6 7   {} to move", name(game.mover))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::check_error;

    #[test]
    fn errors_name_what_is_wrong() {
        let board = |rows: &str| format!("......./......./......./......./{rows}");
        for (text, message) in [
            ("", "expected start, columns from 1 to 7"),
            ("4458", "expected a column from 1 to 7, found \"8\""),
            ("4444444", "column 4 is full"),
            ("11223345", "expected nothing more, since the game is over, found \"5\""),
            ("start x", "expected nothing more, found \"x\""),
            ("./. x", "expected six rows"),
            (&board("......./..... x"), "expected a row of seven squares"),
            (&board("......./......y x"), "expected x, o or ., found \"y\""),
            (&board("......./......."), "expected x or o to move, found the end"),
            (&board("......./....... z"), "expected x or o to move, found \"z\""),
            (&board("x....../....... o"), "a stone hangs"),
            (&board("......./xx..... o"), "2 x and 0 o"),
            (&board("......./x...... x"), "1 x and 0 o"),
            (&board("......./xo....x x"), "2 x and 1 o"),
            (&board("ooo..../xxxxo.. x"), "the player to move has four"),
        ] {
            check_error::<ConnectFour>(text, message);
        }
    }

    #[test]
    fn boards_and_moves_agree() {
        for (moves, rows) in [
            ("4", "......./......./......./......./......./...x... o"),
            ("1112", "......./......./......./x....../o....../xo..... x"),
            ("1122334", "......./......./......./......./ooo..../xxxx... o"),
        ] {
            assert_eq!(ConnectFour::parse(moves), ConnectFour::parse(rows), "{moves}");
        }
        assert_eq!(ConnectFour::parse(" start "), Ok(ConnectFour::default()));
    }

    proptest! {
        #[test]
        fn reads_anything_without_a_panic(
            text in ".{0,12}", moves in "[1-7]{0,45}", rows in "([xo.]{7}/){5}[xo.]{7} [xo]",
        ) {
            for text in [text, moves, rows] {
                if let Ok(game) = ConnectFour::parse(&text) {
                    prop_assert_eq!(ConnectFour::parse(&game.format()), Ok(game));
                }
            }
        }
    }
}
