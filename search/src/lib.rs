//! Search algorithms over any [`Game`].
//!
//! One algorithm a file, each generic over the game and its parts and compiled
//! as one function. [`Searcher`] is the boundary at which they are mixed and
//! matched. Start reading at [`minimax`], the reference that
//! every exact algorithm is tested against; then [`star`] for games with
//! chance.

#![forbid(unsafe_code)]

pub mod alpha_beta;
pub mod expectimax;
pub mod filtered;
pub mod mcts;
mod meter;
pub mod minimax;
mod moves;
pub mod mtdf;
pub mod oracle;
pub mod proof;
pub mod random;
mod rank;
pub mod registry;
mod root;
pub mod star;

use starboard_core::{Events, Game, Limits, Report, Stop, Value, Window};

pub use alpha_beta::{AlphaBeta, AlphaBetaOptions, OptionsError};
pub use expectimax::Expectimax;
pub use filtered::Filtered;
pub use mcts::{Mcts, MctsOptions};
pub use mtdf::Mtdf;
pub use proof::ProofNumber;
pub use random::RandomMover;
pub use star::{Probing, Star, StarOptions};

/// Finds a move. The boundary at which algorithms are mixed and matched; all
/// the work behind it is monomorphic.
pub trait Searcher<G: Game>: Send {
    /// Searches `root` until a limit is reached or `stop` is requested, telling
    /// `events` of every completed iteration.
    fn search(
        &mut self,
        root: &G,
        limits: &Limits,
        stop: &Stop,
        events: &mut dyn Events<G::Move>,
    ) -> Report<G::Move>;

    /// Forgets what earlier searches left behind, so that the next one is the
    /// same whatever came before.
    fn clear(&mut self) {}

    /// The fail-soft value of `root` searched to one depth in one window, for
    /// searches that have windows; for the oracle, and for searches built on
    /// top of others.
    fn bounded(&mut self, root: &G, depth: u32, window: Window) -> Option<Value> {
        let _ = (root, depth, window);
        None
    }

    /// Searches `root` to the limits, unheard.
    fn run(&mut self, root: &G, limits: &Limits) -> Report<G::Move> {
        self.search(root, limits, &Stop::default(), &mut ())
    }
}

impl<G: Game, S: Searcher<G> + ?Sized> Searcher<G> for Box<S> {
    fn search(
        &mut self,
        root: &G,
        limits: &Limits,
        stop: &Stop,
        events: &mut dyn Events<G::Move>,
    ) -> Report<G::Move> {
        (**self).search(root, limits, stop, events)
    }
    fn clear(&mut self) {
        (**self).clear();
    }
    fn bounded(&mut self, root: &G, depth: u32, window: Window) -> Option<Value> {
        (**self).bounded(root, depth, window)
    }
}
