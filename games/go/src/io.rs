//! What others write and read: positions as text, game records, diagrams, the Go Text Protocol.

pub mod gtp;
pub(crate) mod notation;
pub(crate) mod record;
pub mod sgf;
pub(crate) mod svg;
