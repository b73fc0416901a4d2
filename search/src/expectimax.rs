//! Expectimax: every move of every outcome, without pruning (Michie 1966).
//!
//! The baseline of the *-Minimax paper, and the same search as
//! [`minimax`](crate::minimax), with limits, counters and, if wanted, a
//! transposition table.

use std::sync::Arc;

use starboard_core::{
    Bounds, Evaluator, Events, ExitReason, Game, Limits, Node, NodeInfo, Report, Root, Stop,
    Stored, Trace, TranspositionTable, Value, Window,
};

use crate::{
    Sampling, Searcher,
    meter::Meter,
    moves::Pool,
    reward::{reward, with},
    root::{Deepen, RootMove, Wanted, deepen},
};

/// Expectimax, with or without chance.
#[derive(Clone, Debug)]
pub struct Expectimax<E, T = ()> {
    eval: E,
    trace: T,
    iterative: bool,
    sampling: Sampling,
    table: Option<Arc<TranspositionTable>>,
}

impl<E> Expectimax<E> {
    /// Searches with this evaluator, straight to the requested depth.
    pub fn new(eval: E) -> Self {
        Self { eval, trace: (), iterative: false, sampling: Sampling::ALL, table: None }
    }
}

impl<E, T> Expectimax<E, T> {
    /// The same search with a transposition table, not to be shared with a
    /// search that has another evaluator.
    pub fn with_table(self, table: Arc<TranspositionTable>) -> Self {
        Self { table: Some(table), ..self }
    }

    /// The same search with iterative deepening: of use only with limits other than
    /// the depth.
    pub fn iterative(self) -> Self {
        Self { iterative: true, ..self }
    }

    /// The same search over a sample of the outcomes.
    pub fn with_sampling(self, sampling: Sampling) -> Self {
        Self { sampling, ..self }
    }

    /// The same search, observed by `trace`.
    pub fn with_trace<U>(self, trace: U) -> Expectimax<E, U> {
        let Self { eval, iterative, sampling, table, .. } = self;
        Expectimax { eval, trace, iterative, sampling, table }
    }
}

impl<G, E, T> Searcher<G> for Expectimax<E, T>
where
    G: Game,
    E: Evaluator<G>,
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
        let span = tracing::info_span!("search", algorithm = "expectimax");
        let _entered = span.enter();
        if let Some(table) = &self.table {
            table.new_search();
        }
        let meter = Meter::new(limits, stop).paced::<G, _>(&self.eval);
        let mut run = Run {
            eval: &mut self.eval,
            trace: &mut self.trace,
            sampling: self.sampling,
            table: self.table.as_deref(),
            meter,
            moves: Pool::default(),
            chances: Pool::default(),
        };
        // With a limit on depth alone, shallow iterations are wasted.
        let endless = limits.depth.is_none();
        deepen(&mut run, position, root, limits, self.iterative || endless, events)
    }

    fn iterates(&self) -> bool {
        // Without a depth limit it does so in any case.
        true
    }

    fn is_exact(&self) -> bool {
        self.sampling.samples == 0
    }

    fn clear(&mut self) {
        if let Some(table) = self.table.as_mut().and_then(Arc::get_mut) {
            table.clear();
        }
    }
}

/// Where in the tree a node is.
#[derive(Copy, Clone)]
struct Left {
    /// Moves left to search.
    depth: u32,
    /// Moves played since the root.
    ply: u32,
    /// Chance nodes passed since the last move.
    run: u32,
}

struct Run<'a, 'm, G: Game, E, T> {
    eval: &'a mut E,
    trace: &'a mut T,
    sampling: Sampling,
    table: Option<&'a TranspositionTable>,
    meter: Meter<'m>,
    moves: Pool<Vec<G::Move>>,
    chances: Pool<Vec<(G::Move, u32)>>,
}

impl<G: Game, E: Evaluator<G>, T: Trace<G>> Run<'_, '_, G, E, T> {
    /// The value of a position for its mover.
    fn node(
        &mut self,
        game: &mut G,
        Left { depth, ply, run }: Left,
        last: Option<G::Move>,
    ) -> Option<Value> {
        self.meter.node(ply)?;
        let window = Window::FULL;
        self.trace.enter(&NodeInfo { game, ply, depth, window, line: last.as_slice() }, false);
        let (value, why) = match game.node() {
            Node::Over(value) => (value, ExitReason::Over),
            _ if depth == 0 => (self.meter.evaluate(self.eval, game), ExitReason::Leaf),
            kind => match self.look_up(game, depth) {
                Some(value) => (value, ExitReason::Table),
                None => {
                    let value = if kind == Node::Chance {
                        self.chance(game, Left { depth, ply, run })?
                    } else {
                        self.decision(game, depth, ply)?
                    };
                    if let (Some(table), Ok(depth)) = (self.table, u8::try_from(depth)) {
                        let bounds = Bounds::exact(value);
                        let stored = Stored { bounds, depth, best: None, pv: false };
                        table.store(game.key(), stored);
                    }
                    (value, ExitReason::Searched)
                }
            },
        };
        self.trace.leave(value, why);
        Some(value)
    }

    fn look_up(&mut self, game: &G, depth: u32) -> Option<Value> {
        let table = self.table?;
        self.meter.counters.table_probes += 1;
        let stored = table.probe(game.key())?;
        self.meter.counters.table_hits += 1;
        let value = stored.bounds.value().filter(|_| u32::from(stored.depth) == depth)?;
        self.meter.counters.table_cuts += 1;
        Some(value)
    }

    fn decision(&mut self, game: &mut G, depth: u32, ply: u32) -> Option<Value> {
        let mut moves = self.moves.take();
        moves.clear();
        self.meter.generating(|| game.moves(&mut moves));
        let mut best = Value::MIN;
        let below = Left { depth: depth - 1, ply: ply + 1, run: 0 };
        for &m in &moves {
            best = best.max(self.child(game, m, below)?);
        }
        self.moves.give(moves);
        Some(best)
    }

    fn chance(&mut self, game: &mut G, left: Left) -> Option<Value> {
        self.meter.chance(left.run)?;
        let left = Left { run: left.run + 1, ..left };
        let mut chances = self.chances.take();
        chances.clear();
        game.chances(&mut chances);
        self.sampling.draw(game, left.depth, &mut chances);
        let (mut sum, mut weight) = (0, 0);
        for &(m, w) in &chances {
            sum += i64::from(self.child(game, m, left)?.raw()) * i64::from(w);
            weight += i64::from(w);
        }
        self.chances.give(chances);
        if weight == 0 {
            return self.meter.unsound();
        }
        Some(Value::mean(sum, weight))
    }

    #[inline]
    fn child(&mut self, game: &mut G, m: G::Move, left: Left) -> Option<Value> {
        let (mover, reward) = (game.mover(), reward(game, m));
        game.with_child(m, |next| {
            let value = self.node(next, left, Some(m))?.later(1, G::MATE);
            Some(with::<G>(if next.mover() == mover { value } else { -value }, reward))
        })
    }
}

impl<'m, G: Game, E: Evaluator<G>, T: Trace<G>> Deepen<'m, G> for Run<'_, 'm, G, E, T> {
    fn meter(&mut self) -> &mut Meter<'m> {
        &mut self.meter
    }

    fn draws(&self) -> bool {
        self.sampling.samples > 0
    }

    fn is_exact(&self) -> bool {
        self.sampling.samples == 0
    }

    fn search_root_once(&mut self, root: &mut G, depth: u32) -> Option<Value> {
        self.node(root, Left { depth, ply: 0, run: 0 }, None)
    }

    fn moves(
        &mut self,
        root: &mut G,
        moves: &mut [RootMove<G::Move>],
        depth: u32,
        _wanted: Wanted,
    ) -> Option<()> {
        self.meter.node(0)?;
        for m in moves {
            let value = self.child(root, m.m, Left { depth: depth - 1, ply: 1, run: 0 })?;
            m.found(m.with_bonus(value), Window::FULL, &[]);
        }
        Some(())
    }
}
