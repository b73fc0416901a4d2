//! What a position comes to: groups and their status, influence, territory, and the
//! full-board evaluation of all that.

pub(crate) mod area;
pub(crate) mod ending;
pub(crate) mod evaluation;
pub(crate) mod groups;
pub(crate) mod influence;
pub mod prospects;
pub(crate) mod status;
pub(crate) mod territory;
