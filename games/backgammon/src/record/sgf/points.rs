//! Points as letters, moves as pairs of them.

use starboard_core::Player;

use crate::{BAR, Backgammon, OFF, Turn, record::steps::turn_of_steps};

/// The letter of a place of `player`.
pub(super) fn letter(player: Player, place: u8) -> char {
    char::from(match place {
        OFF => b'z',
        BAR => b'y',
        point if player == Player::First => b'a' + point - 1,
        point => b'a' + 24 - point,
    })
}

/// The place of `player` that a letter means.
pub(super) fn place(player: Player, letter: u8) -> Option<u8> {
    match letter {
        b'z' => Some(OFF),
        b'y' => Some(BAR),
        b'a'..=b'x' if player == Player::First => Some(letter - b'a' + 1),
        b'a'..=b'x' => Some(24 - (letter - b'a')),
        _ => None,
    }
}

/// The steps of a turn as pairs of letters.
pub(super) fn write_turn(player: Player, turn: Turn) -> String {
    turn.steps().flat_map(|step| [letter(player, step.from()), letter(player, step.to())]).collect()
}

/// The turn that leads where these pairs of letters lead; `game` has its dice.
/// `None` if there is none, or letters that mean nothing.
pub(super) fn read_turn(game: &Backgammon, pairs: &str) -> Option<Turn> {
    let (pairs, rest) = pairs.as_bytes().as_chunks::<2>();
    let step = |&[from, to]: &[u8; 2]| Some((place(game.mover, from)?, place(game.mover, to)?));
    let steps: Option<Vec<_>> = pairs.iter().map(step).collect();
    if !rest.is_empty() { None } else { turn_of_steps(game, &steps?) }
}
