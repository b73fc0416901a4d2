//! What every search counts, and when it has to stop.

use std::time::Duration;

use starboard_core::{
    Counters, Evaluator, Game, Instant, LONGEST_CHANCE, Limits, Report, Stop, StoppedBy, Times,
    Value,
};

/// Nodes between two checks of the clock and the stop flag, unless evaluations are slow.
const INTERVAL: u64 = 1024;

/// Counts, and says when to stop; public for searches that are built from others.
pub struct Meter<'a> {
    pub(crate) counters: Counters,
    pub(crate) seldepth: u32,
    stopped_by: Option<StoppedBy>,
    /// The node count at which to check again.
    next_check: u64,
    /// Nodes between two checks.
    interval: u64,
    limits: Limits,
    stop: &'a Stop,
    started: Instant,
    generation: Duration,
    evaluation: Duration,
}

impl<'a> Meter<'a> {
    /// A meter for a search within these limits that begins now.
    pub fn new(limits: &Limits, stop: &'a Stop) -> Self {
        Self::since(Instant::now(), limits.clone(), stop)
    }

    /// The same for a search that evaluates with `eval`: where evaluations are slow,
    /// it checks at every node.
    pub(crate) fn paced<G: Game, E: Evaluator<G>>(mut self, eval: &E) -> Self {
        if eval.is_slow() {
            self.interval = 1;
            self.schedule();
        }
        self
    }

    /// A meter for one of `threads` that share the work still allowed.
    pub(crate) fn fork(&self, threads: usize) -> Self {
        let share = |limit: Option<u64>, count: u64| {
            limit.map(|limit| limit.saturating_sub(count).div_ceil(threads as u64))
        };
        let limits = Limits {
            nodes: share(self.limits.nodes, self.counters.nodes),
            evaluations: share(self.limits.evaluations, self.counters.evaluations),
            ..self.limits.clone()
        };
        let mut fork = Self::since(self.started, limits, self.stop);
        fork.interval = self.interval;
        fork.schedule();
        fork
    }

    fn since(started: Instant, limits: Limits, stop: &'a Stop) -> Self {
        let mut meter = Self {
            counters: Counters::default(),
            seldepth: 0,
            stopped_by: None,
            next_check: 0,
            interval: INTERVAL,
            limits,
            stop,
            started,
            generation: Duration::ZERO,
            evaluation: Duration::ZERO,
        };
        meter.schedule();
        meter
    }

    /// Counts a node; `None` once the search has to stop.
    #[inline]
    pub(crate) fn node(&mut self, ply: u32) -> Option<()> {
        self.seldepth = self.seldepth.max(ply);
        if self.counters.nodes >= self.next_check {
            self.check()?;
        }
        self.counters.nodes += 1;
        Some(())
    }

    /// Checks a chance node after `run` others in a row; ends the search, with
    /// `None`, if these are more than a game may have.
    #[inline]
    pub(crate) fn chance(&mut self, run: u32) -> Option<()> {
        if run < LONGEST_CHANCE { Some(()) } else { self.unsound() }
    }

    /// Ends the search, with `None`, at a chance node that has no value.
    #[cold]
    pub(crate) fn unsound<T>(&mut self) -> Option<T> {
        self.stopped_by = Some(StoppedBy::ChanceChain);
        self.next_check = 0;
        None
    }

    /// Adds what an inner search counted; `None` once this one has to stop.
    pub fn count(&mut self, counters: &Counters) -> Option<()> {
        self.counters += counters;
        self.check()
    }

    /// Checks the limits now; `None` if the search has to stop.
    #[cold]
    pub fn check(&mut self) -> Option<()> {
        let reached = |limit: Option<u64>, count| limit.is_some_and(|limit| count >= limit);
        let why = if self.stopped_by.is_some() {
            self.stopped_by
        } else if reached(self.limits.nodes, self.counters.nodes) {
            Some(StoppedBy::Nodes)
        } else if reached(self.limits.evaluations, self.counters.evaluations) {
            Some(StoppedBy::Evaluations)
        } else if self.stop.requested() {
            Some(StoppedBy::Request)
        } else if self.limits.time.is_some_and(|limit| self.started.elapsed() >= limit) {
            Some(StoppedBy::Time)
        } else {
            None
        };
        self.stopped_by = why;
        self.schedule();
        why.is_none().then_some(())
    }

    fn schedule(&mut self) {
        // A node may evaluate once, so a limit on evaluations is as exact as one on
        // nodes if it is checked before that many nodes have passed; whatever
        // evaluates several positions at once reschedules.
        let left =
            |limit: Option<u64>, count: u64| limit.map_or(u64::MAX, |l| l.saturating_sub(count));
        let nodes = left(self.limits.nodes, self.counters.nodes);
        let evaluations = left(self.limits.evaluations, self.counters.evaluations);
        let step = nodes.min(evaluations).min(self.interval);
        let step = if self.stopped_by.is_some() { 0 } else { step };
        self.next_check = self.counters.nodes + step;
    }

    /// Runs `f`, which generates moves, and counts it as a generation.
    #[inline]
    pub(crate) fn generating<R>(&mut self, f: impl FnOnce() -> R) -> R {
        self.counters.generations += 1;
        if !self.limits.profile {
            return f();
        }
        let start = Instant::now();
        let result = f();
        self.generation += start.elapsed();
        result
    }

    /// The static value of `game` for its mover.
    #[inline]
    pub(crate) fn evaluate<G: Game>(&mut self, eval: &mut impl Evaluator<G>, game: &G) -> Value {
        self.evaluating(1, || eval.evaluate(game))
    }

    /// The static values of the positions after `moves` for the mover of
    /// `game`, finished games included; each counts as an evaluation.
    pub(crate) fn evaluate_children<G: Game>(
        &mut self,
        eval: &mut impl Evaluator<G>,
        game: &G,
        moves: &[G::Move],
        values: &mut Vec<Value>,
    ) {
        self.evaluating(moves.len() as u64, || eval.evaluate_children(game, moves, values));
    }

    /// Runs `f`, which evaluates `count` positions.
    #[inline]
    pub(crate) fn evaluating<R>(&mut self, count: u64, f: impl FnOnce() -> R) -> R {
        self.counters.evaluations += count;
        if count > 1 && self.limits.evaluations.is_some() {
            // More than the one evaluation that was allowed for.
            self.schedule();
        }
        if !self.limits.profile {
            return f();
        }
        let start = Instant::now();
        let result = f();
        self.evaluation += start.elapsed();
        result
    }

    /// Takes over what another thread's meter counted.
    pub(crate) fn absorb(&mut self, other: &Meter<'_>) {
        self.absorb_counts(other);
        self.stopped_by = self.stopped_by.or(other.stopped_by);
    }

    /// Takes over what another thread's meter counted, but not why it stopped.
    pub(crate) fn absorb_counts(&mut self, other: &Meter<'_>) {
        self.counters += &other.counters;
        self.seldepth = self.seldepth.max(other.seldepth);
        self.generation += other.generation;
        self.evaluation += other.evaluation;
    }

    /// What is left of the limits, for an inner search.
    pub fn left(&self) -> Limits {
        let left = |limit: Option<u64>, count| limit.map(|limit| limit.saturating_sub(count));
        Limits {
            nodes: left(self.limits.nodes, self.counters.nodes),
            evaluations: left(self.limits.evaluations, self.counters.evaluations),
            time: self.limits.time.map(|limit| limit.saturating_sub(self.started.elapsed())),
            ..self.limits.clone()
        }
    }

    /// The stop request that this search obeys.
    pub(crate) fn stop(&self) -> &'a Stop {
        self.stop
    }

    /// Takes over what an inner search counted; `None` if it had to stop.
    pub(crate) fn absorb_report<M>(&mut self, report: &Report<M>) -> Option<()> {
        self.counters += &report.counters;
        self.seldepth = self.seldepth.max(report.seldepth + 1);
        self.generation += report.times.generation;
        self.evaluation += report.times.evaluation;
        if report.stopped_by != StoppedBy::Depth {
            self.stopped_by = Some(report.stopped_by);
        }
        self.schedule();
        self.stopped_by.is_none().then_some(())
    }

    /// Writes into `report` what was counted so far and why the search ended.
    pub fn report<M>(&self, report: &mut Report<M>) {
        report.counters = self.counters.clone();
        report.seldepth = self.seldepth;
        report.stopped_by = self.stopped_by.unwrap_or_default();
        report.times = Times {
            total: self.started.elapsed(),
            generation: self.generation,
            evaluation: self.evaluation,
        };
    }
}

#[cfg(test)]
mod tests {
    use starboard_core::{
        Root,
        testing::{HashEval, RandomTree},
    };

    use super::*;
    use crate::{AlphaBeta, AlphaBetaOptions, Mcts, MctsOptions, Searcher};

    /// Claims to be slow.
    #[derive(Clone)]
    struct Slow(HashEval);

    impl Evaluator<RandomTree<false>> for Slow {
        fn evaluate(&mut self, game: &RandomTree<false>) -> Value {
            self.0.evaluate(game)
        }

        fn is_slow(&self) -> bool {
            true
        }
    }

    /// How many nodes searches of both kinds visit if they are stopped before they begin.
    fn stopped(eval: impl Evaluator<RandomTree<false>> + Clone + 'static) -> [u64; 2] {
        let (tree, stop, limits) = (RandomTree::<false>::new(1), Stop::default(), Limits::depth(6));
        stop.request();
        let mut alpha_beta = AlphaBeta::new(eval.clone(), (), AlphaBetaOptions::plain());
        let mut mcts = Mcts::new(eval, MctsOptions::default());
        let searches: [&mut dyn Searcher<_>; 2] = [&mut alpha_beta, &mut mcts];
        searches.map(|search| {
            search.search(&tree, &Root::default(), &limits, &stop, &mut ()).counters.nodes
        })
    }

    #[test]
    fn slow_evaluations_are_stopped_between() {
        assert!(stopped(Slow(HashEval::default())).iter().all(|&nodes| nodes <= 2));
        assert!(stopped(HashEval::default()).iter().all(|&nodes| nodes > 20));
        assert!(stopped(Box::new(Slow(HashEval::default()))).iter().all(|&nodes| nodes <= 2));
    }
}
