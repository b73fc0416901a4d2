//! The node function: negamax with fail-soft bounds.

use starboard_core::{
    Bounds, Evaluator, ExitReason, Game, Heuristic, Node, NodeInfo, Player, Quiescence, Stored,
    TableSlot, Trace, TranspositionTable, Value, Window,
};

use super::{
    AlphaBetaOptions,
    abdada::Abdada,
    correction::Corrections,
    options::Plan,
    order::{Frame, MoveStack},
    reduce::{Circumstances, LEAST_REDUCED, Late, Reductions},
    shortcuts::{Open, Shortcut},
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
    /// The table for shallow depths, if there is a separate one.
    pub(super) small_table: Option<&'a TranspositionTable>,
    /// The moves that the threads of this search are searching, if there are
    /// several threads.
    pub(super) busy: Option<&'a Abdada>,
    /// The deferred moves of all open nodes in one list, each as its place in the
    /// order of its node.
    pub(super) deferred: Vec<u16>,
    pub(super) meter: Meter<'m>,
    pub(super) stack: MoveStack<G::Move>,
    /// The moves from the root to the current node.
    pub(super) line: Vec<G::Move>,
    /// How many of them came before the last null move: no later move is a reply to these.
    pub(super) line_from: usize,
    /// `lines[ply]` is the principal variation from there.
    pub(super) lines: Vec<Vec<G::Move>>,
    /// How many values were used that depend on the depth, besides evaluations.
    pub(super) selective: u64,
    /// The ply at which the quiescence search began.
    pub(super) horizon: u32,
    /// The depth of the iteration, which limits extensions.
    pub(super) root_depth: u32,
    /// The ply that was reached by a null move, which is not answered by another.
    pub(super) null_ply: u32,
    /// While a null move is being verified, no other is tried at plies less than this.
    pub(super) null_from: u32,
    /// What is recorded of each node on the way from the root, by ply, where an
    /// option needs it.
    pub(super) open: Vec<Open>,
    pub(super) reductions: &'a Reductions,
    pub(super) corrections: &'a mut Corrections,
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
    /// [`Plan::plain_below`], so that options that are off cost nothing.
    pub(super) fn node<const PV: bool, const PLAIN: bool>(
        &mut self,
        game: &mut G,
        window: Window,
        depth: u32,
        ply: u32,
    ) -> Option<Value> {
        self.meter.node(ply)?;
        if PV {
            // A line that does not exist yet is empty already.
            if let Some(line) = self.lines.get_mut(ply as usize) {
                line.clear();
            }
        }
        self.trace.enter(
            &NodeInfo { game, ply, depth, window, line: &self.line[self.line_from..] },
            false,
        );
        // Prefetched now, the entry is there by the time it is needed.
        let table = if PLAIN { None } else { self.table_at(depth) };
        let slot = table.map(|table| table.slot(game.key()));
        let (value, why) = match game.node() {
            Node::Over(value) => (value.later(ply, G::MATE), ExitReason::Over),
            _ if !PLAIN
                && ply > 0
                && self.options.repetitions
                && let Some(value) = game.repetition().and_then(|found| found.within(ply)) =>
            {
                self.selective += 1;
                (value.later(ply, G::MATE), ExitReason::Over)
            }
            _ if depth > 0 => self.decision::<PV, PLAIN>(game, window, depth, ply, slot)?,
            _ if !PLAIN && self.options.quiescence => {
                self.begin_quiescence(game, window, ply);
                self.quiesce::<false>(game, window, ply)?
            }
            _ => (self.meter.evaluate(self.eval, game), ExitReason::Leaf),
        };
        self.trace.leave(value, why);
        Some(value)
    }

    /// The value of a position with moves to search, and why its search ended.
    #[inline]
    pub(super) fn decision<const PV: bool, const PLAIN: bool>(
        &mut self,
        game: &mut G,
        window: Window,
        depth: u32,
        ply: u32,
        slot: Option<TableSlot<'_>>,
    ) -> Option<(Value, ExitReason)> {
        debug_assert!(window.alpha < window.beta, "an empty window: {window:?}");
        debug_assert!(PV || window.is_null(), "a line may lead to a value in {window:?}");

        // Step 1. The evaluator's bounds on all values to come, and how soon the game
        // could be decided. A value inside the window is searched for all the same, to
        // get its line.
        let mut bounds = self.eval.bounds(game);
        if !PLAIN && self.options.mate_distance {
            bounds = bounds.and(soonest::<G>(ply));
        }
        if let Some(value) = bounds.settle(window).filter(|_| !PV || !inside(bounds, window)) {
            return Some((value, ExitReason::Bounds));
        }
        let certain = self.eval.certain(game);
        if let Some(value) = certain.filter(|&v| !PV || !window.contains(v)) {
            return Some((value, ExitReason::Bounds));
        }

        // Step 2. What the table knows: the value, or at least a move to try first.
        let mut first = None;
        let mut known = None;
        if let Some(slot) = slot
            && let Some(stored) = self.look_up(slot)
        {
            if let Some(value) = stored.bounds.later(ply, G::MATE).settle(window)
                && self.accepts(&stored, depth)
            {
                return Some((value, ExitReason::Table));
            }
            first = stored.best;
            known = Some(stored);
        }
        let was_pv = PV || known.is_some_and(|stored| stored.pv);
        let before = self.unsettled();

        // Step 3. An immediate win, a cut that needs no moves, and how deep to search.
        let mut reduced = depth;
        let mut late = Late::default();
        if !PLAIN && self.plan.shortcuts {
            late = self.enter::<PV>(game, ply);
            late.was_pv = was_pv;
            let node = NodeInfo { game, ply, depth, window, line: &self.line[self.line_from..] };
            if late.excluded.is_none()
                && ply > 0
                && self.options.quiescence
                && let Some((value, m)) = self.quiescence.immediate_win(&node)
            {
                if PV {
                    self.set_line(ply, m);
                }
                return Some((value.later(ply + 1, G::MATE), ExitReason::Over));
            }
            let at = Place { window, depth, ply };
            match self.shortcut::<PV>(game, at, known, &mut late, &mut first)? {
                Shortcut::Settled(value) => return Some((value, ExitReason::Pruned)),
                Shortcut::Depth(depth) => reduced = depth,
            }
        }

        // Step 4. The moves, in order.
        let mut frame = self.open(game, Place { window, depth, ply }, first);

        // Step 5. A move that cuts by the table's entry for the position after it,
        // or that exceeds beta by a margin in a shallower search.
        if !PLAIN && !PV && self.plan.shortcuts && late.excluded.is_none() {
            if let Some(value) = self.known_cut(game, window, reduced, ply, &frame) {
                self.stack.close(&frame);
                return Some((value, ExitReason::Table));
            }
            let at = Place { window, depth: reduced, ply };
            if let Some(value) = self.probable_cut(game, at, known, &late, &frame)? {
                self.stack.close(&frame);
                return Some((value, ExitReason::Pruned));
            }
        }

        let mover = game.mover();
        let losing = match certain {
            Some(_) => None,
            None => self.eval.losing_moves(game, self.stack.stored(&frame)),
        };
        // No move can be worth more than the bounds allow.
        let enough = window.beta.min(bounds.high);
        let busy = if PLAIN { None } else { self.busy.filter(|_| depth >= Abdada::DEPTH) };
        let mut found = Found::above(window.alpha);
        let mut why = ExitReason::Searched;
        let mut turns = Turns::new(self.deferred.len());
        while let Some(turn) = self.next_turn::<PLAIN>(&frame, &mut turns) {
            let Turn { i, m, .. } = turn;
            if !PLAIN
                && late
                    .excluded
                    .is_some_and(|place| self.stack.place(&frame, i) == usize::from(place))
            {
                continue;
            }

            // Step 6. A move that is certain to lose is not made; a late one is left out if
            // it cannot help, or is reduced.
            if let Some((bits, value)) = losing
                && value <= found.alpha
                && self.stack.is_among(bits, &frame, i)
            {
                found.best = found.best.max(value);
                continue;
            }
            let mut reduction = 0;
            if !PLAIN && self.plan.reductions && i > 0 && !late.check {
                let inner = Window { alpha: found.alpha, beta: window.beta };
                let fate = self.fate::<PV>(game, inner, reduced, found.best, &late, &frame, turn);
                match fate {
                    Fate::Search(plies) => reduction = plies,
                    Fate::LeaveOut { rest } => {
                        found.best = found.best.max(found.alpha);
                        self.leave_out(game, inner, &mut frame, turn, found.best, rest);
                        continue;
                    }
                }
            }

            // Step 7. A move that another thread is searching is deferred.
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
                self.expect_check(game, ply + 1, m);
            }
            let reward = reward(game, m);
            let inner = without::<G>(Window { alpha: found.alpha, beta: window.beta }, reward);
            let deeper = if !PLAIN && i == 0 { late.singular } else { 0 };
            let value = game.with_child(m, |next| {
                let depth = reduced - 1 + deeper;
                let child = Child { flip: flips(next, mover), depth, ply: ply + 1, m };
                // Where the window is a null window already, a scout search has
                // nothing to add.
                if !PLAIN && i > 0 && (PV && self.options.pvs || reduction > 0) {
                    self.late::<PV>(next, inner, child, reduction, late.cut)
                } else if PLAIN && child.depth == 0 {
                    self.leaf(next, inner, child)
                } else if PLAIN || child.depth < self.plan.plain_below {
                    self.child::<PV, true>(next, inner, child)
                } else {
                    self.expect_cut(ply + 1, !PV && !late.cut);
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
            if !PLAIN && late.uncorrected.is_some() {
                found.tactical = game.is_tactical(m);
            }
            if slot.is_some() {
                found.place = Some(self.stack.place(&frame, i) as u16);
            }
            if PV && value < window.beta {
                self.extend_line(ply, m);
            }
            if value >= enough {
                self.refuted_by(game, Place { window, depth, ply }, &frame, turn);
                // Below beta, it is the bounds that say that this is enough.
                why = if value >= window.beta { ExitReason::BetaCut } else { ExitReason::Bounds };
                break;
            }
        }
        self.deferred.truncate(turns.deferred);
        self.stack.close(&frame);

        // Step 10. The result is stored.
        if !PLAIN && late.excluded.is_some() {
            // The value of the other moves alone; there may be none.
            return Some((found.best.max(window.alpha.down()), why));
        }
        if !PLAIN && let Some(value) = late.uncorrected {
            self.learn_correction(game, depth, value, &found, window);
        }
        if let Some(slot) = slot {
            let bounds = Bounds::proven(found.best, window).sooner(ply, G::MATE);
            let depth = seal(depth, self.unsettled() == before);
            slot.store(Stored { bounds, depth, best: found.place, pv: was_pv });
        }
        Some((found.best, why))
    }

    /// The value for the parent's mover of the position after a move that is
    /// expected to be no better than alpha, first searched `reduction` plies less
    /// deep. `cut` says whether the parent is expected to be cut.
    #[inline(never)]
    pub(super) fn late<const PV: bool>(
        &mut self,
        next: &mut G,
        window: Window,
        child: Child<G::Move>,
        reduction: u32,
        cut: bool,
    ) -> Option<Value> {
        let null = Window { alpha: window.alpha, beta: window.alpha.up() };
        if reduction > 0 {
            self.selective += 1;
            let less = Child { depth: child.depth - reduction, ..child };
            self.expect_cut(child.ply, true);
            let value = self.child::<false, false>(next, null, less)?;
            if value <= window.alpha {
                return Some(value);
            }
        }
        if PV && self.options.pvs {
            self.expect_cut(child.ply, true);
            let value = self.child::<false, false>(next, null, child)?;
            if value <= window.alpha || value >= window.beta {
                return Some(value);
            }
        }
        self.expect_cut(child.ply, !PV && !cut);
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
        self.line.push(m);
        let value = self.node::<PV, PLAIN>(next, window, depth, ply);
        self.line.pop();
        let value = value?;
        Some(if flip { -value } else { value })
    }

    /// The value of `next` for its parent's mover, where the parent is a plain node
    /// one ply from the horizon. Inlined: most nodes are searched here.
    #[inline(always)]
    fn leaf(&mut self, next: &G, window: Window, child: Child<G::Move>) -> Option<Value> {
        let Child { flip, depth, ply, m } = child;
        self.meter.node(ply)?;
        let window = if flip { -window } else { window };
        self.trace.enter(&NodeInfo { game: next, ply, depth, window, line: &[m] }, false);
        let (value, why) = match next.node() {
            Node::Over(value) => (value.later(ply, G::MATE), ExitReason::Over),
            _ => (self.meter.evaluate(self.eval, next), ExitReason::Leaf),
        };
        self.trace.leave(value, why);
        Some(if flip { -value } else { value })
    }

    /// What is done with the move whose turn it is, at a node searched `depth` deep.
    #[inline(never)]
    #[expect(clippy::too_many_arguments, reason = "a part of `decision` that is left off mostly")]
    fn fate<const PV: bool>(
        &self,
        game: &G,
        window: Window,
        depth: u32,
        best: Value,
        late: &Late,
        frame: &Frame,
        turn: Turn<G::Move>,
    ) -> Fate {
        let Turn { i, m, .. } = turn;
        let options = self.options;
        let prunes = late.prunes && !decides::<G>(best);
        let near = prunes && depth <= AlphaBetaOptions::FUTILITY_DEPTH;
        let quiet = !game.is_tactical(m);
        if options.exchange_pruning > 0 && near {
            let most = i64::from(options.exchange_pruning) * i64::from(depth);
            if !game.see_at_least(m, Value::saturating(-most)) {
                return Fate::LeaveOut { rest: false };
            }
        }
        let losing =
            options.reduce_losing && depth >= LEAST_REDUCED && !game.see_at_least(m, Value::ZERO);
        let reduction = if options.late_move_reductions && (quiet || losing) {
            let Late { cut, improving, was_pv, .. } = *late;
            let (score, losing) = (self.stack.score(frame, i), losing && quiet);
            let at = Circumstances { pv: PV, was_pv, cut, improving, score, losing };
            self.reductions.plies(depth, i, at)
        } else {
            0
        };
        let left = if options.prune_reduced { depth - reduction } else { depth };
        if quiet {
            let unpromising = near && options.history_pruning > 0 && {
                let least = -i64::from(options.history_pruning) * i64::from(left);
                i64::from(self.stack.score(frame, i)) < least
            };
            if prunes
                && (unpromising || late.futile(options, window.alpha, left, i))
                && !keeps(options, game, m)
            {
                return Fate::LeaveOut { rest: true };
            }
        } else if near
            && options.futile_captures
            && let Some(missing) = late.missing(options, window.alpha, left)
            && !game.see_at_least(m, missing)
        {
            return Fate::LeaveOut { rest: false };
        }
        Fate::Search(reduction)
    }

    /// Generates the moves, in the order in which to search them.
    #[inline(always)]
    fn open(&mut self, game: &G, at: Place, first: Option<u16>) -> Frame {
        let Place { window, depth, ply } = at;
        let line = &self.line[self.line_from..];
        let Self { meter, stack, order, .. } = self;
        let generate = |out: &mut Vec<_>| meter.generating(|| game.moves(out));
        if !order.is_active() || depth < self.options.order_depth {
            return stack.open(first, generate);
        }
        stack.open_ranked(first, generate, |moves, scores| {
            order.score(&NodeInfo { game, ply, depth, window, line }, moves, scores);
        })
    }

    /// A counter that grows whenever a value is used that another depth might change.
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

/// How to search the position after a move.
#[derive(Copy, Clone)]
pub(crate) struct Child<M> {
    /// Whether its mover is the parent's opponent.
    pub(crate) flip: bool,
    pub(crate) depth: u32,
    pub(crate) ply: u32,
    pub(crate) m: M,
}

/// Where in the tree a node is, and how it is to be searched.
#[derive(Copy, Clone)]
pub(super) struct Place {
    pub(super) window: Window,
    pub(super) depth: u32,
    pub(super) ply: u32,
}

/// What is done with a late move.
enum Fate {
    /// It is searched, at first this many plies less deep.
    Search(u32),
    /// It is left out, and if `rest` is set, the quiet moves after it may be, too.
    LeaveOut { rest: bool },
}

/// Whether a quiet move is searched although it seems hopeless: a check that loses nothing.
#[inline]
pub(super) fn keeps<G: Game>(options: &AlphaBetaOptions, game: &G, m: G::Move) -> bool {
    options.keep_checks && game.gives_check(m) && game.see_at_least(m, Value::ZERO)
}

/// Whether the player to move in `next` is the opponent of its parent's `mover`.
#[inline]
pub(super) fn flips<G: Game>(next: &G, mover: Player) -> bool {
    G::ALTERNATES || next.mover() != mover
}

/// Whether the value is that of a game won or lost, however late.
pub(super) fn decides<G: Game>(value: Value) -> bool {
    let most = if G::MATE == 0 { Value::MAX } else { Value::decisive(G::MATE) };
    value >= most || value <= -most
}

/// What a position that is not over can be worth, `ply` moves from the root: lost at
/// once at worst, won by the next move at best.
fn soonest<G: Game>(ply: u32) -> Bounds {
    if G::MATE == 0 {
        return Bounds::FULL;
    }
    let win = Value::new(G::MATE);
    Bounds { low: (-win).later(ply, G::MATE), high: win.later(ply + 1, G::MATE) }
}

fn inside(bounds: Bounds, window: Window) -> bool {
    window.alpha < bounds.high && bounds.low < window.beta
}
