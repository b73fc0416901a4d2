//! What is trained of the built-in games.

pub(crate) mod backgammon;
pub(crate) mod go;
mod shogi;

pub use shogi::AttackWeights;
