//! Which options choose better moves: every variant of an engine chooses its move in the same
//! positions, and where they differ, a far larger search says what each move is worth.
//!
//! `run` samples the positions, has moves chosen and judged as one of the
//! [`runs`](crate::runs) that are logged and may be stopped, and `summary` says what each
//! option gains.

mod run;
mod summary;

pub use run::{Choice, Contender, Header, Judge, Judged, KIND, contenders, run, scaled};
pub use summary::{Line, Summary, summarise, text};
