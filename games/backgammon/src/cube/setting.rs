//! A position with all that a decision depends on.

use std::sync::Arc;

use starboard_core::{Game, NotationError};

use super::{Crawford, Cube, Stakes};
use crate::{Backgammon, MatchId, Roll, Scoring, Xgid, met::MatchEquity};

/// A position with the cube and what is played for.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// The board, with the dice if they were rolled. Points are counted by the
    /// stakes: it is always that of a game for money.
    pub game: Backgammon,
    /// The cube, before the double if one is on offer.
    pub cube: Cube,
    /// What is played for, seen by the player on roll.
    pub stakes: Stakes,
    /// Whether the player on roll has doubled, and the other is to answer.
    pub offered: bool,
}

impl Setting {
    /// Reads a GNUBGID or XGID with all it says, or a position at money as
    /// [`Backgammon`] reads it.
    ///
    /// # Errors
    ///
    /// As these are read; and if a match is over or longer than `table`.
    pub fn read(text: &str, table: &Arc<MatchEquity>) -> Result<Self, NotationError> {
        let (text, offered) = taken_back(text)?;
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
        Ok(Self { game: game.with_scoring(Scoring::Money), cube, stakes, offered })
    }
}

/// The same position before a double that is on offer, and whether one is.
fn taken_back(text: &str) -> Result<(String, bool), NotationError> {
    let (id, rest) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
    let before = if id.starts_with("XGID=") {
        let id = id.parse::<Xgid>()?;
        (id.roll == Roll::Doubled).then(|| Xgid { roll: Roll::None, ..id }.to_string())
    } else if let Some((position, id)) = id.split_once(':') {
        let id = id.parse::<MatchId>()?;
        let before = MatchId { doubled: false, turn: id.roller, dice: None, ..id };
        id.doubled.then(|| format!("{position}:{before}"))
    } else {
        None
    };
    Ok(match before {
        Some(id) => (format!("{id} {rest}"), true),
        None => (text.to_owned(), false),
    })
}
