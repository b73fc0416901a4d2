//! Monte-Carlo tree search: UCT (Kocsis and Szepesvári 2006) with chance nodes
//! and progressive widening (Coulom 2007); with a policy, PUCT (Rosin 2011).
//!
//! The yardstick that the minimax searches are compared with. Each simulation
//! descends by upper confidence bounds, outcomes of chance drawn by weight, to
//! a position not met before, values that by the evaluator or by random moves,
//! and adds the value to every position on its way. Values are summed as
//! integers, so that a seed fixes the result.

use starboard_core::{
    BoundType, Candidate, Evaluator, Events, Game, Limits, Node, Policy, Report, Root, Stop,
    StoppedBy, Trace, Value, rng, sort_by_rank,
};

use crate::{Searcher, meter::Meter};

mod options;
#[cfg(test)]
mod tests;
mod tree;

pub use options::MctsOptions;
use tree::{Found, Guides, Setup, Tree};

/// Monte-Carlo tree search.
///
/// [`Limits::depth`] bounds the depth of the tree and not the number of
/// simulations: without a limit on nodes, evaluations or time there are
/// [`MctsOptions::simulations`]. A simulation that ends where the value is
/// known already counts against a limit on evaluations all the same, so that
/// it is reached.
///
/// Several threads grow a tree each and add up their visits. With a limit on
/// nodes, on evaluations or on nothing each has an equal share of it, so that
/// the result follows from the seed and the number of threads.
///
/// Of a [`Root`], the tree has the moves only, and chooses among them by their
/// values with the bonuses; a policy still decides among those that it names. The
/// lines are read off the tree at the end, so that more of them cost nothing.
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
    /// One a thread; only their memory outlives a search.
    trees: Vec<Tree<G>>,
}

impl<G: Game, E: Evaluator<G> + Clone> Mcts<G, E> {
    /// Values leaves, or the ends of random playouts, with this evaluator.
    pub fn new(eval: E, options: MctsOptions) -> Self {
        Self { eval, policy: None, trace: (), options, trees: Vec::new() }
    }

    /// The same which shows its tree, that of the first thread, to `trace` at the end of
    /// every search.
    pub fn with_trace<T>(self, trace: T) -> Mcts<G, E, T> {
        let Self { eval, policy, options, trees, .. } = self;
        Mcts { eval, policy, trace, options, trees }
    }
}

impl<G: Game, E: Evaluator<G> + Clone, T> Mcts<G, E, T> {
    /// The same which shares out its simulations by what a policy says of moves: by
    /// PUCT in place of UCT, and among the moves that it names.
    #[must_use]
    pub fn with_policy(self, policy: impl Policy<G> + 'static) -> Self {
        Self { policy: Some(Box::new(policy)), ..self }
    }

    /// Grid points that count as 1 in the formula of UCT.
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

    /// Grows the trees, all counts going to `meter`.
    fn grow(&mut self, position: &G, root: &Root<G::Move>, limits: &Limits, meter: &mut Meter<'_>) {
        let threads = self.options.threads.max(1);
        let is_endless = limits.nodes.is_some() || limits.time.is_some();
        let simulations = match limits.evaluations {
            Some(evaluations) => evaluations,
            None if is_endless && !limits.last_resort => u64::MAX,
            None => self.options.simulations,
        };
        let setup = Setup {
            options: &self.options,
            root,
            scale: self.scale(position),
            depth: limits.depth.unwrap_or(u32::MAX),
            simulations: simulations.div_ceil(threads as u64),
            by_policy: self.policy.is_some(),
        };
        self.trees.resize_with(threads, Tree::default);
        if let [tree] = &mut self.trees[..] {
            let policy = self.policy.as_deref_mut().map(|policy| policy as &mut dyn Policy<G>);
            let guides = Guides { eval: &mut self.eval, policy };
            tree.grow(position, guides, &setup, meter, &mut rng(self.options.seed, 0));
            return;
        }
        let forks: Vec<_> = crossbeam::thread::scope(|scope| {
            let workers: Vec<_> = (self.trees.iter_mut().zip(0..))
                .map(|(tree, stream)| {
                    let (mut eval, mut fork) = (self.eval.clone(), meter.fork(threads));
                    let mut policy = self.policy.clone();
                    let setup = &setup;
                    scope.spawn(move |_| {
                        let rng = &mut rng(setup.options.seed, stream);
                        let policy = policy.as_deref_mut().map(|p| p as &mut dyn Policy<G>);
                        let guides = Guides { eval: &mut eval, policy };
                        tree.grow(position, guides, setup, &mut fork, rng);
                        fork
                    })
                })
                .collect();
            let joined = workers.into_iter().map(|worker| worker.join());
            joined.map(|fork| fork.expect("a worker does not panic")).collect()
        })
        .expect("every thread was joined");
        forks.iter().for_each(|fork| meter.absorb(fork));
    }

    /// What all trees together found, the most visited move first.
    fn conclude(
        &self,
        position: &G,
        root: &Root<G::Move>,
        all_ties: bool,
        report: &mut Report<G::Move>,
    ) {
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
            return;
        }

        let mut moves = Vec::new();
        position.moves(&mut moves);
        let moves = root.among(moves);
        let mut ranked: Vec<_> =
            moves.into_iter().map(|m| (m, sum(&|tree| tree.at_root(m)))).collect();
        let value = |m, found| mean(found).map(|value| value + root.bonus(&m));
        // Of moves that were visited as often, the one with the better mean; equals stay in
        // the game's order.
        let rank = |&(m, found): &(G::Move, Found)| {
            (found.visits as i64, value(m, found).map_or(i64::MIN, |value| value.raw().into()))
        };
        sort_by_rank(&mut ranked, rank);
        let (most, first) = (ranked[0].1.visits, rank(&ranked[0]));
        let ties = ranked.iter().take_while(|found| rank(found) == first).map(|&(m, _)| m);
        // Where nothing was visited, any move is better than none.
        report.best_moves.extend(ties.take(if all_ties && most > 0 { usize::MAX } else { 1 }));
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
    }

    /// The line that begins with a move of the root, by the tree that visited it
    /// most.
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
        self.grow(position, root, limits, &mut meter);
        let mut report = Report::default();
        self.conclude(position, root, limits.all_ties, &mut report);
        if let Some(tree) = self.trees.first().filter(|_| self.trace.is_watching()) {
            tree.show(position, &mut self.trace);
        }
        meter.report(&mut report);
        if report.stopped_by == StoppedBy::Depth && limits.evaluations.is_some() {
            // Every share of that limit was used, though what was known cost nothing.
            report.stopped_by = StoppedBy::Evaluations;
        }
        events.iteration(&report);
        report
    }
}
