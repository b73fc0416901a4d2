//! Tournaments: matches among more than two players, rated on a common scale.
//!
//! [`Header`] says who plays whom, [`run()`] plays the games as one of the
//! [`runs`](crate::runs) that are logged and can be stopped and resumed, and `summary` fits Elo
//! ratings to all results (the model of Bradley and Terry 1952).

mod report;
mod run;
mod summary;

pub use report::document;
pub use run::{Game, Header, KIND, Schedule, run};
pub use summary::{Cross, Scored, Standing, Summary, summarise};
