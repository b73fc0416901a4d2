//! Decision nodes: fail-soft alpha-beta.

use starboard_core::{Bounds, Evaluator, ExitReason, Game, Heuristic, Trace, Value};

use super::{Run, Task};
use crate::moves::MoveList;

/// A move that a probe has already searched.
#[derive(Copy, Clone, Debug)]
pub(super) struct Tried<M> {
    pub(super) m: M,
    pub(super) value: Value,
    /// Whether the value is exact, and not only an upper bound.
    pub(super) exact: bool,
}

impl<G, E, H, T> Run<'_, '_, G, E, H, T>
where
    G: Game,
    E: Evaluator<G>,
    H: Heuristic<G>,
    T: Trace<G>,
{
    /// The value of a decision node, and why its search ended. The moves `tried`
    /// are not searched again where what is known of them suffices.
    pub(super) fn decision(
        &mut self,
        game: &mut G,
        task: Task,
        last: Option<G::Move>,
        tried: &[Tried<G::Move>],
    ) -> Option<(Value, ExitReason)> {
        let Task { window: entered, depth, ply, .. } = task;
        let mut window = entered;
        self.line(ply).clear();

        // Step 1. The table may settle the node, or at least narrow it.
        let stored = self.look_up(game, depth);
        let known = stored.map_or(Bounds::FULL, |s| s.bounds);
        if let Some(value) = known.settle(window) {
            self.meter.counters.table_cuts += 1;
            return Some((value, ExitReason::Table));
        }

        // Step 2. Take over what probes have found.
        let settled = |t: &Tried<G::Move>| t.exact || t.value <= entered.alpha;
        let mut best = Value::MIN;
        for t in tried.iter().filter(|t| settled(t)) {
            best = best.max(t.value);
        }
        window.alpha = window.alpha.max(best);
        let mut searched = tried.iter().filter(|t| settled(t)).count();
        if window.alpha >= window.beta {
            self.meter.counters.cut(searched.saturating_sub(1));
            return Some((best, ExitReason::BetaCut));
        }

        // Step 3. One good move may make the list unnecessary.
        let sorted_by_value = self.sorts_by_value(depth);
        let mut good = None;
        let first = stored.and_then(|s| s.best);
        if tried.is_empty() && !sorted_by_value && self.options.good_moves && first.is_none() {
            good = self.meter.generating(|| game.good_move());
            self.meter.counters.generations -= u64::from(good.is_none());
        }
        if let Some(m) = good {
            let value = self.child(game, m, task.below(window))?;
            best = value;
            searched += 1;
            if value > window.alpha {
                window.alpha = value;
                if value < window.beta {
                    self.extend_line(ply, m);
                }
            }
            if value >= window.beta {
                self.meter.counters.cut(0);
                self.order.refuted(&task.info(game, &last), &[], m);
                self.keep(game, depth, Bounds { low: value, high: Value::MAX }, None);
                return Some((value, ExitReason::BetaCut));
            }
        }

        // Step 4. All the others.
        let mut list = self.lists.take();
        let mut refuted = self.lists.take();
        self.list(game, task, last, first, &mut list);
        refuted.clear();
        let mut best_place = None;
        let mut why = ExitReason::Searched;
        for i in 0.. {
            let Some((place, m)) = list.get(i) else { break };
            let done = good == Some(m) || tried.iter().any(|t| t.m == m && settled(t));
            if done {
                continue;
            }
            let value = self.child(game, m, task.below(window))?;
            if value > best {
                best = value;
            }
            if value > window.alpha {
                window.alpha = value;
                best_place = Some(place);
                if value >= window.beta {
                    self.meter.counters.cut(searched);
                    self.order.refuted(&task.info(game, &last), &refuted.moves, m);
                    why = ExitReason::BetaCut;
                    break;
                }
                self.extend_line(ply, m);
            }
            searched += 1;
            if self.order.is_active() {
                refuted.moves.push(m);
            }
        }
        self.lists.give(list);
        self.lists.give(refuted);
        self.keep(game, depth, Bounds::proven(best, entered), best_place);
        Some((best, why))
    }

    /// Whether moves at this depth are ordered by their static values.
    pub(super) fn sorts_by_value(&self, depth: u32) -> bool {
        self.options.static_order > 0 && depth >= self.options.static_order
    }

    /// Generates the move list and orders it.
    // The evaluator's cheap estimates are no order worth having here: on twelve contact
    // positions of backgammon, to depth 3, they saved 9 % of the evaluations at most, and the
    // search took 0 to 23 % longer.
    pub(super) fn list(
        &mut self,
        game: &G,
        task: Task,
        last: Option<G::Move>,
        first: Option<u16>,
        list: &mut MoveList<G::Move>,
    ) {
        list.clear();
        self.meter.generating(|| game.moves(&mut list.moves));
        if list.moves.len() == 1 {
            return;
        }
        if self.sorts_by_value(task.depth) {
            self.values.clear();
            self.meter.evaluate_children(self.eval, game, &list.moves, &mut self.values);
            list.scores.extend(self.values.iter().map(|v| v.raw()));
            list.rank(first);
        } else if self.order.is_active() {
            list.zero_scores();
            self.order.score(&task.info(game, &last), &list.moves, &mut list.scores);
            list.rank(first);
        } else if first.is_some() {
            list.rank(first);
        }
    }
}
