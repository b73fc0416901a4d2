//! What is read by trying moves: captures, connections, eyes, life and death, capturing races;
//! and what needs no reading because it is unconditionally safe.

pub mod eyes;
pub(crate) mod life;
pub(crate) mod reader;
pub(crate) mod safety;
pub(crate) mod semeai;
pub(crate) mod tactics;
