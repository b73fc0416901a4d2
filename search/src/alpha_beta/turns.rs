//! Which move of a node comes next, and what is recorded once moves are done with.

use starboard_core::{Evaluator, Game, Heuristic, NodeInfo, Quiescence, Trace, Value, Window};

use super::{
    node::{Place, Run, decides, keeps},
    order::Frame,
};

/// What the moves searched so far have shown of a node.
pub(super) struct Found {
    /// The best value, and the window's alpha, which it may have raised.
    pub(super) best: Value,
    pub(super) alpha: Value,
    /// The place, in the game's list, of the move that raised alpha last.
    pub(super) place: Option<u16>,
    /// Whether that move is tactical, where corrections are learnt.
    pub(super) tactical: bool,
}

impl Found {
    pub(super) fn above(alpha: Value) -> Self {
        Self { best: Value::MIN, alpha, place: None, tactical: false }
    }
}

/// How far the moves of a node have been handed out.
pub(super) struct Turns {
    /// How many were handed out in order.
    handed_out: usize,
    /// Where those deferred begin in the list of all nodes, and the next of them to resume.
    pub(super) deferred: usize,
    resumed: usize,
}

impl Turns {
    /// None yet, at a node whose deferred moves come after this many of other nodes.
    pub(super) fn new(deferred: usize) -> Self {
        Self { handed_out: 0, deferred, resumed: deferred }
    }
}

/// A move that is to be searched.
#[derive(Copy, Clone)]
pub(super) struct Turn<M> {
    /// Its place in the order of the search.
    pub(super) i: usize,
    pub(super) m: M,
    /// Whether it has not been deferred yet.
    pub(super) first_time: bool,
}

impl<G, E, H, Q, T> Run<'_, '_, G, E, H, Q, T>
where
    G: Game,
    E: Evaluator<G>,
    H: Heuristic<G>,
    Q: Quiescence<G>,
    T: Trace<G>,
{
    /// The next move in order, or one that was deferred.
    #[inline(always)]
    pub(super) fn next_turn<const PLAIN: bool>(
        &mut self,
        frame: &Frame,
        turns: &mut Turns,
    ) -> Option<Turn<G::Move>> {
        if let Some(m) = self.stack.next(frame, turns.handed_out) {
            turns.handed_out += 1;
            return Some(Turn { i: turns.handed_out - 1, m, first_time: true });
        }
        if PLAIN {
            return None;
        }
        let i = usize::from(*self.deferred.get(turns.resumed)?);
        turns.resumed += 1;
        let m = self.stack.tried(frame, turns.handed_out)[i];
        Some(Turn { i, m, first_time: false })
    }

    /// Leaves out a futile move and, if `rest` is set and as long as only a cut can
    /// change alpha, all quiet moves after it, which are as futile.
    #[inline(always)]
    pub(super) fn leave_out(
        &mut self,
        game: &G,
        window: Window,
        frame: &mut Frame,
        turn: Turn<G::Move>,
        best: Value,
        rest: bool,
    ) {
        self.selective += 1;
        let settled = window.is_null() && !decides::<G>(best);
        if rest && turn.first_time && settled && frame.may_pass() {
            let options = self.options;
            let quiet = |m| !(game.is_tactical(m) || keeps(options, game, m));
            self.selective += self.stack.pass_over(frame, turn.i + 1, quiet) as u64;
        }
    }

    /// Records that a move is good enough to end the node.
    #[inline(always)]
    pub(super) fn refuted_by(&mut self, game: &G, at: Place, frame: &Frame, turn: Turn<G::Move>) {
        let Place { window, depth, ply } = at;
        let Turn { mut i, m, .. } = turn;
        if frame.has_passed() {
            i = self.stack.restore(frame, i);
        }
        self.meter.counters.cut(i);
        if self.order.is_active() && depth >= self.options.order_depth {
            let line = &self.line[self.line_from..];
            let node = NodeInfo { game, ply, depth, window, line };
            self.order.refuted(&node, self.stack.tried(frame, i), m);
        }
    }
}
