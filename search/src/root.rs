//! Iterative deepening at the root, which can find every best move; shared by all
//! depth-first searches.

use starboard_core::{
    BoundType, Candidate, Events, Game, Limits, Node, Report, Root, Value, Window, sort_by_rank,
};

use crate::meter::Meter;

/// The last iteration of a search without a depth limit: deeper than any will get.
pub(crate) const MAX_DEPTH: u32 = 99;

/// A root move and what the last iteration found of it.
#[derive(Clone, Debug)]
pub(crate) struct RootMove<M> {
    pub(crate) m: M,
    /// Its place in the list searched: the game's own list unless the caller gave one.
    pub(crate) place: usize,
    /// What is added to the value that the search finds.
    pub(crate) bonus: Value,
    /// Its value for the mover of the root, bonus included, or an upper bound that
    /// does not put it among the best.
    pub(crate) value: Value,
    /// Whether the value is exact.
    pub(crate) exact: bool,
    /// The line of play after it, where the value is exact.
    pub(crate) line: Vec<M>,
    /// The positions evaluated below it, in all iterations, where that is counted.
    pub(crate) evaluations: u64,
    /// Whether all this was found in the current iteration.
    fresh: bool,
}

impl<M: Copy + Eq + std::fmt::Debug> RootMove<M> {
    /// Those of the legal moves of the root that are to be searched, with nothing
    /// known of them yet.
    pub(crate) fn list(legal: Vec<M>, root: &Root<M>) -> Vec<Self> {
        let unknown = |(place, m)| Self {
            m,
            place,
            bonus: root.bonus(&m),
            value: Value::MIN,
            exact: false,
            line: Vec::new(),
            evaluations: 0,
            fresh: false,
        };
        root.among(legal).into_iter().enumerate().map(unknown).collect()
    }

    /// Records what a fail-soft search with `window` returned.
    pub(crate) fn found(&mut self, value: Value, window: Window, line: &[M]) {
        self.value = value;
        self.exact = value > window.alpha;
        self.fresh = true;
        self.line.clear();
        self.line.extend_from_slice(if self.exact { line } else { &[] });
    }

    /// The value with the bonus.
    pub(crate) fn with_bonus(&self, value: Value) -> Value {
        shifted(value, self.bonus)
    }

    /// The value without the bonus, as it is below the root.
    pub(crate) fn without_bonus(&self, value: Value) -> Value {
        shifted(value, -self.bonus)
    }

    /// The window without the bonus.
    pub(crate) fn window(&self, Window { alpha, beta }: Window) -> Window {
        Window { alpha: self.without_bonus(alpha), beta: self.without_bonus(beta) }
    }

    /// The sort key: by value, and among equals exact values before bounds.
    fn rank(&self) -> (i64, i64) {
        (self.value.raw().into(), self.exact.into())
    }

    fn candidate(&self, depth: u32) -> Candidate<M> {
        let bound = if self.exact { BoundType::Exact } else { BoundType::Upper };
        let mut pv = Vec::new();
        if self.exact {
            pv.push(self.m);
            pv.extend_from_slice(&self.line);
        }
        let evaluations = self.evaluations;
        Candidate { pv, evaluations, ..Candidate::new(self.m, self.value, bound, depth) }
    }
}

/// The sum; the two extremes, which lie beyond all values, are left as they are.
fn shifted(value: Value, by: Value) -> Value {
    if value == Value::MIN || value == Value::MAX { value } else { value + by }
}

/// What an iteration has to find.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Wanted {
    /// How many of the best moves need exact values; at least one.
    pub(crate) lines: usize,
    /// Whether every move that equals the best needs one, too.
    pub(crate) ties: bool,
    /// Whether the value found is that of the position, so that a table may store it.
    pub(crate) whole: bool,
}

impl Wanted {
    pub(crate) fn new<M>(root: &Root<M>, limits: &Limits) -> Self {
        Self { lines: root.multipv.max(1), ties: limits.all_ties, whole: root.is_whole() }
    }
}

/// The best values found so far at the root, as many as are wanted exactly.
#[derive(Clone, Debug)]
pub(crate) struct Leaders {
    /// Sorted, the best first.
    values: Vec<Value>,
    wanted: Wanted,
}

impl Leaders {
    /// No values yet, for a root with this many moves.
    pub(crate) fn new(wanted: Wanted, moves: usize) -> Self {
        Self { values: vec![Value::MIN; wanted.lines.min(moves).max(1)], wanted }
    }

    /// Takes a value into account, or an upper bound that is at most the
    /// [`window`](Self::window)'s alpha.
    pub(crate) fn add(&mut self, value: Value) {
        let place = self.values.partition_point(|&other| other >= value);
        if place < self.values.len() {
            self.values.pop();
            self.values.insert(place, value);
        }
    }

    /// The best value.
    pub(crate) fn best(&self) -> Value {
        self.values[0]
    }

    /// The lowest of the values that are wanted exactly; [`Value::MIN`] until that
    /// many have been found.
    pub(crate) fn last(&self) -> Value {
        self.values[self.values.len() - 1]
    }

    /// The window for the next root move: open above the lowest of the values wanted
    /// and, where ties are wanted, at least above the value just below the best.
    pub(crate) fn window(&self) -> Window {
        let last = self.last();
        let alpha = if self.wanted.ties { last.min(self.best().down()) } else { last };
        Window { alpha, beta: Value::MAX }
    }
}

/// What the root driver needs from a search.
pub(crate) trait Deepen<'m, G: Game> {
    /// The counts so far, and when to stop.
    fn meter(&mut self) -> &mut Meter<'m>;

    /// The value of the root as it stands, at depth 0 or at a chance node.
    fn search_root_once(&mut self, root: &mut G, depth: u32) -> Option<Value>;

    /// Searches every root move `depth` deep in the [window](Leaders::window) that
    /// is open for what is wanted, and records in each what was
    /// [`found`](RootMove::found). `None` once the search has to stop.
    fn moves(
        &mut self,
        root: &mut G,
        moves: &mut [RootMove<G::Move>],
        depth: u32,
        wanted: Wanted,
    ) -> Option<()>;

    /// The search begins.
    fn new_search(&mut self) {}

    /// A new iteration begins.
    fn new_iteration(&mut self) {}

    /// Whether every value found is that of minimax. A selective search may overlook
    /// the move that escapes a loss, and find it only at a greater depth; a sampling
    /// search only estimates.
    fn is_exact(&self) -> bool {
        true
    }

    /// Whether every iteration draws its own sample of outcomes.
    fn draws(&self) -> bool {
        false
    }

    /// A counter that changes whenever a value is used that a deeper search might change.
    fn unsettled(&mut self) -> u64 {
        let draws = self.draws();
        let counters = &self.meter().counters;
        let drawn = if draws { counters.nodes } else { 0 };
        counters.evaluations + counters.table_cuts + counters.probcuts + drawn
    }
}

/// Searches to depth 1, 2, … if `iterative`, otherwise straight to the full depth.
pub(crate) fn deepen<'m, G: Game>(
    search: &mut impl Deepen<'m, G>,
    position: &G,
    root: &Root<G::Move>,
    limits: &Limits,
    iterative: bool,
    events: &mut dyn Events<G::Move>,
) -> Report<G::Move> {
    let mut report = Report::default();
    let mut game = position.clone();
    let mut moves = Vec::new();
    match position.node() {
        Node::Over(value) => {
            report.value = value;
            return report;
        }
        Node::Decision => {
            let mut legal = Vec::new();
            search.meter().generating(|| position.moves(&mut legal));
            moves = RootMove::list(legal, root);
        }
        Node::Chance => {}
    }
    let wanted = Wanted::new(root, limits);
    // Until an iteration is complete, any move is better than none.
    report.best_moves.extend(moves.first().map(|m| m.m));
    report.pv.extend(moves.first().map(|m| m.m));
    report.bound = BoundType::Estimate;

    search.new_search();
    let deepest = limits.depth.unwrap_or(MAX_DEPTH);
    let from = if iterative { deepest.min(1) } else { deepest };
    for depth in from..=deepest {
        let span = tracing::debug_span!("iteration", depth);
        let _entered = span.enter();
        let before = search.unsettled();
        moves.iter_mut().for_each(|m| m.fresh = false);
        let done = if moves.is_empty() || depth == 0 {
            search.search_root_once(&mut game, depth).map(|value| report.value = value)
        } else {
            search.moves(&mut game, &mut moves, depth, wanted)
        };
        if done.is_none() {
            // An iteration that was stopped knows only some of the moves that tie
            // for best.
            if !limits.all_ties || report.candidates.is_empty() {
                improve(&moves, depth, &mut report);
            }
            if !search.is_exact() {
                doubt(&mut report.candidates);
            }
            break;
        }
        report.bound = BoundType::Exact;
        report.depth = depth;
        if depth == 0 {
            // The root was only evaluated: no move is better than another.
            report.best_moves.clear();
            report.pv.clear();
        } else {
            conclude(&mut moves, limits.all_ties, &mut report);
        }
        // Where nothing was evaluated, the whole tree has been searched.
        let exact = search.is_exact();
        let settled = search.unsettled() == before || is_final::<G>(&report, root, exact);
        if !settled && !exact {
            report.bound = BoundType::Estimate;
            doubt(&mut report.candidates);
        }
        search.meter().report(&mut report);
        tracing::debug!(
            value = report.value.raw(),
            nodes = report.counters.nodes,
            "iteration done"
        );
        events.iteration(&report);
        search.new_iteration();
        // An observer of this iteration may have requested a stop.
        if settled || search.meter().check().is_none() {
            break;
        }
    }
    search.meter().report(&mut report);
    report
}

/// Whether no deeper iteration can change the lines wanted: each is a forced mate no
/// longer than the depth searched, so that a shorter one would have been found. Being
/// mated counts only if the search is exact.
fn is_final<G: Game>(report: &Report<G::Move>, root: &Root<G::Move>, exact: bool) -> bool {
    if G::CHANCE || G::MATE == 0 || report.depth == 0 || !root.bonuses.is_empty() {
        return false;
    }
    let longest = i64::from(report.depth);
    let mut lines = report.candidates.iter().take(root.multipv.max(1)).peekable();
    lines.peek().is_some()
        && lines.all(|line| {
            let value = line.value.raw();
            line.bound == BoundType::Exact
                && i64::from(G::MATE) - i64::from(value.abs()) <= longest
                && (value > 0 || exact)
        })
}

/// Marks the exact values of a search that leaves something out as estimates.
fn doubt<M>(candidates: &mut [Candidate<M>]) {
    for candidate in candidates.iter_mut().filter(|c| c.bound == BoundType::Exact) {
        candidate.bound = BoundType::Estimate;
    }
}

/// Sorts the root moves for the next iteration, and reports the best.
fn conclude<M: Copy + Eq + std::fmt::Debug>(
    moves: &mut [RootMove<M>],
    all_ties: bool,
    report: &mut Report<M>,
) {
    let Some(best) = moves.iter().filter(|m| m.exact).map(|m| m.value).max() else { return };
    report.value = best;
    // Exact ones first: an upper bound may equal the best value.
    sort_by_rank(moves, RootMove::rank);
    report.candidates.clear();
    report.candidates.extend(moves.iter().map(|m| m.candidate(report.depth)));
    let mut ties: Vec<_> = moves.iter().filter(|m| m.exact && m.value == best).collect();
    sort_by_rank(&mut ties, |m| (-(m.place as i64), 0));
    // The move to play is the first of the candidates.
    let first = report.candidates.iter().position(|c| c.m == ties[0].m).unwrap_or(0);
    report.candidates[..=first].rotate_right(1);
    report.pv.clone_from(&report.candidates[0].pv);
    ties.truncate(if all_ties { usize::MAX } else { 1 });
    report.best_moves.clear();
    report.best_moves.extend(ties.into_iter().map(|m| m.m));
}

/// Takes over a better move from an iteration to `depth` that was stopped, if it
/// found one: the moves searched first are those that were best before, so one
/// found better than these is better. Of the first iteration all that was found is
/// reported: the moves it did not get to are not among the candidates.
fn improve<M: Copy + Eq + std::fmt::Debug>(
    moves: &[RootMove<M>],
    depth: u32,
    report: &mut Report<M>,
) {
    let found = moves.iter().filter(|m| m.fresh && m.exact);
    // Of several equally good, the first, as in a completed iteration.
    let Some(best) = found.min_by_key(|m| (std::cmp::Reverse(m.value), m.place)) else { return };
    let first = report.candidates.is_empty();
    if first {
        let mut seen: Vec<_> = moves.iter().filter(|m| m.fresh).collect();
        sort_by_rank(&mut seen, |m| m.rank());
        report.candidates.extend(seen.into_iter().map(|m| m.candidate(depth)));
    } else if report.best_moves.first() == Some(&best.m) {
        return;
    }
    (report.value, report.bound) = (best.value, BoundType::Lower);
    report.best_moves = vec![best.m];
    let candidate = Candidate { bound: BoundType::Lower, ..best.candidate(depth) };
    report.pv.clone_from(&candidate.pv);
    if let Some(place) = report.candidates.iter().position(|candidate| candidate.m == best.m) {
        report.candidates[place] = candidate;
        report.candidates[..=place].rotate_right(1);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use starboard_core::{
        BoundType, Game, Limits, TranspositionTable,
        testing::{HashEval, RandomTree},
    };

    use crate::{
        AlphaBeta, AlphaBetaOptions, Expectimax, Mtdf, Searcher, Star, StarOptions,
        minimax::minimax,
    };

    #[test]
    fn what_an_unfinished_first_iteration_found_is_reported() {
        let (mut some, eval) = (0, HashEval::default());
        for (seed, all_ties) in (0..60).flat_map(|seed| [(seed, false), (seed, true)]) {
            let limits = Limits { all_ties, ..Limits::depth(3) };
            let tree = RandomTree::<false>::new(seed);
            let run = |limits: &Limits| {
                AlphaBeta::new(eval, (), AlphaBetaOptions::plain()).run(&tree, limits)
            };
            let whole = run(&limits);
            for nodes in 1..whole.counters.nodes {
                let cut = run(&Limits { nodes: Some(nodes), ..limits.clone() });
                let Some(best) = cut.candidates.first() else { continue };
                some += 1;
                assert_eq!((cut.depth, cut.value), (0, best.value), "seed {seed}");
                assert_eq!(cut.pv[0], best.m, "seed {seed}");
                assert!(cut.value <= whole.value, "seed {seed}");
            }
        }
        assert!(some > 200, "{some}");
    }

    /// Whatever the limit, a search that is stopped has at least as good a move
    /// as its last complete iteration, judged by the search that was stopped.
    #[test]
    fn a_better_move_of_an_unfinished_iteration_is_kept() {
        let (mut kept, mut completed) = (0, 0);
        for seed in 0..40 {
            let (tree, eval) = (RandomTree::<false>::new(seed), HashEval::default());
            let run = |limits: &Limits| {
                AlphaBeta::new(eval, (), AlphaBetaOptions::default()).run(&tree, limits)
            };
            let whole = run(&Limits::depth(6));
            for nodes in (1..20).map(|i| whole.counters.nodes * i / 20) {
                let cut = run(&Limits { nodes: Some(nodes), ..Limits::depth(6) });
                if cut.bound != BoundType::Lower || cut.depth == 0 {
                    completed += 1;
                    continue;
                }
                kept += 1;
                let (before, after) = (run(&Limits::depth(cut.depth)), cut.depth + 1);
                assert_ne!(cut.best_moves, before.best_moves);
                assert_eq!(cut.candidates[0].m, cut.pv[0]);
                let value = |m| {
                    let mut child = tree.clone();
                    child.play(m);
                    let value = minimax(&child, after - 1, &mut eval.clone());
                    if child.mover() == tree.mover() { value } else { -value }
                };
                assert_eq!(value(cut.best_moves[0]), cut.value);
                assert!(value(before.best_moves[0]) < cut.value);
            }
        }
        assert!(kept > 20 && completed > 20, "{kept} {completed}");
    }

    #[test]
    fn a_selective_search_estimates_until_the_whole_tree_is_searched() {
        let eval = HashEval::default();
        let exact = AlphaBetaOptions::default();
        let selective = AlphaBetaOptions { deeper_entries: true, ..exact.clone() };
        let (mut estimates, table) = (0, || Arc::new(TranspositionTable::new(0)));
        for (seed, options) in (0..20).flat_map(|seed| [(seed, &exact), (seed, &selective)]) {
            let tree = RandomTree::<false>::with_height(seed, 6);
            let searches: [Box<dyn Searcher<RandomTree<false>>>; 2] = [
                Box::new(AlphaBeta::new(eval, (), options.clone()).with_table(table())),
                Box::new(Mtdf::new(eval, (), options.clone(), table())),
            ];
            for mut search in searches {
                let report = search.run(&tree, &Limits::depth(2));
                let short = if report.bound == BoundType::Estimate {
                    estimates += 1;
                    assert!(!options.is_exact(), "seed {seed}");
                    BoundType::Estimate
                } else {
                    BoundType::Exact
                };
                let long = search.run(&tree, &Limits::depth(9));
                for (report, expected) in [(report, short), (long, BoundType::Exact)] {
                    assert_eq!(report.bound, expected, "seed {seed}");
                    for (i, c) in report.candidates.iter().enumerate() {
                        let cut = i > 0 && c.bound == BoundType::Upper;
                        assert!(cut || c.bound == expected, "seed {seed}: {c:?}");
                    }
                }
            }
        }
        assert!(estimates > 20, "{estimates}");
    }

    #[test]
    fn the_moves_of_the_root_are_a_generation() {
        let eval = HashEval::default();
        let generations = |search: &mut dyn Searcher<RandomTree<false>>| {
            search.run(&RandomTree::new(3), &Limits::depth(1)).counters.generations
        };
        assert_eq!(generations(&mut Expectimax::new(eval)), 1);
        assert_eq!(generations(&mut AlphaBeta::new(eval, (), AlphaBetaOptions::default())), 1);
        assert_eq!(generations(&mut Star::new(eval, (), StarOptions::default())), 1);
    }
}
