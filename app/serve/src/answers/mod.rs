//! The answers, from JSON to JSON, whether they go over a socket or to a page that embeds this
//! library.
//!
//! A request is read and checked before anything is searched, so that errors in it are reported
//! at once; [`Caps`](crate::Caps) bound what it may cost.

mod analyse;
mod games;
mod position;
mod tree;

use serde::{Deserialize, de::DeserializeOwned};
use starboard::{AnyGame, BadInput, Position, Registry};

pub use analyse::AnalyseQuestion;
#[cfg(feature = "http")]
pub(crate) use analyse::With;
pub use games::games;
pub use position::position;
pub use tree::TreeQuestion;

/// Reads a request.
///
/// # Errors
///
/// [`BadInput`] that says where the request is malformed.
pub(crate) fn read<T: DeserializeOwned>(question: &[u8]) -> anyhow::Result<T> {
    serde_json::from_slice(question).map_err(|why| BadInput::error(format!("the request: {why}")))
}

/// Which game, and which position of it.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Where {
    pub(crate) game: String,
    /// If missing, the start of the game.
    position: Option<String>,
    /// Moves and outcomes of chance to play first: the rules may depend on the history.
    #[serde(default)]
    moves: Vec<String>,
}

impl Where {
    /// The position as it was given, unless moves follow it.
    #[cfg(feature = "http")]
    pub(crate) fn written(&self) -> Option<&str> {
        self.position.as_deref().filter(|_| self.moves.is_empty())
    }

    pub(crate) fn find<'a>(
        &self,
        games: &'a Registry,
    ) -> anyhow::Result<(&'a dyn AnyGame, Position)> {
        let game = games.find(&self.game)?;
        let mut position = game.position(self.position.as_deref())?;
        for (i, text) in self.moves.iter().enumerate() {
            let m = position.parse_move(text).map_err(|error| {
                BadInput::error(format!("move {} of those given: {error}", i + 1))
            })?;
            position.play(m);
        }
        match position.chance_chain() {
            None => Ok((game, position)),
            Some(chain) => Err(starboard::unsound(game.name(), &chain)),
        }
    }
}
