//! The score of a match.

use std::{fmt, sync::Arc};

use starboard_core::{NotationError, Player};

use crate::{
    cube::{Crawford, Stakes},
    met::MatchEquity,
};

/// The points of both players in a match, before the game being played.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Score {
    length: u8,
    points: [u8; 2],
    crawford: Crawford,
}

impl Score {
    /// The score of a match to one point.
    pub(super) const LAST: Self = Self { length: 1, points: [0; 2], crawford: Crawford::After };

    /// The score 0-0 in a match to `length` points, 1 to 64.
    pub fn start(length: u8) -> Self {
        let length = length.clamp(1, MatchEquity::LONGEST as u8);
        let crawford = if length == 1 { Crawford::After } else { Crawford::Before };
        Self { length, points: [0; 2], crawford }
    }

    /// The length of the match.
    pub const fn length(self) -> u8 {
        self.length
    }

    /// The points of the first and of the second player.
    pub const fn points(self) -> [u8; 2] {
        self.points
    }

    /// How many points the player needs.
    pub fn away(self, player: Player) -> i32 {
        i32::from(self.length) - i32::from(self.points[player.index()])
    }

    /// How many points the trailing player needs.
    pub(super) fn most_away(self) -> i32 {
        self.away(Player::First).max(self.away(Player::Second))
    }

    /// Whether both players need one point, so that every win is worth the same.
    pub(super) fn is_last(self) -> bool {
        self.one_away() == 2
    }

    /// Who has won the match.
    pub fn winner(self) -> Option<Player> {
        [Player::First, Player::Second].into_iter().find(|&player| self.away(player) <= 0)
    }

    /// Whether nobody may double in this game.
    pub fn is_crawford(self) -> bool {
        self.crawford == Crawford::Now
    }

    /// Where the match is relative to its Crawford game.
    pub const fn crawford(self) -> Crawford {
        self.crawford
    }

    /// The score after a game in which `player` has won `points` points.
    #[must_use]
    pub fn won(mut self, player: Player, points: u32) -> Self {
        // Points beyond the match length are kept, although they count for nothing.
        let own = &mut self.points[player.index()];
        *own = (u32::from(*own) + points).min(u8::MAX.into()) as u8;
        self.crawford = match (self.crawford, self.one_away()) {
            (Crawford::Before, 0) if self.winner().is_none() => Crawford::Before,
            (Crawford::Before, 1) if self.winner().is_none() => Crawford::Now,
            _ => Crawford::After,
        };
        self
    }

    /// How many of the players need one point.
    fn one_away(self) -> usize {
        self.points.into_iter().filter(|&points| points + 1 == self.length).count()
    }

    /// The score with the players exchanged.
    pub(super) fn flipped(self) -> Self {
        let [first, second] = self.points;
        Self { points: [second, first], ..self }
    }

    /// The stakes of a game at this score, from the point of view of `player`.
    pub fn stakes(self, table: &Arc<MatchEquity>, player: Player) -> Stakes {
        Stakes::Match {
            table: table.clone(),
            mine: self.away(player),
            theirs: self.away(player.other()),
            crawford: self.crawford,
        }
    }

    /// A number that is unique to this score, below 2^25.
    pub(super) fn key(self) -> u64 {
        let [first, second] = self.points.map(u64::from);
        u64::from(self.length) | first << 7 | second << 15 | (self.crawford as u64) << 23
    }

    /// Reads the length and the points, 0-0 if not given.
    pub(super) fn read(length: Option<&str>, points: Option<&str>) -> Result<Self, NotationError> {
        let text = length.unwrap_or_default();
        let longest = MatchEquity::LONGEST as u8;
        let length = text.parse().ok().filter(|length| (1..=longest).contains(length));
        let length: u8 = length.ok_or_else(|| {
            let what = format!("how many points the match goes to, 1 to {longest}");
            NotationError::unexpected(what, text)
        })?;
        let text = points.unwrap_or("0-0");
        let both = text
            .split_once('-')
            .and_then(|(first, second)| Some([first.parse().ok()?, second.parse().ok()?]));
        let points = both.filter(|points: &[u8; 2]| points.iter().any(|&won| won < length));
        let points = points.ok_or_else(|| {
            let what = format!("the points of both players, one of them below {length}");
            NotationError::unexpected(what, text)
        })?;
        let score = Self { length, points, crawford: Crawford::Before };
        let after = score.one_away() > 0 || score.winner().is_some();
        Ok(if after { Self { crawford: Crawford::After, ..score } } else { score })
    }

    /// The score in an ID, of a match that is not over and no longer than match equity tables are.
    pub(super) fn told(length: u16, points: [u16; 2], crawford: Crawford) -> Self {
        Self { length: length as u8, points: points.map(|points| points as u8), crawford }
    }

    /// The same score in the Crawford game.
    pub(super) fn in_crawford(self) -> Result<Self, NotationError> {
        if self.one_away() != 1 || self.winner().is_some() {
            let what = "the Crawford game is the first in which somebody needs one point";
            return Err(NotationError::impossible(what));
        }
        Ok(Self { crawford: Crawford::Now, ..self })
    }

    /// The notation, as [`read`](Self::read) reads it.
    pub(super) fn text(self) -> String {
        let [first, second] = self.points;
        let crawford = if self.is_crawford() { " crawford" } else { "" };
        format!("match {} {first}-{second}{crawford}", self.length)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = self.points;
        write!(f, "match to {}, X {first}, O {second}", self.length)?;
        f.write_str(if self.is_crawford() { ", Crawford game" } else { "" })
    }
}
