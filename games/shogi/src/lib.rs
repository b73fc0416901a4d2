//! The rules of Shogi.

#![forbid(unsafe_code)]

mod declaration;
mod eval;
mod game;
mod history;
mod kind;
mod notation;
mod position;
mod positions;
pub mod records;
mod rules;
mod setup;
mod sfen;
mod square;
mod svg;
mod view;

pub use declaration::Declaration;
pub use eval::{Material, board_value, hand_value};
pub use kind::Kind;
pub use position::Shogi;
pub use positions::{middle_games, openings};
pub use rules::{Hand, Move, Squares, attacks};
pub use square::Square;
