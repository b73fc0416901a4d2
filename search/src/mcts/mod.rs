//! Monte-Carlo tree search: UCT (Kocsis and Szepesvári 2006) with chance nodes
//! and progressive widening (Coulom 2007); with a policy, PUCT (Rosin 2011).
//!
//! The yardstick that the minimax searches are compared with. Each simulation
//! descends by upper confidence bounds, drawing outcomes of chance by weight, to a
//! position not met before, values it with the evaluator, directly or after random
//! moves, and backs the value up to every position on its way. Values are summed as
//! integers, so that a seed fixes the result.

use starboard_core::{
    BoundType, Candidate, Evaluator, Events, Game, Limits, Node, Policy, Report, Rng, Root, Stop,
    StoppedBy, Trace, Value, rng, sort_by_rank,
};

use crate::{Searcher, meter::Meter};

mod options;
#[cfg(test)]
mod tests;
mod tree;

pub use options::MctsOptions;
use tree::{Found, Guides, Setup, Tree};

/// The number of simulations after which the first report is made.
const FIRST: u64 = 128;

/// Monte-Carlo tree search.
///
/// [`Limits::depth`] bounds the depth of the tree and not the number of
/// simulations: without a limit on nodes, evaluations or time there are
/// [`MctsOptions::simulations`]. A simulation that ends where the value is already
/// known still counts towards a limit on evaluations, so that the limit is reached.
///
/// Several threads grow a tree each, and their visits are added up. With a limit on
/// nodes or evaluations, or with none, each has an equal share of the work, so that
/// the result follows from the seed and the number of threads.
///
/// The tree has only the moves that the [`Root`] selects, and chooses among them by
/// their values with the bonuses; a policy narrows these down to the moves that it
/// names. The lines are read off the tree at the end, so that more of them cost nothing.
///
/// ```
/// use starboard_core::{BoundType, Limits, testing::{HashEval, RandomTree}};
/// use starboard_search::{Mcts, MctsOptions, Searcher};
///
/// let mut search = Mcts::new(HashEval::default(), MctsOptions::default());
/// let root = RandomTree::<true>::new(3);
/// let report = search.run(&root, &Limits::nodes(2000));
/// assert_eq!(report.bound, BoundType::Estimate);
/// assert_eq!(search.run(&root, &Limits::nodes(2000)).candidates, report.candidates);
/// ```
#[derive(Clone, Debug)]
pub struct Mcts<G: Game, E, T = ()> {
    eval: E,
    policy: Option<Box<dyn Policy<G>>>,
    trace: T,
    options: MctsOptions,
    /// One per thread; only their memory outlives a search.
    trees: Vec<Tree<G>>,
}

impl<G: Game, E: Evaluator<G> + Clone> Mcts<G, E> {
    /// Evaluates leaves, or the ends of random playouts, with this evaluator.
    pub fn new(eval: E, options: MctsOptions) -> Self {
        Self { eval, policy: None, trace: (), options, trees: Vec::new() }
    }

    /// The same search, which shows its tree, that of the first thread, to `trace` at
    /// the end of every search.
    pub fn with_trace<T>(self, trace: T) -> Mcts<G, E, T> {
        let Self { eval, policy, options, trees, .. } = self;
        Mcts { eval, policy, trace, options, trees }
    }
}

/// A thread's own part of a search.
struct Worker<'a, G, E> {
    eval: E,
    policy: Option<Box<dyn Policy<G>>>,
    meter: Meter<'a>,
    rng: Rng,
    /// Whether its share of the limits is used up.
    is_done: bool,
}

impl<G: Game, E: Evaluator<G>> Worker<'_, G, E> {
    fn grow(&mut self, tree: &mut Tree<G>, root: &G, setup: &Setup<'_, G::Move>, count: u64) {
        if self.is_done {
            return;
        }
        let policy = self.policy.as_deref_mut().map(|policy| policy as &mut dyn Policy<G>);
        let guides = Guides { eval: &mut self.eval, policy };
        let (meter, rng) = (&mut self.meter, &mut self.rng);
        self.is_done = tree.grow(root, guides, setup, meter, rng, count).is_none();
    }
}

/// Splits `total` simulations into stages, each of which doubles the number so far; and
/// says of each whether it is the last.
fn stages(total: u64) -> impl Iterator<Item = (u64, bool)> {
    let mut done = 0;
    std::iter::from_fn(move || {
        let count = done.max(FIRST).min(total - done);
        done += count;
        (count > 0).then_some((count, done == total))
    })
}

impl<G: Game, E: Evaluator<G> + Clone, T> Mcts<G, E, T> {
    /// The same search, which distributes its simulations by a policy: by PUCT in
    /// place of UCT, and among the moves that the policy names.
    #[must_use]
    pub fn with_policy(self, policy: impl Policy<G> + 'static) -> Self {
        Self { policy: Some(Box::new(policy)), ..self }
    }

    /// How many grid points count as 1 in the UCT formula.
    fn scale(&self, root: &G) -> f64 {
        if self.options.scale > 0.0 {
            return self.options.scale * f64::from(G::UNIT);
        }
        let bounds = self.eval.bounds(root);
        if bounds.low == Value::MIN || bounds.high == Value::MAX {
            return f64::from(G::UNIT.max(1));
        }
        f64::from(bounds.low.raw().abs().max(bounds.high.raw().abs()).max(1))
    }

    /// Grows the trees, adding all counts to `meter`, and reports what was found whenever the
    /// number of simulations has doubled.
    fn grow(
        &mut self,
        position: &G,
        root: &Root<G::Move>,
        limits: &Limits,
        meter: &mut Meter<'_>,
        events: &mut dyn Events<G::Move>,
    ) {
        // Step 1. How many simulations, and for each thread a tree and a share of them.
        let threads = self.options.threads.max(1);
        let is_endless = limits.nodes.is_some() || limits.time.is_some();
        let simulations = match limits.evaluations {
            Some(evaluations) => evaluations,
            None if is_endless && !limits.last_resort => u64::MAX,
            None => self.options.simulations,
        };
        let each = simulations.div_ceil(threads as u64);
        let options = self.options;
        let setup = Setup {
            options: &options,
            root,
            scale: self.scale(position),
            depth: limits.depth.unwrap_or(u32::MAX),
            by_policy: self.policy.is_some(),
        };
        self.trees.resize_with(threads, Tree::default);

        // Step 2. With one thread: the evaluator and policy of this search, with
        // what they remember.
        if threads == 1 {
            let mut rng = rng(options.seed, 0);
            self.trees[0].plant(position, &mut self.eval, &setup, meter);
            for (count, is_last) in stages(each) {
                let policy = self.policy.as_deref_mut().map(|policy| policy as &mut dyn Policy<G>);
                let guides = Guides { eval: &mut self.eval, policy };
                let grown = self.trees[0].grow(position, guides, &setup, meter, &mut rng, count);
                if is_last || grown.is_none() {
                    return;
                }
                events.iteration(&self.report(position, root, limits, meter));
            }
            return;
        }

        // Step 3. With several: in parallel, each with an evaluator and a policy of
        // its own.
        let mut workers: Vec<_> = (0..threads)
            .map(|stream| Worker {
                eval: self.eval.clone(),
                policy: self.policy.clone(),
                meter: meter.fork(threads),
                rng: rng(options.seed, stream as u64),
                is_done: false,
            })
            .collect();
        for (tree, worker) in self.trees.iter_mut().zip(&mut workers) {
            tree.plant(position, &mut worker.eval, &setup, &mut worker.meter);
        }
        for (count, is_last) in stages(each) {
            crossbeam::thread::scope(|scope| {
                for (tree, worker) in self.trees.iter_mut().zip(&mut workers) {
                    let setup = &setup;
                    scope.spawn(move |_| worker.grow(tree, position, setup, count));
                }
            })
            .expect("a worker does not panic");
            if is_last || workers.iter().all(|worker| worker.is_done) {
                break;
            }
            let mut so_far = meter.fork(1);
            workers.iter().for_each(|worker| so_far.absorb_counts(&worker.meter));
            events.iteration(&self.report(position, root, limits, &so_far));
        }
        workers.iter().for_each(|worker| meter.absorb(&worker.meter));
    }

    /// What all trees together found, the most visited move first, and what `meter` counted.
    fn report(
        &self,
        position: &G,
        root: &Root<G::Move>,
        limits: &Limits,
        meter: &Meter<'_>,
    ) -> Report<G::Move> {
        let mut report = Report::default();
        meter.report(&mut report);
        let sum = |found: &dyn Fn(&Tree<G>) -> Found| {
            self.trees.iter().map(found).fold(Found::default(), |a, b| Found {
                visits: a.visits + b.visits,
                sum: a.sum + b.sum,
            })
        };
        let mean =
            |found: Found| (found.visits > 0).then(|| Value::mean(found.sum, found.visits as i64));
        report.bound = BoundType::Estimate;
        report.depth = self.trees.iter().map(|tree| tree.depth).max().unwrap_or_default();
        report.value = mean(sum(&Tree::root)).unwrap_or_default();
        if position.node() != Node::Decision {
            return report;
        }

        let mut moves = Vec::new();
        position.moves(&mut moves);
        let moves = root.among(moves);
        let mut ranked: Vec<_> =
            moves.into_iter().map(|m| (m, sum(&|tree| tree.at_root(m)))).collect();
        let value = |m, found| mean(found).map(|value| value + root.bonus(&m));
        // Among moves that were visited equally often, the one with the better mean; equals
        // stay in the game's order.
        let rank = |&(m, found): &(G::Move, Found)| {
            (found.visits as i64, value(m, found).map_or(i64::MIN, |value| value.raw().into()))
        };
        sort_by_rank(&mut ranked, rank);
        let (most, first) = (ranked[0].1.visits, rank(&ranked[0]));
        let ties = ranked.iter().take_while(|found| rank(found) == first).map(|&(m, _)| m);
        // Where nothing was visited, any move is better than none.
        report.best_moves.extend(ties.take(if limits.all_ties && most > 0 {
            usize::MAX
        } else {
            1
        }));
        report.value = value(ranked[0].0, ranked[0].1).unwrap_or(report.value);
        for (i, &(m, found)) in ranked.iter().enumerate() {
            report.candidates.push(Candidate {
                m,
                value: value(m, found).unwrap_or(Value::MIN),
                bound: if found.visits > 0 { BoundType::Estimate } else { BoundType::Lower },
                depth: report.depth,
                pv: if i < root.multipv.max(1) { self.line(m) } else { Vec::new() },
                details: Vec::new(),
                evaluations: found.visits,
            });
        }
        report.pv.clone_from(&report.candidates[0].pv);
        report
    }

    /// The line that begins with a move of the root, from the tree that visited it most.
    fn line(&self, m: G::Move) -> Vec<G::Move> {
        let visits = |tree: &&Tree<G>| tree.at_root(m).visits;
        // The first of the most visited: `max_by_key` would take the last.
        match self.trees.iter().rev().filter(|tree| visits(tree) > 0).max_by_key(visits) {
            Some(tree) => tree.line(m),
            None => vec![m],
        }
    }
}

impl<G: Game, E: Evaluator<G> + Clone, T: Trace<G> + Send> Searcher<G> for Mcts<G, E, T> {
    fn search(
        &mut self,
        position: &G,
        root: &Root<G::Move>,
        limits: &Limits,
        stop: &Stop,
        events: &mut dyn Events<G::Move>,
    ) -> Report<G::Move> {
        if let Node::Over(value) = position.node() {
            return Report { value, ..Report::default() };
        }
        let mut meter = Meter::new(limits, stop).paced::<G, _>(&self.eval);
        self.grow(position, root, limits, &mut meter, events);
        let mut report = self.report(position, root, limits, &meter);
        if let Some(tree) = self.trees.first().filter(|_| self.trace.is_watching()) {
            tree.show(position, &mut self.trace);
        }
        if report.stopped_by == StoppedBy::Depth && limits.evaluations.is_some() {
            // All of that limit was used, though values already known cost no evaluation.
            report.stopped_by = StoppedBy::Evaluations;
        }
        events.iteration(&report);
        report
    }
}
