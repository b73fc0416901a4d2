//! What a game's knowledge says of moves before any search.

use std::fmt;

use crate::{Duplicate, Game};

/// Says which moves of a position are worth looking at, and how likely each is
/// to be the best, before any search.
///
/// A [`Heuristic`](crate::Heuristic) puts moves in order for a search that
/// looks at all of them as long as it takes; a policy says how a Monte-Carlo tree
/// search shares out its simulations. It is queried once for each position
/// that the search expands, and may be as slow as an evaluation is.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no policy of `{G}`",
    note = "implement `starboard_core::Policy<{G}>` for it, with `#[derive(Clone)]`"
)]
pub trait Policy<G: Game>: Duplicate + Send {
    /// Appends legal moves of a decision, each at most once, and for each how
    /// much speaks for it: a positive and finite number, in proportion to the
    /// chance that it is the best. Moves left out are not looked at, so that
    /// there should be one at least: where there is none, all moves count alike.
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
