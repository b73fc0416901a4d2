//! The stakes: points, or a match.

use std::sync::Arc;

use super::{Cube, CubeOwner};
use crate::{MatchId, Xgid, met::MatchEquity};
use starboard_core::{NotationError, Player};

/// Where a match is relative to its Crawford game.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Crawford {
    /// The Crawford game is still to come.
    #[default]
    Before,
    /// This is the Crawford game.
    Now,
    /// The Crawford game is over.
    After,
}

/// The stakes of a game, from the point of view of the player to move.
#[derive(Clone, Debug, PartialEq)]
pub enum Stakes {
    /// A money game, for points.
    Money {
        /// Whether gammons count single while the cube is in the middle.
        jacoby: bool,
        /// Whether a player who is doubled may redouble at once and keep the cube.
        beavers: bool,
        /// How often the cube may be doubled, at most [`Cube::MOST`] times.
        most_doublings: u8,
    },
    /// A game of a match.
    Match {
        /// The match equity table.
        table: Arc<MatchEquity>,
        /// How many points away the player to move is.
        mine: i32,
        /// How many points away the other player is.
        theirs: i32,
        /// Where the match is relative to the Crawford game.
        crawford: Crawford,
    },
}

impl Default for Stakes {
    fn default() -> Self {
        Self::MONEY
    }
}

impl Stakes {
    /// A money game without the Jacoby rule and beavers.
    pub const MONEY: Self = Self::money(false, false);

    /// A money game with the highest limit of the cube.
    pub const fn money(jacoby: bool, beavers: bool) -> Self {
        Self::Money { jacoby, beavers, most_doublings: Cube::MOST }
    }

    /// The utility of winning `points` points for the player to move, or of losing them if
    /// negative: in a money game the points themselves, in a match the chance to win it minus the
    /// chance to lose it.
    ///
    /// So it is the negative of the other player's utility, and it can be averaged.
    pub fn utility(&self, points: i32) -> f64 {
        match self {
            Self::Money { .. } => f64::from(points),
            Self::Match { table, mine, theirs, crawford } => {
                // Unless it is still to come, the Crawford game is over after this game.
                let over = *crawford != Crawford::Before;
                let chance = if points < 0 {
                    table.chance(*mine, theirs + points, over)
                } else {
                    table.chance(mine - points, *theirs, over)
                };
                2.0 * chance - 1.0
            }
        }
    }

    /// The utility converted to equity: 1 for winning the value of the cube, -1 for losing it.
    pub fn equity(&self, utility: f64, cube: i32) -> f64 {
        let (won, lost) = (self.utility(cube), self.utility(-cube));
        (2.0 * utility - won - lost) / (won - lost)
    }

    /// The utility for this equity: the inverse of [`equity`](Self::equity).
    pub fn utility_of(&self, equity: f64, cube: i32) -> f64 {
        let (won, lost) = (self.utility(cube), self.utility(-cube));
        (equity * (won - lost) + won + lost) / 2.0
    }

    /// The utility converted to the chance to win the match; `None` for money.
    pub fn match_chance(&self, utility: f64) -> Option<f64> {
        matches!(self, Self::Match { .. }).then_some((utility + 1.0) / 2.0)
    }

    /// The chance to win the match before this game; `None` for money.
    pub fn chance_before(&self) -> Option<f64> {
        let Self::Match { table, mine, theirs, crawford } = self else { return None };
        Some(table.chance(*mine, *theirs, *crawford == Crawford::After))
    }

    /// The points that the player to move and the other player need; `None` for money.
    pub const fn away(&self) -> Option<[i32; 2]> {
        match self {
            Self::Money { .. } => None,
            Self::Match { mine, theirs, .. } => Some([*mine, *theirs]),
        }
    }

    /// How often the cube may be doubled.
    pub const fn most_doublings(&self) -> u8 {
        match self {
            Self::Money { most_doublings, .. } => *most_doublings,
            Self::Match { .. } => Cube::MOST,
        }
    }

    /// The cube values from which on the cube is of no more use to the player to move and to the
    /// other player: in a match the points that they need, for money the highest value.
    pub const fn last_cubes(&self) -> [i32; 2] {
        match self {
            Self::Money { most_doublings, .. } => [1 << *most_doublings; 2],
            Self::Match { mine, theirs, .. } => [*mine, *theirs],
        }
    }

    /// Whether nobody may double in this game.
    pub const fn without_cube(&self) -> bool {
        matches!(self, Self::Match { crawford: Crawford::Now, .. })
    }

    /// Whether gammons count single while the cube is in the middle.
    pub const fn jacoby(&self) -> bool {
        matches!(self, Self::Money { jacoby: true, .. })
    }

    /// The same stakes, from the point of view of the other player.
    #[must_use]
    pub fn flipped(&self) -> Self {
        match self {
            Self::Money { .. } => self.clone(),
            Self::Match { table, mine, theirs, crawford } => Self::Match {
                table: table.clone(),
                mine: *theirs,
                theirs: *mine,
                crawford: *crawford,
            },
        }
    }

    /// The stakes of a match with this score, for `player`.
    ///
    /// # Errors
    ///
    /// If the match is over or longer than the table.
    pub(crate) fn of_match(
        table: &Arc<MatchEquity>,
        length: u16,
        scores: [u16; 2],
        crawford: bool,
        player: Player,
    ) -> Result<Self, NotationError> {
        if usize::from(length) > MatchEquity::LONGEST {
            return Err(NotationError::impossible(format!(
                "a match to {length} points: tables go to {}",
                MatchEquity::LONGEST
            )));
        }
        let [mine, theirs] = [player, player.other()]
            .map(|player| i32::from(length) - i32::from(scores[player.index()]));
        if mine < 1 || theirs < 1 {
            return Err(NotationError::impossible("the match is over"));
        }
        let crawford = match (mine, theirs) {
            // Both need one point: doubling makes no difference.
            (1, 1) => Crawford::After,
            (1, _) | (_, 1) if crawford => Crawford::Now,
            (1, _) | (_, 1) => Crawford::After,
            _ if crawford => {
                let what = "the Crawford game is the first in which somebody needs one point";
                return Err(NotationError::impossible(what));
            }
            _ => Crawford::Before,
        };
        Ok(Self::Match { table: table.clone(), mine, theirs, crawford })
    }
}

/// The cube and the stakes of an ID, from the point of view of the player who is on roll or has
/// rolled.
pub type CubeAndStakes = (Cube, Stakes);

impl MatchId {
    /// The cube and the stakes, from the point of view of the player on roll.
    ///
    /// # Errors
    ///
    /// If the match is over or longer than the table.
    pub fn stakes(&self, table: &Arc<MatchEquity>) -> Result<CubeAndStakes, NotationError> {
        let cube = cube(self.doublings, self.owner, self.roller);
        let stakes = match self.length {
            0 => Stakes::money(self.jacoby, false),
            length => Stakes::of_match(table, length, self.scores, self.crawford, self.roller)?,
        };
        Ok((cube, stakes))
    }
}

impl Xgid {
    /// The cube and the stakes, from the point of view of the player whose turn it is.
    ///
    /// # Errors
    ///
    /// If the match is over or longer than the table.
    pub fn stakes(&self, table: &Arc<MatchEquity>) -> Result<CubeAndStakes, NotationError> {
        let cube = cube(self.doublings, self.owner, self.turn);
        let stakes = match self.length {
            0 => Stakes::money(self.rules & 1 != 0, self.rules & 2 != 0),
            length => Stakes::of_match(table, length, self.scores, self.rules == 1, self.turn)?,
        };
        Ok((cube, stakes))
    }
}

fn cube(doublings: u8, owner: Option<Player>, player: Player) -> Cube {
    let owner = match owner {
        None => CubeOwner::Centred,
        Some(owner) if owner == player => CubeOwner::Mine,
        Some(_) => CubeOwner::Theirs,
    };
    Cube { doublings, owner }
}
