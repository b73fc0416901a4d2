//! MTD(f) (Plaat, Schaeffer, Pijls and de Bruin 1996): closing in on the value by
//! null-window searches alone, with the table keeping what each has found.

use std::sync::Arc;

use starboard_core::{
    Evaluator, Events, ExitReason, Game, Heuristic, Limits, NodeInfo, Quiescence, Report, Root,
    Stop, Trace, TranspositionTable, Value, Window,
};

use crate::{
    AlphaBeta, AlphaBetaOptions, Searcher,
    alpha_beta::Run,
    meter::Meter,
    root::{Deepen, RootMove, Wanted, deepen},
};

/// MTD(f) over any game without chance, on the node function of
/// [`AlphaBeta`].
///
/// Deepens iteratively, each iteration beginning at the value of the one before.
/// Where several moves are [wanted](starboard_core::Root::multipv), it closes in on
/// the best of those that are left, again and again. Of the
/// [options](AlphaBetaOptions), `pvs`, `aspiration`, `reduce_root` and `threads` have no effect.
///
/// ```
/// use std::sync::Arc;
/// use starboard_core::{Limits, TranspositionTable, testing::{HashEval, RandomTree}};
/// use starboard_search::{AlphaBetaOptions, Mtdf, Searcher, minimax::minimax};
///
/// let (tree, eval) = (RandomTree::<false>::new(1), HashEval::default());
/// let table = Arc::new(TranspositionTable::new(1));
/// let report = Mtdf::new(eval, (), AlphaBetaOptions::default(), table).run(&tree, &Limits::depth(5));
/// assert_eq!(report.value, minimax(&tree, 5, &mut eval.clone()));
/// ```
#[derive(Clone, Debug)]
pub struct Mtdf<E, H = (), Q = (), T = ()> {
    search: AlphaBeta<E, H, Q, T>,
}

impl<E, H> Mtdf<E, H> {
    /// Searches with these parts. The table must not be shared with a search
    /// that has another evaluator or other options.
    pub fn new(
        eval: E,
        order: H,
        options: AlphaBetaOptions,
        table: Arc<TranspositionTable>,
    ) -> Self {
        Self { search: AlphaBeta::new(eval, order, options).with_table(table) }
    }
}

impl<E, H, Q, T> Mtdf<E, H, Q, T> {
    /// The same search, in which `quiescence` plays out noisy positions.
    pub fn with_quiescence<R>(self, quiescence: R) -> Mtdf<E, H, R, T> {
        Mtdf { search: self.search.with_quiescence(quiescence) }
    }

    /// The same search, observed by `trace`; each pass enters the root anew.
    pub fn with_trace<U>(self, trace: U) -> Mtdf<E, H, Q, U> {
        Mtdf { search: self.search.with_trace(trace) }
    }

    /// The same search with both parts, where `quiescence` is queried only if the
    /// options say so.
    pub(crate) fn with_parts<R, U>(self, quiescence: R, trace: U) -> Mtdf<E, H, R, U> {
        Mtdf { search: self.search.with_parts(quiescence, trace) }
    }
}

impl<G, E, H, Q, T> Searcher<G> for Mtdf<E, H, Q, T>
where
    G: Game,
    E: Evaluator<G> + Clone,
    H: Heuristic<G> + Clone,
    Q: Quiescence<G> + Clone,
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
        let span = tracing::info_span!("search", algorithm = "mtdf");
        let _entered = span.enter();
        if let Some(table) = self.search.table() {
            table.new_search();
        }
        let iterative = self.search.options().iterative || limits.depth.is_none();
        let meter = Meter::new(limits, stop).paced::<G, _>(self.search.evaluator());
        let mut run = Closing { run: self.search.start(meter), estimates: Vec::new() };
        deepen(&mut run, position, root, limits, iterative, events)
    }

    fn iterates(&self) -> bool {
        // Without a depth limit it does so in any case.
        true
    }

    fn is_exact(&self) -> bool {
        self.search.options().is_exact()
    }

    fn search_window(&mut self, root: &G, depth: u32, window: Window) -> Option<Value> {
        self.search.search_window(root, depth, window)
    }

    fn clear(&mut self) {
        Searcher::<G>::clear(&mut self.search);
    }
}

/// A search that closes in on the value.
struct Closing<'a, 'm, G: Game, E, H, Q, T> {
    run: Run<'a, 'm, G, E, H, Q, T>,
    /// The values of the last iteration, one for each line.
    estimates: Vec<Value>,
}

impl<'m, G, E, H, Q, T> Deepen<'m, G> for Closing<'_, 'm, G, E, H, Q, T>
where
    G: Game,
    E: Evaluator<G>,
    H: Heuristic<G>,
    Q: Quiescence<G>,
    T: Trace<G>,
{
    fn meter(&mut self) -> &mut Meter<'m> {
        self.run.meter()
    }

    fn search_root_once(&mut self, root: &mut G, depth: u32) -> Option<Value> {
        self.run.search_root_once(root, depth)
    }

    fn moves(
        &mut self,
        root: &mut G,
        moves: &mut [RootMove<G::Move>],
        depth: u32,
        wanted: Wanted,
    ) -> Option<()> {
        self.run.order_root(root, moves, depth, wanted);
        let mut best = Value::MIN;
        for line in 0..wanted.lines.min(moves.len()) {
            // The best of the moves that are left, which is put first.
            let rest = &mut moves[line..];
            let before = self.unsettled();
            let (mut low, mut high) = (Value::MIN, Value::MAX);
            let mut guess = self.estimates.get(line).copied().unwrap_or(Value::ZERO);
            while low < high {
                // The first move to reach this much ends the pass, and is put first.
                let beta = if guess == low { guess.up() } else { guess };
                guess = self.at_least(root, rest, depth, beta)?;
                *(if guess >= beta { &mut low } else { &mut high }) = guess;
            }
            self.estimates.resize(self.estimates.len().max(line + 1), low);
            self.estimates[line] = low;
            best = best.max(low);
            self.settle(root, rest, depth, low, wanted.ties && low == best)?;
            if line == 0 {
                self.run.keep_root(root, rest, depth, low, before, wanted);
            }
        }
        for m in moves.iter_mut().filter(|m| m.exact) {
            self.run.complete(root, m);
        }
        Some(())
    }

    fn new_search(&mut self) {
        self.run.new_search();
    }

    fn new_iteration(&mut self) {
        self.run.new_iteration();
    }

    fn is_exact(&self) -> bool {
        self.run.is_exact()
    }

    fn unsettled(&mut self) -> u64 {
        Deepen::unsettled(&mut self.run)
    }
}

impl<G, E, H, Q, T> Closing<'_, '_, G, E, H, Q, T>
where
    G: Game,
    E: Evaluator<G>,
    H: Heuristic<G>,
    Q: Quiescence<G>,
    T: Trace<G>,
{
    /// Whether the root is worth `beta`: returns a value on the same side of `beta`
    /// as the true one, and no further from `beta`.
    fn at_least(
        &mut self,
        root: &mut G,
        moves: &mut [RootMove<G::Move>],
        depth: u32,
        beta: Value,
    ) -> Option<Value> {
        self.run.meter().node(0)?;
        let window = Window::at_least(beta);
        self.run.trace().enter(&NodeInfo { game: root, ply: 0, depth, window, line: &[] }, false);
        let (mut best, mut why) = (Value::MIN, ExitReason::Searched);
        for i in 0..moves.len() {
            let value = self.run.root_child::<false>(root, &mut moves[i], window, depth)?;
            best = best.max(value);
            if value >= beta {
                moves[..=i].rotate_right(1);
                why = ExitReason::BetaCut;
                break;
            }
        }
        self.run.trace().leave(best, why);
        Some(best)
    }

    /// Finds which moves are worth `value`, that of the root, and the line of the
    /// first; records of the others that they are worth no more, which holds for all.
    fn settle(
        &mut self,
        root: &mut G,
        moves: &mut [RootMove<G::Move>],
        depth: u32,
        value: Value,
        ties: bool,
    ) -> Option<()> {
        let (around, at_most) = (
            Window { alpha: value.down(), beta: value.up() },
            Window { alpha: value, beta: value.up() },
        );
        let node = NodeInfo { game: root, ply: 0, depth, window: around, line: &[] };
        self.run.trace().enter(&node, false);
        for (i, m) in moves.iter_mut().enumerate() {
            if i == 0 {
                // Its value is known, but not yet the line that leads to it.
                self.run.root_child::<true>(root, m, around, depth)?;
                m.found(value, around, self.run.line(1));
            } else if ties {
                let window = Window::at_least(value);
                let found = self.run.root_child::<false>(root, m, window, depth)?;
                m.found(found.min(value), window, &[]);
            } else {
                m.found(value, at_most, &[]);
            }
        }
        self.run.trace().leave(value, ExitReason::Searched);
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use starboard_core::testing::{HashEval, RandomTree};

    use super::*;

    /// Counts nodes entered and left, and passes over the root.
    #[derive(Clone, Default)]
    struct Count {
        entered: u64,
        left: u64,
        passes: u64,
    }

    impl<G: Game> Trace<G> for Count {
        fn enter(&mut self, node: &NodeInfo<'_, G>, _probing: bool) {
            self.entered += 1;
            self.passes += u64::from(node.ply == 0);
        }

        fn leave(&mut self, _value: Value, _why: ExitReason) {
            self.left += 1;
        }
    }

    #[test]
    fn without_a_depth_it_deepens() {
        let options = AlphaBetaOptions { iterative: false, ..AlphaBetaOptions::default() };
        let table = Arc::new(TranspositionTable::new(1));
        let mut search = Mtdf::new(HashEval::default(), (), options, table);
        let report = search.run(&RandomTree::<false>::new(1), &Limits::nodes(200));
        assert!((1..99).contains(&report.depth), "{}", report.depth);
    }

    #[test]
    fn passes_are_watched() {
        for seed in 0..8 {
            let (tree, mut count) = (RandomTree::<false>::new(seed), Count::default());
            for iterative in [true, false] {
                let options = AlphaBetaOptions { iterative, ..AlphaBetaOptions::default() };
                let table = Arc::new(TranspositionTable::new(1));
                let mut search =
                    Mtdf::new(HashEval::default(), (), options, table).with_trace(&mut count);
                let report = search.run(&tree, &Limits::depth(4));
                let expected = crate::minimax::minimax(&tree, 4, &mut HashEval::default());
                assert_eq!(report.value, expected, "seed {seed}");
                assert!(count.entered >= report.counters.nodes, "seed {seed}");
            }
            assert_eq!(count.entered, count.left, "seed {seed}");
            assert!(count.passes >= 4, "two passes at least, seed {seed}: {}", count.passes);
        }
    }
}
