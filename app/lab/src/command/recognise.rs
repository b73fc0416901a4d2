//! What game a file is a record of, by its content.

use starboard::{AnyGame, Registry};

/// Says whether a file's content is a record of the game, and in which format, so that a
/// record can be given without the game's name: an extension of a game's card.
#[derive(Copy, Clone, Debug)]
pub struct Recognise(pub fn(&[u8]) -> Option<String>);

/// The first game that a file's content is a record of, and the format that it is in.
pub fn game_of_record<'a>(
    games: &'a Registry,
    content: &[u8],
) -> Option<(&'a dyn AnyGame, String)> {
    games.games().find_map(|game| {
        let Recognise(recognise) = game.get()?;
        Some((game, recognise(content)?))
    })
}
