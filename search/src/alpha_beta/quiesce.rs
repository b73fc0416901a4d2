//! Quiescence search with stand-pat: lively positions are played out before
//! they are evaluated.

use starboard_core::{
    Evaluator, Game, Heuristic, Leave, Node, NodeInfo, Quiescence, Trace, Value, Window,
};

use super::node::{Run, flips};

impl<G, E, H, Q, T> Run<'_, '_, G, E, H, Q, T>
where
    G: Game,
    E: Evaluator<G>,
    H: Heuristic<G>,
    Q: Quiescence<G>,
    T: Trace<G>,
{
    /// The value of a position at the horizon that is not over, by the same
    /// rules as [`node`](Self::node).
    pub(super) fn quiesce(
        &mut self,
        game: &mut G,
        window: Window,
        ply: u32,
        last: Option<G::Move>,
    ) -> Option<(Value, Leave)> {
        let node = NodeInfo { game, ply, depth: 0, window, last };
        let stand_pat = self.quiescence.may_stand_pat(&node).then(|| {
            let value = self.meter.evaluate(self.eval, game);
            self.quiescence.stand_pat(&node, value)
        });
        if let Some(value) = stand_pat.filter(|&value| value >= window.beta) {
            return Some((value, Leave::Leaf));
        }
        if ply > 0
            && let Some((value, _)) = self.quiescence.sure_win(&node)
        {
            return Some((value.later(ply + 1, G::MATE), Leave::Over));
        }
        let Self { meter, stack, order, quiescence, .. } = self;
        let generate = |out: &mut Vec<_>| match stand_pat {
            Some(_) => meter.generating(|| quiescence.noisy(&node, out)),
            None => meter.generating(|| game.moves(out)),
        };
        let frame = if order.is_active() {
            stack.open_ranked(None, generate, |moves, scores| order.score(&node, moves, scores))
        } else {
            stack.open(None, generate)
        };

        let mover = game.mover();
        let mut best = stand_pat.unwrap_or(Value::MIN);
        let mut why = Leave::Leaf;
        let mut i = 0;
        while let Some(m) = self.stack.next(&frame, i) {
            why = Leave::Searched;
            let inner = Window { alpha: window.alpha.max(best), beta: window.beta };
            self.expect(game, 0, m);
            let value = game.with_child(m, |next| {
                let flip = flips(next, mover);
                let inner = if flip { -inner } else { inner };
                let value = self.lively(next, inner, ply + 1, m)?;
                Some(if flip { -value } else { value })
            })?;
            best = best.max(value);
            if best >= window.beta {
                self.meter.counters.cut(i);
                why = Leave::BetaCut;
                break;
            }
            i += 1;
        }
        self.stack.close(&frame);
        Some((best, why))
    }

    /// A node beyond the horizon.
    fn lively(&mut self, game: &mut G, window: Window, ply: u32, last: G::Move) -> Option<Value> {
        self.meter.node(ply)?;
        self.trace.enter(&NodeInfo { game, ply, depth: 0, window, last: Some(last) }, false);
        let (value, why) = match game.node() {
            Node::Over(value) => (value.later(ply, G::MATE), Leave::Over),
            _ if self.options.repetitions
                && let Some(value) = game.repetition() =>
            {
                (value.later(ply, G::MATE), Leave::Over)
            }
            _ => self.quiesce(game, window, ply, Some(last))?,
        };
        self.trace.leave(value, why);
        Some(value)
    }
}
