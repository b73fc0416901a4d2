//! A random legal move: the baseline for every player.

use rand::RngExt as _;
use starboard_core::{BoundType, Evaluator, Events, Game, Limits, Node, Report, Root, Stop, rng};

use crate::{Searcher, meter::Meter};

/// Chooses a legal move uniformly at random.
///
/// The choice depends on the seed and the position alone, so that a game can be
/// replayed; another seed gives another game. The value reported is the static
/// evaluation of the root, on which the choice does not depend. Of a [`Root`], only
/// the selection of moves is heeded.
///
/// ```
/// use starboard_core::{Limits, testing::{HashEval, RandomTree}};
/// use starboard_search::{RandomMover, Searcher};
///
/// let root = RandomTree::<false>::new(5);
/// let choose = |seed| RandomMover::new(HashEval::default(), seed).run(&root, &Limits::depth(1));
/// assert_eq!(choose(1).best_moves, choose(1).best_moves);
/// assert!((2..50).any(|seed| choose(seed).best_moves != choose(1).best_moves));
/// ```
#[derive(Clone, Debug)]
pub struct RandomMover<E> {
    eval: E,
    seed: u64,
}

impl<E> RandomMover<E> {
    /// Chooses by this seed; the evaluator provides the value reported.
    pub fn new(eval: E, seed: u64) -> Self {
        Self { eval, seed }
    }
}

impl<G: Game, E: Evaluator<G>> Searcher<G> for RandomMover<E> {
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
        let mut meter = Meter::new(limits, stop);
        let mut report = Report { bound: BoundType::Estimate, ..Report::default() };
        let mut moves = Vec::new();
        if position.node() == Node::Decision {
            meter.generating(|| position.moves(&mut moves));
            let moves = root.among(moves);
            let chosen = moves[rng(self.seed, position.key()).random_range(0..moves.len())];
            report.best_moves.push(chosen);
            report.pv.push(chosen);
        }
        if meter.node(0).is_some() {
            report.value = meter.evaluate(&mut self.eval, position);
        }
        meter.report(&mut report);
        events.iteration(&report);
        report
    }
}

#[cfg(test)]
mod tests {
    use starboard_core::testing::{HashEval, RandomTree};

    use super::*;

    /// Over many seeds every move comes up about as often as the others.
    #[test]
    fn every_move_is_as_likely_as_the_others() {
        let root = RandomTree::<false>::new(5);
        let mut moves = Vec::new();
        root.moves(&mut moves);
        let mut counts = vec![0; moves.len()];
        for seed in 0..1000 {
            let report = RandomMover::new(HashEval::default(), seed).run(&root, &Limits::depth(5));
            let place = moves.iter().position(|&m| m == report.best_moves[0]);
            counts[place.expect("a legal move")] += 1;
        }
        let expected = 1000.0 / moves.len() as f64;
        assert!(moves.len() > 1);
        for (m, count) in moves.into_iter().zip(counts) {
            // Five standard deviations.
            let off = (f64::from(count) - expected).abs();
            assert!(off < 5.0 * expected.sqrt(), "{m:?}: {count} and not {expected}");
        }
    }
}
