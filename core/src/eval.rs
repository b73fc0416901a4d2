//! What a position is worth without searching it.

use crate::{Bounds, DetailKind, Duplicate, Estimate, Game, MOST_DETAILS, Node, Value};

/// Estimates the value of a position without searching it: the static evaluation.
///
/// The estimate depends on the position alone: the same position always gets the same value, and
/// so does its [mirror image](Game::mirrored). Each search thread clones its own evaluator.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no evaluator of `{G}`",
    note = "implement `starboard_core::Evaluator<{G}>` for it, with `#[derive(Clone)]`"
)]
pub trait Evaluator<G: Game>: Duplicate + Send {
    /// The value for [`Game::mover`]. Never called when the game is over; may
    /// be called at a chance node.
    fn evaluate(&mut self, game: &G) -> Value;

    /// Called when the position with this key may be evaluated next: the moment to
    /// [prefetch](crate::fetch) its cache entry.
    fn prefetch(&self, key: u64) {
        let _ = key;
    }

    /// Whether an evaluation takes so long, a tenth of a millisecond or more, that a search has to
    /// check the clock and the request to stop between any two.
    fn is_slow(&self) -> bool {
        false
    }

    /// Appends the values of several positions, each for its own mover; worth
    /// overriding for a network.
    fn evaluate_batch(&mut self, games: &[G], values: &mut Vec<Value>) {
        values.extend(games.iter().map(|g| self.evaluate(g)));
    }

    /// Appends the value of the position after each of `moves`, finished games included, all for
    /// the mover of `game` and including the [reward](Game::reward) of the move itself; worth
    /// overriding where siblings share most of the work.
    fn evaluate_children(&mut self, game: &G, moves: &[G::Move], values: &mut Vec<Value>) {
        let (mover, mut work) = (game.mover(), game.clone());
        values.extend(moves.iter().map(|&m| {
            let reward = if G::REWARDS { game.reward(m) } else { Value::ZERO };
            work.with_child(m, |child| {
                let value = match child.node() {
                    Node::Over(value) => value,
                    _ => self.evaluate(child),
                };
                (if child.mover() == mover { value } else { -value }) + reward
            })
        }));
    }

    /// The figures that it gives besides the value, at most [`MOST_DETAILS`]: searches that
    /// average carry them along. None by default.
    fn details(&self) -> &'static [DetailKind] {
        &[]
    }

    /// The value for the mover and the figures that go with it, for finished games, too; override
    /// it together with [`Evaluator::details`]. The value is that of [`Evaluator::evaluate`].
    fn estimate(&mut self, game: &G) -> Estimate {
        let value = match game.node() {
            Node::Over(value) => value,
            _ => self.evaluate(game),
        };
        Estimate { value, details: [0.0; MOST_DETAILS] }
    }

    /// Appends the value and the figures of the position after each of `moves`, finished games
    /// included, all for the mover of `game`. The values are those of
    /// [`Evaluator::evaluate_children`]; the figures do not include rewards.
    fn estimate_children(&mut self, game: &G, moves: &[G::Move], estimates: &mut Vec<Estimate>) {
        let (kinds, mover, mut work) = (self.details(), game.mover(), game.clone());
        estimates.extend(moves.iter().map(|&m| {
            let reward = if G::REWARDS { game.reward(m) } else { Value::ZERO };
            work.with_child(m, |child| {
                let own = self.estimate(child);
                let own = if child.mover() == mover { own } else { own.flipped(kinds) };
                Estimate { value: own.value + reward, ..own }
            })
        }));
    }

    /// Appends a cheap estimate of the position after each of `moves`, for the mover of `game`,
    /// and returns `true`; or, by default, appends nothing and returns `false`.
    ///
    /// Such estimates are only compared with each other, to [choose](crate::shorten) the moves
    /// that are worth evaluating: they never become values of a search.
    fn estimate_roughly(
        &mut self,
        game: &G,
        moves: &[G::Move],
        estimates: &mut Vec<Estimate>,
    ) -> bool {
        let _ = (game, moves, estimates);
        false
    }

    /// The interval in which the value of every leaf and every finished game at or below this
    /// position lies, including all [rewards](Game::reward) on the way there, for this position's
    /// mover. Must be sound, and no wider below a position than at it; the tighter it is, the more
    /// Star1 prunes.
    fn bounds(&self, game: &G) -> Bounds {
        let _ = game;
        Bounds::FULL
    }

    /// The value for the mover of a decision node, if it is certain at sight: an immediate win, or
    /// a loss that nothing can avert. [`evaluate`](Self::evaluate) must return the same, and so
    /// must a search to any depth without pruning: some move leads to this value, because it ends
    /// the game or because the position after it is certain in turn, and no move leads to more, as
    /// the [`bounds`](Self::bounds) of the positions after the other moves show. Alpha-beta then
    /// need not search the moves; Star2's probes would find them just as soon. `None`, the
    /// default, if only a search can tell, and always in games with a [`Game::MATE`].
    fn certain(&self, game: &G) -> Option<Value> {
        let _ = game;
        None
    }

    /// Which of the legal moves of a decision node lose at sight: a mask with a bit for each of
    /// the first 64 moves, the lowest bit for the first, and the value that every losing move has
    /// for the mover, because it ends the game or because the position after it is
    /// [`certain`](Self::certain). Alpha-beta then need not make these moves. Not called where the
    /// position itself is certain. `None`, the default, if no move loses at sight, or if only a
    /// search can tell.
    fn losing_moves(&self, game: &G, moves: &[G::Move]) -> Option<(u64, Value)> {
        let _ = (game, moves);
        None
    }

    /// What is wrong with its inputs for this position, if anything is and it can tell: a network
    /// feature that does not exist, say. Called when a game is checked, never in a search.
    fn complaint(&self, game: &G) -> Option<String> {
        let _ = game;
        None
    }
}

dyn_clone::clone_trait_object!(<G: Game> Evaluator<G>);

impl<G: Game, E: Evaluator<G> + ?Sized> Evaluator<G> for Box<E>
where
    Box<E>: Clone,
{
    fn evaluate(&mut self, game: &G) -> Value {
        (**self).evaluate(game)
    }
    fn prefetch(&self, key: u64) {
        (**self).prefetch(key);
    }
    fn is_slow(&self) -> bool {
        (**self).is_slow()
    }
    fn evaluate_batch(&mut self, games: &[G], values: &mut Vec<Value>) {
        (**self).evaluate_batch(games, values);
    }
    fn evaluate_children(&mut self, game: &G, moves: &[G::Move], values: &mut Vec<Value>) {
        (**self).evaluate_children(game, moves, values);
    }
    fn details(&self) -> &'static [DetailKind] {
        (**self).details()
    }
    fn estimate(&mut self, game: &G) -> Estimate {
        (**self).estimate(game)
    }
    fn estimate_children(&mut self, game: &G, moves: &[G::Move], estimates: &mut Vec<Estimate>) {
        (**self).estimate_children(game, moves, estimates);
    }
    fn estimate_roughly(
        &mut self,
        game: &G,
        moves: &[G::Move],
        estimates: &mut Vec<Estimate>,
    ) -> bool {
        (**self).estimate_roughly(game, moves, estimates)
    }
    fn bounds(&self, game: &G) -> Bounds {
        (**self).bounds(game)
    }
    fn certain(&self, game: &G) -> Option<Value> {
        (**self).certain(game)
    }
    fn losing_moves(&self, game: &G, moves: &[G::Move]) -> Option<(u64, Value)> {
        (**self).losing_moves(game, moves)
    }
    fn complaint(&self, game: &G) -> Option<String> {
        (**self).complaint(game)
    }
}
