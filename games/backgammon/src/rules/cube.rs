//! Where the cube is, and what it shows.

/// Who may double, seen by the player to move.
#[derive(
    Copy, Clone, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum CubeOwner {
    /// Both may.
    #[default]
    Centred,
    /// The player to move has the cube.
    Mine,
    /// The other player has it.
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

/// What the cube shows, and who may turn it.
#[derive(
    Copy, Clone, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize,
)]
pub struct Cube {
    /// How often it was doubled: it shows two to this power.
    pub doublings: u8,
    /// Who may double next.
    pub owner: CubeOwner,
}

impl Cube {
    /// The most doublings that an ID has room for, and the most that are played anywhere.
    pub const MOST: u8 = 15;

    /// The most doublings in the game that is searched with its cube, so that values stay small:
    /// there it goes up to 64, which is all that the longest match has use for.
    pub const MOST_SEARCHED: u8 = 6;

    /// The number on the cube.
    pub const fn value(self) -> i32 {
        1 << self.doublings
    }

    /// Whether a player who needs so many points has nothing to gain by a double: the cube as
    /// it is brings them all.
    pub const fn is_dead_for(self, away: i32) -> bool {
        away <= self.value()
    }

    /// The same, seen by the other player.
    #[must_use]
    pub const fn flipped(self) -> Self {
        Self { owner: self.owner.flipped(), ..self }
    }

    /// The cube after the player to move has doubled and the other has taken.
    #[must_use]
    pub const fn taken(self) -> Self {
        Self { doublings: self.doublings + 1, owner: CubeOwner::Theirs }
    }
}
