//! The regret of move choices: decisions whose candidate moves were rolled out, and how much a
//! player loses with the move that it picks.
//!
//! Networks whose evaluations are more accurate on average need not play better: what matters is
//! which move of a roll they rank first. [`make`] draws decisions and rolls out their best moves on
//! the same dice; [`measure`] lets players rank the moves of each decision, and engines of any kind
//! choose one.

pub(crate) mod command;
mod decision;
mod engine;
mod make;
mod measure;
mod opening;
mod player;
mod summary;

pub(crate) use decision::{DECISIONS, Header};
