//! Match IDs: score, cube and dice in twelve characters.
//!
//! Sixty-seven bits in base64, as the manual of GNU Backgammon describes.

use std::{fmt, str::FromStr};

use base64::{Engine, engine::general_purpose::STANDARD_NO_PAD};
use starboard_core::{NotationError, Player};

use crate::{Backgammon, Dice, Scoring, position_id};

/// The state of a game.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Stage {
    /// Not started.
    None,
    /// Being played.
    #[default]
    Playing,
    /// Played to its end.
    Over,
    /// Resigned.
    Resigned,
    /// Ended by a double that was dropped.
    Dropped,
}

/// Everything about a match that a Position ID does not say: score, cube, dice.
///
/// Player 0 of an ID is [`Player::First`].
///
/// ```
/// use starboard_backgammon::MatchId;
/// let id: MatchId = "cAnuADAAKAAE".parse()?;
/// assert_eq!((id.length, id.scores), (7, [3, 5]));
/// assert_eq!(id.to_string(), "cAnuADAAKAAE");
/// # Ok::<(), starboard_core::NotationError>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct MatchId {
    /// How often the cube was doubled: its value is two to this power, at most 15.
    pub doublings: u8,
    /// Who may double next; `None` if both may.
    pub owner: Option<Player>,
    /// Who is on roll, or has rolled.
    pub roller: Player,
    /// Whether this is the Crawford game.
    pub crawford: bool,
    /// The state of the game.
    pub stage: Stage,
    /// Who has to decide: not the roller if a double or a resignation is on offer.
    pub turn: Player,
    /// Whether a double is on offer.
    pub doubled: bool,
    /// A resignation on offer: 1 for a single game, 2 for a gammon, 3 for a backgammon; 0 if none
    /// is.
    pub resigned: u8,
    /// The dice, if they were rolled.
    pub dice: Option<Dice>,
    /// The length of the match, below 2^15; 0 for money.
    pub length: u16,
    /// The scores of both players, below 2^15.
    pub scores: [u16; 2],
    /// Whether gammons count single until the cube is turned.
    pub jacoby: bool,
}

/// The layout: how many bits each part has.
const WIDTHS: [u32; 13] = [4, 2, 1, 1, 3, 1, 1, 2, 3, 3, 15, 15, 15];

/// The number of characters of a Match ID.
const LENGTH: usize = 12;

impl MatchId {
    /// The ID that goes with a position: money, or a match to one point, with
    /// the cube in the middle.
    pub fn of(game: &Backgammon) -> Self {
        Self {
            doublings: 0,
            owner: None,
            roller: game.mover,
            crawford: false,
            stage: Stage::Playing,
            turn: game.mover,
            doubled: false,
            resigned: 0,
            dice: game.dice,
            length: u16::from(game.scoring == Scoring::Single),
            scores: [0; 2],
            jacoby: false,
        }
    }

    /// Adds dice, mover and scoring to a position; every win counts one point if both players need
    /// only one.
    ///
    /// # Errors
    ///
    /// If a double or a resignation is on offer, which a position cannot represent, or if dice were
    /// rolled after the end.
    pub fn apply(&self, game: Backgammon) -> Result<Backgammon, NotationError> {
        if self.doubled || self.resigned > 0 {
            let what = if self.doubled { "a double" } else { "a resignation" };
            return Err(NotationError::impossible(format!(
                "{what} is on offer, and positions have no cube"
            )));
        }
        let needs_one = |score: u16| score + 1 == self.length;
        let single = self.scores.into_iter().all(needs_one);
        let scoring = if single { Scoring::Single } else { Scoring::Money };
        game.with_mover(self.roller).with_dice(self.dice).with_scoring(scoring).checked()
    }
}

impl fmt::Display for MatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let owner = self.owner.map_or(3, |player| player.index() as u16);
        let (high, low) = self.dice.map_or((0, 0), |dice| (dice.high(), dice.low()));
        let parts = [
            self.doublings.into(),
            owner,
            self.roller.index() as u16,
            self.crawford.into(),
            self.stage as u16,
            self.turn.index() as u16,
            self.doubled.into(),
            self.resigned.into(),
            high.into(),
            low.into(),
            self.length,
            self.scores[0],
            self.scores[1],
        ];
        let mut word = u128::from(!self.jacoby);
        for (part, width) in parts.into_iter().zip(WIDTHS).rev() {
            word = word << width | u128::from(part) & ((1 << width) - 1);
        }
        f.write_str(&STANDARD_NO_PAD.encode(&word.to_le_bytes()[..9]))
    }
}

impl FromStr for MatchId {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let bytes: [u8; 9] = position_id::letters(text, LENGTH, "a Match ID")?;
        let mut word = [0; 16];
        word[..9].copy_from_slice(&bytes);
        let mut word = u128::from_le_bytes(word);
        let [
            doublings,
            owner,
            roller,
            crawford,
            stage,
            turn,
            doubled,
            resigned,
            a,
            b,
            length,
            scores @ ..,
        ] = WIDTHS.map(|width| {
            let part = (word & ((1 << width) - 1)) as u16;
            word >>= width;
            part
        });
        let bad = |expected: &str, found: u16| {
            NotationError::unexpected(format!("{expected} in the Match ID"), found.to_string())
        };
        let player = |bit| if bit == 0 { Player::First } else { Player::Second };
        let dice = match (a as u8, b as u8) {
            (0, 0) => None,
            (high, low) => Some(
                Dice::new(high, low)
                    .ok_or_else(|| bad("dice from 1 to 6, or none,", 10 * a + b))?,
            ),
        };
        if word > 1 {
            return Err(NotationError::impossible("the Match ID goes on after its last part"));
        }
        Ok(Self {
            doublings: doublings as u8,
            owner: match owner {
                0 | 1 => Some(player(owner)),
                3 => None,
                _ => return Err(bad("0, 1 or 3 for the owner of the cube", owner)),
            },
            roller: player(roller),
            crawford: crawford == 1,
            stage: match stage {
                0 => Stage::None,
                1 => Stage::Playing,
                2 => Stage::Over,
                3 => Stage::Resigned,
                4 => Stage::Dropped,
                _ => return Err(bad("0 to 4 for the state of the game", stage)),
            },
            turn: player(turn),
            doubled: doubled == 1,
            resigned: resigned as u8,
            dice,
            length,
            scores,
            jacoby: word == 0,
        })
    }
}
