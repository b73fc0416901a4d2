//! Neural networks that evaluate positions.
//!
//! [`Nets`] holds one network for each class of position and small ones for pruning;
//! [`NetEvaluator`] evaluates with them. Their inputs are [`Inputs`](crate::Inputs);
//! `nets/MODEL_CARD.md` says how they were trained. [`GnubgNets`] are the networks of GNU
//! Backgammon, which evaluate in their own way; [`AnyNets`] are either.

mod any;
mod evaluator;
mod file;
mod forward;
mod gnubg;
mod line;
mod nets;
mod network;
mod noise;
mod sanity;
mod sigmoid;

pub use any::AnyNets;
pub use evaluator::NetEvaluator;
pub(crate) use evaluator::estimate;
pub use file::NetsError;
pub use gnubg::{GnubgError, GnubgNets};
pub use nets::{Nets, Role};
pub(crate) use network::probabilities;
pub use network::{BLOCK, Network, OUTPUTS, Weights};
pub use noise::Noise;
