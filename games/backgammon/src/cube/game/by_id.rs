//! The cube and the score of the game with the cube from an XGID or a GNUBGID, or an error about
//! what this game cannot represent.

use starboard_core::{NotationError, Player};

use super::{MOST, Score};
use crate::{
    cube::{Cube, CubeOwner, Stakes, told::Id},
    met::MatchEquity,
};

/// The cube and the score given by the ID and by the words after it, which may add what the ID
/// lacks; `mover` is the player on roll after these words.
pub(super) fn cube_and_score<const MATCH: bool>(
    id: &Id,
    mover: Player,
    cube: Option<Cube>,
    score: Option<Score>,
) -> Result<(Cube, Option<Score>), NotationError> {
    let impossible = |what: String| Err(NotationError::impossible(what));
    let (told, stakes) = id.stakes(&MatchEquity::built_in())?;
    let cube = match cube {
        Some(_) if told != Cube::default() => {
            return impossible("the ID says already where the cube is".to_owned());
        }
        Some(cube) => cube,
        None => told,
    };
    let most = 1 << MOST;
    if cube.value() > most {
        let value = cube.value();
        return impossible(format!(
            "by the ID the cube shows {value}, and in this game it goes up to {most}"
        ));
    }
    let (length, points) = id.score();
    let score = match stakes {
        Stakes::Match { .. } if !MATCH => {
            return impossible(format!(
                "the ID is of a match to {length}, and this game is for money: matches are the \
                 game backgammon-match"
            ));
        }
        Stakes::Match { .. } if score.is_some() => {
            return impossible("the ID says already how the match stands".to_owned());
        }
        Stakes::Match { crawford, .. } => {
            let told = Score::told(length, points, crawford);
            // The score stays with the checkers, as the cube does.
            Some(if mover == id.on_roll() { told } else { told.flipped() })
        }
        Stakes::Money { .. } if MATCH && score.is_none() => {
            return impossible(
                "the ID is of a game for money, and this is a match: after it say match and the \
                 points it goes to, such as match 7, or match 7 3-2"
                    .to_owned(),
            );
        }
        Stakes::Money { jacoby: true, .. } if !MATCH && cube.owner == CubeOwner::Centred => {
            return impossible(
                "by the ID the Jacoby rule is played, and in this game gammons count before the \
                 cube is turned, too"
                    .to_owned(),
            );
        }
        Stakes::Money { beavers: true, .. } if !MATCH => {
            return impossible("by the ID beavers are played, and in this game not".to_owned());
        }
        Stakes::Money { .. } => score,
    };
    // Once a win at the present cube brings all the points needed, the cube is of no use.
    let needed = score.map_or(most, Score::most_away);
    match id.most_doublings() {
        Some(doublings) if 1 << doublings < needed => impossible(format!(
            "by the last part of the XGID the cube goes up to {}, and in this game up to {most}",
            1 << doublings
        )),
        _ => Ok((cube, score)),
    }
}
