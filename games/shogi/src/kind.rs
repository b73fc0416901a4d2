//! The kinds of pieces, and how they are written.

use std::fmt;

/// What a piece is, promoted or not.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Kind {
    /// Fuhyō, one step ahead.
    Pawn,
    /// Kyōsha, any number of steps ahead.
    Lance,
    /// Keima, jumps two ahead and one aside.
    Knight,
    /// Ginshō, one step ahead or diagonally.
    Silver,
    /// Kakugyō, any number of steps diagonally.
    Bishop,
    /// Hisha, any number of steps along a file or a rank.
    Rook,
    /// Kinshō, one step anywhere but diagonally back.
    Gold,
    /// Gyokushō or ōshō, one step anywhere.
    King,
    /// A promoted pawn (tokin), moves like a gold.
    Tokin,
    /// A promoted lance, moves like a gold.
    ProLance,
    /// A promoted knight, moves like a gold.
    ProKnight,
    /// A promoted silver, moves like a gold.
    ProSilver,
    /// A promoted bishop (ryūma): a bishop, or one step straight.
    Horse,
    /// A promoted rook (ryūō): a rook, or one step diagonally.
    Dragon,
}

impl Kind {
    /// Every kind, in the order of their numbers.
    pub const ALL: [Self; 14] = [
        Self::Pawn,
        Self::Lance,
        Self::Knight,
        Self::Silver,
        Self::Bishop,
        Self::Rook,
        Self::Gold,
        Self::King,
        Self::Tokin,
        Self::ProLance,
        Self::ProKnight,
        Self::ProSilver,
        Self::Horse,
        Self::Dragon,
    ];

    /// The kinds that can be held in hand, from the pawn to the gold.
    pub const IN_HAND: [Self; 7] =
        [Self::Pawn, Self::Lance, Self::Knight, Self::Silver, Self::Bishop, Self::Rook, Self::Gold];

    /// Its place in [`ALL`](Self::ALL), below 14; that of a kind that can be
    /// held in hand is below 7.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Whether it has been promoted.
    #[inline]
    pub const fn is_promoted(self) -> bool {
        self as u8 > Self::King as u8
    }

    /// What it is after promotion; `None` for golds, kings and what is promoted
    /// already.
    #[inline]
    pub const fn promoted(self) -> Option<Self> {
        let index = self.index();
        if index < Self::Gold.index() { Some(Self::ALL[index + 8]) } else { None }
    }

    /// What it was before promotion, which is also what it becomes in hand.
    #[inline]
    pub const fn base(self) -> Self {
        if self.is_promoted() { Self::ALL[self.index() - 8] } else { self }
    }

    /// How many there are in a game, both players' together, promoted ones
    /// counted with their base.
    pub const fn total(self) -> u8 {
        match self.base() {
            Self::Pawn => 18,
            Self::Bishop | Self::Rook | Self::King => 2,
            _ => 4,
        }
    }

    /// The letter of the base in SFEN and USI, upper case.
    pub const fn letter(self) -> char {
        ['P', 'L', 'N', 'S', 'B', 'R', 'G', 'K'][self.base().index()]
    }

    /// The base with this letter of either case.
    pub fn from_letter(letter: char) -> Option<Self> {
        let upper = letter.to_ascii_uppercase();
        Self::ALL[..8].iter().copied().find(|kind| kind.letter() == upper)
    }

    /// One kanji, as on the board of a diagram.
    pub const fn kanji(self) -> &'static str {
        ["歩", "香", "桂", "銀", "角", "飛", "金", "玉", "と", "杏", "圭", "全", "馬", "龍"]
            [self.index()]
    }

    /// The two letters of CSA.
    pub(crate) const fn csa(self) -> &'static str {
        ["FU", "KY", "KE", "GI", "KA", "HI", "KI", "OU", "TO", "NY", "NK", "NG", "UM", "RY"]
            [self.index()]
    }

    /// How many ranks at the far edge it could never leave unpromoted: a pawn
    /// the last, a knight the last two.
    pub(crate) const fn dead_ranks(self) -> u8 {
        match self {
            Self::Pawn | Self::Lance => 1,
            Self::Knight => 2,
            _ => 0,
        }
    }
}

/// The English name: `pawn`, `promoted silver`.
impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Pawn => "pawn",
            Self::Lance => "lance",
            Self::Knight => "knight",
            Self::Silver => "silver",
            Self::Bishop => "bishop",
            Self::Rook => "rook",
            Self::Gold => "gold",
            Self::King => "king",
            Self::Tokin => "promoted pawn",
            Self::ProLance => "promoted lance",
            Self::ProKnight => "promoted knight",
            Self::ProSilver => "promoted silver",
            Self::Horse => "horse",
            Self::Dragon => "dragon",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn promotion_and_base_are_inverse() {
        for (i, kind) in Kind::ALL.into_iter().enumerate() {
            assert_eq!(kind.index(), i);
            if let Some(promoted) = kind.promoted() {
                assert!(promoted.is_promoted() && !kind.is_promoted());
                assert_eq!(promoted.base(), kind);
                assert_eq!(promoted.letter(), kind.letter());
            } else {
                assert!(kind.is_promoted() || matches!(kind, Kind::Gold | Kind::King));
            }
            assert_eq!(Kind::from_letter(kind.letter()), Some(kind.base()));
        }
        assert_eq!(Kind::from_letter('x'), None);
        let pieces: u8 = Kind::ALL[..8].iter().map(|kind| kind.total()).sum();
        assert_eq!(pieces, 40);
    }
}
