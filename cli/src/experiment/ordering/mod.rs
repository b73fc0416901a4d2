//! The experiment on negative plausibility (Rollason 2007): what penalising
//! moves tried in vain saves in nodes, and what it is worth in games.
//!
//! `factors` says what is varied, `subjects` on which games and positions;
//! `plan` and `run` make searches of it, one of the [`runs`](crate::runs) that
//! are logged and may be stopped and split; `summary` and `report` turn them
//! into figures. `matches` plays the games. What counts as a result was laid
//! down in the book before anything was run.

mod factors;
mod matches;
mod plan;
mod report;
mod run;
mod subjects;
mod summary;

/// What the article reports: games won and lost with negative plausibility
/// against without, at 25 minutes a side.
pub const ARTICLE: (u32, u32) = (268, 206);

pub use factors::{Base, Cell, HistoryLevel, Penalty};
pub use matches::{Duel, DuelResult, Effect, duels, judge, report as duel_report};
pub use plan::{KIND, Parameters, Part};
pub use report::document;
pub use run::{Row, run};
pub use subjects::Subject;
pub use summary::{Line, Ratio, Summary, Verdict, summarise};

#[cfg(test)]
mod tests;
