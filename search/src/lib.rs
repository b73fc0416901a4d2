//! Search algorithms over any [`Game`].
//!
//! One algorithm a file, each generic over the game and its parts and compiled
//! as one function. [`Searcher`] is the boundary at which they are mixed and
//! matched. Start reading at [`minimax`](crate::minimax), the reference that
//! every exact algorithm is tested against; then [`star`] for games with
//! chance.

#![forbid(unsafe_code)]

pub mod expectimax;
mod meter;
pub mod minimax;
mod moves;
mod root;
pub mod star;

use starboard_core::{Events, Game, Limits, Report, Stop};

pub use expectimax::Expectimax;
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
}
