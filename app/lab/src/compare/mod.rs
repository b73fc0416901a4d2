//! Compares search algorithms on real positions, and checks that they agree.
//!
//! `lineup` says which engines a game is searched with, `measure` runs the searches, and
//! `report` presents the results. The first engine of a line-up is the plain reference; every
//! engine that claims to be exact has to find its value and its set of best moves in every
//! position.

mod lineup;
mod measure;
mod report;

pub use lineup::{Entrant, lineup};
pub use measure::{Comparison, EngineResult, GameResult, Options, Search, compare};
pub use report::{document, summary};

/// Positions of real games, in the game's notation: more of them than its card lists, for
/// experiments. An extension of the card.
#[derive(Copy, Clone, Debug)]
pub struct SamplePositions(pub fn() -> Vec<String>);
