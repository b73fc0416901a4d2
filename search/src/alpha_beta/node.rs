//! The node function: negamax with fail-soft bounds.

use starboard_core::{
    Bounds, Evaluator, ExitReason, Game, Heuristic, Node, NodeInfo, Player, Quiescence, Stored,
    TableSlot, Trace, TranspositionTable, Value, Window,
};

use super::{
    AlphaBetaOptions,
    abdada::Abdada,
    options::{Plan, late_moves, reduction},
    order::{Frame, MoveStack},
    table::seal,
    turns::{Found, Turn, Turns},
};
use crate::{
    meter::Meter,
    reward::{reward, with, without},
};

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
    /// What the threads of this search are at, if there are several.
    pub(super) busy: Option<&'a Abdada>,
    /// For every open node, the places of the deferred moves, of all in one.
    pub(super) deferred: Vec<u16>,
    pub(super) meter: Meter<'m>,
    pub(super) stack: MoveStack<G::Move>,
    /// `lines[ply]` is the principal variation from there.
    pub(super) lines: Vec<Vec<G::Move>>,
    /// Values taken that depend on the depth, besides evaluations.
    pub(super) selective: u64,
    /// The depth of the iteration, which limits extensions.
    pub(super) root_depth: u32,
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
    /// The value of `game` for its mover where it lies inside the window, otherwise
    /// a bound on the same side; `None` once the search has to stop.
    ///
    /// `PV` says that the window may have room for a value, and keeps the line
    /// that leads to it. `PLAIN` says that the depth is below
    /// [`Plan::plain_below`], so that what is left off costs nothing.
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
        let slot = table.map(|table| table.slot(game.key()));
        let (value, why) = match game.node() {
            Node::Over(value) => (value.later(ply, G::MATE), ExitReason::Over),
            _ if !PLAIN
                && ply > 0
                && self.options.repetitions
                && let Some(value) = game.repetition() =>
            {
                self.selective += 1;
                (value.later(ply, G::MATE), ExitReason::Over)
            }
            _ if depth > 0 => self.decision::<PV, PLAIN>(game, window, depth, ply, last, slot)?,
            _ if !PLAIN && self.options.quiescence => {
                self.quiescence.begin(&NodeInfo { game, ply, depth, window, last });
                self.quiesce::<false>(game, window, ply, last)?
            }
            _ => (self.meter.evaluate(self.eval, game), ExitReason::Leaf),
        };
        self.trace.leave(value, why);
        Some(value)
    }

    /// The value of a position with moves to search, and how it was come by.
    #[inline]
    fn decision<const PV: bool, const PLAIN: bool>(
        &mut self,
        game: &mut G,
        window: Window,
        depth: u32,
        ply: u32,
        last: Option<G::Move>,
        slot: Option<TableSlot<'_>>,
    ) -> Option<(Value, ExitReason)> {
        debug_assert!(window.alpha < window.beta, "an empty window: {window:?}");
        debug_assert!(PV || window.is_null(), "a line may lead to a value in {window:?}");

        // Step 1. What the evaluator knows of all values to come. A value inside the
        // window is searched for all the same: for its line.
        let bounds = self.eval.bounds(game);
        if let Some(value) = bounds.settle(window).filter(|_| !PV || !inside(bounds, window)) {
            return Some((value, ExitReason::Bounds));
        }

        // Step 2. What the table knows: the value, or at least a move to begin with.
        let mut first = None;
        if let Some(slot) = slot
            && let Some(stored) = self.look_up(slot)
        {
            if let Some(value) = stored.bounds.later(ply, G::MATE).settle(window)
                && self.accepts(&stored, depth)
            {
                return Some((value, ExitReason::Table));
            }
            first = stored.best;
        }
        let before = self.unsettled();

        // Step 3. An immediate win, a cut that needs no moves, and how deep to search.
        let mut reduced = depth;
        let mut late = Late::default();
        if !PLAIN && self.plan.shortcuts {
            let node = NodeInfo { game, ply, depth, window, last };
            if ply > 0
                && self.options.quiescence
                && let Some((value, m)) = self.quiescence.immediate_win(&node)
            {
                if PV {
                    self.set_line(ply, m);
                }
                return Some((value.later(ply + 1, G::MATE), ExitReason::Over));
            }
            late = Late { check: game.in_check(), ..Late::default() };
            match self.shortcut::<PV>(game, window, depth, ply, last, &mut late, &mut first)? {
                Shortcut::Settled(value) => return Some((value, ExitReason::Pruned)),
                Shortcut::Depth(depth) => reduced = depth,
            }
        }

        // Step 4. The moves, in order.
        let mut frame = self.open(game, window, depth, ply, last, first);

        // Step 5. A move after which the table knows enough.
        if !PLAIN
            && !PV
            && self.plan.shortcuts
            && let Some(value) = self.known_cut(game, window, reduced, ply, &frame)
        {
            self.stack.close(&frame);
            return Some((value, ExitReason::Table));
        }

        let mover = game.mover();
        // No move can be worth more than the bounds allow.
        let enough = window.beta.min(bounds.high);
        let busy = if PLAIN { None } else { self.busy.filter(|_| depth >= Abdada::DEPTH) };
        let mut found = Found::above(window.alpha);
        let mut why = ExitReason::Searched;
        let mut turns = Turns::new(self.deferred.len());
        while let Some(turn) = self.next_turn::<PLAIN>(&frame, &mut turns) {
            let Turn { i, m, .. } = turn;

            // Step 6. A late quiet move is left out if it cannot help, or else reduced.
            let mut reduces = false;
            if !PLAIN && self.plan.reductions && i > 0 && !late.check && !game.is_tactical(m) {
                let inner = Window { alpha: found.alpha, beta: window.beta };
                if !decides::<G>(found.best) && late.futile(found.alpha, reduced, i) {
                    found.best = found.best.max(found.alpha);
                    self.leave_out(game, inner, &mut frame, turn, found.best);
                    continue;
                }
                reduces = self.options.late_move_reductions;
            }

            // Step 7. A move that another thread is at is deferred.
            let mut claim = None;
            if i > 0
                && let Some(busy) = busy
            {
                let name = Abdada::name(game.key(), depth, self.stack.place(&frame, i));
                if turn.first_time && busy.contains(name) {
                    self.deferred.push(i as u16);
                    continue;
                }
                claim = Some(busy.claim(name));
            }

            // Step 8. The position after it is searched.
            if !PLAIN {
                self.expect_children(game, reduced - 1, &frame, i, m);
            }
            let reward = reward(game, m);
            let inner = without::<G>(Window { alpha: found.alpha, beta: window.beta }, reward);
            let value = game.with_child(m, |next| {
                let child = Child { flip: flips(next, mover), depth: reduced - 1, ply: ply + 1, m };
                // Where the window is null already, a scout has nothing to add.
                if !PLAIN && i > 0 && (PV && self.options.pvs || reduces) {
                    self.late::<PV>(next, inner, child, i, reduces)
                } else if PLAIN && child.depth == 0 {
                    self.leaf(next, inner, child)
                } else if PLAIN || child.depth < self.plan.plain_below {
                    self.child::<PV, true>(next, inner, child)
                } else {
                    self.child::<PV, false>(next, inner, child)
                }
            })?;
            let value = with::<G>(value, reward);
            drop(claim);

            // Step 9. A better value is kept, with its move and its line; one that is
            // enough ends the node.
            if value <= found.best {
                continue;
            }
            found.best = value;
            if value <= found.alpha {
                continue;
            }
            found.alpha = value;
            if slot.is_some() {
                found.place = Some(self.stack.place(&frame, i) as u16);
            }
            if PV && value < window.beta {
                self.extend_line(ply, m);
            }
            if value >= enough {
                self.refuted_by(&NodeInfo { game, ply, depth, window, last }, &frame, turn);
                // Short of beta, it is the bounds that say enough.
                why = if value >= window.beta { ExitReason::BetaCut } else { ExitReason::Bounds };
                break;
            }
        }
        self.deferred.truncate(turns.deferred);
        self.stack.close(&frame);

        // Step 10. What was found is stored in the table.
        if let Some(slot) = slot {
            let bounds = Bounds::proven(found.best, window).sooner(ply, G::MATE);
            let depth = seal(depth, self.unsettled() == before);
            slot.store(Stored { bounds, depth, best: found.place });
        }
        Some((found.best, why))
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
        reduces: bool,
    ) -> Option<Value> {
        let null = Window { alpha: window.alpha, beta: window.alpha.up() };
        if reduces {
            let reduction = reduction(PV, child.depth + 1, i);
            if reduction > 0 {
                self.selective += 1;
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

    /// The value of `next` for its parent's mover, where that is a plain node one
    /// ply from the horizon. No call: most nodes are searched here.
    #[inline(always)]
    fn leaf(&mut self, next: &G, window: Window, child: Child<G::Move>) -> Option<Value> {
        let Child { flip, depth, ply, m } = child;
        self.meter.node(ply)?;
        let window = if flip { -window } else { window };
        self.trace.enter(&NodeInfo { game: next, ply, depth, window, last: Some(m) }, false);
        let (value, why) = match next.node() {
            Node::Over(value) => (value.later(ply, G::MATE), ExitReason::Over),
            _ => (self.meter.evaluate(self.eval, next), ExitReason::Leaf),
        };
        self.trace.leave(value, why);
        Some(if flip { -value } else { value })
    }

    /// What can be said before any move is searched; puts a move that is known
    /// from elsewhere first.
    #[inline(never)]
    #[expect(clippy::too_many_arguments, reason = "a part of `decision` that is left off mostly")]
    fn shortcut<const PV: bool>(
        &mut self,
        game: &mut G,
        window: Window,
        depth: u32,
        ply: u32,
        last: Option<G::Move>,
        late: &mut Late,
        first: &mut Option<u16>,
    ) -> Option<Shortcut> {
        if first.is_none() && depth == self.options.small_table_depth + 1 {
            // What the last iteration found stands in the other table.
            let small = self.small_table.and_then(|small| small.probe(game.key()));
            *first = small.and_then(|stored| stored.best);
        }
        let Late { check, .. } = *late;
        let futility = self.options.futility;
        let asks = futility > 0 || self.options.null_move > 0;
        if asks && !PV && !check && !decides::<G>(window.beta) {
            late.value = self.meter.evaluate(self.eval, game);
            late.margin = futility;
            if futility > 0 && depth <= AlphaBetaOptions::FUTILITY_DEPTH {
                let surplus = Value::saturating(i64::from(futility) * i64::from(depth));
                if late.value - surplus >= window.beta {
                    self.selective += 1;
                    return Some(Shortcut::Settled(late.value - surplus));
                }
            }
            if let Some(value) = self.pass(game, window, depth, ply, last, late.value)? {
                return Some(Shortcut::Settled(value));
            }
        }
        late.moves =
            if self.options.late_move_pruning && !PV { late_moves(depth) } else { usize::MAX };
        if check && self.options.check_extension && ply < 2 * self.root_depth {
            self.selective += 1;
            return Some(Shortcut::Depth(depth + 1));
        }
        let reduces = self.options.internal_reduction
            && depth >= AlphaBetaOptions::IIR_DEPTH
            && first.is_none();
        self.selective += u64::from(reduces);
        Some(Shortcut::Depth(depth - u32::from(reduces)))
    }

    /// A bound of at least beta, if the mover, who has `value` as it stands,
    /// could afford to pass.
    fn pass(
        &mut self,
        game: &mut G,
        window: Window,
        depth: u32,
        ply: u32,
        last: Option<G::Move>,
        value: Value,
    ) -> Option<Option<Value>> {
        // Beta is one above alpha, unless it is a loss that cannot be worse.
        let sensible = G::NULL_MOVE
            && self.options.null_move > 0
            && depth > self.options.null_move
            && self.null_ply != ply
            && window.beta < Value::MAX
            && value >= window.beta;
        if !sensible {
            return Some(None);
        }
        let mover = game.mover();
        let window = Window::at_least(window.beta);
        let inner = depth - 1 - self.options.null_move.min(depth - 1);
        // What led to the child is no move of the game, so it is not passed on.
        let last = last.filter(|_| false);
        let null_ply = std::mem::replace(&mut self.null_ply, ply + 1);
        let searched = game.with_null(|next| {
            let flip = flips(next, mover);
            let window = if flip { -window } else { window };
            let value = self.node::<false, false>(next, window, inner, ply + 1, last)?;
            Some(if flip { -value } else { value })
        });
        self.null_ply = null_ply;
        let Some(value) = searched else { return Some(None) };
        let value = value?;
        self.selective += 1;
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
        self.meter.counters.evaluations + self.selective
    }

    /// The principal variation from `ply`.
    pub(crate) fn line(&self, ply: u32) -> &[G::Move] {
        self.lines.get(ply as usize).map_or(&[], Vec::as_slice)
    }

    /// Makes `m` alone the principal variation from `ply`.
    pub(super) fn set_line(&mut self, ply: u32, m: G::Move) {
        if let Some(below) = self.lines.get_mut(ply as usize + 1) {
            below.clear();
        }
        self.extend_line(ply, m);
    }

    /// Makes `m` and the line below it the principal variation from `ply`.
    pub(super) fn extend_line(&mut self, ply: u32, m: G::Move) {
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
    /// A bound that cuts.
    Settled(Value),
    /// How deep to search it.
    Depth(u32),
}

/// What decides how late quiet moves are searched, if at all.
#[derive(Copy, Clone)]
struct Late {
    /// The mover is in check, so no move is quiet.
    check: bool,
    /// What the position is worth statically, if it was evaluated.
    value: Value,
    /// How much a quiet move may add to it for each ply; 0 for no limit.
    margin: u32,
    /// After so many moves, quiet ones are left out.
    moves: usize,
}

impl Default for Late {
    fn default() -> Self {
        Self { check: false, value: Value::ZERO, margin: 0, moves: usize::MAX }
    }
}

impl Late {
    /// Whether a quiet move tried after `i` others cannot be expected to get
    /// above alpha.
    fn futile(&self, alpha: Value, depth: u32, i: usize) -> bool {
        if i >= self.moves {
            return true;
        }
        let hope = Value::saturating(i64::from(self.margin) * i64::from(depth + 1));
        self.margin > 0 && depth <= AlphaBetaOptions::FUTILITY_DEPTH && self.value + hope <= alpha
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

/// Whether `next` is to move for the opponent of its parent's `mover`.
#[inline]
pub(super) fn flips<G: Game>(next: &G, mover: Player) -> bool {
    G::ALTERNATES || next.mover() != mover
}

/// Whether the value is that of a game won or lost, however late.
pub(super) fn decides<G: Game>(value: Value) -> bool {
    let most = if G::MATE == 0 { Value::MAX } else { Value::decisive(G::MATE) };
    value >= most || value <= -most
}

fn inside(bounds: Bounds, window: Window) -> bool {
    window.alpha < bounds.high && bounds.low < window.beta
}
