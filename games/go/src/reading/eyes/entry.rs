//! The status of a shape with stones in it.

use crate::Success;

/// The numbers of outside liberties that are distinguished: none, one, ... and one less than this,
/// or more.
pub(super) const LIBERTIES: usize = 5;
/// The bit of moves that stands for a pass, or a move elsewhere.
pub(super) const PASS: u8 = 7;
/// Shapes have no more cells than this.
pub(crate) const MOST: usize = 7;

/// How well the attacker succeeds, and the best moves of the player to move.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(super) struct Half {
    /// How well the attacker succeeds in capturing the wall.
    pub(super) success: Success,
    /// A bit for each cell, and [`PASS`]: the attacker's moves that succeed as well as this, or
    /// the owner's moves that hold the attacker to it. None if the attacker fails, or if its
    /// success is certain.
    pub(super) moves: u8,
}

/// Both cases: the attacker plays first, and the owner plays first.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(super) struct Entry {
    pub(super) attacked: Half,
    pub(super) defended: Half,
}

/// Success as a number, and back.
pub(super) const LEVELS: [Success; 4] =
    [Success::No, Success::KoWithThreat, Success::Ko, Success::Yes];

impl Entry {
    /// The entry in twenty bits.
    pub(super) fn packed(&self) -> u32 {
        let half = |half: &Half| {
            let level = LEVELS.iter().position(|&level| level == half.success).unwrap_or(0);
            (level as u32) << 8 | u32::from(half.moves)
        };
        half(&self.attacked) << 10 | half(&self.defended)
    }

    /// What such bits say.
    pub(super) const fn unpacked(bits: u32) -> Self {
        const fn half(bits: u32) -> Half {
            Half { success: LEVELS[(bits >> 8 & 3) as usize], moves: bits as u8 }
        }
        Self { attacked: half(bits >> 10), defended: half(bits) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_come_back() {
        for bits in (0..1 << 20).step_by(37) {
            assert_eq!(Entry::unpacked(bits).packed(), bits);
        }
    }
}
