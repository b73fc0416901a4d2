//! Which positions are too noisy to evaluate, and what to do about it.

use crate::{Duplicate, Game, NodeInfo, Value};

/// The most noisy moves in a row. Where there are more, a search settles for what the position
/// is worth at sight: a chain without end has no other value, and would fill the stack.
pub const LONGEST_NOISY: u32 = 256;

/// Says which moves a quiescence search looks at beyond its depth.
///
/// "Noisy" is an engine's notion and not a rule of the game, so it stands
/// beside the evaluator.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no quiescence of `{G}`",
    note = "implement `starboard_core::Quiescence<{G}>` for it, with `#[derive(Clone)]`"
)]
pub trait Quiescence<G: Game>: Duplicate + Send {
    /// Called where the search passes its horizon, at `node`, before any other
    /// query about that position or those below: where to count the length
    /// of a chain from.
    fn begin(&mut self, node: &NodeInfo<'_, G>) {
        let _ = node;
    }

    /// Called when the position with this key may be queried next: the time to
    /// [fetch](crate::fetch) what a table holds of it.
    fn prefetch(&self, key: u64) {
        let _ = key;
    }

    /// Appends the legal moves that must not be left pending; none if the
    /// position is quiet. Every chain of noisy moves must come to an end, within
    /// [`LONGEST_NOISY`] of them.
    fn noisy(&mut self, node: &NodeInfo<'_, G>, out: &mut Vec<G::Move>);

    /// What the moves that the last query for [`noisy`](Self::noisy) ones left out because they
    /// cannot reach the window could bring the mover at most: a bound on the value of the
    /// position that is no worse than what it is shown to be. [`Value::MIN`] if none was left out
    /// for that. Without it, a position in which a piece can be taken back looks as if it were
    /// lost, to whoever comes to it with another window.
    fn hope(&self) -> Value {
        Value::MIN
    }

    /// Whether the mover may settle for a value instead of playing a noisy
    /// move. If not (in check), nothing is evaluated, and every move searched.
    fn may_stand_pat(&mut self, node: &NodeInfo<'_, G>) -> bool {
        let _ = node;
        true
    }

    /// The value the mover may settle for, queried next if it [may](Self::may_stand_pat).
    fn stand_pat(&mut self, node: &NodeInfo<'_, G>, static_value: Value) -> Value {
        let _ = node;
        static_value
    }

    /// Whether a reply that cuts beyond the horizon is likely to cut elsewhere, so
    /// that it updates the ordering: where one of many replies is chosen, not
    /// where captures are played out.
    fn updates_ordering(&self) -> bool {
        false
    }

    /// An outcome that the mover can force at once, found without a search, and the
    /// move that does: a mate in one, say. The value is that of the outcome, as
    /// [`Node::Over`](crate::Node::Over) has it but for the mover of `node`.
    /// Queried at the nodes of a quiescence search and above its horizon.
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

/// Every position is quiet where there is none: one search compiled for both.
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
