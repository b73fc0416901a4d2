//! What is known of a shape with stones in it.

use crate::Success;

/// Liberties outside that are told apart: none, one, ... and so many or more.
pub(super) const LIBERTIES: usize = 5;
/// The bit of moves that stands for a pass, or a move elsewhere.
pub(super) const PASS: u8 = 7;
/// Shapes have no more cells than this.
pub(crate) const MOST: usize = 7;

/// How well the attacker does, and the moves of the player to move that are best.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(super) struct Half {
    /// How well the attacker does in capturing the wall.
    pub(super) success: Success,
    /// By the numbers of the cells, and [`PASS`]: of the attacker those with which it does as
    /// well; of the owner those that hold it to that. None where the attacker fails, or its
    /// success is certain.
    pub(super) moves: u8,
}

/// Both: if the attacker plays first, and if the owner does.
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
