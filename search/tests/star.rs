//! Star1, Star2 and expectimax return the value of plain minimax, on trees
//! nobody thought of.

use std::sync::Arc;

use proptest::prelude::*;
use starboard_core::{
    BoundType, Bounds, Evaluator, Game, Limits, TranspositionTable, Value, Window,
    testing::{HashEval, Knowledge, RandomTree},
};
use starboard_search::{
    ChanceProbCut, Expectimax, Probing, Sampling, Searcher, Star, StarOptions,
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
            ..StarOptions::default()
        },
    )
}

fn probcut() -> impl Strategy<Value = ChanceProbCut> {
    (1..60_u32, 1..4_u32, 1..4_u32, 500..2000_u32, -9..9_i32).prop_map(
        |(margin, depth, reduction, slope, shift)| ChanceProbCut {
            margin,
            depth,
            reduction,
            slope,
            shift,
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

    /// Of the outcomes that are drawn, Star1 and Star2 find what expectimax finds.
    #[test]
    fn of_samples_they_find_what_expectimax_finds(
        seed: u64, depth in 0..6_u32, options in options(), table: bool, threads in 1..3_usize,
        samples in 1..4_u32, common: bool, numbers: u64,
    ) {
        let (tree, eval) = (RandomTree::<true>::new(seed), HashEval::default());
        let sampling = Sampling { samples, common, seed: numbers };
        let mut star = Star::new(eval, (), StarOptions { threads, sampling, ..options });
        prop_assert!(!Searcher::<RandomTree<true>>::is_exact(&star));
        if table {
            star = star.with_table(Arc::new(TranspositionTable::new(0)));
        }
        let limits = Limits::depth(depth).with_all_ties();
        let full = Expectimax::new(eval).with_sampling(sampling).run(&tree, &limits);
        for _ in 0..2 {
            let report = star.run(&tree, &limits);
            prop_assert_eq!(report.value, full.value);
            prop_assert_eq!(&report.best_moves, &full.best_moves);
            check_line(&tree, &report.pv)?;
        }
    }

    /// A margin as wide as all values prunes nothing; one that no value of these trees exceeds
    /// prunes only where the window lies further out than they do, which changes no value;
    /// with any other, what is found is a value that the evaluator allows.
    #[test]
    fn chance_probcut_prunes_by_its_margin(
        seed: u64, depth in 0..5_u32, options in options(), table: bool, threads in 1..3_usize,
        probcut in probcut(), tight: bool,
    ) {
        let knowledge = if tight { Knowledge::Tight } else { Knowledge::Nothing };
        let (tree, eval) = (RandomTree::<true>::new(seed), HashEval(knowledge));
        let limits = Limits::depth(depth);
        let run = |probcut| {
            let mut star = Star::new(eval, (), StarOptions { threads, probcut, ..options });
            if table {
                star = star.with_table(Arc::new(TranspositionTable::new(0)));
            }
            [star.run(&tree, &limits), star.run(&tree, &limits)]
        };
        let exact = minimax(&tree, depth, &mut eval.clone());
        for report in run(ChanceProbCut { margin: u32::MAX, ..probcut }) {
            prop_assert_eq!(report.value, exact);
            prop_assert_eq!(report.counters.probcuts, 0);
        }
        for report in run(ChanceProbCut { margin: 1_000_000, ..probcut }) {
            prop_assert_eq!(report.value, exact);
        }
        for report in run(probcut) {
            prop_assert!(eval.bounds(&tree).contains(report.value));
            check_line(&tree, &report.pv)?;
        }
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

/// Where no outcome that is drawn at one depth leads to an evaluation, others may at the next.
#[test]
fn other_samples_are_drawn_at_every_depth() {
    let (tree, eval) = (RandomTree::<true>::new(1_081_033_366_602_841_669), HashEval::default());
    let sampling = Sampling { samples: 1, common: false, seed: 1_111_875_011_843_946_639 };
    let options = StarOptions { sampling, ..StarOptions::star1() };
    let found = Star::new(eval, (), options).run(&tree, &Limits::depth(4));
    let full = Expectimax::new(eval).with_sampling(sampling).run(&tree, &Limits::depth(4));
    assert_eq!((found.depth, found.value), (4, full.value));
    assert_eq!(found.bound, BoundType::Estimate);
}
