//! Position IDs: a position in fourteen characters.
//!
//! Eighty bits: for the player not on roll and then for the one on roll, for each of that player's
//! points and then the bar, a one for every checker followed by a zero; in base64, as the manual of
//! GNU Backgammon describes.

use base64::{Engine, engine::general_purpose::STANDARD_NO_PAD};
use starboard_core::NotationError;

use crate::Checkers;

/// The number of characters of a Position ID.
pub const LENGTH: usize = 14;

/// Writes the checkers of the player to move and of the other player.
pub fn write(mine: Checkers, theirs: Checkers) -> String {
    let (mut bits, mut at) = (0_u128, 0);
    for side in [theirs, mine] {
        for count in &side.counts()[1..] {
            bits |= ((1 << count) - 1) << at;
            at += count + 1;
        }
    }
    STANDARD_NO_PAD.encode(&bits.to_le_bytes()[..10])
}

/// Reads the checkers of the player to move and of the other player.
///
/// It does not check whether both can be on the same board.
///
/// # Errors
///
/// Names the invalid character, a wrong length, or a number of checkers that is too large.
pub fn read(text: &str) -> Result<(Checkers, Checkers), NotationError> {
    let bytes: [u8; 10] = letters(text, LENGTH, "a Position ID")?;
    let mut word = [0; 16];
    word[..10].copy_from_slice(&bytes);
    let mut bits = u128::from_le_bytes(word);
    let mut sides = [[0_u8; 25]; 2];
    for counts in &mut sides {
        for count in counts {
            // Bits beyond the eighty are zeros, so every run comes to an end.
            *count = bits.trailing_ones() as u8;
            bits >>= *count + 1;
        }
    }
    if bits != 0 {
        return Err(NotationError::impossible(format!(
            "the Position ID {text} goes on after both players' checkers"
        )));
    }
    let [theirs, mine] = sides;
    Ok((Checkers::on_board(mine)?, Checkers::on_board(theirs)?))
}

/// Decodes base64 of exactly `length` characters.
pub(crate) fn letters<const N: usize>(
    text: &str,
    length: usize,
    what: &str,
) -> Result<[u8; N], NotationError> {
    let wanted = || format!("{what} of {length} letters");
    if let Some((i, c)) =
        text.chars().enumerate().find(|(_, c)| !(c.is_ascii_alphanumeric() || "+/".contains(*c)))
    {
        return Err(NotationError::unexpected(
            format!("a base64 letter at place {} of {what}", i + 1),
            c,
        ));
    }
    if text.len() < length {
        return Err(NotationError::truncated(format!("{}, not {}", wanted(), text.len())));
    }
    if text.len() > length {
        return Err(NotationError::unexpected(wanted(), text));
    }
    let bytes = STANDARD_NO_PAD.decode(text).ok().and_then(|bytes| bytes.try_into().ok());
    // The last character has spare bits, which must be 0.
    bytes.ok_or_else(|| {
        let last = text.chars().last().unwrap_or_default();
        NotationError::unexpected(
            format!("\"A\", \"Q\", \"g\" or \"w\" at the end of {what}"),
            last,
        )
    })
}
