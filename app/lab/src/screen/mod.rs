//! Which of many options help: every game is played by two engines whose options are
//! drawn by lot, so that every game says something of every option (a factorial
//! experiment, Fisher 1926).
//!
//! `design` reads what may vary and makes the engines, `run` plays as one of the
//! [`runs`](crate::runs) that are logged and may be stopped, and `summary` fits what each
//! option is worth.

mod design;
mod run;
mod summary;

pub use design::{Design, Factor, Level};
pub use run::{Game, Header, KIND, run};
pub use summary::{Line, Summary, summarise, text};
