//! The nodes that a search visits.

use serde::Deserialize;
use starboard::{
    Position, Registry,
    tree::{Tree, record},
};
use starboard_core::{Limits, Stop};

use super::{Where, analyse::With, read};
use crate::Caps;

#[derive(Deserialize)]
struct Question {
    #[serde(flatten)]
    at: Where,
    #[serde(flatten)]
    with: With,
    /// The most nodes that are wanted.
    most: Option<usize>,
}

/// A requested tree.
pub struct TreeQuestion {
    game: String,
    position: Position,
    description: String,
    limits: Limits,
    most: usize,
}

impl TreeQuestion {
    /// Reads the request.
    ///
    /// # Errors
    ///
    /// [`BadInput`](starboard::BadInput) if there is no such game, position or engine, or it is
    /// not allowed.
    pub fn read(games: &Registry, caps: &Caps, question: &[u8]) -> anyhow::Result<Self> {
        let question: Question = read(question)?;
        let (game, position) = question.at.find(games)?;
        let description = question.with.description(games, caps, &question.at)?;
        let mut limits = game.engine(Some(&description))?.limits(&question.with.limits());
        caps.bound(&mut limits);
        let most = question.most.unwrap_or(caps.tree).clamp(1, caps.tree);
        Ok(Self { game: game.name().to_owned(), position, description, limits, most })
    }

    /// Searches, and records the nodes.
    ///
    /// # Errors
    ///
    /// [`BadInput`](starboard::BadInput) if the engine does not search node by node.
    pub fn answer(&self, games: &Registry, stop: &Stop) -> anyhow::Result<Tree> {
        let game = games.find(&self.game)?;
        record(game, &self.position, &self.description, &self.limits, self.most, stop)
    }
}
