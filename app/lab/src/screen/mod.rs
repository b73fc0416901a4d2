//! Which of many options help: every game is played by two engines with randomly drawn
//! options, so that every game says something about every option (a factorial
//! experiment, Fisher 1926).
//!
//! `design` reads the factors and makes the engines, `run` plays as one of the
//! [`runs`](crate::runs) that are logged and can be stopped and resumed, and `summary`
//! estimates what each option is worth.

mod design;
mod run;
mod summary;

pub use design::{Design, Factor, Level};
pub use run::{Game, Header, KIND, run};
pub use summary::{Line, Summary, summarise, text};
