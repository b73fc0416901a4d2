//! Search algorithms over any [`Game`].
//!
//! One module per algorithm, each generic over the game and its parts and compiled
//! as one function. [`Searcher`] is the interface through which they are mixed and
//! matched. Start reading at [`minimax`], the reference that every exact algorithm
//! is tested against; then go on to [`star`] for games with chance.

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
mod reward;
mod root;
mod sampling;
mod smallest;
pub mod star;
pub mod time;

use starboard_core::{Events, Game, Limits, Node, Report, Root, Stop, Value, Window};

pub use alpha_beta::{AlphaBeta, AlphaBetaOptions, OptionsError};
pub use expectimax::Expectimax;
pub use filtered::Filtered;
pub use mcts::{Mcts, MctsOptions};
pub use meter::Meter;
pub use mtdf::Mtdf;
pub use proof::ProofNumber;
pub use random::RandomMover;
pub use sampling::Sampling;
pub use smallest::{SmallestProof, smallest_proof};
pub use star::{ChanceProbCut, Probing, Star, StarOptions};
pub use time::{Clock, TimeManager, TimeOptions};

/// Finds a move. This is the interface through which algorithms are mixed and
/// matched; all the work behind it is monomorphic.
///
/// To just play, call [`choose`](Self::choose):
///
/// ```
/// use starboard_core::{Game, Limits, Node};
/// use starboard_search::{AlphaBeta, AlphaBetaOptions, Searcher};
/// use starboard_small::{TicTacToe, open_lines::OpenLines};
///
/// let mut search = AlphaBeta::new(OpenLines, (), AlphaBetaOptions::default());
/// let mut game = TicTacToe::default();
/// while let Some(m) = search.choose(&game, &Limits::depth(9)) {
///     game.play(m);
/// }
/// assert_eq!(game.node(), Node::Over(starboard_core::Value::ZERO));
/// ```
pub trait Searcher<G: Game>: Send {
    /// Searches the moves of `position` that `root` selects, until a limit is reached
    /// or `stop` is requested, and calls `events` after every completed iteration.
    ///
    /// # Panics
    ///
    /// If `root` names a move that is not legal, or an empty list of moves: see
    /// [`Root::among`].
    fn search(
        &mut self,
        position: &G,
        root: &Root<G::Move>,
        limits: &Limits,
        stop: &Stop,
        events: &mut dyn Events<G::Move>,
    ) -> Report<G::Move>;

    /// Forgets what earlier searches left behind, so that the next one does not
    /// depend on them.
    fn clear(&mut self) {}

    /// Whether it deepens iteratively and reports every iteration, so that it can
    /// be stopped after an iteration that ends between a soft time limit and a hard
    /// one; see [`TimeManager`].
    fn iterates(&self) -> bool {
        false
    }

    /// Whether, with the options it has, its value and best moves are those of plain
    /// minimax at the same depth.
    fn is_exact(&self) -> bool {
        false
    }

    /// The fail-soft value of `root` for its mover, searched to one depth in one
    /// window; `None` from searches that have no windows. For the oracle, and for
    /// searches built on top of others.
    fn search_window(&mut self, root: &G, depth: u32, window: Window) -> Option<Value> {
        let _ = (root, depth, window);
        None
    }

    /// Searches all moves of `position` within the limits, without an observer.
    fn run(&mut self, position: &G, limits: &Limits) -> Report<G::Move> {
        self.search(position, &Root::default(), limits, &Stop::default(), &mut ())
    }

    /// The move to play within the limits; `None` only where there is no
    /// decision to make: at a chance node, and when the game is over.
    fn choose(&mut self, position: &G, limits: &Limits) -> Option<G::Move> {
        let found = self.run(position, limits).best_move().copied();
        found.or_else(|| {
            // A search of depth 0 prefers no move.
            let mut moves = Vec::new();
            if position.node() == Node::Decision {
                position.moves(&mut moves);
            }
            moves.first().copied()
        })
    }
}

impl<G: Game, S: Searcher<G> + ?Sized> Searcher<G> for Box<S> {
    fn search(
        &mut self,
        position: &G,
        root: &Root<G::Move>,
        limits: &Limits,
        stop: &Stop,
        events: &mut dyn Events<G::Move>,
    ) -> Report<G::Move> {
        (**self).search(position, root, limits, stop, events)
    }
    fn clear(&mut self) {
        (**self).clear();
    }
    fn iterates(&self) -> bool {
        (**self).iterates()
    }
    fn is_exact(&self) -> bool {
        (**self).is_exact()
    }
    fn search_window(&mut self, root: &G, depth: u32, window: Window) -> Option<Value> {
        (**self).search_window(root, depth, window)
    }
}
