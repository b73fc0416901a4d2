//! The only module that uses the crate `rsshogi`, which plays the moves: everything outside is
//! written against what is defined here.
//!
//! It offers [`Board`] to play on, [`Move`], sets of squares ([`Squares`]), attacks of single
//! pieces ([`attacks`](fn@attacks)) and the pieces in hand ([`Hand`]).

mod attacks;
mod board;
mod convert;
mod hand;
pub(crate) mod lines;
mod moves;
mod squares;
mod steps;

pub use self::{attacks::attacks, hand::Hand, moves::Move, squares::Squares};
pub(crate) use self::{board::Board, steps::Runners};
