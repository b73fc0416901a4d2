//! What is varied: the order to begin with, the history, the penalty.

use std::fmt;

use serde::{Deserialize, Serialize};
use starboard_core::Scope;

use super::Subject;

/// The order that moves have before anything is learned in the search.
#[derive(
    Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, clap::ValueEnum,
)]
#[serde(rename_all = "lowercase")]
pub enum Base {
    /// As the game makes them.
    None,
    /// Captures by what they win; Shogi only.
    Exchange,
    /// The same, and quiet moves by how close to the enemy king they come; Shogi
    /// only.
    Plausible,
    /// As the *-Minimax paper sorts; backgammon only.
    Paper,
}

impl Base {
    /// The part of an engine's description, if any.
    pub const fn part(self) -> Option<&'static str> {
        match self {
            Self::None => None,
            Self::Exchange => Some("exchange"),
            Self::Plausible => Some("plausible"),
            Self::Paper => Some("paper"),
        }
    }
}

impl fmt::Display for Base {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.part().unwrap_or("none"))
    }
}

/// How cuts are remembered.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum HistoryLevel {
    /// Not at all.
    None,
    /// By adding up.
    Butterfly,
    /// By the share of tries that cut.
    Relative,
    /// By pulling both ways.
    Gravity,
}

impl HistoryLevel {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::None, Self::Butterfly, Self::Relative, Self::Gravity];

    /// The name of the policy, or `none`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Butterfly => "butterfly",
            Self::Relative => "relative",
            Self::Gravity => "gravity",
        }
    }
}

/// Negative plausibility, one way.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Penalty {
    /// What a point takes from the score.
    pub weight: u32,
    /// The moves that are penalised.
    pub scope: Scope,
}

impl Penalty {
    /// As in the article.
    pub const ARTICLE: Self = Self { weight: 1, scope: Scope::All };
    /// Of quiet moves alone, and heavier.
    pub const QUIET: Self = Self { weight: 16, scope: Scope::Quiet };
}

/// One way to order moves.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cell {
    /// The order to begin with.
    pub base: Base,
    /// The history.
    pub history: HistoryLevel,
    /// Negative plausibility, if any.
    pub penalty: Option<Penalty>,
}

impl Cell {
    /// Nothing but the order to begin with.
    pub const fn bare(base: Base) -> Self {
        Self { base, history: HistoryLevel::None, penalty: None }
    }

    /// The parts of an engine after its algorithm, each after a ` + `.
    pub fn parts(&self) -> String {
        let mut parts = String::new();
        if let Some(base) = self.base.part() {
            parts += &format!(" + {base}");
        }
        if self.history != HistoryLevel::None {
            // Where captures have an order of their own, histories are of quiet moves.
            let scope = if self.base == Base::None { "" } else { ",scope=quiet" };
            parts += &format!(" + history(policy={}{scope})", self.history.name());
        }
        if let Some(Penalty { weight, scope }) = self.penalty {
            let scope = match scope {
                Scope::All => "",
                Scope::Quiet => ",scope=quiet",
                Scope::Tactical => ",scope=tactical",
            };
            parts += &format!(" + negative-plausibility(weight={weight}{scope})");
        }
        parts
    }

    /// What the cell is called in tables, the order to begin with left out.
    pub fn label(&self) -> String {
        let history = match self.history {
            HistoryLevel::None => None,
            other => Some(other.name().to_owned()),
        };
        let penalty = self.penalty.map(|Penalty { weight, scope }| match scope {
            Scope::All => format!("P x{weight}"),
            Scope::Quiet => format!("P x{weight} quiet"),
            Scope::Tactical => format!("P x{weight} tactical"),
        });
        let parts: Vec<_> = history.into_iter().chain(penalty).collect();
        if parts.is_empty() { "nothing".to_owned() } else { parts.join(" + ") }
    }
}

/// The ways to order moves of part a, for each of the orders to begin with the
/// one without any learning first.
pub(super) fn all(subject: Subject, bases: &[Base]) -> Vec<Cell> {
    let mut cells = Vec::new();
    for &base in bases {
        for history in HistoryLevel::ALL {
            // Nothing else scores a move: weights all come to the same order.
            let only_one = base == Base::None && history == HistoryLevel::None;
            let penalties = penalties(subject).into_iter().filter(|p| !only_one || p.weight == 1);
            let penalties = std::iter::once(None).chain(penalties.map(Some));
            cells.extend(penalties.map(|penalty| Cell { base, history, penalty }));
        }
    }
    cells
}

/// The ways to order moves of part d: the article's rule, and quiet moves alone with a
/// weight that counts beside the order to begin with.
pub(super) fn quiet_or_all(base: Base) -> Vec<Cell> {
    let penalties = [None, Some(Penalty::ARTICLE), Some(Penalty::QUIET)];
    [HistoryLevel::None, HistoryLevel::Gravity]
        .into_iter()
        .flat_map(|history| penalties.map(|penalty| Cell { base, history, penalty }))
        .collect()
}

/// The ways to order moves of parts c and f.
pub(super) fn few() -> Vec<Cell> {
    let histories = [HistoryLevel::None, HistoryLevel::Gravity];
    let pairs = histories.into_iter().flat_map(|history| {
        [None, Some(Penalty::ARTICLE)].map(|penalty| Cell { base: Base::None, history, penalty })
    });
    pairs.collect()
}

fn penalties(subject: Subject) -> Vec<Penalty> {
    let with = |weight, scope| Penalty { weight, scope };
    if subject.has_tactical_moves() {
        let quiet = [1, 16, 256].map(|weight| with(weight, Scope::Quiet));
        std::iter::once(Penalty::ARTICLE).chain(quiet).collect()
    } else {
        [1, 16, 256].map(|weight| with(weight, Scope::All)).to_vec()
    }
}
