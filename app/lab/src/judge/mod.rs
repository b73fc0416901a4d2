//! Which options choose better moves: every variant of an engine chooses a move in the same
//! positions, and where their choices differ, a far larger search evaluates each move.
//!
//! `run` samples the positions, and has moves chosen and judged, as one of the
//! [`runs`](crate::runs) that are logged and can be stopped and resumed; `summary` says what
//! each option gains.

mod run;
mod summary;

pub use run::{Choice, Contender, Header, Judge, Judged, KIND, contenders, run, scaled};
pub use summary::{Line, Summary, summarise, text};
