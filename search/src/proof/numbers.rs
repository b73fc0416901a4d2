//! Proof and disproof numbers, and what is known once one of them is zero.

/// The disproof number of what is proven, and the proof number of what is
/// disproven.
pub(super) const INFINITE: u32 = u32::MAX;
/// The highest number of an undecided position.
pub(super) const MOST: u32 = INFINITE - 1;
/// Stands for any number of plies.
pub(super) const EVER: u16 = u16::MAX;
/// Stands for a result that depends on no position before.
pub(super) const NOTHING: u16 = u16::MAX;

/// What is known of a position: the least number of leaves that have to be proven
/// to prove it, and disproven to disprove it (Allis 1994); once one of these is 0,
/// in how many plies.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
    /// If proven, the attacker needs at most this many plies; if disproven, this
    /// many are not enough, and with [`EVER`] no number is.
    pub(super) plies: u16,
    /// The ply of the earliest position of the path that the result depends
    /// on, because lines that return to it were ended there; [`NOTHING`] if it
    /// holds whatever the path.
    pub(super) since: u16,
}

impl Numbers {
    pub(super) const fn open(proof: u32, disproof: u32) -> Self {
        Self { proof, disproof, plies: 0, since: NOTHING }
    }

    pub(super) const fn decided(attained: bool, plies: u16) -> Self {
        let (proof, disproof) = if attained { (0, INFINITE) } else { (INFINITE, 0) };
        Self { proof, disproof, plies, since: NOTHING }
    }

    pub(super) const fn is_proven(self) -> bool {
        self.proof == 0
    }

    pub(super) const fn is_disproven(self) -> bool {
        self.disproof == 0
    }

    pub(super) const fn is_decided(self) -> bool {
        self.is_proven() || self.is_disproven()
    }

    /// Both numbers as the player to move sees them: first the one that it wants to
    /// be 0, then the one that it fears to be 0.
    pub(super) const fn seen(self, attacking: bool) -> (u32, u32) {
        if attacking { (self.proof, self.disproof) } else { (self.disproof, self.proof) }
    }
}

/// One ply more.
pub(super) const fn longer(plies: u16) -> u16 {
    plies.saturating_add(1)
}

/// `x` as the number of an undecided position: at most [`MOST`], whatever was added up.
pub(super) fn finite(x: u64) -> u32 {
    x.min(u64::from(MOST)) as u32
}
