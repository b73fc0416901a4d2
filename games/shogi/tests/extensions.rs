//! What alpha-beta's options for checks do in Shogi.

use std::sync::{Arc, Mutex};

use starboard_core::{ExitReason, Game, Limits, NodeInfo, Trace, Value};
use starboard_search::{AlphaBeta, AlphaBetaOptions, Searcher};
use starboard_shogi::{Material, Shogi, middle_games};

/// How many answers to a check were searched without losing a ply: after checks that lose
/// nothing by exchange, and after others.
#[derive(Default)]
struct Answers {
    safe: [usize; 2],
    others: [usize; 2],
}

/// Counts them.
#[derive(Clone, Default)]
struct Watch {
    /// The nodes on the way, each with its depth, and whether the move to it was a safe check.
    open: Vec<(Shogi, u32, bool)>,
    found: Arc<Mutex<Answers>>,
}

impl Trace<Shogi> for Watch {
    fn enter(&mut self, node: &NodeInfo<'_, Shogi>, _: bool) {
        let mut safe = false;
        if let (Some((before, depth, checked)), Some(m)) = (self.open.last(), node.last()) {
            safe = before.see_at_least(m, Value::ZERO);
            if before.in_check() && self.open.len() > 1 {
                let mut found = self.found.lock().expect("no panic");
                let Answers { safe, others } = &mut *found;
                let counts = if *checked { safe } else { others };
                counts[usize::from(node.depth == *depth)] += 1;
            }
        }
        self.open.push((node.game.clone(), node.depth, safe));
    }

    fn leave(&mut self, _: Value, _: ExitReason) {
        self.open.pop();
    }
}

/// Answers to checks that were searched a ply less deep, and as deep, after safe checks and
/// after others.
fn answers(safe_checks: bool) -> [[usize; 2]; 2] {
    let watch = Watch::default();
    let options =
        AlphaBetaOptions { check_extension: true, safe_checks, ..AlphaBetaOptions::plain() };
    for game in middle_games().step_by(4) {
        let mut search = AlphaBeta::new(Material, (), options.clone()).with_trace(watch.clone());
        search.run(&game, &Limits::depth(3));
    }
    let found = watch.found.lock().expect("no panic");
    [found.safe, found.others]
}

#[test]
fn only_safe_checks_are_extended_where_that_is_asked() {
    let [safe, others] = answers(false);
    assert_eq!((safe[0], others[0]), (0, 0), "every answer is as deep");
    assert!(safe[1] > 30 && others[1] > 30, "{safe:?} {others:?}");
    let [safe, others] = answers(true);
    assert_eq!((safe[0], others[1]), (0, 0), "those to safe checks alone");
    assert!(safe[1] > 30 && others[0] > 30, "{safe:?} {others:?}");
}
