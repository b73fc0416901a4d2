//! What a position is worth without searching it.

use crate::{Bounds, DetailKind, Duplicate, Estimate, Game, MOST_DETAILS, Node, Value};

/// Estimates the value of a position without searching it: the static evaluation.
///
/// The estimate depends on the position alone: the same position always gets the
/// same value, and [`Game::mirrored`] the same again. Each search thread clones its own evaluator.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no evaluator of `{G}`",
    note = "implement `starboard_core::Evaluator<{G}>` for it, with `#[derive(Clone)]`"
)]
pub trait Evaluator<G: Game>: Duplicate + Send {
    /// The value for [`Game::mover`]. Never called when the game is over; may
    /// be called at a chance node.
    fn evaluate(&mut self, game: &G) -> Value;

    /// Called when the position with this key may be evaluated next: the time to
    /// [fetch](crate::fetch) what a cache holds of it.
    fn prefetch(&self, key: u64) {
        let _ = key;
    }

    /// Whether an evaluation takes so long, a tenth of a millisecond and more, that a search
    /// has to look at the clock, and whether it is to stop, between any two.
    fn is_slow(&self) -> bool {
        false
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

    /// The figures that it knows beside the value, at most [`MOST_DETAILS`]: searches that
    /// average carry them along. None unless it says so.
    fn details(&self) -> &'static [DetailKind] {
        &[]
    }

    /// The value for the mover and the figures beside it, of finished games, too; to be
    /// overridden together with [`Evaluator::details`]. The value is that of
    /// [`Evaluator::evaluate`].
    fn estimate(&mut self, game: &G) -> Estimate {
        let value = match game.node() {
            Node::Over(value) => value,
            _ => self.evaluate(game),
        };
        Estimate { value, details: [0.0; MOST_DETAILS] }
    }

    /// Appends value and figures of the position after each of `moves`, finished games
    /// included, all for the mover of `game`. The values are those of
    /// [`Evaluator::evaluate_children`]; a reward is no part of the figures.
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

    /// Appends a cheap estimate of the position after each of `moves`, for the mover of
    /// `game`, and returns `true`; or appends nothing where it has none, as is usual.
    ///
    /// Such estimates are compared with each other only, to [choose](crate::shorten) the
    /// moves that are worth evaluating: no value of a search is one of them.
    fn estimate_roughly(
        &mut self,
        game: &G,
        moves: &[G::Move],
        estimates: &mut Vec<Estimate>,
    ) -> bool {
        let _ = (game, moves, estimates);
        false
    }

    /// Between what values every leaf and every outcome at or below this
    /// position lies, with all [rewards](Game::reward) on the way there, for its
    /// mover. Must be sound, and no wider below a
    /// position than at it; the tighter, the more Star1 prunes.
    fn bounds(&self, game: &G) -> Bounds {
        let _ = game;
        Bounds::FULL
    }

    /// The value for the mover of a decision node, where it is certain at sight: a win at
    /// once, or a loss that nothing averts. [`evaluate`](Self::evaluate) says the same, and
    /// so does a search of any depth without pruning: one move leads to this value, as the
    /// end of the game or certain again, and none to more, by its [`bounds`](Self::bounds).
    /// Alpha-beta then need not look at the moves; Star2's probes find them as soon. `None`,
    /// the default, where only a search can tell, and always where [`Game::MATE`] counts the
    /// moves.
    fn certain(&self, game: &G) -> Option<Value> {
        let _ = game;
        None
    }

    /// Which of the legal moves of a decision node lose at sight: a bit for each of the
    /// first 64, the lowest for the first, and what every one of them is worth to the
    /// mover, as the end of the game or as [`certain`](Self::certain) has it of the position
    /// after it. Alpha-beta then need not make them. Not asked where the position itself is
    /// certain. `None`, the default, where no move does, or only a search can tell.
    fn losing_moves(&self, game: &G, moves: &[G::Move]) -> Option<(u64, Value)> {
        let _ = (game, moves);
        None
    }

    /// What is wrong with what it is told of a position, where it can tell and something
    /// is: a feature of a network that there is not, say. Asked when a game is checked, never
    /// in a search.
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
