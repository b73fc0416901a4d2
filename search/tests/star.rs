//! Star1, Star2 and expectimax return the value of plain minimax, on trees
//! nobody thought of.

use std::sync::Arc;

use proptest::prelude::*;
use starboard_core::{
    BoundType, Bounds, Evaluator, Game, Limits, TranspositionTable, Value, Window,
    testing::{HashEval, Knowledge, RandomTree},
};
use starboard_search::{
    Expectimax, Probing, Searcher, Star, StarOptions,
    minimax::{minimax, root_values},
};

fn options() -> impl Strategy<Value = StarOptions> {
    (0..4_u32, any::<bool>(), 0..4_u32, any::<bool>(), any::<bool>(), 1..4_u32).prop_map(
        |(factor, cyclic, static_order, good_moves, iterative, table_depth)| StarOptions {
            probing: Probing { factor, cyclic },
            iterative,
            static_order,
            good_moves,
            table_depth,
            threads: 1,
        },
    )
}

/// The line is legal.
fn check_line<G: Game>(position: &G, line: &[G::Move]) -> Result<(), TestCaseError> {
    let mut game = position.clone();
    for &m in line {
        let mut options = Vec::new();
        game.options(&mut options);
        prop_assert!(options.contains(&m), "{m:?} in {line:?}");
        game.play(m);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1024, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn value_and_best_moves_are_those_of_minimax(
        seed: u64, depth in 0..5_u32, options in options(), table: bool, threads in 1..3_usize,
        tight: bool,
    ) {
        let knowledge = if tight { Knowledge::Tight } else { Knowledge::Nothing };
        let (tree, mut eval) = (RandomTree::<true>::new(seed), HashEval(knowledge));
        let expected = minimax(&tree, depth, &mut eval);
        let mut best = root_values(&tree, depth, &mut eval);
        best.retain(|&(_, value)| value == expected);
        let best: Vec<_> = best.into_iter().map(|(m, _)| m).collect();

        let mut star = Star::new(eval, (), StarOptions { threads, ..options });
        let mut full = Expectimax::new(eval);
        if table {
            star = star.with_table(Arc::new(TranspositionTable::new(0)));
            full = full.with_table(Arc::new(TranspositionTable::new(0)));
        }
        let limits = Limits::depth(depth).with_all_ties();
        for _ in 0..2 {
            let report = star.run(&tree, &limits);
            prop_assert_eq!(report.value, expected);
            prop_assert_eq!(&report.best_moves, &best);
            check_line(&tree, &report.pv)?;
        }
        let report = full.run(&tree, &limits);
        prop_assert_eq!(report.value, expected);
        prop_assert_eq!(&report.best_moves, &best);
    }

    #[test]
    fn outside_the_window_the_value_is_a_bound(
        seed: u64, depth in 0..5_u32, options in options(), table: bool,
        alpha in -40..40_i32, gap in 1..20_i32, tight: bool,
    ) {
        let knowledge = if tight { Knowledge::Tight } else { Knowledge::Nothing };
        let (tree, mut eval) = (RandomTree::<true>::new(seed), HashEval(knowledge));
        let exact = minimax(&tree, depth, &mut eval);
        let window = Window { alpha: Value::new(alpha), beta: Value::new(alpha + gap) };
        let mut star = Star::new(eval, (), options);
        if table {
            star = star.with_table(Arc::new(TranspositionTable::new(0)));
        }
        let got = star.search_window(&tree, depth, window).expect("it has windows");
        prop_assert!(Bounds::proven(got, window).contains(exact), "{got:?} for {exact:?} in {window:?}");
        prop_assert!(eval.bounds(&tree).contains(exact));
    }

    #[test]
    fn a_stopped_search_keeps_what_it_found(seed: u64, nodes in 1..500_u64, options in options()) {
        let tree = RandomTree::<true>::new(seed);
        let limits = Limits { nodes: Some(nodes), ..Limits::depth(5) };
        let mut star = Star::new(HashEval::default(), (), StarOptions { iterative: true, ..options });
        let report = star.run(&tree, &limits);
        prop_assert!(report.counters.nodes <= nodes);
        let value = |depth| minimax(&tree, depth, &mut HashEval::default());
        match report.bound {
            BoundType::Exact => prop_assert_eq!(report.value, value(report.depth)),
            // A better move that the next iteration found.
            BoundType::Lower => prop_assert!(report.value <= value(report.depth + 1)),
            bound => prop_assert_eq!((bound, report.depth), (BoundType::Estimate, 0)),
        }
    }
}
