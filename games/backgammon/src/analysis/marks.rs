//! Marks for moves and rolls, and ratings for players.

use std::fmt;

/// How bad a decision was.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Skill {
    /// Not worth a mark.
    #[default]
    Unmarked,
    /// It cost 0.030 or more.
    Doubtful,
    /// It cost 0.060 or more.
    Bad,
    /// It cost 0.120 or more.
    VeryBad,
}

impl Skill {
    /// The loss of equity from which on a decision is marked doubtful.
    pub const DOUBTFUL: f64 = 0.030;

    /// The mark for a loss of equity.
    pub fn of(loss: f64) -> Self {
        match loss {
            x if x >= 0.120 => Self::VeryBad,
            x if x >= 0.060 => Self::Bad,
            x if x >= Self::DOUBTFUL => Self::Doubtful,
            _ => Self::Unmarked,
        }
    }

    /// In words; nothing if there is no mark.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unmarked => "",
            Self::Doubtful => "doubtful",
            Self::Bad => "bad",
            Self::VeryBad => "very bad",
        }
    }
}

/// How lucky a roll was.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum LuckMark {
    /// 0.6 of equity or more below the mean.
    VeryUnlucky,
    /// 0.3 or more below.
    Unlucky,
    /// Not worth a mark.
    #[default]
    Unmarked,
    /// 0.3 or more above the mean.
    Lucky,
    /// 0.6 or more above.
    VeryLucky,
}

impl LuckMark {
    /// The mark for a roll that is `luck` better than the mean, in equity.
    pub fn of(luck: f64) -> Self {
        match luck {
            x if x >= 0.6 => Self::VeryLucky,
            x if x >= 0.3 => Self::Lucky,
            x if x <= -0.6 => Self::VeryUnlucky,
            x if x <= -0.3 => Self::Unlucky,
            _ => Self::Unmarked,
        }
    }

    /// In words; nothing if there is no mark.
    pub const fn name(self) -> &'static str {
        match self {
            Self::VeryUnlucky => "very unlucky",
            Self::Unlucky => "unlucky",
            Self::Unmarked => "",
            Self::Lucky => "lucky",
            Self::VeryLucky => "very lucky",
        }
    }
}

/// The rating of a player, by the mean equity lost per decision that counts.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rating {
    /// Less than 0.002.
    Supernatural,
    /// Less than 0.005.
    WorldClass,
    /// Less than 0.008.
    Expert,
    /// Less than 0.012.
    Advanced,
    /// Less than 0.018.
    Intermediate,
    /// Less than 0.026.
    CasualPlayer,
    /// Less than 0.035.
    Beginner,
    /// More.
    Awful,
}

impl Rating {
    /// All ratings but the last, each with the upper limit of its error rate.
    const BELOW: [(f64, Self); 7] = [
        (0.002, Self::Supernatural),
        (0.005, Self::WorldClass),
        (0.008, Self::Expert),
        (0.012, Self::Advanced),
        (0.018, Self::Intermediate),
        (0.026, Self::CasualPlayer),
        (0.035, Self::Beginner),
    ];

    /// The rating for an error rate: equity lost per decision.
    pub fn of(rate: f64) -> Self {
        Self::BELOW.iter().find(|(below, _)| rate < *below).map_or(Self::Awful, |(_, name)| *name)
    }
}

impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Supernatural => "Supernatural",
            Self::WorldClass => "World class",
            Self::Expert => "Expert",
            Self::Advanced => "Advanced",
            Self::Intermediate => "Intermediate",
            Self::CasualPlayer => "Casual player",
            Self::Beginner => "Beginner",
            Self::Awful => "Awful!",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Losses and rates with the marks that gnubg gave them.
    #[test]
    fn marks_and_names_are_those_of_gnubg() {
        for (loss, name) in [
            (0.0297, ""),
            (0.031, "doubtful"),
            (0.054, "doubtful"),
            (0.063, "bad"),
            (0.119, "bad"),
            (0.128, "very bad"),
        ] {
            assert_eq!(Skill::of(loss).name(), name, "{loss}");
        }
        for (luck, name) in [
            (0.855, "very lucky"),
            (0.362, "lucky"),
            (0.216, ""),
            (-0.2, ""),
            (-0.352, "unlucky"),
            (-0.660, "very unlucky"),
        ] {
            assert_eq!(LuckMark::of(luck).name(), name, "{luck}");
        }
        for (rate, name) in [
            (0.0, "Supernatural"),
            (0.0049, "World class"),
            (0.005, "Expert"),
            (0.0119, "Advanced"),
            (0.0179, "Intermediate"),
            (0.0194, "Casual player"),
            (0.0325, "Beginner"),
            (0.0573, "Awful!"),
        ] {
            assert_eq!(Rating::of(rate).to_string(), name, "{rate}");
        }
    }
}
