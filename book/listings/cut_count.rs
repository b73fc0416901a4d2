//! The ordering plug-in of the how-to: a move that cut before is tried early.

// ANCHOR: use
use starboard::{Engine, GameEntry};
use starboard_core::{Contribution, Game, Heuristic, HistoryTable, Limits, NodeInfo};
use starboard_search::{AlphaBeta, AlphaBetaOptions, Searcher};
use starboard_small::{
    ConnectFour,
    connect_four::{Threats, positions},
};
// ANCHOR_END: use

// ANCHOR: plugin
/// Counts how often each move cut, anywhere in the tree.
#[derive(Clone)]
pub struct CutCount<G: Game> {
    cuts: HistoryTable<G>,
}

impl<G: Game> Default for CutCount<G> {
    fn default() -> Self {
        Self { cuts: HistoryTable::default() }
    }
}

impl<G: Game> Heuristic<G> for CutCount<G> {
    fn score(&mut self, node: &NodeInfo<'_, G>, moves: &[G::Move], scores: &mut [i32]) {
        let mover = node.game.mover();
        for (&m, score) in moves.iter().zip(scores) {
            *score += self.cuts.get(mover, m);
        }
    }

    fn refuted(&mut self, node: &NodeInfo<'_, G>, _tried: &[G::Move], cut: G::Move) {
        // A cut high up in the tree saves more.
        let worth = (node.depth * node.depth) as i32;
        let count = self.cuts.get_mut(node.game.mover(), cut);
        *count = count.saturating_add(worth).min(16_384);
    }

    fn new_iteration(&mut self) {
        self.cuts.slots_mut().iter_mut().for_each(|count| *count /= 2);
    }

    fn clear(&mut self) {
        self.cuts.slots_mut().fill(0);
    }

    fn explain(&mut self, node: &NodeInfo<'_, G>, m: G::Move, out: &mut Vec<Contribution>) {
        let score = self.cuts.get(node.game.mover(), m);
        out.push(Contribution { part: "cut-count", score, why: format!("cuts worth {score}") });
    }
}
// ANCHOR_END: plugin

// ANCHOR: ablation
/// The nodes that all positions take with this ordering, and the values found.
fn nodes(order: impl Heuristic<ConnectFour> + Clone) -> (u64, Vec<i32>) {
    let mut search = AlphaBeta::new(Threats, order, AlphaBetaOptions::default());
    let mut total = 0;
    let values = positions().into_iter().map(|position| {
        search.clear();
        let report = search.run(&position, &Limits::depth(6));
        total += report.counters.nodes;
        report.value.raw()
    });
    let values = values.collect();
    (total, values)
}

#[test]
fn it_saves_nodes_and_changes_no_value() {
    let (without, expected) = nodes(());
    let (with, values) = nodes(CutCount::default());
    assert_eq!(values, expected);
    assert!(with < without, "{with} nodes with, {without} without");
}
// ANCHOR_END: ablation

// ANCHOR: register
/// Connect Four whose engines may name the plug-in.
fn connect_four() -> GameEntry<ConnectFour> {
    starboard_small::entries::connect_four().order(
        "cut-count",
        "tries early what cut before",
        CutCount::default(),
    )
}

#[test]
fn descriptions_name_it() {
    let entry = connect_four();
    let mut engine = Engine::new(&entry, "alpha-beta(depth=4) + killers + cut-count").unwrap();
    let report = engine.run(entry.start(), &Limits::default());
    assert_eq!(report.depth, 4);
    // `with` replaces the built-in game of the same name.
    let _program = || starboard_cli::run(&starboard_cli::builtin().with(connect_four()));
}
// ANCHOR_END: register
