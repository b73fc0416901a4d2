//! A position with everything that a decision depends on.

use std::sync::Arc;

use starboard_core::{Game, NotationError};

use super::{Crawford, Cube, CubeGame, Stakes, told::Told};
use crate::{Backgammon, Scoring, met::MatchEquity};

/// A position with the cube and the stakes.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchPosition {
    /// The board, with the dice if they were rolled. Its scoring is always that of a money game, as
    /// the stakes say what points are worth.
    pub game: Backgammon,
    /// The cube; if a double is on offer, as it was before the double.
    pub cube: Cube,
    /// The stakes, from the point of view of the player on roll.
    pub stakes: Stakes,
    /// Whether the player on roll has doubled, and the other is to answer.
    pub offered: bool,
    /// The resignation on offer, if any.
    pub resigned: Option<Resigned>,
}

/// An offer to resign.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Resigned {
    /// Whether it comes from the player on roll, who may have rolled already.
    pub on_roll: bool,
    /// How many times the value of the cube is offered: 1 to 3.
    pub times: u8,
}

impl MatchPosition {
    /// The position of a game with the cube; `table` is the match equity table.
    pub fn of_cube_game<const MATCH: bool>(
        game: &CubeGame<MATCH>,
        table: &Arc<MatchEquity>,
    ) -> Self {
        Self {
            game: *game.on_board(),
            cube: game.cube(),
            stakes: game.stakes(table),
            offered: game.is_doubled(),
            resigned: None,
        }
    }

    /// Whether a position without cube and score would say the same: nothing is on offer, and it is
    /// either a money game by the usual rules with the cube in the middle at 1, or a match in which
    /// both players need one point, where the cube is of no use.
    pub fn is_plain(&self) -> bool {
        let plain = match &self.stakes {
            Stakes::Money { jacoby, beavers, .. } => {
                !jacoby && !beavers && self.cube == Cube::default()
            }
            stakes @ Stakes::Match { .. } => stakes.away() == Some([1, 1]),
        };
        plain && !self.offered && self.resigned.is_none()
    }

    /// Reads a GNUBGID or XGID with everything it says, or a position of a money game as
    /// [`Backgammon`] reads it.
    ///
    /// # Errors
    ///
    /// If the text cannot be read, or if a match is over or longer than `table`.
    pub fn read(text: &str, table: &Arc<MatchEquity>) -> Result<Self, NotationError> {
        let Told { board, id, offered, resigned } = Told::read(text)?;
        let game = Backgammon::parse(&board)?;
        let (cube, stakes) = if let Some(id) = id {
            id.stakes(table)?
        } else if game.scoring() == Scoring::Single {
            let (table, crawford) = (table.clone(), Crawford::After);
            (Cube::default(), Stakes::Match { table, mine: 1, theirs: 1, crawford })
        } else {
            (Cube::default(), Stakes::MONEY)
        };
        Ok(Self { game: game.with_scoring(Scoring::Money), cube, stakes, offered, resigned })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_says_no_more_than_a_board_is_plain() {
        let xgid = |rest: &str| format!("XGID=-b----E-C---eE---c-e----B-{rest}");
        for (text, plain) in [
            ("start 31".to_owned(), true),
            ("start single".to_owned(), true),
            (xgid(":0:0:1:31:0:0:0:0:10"), true),
            (xgid(":0:0:1:31:4:4:0:5:10"), true),
            (xgid(":0:0:1:31:0:0:1:0:10"), false),
            (xgid(":0:0:1:31:0:0:2:0:10"), false),
            (xgid(":1:1:1:31:0:0:0:0:10"), false),
            (xgid(":0:0:1:D:0:0:0:0:10"), false),
            (xgid(":0:0:1:31:1:0:0:5:10"), false),
        ] {
            let position = MatchPosition::read(&text, &MatchEquity::built_in());
            assert_eq!(position.map(|position| position.is_plain()), Ok(plain), "{text}");
        }
    }
}
