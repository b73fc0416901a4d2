//! The node function: negamax with fail-soft bounds.

use starboard_core::{
    Bounds, Evaluator, Game, Heuristic, Leave, Node, NodeInfo, Quiescence, Stored, Trace,
    TranspositionTable, Value, Window,
};

use super::{
    AlphaBetaOptions,
    options::reduction,
    order::{Frame, MoveStack},
    table::seal,
};
use crate::meter::Meter;

/// The state of one search, or of one thread of it.
pub(crate) struct Run<'a, 'm, G: Game, E, H, Q, T> {
    pub(super) eval: &'a mut E,
    pub(super) order: &'a mut H,
    pub(super) quiescence: &'a mut Q,
    pub(super) trace: &'a mut T,
    pub(super) options: &'a AlphaBetaOptions,
    pub(super) table: Option<&'a TranspositionTable>,
    /// The table for shallow depths, if it is another.
    pub(super) small_table: Option<&'a TranspositionTable>,
    pub(super) meter: Meter<'m>,
    pub(super) stack: MoveStack<G::Move>,
    /// `lines[ply]` is the principal variation from there.
    pub(super) lines: Vec<Vec<G::Move>>,
    /// Values taken that depend on the depth, besides evaluations.
    pub(super) guesses: u64,
    /// The ply that was reached by a null move, which is not answered by one.
    pub(super) null_ply: u32,
    /// Whether the root moves were put in order before the first iteration.
    pub(super) root_ordered: bool,
}

impl<'a, G, E, H, Q, T> Run<'a, '_, G, E, H, Q, T>
where
    G: Game,
    E: Evaluator<G>,
    H: Heuristic<G>,
    Q: Quiescence<G>,
    T: Trace<G>,
{
    /// The value of `game` for its mover where it lies inside the window, else
    /// a bound on the same side; `None` once the search has to stop.
    ///
    /// `PV` says that the window may have room for a value, and keeps the line
    /// that leads to it.
    pub(super) fn node<const PV: bool>(
        &mut self,
        game: &mut G,
        window: Window,
        depth: u32,
        ply: u32,
        last: Option<G::Move>,
    ) -> Option<Value> {
        self.meter.node(ply)?;
        if PV {
            self.line(ply).clear();
        }
        self.trace.enter(&NodeInfo { game, ply, depth, window, last }, false);
        let (value, why) = match game.node() {
            Node::Over(value) => (value, Leave::Over),
            _ if depth > 0 => self.decision::<PV>(game, window, depth, ply, last)?,
            _ if self.options.quiescence => self.quiesce(game, window, ply, last)?,
            _ => (self.meter.evaluate(self.eval, game), Leave::Leaf),
        };
        self.trace.leave(value, why);
        Some(value)
    }

    #[inline]
    fn decision<const PV: bool>(
        &mut self,
        game: &mut G,
        window: Window,
        depth: u32,
        ply: u32,
        last: Option<G::Move>,
    ) -> Option<(Value, Leave)> {
        let bounds = self.eval.bounds(game);
        // A value inside the window is searched for all the same: for its line.
        if let Some(value) = bounds.settle(window).filter(|_| !PV || !inside(bounds, window)) {
            return Some((value, Leave::Bounds));
        }
        let mut first = None;
        let table = self.table_at(depth).map(|table| (table, game.key()));
        if let Some((table, key)) = table
            && let Some(stored) = self.look_up(table, key)
        {
            if let Some(value) = stored.bounds.settle(window)
                && self.believes(&stored, depth)
            {
                return Some((value, Leave::Table));
            }
            first = stored.best;
        }
        if first.is_none() && depth == self.options.small_table_depth + 1 {
            // What the last iteration found stands in the other table.
            let small = self.small_table.and_then(|small| small.probe(game.key()));
            first = small.and_then(|stored| stored.best);
        }
        let before = self.unsettled();
        if self.options.null_move > 0
            && !PV
            && let Some(value) = self.pass(game, window, depth, ply, last)?
        {
            return Some((value, Leave::Pruned));
        }
        let mut reduced = depth;
        if self.options.internal_reduction
            && depth >= AlphaBetaOptions::IIR_DEPTH
            && first.is_none()
        {
            reduced -= 1;
            self.guesses += 1;
        }

        let frame = self.open(game, window, depth, ply, last, first);
        let mover = game.mover();
        if self.options.enhanced_cutoffs.wrapping_sub(1) < depth
            && !PV
            && let Some(value) = self.known_cut(game, window, reduced, &frame)
        {
            self.stack.close(&frame);
            return Some((value, Leave::Table));
        }
        let (mut best, mut best_place, mut why) = (Value::MIN, None, Leave::Searched);
        let mut alpha = window.alpha;
        // No move can be worth more than the bounds allow.
        let enough = window.beta.min(bounds.high);
        let mut i = 0;
        while let Some(m) = self.stack.next(&frame, i) {
            let inner = Window { alpha, beta: window.beta };
            let value = game.with_child(m, |next| {
                let child =
                    Child { flip: next.mover() != mover, depth: reduced - 1, ply: ply + 1, m };
                if i == 0 {
                    self.child::<PV>(next, inner, &child)
                } else {
                    self.late::<PV>(next, inner, &child, i)
                }
            })?;
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    if table.is_some() {
                        best_place = Some(self.stack.place(&frame, i) as u16);
                    }
                    if PV && value < window.beta {
                        self.extend_line(ply, m);
                    }
                    if value >= enough {
                        self.meter.counters.cut(i);
                        if self.order.is_active() {
                            let node = NodeInfo { game, ply, depth, window, last };
                            self.order.refuted(&node, self.stack.tried(&frame, i), m);
                        }
                        // Short of beta, it is the bounds that say enough.
                        why = if value >= window.beta { Leave::BetaCut } else { Leave::Bounds };
                        break;
                    }
                }
            }
            i += 1;
        }
        self.stack.close(&frame);
        if let Some((table, key)) = table {
            let complete = self.unsettled() == before;
            let bounds = Bounds::proven(best, window);
            table.store(key, Stored { bounds, depth: seal(depth, complete), best: best_place });
        }
        Some((best, why))
    }

    /// The value for the parent's mover of the position after a move that is
    /// expected to be no better than alpha; the `i`th move, from 0.
    #[inline]
    fn late<const PV: bool>(
        &mut self,
        next: &mut G,
        window: Window,
        child: &Child<G::Move>,
        i: usize,
    ) -> Option<Value> {
        let null = Window { alpha: window.alpha, beta: window.alpha.up() };
        if self.options.late_move_reductions {
            let reduction = reduction(PV, child.depth + 1, i);
            if reduction > 0 {
                self.guesses += 1;
                let less = Child { depth: child.depth - reduction, ..*child };
                let value = self.child::<false>(next, null, &less)?;
                if value <= window.alpha {
                    return Some(value);
                }
            }
        }
        if PV && self.options.pvs {
            let value = self.child::<false>(next, null, child)?;
            if value <= window.alpha || value >= window.beta {
                return Some(value);
            }
        }
        self.child::<PV>(next, window, child)
    }

    /// The value of `next` for its parent's mover.
    #[inline]
    pub(crate) fn child<const PV: bool>(
        &mut self,
        next: &mut G,
        window: Window,
        child: &Child<G::Move>,
    ) -> Option<Value> {
        let &Child { flip, depth, ply, m } = child;
        let window = if flip { -window } else { window };
        let value = self.node::<PV>(next, window, depth, ply, Some(m))?;
        Some(if flip { -value } else { value })
    }

    /// A bound of at least beta, if the mover could afford to pass.
    fn pass(
        &mut self,
        game: &G,
        window: Window,
        depth: u32,
        ply: u32,
        last: Option<G::Move>,
    ) -> Option<Option<Value>> {
        // Beta is one above alpha, or else a loss that cannot be worse.
        let sensible = G::NULL_MOVE
            && depth > self.options.null_move
            && self.null_ply != ply
            && window.beta < Value::MAX
            && self.meter.evaluate(self.eval, game) >= window.beta;
        let mut next = game.clone();
        if !sensible || !next.play_null() {
            return Some(None);
        }
        self.guesses += 1;
        self.null_ply = ply + 1;
        let flip = next.mover() != game.mover();
        let window = Window::at_least(window.beta);
        let inner = if flip { -window } else { window };
        let depth = depth - 1 - self.options.null_move.min(depth - 1);
        // What led to the child is no move of the game, so it is not told.
        let value = self.node::<false>(&mut next, inner, depth, ply + 1, last.filter(|_| false))?;
        self.null_ply = u32::MAX;
        let value = if flip { -value } else { value };
        Some((value >= window.beta).then_some(value))
    }

    /// Makes the moves, in the order in which to search them.
    #[inline(always)]
    fn open(
        &mut self,
        game: &G,
        window: Window,
        depth: u32,
        ply: u32,
        last: Option<G::Move>,
        first: Option<u16>,
    ) -> Frame {
        let Self { meter, stack, order, .. } = self;
        let generate = |out: &mut Vec<_>| meter.generating(|| game.moves(out));
        if !order.is_active() {
            return stack.open(first, generate);
        }
        stack.open_ranked(first, generate, |moves, scores| {
            order.score(&NodeInfo { game, ply, depth, window, last }, moves, scores);
        })
    }

    /// Grows whenever a value is taken that another depth might change.
    pub(super) fn unsettled(&self) -> u64 {
        self.meter.counters.evaluations + self.guesses
    }

    /// The principal variation from `ply`, made to exist.
    pub(crate) fn line(&mut self, ply: u32) -> &mut Vec<G::Move> {
        let ply = ply as usize;
        if self.lines.len() <= ply {
            self.lines.resize_with(ply + 1, Vec::new);
        }
        &mut self.lines[ply]
    }

    /// Makes `m` and the line below it the principal variation from `ply`.
    fn extend_line(&mut self, ply: u32, m: G::Move) {
        let (above, below) = self.lines.split_at_mut(ply as usize + 1);
        let line = &mut above[ply as usize];
        line.clear();
        line.push(m);
        line.extend_from_slice(&below[0]);
    }
}

/// How to search the position after a move.
#[derive(Copy, Clone)]
pub(crate) struct Child<M> {
    /// Whether its mover is the parent's opponent.
    pub(crate) flip: bool,
    pub(crate) depth: u32,
    pub(crate) ply: u32,
    pub(crate) m: M,
}

fn inside(bounds: Bounds, window: Window) -> bool {
    window.alpha < bounds.high && bounds.low < window.beta
}
