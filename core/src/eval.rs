//! What a position is worth without searching it.

use crate::{Bounds, Duplicate, Game, Node, Value};

/// Guesses the value of a position without searching it.
///
/// The guess depends on the position alone: the same position always gets the
/// same value, and [`Game::mirrored`] the same again. Each search thread clones its own evaluator.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no evaluator of `{G}`",
    note = "implement `starboard_core::Evaluator<{G}>` for it, with `#[derive(Clone)]`"
)]
pub trait Evaluator<G: Game>: Duplicate + Send {
    /// The value for [`Game::mover`]. Never called when the game is over; may
    /// be called at a chance node.
    fn evaluate(&mut self, game: &G) -> Value;

    /// Told that the position with this key may be evaluated next: the time to
    /// have [fetched](crate::fetch) what is remembered of it.
    fn expect(&self, key: u64) {
        let _ = key;
    }

    /// Appends the values of several positions, each for its own mover; worth
    /// overriding for a network.
    fn evaluate_batch(&mut self, games: &[G], values: &mut Vec<Value>) {
        values.extend(games.iter().map(|g| self.evaluate(g)));
    }

    /// Appends the value of the position after each of `moves`, finished games
    /// included, all for the mover of `game` and with what the move itself
    /// [earns](Game::reward); worth overriding where siblings share most of the
    /// work.
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

    /// Between what values every leaf and every outcome at or below this
    /// position lies, with all [rewards](Game::reward) on the way there, for its
    /// mover. Must be sound, and no wider below a
    /// position than at it; the tighter, the more Star1 prunes.
    fn bounds(&self, game: &G) -> Bounds {
        let _ = game;
        Bounds::FULL
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
    fn expect(&self, key: u64) {
        (**self).expect(key);
    }
    fn evaluate_batch(&mut self, games: &[G], values: &mut Vec<Value>) {
        (**self).evaluate_batch(games, values);
    }
    fn evaluate_children(&mut self, game: &G, moves: &[G::Move], values: &mut Vec<Value>) {
        (**self).evaluate_children(game, moves, values);
    }
    fn bounds(&self, game: &G) -> Bounds {
        (**self).bounds(game)
    }
}
