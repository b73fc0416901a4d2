//! Notations of positions and turns, those of other programs included, and diagrams.

mod board;
pub(crate) mod match_id;
mod position;
pub mod position_id;
mod svg;
mod turn;
pub(crate) mod xgid;

pub(crate) use position::without_label;
