//! The node function: negamax with fail-soft bounds.

use starboard_core::{
    Bounds, Evaluator, Game, Heuristic, Leave, Node, NodeInfo, Player, Quiescence, Stored, Trace,
    TranspositionTable, Value, Window,
};

use super::{
    AlphaBetaOptions,
    options::{Plan, reduction},
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
    pub(super) plan: Plan,
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
    /// that leads to it. `PLAIN` says that [`Plan::plain`] holds, so that what
    /// is left off costs nothing.
    pub(super) fn node<const PV: bool, const PLAIN: bool>(
        &mut self,
        game: &mut G,
        window: Window,
        depth: u32,
        ply: u32,
        last: Option<G::Move>,
    ) -> Option<Value> {
        self.meter.node(ply)?;
        if PV {
            // A line that does not exist yet is empty already.
            if let Some(line) = self.lines.get_mut(ply as usize) {
                line.clear();
            }
        }
        self.trace.enter(&NodeInfo { game, ply, depth, window, last }, false);
        // Asked for now, the entry is there by the time it is needed.
        let table = if PLAIN { None } else { self.table_at(depth) };
        let table = table.map(|table| (table, game.key()));
        if let Some((table, key)) = table {
            table.prefetch(key);
        }
        let (value, why) = match game.node() {
            Node::Over(value) => (value, Leave::Over),
            _ if depth > 0 => self.decision::<PV, PLAIN>(game, window, depth, ply, last, table)?,
            _ if !PLAIN && self.options.quiescence => self.quiesce(game, window, ply, last)?,
            _ => (self.meter.evaluate(self.eval, game), Leave::Leaf),
        };
        self.trace.leave(value, why);
        Some(value)
    }

    #[inline]
    fn decision<const PV: bool, const PLAIN: bool>(
        &mut self,
        game: &mut G,
        window: Window,
        depth: u32,
        ply: u32,
        last: Option<G::Move>,
        table: Option<(&TranspositionTable, u64)>,
    ) -> Option<(Value, Leave)> {
        let bounds = self.eval.bounds(game);
        // A value inside the window is searched for all the same: for its line.
        if let Some(value) = bounds.settle(window).filter(|_| !PV || !inside(bounds, window)) {
            return Some((value, Leave::Bounds));
        }
        let mut first = None;
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
        let before = self.unsettled();
        let mut reduced = depth;
        if !PLAIN && self.plan.shortcuts {
            match self.shortcut::<PV>(game, window, depth, ply, last, &mut first)? {
                Shortcut::Settled(value) => return Some((value, Leave::Pruned)),
                Shortcut::Reduced => reduced -= 1,
                Shortcut::None => {}
            }
        }

        let frame = self.open(game, window, depth, ply, last, first);
        let mover = game.mover();
        if !PLAIN
            && !PV
            && self.plan.shortcuts
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
                let child = Child { flip: flips(next, mover), depth: reduced - 1, ply: ply + 1, m };
                // Where the window is null already, a scout has nothing to add.
                if !PLAIN && i > 0 && (PV && self.options.pvs || self.plan.reductions) {
                    self.late::<PV>(next, inner, child, i)
                } else {
                    self.child::<PV, PLAIN>(next, inner, child)
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
                        if self.order.is_active() && depth >= self.options.order_depth {
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
            let bounds = Bounds::proven(best, window);
            let depth = seal(depth, self.unsettled() == before);
            table.store(key, Stored { bounds, depth, best: best_place });
        }
        Some((best, why))
    }

    /// The value for the parent's mover of the position after a move that is
    /// expected to be no better than alpha; the `i`th move, from 0.
    #[inline(never)]
    fn late<const PV: bool>(
        &mut self,
        next: &mut G,
        window: Window,
        child: Child<G::Move>,
        i: usize,
    ) -> Option<Value> {
        let null = Window { alpha: window.alpha, beta: window.alpha.up() };
        if self.plan.reductions {
            let reduction = reduction(PV, child.depth + 1, i);
            if reduction > 0 {
                self.guesses += 1;
                let less = Child { depth: child.depth - reduction, ..child };
                let value = self.child::<false, false>(next, null, less)?;
                if value <= window.alpha {
                    return Some(value);
                }
            }
        }
        if PV && self.options.pvs {
            let value = self.child::<false, false>(next, null, child)?;
            if value <= window.alpha || value >= window.beta {
                return Some(value);
            }
        }
        self.child::<PV, false>(next, window, child)
    }

    /// The value of `next` for its parent's mover.
    #[inline]
    pub(crate) fn child<const PV: bool, const PLAIN: bool>(
        &mut self,
        next: &mut G,
        window: Window,
        child: Child<G::Move>,
    ) -> Option<Value> {
        let Child { flip, depth, ply, m } = child;
        let window = if flip { -window } else { window };
        let value = self.node::<PV, PLAIN>(next, window, depth, ply, Some(m))?;
        Some(if flip { -value } else { value })
    }

    /// What can be said before any move is searched; puts a move that is known
    /// from elsewhere first.
    #[inline(never)]
    fn shortcut<const PV: bool>(
        &mut self,
        game: &G,
        window: Window,
        depth: u32,
        ply: u32,
        last: Option<G::Move>,
        first: &mut Option<u16>,
    ) -> Option<Shortcut> {
        if first.is_none() && depth == self.options.small_table_depth + 1 {
            // What the last iteration found stands in the other table.
            let small = self.small_table.and_then(|small| small.probe(game.key()));
            *first = small.and_then(|stored| stored.best);
        }
        if self.options.null_move > 0
            && !PV
            && let Some(value) = self.pass(game, window, depth, ply, last)?
        {
            return Some(Shortcut::Settled(value));
        }
        let reduces = self.options.internal_reduction
            && depth >= AlphaBetaOptions::IIR_DEPTH
            && first.is_none();
        self.guesses += u64::from(reduces);
        Some(if reduces { Shortcut::Reduced } else { Shortcut::None })
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
        let flip = flips(&next, game.mover());
        let window = Window::at_least(window.beta);
        let inner = if flip { -window } else { window };
        let depth = depth - 1 - self.options.null_move.min(depth - 1);
        // What led to the child is no move of the game, so it is not told.
        let value =
            self.node::<false, false>(&mut next, inner, depth, ply + 1, last.filter(|_| false))?;
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
        if !order.is_active() || depth < self.options.order_depth {
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

    /// The principal variation from `ply`.
    pub(crate) fn line(&self, ply: u32) -> &[G::Move] {
        self.lines.get(ply as usize).map_or(&[], Vec::as_slice)
    }

    /// Makes `m` and the line below it the principal variation from `ply`.
    fn extend_line(&mut self, ply: u32, m: G::Move) {
        let below = ply as usize + 1;
        if self.lines.len() <= below {
            self.lines.resize_with(below + 1, Vec::new);
        }
        let (above, below) = self.lines.split_at_mut(below);
        let line = &mut above[ply as usize];
        line.clear();
        line.push(m);
        line.extend_from_slice(&below[0]);
    }
}

/// What is known of a node before its moves are searched.
enum Shortcut {
    /// Nothing.
    None,
    /// A ply less will do.
    Reduced,
    /// A bound that cuts.
    Settled(Value),
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

/// Whether `next` is to move for the opponent of its parent's `mover`.
#[inline]
pub(super) fn flips<G: Game>(next: &G, mover: Player) -> bool {
    G::ALTERNATES || next.mover() != mover
}

fn inside(bounds: Bounds, window: Window) -> bool {
    window.alpha < bounds.high && bounds.low < window.beta
}
