//! What the node function needs of the transposition table.

use starboard_core::{
    Evaluator, Game, Heuristic, Quiescence, Stored, TableSlot, Trace, TranspositionTable, Value,
    Window,
};

use super::{
    node::{Run, flips},
    order::Frame,
};
use crate::reward::{bounds_with, reward};

/// About how many positions a processor can fetch at a time.
const FEW: usize = 12;

impl<'a, G, E, H, Q, T> Run<'a, '_, G, E, H, Q, T>
where
    G: Game,
    E: Evaluator<G>,
    H: Heuristic<G>,
    Q: Quiescence<G>,
    T: Trace<G>,
{
    /// The table, for use at this depth.
    #[inline]
    pub(super) fn table_at(&self, depth: u32) -> Option<&'a TranspositionTable> {
        if depth < self.plan.table_from || depth >= self.plan.table_below {
            return None;
        }
        if depth <= self.options.small_table_depth { self.small_table } else { self.table }
    }

    pub(super) fn look_up(&mut self, slot: TableSlot<'_>) -> Option<Stored> {
        self.meter.counters.table_probes += 1;
        let stored = slot.probe()?;
        self.meter.counters.table_hits += 1;
        Some(stored)
    }

    /// Prefetches what is remembered of positions one move on, to be searched
    /// `depth` deep: where there are few moves, of all of them once the first did
    /// not cut; otherwise of the one after `m`, which is the `i`th and played next.
    #[inline]
    pub(super) fn expect_children(
        &self,
        game: &G,
        depth: u32,
        frame: &Frame,
        i: usize,
        m: G::Move,
    ) {
        if frame.count() > FEW {
            self.prefetch(game, depth, m);
        } else if i == 1 {
            for i in 0..frame.count() {
                self.prefetch(game, depth, self.stack.generated(frame, i));
            }
        }
    }

    /// Prefetches what is remembered of the position after `m`, to be searched
    /// `depth` deep.
    #[inline]
    pub(super) fn prefetch(&self, game: &G, depth: u32, m: G::Move) {
        let Some(key) = game.key_after(m) else { return };
        if let Some(table) = self.table_at(depth) {
            table.slot(key);
        }
        if self.options.quiescence {
            self.eval.prefetch(key);
            self.quiescence.prefetch(key);
        }
    }

    /// Whether an entry is accepted for a search `depth` deep; counts it as a cut
    /// if so.
    pub(super) fn accepts(&mut self, stored: &Stored, depth: u32) -> bool {
        let (searched, complete) = unseal(stored.depth);
        let accepted = searched == depth
            || searched < depth && complete
            || searched > depth && self.options.deeper_entries;
        self.meter.counters.table_cuts += u64::from(accepted);
        self.selective += u64::from(accepted && !complete);
        accepted
    }

    /// Enhanced transposition cut-off: a bound of at least beta that the table has
    /// for the position after one of the moves, if the options ask for it.
    #[inline(never)]
    pub(super) fn known_cut(
        &mut self,
        game: &mut G,
        window: Window,
        depth: u32,
        ply: u32,
        frame: &Frame,
    ) -> Option<Value> {
        if self.options.enhanced_cutoffs.wrapping_sub(1) >= depth {
            return None;
        }
        let table = self.table_at(depth - 1)?;
        let mover = game.mover();
        for i in 0..frame.count() {
            let m = self.stack.generated(frame, i);
            let (key, flip) = game.with_child(m, |next| (next.key(), flips(next, mover)));
            let Some(stored) = self.look_up(table.slot(key)) else { continue };
            let bounds = stored.bounds.later(ply + 1, G::MATE);
            let bounds = if flip { -bounds } else { bounds };
            let bounds = bounds_with::<G>(bounds, reward(game, m));
            if bounds.low >= window.beta && self.accepts(&stored, depth - 1) {
                return Some(bounds.low);
            }
        }
        None
    }
}

/// Depth and completeness in a byte. A complete search met no horizon: its
/// value holds for any greater depth as well. Sorts by depth first, as the
/// table's replacement scheme needs it.
pub(super) fn seal(depth: u32, complete: bool) -> u8 {
    (depth << 1) as u8 | u8::from(complete)
}

pub(super) fn unseal(byte: u8) -> (u32, bool) {
    (u32::from(byte >> 1), byte & 1 == 1)
}
