//! Quiescence search with stand-pat: noisy positions are played out before
//! they are evaluated.

use starboard_core::{
    Bounds, Evaluator, ExitReason, Game, Heuristic, LONGEST_NOISY, Limits, Node, NodeInfo,
    Quiescence, Stop, Stored, Trace, Value, Window,
};

use super::{
    AlphaBeta,
    node::{Run, flips},
    table::{seal, unseal},
};
use crate::{
    meter::Meter,
    reward::{reward, with, without},
};

/// What quiescence search alone finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolved<M> {
    /// The value for the mover of the position searched.
    pub value: Value,
    /// The moves that lead to the quiet position, or the end of the game, that the
    /// value comes from.
    pub line: Vec<M>,
}

impl<E, H, Q, T> AlphaBeta<E, H, Q, T> {
    /// Searches `position` by quiescence search alone, whatever the depth limit.
    /// `None` if a limit ends the search, or if it reaches a chance node: in games
    /// with chance, only positions can be resolved whose noisy moves lead to none.
    ///
    /// ```
    /// use starboard_core::{Limits, testing::{HashEval, RandomTree}};
    /// use starboard_search::{AlphaBeta, AlphaBetaOptions, minimax::minimax};
    ///
    /// let (tree, eval) = (RandomTree::<false>::new(1), HashEval::default());
    /// // By `()`, every position is quiet.
    /// let mut search = AlphaBeta::new(eval, (), AlphaBetaOptions::default()).with_quiescence(());
    /// let found = search.resolve(&tree, &Limits::default()).unwrap();
    /// assert_eq!((found.value, found.line), (minimax(&tree, 0, &mut eval.clone()), vec![]));
    /// ```
    pub fn resolve<G>(&mut self, position: &G, limits: &Limits) -> Option<Resolved<G::Move>>
    where
        G: Game,
        E: Evaluator<G>,
        H: Heuristic<G>,
        Q: Quiescence<G>,
        T: Trace<G>,
    {
        let stop = Stop::default();
        let mut run = self.begin(Meter::new(limits, &stop).paced::<G, _>(&self.eval));
        let mut game = position.clone();
        let node = NodeInfo { game: &game, ply: 0, depth: 0, window: Window::FULL, line: &[] };
        run.meter.node(0)?;
        run.trace.enter(&node, false);
        let (value, why) = match game.node() {
            Node::Over(value) => (value, ExitReason::Over),
            Node::Chance => return None,
            Node::Decision => {
                run.begin_quiescence(&game, Window::FULL, 0);
                // An ordinary search does not look for an immediate win at its root;
                // here, there is nothing but the root.
                if let Some((value, m)) = run.quiescence.immediate_win(&node) {
                    run.set_line(0, m);
                    (value.later(1, G::MATE), ExitReason::Over)
                } else {
                    run.quiesce::<true>(&mut game, Window::FULL, 0)?
                }
            }
        };
        run.trace.leave(value, why);
        Some(Resolved { value, line: run.line(0).to_vec() })
    }
}

impl<G, E, H, Q, T> Run<'_, '_, G, E, H, Q, T>
where
    G: Game,
    E: Evaluator<G>,
    H: Heuristic<G>,
    Q: Quiescence<G>,
    T: Trace<G>,
{
    /// To be called where the search passes its horizon.
    pub(super) fn begin_quiescence(&mut self, game: &G, window: Window, ply: u32) {
        let line = &self.line[self.line_from..];
        self.quiescence.begin(&NodeInfo { game, ply, depth: 0, window, line });
        self.horizon = ply;
    }

    /// The value of a position at the horizon that is not over, by the same
    /// rules as [`node`](Self::node). `LINE` keeps the line that leads to it.
    pub(super) fn quiesce<const LINE: bool>(
        &mut self,
        game: &mut G,
        window: Window,
        ply: u32,
    ) -> Option<(Value, ExitReason)> {
        let slot = if !LINE && self.options.quiescence_table {
            self.table.map(|table| table.slot(game.key()))
        } else {
            None
        };
        let mut known = None;
        if let Some(slot) = slot {
            known = self.look_up(slot);
            if let Some(stored) = known
                && let Some(value) = stored.bounds.later(ply, G::MATE).settle(window)
                && self.accepts(&stored, 0)
            {
                return Some((value, ExitReason::Table));
            }
        }
        // An entry from a search of some depth is worth more and stays.
        let slot = slot.filter(|_| known.is_none_or(|stored| unseal(stored.depth).0 == 0));
        let node = NodeInfo { game, ply, depth: 0, window, line: &self.line[self.line_from..] };
        let is_endless = ply - self.horizon >= LONGEST_NOISY;
        let mut stand_pat = None;
        if is_endless || self.quiescence.may_stand_pat(&node) {
            let value = self.meter.evaluate(self.eval, game);
            let value = self.corrected(game, value);
            stand_pat = Some(self.quiescence.stand_pat(&node, value));
        }
        if let Some(value) = stand_pat.filter(|&value| is_endless || value >= window.beta) {
            return Some((value, ExitReason::Leaf));
        }
        if ply > 0
            && let Some((value, m)) = self.quiescence.immediate_win(&node)
        {
            if LINE {
                self.set_line(ply, m);
            }
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
        // Moves left out because of the window count as the most they could have achieved.
        let left_out = self.quiescence.hope().min(window.alpha);
        let mut best = stand_pat.unwrap_or(Value::MIN).max(left_out);
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
                self.line.push(m);
                let value = self.noisy_move::<LINE>(next, inner, ply + 1);
                self.line.pop();
                let value = value?;
                Some(if flip { -value } else { value })
            })?;
            let value = with::<G>(value, reward);
            if value > best {
                best = value;
                if LINE {
                    self.extend_line(ply, m);
                }
            }
            if best >= window.beta {
                self.meter.counters.cut(i);
                if self.order.is_active() && self.quiescence.updates_ordering() {
                    let node = NodeInfo {
                        game,
                        ply,
                        depth: 0,
                        window,
                        line: &self.line[self.line_from..],
                    };
                    self.order.refuted(&node, self.stack.tried(&frame, i), m);
                }
                why = ExitReason::BetaCut;
                break;
            }
            i += 1;
        }
        self.stack.close(&frame);
        if let Some(slot) = slot {
            let bounds = Bounds::proven(best, window).sooner(ply, G::MATE);
            slot.store(Stored { bounds, depth: seal(0, false), best: None, pv: false });
        }
        Some((best, why))
    }

    /// A node beyond the horizon.
    fn noisy_move<const LINE: bool>(
        &mut self,
        game: &mut G,
        window: Window,
        ply: u32,
    ) -> Option<Value> {
        self.meter.node(ply)?;
        if LINE && let Some(line) = self.lines.get_mut(ply as usize) {
            line.clear();
        }
        self.trace.enter(
            &NodeInfo { game, ply, depth: 0, window, line: &self.line[self.line_from..] },
            false,
        );
        let (value, why) = match game.node() {
            Node::Over(value) => (value.later(ply, G::MATE), ExitReason::Over),
            Node::Chance if G::CHANCE => return None,
            _ if self.options.repetitions
                && let Some(value) = game.repetition().and_then(|found| found.within(ply)) =>
            {
                (value.later(ply, G::MATE), ExitReason::Over)
            }
            _ => self.quiesce::<LINE>(game, window, ply)?,
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
        Limits, Player,
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

    /// Every move is noisy but those that cannot reach the window, for which it is known how
    /// much they could achieve at most.
    #[derive(Clone)]
    struct WithinReach {
        slack: i64,
        hope: Value,
    }

    impl Quiescence<Tree> for WithinReach {
        fn noisy(&mut self, node: &NodeInfo<'_, Tree>, out: &mut Vec<<Tree as Game>::Move>) {
            self.hope = Value::MIN;
            let mut moves = Vec::new();
            node.game.moves(&mut moves);
            for m in moves {
                let mut next = node.game.clone();
                next.play(m);
                let value = played_out(&next);
                let value = if next.mover() == node.game.mover() { value } else { -value };
                let most = Value::saturating(i64::from(value.raw()) + self.slack);
                if most <= node.window.alpha {
                    self.hope = self.hope.max(most);
                } else {
                    out.push(m);
                }
            }
        }

        fn hope(&self) -> Value {
            self.hope
        }
    }

    #[test]
    fn what_is_left_out_counts_as_what_it_could_have_come_to() {
        let (mut below, mut close) = (0, 0);
        for seed in 0..200 {
            let tree = Tree::with_height(seed, 4);
            if tree.node() != Node::Decision {
                continue;
            }
            let value = played_out(&tree);
            for (slack, off) in [(0, 0), (0, 3), (2, 1), (5, 20)] {
                let alpha = Value::new(value.raw() + off);
                let quiescence = WithinReach { slack, hope: Value::MIN };
                let mut search =
                    AlphaBeta::new(HashEval::default(), (), AlphaBetaOptions::default())
                        .with_quiescence(quiescence);
                let (limits, stop) = (Limits::default(), Stop::default());
                let mut run = search.begin(Meter::new(&limits, &stop));
                let mut game = tree.clone();
                let window = Window { alpha, beta: alpha.up() };
                run.begin_quiescence(&game, window, 0);
                let (found, _) = run.quiesce::<false>(&mut game, window, 1).expect("no limit");
                assert!(found >= value && found <= alpha, "seed {seed}: {found:?} {value:?}");
                below += 1;
                close += usize::from(found < alpha);
            }
        }
        assert!(below > 400 && close > 100, "{below} {close}");
    }

    /// The value of a tree whose moves are all noisy, by trying them all.
    fn played_out(tree: &Tree) -> Value {
        if let Node::Over(value) = tree.node() {
            return value;
        }
        let mut moves = Vec::new();
        tree.moves(&mut moves);
        let values = moves.into_iter().map(|m| {
            let mut next = tree.clone();
            next.play(m);
            let value = played_out(&next);
            if next.mover() == tree.mover() { value } else { -value }
        });
        values.chain([HashEval::default().evaluate(tree)]).max().expect("a value")
    }

    #[test]
    fn a_position_is_resolved_to_where_its_value_comes_from() {
        let (mut longest, mut stopped) = (0, 0);
        for seed in 0..200 {
            let tree = Tree::with_height(seed, 5);
            let mut search = AlphaBeta::new(HashEval::default(), (), AlphaBetaOptions::default())
                .with_quiescence(EveryMove { updates_ordering: false });
            let found = search.resolve(&tree, &Limits::default()).expect("no limit");
            assert_eq!(found.value, played_out(&tree), "seed {seed}");
            let mut leaf = tree.clone();
            found.line.iter().for_each(|&m| leaf.play(m));
            let end = match leaf.node() {
                Node::Over(value) => value,
                _ => HashEval::default().evaluate(&leaf),
            };
            let end = if leaf.mover() == tree.mover() { end } else { -end };
            assert_eq!(end, found.value, "seed {seed}");
            longest = longest.max(found.line.len());
            stopped += usize::from(search.resolve(&tree, &Limits::nodes(3)).is_none());
        }
        assert!(longest > 2 && stopped > 100, "{longest} {stopped}");
    }

    /// Back and forth without end.
    #[derive(Clone, Debug, PartialEq)]
    struct Pendulum(Player);

    impl Game for Pendulum {
        type Move = ();
        const ALTERNATES: bool = true;

        fn mover(&self) -> Player {
            self.0
        }
        fn node(&self) -> Node {
            Node::Decision
        }
        fn moves(&self, out: &mut Vec<()>) {
            out.push(());
        }
        fn play(&mut self, (): ()) {
            self.0 = self.0.other();
        }
        fn key(&self) -> u64 {
            self.0.index() as u64
        }
    }

    /// The mover may never stand pat.
    #[derive(Clone)]
    struct Restless;

    impl Evaluator<Pendulum> for Restless {
        fn evaluate(&mut self, game: &Pendulum) -> Value {
            game.0.for_first(Value::new(3))
        }
    }

    impl Quiescence<Pendulum> for Restless {
        fn noisy(&mut self, _: &NodeInfo<'_, Pendulum>, _: &mut Vec<()>) {}
        fn may_stand_pat(&mut self, _: &NodeInfo<'_, Pendulum>) -> bool {
            false
        }
    }

    #[test]
    fn a_chain_without_end_is_left() {
        let start = Pendulum(Player::First);
        let mut search =
            AlphaBeta::new(Restless, (), AlphaBetaOptions::plain()).with_quiescence(Restless);
        for depth in 1..4 {
            let report = search.run(&start, &Limits::depth(depth));
            assert_eq!((report.value, report.depth), (Value::new(3), depth));
            assert_eq!(report.seldepth, depth + LONGEST_NOISY);
        }
        let found = search.resolve(&start, &Limits::default()).expect("no limit");
        assert_eq!(found.value, Value::new(3));
    }
}
