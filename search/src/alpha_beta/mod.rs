//! Alpha-beta (Knuth and Moore 1975) with its usual enhancements, for games without chance.
//!
//! Negamax with fail-soft bounds; all enhancements are [options](AlphaBetaOptions),
//! and those that are on by default change what a search costs but never what it
//! finds. `node` is the search itself, `root` searches the moves of the root, `smp`
//! shares the work among threads.

mod abdada;
mod correction;
mod node;
mod options;
mod order;
mod quiesce;
mod reduce;
mod root;
mod shortcuts;
mod smp;
mod table;
mod turns;

use std::sync::Arc;

use starboard_core::{
    Evaluator, Events, Game, Heuristic, Limits, Quiescence, Report, Root, Stop, Trace,
    TranspositionTable, Value, Window,
};

use correction::Corrections;
pub(crate) use node::Run;
pub use options::{AlphaBetaOptions, OptionsError};
pub use quiesce::Resolved;
use reduce::Reductions;

use crate::{Searcher, meter::Meter};

/// Alpha-beta over any game without chance. For a game with chance it does not
/// compile: use [`Star`](crate::Star).
///
/// ```
/// use starboard_core::{Limits, testing::{HashEval, RandomTree}};
/// use starboard_search::{AlphaBeta, AlphaBetaOptions, Searcher, minimax::minimax};
///
/// let (tree, eval) = (RandomTree::<false>::new(1), HashEval::default());
/// let mut search = AlphaBeta::new(eval, (), AlphaBetaOptions::default());
/// let report = search.run(&tree, &Limits::depth(5));
/// assert_eq!(report.value, minimax(&tree, 5, &mut eval.clone()));
/// assert_eq!(report.pv[0], report.best_moves[0]);
/// ```
#[derive(Clone, Debug)]
pub struct AlphaBeta<E, H = (), Q = (), T = ()> {
    eval: E,
    order: H,
    quiescence: Q,
    trace: T,
    options: AlphaBetaOptions,
    /// Computed from the options.
    reductions: Arc<Reductions>,
    table: Option<Arc<TranspositionTable>>,
    /// Created along with the table, if the options ask for it.
    small_table: Option<Arc<TranspositionTable>>,
    /// Kept from search to search, if the options ask for them.
    corrections: Corrections,
}

impl<E, H> AlphaBeta<E, H> {
    /// Searches with these parts.
    pub fn new(eval: E, order: H, options: AlphaBetaOptions) -> Self {
        let reductions = Arc::new(Reductions::new(&options));
        Self {
            eval,
            order,
            quiescence: (),
            trace: (),
            options,
            reductions,
            table: None,
            small_table: None,
            corrections: Corrections::default(),
        }
    }
}

impl<E, H, Q, T> AlphaBeta<E, H, Q, T> {
    /// The same search with a transposition table. It must not be shared with a
    /// search that has another evaluator or other options, or that is neither
    /// alpha-beta nor MTD(f).
    pub fn with_table(self, table: Arc<TranspositionTable>) -> Self {
        let small = (self.options.small_table_depth > 0)
            .then(|| Arc::new(TranspositionTable::new(AlphaBetaOptions::SMALL_TABLE)));
        Self { table: Some(table), small_table: small, ..self }
    }

    /// The same search, in which `quiescence` plays out noisy positions.
    pub fn with_quiescence<R>(mut self, quiescence: R) -> AlphaBeta<E, H, R, T> {
        self.options.quiescence = true;
        self.map(|_, trace| (quiescence, trace))
    }

    /// The same search, observed by `trace`; of several threads, only the first is.
    pub fn with_trace<U>(self, trace: U) -> AlphaBeta<E, H, Q, U> {
        self.map(|quiescence, _| (quiescence, trace))
    }

    /// The same search with both parts, where `quiescence` is queried only if the
    /// options say so.
    pub(crate) fn with_parts<R, U>(self, quiescence: R, trace: U) -> AlphaBeta<E, H, R, U> {
        self.map(|_, _| (quiescence, trace))
    }

    /// The same search with other parts in place of these two.
    fn map<R, U>(self, parts: impl FnOnce(Q, T) -> (R, U)) -> AlphaBeta<E, H, R, U> {
        let (quiescence, trace) = parts(self.quiescence, self.trace);
        AlphaBeta {
            eval: self.eval,
            order: self.order,
            quiescence,
            trace,
            options: self.options,
            reductions: self.reductions,
            table: self.table,
            small_table: self.small_table,
            corrections: self.corrections,
        }
    }

    /// Its options.
    pub fn options(&self) -> &AlphaBetaOptions {
        &self.options
    }

    pub(crate) const fn evaluator(&self) -> &E {
        &self.eval
    }

    pub(crate) fn table(&self) -> Option<&TranspositionTable> {
        self.table.as_deref()
    }

    /// Begins a search, metered by `meter`.
    pub(crate) fn start<'m, G: Game>(&mut self, meter: Meter<'m>) -> Run<'_, 'm, G, E, H, Q, T> {
        const { assert!(!G::CHANCE, "alpha-beta has no chance nodes: use star1 or star2") }
        self.begin(meter)
    }

    /// The same for any game; the search must stop short of chance nodes.
    fn begin<'m, G: Game>(&mut self, meter: Meter<'m>) -> Run<'_, 'm, G, E, H, Q, T> {
        Run {
            eval: &mut self.eval,
            order: &mut self.order,
            quiescence: &mut self.quiescence,
            trace: &mut self.trace,
            plan: options::Plan::new(&self.options, self.table.is_some()),
            options: &self.options,
            table: self.table.as_deref(),
            small_table: self.small_table.as_deref(),
            busy: None,
            deferred: Vec::new(),
            meter,
            stack: order::MoveStack::default(),
            line: Vec::new(),
            line_from: 0,
            lines: Vec::new(),
            selective: 0,
            horizon: 0,
            root_depth: 0,
            null_ply: u32::MAX,
            null_from: 0,
            open: Vec::new(),
            reductions: &self.reductions,
            corrections: &mut self.corrections,
            root_ordered: false,
        }
    }
}

impl<G, E, H, Q, T> Searcher<G> for AlphaBeta<E, H, Q, T>
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
        let span = tracing::info_span!("search", algorithm = "alpha-beta");
        let _entered = span.enter();
        for table in [&self.table, &self.small_table].into_iter().flatten() {
            table.new_search();
        }
        smp::search(self, position, root, limits, stop, events)
    }

    fn iterates(&self) -> bool {
        // Without a depth limit it does so in any case.
        true
    }

    fn is_exact(&self) -> bool {
        self.options.is_exact()
    }

    fn search_window(&mut self, root: &G, depth: u32, window: Window) -> Option<Value> {
        let stop = Stop::default();
        let mut run = self.start(Meter::new(&Limits::default(), &stop));
        run.open_node(&mut root.clone(), window, depth)
    }

    fn clear(&mut self) {
        self.order.clear();
        self.corrections.clear();
        // A table that others share is left for them to clear.
        for table in [&mut self.table, &mut self.small_table] {
            if let Some(table) = table.as_mut().and_then(Arc::get_mut) {
                table.clear();
            }
        }
    }
}
