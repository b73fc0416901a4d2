//! The cube: who owns it, and its value.

/// Who may double, from the point of view of the player to move.
#[derive(
    Copy, Clone, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum CubeOwner {
    /// Both players: the cube is in the middle.
    #[default]
    Centred,
    /// The player to move owns the cube.
    Mine,
    /// The other player owns it.
    Theirs,
}

impl CubeOwner {
    /// The same, seen by the other player.
    #[must_use]
    pub const fn flipped(self) -> Self {
        match self {
            Self::Centred => Self::Centred,
            Self::Mine => Self::Theirs,
            Self::Theirs => Self::Mine,
        }
    }
}

/// The value of the cube, and who may turn it.
#[derive(
    Copy, Clone, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize,
)]
pub struct Cube {
    /// How often it was doubled: its value is two to this power.
    pub doublings: u8,
    /// Who may double next.
    pub owner: CubeOwner,
}

impl Cube {
    /// The most doublings that an ID has room for, and the most that are allowed anywhere.
    pub const MOST: u8 = 15;

    /// The most doublings in the game with the cube that is searched, so that values stay small:
    /// there the cube goes up to 64, which is enough for the longest match.
    pub const MOST_SEARCHED: u8 = 6;

    /// The value shown on the cube.
    pub const fn value(self) -> i32 {
        1 << self.doublings
    }

    /// Whether a player who needs `away` points has nothing to gain from doubling: a win at the
    /// present cube is enough.
    pub const fn is_dead_for(self, away: i32) -> bool {
        away <= self.value()
    }

    /// The same, seen by the other player.
    #[must_use]
    pub const fn flipped(self) -> Self {
        Self { owner: self.owner.flipped(), ..self }
    }

    /// The cube after the player to move has doubled and the other player has taken.
    #[must_use]
    pub const fn taken(self) -> Self {
        Self { doublings: self.doublings + 1, owner: CubeOwner::Theirs }
    }
}
