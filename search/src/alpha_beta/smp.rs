//! Lazy SMP: all threads search the whole tree and share the table.
//!
//! Each defers what another is searching at the moment (see `abdada`), so that
//! the others need not search what one has found. The first thread reports. Where no
//! option is selective, table entries are accepted only at the depth searched for, so
//! the value and the best moves are those of a single thread; the counters are not.

use starboard_core::{
    Evaluator, Events, Game, Heuristic, Limits, Node, Quiescence, Report, Root, Stop, Trace,
    sort_by_rank,
};

use super::{AlphaBeta, Run, abdada::Abdada};
use crate::{
    meter::Meter,
    root::{Deepen, MAX_DEPTH, RootMove, Wanted, deepen},
};

pub(super) fn search<G, E, H, Q, T>(
    search: &mut AlphaBeta<E, H, Q, T>,
    position: &G,
    root: &Root<G::Move>,
    limits: &Limits,
    stop: &Stop,
    events: &mut dyn Events<G::Move>,
) -> Report<G::Move>
where
    G: Game,
    E: Evaluator<G> + Clone,
    H: Heuristic<G> + Clone,
    Q: Quiescence<G> + Clone,
    T: Trace<G> + Send,
{
    let iterative = search.options.iterative || limits.depth.is_none();
    let threads = search.table.as_ref().map_or(1, |_| search.options.threads);
    if threads <= 1 {
        let mut run = search.start(Meter::new(limits, stop).paced::<G, _>(&search.eval));
        return deepen(&mut run, position, root, limits, iterative, events);
    }
    let share = |limit: Option<u64>| limit.map(|limit| limit.div_ceil(threads as u64));
    let limits = &Limits {
        nodes: share(limits.nodes),
        evaluations: share(limits.evaluations),
        ..limits.clone()
    };
    let done = &Stop::default();
    let busy = &Abdada::new();
    let mut helpers: Vec<_> = (1..threads).map(|_| search.helper()).collect();
    let mut run = search.start(Meter::new(limits, stop).paced::<G, _>(&search.eval));
    run.busy = Some(busy);
    let scope = crossbeam::thread::scope(|scope| {
        let helpers: Vec<_> = helpers
            .iter_mut()
            .map(|helper| {
                scope.spawn(move |_| {
                    let mut run =
                        helper.start(Meter::new(limits, done).paced::<G, _>(&helper.eval));
                    run.busy = Some(busy);
                    help(&mut run, position, root, limits, iterative);
                    run.meter
                })
            })
            .collect();
        // Even if this thread panics, the others must be stopped.
        let release = Release(done);
        let mut report = deepen(&mut run, position, root, limits, iterative, events);
        drop(release);
        for helper in helpers {
            run.meter.absorb_counts(&helper.join().expect("a search thread panicked"));
        }
        run.meter.report(&mut report);
        report
    });
    scope.expect("every thread was joined")
}

/// Searches what the first thread will need, until stopped.
fn help<G, E, H, Q>(
    run: &mut Run<'_, '_, G, E, H, Q, ()>,
    position: &G,
    root: &Root<G::Move>,
    limits: &Limits,
    iterative: bool,
) where
    G: Game,
    E: Evaluator<G>,
    H: Heuristic<G>,
    Q: Quiescence<G>,
{
    let deepest = limits.depth.unwrap_or(MAX_DEPTH);
    if position.node() != Node::Decision || deepest == 0 {
        return;
    }
    let mut moves = Vec::new();
    position.moves(&mut moves);
    let mut moves = RootMove::list(moves, root);
    let wanted = Wanted::new(root, limits);
    let mut position = position.clone();
    run.new_search();
    run.order_root(&position, &mut moves, 1, wanted);
    let from = if iterative { 1 } else { deepest };
    for depth in from..=deepest {
        let before = run.unsettled();
        if run.moves(&mut position, &mut moves, depth, wanted).is_none()
            || run.unsettled() == before
        {
            return;
        }
        sort_by_rank(&mut moves, |m| (m.value.raw().into(), 0));
        run.new_iteration();
    }
}

impl<E: Clone, H: Clone, Q: Clone, T> AlphaBeta<E, H, Q, T> {
    /// The same search for another thread, without an observer.
    fn helper(&self) -> AlphaBeta<E, H, Q> {
        AlphaBeta {
            eval: self.eval.clone(),
            order: self.order.clone(),
            quiescence: self.quiescence.clone(),
            trace: (),
            options: self.options.clone(),
            reductions: self.reductions.clone(),
            table: self.table.clone(),
            small_table: self.small_table.clone(),
            corrections: self.corrections.clone(),
        }
    }
}

/// Stops the helpers when dropped.
struct Release<'a>(&'a Stop);

impl Drop for Release<'_> {
    fn drop(&mut self) {
        self.0.request();
    }
}
