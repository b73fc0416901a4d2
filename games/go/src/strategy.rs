//! Judging a position: groups and their status, influence, territory, and the
//! full-board evaluation that puts them together.

pub(crate) mod area;
pub(crate) mod ending;
pub(crate) mod evaluation;
pub(crate) mod groups;
pub(crate) mod influence;
pub mod prospects;
pub(crate) mod status;
pub(crate) mod territory;
