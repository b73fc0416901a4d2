//! A search on a thread of its own.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::mpsc::Sender,
    thread,
};

use starboard::{AnyEngine, AnySolver, Move, Position};
use starboard_core::{Instant, Limits, Report, Root, Stop};
use starboard_search::proof::Verdict;

use super::session::Event;

/// The size of the stack, with room for lines of any length that a search may visit.
const STACK: usize = 64 << 20;

/// An engine.
pub(super) struct Player {
    pub(super) engine: Box<dyn AnyEngine>,
}

/// What a search for a move reports.
pub(super) struct SearchInfo {
    pub(super) report: Report<Move>,
    pub(super) hashfull: Option<u32>,
    /// When it was reported.
    pub(super) at: Instant,
}

/// Searches as `root` asks; sends every iteration, and in the end the result together with the
/// player.
pub(super) fn search(
    mut player: Player,
    position: Position,
    root: Root<Move>,
    limits: Limits,
    stop: Stop,
    events: Sender<Event>,
) {
    run(events.clone(), move || {
        let table = player.engine.table();
        let fill = || table.as_ref().map(|table| table.fill_permille());
        let info = |report| SearchInfo { report, hashfull: fill(), at: Instant::now() };
        // A session that is over needs no report.
        let mut observe = |report: &Report<Move>| {
            let _ = events.send(Event::Iteration(info(report.clone())));
        };
        let report = player.engine.search(&position, &root, &limits, &stop, &mut observe);
        let found = info(report);
        Event::Found(Box::new(player), found)
    });
}

/// Looks for a mate: first for any, since a long one is better than none, then for the
/// shortest, if that is wanted and there is time.
pub(super) fn mate(
    mut any: Box<dyn AnySolver>,
    shortest: Option<Box<dyn AnySolver>>,
    root: Position,
    limits: Limits,
    stop: Stop,
    events: Sender<Event>,
) {
    run(events, move || {
        let first = any.prove(&root, &limits, &stop);
        let left = limits.nodes.map(|nodes| nodes.saturating_sub(first.counters.nodes));
        let done = first.verdict != Verdict::Proven || first.shortest;
        if done || stop.requested() || left == Some(0) {
            return Event::Solved(first);
        }
        let Some(mut shortest) = shortest else { return Event::Solved(first) };
        let second = shortest.prove(&root, &Limits { nodes: left, ..limits }, &stop);
        let nodes = first.counters.nodes + second.counters.nodes;
        let total = first.times.total + second.times.total;
        // A second search that was stopped may not know of the mate.
        let mut best = if second.shortest { second } else { first };
        (best.counters.nodes, best.times.total) = (nodes, total);
        Event::Solved(best)
    });
}

/// Runs `f` on a thread and sends what it returns; [`Event::Failed`] if it panics or the thread
/// cannot be started.
fn run(events: Sender<Event>, f: impl FnOnce() -> Event + Send + 'static) {
    let failed = events.clone();
    let thread = thread::Builder::new().name("search".to_owned()).stack_size(STACK);
    let started = thread.spawn(move || {
        // The panic itself is on stderr by then.
        let event = catch_unwind(AssertUnwindSafe(f)).unwrap_or(Event::Failed);
        let _ = events.send(event);
    });
    if started.is_err() {
        let _ = failed.send(Event::Failed);
    }
}
