//! Star1 and Star2: alpha-beta carried through chance nodes.
//!
//! Ballard 1983; Hauk, Buro and Schaeffer 2004. One implementation on an
//! interval formulation: every outcome of a chance node has an interval in
//! which its value is known to lie, at first what the evaluator promises.
//! Whatever narrows an interval — a probe of one good move, a table entry, a
//! search — narrows the windows of the other outcomes, and cuts the node as
//! soon as the weighted sum of the intervals leaves the window. Sums are
//! integers and windows rounded outwards, so the value is that of expectimax
//! bit for bit: over all outcomes, or over those that are drawn.
//!
//! `decision` and `chance` hold one kind of node each, `probcut` what a shallower
//! search says of a chance node, `root` the root with its ties and threads.

mod chance;
mod decision;
mod probcut;
mod root;

use std::sync::Arc;

use starboard_core::{
    Bounds, Evaluator, Events, ExitReason, Game, Heuristic, Limits, Node, NodeInfo, Report, Root,
    Stop, Stored, Trace, TranspositionTable, Value, Window,
};

pub use probcut::ChanceProbCut;

use crate::{
    Sampling, Searcher,
    meter::Meter,
    moves::{MoveList, Pool},
    reward::{reward, with, without},
};

/// Which moves Star2 probes at each outcome before it searches any in full.
#[derive(Copy, Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Probing {
    /// Moves probed at each outcome; with 0 the search is Star1.
    pub factor: u32,
    /// Probe the first move of every outcome, then the second of every
    /// outcome, …; otherwise all of an outcome before the next.
    pub cyclic: bool,
}

impl Probing {
    /// No probes: Star1.
    pub const NONE: Self = Self { factor: 0, cyclic: false };
    /// One good move of each outcome, as the *-Minimax paper does.
    pub const ONE: Self = Self { factor: 1, cyclic: false };
}

/// How [`Star`] searches. No option but `sampling` and `probcut` changes the value.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct StarOptions {
    /// Which moves to probe.
    pub probing: Probing,
    /// Iterative deepening: search to depth 1, 2, … up to the limit, each iteration
    /// ordering the root moves for the next.
    pub iterative: bool,
    /// From this depth on, order the moves of a node by their static values
    /// instead of by the heuristic; 0 for never.
    pub static_order: u32,
    /// Ask the game for a good move before generating all of them.
    pub good_moves: bool,
    /// From this depth on, use the transposition table.
    pub table_depth: u32,
    /// Threads that share the moves of the root. The value and the best moves
    /// are the same for any number; the counters are not.
    pub threads: usize,
    /// Which outcomes of a chance node are searched: with a sample, the value is that
    /// of [`Expectimax`](crate::Expectimax) with the same sample, an estimate of that
    /// with all outcomes.
    pub sampling: Sampling,
    /// When a shallower search of a chance node is trusted; selective.
    pub probcut: ChanceProbCut,
}

impl Default for StarOptions {
    fn default() -> Self {
        Self {
            probing: Probing::ONE,
            iterative: true,
            static_order: 2,
            good_moves: true,
            table_depth: 1,
            threads: 1,
            sampling: Sampling::ALL,
            probcut: ChanceProbCut::NEVER,
        }
    }
}

impl StarOptions {
    /// Whether the value and the best moves are those of plain expectimax.
    pub fn is_exact(&self) -> bool {
        self.sampling.samples == 0 && self.probcut.margin == 0
    }

    /// Star1: as the default, without probes.
    pub fn star1() -> Self {
        Self { probing: Probing::NONE, ..Self::default() }
    }
}

/// Star1 or Star2 over any game, with or without chance; without, it is plain
/// alpha-beta.
///
/// ```
/// use starboard_core::{Limits, testing::{HashEval, RandomTree}};
/// use starboard_search::{Searcher, Star, StarOptions, minimax::minimax};
///
/// let tree = RandomTree::<true>::new(1);
/// let eval = HashEval::default();
/// let report = Star::new(eval.clone(), (), StarOptions::default()).run(&tree, &Limits::depth(3));
/// assert_eq!(report.value, minimax(&tree, 3, &mut eval.clone()));
/// ```
#[derive(Clone, Debug)]
pub struct Star<E, H = (), T = ()> {
    eval: E,
    order: H,
    trace: T,
    options: StarOptions,
    table: Option<Arc<TranspositionTable>>,
}

impl<E, H> Star<E, H> {
    /// Searches with these parts.
    pub fn new(eval: E, order: H, options: StarOptions) -> Self {
        Self { eval, order, trace: (), options, table: None }
    }
}

impl<E, H, T> Star<E, H, T> {
    /// The same search with a transposition table. It must not be shared with a
    /// search that has another evaluator.
    pub fn with_table(self, table: Arc<TranspositionTable>) -> Self {
        Self { table: Some(table), ..self }
    }

    /// The same search, observed by `trace`.
    pub fn with_trace<U>(self, trace: U) -> Star<E, H, U> {
        let Self { eval, order, options, table, .. } = self;
        Star { eval, order, trace, options, table }
    }
}

impl<G, E, H, T> Searcher<G> for Star<E, H, T>
where
    G: Game,
    E: Evaluator<G> + Clone,
    H: Heuristic<G> + Clone,
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
        root::search(self, position, root, limits, stop, events)
    }

    fn iterates(&self) -> bool {
        self.options.iterative
    }

    fn is_exact(&self) -> bool {
        self.options.is_exact()
    }

    fn search_window(&mut self, root: &G, depth: u32, window: Window) -> Option<Value> {
        let (limits, stop) = (Limits::default(), Stop::default());
        let mut run = Run::new(self, Meter::new(&limits, &stop));
        run.node(&mut root.clone(), Task::root(window, depth), None)
    }

    fn clear(&mut self) {
        self.order.clear();
        if let Some(table) = &mut self.table {
            // A table that others hold is theirs to clear.
            if let Some(table) = Arc::get_mut(table) {
                table.clear();
            }
        }
    }
}

/// How a node is to be searched.
#[derive(Copy, Clone, Debug)]
struct Task {
    window: Window,
    /// Moves left to search.
    depth: u32,
    /// Moves played since the root.
    ply: u32,
    /// Chance nodes passed since the last move.
    run: u32,
    /// The move that leads here is a probe, which is expected to succeed, and
    /// so this node to fail low. If it is a chance node, probing it would be in
    /// vain.
    probed: bool,
}

impl Task {
    /// The task at the root.
    const fn root(window: Window, depth: u32) -> Self {
        Self { window, depth, ply: 0, run: 0, probed: false }
    }

    /// The same node in another window.
    const fn within(self, window: Window) -> Self {
        Self { window, ..self }
    }

    /// A node one move below, in the window of the mover above.
    const fn below(self, window: Window) -> Self {
        Self { window, depth: self.depth - 1, ply: self.ply + 1, run: 0, probed: false }
    }

    fn info<'a, G: Game>(self, game: &'a G, last: &'a Option<G::Move>) -> NodeInfo<'a, G> {
        let line = last.as_slice();
        NodeInfo { game, ply: self.ply, depth: self.depth, window: self.window, line }
    }
}

/// The state of one search, or of one thread of it.
struct Run<'a, 'm, G: Game, E, H, T> {
    eval: &'a mut E,
    order: &'a mut H,
    trace: &'a mut T,
    options: &'a StarOptions,
    table: Option<&'a TranspositionTable>,
    meter: Meter<'m>,
    lists: Pool<MoveList<G::Move>>,
    frames: Pool<chance::Frame<G::Move>>,
    values: Vec<Value>,
    /// `lines[ply]` is the principal variation from there, up to the next
    /// chance node.
    lines: Vec<Vec<G::Move>>,
}

impl<'a, 'm, G, E, H, T> Run<'a, 'm, G, E, H, T>
where
    G: Game,
    E: Evaluator<G>,
    H: Heuristic<G>,
    T: Trace<G>,
{
    fn new(star: &'a mut Star<E, H, T>, meter: Meter<'m>) -> Self {
        Self {
            eval: &mut star.eval,
            order: &mut star.order,
            trace: &mut star.trace,
            options: &star.options,
            table: star.table.as_deref(),
            meter,
            lists: Pool::default(),
            frames: Pool::default(),
            values: Vec::new(),
            lines: Vec::new(),
        }
    }

    /// The value of `game` for its mover where it lies inside the window, otherwise
    /// a bound on the same side; `None` once the search has to stop.
    fn node(&mut self, game: &mut G, task: Task, last: Option<G::Move>) -> Option<Value> {
        self.meter.node(task.ply)?;
        // The line stored here is that of another node.
        if let Some(line) = self.lines.get_mut(task.ply as usize) {
            line.clear();
        }
        debug_assert!(task.window.alpha < task.window.beta, "an empty window");
        self.trace.enter(&task.info(game, &last), false);
        let (value, why) = match game.node() {
            Node::Over(value) => (value, ExitReason::Over),
            _ if task.depth == 0 => (self.meter.evaluate(self.eval, game), ExitReason::Leaf),
            Node::Decision => self.decision(game, task, last, &[])?,
            Node::Chance => self.chance(game, task)?,
        };
        self.trace.leave(value, why);
        Some(value)
    }

    /// The value of the position after `m` for the mover of `game`, in whose
    /// terms the window is.
    #[inline]
    fn child(&mut self, game: &mut G, m: G::Move, task: Task) -> Option<Value> {
        let (mover, reward) = (game.mover(), reward(game, m));
        let task = task.within(without::<G>(task.window, reward));
        let value = game.with_child(m, |next| {
            if next.mover() == mover {
                self.node(next, task, Some(m))
            } else {
                self.node(next, task.within(-task.window), Some(m)).map(|v| -v)
            }
        });
        value.map(|value| with::<G>(value, reward))
    }

    /// What the table knows of a search of `game` exactly `depth` deep, and the
    /// move that was best at any depth.
    fn look_up(&mut self, game: &G, depth: u32) -> Option<Stored> {
        let table = self.table.filter(|_| depth >= self.options.table_depth)?;
        self.meter.counters.table_probes += 1;
        let mut stored = table.probe(game.key())?;
        self.meter.counters.table_hits += 1;
        if u32::from(stored.depth) != depth {
            stored.bounds = Bounds::FULL;
        }
        Some(stored)
    }

    fn keep(&self, game: &G, depth: u32, bounds: Bounds, best: Option<u16>) {
        if depth >= self.options.table_depth
            && let (Some(table), Ok(depth)) = (self.table, u8::try_from(depth))
        {
            table.store(game.key(), Stored { bounds, depth, best, pv: false });
        }
    }

    /// The principal variation from `ply`, created if need be.
    fn line(&mut self, ply: u32) -> &mut Vec<G::Move> {
        let ply = ply as usize;
        if self.lines.len() <= ply {
            self.lines.resize_with(ply + 1, Vec::new);
        }
        &mut self.lines[ply]
    }

    /// Makes `m` and the line below it the principal variation from `ply`.
    fn extend_line(&mut self, ply: u32, m: G::Move) {
        let below = std::mem::take(self.line(ply + 1));
        let line = self.line(ply);
        line.clear();
        line.push(m);
        line.extend_from_slice(&below);
        *self.line(ply + 1) = below;
    }
}
