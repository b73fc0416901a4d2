//! The experiment of the *-Minimax paper (Hauk, Buro and Schaeffer 2006):
//! expectimax, Star1 and Star2 on contact positions of backgammon.
//!
//! `plan` says what is searched, `measure` searches one cell of it, and `run` combines them as one
//! of the [`runs`](starboard_lab::runs), which are logged and can be resumed and split. `summary`
//! and `report` turn the rows of a log into figures, always next to those of the [`paper`].
//!
//! Depths are counted as in the paper: `d` plies, chance nodes included, of which the last is a
//! move; [`decisions`] gives how many of them are moves.

pub(crate) mod command;
mod leaves;
mod measure;
pub mod paper;
mod plan;
mod report;
mod row;
mod run;
mod summary;

pub(crate) use command::LOG;
pub use plan::{Algorithm, BoundsChoice, Cell, EXPERIMENT, Kind, Parameters, decisions};
pub use report::document;
pub use row::Row;
pub use run::run;
pub use summary::{Line, OddEven, Savings, Share, Summary, summarise};

#[cfg(test)]
mod tests;
