//! A small neural network for any game.
//!
//! A game says which [`Features`] a position has, as each player sees it; the network adds up
//! a row of weights for each of them (the accumulators), one sum for the player to move and
//! one for the other, clamps each sum to between 0 and 1 and squares it, and adds these up
//! once more, by weights, with a direct weight for each feature.
//! `starboard train GAME --evaluator net` finds the weights from games of an engine against
//! itself; [`NetEvaluator`] evaluates with them, in integers.
//!
//! A position to be evaluated is mostly close to the one before, so accumulators are
//! not computed anew: the features that have gone are subtracted, those that are new
//! are added (Nasu's "efficiently updatable" network, 2018). There is no need to say
//! which move was played. Features that all change at once, when a king moves, belong
//! to [groups](Features::group), each with accumulators of its own.
//!
//! Most of the time goes into finding out what has changed. A game whose features follow from
//! what is on each square gives that as [cells](Features::cells), which are compared eight at
//! a time.
//!
//! ```
//! use starboard_core::{Evaluator, Game, Player, testing::RandomTree};
//! use starboard_network::{Features, NetEvaluator, Network, Shape};
//!
//! /// The low bits of the key, which the players see differently.
//! #[derive(Clone, Debug)]
//! struct Bits;
//!
//! impl Features<RandomTree<false>> for Bits {
//!     fn count(&self) -> usize { 16 }
//!     fn active(&self, game: &RandomTree<false>, player: Player, out: &mut Vec<u16>) {
//!         let bits = game.key() >> (8 * player.index());
//!         out.extend((0..8).filter(|bit| bits >> bit & 1 == 1));
//!     }
//! }
//!
//! // As long as it has not been trained, it knows nothing.
//! let network = Network::blank(Shape { features: 16, hidden: 32 });
//! let mut eval = NetEvaluator::new(Bits, network)?;
//! assert_eq!(eval.evaluate(&RandomTree::new(1)).raw(), 0);
//! # Ok::<(), starboard_network::Misfit>(())
//! ```

#![forbid(unsafe_code)]

mod evaluator;
mod features;
mod network;

pub use evaluator::{NetEvaluator, PARAMS, read};
pub use features::Features;
pub use network::{MAX_HIDDEN, Misfit, Network, RealWeights, Shape, UNITS};
