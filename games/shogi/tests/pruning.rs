//! What alpha-beta's pruning leaves out in Shogi.

use std::sync::{Arc, Mutex};

use starboard_core::{
    ExitReason, Game, Heuristic, Limits, NodeInfo, Trace, Value, testing::Shuffled,
};
use starboard_search::{AlphaBeta, AlphaBetaOptions, Searcher};
use starboard_shogi::{Material, Move, Shogi, middle_games};

/// Quiet and tactical moves searched in null windows after another move, a ply from the
/// horizon.
#[derive(Clone, Default)]
struct Watch {
    /// The nodes on the way, each with its depth, whether its window is null, and how many
    /// of its moves were searched.
    open: Vec<(Shogi, u32, bool, usize)>,
    found: Arc<Mutex<[usize; 2]>>,
}

impl Trace<Shogi> for Watch {
    fn enter(&mut self, node: &NodeInfo<'_, Shogi>, _: bool) {
        if let (Some((before, 1, true, tried)), Some(m)) = (self.open.last_mut(), node.last()) {
            if *tried > 0 && !before.in_check() {
                let tactical = usize::from(before.is_tactical(m));
                self.found.lock().expect("no panic")[tactical] += 1;
            }
            *tried += 1;
        }
        self.open.push((node.game.clone(), node.depth, node.window.is_null(), 0));
    }

    fn leave(&mut self, _: Value, _: ExitReason) {
        self.open.pop();
    }
}

/// How many quiet and tactical moves were searched late.
fn late<H: Heuristic<Shogi> + Clone>(order: H, options: &AlphaBetaOptions) -> [usize; 2] {
    let watch = Watch::default();
    for game in middle_games().step_by(16) {
        let search = AlphaBeta::new(Material, order.clone(), options.clone());
        search.with_trace(watch.clone()).run(&game, &Limits::depth(3));
    }
    let found = watch.found.lock().expect("no panic");
    *found
}

#[test]
fn captures_that_cannot_win_enough_are_left_out() {
    let futile_captures = |on: bool| {
        let options =
            AlphaBetaOptions { futility: 100, futile_captures: on, ..AlphaBetaOptions::default() };
        late((), &options)
    };
    let [[quiet, tactical], [as_quiet, fewer]] = [false, true].map(futile_captures);
    assert!(tactical > 500 && fewer < tactical / 2, "{tactical} {fewer}");
    assert!(as_quiet * 10 > quiet * 9, "{quiet} {as_quiet}");
}

/// Speaks for half of the moves, and against the others.
#[derive(Clone)]
struct Halves(Shuffled);

impl Heuristic<Shogi> for Halves {
    fn score(&mut self, node: &NodeInfo<'_, Shogi>, moves: &[Move], scores: &mut [i32]) {
        self.0.score(node, moves, scores);
        scores.iter_mut().for_each(|score| *score = if *score & 1 == 0 { 50 } else { -50 });
    }
}

#[test]
fn quiet_moves_that_orderings_speak_against_are_left_out() {
    let at = |history_pruning: u32| {
        let options = AlphaBetaOptions { history_pruning, ..AlphaBetaOptions::default() };
        late(Halves(Shuffled { seed: 1 }), &options)
    };
    let [none, some, far] = [0, 49, 50].map(at);
    assert_eq!(far, none, "as much as it takes, not more");
    assert!(some[0] * 5 < none[0] * 4, "{some:?} {none:?}");
    assert!(some[1] * 2 > none[1], "{some:?} {none:?}");
}
