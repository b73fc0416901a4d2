//! Which positions are too lively to evaluate, and what to do about it.

use crate::{Duplicate, Game, NodeInfo, Value};

/// Tells a quiescence search which moves to look at beyond its depth.
///
/// "Noisy" is an engine's notion and not a rule of the game, so it stands
/// beside the evaluator.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no quiescence of `{G}`",
    note = "implement `starboard_core::Quiescence<{G}>` for it, with `#[derive(Clone)]`"
)]
pub trait Quiescence<G: Game>: Duplicate + Send {
    /// Told that the search passes its horizon at `node`, before anything else
    /// is asked about that position or those below: where to count the length
    /// of a chain from.
    fn begin(&mut self, node: &NodeInfo<'_, G>) {
        let _ = node;
    }

    /// Told that the position with this key may be asked about next: the time to
    /// have [fetched](crate::fetch) what is remembered of it.
    fn expect(&self, key: u64) {
        let _ = key;
    }

    /// Appends the legal moves that must not be left pending; none if the
    /// position is quiet. Every chain of noisy moves must come to an end.
    fn noisy(&mut self, node: &NodeInfo<'_, G>, out: &mut Vec<G::Move>);

    /// Whether the mover may settle for a value instead of playing a noisy
    /// move. If not (in check), nothing is evaluated, and every move searched.
    fn may_stand_pat(&mut self, node: &NodeInfo<'_, G>) -> bool {
        let _ = node;
        true
    }

    /// The value the mover may settle for, asked next if it [may](Self::may_stand_pat).
    fn stand_pat(&mut self, node: &NodeInfo<'_, G>, static_value: Value) -> Value {
        let _ = node;
        static_value
    }

    /// Whether an answer that cuts beyond the horizon is likely to cut elsewhere,
    /// so that the ordering is told: where one of many answers is chosen, not
    /// where captures are played out.
    fn teaches(&self) -> bool {
        false
    }

    /// What the mover is sure to get without a search, and the move that gets
    /// it: a mate in one, say. The value is that of the outcome, as
    /// [`Node::Over`](crate::Node::Over) has it but for the mover of `node`.
    /// Asked at the nodes of a quiescence search and above its horizon.
    fn sure_win(&mut self, node: &NodeInfo<'_, G>) -> Option<(Value, G::Move)> {
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
    fn expect(&self, key: u64) {
        (**self).expect(key);
    }
    fn noisy(&mut self, node: &NodeInfo<'_, G>, out: &mut Vec<G::Move>) {
        (**self).noisy(node, out);
    }
    fn may_stand_pat(&mut self, node: &NodeInfo<'_, G>) -> bool {
        (**self).may_stand_pat(node)
    }
    fn stand_pat(&mut self, node: &NodeInfo<'_, G>, static_value: Value) -> Value {
        (**self).stand_pat(node, static_value)
    }
    fn teaches(&self) -> bool {
        (**self).teaches()
    }
    fn sure_win(&mut self, node: &NodeInfo<'_, G>) -> Option<(Value, G::Move)> {
        (**self).sure_win(node)
    }
}
