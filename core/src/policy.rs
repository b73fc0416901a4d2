//! What knowledge of a game says about its moves before any search.

use std::fmt;

use crate::{Duplicate, Game};

/// Says which moves of a position are worth looking at, and how likely each is
/// to be the best, before any search.
///
/// A [`Heuristic`](crate::Heuristic) orders moves for a search that will look at
/// all of them, however long that takes; a policy says how a Monte-Carlo tree
/// search distributes its simulations. It is queried once for each position that
/// the search expands, and may be as slow as an evaluation is.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no policy of `{G}`",
    note = "implement `starboard_core::Policy<{G}>` for it, with `#[derive(Clone)]`"
)]
pub trait Policy<G: Game>: Duplicate + Send {
    /// Appends legal moves of a decision node, each at most once and with its
    /// weight: a positive and finite number, proportional to the probability that
    /// the move is the best. Moves left out are not searched, so at least one
    /// should be appended; if none is, all moves count alike.
    fn weigh(&mut self, game: &G, out: &mut Vec<(G::Move, f32)>);
}

dyn_clone::clone_trait_object!(<G: Game> Policy<G>);

impl<G: Game> fmt::Debug for dyn Policy<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Policy")
    }
}

impl<G: Game> Policy<G> for Box<dyn Policy<G>> {
    fn weigh(&mut self, game: &G, out: &mut Vec<(G::Move, f32)>) {
        (**self).weigh(game, out);
    }
}
