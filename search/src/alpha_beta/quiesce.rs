//! Quiescence search with stand-pat: noisy positions are played out before
//! they are evaluated.

use starboard_core::{
    Evaluator, ExitReason, Game, Heuristic, Node, NodeInfo, Quiescence, Trace, Value, Window,
};

use super::node::{Run, flips};
use crate::reward::{reward, with, without};

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
    ) -> Option<(Value, ExitReason)> {
        let node = NodeInfo { game, ply, depth: 0, window, last };
        let stand_pat = self.quiescence.may_stand_pat(&node).then(|| {
            let value = self.meter.evaluate(self.eval, game);
            self.quiescence.stand_pat(&node, value)
        });
        if let Some(value) = stand_pat.filter(|&value| value >= window.beta) {
            return Some((value, ExitReason::Leaf));
        }
        if ply > 0
            && let Some((value, _)) = self.quiescence.immediate_win(&node)
        {
            return Some((value.later(ply + 1, G::MATE), ExitReason::Over));
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
        let mut why = ExitReason::Leaf;
        let mut i = 0;
        while let Some(m) = self.stack.next(&frame, i) {
            why = ExitReason::Searched;
            let inner = Window { alpha: window.alpha.max(best), beta: window.beta };
            self.prefetch(game, 0, m);
            let reward = reward(game, m);
            let inner = without::<G>(inner, reward);
            let value = game.with_child(m, |next| {
                let flip = flips(next, mover);
                let inner = if flip { -inner } else { inner };
                let value = self.noisy_move(next, inner, ply + 1, m)?;
                Some(if flip { -value } else { value })
            })?;
            let value = with::<G>(value, reward);
            best = best.max(value);
            if best >= window.beta {
                self.meter.counters.cut(i);
                if self.order.is_active() && self.quiescence.updates_ordering() {
                    let node = NodeInfo { game, ply, depth: 0, window, last };
                    self.order.refuted(&node, self.stack.tried(&frame, i), m);
                }
                why = ExitReason::BetaCut;
                break;
            }
            i += 1;
        }
        self.stack.close(&frame);
        Some((best, why))
    }

    /// A node beyond the horizon.
    fn noisy_move(
        &mut self,
        game: &mut G,
        window: Window,
        ply: u32,
        last: G::Move,
    ) -> Option<Value> {
        self.meter.node(ply)?;
        self.trace.enter(&NodeInfo { game, ply, depth: 0, window, last: Some(last) }, false);
        let (value, why) = match game.node() {
            Node::Over(value) => (value.later(ply, G::MATE), ExitReason::Over),
            _ if self.options.repetitions
                && let Some(value) = game.repetition() =>
            {
                (value.later(ply, G::MATE), ExitReason::Over)
            }
            _ => self.quiesce(game, window, ply, Some(last))?,
        };
        self.trace.leave(value, why);
        Some(value)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    };

    use starboard_core::{
        Limits,
        testing::{HashEval, RandomTree, Shuffled},
    };

    use super::*;
    use crate::{AlphaBeta, AlphaBetaOptions, Searcher};

    type Tree = RandomTree<false>;

    /// Every move is noisy, down to the ends of the tree.
    #[derive(Clone)]
    struct EveryMove {
        updates_ordering: bool,
    }

    impl Quiescence<Tree> for EveryMove {
        fn noisy(&mut self, node: &NodeInfo<'_, Tree>, out: &mut Vec<<Tree as Game>::Move>) {
            node.game.moves(out);
        }

        fn updates_ordering(&self) -> bool {
            self.updates_ordering
        }
    }

    /// Shuffles moves, and counts the updates from nodes beyond the horizon.
    #[derive(Clone)]
    struct Counting(Shuffled, Arc<AtomicUsize>);

    impl Heuristic<Tree> for Counting {
        fn score(
            &mut self,
            node: &NodeInfo<'_, Tree>,
            moves: &[<Tree as Game>::Move],
            scores: &mut [i32],
        ) {
            self.0.score(node, moves, scores);
        }

        fn refuted(
            &mut self,
            node: &NodeInfo<'_, Tree>,
            tried: &[<Tree as Game>::Move],
            cut: <Tree as Game>::Move,
        ) {
            assert!(!tried.contains(&cut));
            self.1.fetch_add(usize::from(node.depth == 0), Ordering::Relaxed);
        }
    }

    #[test]
    fn orderings_hear_of_cuts_beyond_the_horizon_if_these_teach() {
        let mut counted = 0;
        for seed in 0..50 {
            let tree = Tree::with_height(seed, 5);
            let limits = Limits::depth(1);
            let plain = AlphaBeta::new(HashEval::default(), (), AlphaBetaOptions::plain())
                .with_quiescence(EveryMove { updates_ordering: true })
                .run(&tree, &limits);
            let counting = Counting(Shuffled { seed }, Arc::default());
            for updates_ordering in [false, true] {
                assert_eq!(counting.1.load(Ordering::Relaxed), 0);
                let options = AlphaBetaOptions::plain();
                let ordered = AlphaBeta::new(HashEval::default(), counting.clone(), options)
                    .with_quiescence(EveryMove { updates_ordering })
                    .run(&tree, &limits);
                assert_eq!(ordered.value, plain.value);
            }
            counted += counting.1.load(Ordering::Relaxed);
        }
        assert!(counted > 100, "{counted}");
    }
}
