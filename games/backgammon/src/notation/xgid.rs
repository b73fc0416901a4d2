//! XGIDs: a position with cube and match score, in the notation of eXtreme Gammon.

use std::{fmt, str::FromStr};

use starboard_core::{NotationError, Player};

use crate::{BAR, Backgammon, Checkers, Dice, Scoring};

/// The dice or the offer in an XGID.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Roll {
    /// Nothing yet.
    None,
    /// These dice.
    Dice(Dice),
    /// A double is on offer.
    Doubled,
    /// A beaver is on offer.
    Beaver,
    /// A raccoon is on offer.
    Raccoon,
}

/// A parsed XGID. The player at the bottom, with capital letters, is [`Player::First`].
///
/// ```
/// use starboard_backgammon::Xgid;
/// let text = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10";
/// let id: Xgid = text.parse()?;
/// assert_eq!(id.to_string(), text);
/// # Ok::<(), starboard_core::NotationError>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Xgid {
    /// Both players' checkers, each from that player's own point of view.
    pub checkers: [Checkers; 2],
    /// How often the cube was doubled: its value is two to this power, at most 15.
    pub doublings: u8,
    /// Who may double next; `None` if both may.
    pub owner: Option<Player>,
    /// Whose turn it is.
    pub turn: Player,
    /// The dice, or the offer.
    pub roll: Roll,
    /// The scores of both players.
    pub scores: [u16; 2],
    /// In a match, 1 for the Crawford game; at money, 1 for the Jacoby rule
    /// and 2 for beavers, added up.
    pub rules: u8,
    /// The length of the match; 0 for money.
    pub length: u16,
    /// How often the cube may be doubled: its highest value is two to this power, at most 15.
    pub most_doublings: u8,
}

/// The prefix of an XGID, which is optional when reading.
const PREFIX: &str = "XGID=";

impl Xgid {
    /// Whether a text begins like an XGID, or has as many fields as one.
    pub(crate) fn is_one(text: &str) -> bool {
        text.starts_with(PREFIX) || text.matches(':').count() == 9
    }

    /// The XGID of a position: money, or a match to one point, with the cube in
    /// the middle.
    pub fn of(game: &Backgammon) -> Self {
        let checkers = match game.mover {
            Player::First => [game.mine, game.theirs],
            Player::Second => [game.theirs, game.mine],
        };
        Self {
            checkers,
            doublings: 0,
            owner: None,
            turn: game.mover,
            roll: game.dice.map_or(Roll::None, Roll::Dice),
            scores: [0; 2],
            rules: 0,
            length: u16::from(game.scoring == Scoring::Single),
            most_doublings: 10,
        }
    }

    /// The position; every win counts one point if both players need only one.
    ///
    /// # Errors
    ///
    /// If a double or a beaver is on offer, which a position cannot represent, if the position is
    /// impossible, or if dice were rolled after the end.
    pub fn position(&self) -> Result<Backgammon, NotationError> {
        let dice = match self.roll {
            Roll::None => None,
            Roll::Dice(dice) => Some(dice),
            Roll::Doubled | Roll::Beaver | Roll::Raccoon => {
                let what = match self.roll {
                    Roll::Beaver => "a beaver",
                    Roll::Raccoon => "a raccoon",
                    _ => "a double",
                };
                return Err(NotationError::impossible(format!(
                    "{what} is on offer, and positions have no cube"
                )));
            }
        };
        let [first, second] = self.checkers;
        let game = match self.turn {
            Player::First => Backgammon::new(first, second),
            Player::Second => Backgammon::new(second, first),
        }?;
        let single = self.scores.into_iter().all(|score| Some(self.length) == score.checked_add(1));
        let scoring = if single { Scoring::Single } else { Scoring::Money };
        game.with_mover(self.turn).with_dice(dice).with_scoring(scoring).checked()
    }
}

impl fmt::Display for Xgid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = self.checkers;
        f.write_str(PREFIX)?;
        for place in 0..=BAR {
            // The points; each player's bar is next to where it enters.
            let (capital, small) = (first.at(place), second.at(BAR - place));
            let letter = match (place, capital, small) {
                (0, _, n @ 1..) | (1..=24, 0, n @ 1..) => char::from(b'a' + n - 1),
                (1..=25, n @ 1.., _) => char::from(b'A' + n - 1),
                _ => '-',
            };
            write!(f, "{letter}")?;
        }
        let sign = |player| if player == Player::First { 1 } else { -1 };
        let owner = self.owner.map_or(0, sign);
        write!(f, ":{}:{owner}:{}:", self.doublings, sign(self.turn))?;
        match self.roll {
            Roll::None => f.write_str("00"),
            Roll::Dice(dice) => write!(f, "{dice}"),
            Roll::Doubled => f.write_str("D"),
            Roll::Beaver => f.write_str("B"),
            Roll::Raccoon => f.write_str("R"),
        }?;
        let [a, b] = self.scores;
        write!(f, ":{a}:{b}:{}:{}:{}", self.rules, self.length, self.most_doublings)
    }
}

impl FromStr for Xgid {
    type Err = NotationError;

    /// Reads an XGID, with or without `XGID=` before it.
    fn from_str(text: &str) -> Result<Self, NotationError> {
        let text = text.strip_prefix(PREFIX).unwrap_or(text);
        let fields: Vec<&str> = text.split(':').collect();
        let [board, doublings, owner, turn, roll, score, other, rules, length, most] = fields[..]
        else {
            return Err(NotationError::unexpected(
                "an XGID of ten parts with colons between",
                format!("{} parts", fields.len()),
            ));
        };
        let roll = match roll {
            "00" => Roll::None,
            "D" => Roll::Doubled,
            "B" => Roll::Beaver,
            "R" => Roll::Raccoon,
            dice => Roll::Dice(dice.parse()?),
        };
        Ok(Self {
            checkers: checkers(board)?,
            doublings: number(doublings, "the cube, doublings from 0 to 15", 15)? as u8,
            owner: match owner {
                "0" => None,
                _ => Some(player(owner, "the owner of the cube, 1, -1 or 0")?),
            },
            turn: player(turn, "whose turn it is, 1 or -1")?,
            roll,
            scores: [
                number(score, "the score of the player at the bottom", u16::MAX)?,
                number(other, "the score of the player at the top", u16::MAX)?,
            ],
            rules: number(rules, "the rules of the game, from 0 to 3", 3)? as u8,
            length: number(length, "the length of the match", u16::MAX)?,
            most_doublings: number(most, "the largest cube, doublings from 0 to 15", 15)? as u8,
        })
    }
}

fn player(text: &str, what: &str) -> Result<Player, NotationError> {
    match text {
        "1" => Ok(Player::First),
        "-1" => Ok(Player::Second),
        _ => Err(NotationError::unexpected(format!("{what}, in the XGID"), text)),
    }
}

fn number(text: &str, what: &str, most: u16) -> Result<u16, NotationError> {
    let number = text.parse().ok().filter(|&n| n <= most);
    number.ok_or_else(|| NotationError::unexpected(format!("{what}, in the XGID"), text))
}

/// Both players' checkers, from the 26 places of an XGID.
fn checkers(text: &str) -> Result<[Checkers; 2], NotationError> {
    let length = text.chars().count();
    if length != 26 {
        return Err(NotationError::unexpected(
            "26 places, the first part of the XGID",
            format!("{length} places"),
        ));
    }
    let mut sides = [[0; 25]; 2];
    for (i, letter) in text.bytes().enumerate() {
        // `sides` is indexed by the player's own place, less one; the bar is 24.
        match letter {
            b'A'..=b'O' if i > 0 => sides[0][i - 1] = letter - b'A' + 1,
            b'a'..=b'o' if i < 25 => sides[1][24 - i] = letter - b'a' + 1,
            b'-' => {}
            _ => {
                let found = text.chars().nth(i).unwrap_or(letter.into());
                return Err(NotationError::unexpected(
                    format!("\"-\" or a letter for checkers at place {i} of the XGID"),
                    found,
                ));
            }
        }
    }
    let [first, second] = sides;
    Ok([Checkers::on_board(first)?, Checkers::on_board(second)?])
}
