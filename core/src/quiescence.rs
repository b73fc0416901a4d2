//! Which positions are too noisy to evaluate, and what to do about it.

use crate::{Duplicate, Game, NodeInfo, Value};

/// The most noisy moves in a row. After that many, a search settles for the static evaluation: an
/// endless chain has no other value, and would overflow the stack.
pub const LONGEST_NOISY: u32 = 256;

/// Says which moves a quiescence search tries beyond the depth limit.
///
/// "Noisy" is an engine's notion and not a rule of the game, so it has its place beside the
/// evaluator.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no quiescence of `{G}`",
    note = "implement `starboard_core::Quiescence<{G}>` for it, with `#[derive(Clone)]`"
)]
pub trait Quiescence<G: Game>: Duplicate + Send {
    /// Called where the search passes its horizon, at `node`, before any other query about that
    /// position or those below it: the length of a chain of noisy moves counts from here.
    fn begin(&mut self, node: &NodeInfo<'_, G>) {
        let _ = node;
    }

    /// Called when the position with this key may be queried next: the moment to
    /// [prefetch](crate::fetch) its table entry.
    fn prefetch(&self, key: u64) {
        let _ = key;
    }

    /// Appends the legal moves that must not be left pending; none if the position is quiet.
    /// Every chain of noisy moves must end within [`LONGEST_NOISY`] of them.
    fn noisy(&mut self, node: &NodeInfo<'_, G>, out: &mut Vec<G::Move>);

    /// An upper bound on what the moves that the last call of [`noisy`](Self::noisy) left out,
    /// because they cannot reach the window, could be worth to the mover: a search that fails low
    /// returns a bound that covers these moves, too. [`Value::MIN`] if no move was left out for
    /// that reason. Without it, a position in which a piece can be recaptured would look lost to
    /// a search that reaches it with another window.
    fn hope(&self) -> Value {
        Value::MIN
    }

    /// Whether the mover may stand pat, that is, settle for a value instead of playing a noisy
    /// move. If not (in check, say), the position is not evaluated, and every move is searched.
    fn may_stand_pat(&mut self, node: &NodeInfo<'_, G>) -> bool {
        let _ = node;
        true
    }

    /// The value the mover may settle for, given the static evaluation; queried next if the mover
    /// [may](Self::may_stand_pat) stand pat.
    fn stand_pat(&mut self, node: &NodeInfo<'_, G>, static_value: Value) -> Value {
        let _ = node;
        static_value
    }

    /// Whether a reply that causes a cut-off beyond the horizon is likely to do so elsewhere, and
    /// so should update the ordering: true where one of many replies is chosen, not where
    /// captures are played out.
    fn updates_ordering(&self) -> bool {
        false
    }

    /// An outcome that the mover can force at once, found without a search, and the move that
    /// forces it: a mate in one, say. The value is that of the outcome, as in
    /// [`Node::Over`](crate::Node::Over) but for the mover of `node`. Queried at the nodes of a
    /// quiescence search and at those above the horizon.
    fn immediate_win(&mut self, node: &NodeInfo<'_, G>) -> Option<(Value, G::Move)> {
        let _ = node;
        None
    }
}

dyn_clone::clone_trait_object!(<G: Game> Quiescence<G>);

/// Every position is quiet.
impl<G: Game> Quiescence<G> for () {
    fn noisy(&mut self, _: &NodeInfo<'_, G>, _: &mut Vec<G::Move>) {}
}

impl<G: Game> Quiescence<G> for Box<dyn Quiescence<G>> {
    fn begin(&mut self, node: &NodeInfo<'_, G>) {
        (**self).begin(node);
    }
    fn prefetch(&self, key: u64) {
        (**self).prefetch(key);
    }
    fn noisy(&mut self, node: &NodeInfo<'_, G>, out: &mut Vec<G::Move>) {
        (**self).noisy(node, out);
    }
    fn hope(&self) -> Value {
        (**self).hope()
    }
    fn may_stand_pat(&mut self, node: &NodeInfo<'_, G>) -> bool {
        (**self).may_stand_pat(node)
    }
    fn stand_pat(&mut self, node: &NodeInfo<'_, G>, static_value: Value) -> Value {
        (**self).stand_pat(node, static_value)
    }
    fn updates_ordering(&self) -> bool {
        (**self).updates_ordering()
    }
    fn immediate_win(&mut self, node: &NodeInfo<'_, G>) -> Option<(Value, G::Move)> {
        (**self).immediate_win(node)
    }
}

/// With `None`, every position is quiet: one search is compiled for both cases.
impl<G: Game, Q: Quiescence<G> + Clone> Quiescence<G> for Option<Q> {
    fn begin(&mut self, node: &NodeInfo<'_, G>) {
        if let Some(quiescence) = self {
            quiescence.begin(node);
        }
    }
    fn prefetch(&self, key: u64) {
        if let Some(quiescence) = self {
            quiescence.prefetch(key);
        }
    }
    fn noisy(&mut self, node: &NodeInfo<'_, G>, out: &mut Vec<G::Move>) {
        if let Some(quiescence) = self {
            quiescence.noisy(node, out);
        }
    }
    fn hope(&self) -> Value {
        self.as_ref().map_or(Value::MIN, Quiescence::hope)
    }
    fn may_stand_pat(&mut self, node: &NodeInfo<'_, G>) -> bool {
        self.as_mut().is_none_or(|quiescence| quiescence.may_stand_pat(node))
    }
    fn stand_pat(&mut self, node: &NodeInfo<'_, G>, static_value: Value) -> Value {
        match self {
            Some(quiescence) => quiescence.stand_pat(node, static_value),
            None => static_value,
        }
    }
    fn updates_ordering(&self) -> bool {
        self.as_ref().is_some_and(|quiescence| quiescence.updates_ordering())
    }
    fn immediate_win(&mut self, node: &NodeInfo<'_, G>) -> Option<(Value, G::Move)> {
        self.as_mut()?.immediate_win(node)
    }
}
