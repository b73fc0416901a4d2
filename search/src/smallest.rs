//! The smallest number of evaluations that proves a value: no search that does not know
//! the value yet can do with fewer.
//!
//! A value is proven by evaluating some of the leaves of the tree. What is known of every
//! position is an interval: at first the evaluator's bounds, then what follows from the
//! positions after it. Without chance, this is the minimal tree of Knuth and Moore (1975) for
//! trees that are not uniform. At a chance node the question is how much to learn about which
//! outcomes: the weighted sum of the bounds has to get beyond a value, and what each bound
//! costs is known. So every node has, for the lower and for the upper end of its interval, a
//! list of the bounds that can be proven, each with its least cost.
//!
//! A position that is reached in several ways is counted each time: a search with a
//! transposition table can do with fewer evaluations.

use starboard_core::{Bounds, Evaluator, Game, LONGEST_CHANCE, Node, Value};

use crate::reward::{reward, with};

/// The smallest proof of a value.
#[derive(Copy, Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct SmallestProof {
    /// The value, for the mover.
    pub value: Value,
    /// The least number of evaluations that proves it.
    pub evaluations: u64,
    /// How many leaves the tree has.
    pub leaves: u64,
}

/// The smallest proof of the value that [`minimax`](crate::minimax::minimax) finds; `None`
/// if it takes more than `budget` positions to find it, or if chance nodes follow each other
/// without end.
pub fn smallest_proof<G: Game>(
    game: &G,
    depth: u32,
    eval: &mut (impl Evaluator<G> + ?Sized),
    budget: u64,
) -> Option<SmallestProof> {
    let mut tree = Tree { eval, budget, leaves: 0 };
    let Proof { value, exact, .. } = tree.node(game, depth, 0)?;
    Some(SmallestProof { value, evaluations: exact, leaves: tree.leaves })
}

/// What can be proven of one end of a node's interval: bounds, each better than the one
/// before, with the least number of evaluations that proves it. The first costs nothing.
type Steps = Vec<(u64, Value)>;

/// What a node is worth to its mover, and what proves it.
#[derive(Clone, Debug)]
struct Proof {
    value: Value,
    /// The least number of evaluations that leaves nothing open.
    exact: u64,
    low: Steps,
    high: Steps,
}

impl Proof {
    /// A node whose value is known.
    fn known(value: Value) -> Self {
        Self { value, exact: 0, low: vec![(0, value)], high: vec![(0, value)] }
    }

    /// The same with every value changed by `f`, which leaves their order as it is.
    fn map(mut self, f: impl Fn(Value) -> Value) -> Self {
        self.value = f(self.value);
        self.low.iter_mut().chain(&mut self.high).for_each(|(_, bound)| *bound = f(*bound));
        self
    }

    /// The same for the other player.
    fn turned(self) -> Self {
        let Self { low, high, .. } = self;
        Self { low: high, high: low, ..self }.map(|value| -value)
    }

    /// Adds the evaluator's bounds, which cost nothing, and the value, which costs
    /// the whole proof.
    fn completed(mut self, bounds: Bounds) -> Self {
        let Self { value, exact, .. } = self;
        if bounds.value().is_some() {
            return Self::known(value);
        }
        self.low.extend([(0, bounds.low.min(value)), (exact, value)]);
        self.high.extend([(0, bounds.high.max(value)), (exact, value)]);
        Self { low: best_steps(self.low, |v| v), high: best_steps(self.high, |v| -v), ..self }
    }
}

/// Of all that can be proven, the steps that are better than everything that costs
/// no more.
fn best_steps<V: Copy, K: Ord>(mut all: Vec<(u64, V)>, good: impl Fn(V) -> K) -> Vec<(u64, V)> {
    all.sort_unstable_by(|a, b| a.0.cmp(&b.0).then_with(|| good(b.1).cmp(&good(a.1))));
    let mut steps: Vec<(u64, V)> = Vec::new();
    for (cost, bound) in all {
        if steps.last().is_none_or(|last| good(bound) > good(last.1)) {
            steps.push((cost, bound));
        }
    }
    steps
}

struct Tree<'a, E: ?Sized> {
    eval: &'a mut E,
    budget: u64,
    leaves: u64,
}

impl<E: ?Sized> Tree<'_, E> {
    /// A position after `run` chance nodes in a row.
    fn node<G: Game>(&mut self, game: &G, depth: u32, run: u32) -> Option<Proof>
    where
        E: Evaluator<G>,
    {
        self.budget = self.budget.checked_sub(1)?;
        let proof = match game.node() {
            Node::Over(value) => return Some(Proof::known(value)),
            _ if depth == 0 => {
                self.leaves += 1;
                let value = self.eval.evaluate(game);
                Proof { value, exact: 1, low: Vec::new(), high: Vec::new() }
            }
            Node::Decision => {
                let mut moves = Vec::new();
                game.moves(&mut moves);
                let child = |&m: &G::Move| self.child(game, m, depth - 1, 0);
                decision(&moves.iter().map(child).collect::<Option<Vec<_>>>()?)
            }
            Node::Chance if run >= LONGEST_CHANCE => return None,
            Node::Chance => {
                let mut chances = Vec::new();
                game.chances(&mut chances);
                let outcome = |&(m, weight): &(G::Move, u32)| {
                    Some((i64::from(weight), self.child(game, m, depth, run + 1)?))
                };
                chance(&chances.iter().map(outcome).collect::<Option<Vec<_>>>()?)
            }
        };
        Some(proof.completed(self.eval.bounds(game)))
    }

    /// The position after `m` for the mover of `game`.
    fn child<G: Game>(&mut self, game: &G, m: G::Move, depth: u32, run: u32) -> Option<Proof>
    where
        E: Evaluator<G>,
    {
        let (mut next, earned) = (game.clone(), reward(game, m));
        next.play(m);
        let proof = self.node(&next, depth, run)?.map(|value| value.later(1, G::MATE));
        let proof = if next.mover() == game.mover() { proof } else { proof.turned() };
        Some(proof.map(|value| with::<G>(value, earned)))
    }
}

/// The proof of a decision node from those of its moves: a lower bound takes one move, an
/// upper bound all of them.
fn decision(moves: &[Proof]) -> Proof {
    let value = moves.iter().map(|m| m.value).max().unwrap_or(Value::MIN);
    let low = moves.iter().flat_map(|m| m.low.iter().copied()).collect();
    // Beginning with the weakest bound for all moves together, each time the next
    // better one.
    let mut high = Vec::new();
    let mut places = vec![0; moves.len()];
    let mut most = Value::MAX;
    let costs = loop {
        let mut cost = 0;
        let mut reached = Value::MIN;
        for (m, place) in moves.iter().zip(&mut places) {
            while m.high[*place].1 > most {
                *place += 1;
            }
            cost += m.high[*place].0;
            reached = reached.max(m.high[*place].1);
        }
        high.push((cost, reached));
        if reached <= value {
            break cost;
        }
        most = reached.down();
    };
    // One of the best moves is proven exactly, and the others to be no better.
    let best = moves.iter().zip(&places).filter(|(m, _)| m.value == value);
    let exact = best.map(|(m, &place)| costs - m.high[place].0 + m.exact).min();
    Proof { value, exact: exact.unwrap_or(0), low, high }
}

/// The proof of a chance node from those of its outcomes, each with its weight.
fn chance(outcomes: &[(i64, Proof)]) -> Proof {
    let weight: i64 = outcomes.iter().map(|(weight, _)| weight).sum();
    let sum: i64 = outcomes.iter().map(|(weight, o)| weight * i64::from(o.value.raw())).sum();
    // Every choice of one bound per outcome, without those that are worse and cost as much.
    let sums = |steps: fn(&Proof) -> &Steps, sign: i64| {
        let mut sums = vec![(0, 0)];
        for (weight, outcome) in outcomes {
            let with = |&(cost, sum): &(u64, i64)| {
                let more = move |&(more, bound): &(u64, Value)| {
                    (cost + more, sum + weight * i64::from(bound.raw()))
                };
                steps(outcome).iter().map(more)
            };
            sums = best_steps(sums.iter().flat_map(with).collect(), |sum| sign * sum);
        }
        sums
    };
    // As bounds on the mean, sums are rounded outwards.
    let floor = |(cost, sum): (u64, i64)| (cost, Value::saturating(sum.div_euclid(weight)));
    let ceiling = |(cost, sum): (u64, i64)| (cost, Value::saturating(-(-sum).div_euclid(weight)));
    Proof {
        value: Value::mean(sum, weight),
        exact: outcomes.iter().map(|(_, outcome)| outcome.exact).sum(),
        low: sums(|outcome| &outcome.low, 1).into_iter().map(floor).collect(),
        high: sums(|outcome| &outcome.high, -1).into_iter().map(ceiling).collect(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use starboard_core::{
        Limits,
        testing::{HashEval, Knowledge, RandomTree, RewardTree},
    };

    use super::*;
    use crate::{
        AlphaBeta, AlphaBetaOptions, Probing, Searcher, Star, StarOptions, minimax::minimax,
    };

    /// What is known of a node once the leaves numbered in `seen` have been evaluated, and
    /// its value; `next` is the number of the next leaf.
    fn known<G: Game>(
        game: &G,
        depth: u32,
        eval: &mut impl Evaluator<G>,
        seen: u32,
        next: &mut u32,
    ) -> (Bounds, Value) {
        let mut below = |m, depth, eval: &mut _| {
            let mut child = game.clone();
            child.play(m);
            let (bounds, value) = known(&child, depth, eval, seen, next);
            let (bounds, value) = (bounds.later(1, G::MATE), value.later(1, G::MATE));
            if child.mover() == game.mover() { (bounds, value) } else { (-bounds, -value) }
        };
        let promised = eval.bounds(game);
        let (bounds, value) = match game.node() {
            Node::Over(value) => return (Bounds::exact(value), value),
            _ if depth == 0 => {
                let (value, number) = (eval.evaluate(game), *next);
                *next += 1;
                (if seen >> number & 1 == 1 { Bounds::exact(value) } else { Bounds::FULL }, value)
            }
            Node::Decision => {
                let mut moves = Vec::new();
                game.moves(&mut moves);
                let all: Vec<_> = moves.into_iter().map(|m| below(m, depth - 1, eval)).collect();
                let low = all.iter().map(|child| child.0.low).max().expect("a move");
                let high = all.iter().map(|child| child.0.high).max().expect("a move");
                let value = all.iter().map(|child| child.1).max().expect("a move");
                (Bounds { low, high }, value)
            }
            Node::Chance => {
                let mut chances = Vec::new();
                game.chances(&mut chances);
                let weight: i64 = chances.iter().map(|o| i64::from(o.1)).sum();
                let all: Vec<_> =
                    chances.iter().map(|o| (i64::from(o.1), below(o.0, depth, eval))).collect();
                let sum = |of: &dyn Fn(&(Bounds, Value)) -> Value| -> i64 {
                    all.iter().map(|(weight, child)| weight * i64::from(of(child).raw())).sum()
                };
                let value = Value::mean(sum(&|child| child.1), weight);
                let (low, high) = (sum(&|child| child.0.low), sum(&|child| child.0.high));
                let bounds = Bounds {
                    low: Value::saturating(low.div_euclid(weight)),
                    high: Value::saturating(-(-high).div_euclid(weight)),
                };
                (if low == high { Bounds::exact(value) } else { bounds }, value)
            }
        };
        (bounds.and(promised), value)
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

        /// No smaller set of leaves proves the value.
        #[test]
        fn no_smaller_set_of_leaves_proves_the_value(seed: u64, depth in 1..3_u32, tight: bool) {
            let mut eval = HashEval(if tight { Knowledge::Tight } else { Knowledge::Nothing });
            let tree = RandomTree::<true>::new(seed);
            let proof = smallest_proof(&tree, depth, &mut eval, u64::MAX).expect("a small tree");
            prop_assert_eq!(proof.value, minimax(&tree, depth, &mut eval));
            if proof.leaves <= 12 {
                let proves = |seen: u32| {
                    known(&tree, depth, &mut eval.clone(), seen, &mut 0).0.value() == Some(proof.value)
                };
                let least = (0..1_u32 << proof.leaves).filter(|&seen| proves(seen));
                let least = least.map(u32::count_ones).min().expect("all of them do");
                prop_assert_eq!(proof.evaluations, u64::from(least));
            }
        }

        /// No exact search evaluates fewer positions.
        #[test]
        fn no_search_does_with_less(seed: u64, depth in 0..5_u32, factor in 0..3_u32, tight: bool) {
            let eval = HashEval(if tight { Knowledge::Tight } else { Knowledge::Nothing });
            let limits = Limits::depth(depth);
            let probing = Probing { factor, cyclic: false };
            let options =
                StarOptions { probing, iterative: false, static_order: 0, ..StarOptions::default() };
            let tree = RandomTree::<true>::new(seed);
            let proof = smallest_proof(&tree, depth, &mut eval.clone(), u64::MAX).expect("small");
            let found = Star::new(eval, (), options.clone()).run(&tree, &limits);
            prop_assert_eq!(found.value, proof.value);
            prop_assert!(found.counters.evaluations >= proof.evaluations, "{proof:?}");
            prop_assert!(proof.evaluations <= proof.leaves);

            let tree = RewardTree::<true>::with_height(seed, 12);
            let proof = smallest_proof(&tree, depth, &mut eval.clone(), u64::MAX).expect("small");
            let found = Star::new(eval, (), options).run(&tree, &limits);
            prop_assert_eq!(found.value, proof.value);
            prop_assert!(found.counters.evaluations >= proof.evaluations, "{proof:?}");

            let tree = RandomTree::<false>::new(seed);
            let proof = smallest_proof(&tree, depth, &mut eval.clone(), u64::MAX).expect("small");
            let found = AlphaBeta::new(eval, (), AlphaBetaOptions::plain()).run(&tree, &limits);
            prop_assert_eq!(found.value, proof.value);
            prop_assert!(found.counters.evaluations >= proof.evaluations, "{proof:?}");
        }
    }

    #[test]
    fn what_takes_too_much_is_left() {
        assert_eq!(
            smallest_proof(&RandomTree::<true>::new(1), 5, &mut HashEval::default(), 10),
            None
        );
    }
}
