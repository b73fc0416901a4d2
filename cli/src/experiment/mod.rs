//! The experiment of the *-Minimax paper (Hauk, Buro and Schaeffer 2006):
//! expectimax, Star1 and Star2 on contact positions of backgammon.
//!
//! `plan` says what is searched, `measure` searches one cell of it, `log`
//! keeps what was found so that nothing is searched twice, `run` ties them
//! together, [`merge`] makes one log of many. `summary` and `report` turn
//! the rows of a log into figures, always beside those of the [`paper`].
//!
//! Depths are in the paper's counting: `d` plies, chance included, the last
//! one a move; [`decisions`] of them are moves.

mod log;
mod measure;
pub mod merge;
mod ordered;
pub mod paper;
mod plan;
mod report;
mod run;
mod summary;

pub use log::Row;
pub use plan::{Algorithm, BoundsChoice, Cell, Kind, Parameters, Shard, decisions};
pub use report::document;
pub use run::run;
pub use summary::{Line, OddEven, Savings, Share, Summary, summarise};

#[cfg(test)]
mod tests;
