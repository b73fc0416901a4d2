//! MTD(f) returns the value and the best moves of plain minimax, on trees
//! nobody thought of.

use std::sync::Arc;

use proptest::prelude::*;
use starboard_core::{
    Game, Limits, TranspositionTable,
    testing::{HashEval, Knowledge, RandomTree, Shuffled},
};
use starboard_search::{
    AlphaBetaOptions, Mtdf, Searcher,
    minimax::{minimax, root_values},
};

type Tree = RandomTree<false>;

proptest! {
    #![proptest_config(ProptestConfig { cases: 1024, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn value_and_best_moves_are_those_of_minimax(
        seed: u64, depth in 0..7_u32, tight: bool, shuffle: u64, table_depth in 0..4_u32,
    ) {
        let (tree, mut eval) = (Tree::new(seed), HashEval::default());
        let expected = minimax(&tree, depth, &mut eval);
        let mut best = root_values(&tree, depth, &mut eval);
        best.retain(|&(_, value)| value == expected);
        let best: Vec<_> = best.into_iter().map(|(m, _)| m).collect();

        let eval = HashEval(if tight { Knowledge::Tight } else { Knowledge::Nothing });
        let options = AlphaBetaOptions { table_depth, ..AlphaBetaOptions::default() };
        let table = Arc::new(TranspositionTable::new(0));
        let mut mtdf = Mtdf::new(eval, Shuffled { seed: shuffle }, options, table);
        for all_ties in [true, false, true] {
            let report = mtdf.run(&tree, &Limits { all_ties, ..Limits::depth(depth) });
            prop_assert_eq!(report.value, expected);
            if all_ties {
                prop_assert_eq!(&report.best_moves, &best);
            } else {
                prop_assert_eq!(report.best_moves.len(), best.len().min(1));
                prop_assert!(report.best_moves.iter().all(|m| best.contains(m)));
            }
            let mut game = tree.clone();
            for &m in &report.pv {
                let mut moves = Vec::new();
                game.options(&mut moves);
                prop_assert!(moves.contains(&m), "{m:?} in {:?}", report.pv);
                game.play(m);
            }
            prop_assert_eq!(report.pv.first(), report.best_moves.first());
        }
    }

    #[test]
    fn selective_options_come_to_an_end(seed: u64, selective: [bool; 4], null_move in 0..4_u32) {
        let [internal_reduction, late_move_reductions, quiescence, deeper_entries] = selective;
        let options = AlphaBetaOptions {
            internal_reduction,
            late_move_reductions,
            null_move,
            quiescence,
            deeper_entries,
            ..AlphaBetaOptions::default()
        };
        let (tree, table) = (Tree::new(seed), Arc::new(TranspositionTable::new(0)));
        let report = Mtdf::new(HashEval::default(), (), options, table).run(&tree, &Limits::depth(7));
        prop_assert!(report.depth > 0 || report.best_moves.is_empty());
    }
}
