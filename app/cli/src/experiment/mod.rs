//! The experiment on negative plausibility (Rollason 2007): what penalising
//! moves tried in vain saves in nodes, and what it is worth in games.
//!
//! `factors` says what is varied, `subjects` on which games and positions;
//! `plan` and `run` make searches of it, one of the [`runs`](starboard_lab::runs) that
//! are logged and may be stopped and split; `summary` and `report` turn them
//! into figures. `matches` says which games are played, `judge` and
//! `match_report` what they come to; `estimate` tells how long all that will
//! take. What counts as a result was laid down in the book before anything was
//! run, and `standing` says whether a run is that.

mod estimate;
mod factors;
mod judge;
mod match_report;
mod matches;
mod plan;
mod report;
mod run;
mod standing;
mod subjects;
mod summary;
mod trend;
mod trend_report;

/// What the article reports: games won and lost with negative plausibility
/// against without, at 25 minutes a side.
pub const ARTICLE: (u32, u32) = (268, 206);

/// A chart of a report, to be put into a file of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// What its file is called, the ending left out.
    pub name: String,
    /// The picture.
    pub svg: String,
    /// What it shows.
    pub caption: String,
}

pub use estimate::{Estimate, Piece, of_games, of_searches};
pub use factors::{Base, Cell, HistoryLevel, Penalty};
pub use judge::{Article, DuelResult, Effect, Played, judge};
pub use match_report::{pictures as match_pictures, report as match_report};
pub use matches::{Duel, Matches, Pruning};
pub use plan::{KIND, Parameters, Part};
pub use report::{document, pictures};
pub use run::{Row, run};
pub use standing::{Kind, Standing};
pub use subjects::Subject;
pub use summary::{Line, Ratio, Summary, Verdict, summarise};
pub use trend::{Rank, Trend};

#[cfg(test)]
mod tests;
