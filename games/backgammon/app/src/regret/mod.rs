//! What the choice of a move costs: decisions whose candidates were rolled out, and how much
//! a player loses by the one that it picks.
//!
//! Networks that are closer to the truth on average need not play better: what plays is which
//! of the moves of a roll comes first. [`make`] draws decisions and rolls their best moves out
//! on the same dice; [`measure`] has players rank the moves of each, and engines of any
//! kind choose one.

pub(crate) mod command;
mod decision;
mod engine;
mod make;
mod measure;
mod opening;
mod player;
mod summary;

pub(crate) use decision::{DECISIONS, Header};
