//! GNU Backgammon's filtered search: few candidates, one reply to each roll.
//!
//! The root deepens ply by ply; after each, a [`MoveFilter`] decides which
//! moves go on. Below the root every roll is answered by the move that looks
//! best statically, and that move alone is searched. So the tree grows with
//! the rolls and hardly with the moves; and the value is an estimate, not that
//! of a full-width search. Plies here are that program's: 0 plies evaluate the
//! position after the move, so `plies = depth - 1`.
//!
//! Two things can be chosen. With a number of *rolls*, a node of chance that is
//! searched deeper looks at so many outcomes only, which stand for all: that
//! program has fixed lists of rolls for this, here they are chosen by how good
//! each looks. With a search *inside*, moves that survive are searched by it, at
//! full width say, and the filter alone leaves something out.

use std::num::NonZeroUsize;

use starboard_core::{
    BoundType, Candidate, Evaluator, Events, Game, Leave, Limits, MoveFilter, Node, NodeInfo,
    Report, Root, Sample, Stop, Trace, Value, Window,
};

use crate::{
    Searcher,
    meter::Meter,
    moves::Pool,
    reward::{reward, with},
};

/// The depth a search without limits goes to: that program's deepest level.
const DEFAULT_DEPTH: u32 = 5;

/// The filtered search over any game.
pub struct Filtered<G: Game, E, F, T = ()> {
    eval: E,
    filter: F,
    trace: T,
    rolls: Option<NonZeroUsize>,
    inside: Option<Box<dyn Searcher<G>>>,
}

impl<G: Game, E, F> Filtered<G, E, F> {
    /// Searches with this evaluator and these filters.
    pub fn new(eval: E, filter: F) -> Self {
        Self { eval, filter, trace: (), rolls: None, inside: None }
    }
}

impl<G: Game, E, F, T> Filtered<G, E, F, T> {
    /// The same search, watched by `trace`, which sees nothing of a search inside.
    pub fn with_trace<U>(self, trace: U) -> Filtered<G, E, F, U> {
        let Self { eval, filter, rolls, inside, .. } = self;
        Filtered { eval, filter, trace, rolls, inside }
    }

    /// The same search, looking at no more than so many outcomes of chance where it
    /// goes deeper than one move after them. All are looked at statically, and what
    /// is found of those chosen corrects the mean of all.
    #[must_use]
    pub fn with_rolls(self, rolls: Option<NonZeroUsize>) -> Self {
        Self { rolls, ..self }
    }

    /// The same search, with the moves that survive searched by `inside`, to the
    /// depth that is left, and not by one reply to each roll.
    #[must_use]
    pub fn with_inside(self, inside: Box<dyn Searcher<G>>) -> Self {
        Self { inside: Some(inside), ..self }
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
        let mut run = Run {
            eval: &mut self.eval,
            trace: &mut self.trace,
            rolls: self.rolls,
            inside: self.inside.as_deref_mut(),
            meter: Meter::new(limits, stop),
            lists: Pool::default(),
            chances: Pool::default(),
            samples: Pool::default(),
        };
        let depth = limits.depth.unwrap_or(DEFAULT_DEPTH);
        run.root(position, root, depth, &self.filter, limits.all_ties, events)
    }

    fn clear(&mut self) {
        if let Some(inside) = &mut self.inside {
            inside.clear();
        }
    }
}

/// Where a node stands.
#[derive(Copy, Clone)]
struct Left {
    /// Moves left to search.
    depth: u32,
    /// Moves played since the root.
    ply: u32,
    /// Chance nodes passed since the last move.
    run: u32,
}

type Moves<M> = (Vec<M>, Vec<Value>);

struct Run<'a, 'm, G: Game, E, T> {
    eval: &'a mut E,
    trace: &'a mut T,
    rolls: Option<NonZeroUsize>,
    inside: Option<&'a mut (dyn Searcher<G> + 'static)>,
    meter: Meter<'m>,
    lists: Pool<Moves<G::Move>>,
    chances: Pool<Vec<(G::Move, u32)>>,
    samples: Pool<Sample<Value>>,
}

impl<G: Game, E: Evaluator<G>, T: Trace<G>> Run<'_, '_, G, E, T> {
    fn root(
        &mut self,
        position: &G,
        root: &Root<G::Move>,
        depth: u32,
        filter: &impl MoveFilter,
        all_ties: bool,
        events: &mut dyn Events<G::Move>,
    ) -> Report<G::Move> {
        let mut report = Report { bound: BoundType::Estimate, ..Report::default() };
        let mut game = position.clone();
        if position.node() != Node::Decision || depth == 0 {
            let value = match self.inside {
                Some(_) => self.within(position, depth),
                None => self.node(&mut game, Left { depth, ply: 0, run: 0 }, None),
            };
            if let Some(value) = value {
                (report.value, report.depth) = (value, depth);
            }
            self.meter.report(&mut report);
            return report;
        }

        let lines = root.multipv.max(1);
        // Step 1. Every move as it looks.
        let mut candidates: Vec<_> = Vec::new();
        {
            let (mut moves, mut values) = (Vec::new(), Vec::new());
            self.meter.generating(|| position.moves(&mut moves));
            moves = root.among(moves);
            report.best_moves.extend(moves.first());
            if self.meter.node(0).is_some() {
                self.meter.evaluate_children(self.eval, position, &moves, &mut values);
            }
            let found = |(&m, &value): (&G::Move, &Value)| Candidate {
                m,
                value: value + root.bonus(&m),
                bound: BoundType::Estimate,
                depth: 1,
                pv: Vec::new(),
            };
            candidates.extend(moves.iter().zip(&values).map(found));
        }
        let mut alive = candidates.len();
        conclude(&mut candidates, alive, lines, all_ties, &mut report);
        self.meter.report(&mut report);
        events.iteration(&report);

        // Step 2. Deeper, with what survives the filter of each ply.
        let plies = depth - 1;
        let mut ply = filter.next_ply(plies, 0);
        loop {
            if ply > 0 {
                let depth = ply + 1;
                let done = candidates[..alive].iter_mut().try_for_each(|c| {
                    let value = match self.inside {
                        Some(_) => self.child_within(position, c.m, depth - 1)?,
                        None => {
                            self.child(&mut game, c.m, Left { depth: depth - 1, ply: 1, run: 0 })?
                        }
                    };
                    (c.value, c.depth) = (value + root.bonus(&c.m), depth);
                    Some(())
                });
                if done.is_none() {
                    break;
                }
                conclude(&mut candidates, alive, lines, all_ties, &mut report);
                self.meter.report(&mut report);
                events.iteration(&report);
            }
            if ply >= plies {
                break;
            }
            let values: Vec<_> = candidates[..alive].iter().map(|c| c.value).collect();
            let survivors = filter.survivors(plies, ply, &values, G::UNIT).unwrap_or(alive);
            alive = survivors.max(lines).min(alive);
            if filter.is_settled(plies, ply, alive) {
                break;
            }
            ply = filter.next_ply(plies, ply + 1);
        }
        self.meter.report(&mut report);
        report
    }

    fn node(
        &mut self,
        game: &mut G,
        Left { depth, ply, run }: Left,
        last: Option<G::Move>,
    ) -> Option<Value> {
        self.meter.node(ply)?;
        self.trace.enter(&NodeInfo { game, ply, depth, window: Window::FULL, last }, false);
        let (value, why) = match game.node() {
            Node::Over(value) => (value, Leave::Over),
            _ if depth == 0 => (self.meter.evaluate(self.eval, game), Leave::Leaf),
            Node::Decision => (self.reply(game, depth, ply)?, Leave::Searched),
            Node::Chance => {
                self.meter.chance(run)?;
                let left = Left { depth, ply, run: run + 1 };
                let mut chances = self.chances.take();
                chances.clear();
                game.chances(&mut chances);
                let value = match self.rolls {
                    Some(n) if depth > 1 && n.get() < chances.len() => {
                        self.some(game, &chances, n.get(), left)?
                    }
                    _ => self.all(game, &chances, left)?,
                };
                self.chances.give(chances);
                (value, Leave::Searched)
            }
        };
        self.trace.leave(value, why);
        Some(value)
    }

    /// The mean over all outcomes.
    fn all(&mut self, game: &mut G, chances: &[(G::Move, u32)], left: Left) -> Option<Value> {
        let (mut sum, mut weight) = (0, 0);
        for &(m, w) in chances {
            sum += i64::from(self.child(game, m, left)?.raw()) * i64::from(w);
            weight += i64::from(w);
        }
        Some(Value::mean(sum, weight))
    }

    /// The mean over all outcomes as they look, corrected by what a search finds of
    /// `n` that stand for all.
    fn some(
        &mut self,
        game: &mut G,
        chances: &[(G::Move, u32)],
        n: usize,
        left: Left,
    ) -> Option<Value> {
        let mut sample = self.samples.take();
        sample.looks.clear();
        let (mut sum, mut weight) = (0, 0);
        for &(m, w) in chances {
            let value = self.look(game, m, left.ply)?;
            sample.looks.push((value, w));
            sum += i64::from(value.raw()) * i64::from(w);
            weight += i64::from(w);
        }
        sample.stratify(n);
        let mut better = 0;
        for (i, &(m, _)) in chances.iter().enumerate().filter(|&(i, _)| sample.parts[i] > 0) {
            let found = self.child(game, m, left)?;
            let more = i64::from(found.raw()) - i64::from(sample.looks[i].0.raw());
            better += more * i64::from(sample.parts[i]);
        }
        self.samples.give(sample);
        let n = n as i64;
        let bounds = self.eval.bounds(game);
        Some(Value::mean(n * sum + weight * better, n * weight).clamp(bounds.low, bounds.high))
    }

    /// What the position after an outcome looks like, for the mover before it.
    fn look(&mut self, game: &mut G, m: G::Move, ply: u32) -> Option<Value> {
        let (mover, reward) = (game.mover(), reward(game, m));
        game.with_child(m, |next| {
            self.meter.node(ply)?;
            let value = match next.node() {
                Node::Over(value) => value,
                Node::Chance => self.meter.evaluate(self.eval, next),
                Node::Decision => self.best(next).1.later(1, G::MATE),
            };
            let value = value.later(1, G::MATE);
            Some(with::<G>(if next.mover() == mover { value } else { -value }, reward))
        })
    }

    /// The value of a root move by the search inside, for the mover of the root.
    fn child_within(&mut self, root: &G, m: G::Move, depth: u32) -> Option<Value> {
        let mut next = root.clone();
        next.play(m);
        let value = self.within(&next, depth)?.later(1, G::MATE);
        let value = if next.mover() == root.mover() { value } else { -value };
        Some(with::<G>(value, reward(root, m)))
    }

    /// The value of a position by the search inside, for its mover.
    fn within(&mut self, game: &G, depth: u32) -> Option<Value> {
        self.meter.check()?;
        let limits = Limits { depth: Some(depth), ..self.meter.left() };
        let inside = self.inside.as_mut().expect("asked only if it is there");
        let report = inside.search(game, &Root::default(), &limits, self.meter.stop(), &mut ());
        self.meter.absorb_report(&report)?;
        Some(report.value)
    }

    /// The value of the one reply that looks best.
    fn reply(&mut self, game: &mut G, depth: u32, ply: u32) -> Option<Value> {
        let (m, value) = self.best(game);
        if depth == 1 {
            Some(value.later(1, G::MATE))
        } else {
            self.child(game, m, Left { depth: depth - 1, ply: ply + 1, run: 0 })
        }
    }

    /// The move that looks best, and how it looks.
    fn best(&mut self, game: &G) -> (G::Move, Value) {
        let (mut moves, mut values) = self.lists.take();
        moves.clear();
        values.clear();
        self.meter.generating(|| game.moves(&mut moves));
        self.meter.evaluate_children(self.eval, game, &moves, &mut values);
        let best = (0..moves.len()).rev().max_by_key(|&i| values[i]);
        let best = best.map(|i| (moves[i], values[i]));
        self.lists.give((moves, values));
        best.expect("a decision node has a move")
    }

    fn child(&mut self, game: &mut G, m: G::Move, left: Left) -> Option<Value> {
        let (mover, reward) = (game.mover(), reward(game, m));
        game.with_child(m, |next| {
            let value = self.node(next, left, Some(m))?.later(1, G::MATE);
            Some(with::<G>(if next.mover() == mover { value } else { -value }, reward))
        })
    }
}

/// Sorts the moves still `alive` by what was found of them, and reports the best,
/// the first `lines` with the line that was looked at for sure: the move.
fn conclude<M: Copy>(
    candidates: &mut [Candidate<M>],
    alive: usize,
    lines: usize,
    all_ties: bool,
    report: &mut Report<M>,
) {
    let Some(alive) = candidates.get_mut(..alive).filter(|alive| !alive.is_empty()) else { return };
    alive.sort_by_key(|c| std::cmp::Reverse(c.value)); // stable: ties keep their order
    for (i, candidate) in alive.iter_mut().enumerate() {
        candidate.pv.clear();
        candidate.pv.extend((i < lines).then_some(candidate.m));
    }
    let best = alive[0].value;
    let ties = alive.iter().take_while(|c| c.value == best).map(|c| c.m);
    report.best_moves = ties.take(if all_ties { usize::MAX } else { 1 }).collect();
    report.pv.clone_from(&alive[0].pv);
    (report.value, report.depth) = (best, alive[0].depth);
    report.candidates = candidates.to_vec();
}
