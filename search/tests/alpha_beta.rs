//! Alpha-beta returns the value and the best moves of plain minimax, on trees
//! nobody thought of.

use std::sync::Arc;

use proptest::prelude::*;
use rand::RngExt;
use starboard_core::{
    Bounds, Game, Limits, Node, Report, TranspositionTable, Value, Window, rng,
    testing::{HashEval, Knowledge, RandomTree, Shuffled},
};
use starboard_search::{
    AlphaBeta, AlphaBetaOptions, Searcher,
    minimax::{minimax, root_values},
};
use starboard_small::{ConnectFour, connect_four::Threats};

type Tree = RandomTree<false>;
type Move = <Tree as Game>::Move;

/// Every option that is not selective.
fn exact() -> impl Strategy<Value = AlphaBetaOptions> {
    let aspiration = prop_oneof![Just(0), 1..20_u32];
    (any::<bool>(), aspiration, any::<bool>(), 0..4_u32, 0..4_u32, 0..5_u32).prop_map(
        |(pvs, aspiration, iterative, table_depth, small_table_depth, etc)| AlphaBetaOptions {
            pvs,
            aspiration,
            iterative,
            table_depth,
            small_table_depth,
            enhanced_cutoffs: etc,
            ..AlphaBetaOptions::default()
        },
    )
}

/// Every option.
fn any_options() -> impl Strategy<Value = AlphaBetaOptions> {
    let null_move = (0..4_u32, 0..4_u32, prop_oneof![Just(0), 1..20_u32], 0..6_u32);
    let reductions = (0..200_u32, 0..3_u32, 0..4_u32, 0..3_u32);
    let margins = (prop::collection::vec(prop_oneof![Just(0), 1..30_u32], 7), 0..7_u32);
    (exact(), any::<[bool; 16]>(), null_move, reductions, margins).prop_map(
        |(exact, switches, null_move, reductions, (margins, singular))| AlphaBetaOptions {
            internal_reduction: switches[0],
            late_move_reductions: switches[1],
            reduce_root: switches[2],
            reduction_divisor: reductions.0,
            reduction_score: reductions.1,
            reduce_cut_nodes: switches[3],
            late_move_pruning: switches[4],
            late_move_base: reductions.2,
            late_move_growth: reductions.3,
            futility: margins[0],
            prune_reduced: switches[5],
            improving: switches[6],
            correction: margins[5],
            keep_checks: switches[7],
            exchange_pruning: margins[1],
            history_pruning: margins[6],
            futile_captures: switches[15],
            razoring: margins[2],
            probcut: margins[3],
            singular,
            singular_margin: margins[4],
            null_move: null_move.0,
            null_depth: null_move.1,
            null_lead: null_move.2,
            null_verification: null_move.3,
            check_extension: switches[8],
            quiescence: switches[9],
            quiescence_table: switches[10],
            deeper_entries: switches[11],
            reduce_losing: switches[12],
            safe_checks: switches[13],
            spare_pv: switches[14],
            ..exact
        },
    )
}

fn knowledge() -> impl Strategy<Value = Knowledge> {
    prop_oneof![Just(Knowledge::Nothing), Just(Knowledge::Fixed), Just(Knowledge::Tight)]
}

fn table(on: bool) -> Option<Arc<TranspositionTable>> {
    on.then(|| Arc::new(TranspositionTable::new(0)))
}

/// A search, with its moves shuffled if there is a seed to.
fn search(
    knowledge: Knowledge,
    shuffle: Option<u64>,
    options: AlphaBetaOptions,
    with_table: bool,
) -> Box<dyn Searcher<Tree>> {
    let eval = HashEval(knowledge);
    match (shuffle, table(with_table)) {
        (None, None) => Box::new(AlphaBeta::new(eval, (), options)),
        (None, Some(table)) => Box::new(AlphaBeta::new(eval, (), options).with_table(table)),
        (Some(seed), None) => Box::new(AlphaBeta::new(eval, Shuffled { seed }, options)),
        (Some(seed), Some(table)) => {
            Box::new(AlphaBeta::new(eval, Shuffled { seed }, options).with_table(table))
        }
    }
}

fn best_moves(tree: &Tree, depth: u32, value: Value) -> Vec<Move> {
    let values = root_values(tree, depth, &mut HashEval::default());
    values.into_iter().filter(|&(_, v)| v == value).map(|(m, _)| m).collect()
}

/// The line is legal and, unless a table may have cut it, leads to where the
/// value comes from.
fn check_line(tree: &Tree, report: &Report<Move>, whole: bool) -> Result<(), TestCaseError> {
    let mut game = tree.clone();
    for &m in &report.pv {
        let mut moves = Vec::new();
        game.options(&mut moves);
        prop_assert!(moves.contains(&m), "{m:?} in {:?}", report.pv);
        game.play(m);
    }
    prop_assert_eq!(report.pv.first(), report.best_moves.first());
    let over = match game.node() {
        Node::Over(value) => Some(value),
        _ => None,
    };
    if whole {
        prop_assert!(over.is_some() || report.pv.len() as u32 == report.depth);
        let end = over.unwrap_or_else(|| game_value(&game));
        let end = if game.mover() == tree.mover() { end } else { -end };
        prop_assert_eq!(end, report.value);
    }
    Ok(())
}

fn game_value(game: &Tree) -> Value {
    minimax(game, 0, &mut HashEval::default())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1024, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn value_and_best_moves_are_those_of_minimax(
        seed: u64, depth in 0..7_u32, knowledge in knowledge(), shuffle: Option<u64>,
        options in exact(), table: bool,
    ) {
        let tree = Tree::new(seed);
        let expected = minimax(&tree, depth, &mut HashEval::default());
        let best = best_moves(&tree, depth, expected);
        prop_assert!(options.is_exact());
        let mut search = search(knowledge, shuffle, options, table);
        for all_ties in [true, false, true] {
            let limits = Limits { all_ties, ..Limits::depth(depth) };
            let report = search.run(&tree, &limits);
            prop_assert_eq!(report.value, expected);
            if all_ties {
                prop_assert_eq!(&report.best_moves, &best);
            } else {
                prop_assert_eq!(report.best_moves.len(), best.len().min(1));
                prop_assert!(report.best_moves.iter().all(|m| best.contains(m)));
            }
            if depth > 0 {
                check_line(&tree, &report, !table)?;
            }
        }
    }

    #[test]
    fn outside_the_window_the_value_is_a_bound(
        seed: u64, depth in 0..7_u32, knowledge in knowledge(), shuffle: Option<u64>,
        options in exact(), table: bool, windows in prop::collection::vec((-40..40_i32, 1..20_i32), 1..5),
    ) {
        let tree = Tree::new(seed);
        let mut search = search(knowledge, shuffle, options, table);
        // One after another, with what the table kept of those before.
        for (alpha, width) in windows {
            let window = Window { alpha: Value::new(alpha), beta: Value::new(alpha + width) };
            for depth in [depth, depth / 2, depth] {
                let expected = minimax(&tree, depth, &mut HashEval::default());
                let found = search.search_window(&tree, depth, window).expect("it has windows");
                prop_assert!(
                    Bounds::proven(found, window).contains(expected),
                    "{found:?} for {expected:?} in {window:?}"
                );
            }
        }
    }

    #[test]
    fn threads_change_nothing(
        seed: u64, depth in 0..7_u32, options in exact(), threads in 2..4_usize,
    ) {
        let tree = Tree::new(seed);
        let expected = minimax(&tree, depth, &mut HashEval::default());
        let options = AlphaBetaOptions { threads, ..options };
        let mut search = search(Knowledge::Nothing, None, options, true);
        let report = search.run(&tree, &Limits::depth(depth).with_all_ties());
        prop_assert_eq!(report.value, expected);
        prop_assert_eq!(report.best_moves, best_moves(&tree, depth, expected));
    }

    /// Whatever is pruned, the line is legal and solved games are solved.
    #[test]
    fn selective_searches_are_consistent(
        seed: u64, height in 0..7_u8, depth in 0..9_u32, shuffle: Option<u64>,
        options in any_options(), table: bool,
    ) {
        let tree = Tree::with_height(seed, height);
        let mut search = search(Knowledge::Nothing, shuffle, options.clone(), table);
        let report = search.run(&tree, &Limits::depth(depth).with_all_ties());
        if depth > 0 {
            check_line(&tree, &report, false)?;
        }
        let kept = AlphaBetaOptions {
            quiescence: false,
            check_extension: false,
            deeper_entries: false,
            ..options.clone()
        };
        let pruned = !kept.is_exact();
        if depth >= u32::from(height) && !pruned {
            prop_assert_eq!(report.value, minimax(&tree, depth, &mut HashEval::default()));
        }
    }

    #[test]
    fn a_stopped_search_keeps_the_last_whole_iteration(
        seed: u64, nodes in 0..500_u64, options in exact(), table: bool,
    ) {
        let tree = Tree::new(seed);
        let options = AlphaBetaOptions { iterative: true, ..options };
        let mut search = search(Knowledge::Nothing, None, options, table);
        let limits = Limits { nodes: Some(nodes), ..Limits::depth(9) }.with_all_ties();
        let report = search.run(&tree, &limits);
        prop_assert!(report.counters.nodes <= nodes);
        if report.depth > 0 {
            let expected = minimax(&tree, report.depth, &mut HashEval::default());
            prop_assert_eq!(report.value, expected);
            prop_assert_eq!(report.best_moves, best_moves(&tree, report.depth, expected));
        } else if let Node::Over(value) = tree.node() {
            prop_assert_eq!(report.value, value);
            prop_assert!(report.best_moves.is_empty());
        } else {
            prop_assert_eq!(report.best_moves.len(), 1, "any move is better than none");
        }
    }

    /// Once all games have ended, deeper iterations are not begun.
    #[test]
    fn stops_when_all_is_searched(seed: u64, height in 0..7_u8, options in exact(), table: bool) {
        let tree = Tree::with_height(seed, height);
        let mut search = search(Knowledge::Nothing, None, options, table);
        let report = search.run(&tree, &Limits::default());
        prop_assert_eq!(report.value, minimax(&tree, u32::from(height), &mut HashEval::default()));
        prop_assert!(report.depth <= u32::from(height) + 1);
    }

    #[test]
    fn the_same_search_twice_counts_the_same(seed: u64, options in any_options(), table: bool) {
        let tree = Tree::new(seed);
        let run = |search: &mut dyn Searcher<Tree>| search.run(&tree, &Limits::depth(6)).counters;
        let first = run(&mut *search(Knowledge::Nothing, None, options.clone(), table));
        let mut again = search(Knowledge::Nothing, None, options, table);
        prop_assert_eq!(&run(&mut *again), &first);
        again.clear();
        prop_assert_eq!(&run(&mut *again), &first);
    }
}

#[test]
fn what_is_certain_at_sight_changes_no_value() {
    let mut decided = 0;
    for seed in 0..400 {
        let (mut game, mut rng) = (ConnectFour::default(), rng(seed, 0));
        for _ in 0..rng.random_range(6..30) {
            let mut moves = Vec::new();
            game.options(&mut moves);
            let Some(&m) = moves.get(rng.random_range(..moves.len().max(1))) else { break };
            game.play(m);
        }
        if game.node() != Node::Decision {
            continue;
        }
        for depth in 1..=4 {
            let expected = minimax(&game, depth, &mut Threats);
            decided += u32::from(expected.raw().abs() > 900);
            for options in [AlphaBetaOptions::default(), AlphaBetaOptions::plain()] {
                let mut plain = AlphaBeta::new(Threats, (), options.clone());
                let mut shuffled = AlphaBeta::new(Threats, Shuffled { seed }, options);
                let limits = Limits::depth(depth);
                let values = [plain.run(&game, &limits), shuffled.run(&game, &limits)];
                for report in values {
                    assert_eq!(report.value, expected, "{} to depth {depth}", game.format());
                }
            }
        }
    }
    assert!(decided > 200, "{decided}");
}
