//! The notation of positions: `4HPwATDgc/ABMA 31 second single`.

use starboard_core::{NotationError, Player};

use crate::{Backgammon, Dice, MatchId, Scoring, Xgid, position_id};

/// What other programs write before a Position ID or a GNUBGID.
const LABELS: [&str; 4] = ["GNUBGID=", "GNUBGID:", "GNUBGID ", "Position ID:"];

/// The text of a position without a label such as `GNUBGID=`.
pub(crate) fn without_label(text: &str) -> &str {
    let text = text.trim();
    LABELS.iter().find_map(|label| text.strip_prefix(label)).map_or(text, str::trim_start)
}

impl Backgammon {
    /// Reads a Position ID, followed, where it applies, by the dice, `second` if the second player
    /// is to move, `single` if every win counts one point, and `hypergammon` if each player has
    /// three checkers. `start` is the start of the game, `nackgammon` and `hypergammon` that of the
    /// variant. Instead, an XGID or a GNUBGID (`PositionID:MatchID`) may give all this; labels that
    /// other programs write before these, such as `GNUBGID`, are accepted.
    pub(crate) fn read(text: &str) -> Result<Self, NotationError> {
        let mut words = without_label(text).split_whitespace();
        let first = words
            .next()
            .ok_or_else(|| NotationError::truncated("a Position ID, GNUBGID, XGID or \"start\""))?;
        let mut game = if first == "start" {
            Self::START
        } else if first == "nackgammon" {
            Self::NACKGAMMON
        } else if first == "hypergammon" {
            Self::HYPERGAMMON
        } else if Xgid::is_one(first) {
            first.parse::<Xgid>()?.position()?
        } else if first.contains(':') {
            read_gnubgid(first)?
        } else {
            let (mine, theirs) = position_id::read(first)?;
            Self::new(mine, theirs)?
        };
        for word in words {
            match word {
                "first" => game.mover = Player::First,
                "second" => game.mover = Player::Second,
                "single" => game.scoring = Scoring::Single,
                "money" => game.scoring = Scoring::Money,
                "hypergammon" => {
                    (game.mine, game.theirs) =
                        (game.mine.of_hypergammon()?, game.theirs.of_hypergammon()?);
                }
                _ if word.starts_with(|c: char| c.is_ascii_digit()) => {
                    game.dice = Some(word.parse::<Dice>()?);
                }
                _ => {
                    return Err(NotationError::unexpected(
                        "dice, \"second\", \"single\" or \"hypergammon\" after the position",
                        word,
                    ));
                }
            }
        }
        game.checked()
    }

    /// Refuses dice after the end of the game.
    pub(crate) fn checked(self) -> Result<Self, NotationError> {
        if self.dice.is_some() && (self.mine.all_off() || self.theirs.all_off()) {
            return Err(NotationError::impossible("dice were rolled after the end of the game"));
        }
        Ok(self)
    }

    /// Writes what [`read`](Self::read) reads.
    pub(crate) fn write(&self) -> String {
        let mut text = position_id::write(self.mine, self.theirs);
        if let Some(dice) = self.dice {
            text += &format!(" {dice}");
        }
        if self.mover == Player::Second {
            text += " second";
        }
        if self.scoring == Scoring::Single {
            text += " single";
        }
        if self.is_hypergammon() {
            text += " hypergammon";
        }
        text
    }
}

/// Reads `PositionID:MatchID`.
fn read_gnubgid(text: &str) -> Result<Backgammon, NotationError> {
    let Some((position, rest)) = text.split_once(':') else {
        return Err(NotationError::truncated("a Match ID after the Position ID"));
    };
    let (mine, theirs) = position_id::read(position)?;
    rest.parse::<MatchId>()?.apply(Backgammon::new(mine, theirs)?)
}
