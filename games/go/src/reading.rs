//! What is read by trying moves: capture, links, eyes, life and death, races; and what needs
//! no reading because nothing can change it.

pub mod eyes;
pub(crate) mod life;
pub(crate) mod reader;
pub(crate) mod safety;
pub(crate) mod semeai;
pub(crate) mod tactics;
