//! A position, as a board to click on.

use serde::{Deserialize, Serialize};
use starboard::{BadInput, Registry, View};

use super::{Where, read};

#[derive(Deserialize)]
struct Question {
    #[serde(flatten)]
    at: Where,
    /// A move or an outcome to play first, in the game's notation.
    play: Option<String>,
}

#[derive(Serialize)]
struct Answer {
    #[serde(flatten)]
    view: View,
    /// The move or outcome that was played to get here.
    played: Option<String>,
    /// Whether the rules depend on the history: then the text of the position is not enough,
    /// and later requests give an earlier position and the moves since.
    past: bool,
}

/// A position or, if a move is given, the one after it.
///
/// # Errors
///
/// [`BadInput`] if there is no such game, position or move.
pub fn position(games: &Registry, question: &[u8]) -> anyhow::Result<impl Serialize + use<>> {
    let question: Question = read(question)?;
    let (game, mut position) = question.at.find(games)?;
    let mut played = None;
    if let Some(text) = &question.play {
        let m = position.parse_move(text).map_err(BadInput::error)?;
        played = Some(position.format_move(m));
        position.play(m);
    }
    let past = position.past() != 0;
    Ok(Answer { view: View::new(game.name(), &position), played, past })
}
