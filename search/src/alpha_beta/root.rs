//! The root: aspiration windows, every best move, whole lines.

use starboard_core::{
    Bounds, Evaluator, ExitReason, Game, Heuristic, Node, NodeInfo, Quiescence, Stored, Trace,
    Value, Window, sort_by_rank,
};

use super::{
    abdada::Abdada,
    node::{Child, Run, flips},
    reduce::{Circumstances, Late},
    table::seal,
};
use crate::{
    meter::Meter,
    reward::{reward, with, without},
    root::{Deepen, Leaders, RootMove, Wanted},
};

impl<'m, G, E, H, Q, T> Deepen<'m, G> for Run<'_, 'm, G, E, H, Q, T>
where
    G: Game,
    E: Evaluator<G>,
    H: Heuristic<G>,
    Q: Quiescence<G>,
    T: Trace<G>,
{
    fn meter(&mut self) -> &mut Meter<'m> {
        &mut self.meter
    }

    fn search_root_once(&mut self, root: &mut G, depth: u32) -> Option<Value> {
        self.open_node(root, Window::FULL, depth)
    }

    fn moves(
        &mut self,
        root: &mut G,
        moves: &mut [RootMove<G::Move>],
        depth: u32,
        wanted: Wanted,
    ) -> Option<()> {
        self.order_root(root, moves, depth, wanted);
        let before = self.unsettled();
        // From the worst of the lines wanted to the best, as the last iteration
        // valued them.
        let guess = (moves[wanted.lines.min(moves.len()) - 1].value, moves[0].value);
        let mut width = Value::saturating(self.options.aspiration.into());
        let mut window = Window::FULL;
        if width > Value::ZERO && guess.0 > Value::MIN {
            window = Window { alpha: guess.0 - width, beta: guess.1 + width };
        }
        let leaders = loop {
            let leaders = self.pass_root(root, moves, depth, wanted, window)?;
            // Four times as wide on the side that failed.
            width = width + width + width + width;
            if leaders.best() >= window.beta && window.beta < Value::MAX {
                window.beta = leaders.best() + width;
            } else if leaders.last() <= window.alpha && window.alpha > Value::MIN {
                window.alpha = leaders.last() - width;
            } else {
                break leaders;
            }
        };
        self.keep_root(root, moves, depth, leaders.best(), before, wanted);
        for m in moves.iter_mut().filter(|m| m.exact && m.value >= leaders.last()) {
            self.complete(root, m);
        }
        Some(())
    }

    fn new_search(&mut self) {
        self.order.new_search();
    }

    fn new_iteration(&mut self) {
        self.order.new_iteration();
    }

    fn is_exact(&self) -> bool {
        self.options.is_exact()
    }

    fn unsettled(&mut self) -> u64 {
        Run::unsettled(self)
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
    /// The observer, for what happens at the root.
    pub(crate) fn trace(&mut self) -> &mut T {
        self.trace
    }

    /// The value of `root`, searched as any other node.
    pub(super) fn open_node(&mut self, root: &mut G, window: Window, depth: u32) -> Option<Value> {
        self.root_depth = depth;
        if depth < self.plan.plain_below {
            self.node::<true, true>(root, window, depth, 0)
        } else {
            self.node::<true, false>(root, window, depth, 0)
        }
    }

    /// Before the first iteration, orders the root moves like those of any other
    /// node; later iterations find them ordered by what was found.
    pub(crate) fn order_root(
        &mut self,
        root: &G,
        moves: &mut [RootMove<G::Move>],
        depth: u32,
        wanted: Wanted,
    ) {
        if std::mem::replace(&mut self.root_ordered, true) {
            return;
        }
        let list: Vec<_> = moves.iter().map(|m| m.m).collect();
        let mut scores = vec![0; list.len()];
        let node = NodeInfo { game: root, ply: 0, depth, window: Window::FULL, line: &[] };
        self.order.score(&node, &list, &mut scores);
        // A table knows moves by their places in the game's own list.
        let table = self.table.filter(|_| wanted.whole);
        let first = table.and_then(|table| table.probe(root.key())).and_then(|s| s.best);
        let first = first.map(usize::from);
        sort_by_rank(moves, |m| ((first == Some(m.place)).into(), scores[m.place].into()));
    }

    /// Searches the root moves in a window, until one reaches beta, which is then
    /// put first.
    fn pass_root(
        &mut self,
        root: &mut G,
        moves: &mut [RootMove<G::Move>],
        depth: u32,
        wanted: Wanted,
        window: Window,
    ) -> Option<Leaders> {
        self.meter.node(0)?;
        let node = NodeInfo { game: root, ply: 0, depth, window, line: &[] };
        self.trace.enter(&node, false);
        let most = self.eval.bounds(root).high;
        let late = self.enter_root(root);
        let mut leaders = Leaders::new(wanted, moves.len());
        // Of moves that are equally good the first counts as best. Where that
        // has to be the same for any number of threads, none is deferred.
        let busy = self.busy.filter(|_| !self.options.is_exact());
        let mut deferred = Vec::new();
        for turn in 0.. {
            let (i, first_time) = if turn < moves.len() {
                (turn, true)
            } else if let Some(&i) = deferred.get(turn - moves.len()) {
                (i, false)
            } else {
                break;
            };
            let mut claim = None;
            if i > 0
                && let Some(busy) = busy
            {
                let name = Abdada::name(root.key(), depth, moves[i].place);
                if first_time && busy.contains(name) {
                    deferred.push(i);
                    continue;
                }
                claim = Some(busy.claim(name));
            }
            let most = moves[i].with_bonus(most);
            if leaders.last() >= most && !wanted.ties {
                // This move cannot be better, so it is not searched.
                moves[i].found(most, Window { alpha: most, beta: most }, &[]);
                continue;
            }
            let alpha = leaders.window().alpha.max(window.alpha);
            let open = Window { alpha, beta: window.beta };
            if i >= wanted.lines && self.options.pvs {
                let scout = Window::at_least(alpha.up());
                let reduction = self.root_reduction(root, moves[i].m, depth, i, &late);
                let mut value = alpha.up();
                if reduction > 0 {
                    self.selective += 1;
                    let less = depth - reduction;
                    value = self.root_child::<false>(root, &mut moves[i], scout, less)?;
                }
                if value > alpha {
                    value = self.root_child::<false>(root, &mut moves[i], scout, depth)?;
                }
                if value <= alpha {
                    moves[i].found(value, open, &[]);
                    leaders.add(value);
                    continue;
                }
            }
            let value = self.root_child::<true>(root, &mut moves[i], open, depth)?;
            drop(claim);
            moves[i].found(value, open, self.line(1));
            leaders.add(value);
            if value >= window.beta {
                moves[..=i].rotate_right(1);
                break;
            }
        }
        self.trace.leave(leaders.best(), ExitReason::Searched);
        Some(leaders)
    }

    /// Begins the record of the root.
    fn enter_root(&mut self, root: &G) -> Late {
        let mut late = self.enter::<true>(root, 0);
        if self.options.improving && !late.check {
            let value = self.meter.evaluate(self.eval, root);
            let value = self.corrected(root, value);
            late.improving = self.improves(root, 0, value);
        }
        late
    }

    /// By how many plies the scout search of the `i`th move of the root is reduced.
    fn root_reduction(&self, root: &G, m: G::Move, depth: u32, i: usize, late: &Late) -> u32 {
        let options = self.options;
        let reduces = options.late_move_reductions
            && options.reduce_root
            && !late.check
            && !root.is_tactical(m);
        let at = Circumstances { pv: true, improving: late.improving, ..Circumstances::default() };
        if reduces { self.reductions.plies(depth, i, at) } else { 0 }
    }

    /// The value of a root move for the mover of the root, its bonus included;
    /// adds the evaluations it took to the move's own count.
    pub(crate) fn root_child<const PV: bool>(
        &mut self,
        root: &mut G,
        m: &mut RootMove<G::Move>,
        window: Window,
        depth: u32,
    ) -> Option<Value> {
        let (mover, reward) = (root.mover(), reward(root, m.m));
        let window = without::<G>(m.window(window), reward);
        let before = self.meter.counters.evaluations;
        self.root_depth = depth;
        self.expect_cut(1, !PV);
        self.expect_check(root, 1, m.m);
        let value = root.with_child(m.m, |next| {
            let flip = flips(next, mover);
            let child = Child { flip, depth: depth - 1, ply: 1, m: m.m };
            if child.depth < self.plan.plain_below {
                self.child::<PV, true>(next, window, child)
            } else {
                self.child::<PV, false>(next, window, child)
            }
        });
        m.evaluations += self.meter.counters.evaluations - before;
        let value = value?;
        Some(m.with_bonus(with::<G>(value, reward)))
    }

    /// Stores the value of the root, and its best move for the next search;
    /// does nothing unless all its moves were searched, without bonuses.
    pub(crate) fn keep_root(
        &self,
        root: &G,
        moves: &[RootMove<G::Move>],
        depth: u32,
        best: Value,
        before: u64,
        wanted: Wanted,
    ) {
        if !wanted.whole {
            return;
        }
        let top = moves.iter().find(|m| m.exact && m.value == best);
        if let (Some(table), Some(top)) = (self.table_at(depth), top) {
            let depth = seal(depth, Run::unsettled(self) == before);
            let best_place = u16::try_from(top.place).ok();
            let bounds = Bounds::exact(best);
            table.store(root.key(), Stored { bounds, depth, best: best_place, pv: true });
        }
    }

    /// Extends the line of `m` by the table, from where a table entry cut it short,
    /// as far as it is certain that play goes on that way.
    pub(crate) fn complete(&self, root: &G, m: &mut RootMove<G::Move>) {
        let Some(table) = self.table else { return };
        let value = m.without_bonus(m.value);
        let mut game = root.clone();
        // What is left of the value, for the mover of the root.
        let mut left = value;
        let mut play = |game: &mut G, m: G::Move| {
            let earned = reward(game, m);
            left = left - if game.mover() == root.mover() { earned } else { -earned };
            game.play(m);
            left
        };
        let mut value = play(&mut game, m.m);
        for &m in &m.line {
            value = play(&mut game, m);
        }
        let mut moves = Vec::new();
        while game.node() == Node::Decision
            && game.repetition().is_none()
            && m.line.len() < usize::from(u8::MAX)
        {
            let expected = if game.mover() == root.mover() { value } else { -value };
            let Some(stored) = table.probe(game.key()) else { return };
            let Some(place) = stored.best.filter(|_| {
                stored.bounds.later(1 + m.line.len() as u32, G::MATE).value() == Some(expected)
            }) else {
                return;
            };
            moves.clear();
            game.moves(&mut moves);
            let Some(&next) = moves.get(usize::from(place)) else { return };
            m.line.push(next);
            value = play(&mut game, next);
        }
    }
}
