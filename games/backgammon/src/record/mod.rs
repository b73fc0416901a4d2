//! Records of matches and sessions: rolls, moves and cube actions.
//!
//! A [`MatchRecord`] is a list of games, each a list of [`Action`]s. Every reader replays the game
//! with [`State`], so a record that was read is legal from the first roll to the last. `mat` reads
//! and writes the files of Jellyfish (`.mat`), the usual exchange format, `sgf` those of GNU
//! Backgammon; `oldmoves` reads the output of the server FIBS. [`read`] detects the format.
//! [`read_xg`] reads the binary files of eXtreme Gammon.

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

/// Metadata of a match: the property in SGF, and its name in the header of a `.mat` file.
const TAGS: [(&str, &str); 5] =
    [("EV", "Event"), ("RO", "Round"), ("PC", "Site"), ("DT", "EventDate"), ("AN", "Annotator")];

/// An action of a player, cube and dice included.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Rolls these dice and plays this turn; [`Turn::PASS`] if nothing can be played.
    Play(Dice, Turn),
    /// Offers to double the stakes.
    Double,
    /// Takes the double.
    Take,
    /// Takes the double, and redoubles at once, keeping the cube; or answers a beaver with another
    /// one before rolling. Money only.
    Beaver,
    /// Drops the double, and loses what was at stake before it.
    Drop,
    /// This player, on roll or not, resigns 1, 2 or 3 times the cube.
    Resign(Player, u8),
}

/// How a game ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Who won.
    pub winner: Player,
    /// How many points were won, the cube included.
    pub points: u32,
}

/// The setup of a game that does not begin as usual.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The board, from the point of view of the player who begins.
    pub board: Backgammon,
    /// The value of the cube.
    pub cube: u32,
    /// The owner of the cube; `None` while it is in the middle.
    pub owner: Option<Player>,
}

/// Rules that matches and sessions differ in.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The Jacoby rule: in money games, gammons count single while the cube is in the middle.
    pub jacoby: bool,
    /// Whether, in money games, a player who is doubled may redouble at once and keep the cube.
    pub beavers: bool,
    /// The Crawford rule: in a match, there is no cube in the game after a player first comes
    /// within one point of winning it.
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
    /// The actions, in order. Who took each follows from the rules and from who begins.
    pub actions: Vec<Action>,
    /// Who begins.
    pub first: Player,
    /// The setup, if it is not the usual position with the cube in the middle.
    pub setup: Option<Setup>,
    /// How it ended; `None` if the record stops before that.
    pub outcome: Option<Outcome>,
}

impl GameRecord {
    /// The game before any action, without the [Jacoby rule](MatchRecord::is_jacoby), and not as a
    /// [Crawford game](MatchRecord::is_crawford).
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
    /// The length of the match; 0 for a session.
    pub length: u32,
    /// The players' names.
    pub names: [String; 2],
    /// The rules.
    pub rules: Rules,
    /// Further metadata, such as `EventDate`, in the order of the file.
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

    /// What an incomplete match lacks; `None` if it is complete: a player has won it, or it is a
    /// session, which has no defined end.
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

    /// Whether the Jacoby rule applies, which is possible only for money: gammons count single
    /// while the cube is in the middle.
    pub const fn is_jacoby(&self) -> bool {
        self.length == 0 && self.rules.jacoby
    }

    /// Whether beavers are allowed, which is possible only for money: also if there was one in the
    /// record.
    pub fn is_beavers(&self) -> bool {
        let mut actions = self.games.iter().flat_map(|game| &game.actions);
        self.length == 0 && (self.rules.beavers || actions.any(|&action| action == Action::Beaver))
    }

    /// Whether this is the Crawford game, the one without a cube after a player first comes within
    /// one point of winning the match.
    pub fn is_crawford(&self, game: usize) -> bool {
        let score = self.games.get(game).map(|game| game.score);
        score.is_some_and(|score| self.is_crawford_after(&self.games[..game], score))
    }

    /// Whether nobody may double in a game at this score after these games: so it is in the
    /// Crawford game, except that a double does no harm where both players need one point.
    fn forbids_doubles(&self, games: &[GameRecord], score: [u32; 2]) -> bool {
        self.is_crawford_after(games, score) && score[0] != score[1]
    }

    fn is_crawford_after(&self, games: &[GameRecord], score: [u32; 2]) -> bool {
        let one_away = |score: [u32; 2]| self.length > 0 && score.contains(&(self.length - 1));
        self.rules.crawford && one_away(score) && !games.iter().any(|game| one_away(game.score))
    }

    /// The stakes of a game, from the point of view of `player`; `table` is the match equity table.
    ///
    /// # Errors
    ///
    /// If the match is longer than the table, or was over before this game.
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

    /// The Match ID of a game in this state; together with the Position ID of the board it
    /// describes the state completely.
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
