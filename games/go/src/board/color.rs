//! The colours of stones.

use starboard_core::Player;

/// The colour of a stone, and of the player who plays it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum Color {
    /// Plays first, unless there is a handicap.
    Black,
    /// Plays second, and as a rule gets komi for it.
    White,
}

impl Color {
    /// Both, Black first.
    pub const BOTH: [Self; 2] = [Self::Black, Self::White];

    /// The opponent's.
    #[inline]
    pub const fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// 0 for Black, 1 for White.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter that records and protocols use, in lower case.
    pub const fn letter(self) -> char {
        match self {
            Self::Black => 'b',
            Self::White => 'w',
        }
    }

    /// The letter that boards are drawn with.
    pub(crate) const fn mark(self) -> char {
        match self {
            Self::Black => 'X',
            Self::White => 'O',
        }
    }

    /// In lower case, for messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::White => "white",
        }
    }

    /// Reads a name or its first letter, in either case, as GTP does.
    pub fn read(text: &str) -> Option<Self> {
        Self::BOTH.into_iter().find(|color| {
            let name = color.name();
            name.eq_ignore_ascii_case(text) || name[..1].eq_ignore_ascii_case(text)
        })
    }
}

impl From<Player> for Color {
    fn from(player: Player) -> Self {
        match player {
            Player::First => Self::Black,
            Player::Second => Self::White,
        }
    }
}

impl From<Color> for Player {
    fn from(color: Color) -> Self {
        match color {
            Color::Black => Self::First,
            Color::White => Self::Second,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_gtp_writes_them() {
        for (text, color) in [
            ("b", Some(Color::Black)),
            ("B", Some(Color::Black)),
            ("White", Some(Color::White)),
            ("w", Some(Color::White)),
            ("", None),
            ("bl", None),
            ("\u{df}", None),
        ] {
            assert_eq!(Color::read(text), color, "{text:?}");
        }
    }
}
