//! GNU Backgammon's filtered search: few candidates, one reply to each roll.
//!
//! The root deepens ply by ply; after each, a [`MoveFilter`] decides which moves go
//! on. Below the root every roll is answered by the move with the best static
//! evaluation, and that move alone is searched; if the evaluator has cheap
//! estimates ([`Evaluator::estimate_roughly`]), these decide which moves it
//! evaluates. So the tree grows with the rolls and hardly with the moves; and the
//! value is an estimate, not that of a full-width search. Plies are GNU
//! Backgammon's: 0 plies evaluate the position after the move, so
//! `plies = depth - 1`.
//!
//! There are two options. With a number of *rolls*, only that many outcomes of a
//! chance node are searched deeper, and stand for all: GNU Backgammon has fixed
//! lists of rolls for this, whereas here they are a sample stratified by static
//! value. With an *inner* search, the moves that survive are searched by that, at
//! full width say, and the filter alone leaves something out.

mod root;
mod tree;
mod valued;

use std::{num::NonZeroUsize, ops::RangeInclusive};

use starboard_core::{
    BoundType, Candidate, Evaluator, Events, Game, Limits, MoveFilter, Node, Report, Root, Stop,
    Trace, Value, sort_by_rank,
};

use self::valued::{Carry, Figures, Valued};
pub use self::{
    root::{Contest, contest},
    tree::{Backup, Rated, Room, RoomOf, Tree},
};
use crate::{
    Searcher,
    meter::Meter,
    reward::{reward, with},
};

/// The depth of a search without a depth limit: GNU Backgammon's deepest level.
const DEFAULT_DEPTH: u32 = 5;

/// The filtered search over any game.
pub struct Filtered<G: Game, E, F, T = ()> {
    eval: E,
    filter: F,
    trace: T,
    rolls: Option<NonZeroUsize>,
    inner: Option<Box<dyn Searcher<G>>>,
}

impl<G: Game, E, F> Filtered<G, E, F> {
    /// Searches with this evaluator and these filters.
    pub fn new(eval: E, filter: F) -> Self {
        Self { eval, filter, trace: (), rolls: None, inner: None }
    }
}

impl<G: Game, E, F, T> Filtered<G, E, F, T> {
    /// The same search, observed by `trace`, which sees nothing of the inner search.
    pub fn with_trace<U>(self, trace: U) -> Filtered<G, E, F, U> {
        let Self { eval, filter, rolls, inner, .. } = self;
        Filtered { eval, filter, trace, rolls, inner }
    }

    /// The same search, with no more than this many outcomes of a chance node
    /// searched deeper than one move. All are evaluated statically, and the values
    /// found for those chosen correct the mean of all.
    #[must_use]
    pub fn with_rolls(self, rolls: Option<NonZeroUsize>) -> Self {
        Self { rolls, ..self }
    }

    /// The same search, with the moves that survive searched by `inner`, to the
    /// depth that is left, instead of by one reply to each roll.
    #[must_use]
    pub fn with_inner(self, inner: Box<dyn Searcher<G>>) -> Self {
        Self { inner: Some(inner), ..self }
    }
}

impl<G, E, F, T> Searcher<G> for Filtered<G, E, F, T>
where
    G: Game,
    E: Evaluator<G>,
    F: MoveFilter,
    T: Trace<G> + Send,
{
    fn search(
        &mut self,
        position: &G,
        root: &Root<G::Move>,
        limits: &Limits,
        stop: &Stop,
        events: &mut dyn Events<G::Move>,
    ) -> Report<G::Move> {
        let span = tracing::info_span!("search", algorithm = "filtered");
        let _entered = span.enter();
        // Where there is nothing but values, nothing else is carried.
        if self.eval.details().is_empty() {
            self.carrying::<()>(position, root, limits, stop, events)
        } else {
            self.carrying::<Figures>(position, root, limits, stop, events)
        }
    }

    fn clear(&mut self) {
        if let Some(inner) = &mut self.inner {
            inner.clear();
        }
    }
}

impl<G, E, F, T> Filtered<G, E, F, T>
where
    G: Game,
    E: Evaluator<G>,
    F: MoveFilter,
    T: Trace<G> + Send,
{
    fn carrying<C: Carry>(
        &mut self,
        position: &G,
        root: &Root<G::Move>,
        limits: &Limits,
        stop: &Stop,
        events: &mut dyn Events<G::Move>,
    ) -> Report<G::Move> {
        let kinds = self.eval.details();
        let mut backup = Valued::<E, C>::new(&mut self.eval, kinds);
        let mut room = Room::default();
        let tree = Tree::new(&mut backup, &mut self.trace, self.rolls, &mut room, limits, stop);
        let mut report = Report { bound: BoundType::Estimate, ..Report::default() };
        report.detail_names.extend(kinds.iter().map(|kind| kind.name.to_owned()));
        let depth = limits.depth.unwrap_or(DEFAULT_DEPTH);
        let inner = self.inner.as_deref_mut();
        let all_ties = limits.all_ties;
        let mut run = Run { position, root, tree, inner, report, all_ties, events };
        if position.node() != Node::Decision || depth == 0 {
            // Where a limit may end it, a shallower value is better than none.
            let limited =
                limits.nodes.is_some() || limits.evaluations.is_some() || limits.time.is_some();
            run.whole(if limited { 0 } else { depth }..=depth);
        } else {
            run.moves(depth - 1, &self.filter);
        }
        let Run { tree, mut report, .. } = run;
        tree.meter.report(&mut report);
        report
    }
}

/// A search of one position.
struct Run<'r, 'a, 'e, 'm, G: Game, E: Evaluator<G>, C: Carry, T> {
    position: &'r G,
    root: &'r Root<G::Move>,
    tree: Tree<'a, 'm, G, Valued<'e, E, C>, &'a mut T>,
    inner: Option<&'r mut (dyn Searcher<G> + 'static)>,
    report: Report<G::Move>,
    all_ties: bool,
    events: &'r mut dyn Events<G::Move>,
}

impl<G: Game, E: Evaluator<G>, C: Carry, T: Trace<G>> Run<'_, '_, '_, '_, G, E, C, T> {
    /// A root without a choice of moves, searched to each of these depths until one is
    /// not finished.
    fn whole(&mut self, depths: RangeInclusive<u32>) {
        for depth in depths {
            let found = match &mut self.inner {
                Some(inner) if depth > 0 => {
                    within(*inner, &mut self.tree.meter, self.position, depth)
                        .map(|value| (value, C::default()))
                }
                _ => self.tree.search(&mut self.position.clone(), depth, 0),
            };
            let Some((value, carry)) = found else { break };
            (self.report.value, self.report.depth) = (value, depth);
            self.report.details = self.figures(carry);
        }
    }

    /// The moves of a decision, searched up to `plies` ahead.
    fn moves(&mut self, plies: u32, filter: &impl MoveFilter) {
        // Step 1. The static evaluation of every move.
        let (mut moves, mut found) = (Vec::new(), Vec::new());
        let Tree { meter, backup, .. } = &mut self.tree;
        meter.generating(|| self.position.moves(&mut moves));
        moves = self.root.among(moves);
        self.report.best_moves.extend(moves.first());
        if meter.node(0).is_some() {
            let count = moves.len() as u64;
            meter.evaluating(count, || backup.children(self.position, &moves, &mut found));
        }
        let candidate = |(&m, &(value, carry)): (&G::Move, &(Value, C))| Candidate {
            m,
            value: value + self.root.bonus(&m),
            bound: BoundType::Estimate,
            depth: 1,
            pv: Vec::new(),
            details: self.figures(carry),
            evaluations: 0,
        };
        let mut candidates: Vec<_> = moves.iter().zip(&found).map(candidate).collect();
        let alive = candidates.len();
        self.rank(&mut candidates, alive, 0);

        // Step 2. Deeper, with what survives the filter of each ply.
        let lines = self.root.multipv;
        contest(self, &mut candidates, plies, filter, (G::UNIT, lines));
    }

    fn figures(&self, carry: C) -> Vec<f32> {
        carry.figures(self.tree.backup.figures())
    }
}

impl<G: Game, E: Evaluator<G>, C: Carry, T: Trace<G>> Contest for Run<'_, '_, '_, '_, G, E, C, T> {
    type Candidate = Candidate<G::Move>;

    fn look(&mut self, candidate: &mut Candidate<G::Move>, plies: u32) -> Option<()> {
        let m = candidate.m;
        let (value, carry) = match &mut self.inner {
            Some(inner) => {
                let mut next = self.position.clone();
                next.play(m);
                let value = within(*inner, &mut self.tree.meter, &next, plies)?;
                let value = value.later(1, G::MATE);
                let own = next.mover() == self.position.mover();
                let value = if own { value } else { -value };
                (with::<G>(value, reward(self.position, m)), C::default())
            }
            None => self.tree.child(&mut self.position.clone(), m, plies, 1)?,
        };
        (candidate.value, candidate.depth) = (value + self.root.bonus(&m), plies + 1);
        candidate.details = self.figures(carry);
        Some(())
    }

    /// Reports the result as well. As many of the best as there are lines wanted
    /// get a line: just the move, as only that is sure to have been searched.
    fn rank(&mut self, candidates: &mut [Candidate<G::Move>], alive: usize, _: u32) {
        let report = &mut self.report;
        let ranked = &mut candidates[..alive];
        sort_by_rank(ranked, |c| (c.value.raw().into(), 0));
        for (i, candidate) in ranked.iter_mut().enumerate() {
            candidate.pv.clear();
            candidate.pv.extend((i < self.root.multipv.max(1)).then_some(candidate.m));
        }
        if let Some(best) = ranked.first() {
            let ties = ranked.iter().take_while(|c| c.value == best.value).map(|c| c.m);
            let most = if self.all_ties { usize::MAX } else { 1 };
            report.best_moves = ties.take(most).collect();
            report.pv.clone_from(&best.pv);
            (report.value, report.depth) = (best.value, best.depth);
            report.details.clone_from(&best.details);
            report.candidates = candidates.to_vec();
        }
        self.tree.meter.report(report);
        self.events.iteration(report);
    }

    fn value(&self, candidate: &Candidate<G::Move>) -> Value {
        candidate.value
    }
}

/// The value of a position by the inner search, for its mover.
fn within<G: Game>(
    inner: &mut (dyn Searcher<G> + 'static),
    meter: &mut Meter<'_>,
    game: &G,
    depth: u32,
) -> Option<Value> {
    meter.check()?;
    let limits = Limits { depth: Some(depth), ..meter.left() };
    let report = inner.search(game, &Root::default(), &limits, meter.stop(), &mut ());
    meter.absorb_report(&report)?;
    Some(report.value)
}

#[cfg(test)]
mod tests {
    use starboard_core::testing::{HashEval, RandomTree};

    use super::*;

    #[test]
    fn with_as_many_parts_as_the_weight_each_outcome_stands_for_itself() {
        let mut checked = 0;
        for seed in 0..300 {
            let mut game = RandomTree::<true>::with_height(seed, 10);
            let mut chances = Vec::new();
            if game.node() != Node::Chance {
                continue;
            }
            game.chances(&mut chances);
            let weight: u32 = chances.iter().map(|&(_, w)| w).sum();
            let mut eval = HashEval::default();
            let mut backup = Valued::<HashEval, ()>::new(&mut eval, &[]);
            let (mut room, stop) = (Room::default(), Stop::default());
            let limits = Limits::default();
            let mut tree = Tree::new(&mut backup, (), None, &mut room, &limits, &stop);
            let left = tree::Left { depth: 3, ply: 0, run: 1 };
            let all = tree.search(&mut game, 3, 0);
            assert_eq!(tree.some(&mut game, &chances, weight as usize, left), all, "seed {seed}");
            checked += 1;
        }
        assert!(checked > 50, "{checked} chance nodes");
    }
}
