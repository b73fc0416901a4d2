//! Matches and sessions as they were played: who rolled what, who played what,
//! and what was done with the cube.
//!
//! A [`MatchRecord`] is a list of games, each a list of [`Action`]s. Every
//! reader plays the game along with [`State`], so a record that was read is
//! legal from the first roll to the last; `mat` reads and writes the files of
//! Jellyfish (`.mat`), which most programs exchange.

mod error;
mod mat;
mod state;

use starboard_core::Player;

use crate::{Dice, Turn};

pub use error::RecordError;
pub use mat::{read_mat, write_mat};
pub use state::{Stage, State};

/// What a player does, cube and dice included.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Rolls these dice and plays them like this; [`Turn::PASS`] where nothing
    /// can be played.
    Play(Dice, Turn),
    /// Offers to double the stakes.
    Double,
    /// Takes the double.
    Take,
    /// Takes the double, and doubles again at once, keeping the cube. Money
    /// only.
    Beaver,
    /// Refuses the double, and loses what was at stake before it.
    Drop,
    /// This player, on roll or not, gives the game up as lost by 1, 2 or 3 times
    /// the cube.
    Resign(Player, u8),
}

/// How a game ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Who won.
    pub winner: Player,
    /// How many points, the cube included.
    pub points: u32,
}

/// A game of a match or session.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameRecord {
    /// The score before it, by player.
    pub score: [u32; 2],
    /// What was done, in order. Who did it follows from the rules, but for who
    /// begins.
    pub actions: Vec<Action>,
    /// Who begins.
    pub first: Player,
    /// How it ended; `None` if the record stops before that.
    pub outcome: Option<Outcome>,
}

/// A match, or a session for money.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchRecord {
    /// How many points it goes to; 0 for a session.
    pub length: u32,
    /// The players' names.
    pub names: [String; 2],
    /// What else is known of it, such as `EventDate`, in the order of the file.
    pub tags: Vec<(String, String)>,
    /// The games.
    pub games: Vec<GameRecord>,
}

impl MatchRecord {
    /// The score after the last game.
    pub fn score(&self) -> [u32; 2] {
        let Some(game) = self.games.last() else { return [0, 0] };
        let mut score = game.score;
        if let Some(Outcome { winner, points }) = game.outcome {
            score[winner.index()] = score[winner.index()].saturating_add(points);
        }
        score
    }

    /// Whether this game is the one without a cube that follows when a player
    /// first comes within a point of winning the match.
    pub fn is_crawford(&self, game: usize) -> bool {
        let one_away =
            |game: &GameRecord| self.length > 0 && game.score.contains(&(self.length - 1));
        self.games.get(game).is_some_and(one_away) && !self.games[..game].iter().any(one_away)
    }
}
