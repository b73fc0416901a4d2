//! The types of reasons for moves.

/// The type of a reason. Reasons of one type serve the same end.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize)]
pub enum Kind {
    /// Captures a string, or saves one.
    Tactics,
    /// Kills a group, or makes it live.
    Life,
    /// Weakens a weak group.
    Attack,
    /// Strengthens a weak group.
    Defence,
    /// Cuts, or connects.
    Links,
    /// Takes a corner or a side, or extends.
    Opening,
    /// Is played in libraries of corners and openings.
    Joseki,
    /// Closes a border.
    Border,
    /// Makes or takes a ko, or threatens to win one.
    Ko,
    /// Makes good shape, or matches patterns learned from games.
    Shape,
    /// Suits the score: safe when ahead, bold when behind.
    Style,
}

impl Kind {
    /// All types, in the order in which they are listed.
    pub const ALL: [Self; 11] = [
        Self::Tactics,
        Self::Life,
        Self::Attack,
        Self::Defence,
        Self::Links,
        Self::Opening,
        Self::Joseki,
        Self::Border,
        Self::Ko,
        Self::Shape,
        Self::Style,
    ];

    /// Its name in descriptions of engines.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tactics => "tactics",
            Self::Life => "life",
            Self::Attack => "attack",
            Self::Defence => "defence",
            Self::Links => "links",
            Self::Opening => "opening",
            Self::Joseki => "joseki",
            Self::Border => "border",
            Self::Ko => "ko",
            Self::Shape => "shape",
            Self::Style => "style",
        }
    }
}
