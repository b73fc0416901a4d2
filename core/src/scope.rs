//! Which moves an ordering learns from.

use crate::Game;

/// The moves that a history or a penalty table keeps count of; it says nothing
/// about the others.
#[derive(
    Copy, Clone, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// Every move.
    #[default]
    All,
    /// Moves that are not [tactical](Game::is_tactical), as is usual in chess
    /// programs: captures have an ordering of their own. In a game without
    /// tactical moves, every move.
    Quiet,
    /// Only tactical moves: a capture history.
    Tactical,
}

impl Scope {
    /// Every scope, by the name it has in a description.
    pub const NAMED: [(&str, Self); 3] =
        [("all", Self::All), ("quiet", Self::Quiet), ("tactical", Self::Tactical)];

    /// Whether `m`, a move of `game`, is one of them.
    pub fn holds<G: Game>(self, game: &G, m: G::Move) -> bool {
        match self {
            Self::All => true,
            Self::Quiet => !game.is_tactical(m),
            Self::Tactical => game.is_tactical(m),
        }
    }
}
