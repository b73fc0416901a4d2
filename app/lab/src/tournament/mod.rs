//! Tournaments: more than two players, and one scale for all of them.
//!
//! [`Header`] says who plays whom, [`run()`] plays it as one of the [`runs`](crate::runs) that
//! are logged and may be stopped, and `summary` puts all results on the scale of Elo (the model
//! of Bradley and Terry 1952).

mod report;
mod run;
mod summary;

pub use report::document;
pub use run::{Game, Header, KIND, Schedule, run};
pub use summary::{Cross, Scored, Standing, Summary, summarise};
