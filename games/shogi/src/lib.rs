//! The rules of Shogi.

#![forbid(unsafe_code)]

mod declaration;
mod game;
mod history;
mod kind;
mod notation;
mod position;
mod rules;
mod setup;
mod sfen;
mod square;
mod svg;
mod view;

pub use declaration::Declaration;
pub use kind::Kind;
pub use position::Shogi;
pub use rules::{Hand, Move, Squares, attacks};
pub use square::Square;
