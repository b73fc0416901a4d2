//! Positions and turns in writing, by the letters and boards of others too, and in pictures.

mod board;
pub(crate) mod match_id;
mod position;
pub mod position_id;
mod svg;
mod turn;
pub(crate) mod xgid;

pub(crate) use position::without_label;
