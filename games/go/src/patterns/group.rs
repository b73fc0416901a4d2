//! The features of a move besides its shape: groups of features, of each of which a move
//! has exactly one level.

/// A group of features, of which a move has one level (Coulom's feature and level).
///
/// Level 0 means that the feature is absent, and has the value 0.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Group {
    /// Captures, and which kind of stones it captures.
    Capture,
    /// Extends a string in atari.
    Escape,
    /// Gives atari.
    Atari,
    /// Defends a string that a series of ataris would catch.
    Rescue,
    /// How few liberties its string has after the move.
    Liberties,
    /// How many strings it touches, of the mover's and of the opponent's.
    Contact,
    /// Plays on a liberty of the strings around the last move.
    Touch,
    /// The line, counted from the edge, in three phases of the game.
    Line,
    /// The distance to the last move.
    Last,
    /// The distance to the move before the last, which was the mover's own.
    Before,
}

/// The levels of each group for each legal move; the order of [`Group::ALL`].
pub(super) type Levels = [u8; Group::COUNT];

impl Group {
    /// The number of groups.
    pub const COUNT: usize = Self::ALL.len();

    /// Every group.
    pub const ALL: [Self; 10] = [
        Self::Capture,
        Self::Escape,
        Self::Atari,
        Self::Rescue,
        Self::Liberties,
        Self::Contact,
        Self::Touch,
        Self::Line,
        Self::Last,
        Self::Before,
    ];

    /// How many levels there are, level 0 included.
    pub const fn levels(self) -> usize {
        match self {
            Self::Capture => 10,
            Self::Escape => 9,
            Self::Atari => 7,
            Self::Rescue => 6,
            Self::Liberties => 6,
            Self::Contact => 12,
            Self::Touch => 4,
            Self::Line => 19,
            Self::Last => 17,
            Self::Before => 18,
        }
    }

    /// Where the levels of this group begin among the levels of all groups.
    pub(super) const fn first(self) -> usize {
        let mut first = 0;
        let mut i = 0;
        while i < self as usize {
            first += Self::ALL[i].levels();
            i += 1;
        }
        first
    }

    /// The number of levels of all groups.
    pub(super) const LEVELS: usize = Self::Before.first() + Self::Before.levels();

    /// The group's name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Capture => "capture",
            Self::Escape => "escape",
            Self::Atari => "atari",
            Self::Rescue => "rescue",
            Self::Liberties => "liberties",
            Self::Contact => "contact",
            Self::Touch => "touch",
            Self::Line => "line",
            Self::Last => "last move",
            Self::Before => "own last move",
        }
    }

    /// What a level means, in words; level 0 is "nothing".
    ///
    /// # Panics
    ///
    /// If the group has no such level.
    pub fn describe(self, level: usize) -> String {
        assert!(level < self.levels(), "{} has no level {level}", self.name());
        if level == 0 {
            return "nothing".to_owned();
        }
        let many = |more: bool| if more { "two stones or more" } else { "a stone" };
        let words = |kinds: &[&str]| kinds[level - 1].to_owned();
        match self {
            Self::Capture if level == 9 => "takes a ko".to_owned(),
            Self::Capture => {
                let why = match (level - 1) / 2 {
                    0 => "could not have got away",
                    1 => "could have got away",
                    2 => "was just played",
                    _ => "holds a string of one's own in atari",
                };
                format!("captures {}: {why}", many(level.is_multiple_of(2)))
            }
            Self::Escape => {
                let level = level - 1;
                let how = if level & 4 == 0 { "in vain" } else { "and gets away" };
                let when = if level & 2 == 0 { "" } else { " just put in atari" };
                format!("extends {}{when}, {how}", many(level & 1 != 0))
            }
            Self::Atari => words(&[
                "on a stone that gets away",
                "on two stones or more that get away",
                "on a stone, which is caught",
                "on two stones or more, which are caught",
                "on two strings",
                "after a ko was taken",
            ]),
            Self::Rescue if level == 1 => "adds to a string that is caught nonetheless".to_owned(),
            Self::Rescue => {
                let level = level - 2;
                let when = if level & 2 == 0 { "" } else { " just threatened" };
                format!("saves {}{when}", many(level & 1 != 0))
            }
            Self::Liberties => words(&[
                "self-atari of a stone",
                "self-atari of two stones",
                "self-atari of three stones or more",
                "two liberties",
                "three liberties",
            ]),
            Self::Contact => {
                format!("{} strings of one's own, {} of the opponent's", level / 3, level % 3)
            }
            Self::Touch => words(&[
                "a liberty of what was just played",
                "a liberty of a string that was just touched",
                "a liberty of both",
            ]),
            Self::Line => {
                let phase = ["opening", "middle game", "endgame"][(level - 1) / 6];
                format!("line {} in the {phase}", (level - 1) % 6 + 1)
            }
            Self::Last => format!("at distance {}", level + 1),
            Self::Before if level == 1 => "at distance 0".to_owned(),
            Self::Before => format!("at distance {level}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_level_has_words_of_its_own() {
        let mut first = 0;
        for (i, group) in Group::ALL.into_iter().enumerate() {
            assert_eq!((group as usize, group.first()), (i, first));
            first += group.levels();
            let words: HashSet<_> =
                (0..group.levels()).map(|level| group.describe(level)).collect();
            assert_eq!(words.len(), group.levels(), "{}", group.name());
        }
        assert_eq!(Group::LEVELS, first);
    }
}
