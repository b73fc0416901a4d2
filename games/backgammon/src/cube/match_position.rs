//! A position with all that a decision depends on.

use std::sync::Arc;

use starboard_core::{Game, NotationError};

use super::{Crawford, Cube, CubeGame, Stakes};
use crate::{Backgammon, MatchId, Roll, Scoring, Xgid, met::MatchEquity};

/// A position with the cube and what is played for.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchPosition {
    /// The board, with the dice if they were rolled. Points are counted by the
    /// stakes: it is always that of a game for money.
    pub game: Backgammon,
    /// The cube, before the double if one is on offer.
    pub cube: Cube,
    /// What is played for, seen by the player on roll.
    pub stakes: Stakes,
    /// Whether the player on roll has doubled, and the other is to answer.
    pub offered: bool,
    /// Whether a player has offered to give the game up.
    pub resigned: Option<Resigned>,
}

/// An offer to give the game up.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Resigned {
    /// Whether it comes from the player on roll, who may have rolled.
    pub on_roll: bool,
    /// How many times the cube is offered, from 1 to 3.
    pub times: u8,
}

impl MatchPosition {
    /// The position of a game with the cube, before a double if one is on offer; `table` says
    /// what the scores of a match are worth.
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

    /// Reads a GNUBGID or XGID with all it says, or a position at money as
    /// [`Backgammon`] reads it.
    ///
    /// # Errors
    ///
    /// As these are read; and if a match is over or longer than `table`.
    pub fn read(text: &str, table: &Arc<MatchEquity>) -> Result<Self, NotationError> {
        let (text, offered, resigned) = taken_back(text)?;
        let text = text.as_str();
        let game = Backgammon::parse(text)?;
        let id = text.split_whitespace().next().unwrap_or_default();
        let (cube, stakes) = if id.starts_with("XGID=") {
            id.parse::<Xgid>()?.stakes(table)?
        } else if let Some((_, id)) = id.split_once(':') {
            id.parse::<MatchId>()?.stakes(table)?
        } else if game.scoring() == Scoring::Single {
            let (table, crawford) = (table.clone(), Crawford::After);
            (Cube::default(), Stakes::Match { table, mine: 1, theirs: 1, crawford })
        } else {
            (Cube::default(), Stakes::MONEY)
        };
        Ok(Self { game: game.with_scoring(Scoring::Money), cube, stakes, offered, resigned })
    }
}

/// The same position before a double or a resignation that is on offer, whether a
/// double is, and the resignation.
fn taken_back(text: &str) -> Result<(String, bool, Option<Resigned>), NotationError> {
    let (id, rest) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
    if id.starts_with("XGID=") {
        let id = id.parse::<Xgid>()?;
        let again = match id.roll {
            Roll::Beaver => "a beaver is on offer: only doubles can be answered",
            Roll::Raccoon => "a raccoon is on offer: only doubles can be answered",
            Roll::Doubled => {
                let before = Xgid { roll: Roll::None, ..id };
                return Ok((format!("{before} {rest}"), true, None));
            }
            Roll::None | Roll::Dice(_) => return Ok((text.to_owned(), false, None)),
        };
        return Err(NotationError::impossible(again));
    }
    let Some((position, id)) = id.split_once(':') else {
        return Ok((text.to_owned(), false, None));
    };
    let id = id.parse::<MatchId>()?;
    // Whoever is not to answer has resigned.
    let on_roll = id.turn != id.roller;
    let resigned = (id.resigned > 0).then_some(Resigned { on_roll, times: id.resigned });
    let dice = id.dice.filter(|_| !id.doubled);
    let turn = if id.doubled || resigned.is_some() { id.roller } else { id.turn };
    let before = MatchId { doubled: false, resigned: 0, turn, dice, ..id };
    Ok((format!("{position}:{before} {rest}"), id.doubled, resigned))
}
