//! Matches and sessions as they were played: who rolled what, who played what,
//! and what was done with the cube.
//!
//! A [`MatchRecord`] is a list of games, each a list of [`Action`]s. Every
//! reader plays the game along with [`State`], so a record that was read is
//! legal from the first roll to the last. `mat` reads and writes the files of
//! Jellyfish (`.mat`), which most programs exchange, `sgf` those of GNU
//! Backgammon; `oldmoves` reads the output of the server FIBS. [`read`] finds out
//! which it is. [`read_xg`] reads the files of eXtreme Gammon, which are no text.

mod error;
mod format;
mod line;
mod mat;
mod of_game;
mod oldmoves;
mod sgf;
mod state;
mod steps;
mod xg;

use std::sync::Arc;

use starboard_core::{Game, NotationError, Player};

use crate::{Backgammon, Dice, MatchId, Turn, cube::Stakes, met::MatchEquity};

pub use error::RecordError;
pub use format::{Format, read, read_unfinished, write};
pub use mat::{read_mat, write_mat};
pub use oldmoves::read_oldmoves;
pub use sgf::{read_sgf, write_sgf};
pub use state::{Stage, State};
pub use xg::{is_xg, read_xg};

/// Facts about a match, by the property in SGF and its name in the head of a
/// `.mat` file.
const TAGS: [(&str, &str); 5] =
    [("EV", "Event"), ("RO", "Round"), ("PC", "Site"), ("DT", "EventDate"), ("AN", "Annotator")];

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
    /// Takes the double, and doubles again at once, keeping the cube; or, when
    /// that was done, doubles once more before rolling. Money only.
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

/// What a game begins with that does not begin as usual.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The board, seen by who begins.
    pub board: Backgammon,
    /// What the cube shows.
    pub cube: u32,
    /// Whose the cube is; `None` while it is in the middle.
    pub owner: Option<Player>,
}

/// Rules that matches and sessions differ in.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// At money, gammons count single while the cube is in the middle.
    pub jacoby: bool,
    /// At money, who is doubled may double again at once and keep the cube.
    pub beavers: bool,
    /// In a match, there is no cube in the game that follows when a player first
    /// comes within a point of winning it.
    pub crawford: bool,
}

impl Default for Rules {
    fn default() -> Self {
        Self { jacoby: false, beavers: false, crawford: true }
    }
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
    /// What it begins with, if that is not the usual position with the cube in
    /// the middle.
    pub setup: Option<Setup>,
    /// How it ended; `None` if the record stops before that.
    pub outcome: Option<Outcome>,
}

impl GameRecord {
    /// The game before anything was done, where gammons count
    /// [whatever the cube shows](MatchRecord::is_jacoby) and the cube is
    /// [there to be turned](MatchRecord::is_crawford).
    pub fn start(&self) -> State {
        match &self.setup {
            None => State::start(self.first),
            Some(Setup { board, cube, owner }) => {
                State::resumed(board.with_mover(self.first), *cube, *owner)
            }
        }
    }
}

/// A match, or a session for money.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchRecord {
    /// How many points it goes to; 0 for a session.
    pub length: u32,
    /// The players' names.
    pub names: [String; 2],
    /// The rules.
    pub rules: Rules,
    /// Further facts about it, such as `EventDate`, in the order of the file.
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

    /// What a match that breaks off would go on with; `None` where it is whole: somebody has
    /// won it, or it is a session, which has no end of its own.
    pub fn missing(&self) -> Option<String> {
        let score = self.score();
        if self.length == 0 || score.iter().any(|&points| points >= self.length) {
            return None;
        }
        Some(match self.games.last() {
            Some(GameRecord { outcome: None, .. }) => "the game to go on".to_owned(),
            _ => format!("a game at {} to {} in a match to {}", score[0], score[1], self.length),
        })
    }

    /// Whether gammons count single while the cube is in the middle, as they can at money.
    pub const fn is_jacoby(&self) -> bool {
        self.length == 0 && self.rules.jacoby
    }

    /// Whether who is doubled may double again at once, as they can at money: where there was a
    /// beaver, there may be more.
    pub fn is_beavers(&self) -> bool {
        let mut actions = self.games.iter().flat_map(|game| &game.actions);
        self.length == 0 && (self.rules.beavers || actions.any(|&action| action == Action::Beaver))
    }

    /// Whether this game is the one without a cube that follows when a player
    /// first comes within a point of winning the match.
    pub fn is_crawford(&self, game: usize) -> bool {
        let score = self.games.get(game).map(|game| game.score);
        score.is_some_and(|score| self.is_crawford_after(&self.games[..game], score))
    }

    /// Whether nobody may double in a game at this score after these: in the Crawford game,
    /// but where both players need one point a double does no harm.
    fn forbids_doubles(&self, games: &[GameRecord], score: [u32; 2]) -> bool {
        self.is_crawford_after(games, score) && score[0] != score[1]
    }

    fn is_crawford_after(&self, games: &[GameRecord], score: [u32; 2]) -> bool {
        let one_away = |score: [u32; 2]| self.length > 0 && score.contains(&(self.length - 1));
        self.rules.crawford && one_away(score) && !games.iter().any(|game| one_away(game.score))
    }

    /// What a game is played for, seen by `player`; the table says what scores
    /// are worth.
    ///
    /// # Errors
    ///
    /// If the match is longer than tables go, or over before this game.
    pub fn stakes(
        &self,
        game: usize,
        player: Player,
        table: &Arc<MatchEquity>,
    ) -> Result<Stakes, NotationError> {
        if self.length == 0 {
            return Ok(Stakes::money(self.rules.jacoby, self.is_beavers()));
        }
        let number = |points: u32| u16::try_from(points).unwrap_or(u16::MAX);
        let score = self.games.get(game).map_or_else(|| self.score(), |game| game.score);
        let crawford = self.is_crawford(game);
        Stakes::of_match(table, number(self.length), score.map(number), crawford, player)
    }

    /// The Match ID of a game at a state of it; with the Position ID of its board
    /// it says all there is to say.
    pub fn match_id(&self, game: usize, state: &State, dice: Option<Dice>) -> MatchId {
        let number = |points: u32| u16::try_from(points).unwrap_or(u16::MAX);
        let roller = state.board.mover();
        MatchId {
            doublings: state.cube_of_mover().doublings,
            owner: state.owner,
            roller,
            crawford: self.is_crawford(game),
            stage: match state.stage {
                Stage::Over(_) => crate::Stage::Over,
                Stage::Roll | Stage::Doubled => crate::Stage::Playing,
            },
            turn: state.actor().unwrap_or(roller),
            doubled: state.stage == Stage::Doubled,
            resigned: 0,
            dice,
            length: number(self.length),
            scores: self.games.get(game).map_or([0; 2], |game| game.score.map(number)),
            jacoby: self.rules.jacoby,
        }
    }
}
