//! SFEN, the notation of positions that USI uses.
//!
//! ```text
//! lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b 2Pn 1
//! the ranks from a, each from file 9                        |  |  the number of the next move
//! upper case the first player's, + promoted      player to move  pieces in hand
//! ```

use std::fmt::Write;

use starboard_core::{NotationError, Player};

use crate::{
    Kind, Square,
    setup::{PLAYERS, Setup},
};

/// The highest move number that is accepted; no game has a higher one.
const LAST: u16 = 9999;

/// The order in which hands are written.
const HAND_ORDER: [Kind; 7] =
    [Kind::Rook, Kind::Bishop, Kind::Gold, Kind::Silver, Kind::Knight, Kind::Lance, Kind::Pawn];

/// Reads the words of a SFEN from `words`, up to and including the move number, which may be
/// missing.
///
/// # Errors
///
/// Says what was expected, what was found and where.
pub(crate) fn read<'a>(
    words: &mut std::iter::Peekable<impl Iterator<Item = &'a str>>,
) -> Result<Setup, NotationError> {
    let board = words.next().ok_or_else(|| NotationError::truncated("nine ranks of a board"))?;
    let mut setup = Setup::EMPTY;
    read_board(board, &mut setup)?;
    setup.mover = match words.next() {
        Some("b") => Player::First,
        Some("w") => Player::Second,
        Some(word) => return Err(NotationError::unexpected("b or w for the player to move", word)),
        None => return Err(NotationError::truncated("b or w for the player to move")),
    };
    let hands = words.next().ok_or_else(|| NotationError::truncated("pieces in hand, or -"))?;
    read_hands(hands, &mut setup)?;
    if let Some(word) = words.next_if(|&word| word != "moves") {
        let number = word.bytes().all(|b| b.is_ascii_digit()).then(|| word.parse().ok()).flatten();
        setup.number = number.filter(|&n| (1..=LAST).contains(&n)).ok_or_else(|| {
            NotationError::unexpected(format!("the number of the next move, 1 to {LAST}"), word)
        })?;
    }
    Ok(setup)
}

fn read_board(text: &str, setup: &mut Setup) -> Result<(), NotationError> {
    let mut ranks = text.split('/');
    for rank in 1..=9 {
        let letter = char::from(b'a' + rank - 1);
        let row = ranks.next().ok_or_else(|| {
            NotationError::truncated(format!("rank {letter}, after a / and the rank before"))
        })?;
        read_rank(row, rank, setup)?;
    }
    match ranks.next() {
        Some(rest) => Err(NotationError::unexpected("nothing after the ninth rank", rest)),
        None => Ok(()),
    }
}

fn read_rank(row: &str, rank: u8, setup: &mut Setup) -> Result<(), NotationError> {
    let letter = char::from(b'a' + rank - 1);
    // How many files are left on the rank, which is also the file of the next square.
    let mut left = 9_u8;
    let mut chars = row.chars();
    while let Some(c) = chars.next() {
        let wide = || NotationError::unexpected(format!("nine squares on rank {letter}"), row);
        if let Some(empty) = c.to_digit(10).filter(|&n| n > 0) {
            left = u8::try_from(empty).ok().and_then(|n| left.checked_sub(n)).ok_or_else(wide)?;
            continue;
        }
        let promoted = c == '+';
        let found = if promoted { chars.next() } else { Some(c) };
        let base = found.and_then(Kind::from_letter);
        let kind = if promoted { base.and_then(Kind::promoted) } else { base };
        let (Some(found), Some(kind)) = (found, kind) else {
            let what = if promoted { "a piece that promotes after +" } else { "a piece" };
            let expected = format!("{what} or a number of empty squares on rank {letter}");
            return Err(match found {
                Some(found) => NotationError::unexpected(expected, found),
                None => NotationError::truncated(expected),
            });
        };
        let square = Square::at(left, rank).ok_or_else(wide)?;
        setup.board[square.index()] = Some((owner(found), kind));
        left -= 1;
    }
    if left > 0 {
        return Err(NotationError::unexpected(format!("nine squares on rank {letter}"), row));
    }
    Ok(())
}

/// Whose piece a letter names.
const fn owner(letter: char) -> Player {
    if letter.is_ascii_uppercase() { Player::First } else { Player::Second }
}

fn read_hands(text: &str, setup: &mut Setup) -> Result<(), NotationError> {
    const EXPECTED: &str = "pieces in hand, such as 2Pb, or -";
    if text == "-" {
        return Ok(());
    }
    let mut count = None::<u8>;
    for c in text.chars() {
        if let Some(digit) = c.to_digit(10) {
            // More than 18 of anything is too many already.
            let so_far = count.unwrap_or(0).saturating_mul(10);
            count = Some(so_far.saturating_add(digit as u8));
            continue;
        }
        let kind = Kind::from_letter(c).filter(|&kind| kind != Kind::King);
        let kind = kind.ok_or_else(|| NotationError::unexpected(EXPECTED, text))?;
        let number = count.take().unwrap_or(1);
        let held = &mut setup.hands[owner(c).index()][kind.index()];
        if number == 0 || *held > 0 {
            return Err(NotationError::unexpected(
                "each piece in hand once, with its number",
                text,
            ));
        }
        *held = number;
    }
    if count.is_some() || text.is_empty() {
        return Err(NotationError::unexpected(EXPECTED, text));
    }
    Ok(())
}

/// Writes what [`read`] reads.
pub(crate) fn write(setup: &Setup) -> String {
    let mut text = String::with_capacity(96);
    let mut empty = 0;
    for square in Square::reading() {
        match setup.on(square) {
            None => empty += 1,
            Some((player, kind)) => {
                write_empty(&mut text, &mut empty);
                write_piece(&mut text, player, kind);
            }
        }
        if square.file() == 1 {
            write_empty(&mut text, &mut empty);
            if square.rank() < 9 {
                text.push('/');
            }
        }
    }
    text += match setup.mover {
        Player::First => " b ",
        Player::Second => " w ",
    };
    text += &write_hands(setup);
    let _ = write!(text, " {}", setup.number);
    text
}

fn write_empty(text: &mut String, empty: &mut u8) {
    if *empty > 0 {
        text.push(char::from(b'0' + *empty));
        *empty = 0;
    }
}

/// A piece as on the board: `P`, `+p`.
pub(crate) fn write_piece(text: &mut String, player: Player, kind: Kind) {
    if kind.is_promoted() {
        text.push('+');
    }
    text.push(match player {
        Player::First => kind.letter(),
        Player::Second => kind.letter().to_ascii_lowercase(),
    });
}

fn write_hands(setup: &Setup) -> String {
    let mut text = String::new();
    for player in PLAYERS {
        text += &write_hand(setup, player);
    }
    if text.is_empty() { "-".to_owned() } else { text }
}

/// What one player holds; empty if nothing.
pub(crate) fn write_hand(setup: &Setup, player: Player) -> String {
    let mut text = String::new();
    for kind in HAND_ORDER {
        match setup.hands[player.index()][kind.index()] {
            0 => continue,
            1 => {}
            n => text += &n.to_string(),
        }
        write_piece(&mut text, player, kind);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

    fn parse(text: &str) -> Result<Setup, NotationError> {
        let setup = read(&mut text.split_whitespace().peekable())?;
        setup.check().map(|()| setup)
    }

    #[test]
    fn positions_read_back() {
        for text in [
            START,
            "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
            "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1",
            "4k4/9/9/9/9/9/9/9/4K4 w - 9999",
        ] {
            assert_eq!(write(&parse(text).expect("a position")), text);
        }
        assert_eq!(parse(START), Ok(Setup::start()));
        assert_eq!(parse(&START[..START.len() - 2]), Ok(Setup::start()));
        assert_eq!(Setup::start().rotated().rotated(), Setup::start());
        assert_eq!(Setup::start().rotated(), Setup { mover: Player::Second, ..Setup::start() });
        assert!(Kind::ALL[..8].iter().all(|&kind| Setup::start().missing(kind) == Some(0)));
    }

    #[test]
    fn errors_say_what_and_where() {
        #[track_caller]
        fn check(text: &str, message: &str) {
            let error = parse(text).expect_err("no position").to_string();
            assert!(error.contains(message), "{text}: {error}");
        }
        check("", "expected nine ranks");
        check("9/9/9 b - 1", "expected rank d");
        check("9/9/9/9/9/9/9/9/9/9 b - 1", "nothing after the ninth rank");
        check("9/91/9/9/9/9/9/9/9 b - 1", "nine squares on rank b");
        check("9/9/9/9/9/9/9/9/8 b - 1", "nine squares on rank i");
        check("9/9/9/9/9/9/9/9/KKKKKKKKKK b - 1", "nine squares on rank i");
        check("9/9/xx7/9/9/9/9/9/9 b - 1", "a piece or a number of empty squares on rank c");
        check("9/9/0/9/9/9/9/9/9 b - 1", "on rank c, found \"0\"");
        check("9/9/+k8/9/9/9/9/9/9 b - 1", "a piece that promotes after + or");
        check("9/9/8+/9/9/9/9/9/9 b - 1", "a piece that promotes after + or");
        let kings = |rest: &str| format!("4k4/9/9/9/9/9/9/9/4K4{rest}");
        check(&kings(""), "b or w");
        check(&kings(" x - 1"), "b or w for the player to move, found \"x\"");
        check(&kings(" b"), "pieces in hand");
        check(&kings(" b 2 1"), "pieces in hand, such as 2Pb, or -, found \"2\"");
        check(&kings(" b K 1"), "pieces in hand");
        check(&kings(" b 0P 1"), "with its number");
        check(&kings(" b PP 1"), "each piece in hand once");
        check(&kings(" b 999999999999P 1"), "more than 18 pawns");
        check(&kings(" b - 0"), "the number of the next move, 1 to 9999, found \"0\"");
        check(&kings(" b - +1"), "the number of the next move");
        check(&kings(" b - 10000"), "the number of the next move");
        check("9/9/9/9/9/9/9/9/9 b - 1", "neither player has a king");
        check("4k4/9/9/4K4/9/9/9/9/4K4 b - 1", "the first player has two kings, on 5d and 5i");
        check("4k4/9/9/9/9/9/9/9/4K4 b 3R 1", "more than 2 rooks");
        check("4k4/9/9/9/4+R4/9/9/9/4K4 b RBrb 1", "more than 2 rooks");
        check("4k4/4P4/9/4P4/9/9/9/9/4K4 b - 1", "two pawns on a file, 5b and 5d");
        check("P3k4/9/9/9/9/9/9/9/4K4 b - 1", "the pawn of the first player on 9a can never move");
        check("4k4/9/9/9/9/9/9/n8/4K4 b - 1", "the knight of the second player on 9h can never");
        assert!(parse("4k4/4+P4/9/4P4/4p4/9/9/9/4K4 b - 1").is_ok());
    }
}
