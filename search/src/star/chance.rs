//! Chance nodes: intervals, probes and windows.

use starboard_core::{Bounds, Evaluator, ExitReason, Game, Heuristic, Node, Trace, Value, Window};

use super::{Run, Task, decision::Tried};
use crate::{
    Sampling,
    reward::{bounds_with, reward, with, without},
};

/// An outcome of a chance node and what is known of it.
#[derive(Copy, Clone, Debug)]
struct Outcome<M> {
    m: M,
    weight: i64,
    /// For the mover of the chance node.
    bounds: Bounds,
}

impl<M> Outcome<M> {
    fn low(&self) -> i64 {
        self.weight * i64::from(self.bounds.low.raw())
    }
    fn high(&self) -> i64 {
        self.weight * i64::from(self.bounds.high.raw())
    }
}

/// What a chance node keeps while it is searched; pooled.
#[derive(Debug)]
pub(super) struct Frame<M> {
    chances: Vec<(M, u32)>,
    outcomes: Vec<Outcome<M>>,
    /// Probed moves with the outcome that each belongs to.
    tried: Vec<(usize, Tried<M>)>,
    /// Those of the outcome at hand.
    here: Vec<Tried<M>>,
    /// The sum of all weights.
    weight: i64,
    /// The weighted sums of the outcomes' lower and upper bounds.
    low: i64,
    high: i64,
}

impl<M> Default for Frame<M> {
    fn default() -> Self {
        Self {
            chances: Vec::new(),
            outcomes: Vec::new(),
            tried: Vec::new(),
            here: Vec::new(),
            weight: 0,
            low: 0,
            high: 0,
        }
    }
}

impl<M: Copy> Frame<M> {
    /// Lists the outcomes to search `depth` deep, likely ones first: they move the sum
    /// the most.
    fn fill<G: Game<Move = M>>(
        &mut self,
        game: &G,
        depth: u32,
        sampling: Sampling,
        bounds: Bounds,
    ) {
        self.chances.clear();
        game.chances(&mut self.chances);
        sampling.draw(game, depth, &mut self.chances);
        self.outcomes.clear();
        let outcome = |&(m, w): &(M, u32)| Outcome { m, weight: w.into(), bounds };
        self.outcomes.extend(self.chances.iter().map(outcome));
        self.outcomes.sort_by_key(|o| -o.weight); // stable
        self.tried.clear();
        self.weight = self.outcomes.iter().map(|o| o.weight).sum();
        self.low = self.weight * i64::from(bounds.low.raw());
        self.high = self.weight * i64::from(bounds.high.raw());
    }

    /// Narrows the interval of outcome `i`. Where estimates contradict what was known
    /// before, the values nearest to them remain.
    fn narrow(&mut self, i: usize, bounds: Bounds) {
        let outcome = &mut self.outcomes[i];
        (self.low, self.high) = (self.low - outcome.low(), self.high - outcome.high());
        let Bounds { low, high } = outcome.bounds;
        outcome.bounds =
            Bounds { low: bounds.low.clamp(low, high), high: bounds.high.clamp(low, high) };
        (self.low, self.high) = (self.low + outcome.low(), self.high + outcome.high());
    }

    /// The value to return if the intervals alone take the node out of the
    /// window.
    fn settled(&self, window: Window) -> Option<(Value, ExitReason)> {
        if self.low >= self.weight * i64::from(window.beta.raw()) {
            Some((Value::mean(self.low, self.weight), ExitReason::StarHigh))
        } else if self.high <= self.weight * i64::from(window.alpha.raw()) {
            Some((Value::mean(self.high, self.weight), ExitReason::StarLow))
        } else {
            None
        }
    }

    /// The window outcome `i` has to be searched with: at or below its alpha
    /// the node cannot exceed `window.alpha` even if all others are as good as
    /// can be, and likewise for beta. Rounded outwards, and clipped to what is
    /// known of the outcome already.
    fn window(&self, i: usize, window: Window) -> Window {
        let Outcome { weight, bounds, .. } = self.outcomes[i];
        let (low, high) = (self.low - self.outcomes[i].low(), self.high - self.outcomes[i].high());
        let total = |value: Value| self.weight * i64::from(value.raw());
        let alpha = (total(window.alpha) - high).div_euclid(weight);
        let beta = -(low - total(window.beta)).div_euclid(weight);
        Window {
            alpha: Value::saturating(alpha).max(bounds.low.down()),
            beta: Value::saturating(beta).min(bounds.high.up()),
        }
    }
}

impl<G, E, H, T> Run<'_, '_, G, E, H, T>
where
    G: Game,
    E: Evaluator<G>,
    H: Heuristic<G>,
    T: Trace<G>,
{
    /// The value of a chance node for its mover, and why its search ended.
    pub(super) fn chance(&mut self, game: &mut G, task: Task) -> Option<(Value, ExitReason)> {
        let Task { window, depth, ply, run, .. } = task;
        self.meter.chance(run)?;
        // Step 1. What is known without a search: from the evaluator and the table.
        let bounds = self.eval.bounds(game);
        if let Some(value) = bounds.settle(window) {
            return Some((value, ExitReason::Bounds));
        }
        let stored = self.look_up(game, depth).map_or(Bounds::FULL, |s| s.bounds);
        if let Some(value) = stored.settle(window) {
            self.meter.counters.table_cuts += 1;
            return Some((value, ExitReason::Table));
        }

        // Step 2. A shallower search may say enough, where it is trusted.
        if let Some(value) = self.probcut(game, task, bounds.and(stored))? {
            self.meter.counters.probcuts += 1;
            return Some((value, ExitReason::Pruned));
        }

        // Step 3. Outcome by outcome, first by probes, then in full.
        let mut frame = self.frames.take();
        frame.fill(game, depth, self.options.sampling, bounds);
        // Likely ones come first.
        if frame.outcomes.last().is_none_or(|outcome| outcome.weight == 0) {
            return self.meter.unsound();
        }
        let result = self.outcomes(game, &mut frame, task);
        self.frames.give(frame);
        let (value, why) = result?;
        self.line(ply).clear();
        self.keep(game, depth, Bounds::proven(value, window), None);
        Some((value, why))
    }

    /// Whether the outcomes are probed before they are searched.
    fn probes(&self, task: Task) -> bool {
        self.options.probing.factor > 0 && !task.probed
    }

    fn outcomes(
        &mut self,
        game: &mut G,
        frame: &mut Frame<G::Move>,
        task: Task,
    ) -> Option<(Value, ExitReason)> {
        let window = task.window;
        if self.probes(task) {
            self.meter.counters.probes += 1;
            if let Some(value) = self.probe_all(game, frame, task)? {
                self.meter.counters.probe_successes += 1;
                return Some((value, ExitReason::ProbeCut));
            }
        }
        for i in 0..frame.outcomes.len() {
            if let Some(cut) = frame.settled(window) {
                self.meter.counters.star_cuts += 1;
                return Some(cut);
            }
            let Outcome { m, bounds, .. } = frame.outcomes[i];
            if bounds.value().is_some() {
                continue;
            }
            let inner = frame.window(i, window);
            debug_assert!(inner.alpha < inner.beta, "an outcome without a window");
            let mut here = std::mem::take(&mut frame.here);
            here.clear();
            here.extend(frame.tried.iter().filter(|(j, _)| *j == i).map(|&(_, t)| t));
            let value = self.outcome(game, m, task.within(inner), &here);
            frame.here = here;
            frame.narrow(i, Bounds::proven(value?, inner));
        }
        // An outcome that failed low or high settles the node by its interval.
        if frame.low == frame.high {
            return Some((Value::mean(frame.low, frame.weight), ExitReason::Searched));
        }
        self.meter.counters.star_cuts += 1;
        frame.settled(window).or_else(|| unreachable!("an interval stayed open inside the window"))
    }

    /// The value of the position after outcome `m` for the mover of `game`.
    fn outcome(
        &mut self,
        game: &mut G,
        m: G::Move,
        task: Task,
        tried: &[Tried<G::Move>],
    ) -> Option<Value> {
        let task = Task { probed: false, run: task.run + 1, ..task };
        if tried.is_empty() {
            return self.child(game, m, task);
        }
        // Only decisions of the same mover are probed.
        let reward = reward(game, m);
        let task = task.within(without::<G>(task.window, reward));
        game.with_child(m, |next| {
            self.meter.node(task.ply)?;
            self.trace.enter(&task.info(next, &Some(m)), false);
            let (value, why) = self.decision(next, task, Some(m), tried)?;
            self.trace.leave(value, why);
            Some(with::<G>(value, reward))
        })
    }

    /// Probes every outcome; returns the node's value if that carries it to beta.
    fn probe_all(
        &mut self,
        game: &mut G,
        frame: &mut Frame<G::Move>,
        task: Task,
    ) -> Option<Option<Value>> {
        let window = task.window;
        let (factor, count) = (self.options.probing.factor as usize, frame.outcomes.len());
        let [least, target] =
            [window.alpha, window.beta].map(|end| frame.weight * i64::from(end.raw()));
        for step in 0..factor * count {
            let (i, rank) = if self.options.probing.cyclic {
                (step % count, step / count)
            } else {
                (step / factor, step % factor)
            };
            if frame.outcomes[i].bounds.value().is_some() {
                continue;
            }
            if frame.high <= least {
                // What is known of the outcomes settles the node: no window is left
                // to probe in.
                break;
            }
            // Below what is already certain of the outcome nothing is to be
            // learnt from a single move.
            let inner = frame.window(i, window);
            debug_assert!(inner.alpha < inner.beta, "a probe without a window");
            let inner = Window { alpha: inner.alpha.max(frame.outcomes[i].bounds.low), ..inner };
            self.probe(game, frame, i, rank, task.within(inner))?;
            if frame.low >= target {
                return Some(Some(Value::mean(frame.low, frame.weight)));
            }
        }
        Some(None)
    }

    /// Searches the move of the given rank in outcome `i`. If it does not fail
    /// low, its value is a lower bound for the outcome; if it does, it says nothing
    /// about the outcome, as another move may be better.
    fn probe(
        &mut self,
        game: &mut G,
        frame: &mut Frame<G::Move>,
        i: usize,
        rank: usize,
        task: Task,
    ) -> Option<()> {
        let Task { depth, ply, .. } = task;
        let (mover, m) = (game.mover(), frame.outcomes[i].m);
        // What is found of the position after the outcome does not include the reward
        // of the outcome.
        let reward = reward(game, m);
        let window = without::<G>(task.window, reward);
        let task = task.within(window);
        let with = |bounds| bounds_with::<G>(bounds, reward);
        game.with_child(m, |next| {
            if let Node::Over(value) = next.node() {
                let value = if next.mover() == mover { value } else { -value };
                frame.narrow(i, with(Bounds::exact(value)));
                return Some(());
            }
            if next.node() != Node::Decision || next.mover() != mover {
                return Some(());
            }
            self.meter.node(ply)?;
            let stored = self.look_up(next, depth);
            if let Some(stored) = stored {
                frame.narrow(i, with(stored.bounds));
                if stored.bounds.settle(window).is_some() {
                    self.meter.counters.table_cuts += 1;
                    return Some(());
                }
            }
            let first = stored.and_then(|s| s.best);
            let Some(good) = self.probe_move(next, rank, task, m, first) else {
                return Some(());
            };
            self.trace.enter(&task.info(next, &Some(m)), true);
            let reply = Task { probed: true, ..task.below(window) };
            let value = self.child(next, good, reply)?;
            self.trace.leave(value, ExitReason::Searched);
            if value >= window.beta {
                self.meter.counters.cut(rank);
            }
            if value > window.alpha {
                frame.narrow(i, with(Bounds { low: value, high: Value::MAX }));
            }
            // The value of a leaf is exact even outside the window.
            let exact = depth == 1 || window.alpha < value && value < window.beta;
            if exact || value <= window.alpha {
                frame.tried.push((i, Tried { m: good, value, exact }));
            }
            Some(())
        })
    }

    /// The move of the given rank to probe with, if there are that many.
    fn probe_move(
        &mut self,
        game: &G,
        rank: usize,
        task: Task,
        last: G::Move,
        first: Option<u16>,
    ) -> Option<G::Move> {
        let cheap = self.options.good_moves && !self.sorts_by_value(task.depth);
        let good = if cheap { self.meter.generating(|| game.good_move()) } else { None };
        if let (Some(good), 0) = (good, rank) {
            return Some(good);
        }
        let mut list = self.lists.take();
        self.list(game, task, Some(last), first, &mut list);
        // The good move has rank 0; the others follow in their order.
        let rank = if good.is_some() { rank - 1 } else { rank };
        let m =
            (0..).map_while(|j| list.get(j)).map(|(_, m)| m).filter(|&m| good != Some(m)).nth(rank);
        self.lists.give(list);
        m
    }
}
