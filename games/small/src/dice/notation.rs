//! Notation of Dice.

use starboard_core::{NotationError, Player};

use super::{Dice, LARGEST, Phase};

/// Reads the size of the board, how many in a row win, and `start`; or in place of `start`
/// the rows from the top, separated by slashes, the player to move, and the roll: `?` before
/// it, `-` when the game is over.
pub(super) fn parse(text: &str) -> Result<Dice, NotationError> {
    let mut words = text.split_whitespace();
    let mut word = |expected| words.next().ok_or_else(|| NotationError::truncated(expected));
    let m = number(word("the size of the board")?, 2, LARGEST)?;
    let k = number(word("how many in a row win")?, 2, m)?;
    let mut game = Dice::new(m, k);
    let board = word("start, or rows of x, o and .")?;
    if board != "start" {
        game.stones = rows(m, board)?;
        game.mover = match word("x or o to move")? {
            "x" => Player::First,
            "o" => Player::Second,
            other => return Err(NotationError::unexpected("x or o to move", other)),
        };
        check(&game)?;
        game.phase = phase(&game, word("what was rolled, or ? or -")?)?;
    }
    words.next().map_or(Ok(game), |word| Err(NotationError::unexpected("nothing more", word)))
}

fn number(text: &str, low: u8, high: u8) -> Result<u8, NotationError> {
    let number = text.parse().ok().filter(|number| (low..=high).contains(number));
    number.ok_or_else(|| NotationError::unexpected(format!("a number from {low} to {high}"), text))
}

fn rows(m: u8, text: &str) -> Result<[u128; 2], NotationError> {
    let mut stones = [0; 2];
    if text.split('/').count() != usize::from(m) {
        return Err(NotationError::unexpected(format!("{m} rows parted by slashes"), text));
    }
    for (row, squares) in text.rsplit('/').enumerate() {
        if squares.chars().count() != usize::from(m) {
            return Err(NotationError::unexpected(format!("a row of {m} squares"), squares));
        }
        for (column, c) in squares.chars().enumerate() {
            let square = 1 << (row * usize::from(m) + column);
            match c {
                'x' => stones[0] |= square,
                'o' => stones[1] |= square,
                '.' => {}
                _ => return Err(NotationError::unexpected("x, o or .", c)),
            }
        }
    }
    Ok(stones)
}

fn check(game: &Dice) -> Result<(), NotationError> {
    let (own, theirs) = game.sides();
    let (own_count, their_count) = (own.count_ones(), theirs.count_ones());
    // Either may have begun, so that mirror images can be written.
    if !(own_count..=own_count + 1).contains(&their_count) {
        let reason = format!(
            "the player to move has {own_count} stones and the other {their_count}, \
             but they move in turn"
        );
        return Err(NotationError::impossible(reason));
    }
    if game.shape.has_run(own) {
        let reason = format!("the player to move has {} in a row already", game.shape.k);
        return Err(NotationError::impossible(reason));
    }
    Ok(())
}

fn phase(game: &Dice, text: &str) -> Result<Phase, NotationError> {
    match (game.settled(), text) {
        (Phase::Roll, "?") => Ok(Phase::Roll),
        (Phase::Roll, _) => {
            let roll = number(text, 1, game.shape.m)? - 1;
            if game.line(roll) & game.empty() == 0 {
                let reason = format!("{text} cannot be rolled: that line is full");
                return Err(NotationError::impossible(reason));
            }
            Ok(Phase::Place(roll))
        }
        (over, "-") => Ok(over),
        _ => Err(NotationError::unexpected("-, since the game is over", text)),
    }
}

fn row(game: &Dice, row: u8) -> impl Iterator<Item = char> {
    let m = game.shape.m;
    (0..m).map(move |column| match game.owner(row * m + column) {
        None => '.',
        Some(player) => name(player),
    })
}

fn name(player: Player) -> char {
    ['x', 'o'][player.index()]
}

fn roll(game: &Dice) -> String {
    match game.phase {
        Phase::Roll => "?".to_owned(),
        Phase::Place(roll) => (roll + 1).to_string(),
        Phase::Lost | Phase::Drawn => "-".to_owned(),
    }
}

pub(super) fn format(game: &Dice) -> String {
    let rows: Vec<String> = (0..game.shape.m).rev().map(|r| row(game, r).collect()).collect();
    let (m, k) = (game.shape.m, game.shape.k);
    format!("{m} {k} {} {} {}", rows.join("/"), name(game.mover), roll(game))
}

pub(super) fn board(game: &Dice) -> String {
    let mut out = String::new();
    for r in (0..game.shape.m).rev() {
        let squares: String = row(game, r).flat_map(|c| [' ', c]).collect();
        out += &format!("{:>2}{squares}\n", r + 1);
    }
    let columns: String = (0..game.shape.m).flat_map(|c| [' ', char::from(b'a' + c)]).collect();
    let line = if game.mover == Player::First { "column" } else { "row" };
    let next = match game.phase {
        Phase::Roll => format!("to roll a {line}"),
        Phase::Place(roll) => format!("to play in {line} {}", roll + 1),
        Phase::Lost => "has lost".to_owned(),
        Phase::Drawn => "has drawn".to_owned(),
    };
    out + &format!("  {columns}   {} {next}", name(game.mover))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use starboard_core::Game;

    use super::*;
    use crate::testing::check_error;

    #[test]
    fn errors_name_what_is_wrong() {
        for (text, message) in [
            ("", "expected the size of the board"),
            ("12 4 start", "expected a number from 2 to 11, found \"12\""),
            ("3 4 start", "expected a number from 2 to 3, found \"4\""),
            ("3 3", "expected start, or rows"),
            ("3 3 start x", "expected nothing more"),
            ("3 3 ../.. x ?", "expected 3 rows"),
            ("3 3 .../../... x ?", "expected a row of 3 squares, found \"..\""),
            ("3 3 .../.z./... x ?", "expected x, o or ., found \"z\""),
            ("3 3 .../.../... z ?", "expected x or o to move, found \"z\""),
            ("3 3 .../.x./... x ?", "the player to move has 1 stones and the other 0"),
            ("3 3 xxx/oo./o.. x ?", "the player to move has 3 in a row"),
            ("3 3 .../.../... x", "expected what was rolled"),
            ("3 3 .../.../... x 4", "expected a number from 1 to 3, found \"4\""),
            ("3 3 x../o../x.o x 1", "1 cannot be rolled: that line is full"),
            ("3 3 xxx/oo./... o ?", "expected -, since the game is over"),
        ] {
            check_error::<Dice>(text, message);
        }
    }

    proptest! {
        #[test]
        fn reads_anything_without_a_panic(
            text in ".{0,12}", board in "[23] [23] ([xo.]{3}/){2}[xo.]{3} [xo] [123?-]",
        ) {
            for text in [text, board] {
                if let Ok(game) = Dice::parse(&text) {
                    prop_assert_eq!(Dice::parse(&game.format()), Ok(game));
                }
            }
        }
    }
}
