//! The root: its moves one by one, or shared out among threads.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use parking_lot::Mutex;
use starboard_core::{
    Evaluator, Events, Game, Heuristic, Limits, Report, Root, Stop, Trace, Value, Window,
};

use super::{Run, Star, Task};
use crate::{
    meter::Meter,
    moves::Pool,
    root::{Deepen, Leaders, RootMove, Wanted, deepen},
};

pub(super) fn search<G, E, H, T>(
    star: &mut Star<E, H, T>,
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
    T: Trace<G>,
{
    let name = if star.options.probing.factor > 0 { "star2" } else { "star1" };
    let span = tracing::info_span!("search", algorithm = name);
    let _entered = span.enter();
    if let Some(table) = &star.table {
        table.new_search();
    }
    let iterative = star.options.iterative;
    let mut run = Run::new(star, Meter::new(limits, stop));
    deepen(&mut run, position, root, limits, iterative, events)
}

impl<'m, G, E, H, T> Deepen<'m, G> for Run<'_, 'm, G, E, H, T>
where
    G: Game,
    E: Evaluator<G> + Clone,
    H: Heuristic<G> + Clone,
    T: Trace<G>,
{
    fn meter(&mut self) -> &mut Meter<'m> {
        &mut self.meter
    }

    fn search_root_once(&mut self, root: &mut G, depth: u32) -> Option<Value> {
        self.node(root, Task::root(Window::FULL, depth), None)
    }

    fn moves(
        &mut self,
        root: &mut G,
        moves: &mut [RootMove<G::Move>],
        depth: u32,
        wanted: Wanted,
    ) -> Option<()> {
        self.meter.node(0)?;
        let threads = self.options.threads.min(moves.len());
        if threads > 1 {
            return self.share(root, moves, depth, wanted, threads);
        }
        let mut leaders = Leaders::new(wanted, moves.len());
        for m in moves {
            leaders.add(self.root_move(root, m, depth, leaders.window())?);
        }
        Some(())
    }

    fn new_search(&mut self) {
        self.order.new_search();
    }

    fn new_iteration(&mut self) {
        self.order.new_iteration();
    }

    fn draws(&self) -> bool {
        self.options.sampling.samples > 0
    }

    fn is_exact(&self) -> bool {
        self.options.is_exact()
    }
}

impl<G, E, H, T> Run<'_, '_, G, E, H, T>
where
    G: Game,
    E: Evaluator<G> + Clone,
    H: Heuristic<G> + Clone,
    T: Trace<G>,
{
    fn root_move(
        &mut self,
        root: &mut G,
        m: &mut RootMove<G::Move>,
        depth: u32,
        window: Window,
    ) -> Option<Value> {
        self.line(1).clear();
        let task = Task::root(window, depth).below(m.window(window));
        let value = m.with_bonus(self.child(root, m.m, task)?);
        m.found(value, window, self.line(1));
        Some(value)
    }

    /// Searches the first moves in this thread, as many as are wanted exactly, so
    /// that there is a window for the others, which are then searched by whichever
    /// thread is free. Every move that equals the last of those wanted is searched
    /// exactly, whatever the order, so that the result is the same for any number
    /// of threads.
    fn share(
        &mut self,
        root: &mut G,
        moves: &mut [RootMove<G::Move>],
        depth: u32,
        wanted: Wanted,
        threads: usize,
    ) -> Option<()> {
        let mut leaders = Leaders::new(wanted, moves.len());
        let (first, rest) = moves.split_at_mut(wanted.lines.min(moves.len()));
        for m in first {
            leaders.add(self.root_move(root, m, depth, Window::FULL)?);
        }
        let leaders = Mutex::new(leaders);
        let next = AtomicUsize::new(0);
        let rest: Vec<_> = rest.iter_mut().map(Mutex::new).collect();
        let root: &G = root;
        let workers: Vec<_> = (0..threads)
            .map(|_| (self.eval.clone(), self.order.clone(), self.meter.fork(threads)))
            .collect();
        let (options, table) = (self.options, self.table);
        let done = crossbeam::thread::scope(|scope| {
            let handles: Vec<_> = workers
                .into_iter()
                .map(|(mut eval, mut order, meter)| {
                    let (leaders, next, rest) = (&leaders, &next, &rest);
                    scope.spawn(move |_| {
                        let mut run = Run::<G, E, H, ()> {
                            eval: &mut eval,
                            order: &mut order,
                            trace: &mut (),
                            options,
                            table,
                            meter,
                            lists: Pool::default(),
                            frames: Pool::default(),
                            values: Vec::new(),
                            lines: Vec::new(),
                        };
                        let mut root = root.clone();
                        let mut done = Some(());
                        while let Some(m) = rest.get(next.fetch_add(1, Relaxed)) {
                            let last = leaders.lock().last();
                            let window = Window { alpha: last.down(), beta: Value::MAX };
                            let Some(value) =
                                run.root_move(&mut root, &mut m.lock(), depth, window)
                            else {
                                done = None;
                                break;
                            };
                            leaders.lock().add(value);
                        }
                        (done, run.meter)
                    })
                })
                .collect();
            let mut all = Some(());
            for handle in handles {
                let (done, meter) = handle.join().expect("a search thread does not panic");
                self.meter.absorb(&meter);
                all = all.and(done);
            }
            all
        });
        done.expect("every thread was joined")
    }
}
