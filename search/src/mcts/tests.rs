//! Monte-Carlo tree search against minimax and against itself.

mod policy;

use starboard_core::{
    Bounds, StoppedBy,
    spec::Spec,
    testing::{HashEval, Knowledge, RandomTree},
};
use starboard_small::TicTacToe;

use super::*;
use crate::minimax::root_values;

type Tree = RandomTree<true>;

/// Thinks every unfinished game even; a win is worth ten.
#[derive(Clone)]
struct Even;

impl Evaluator<TicTacToe> for Even {
    fn evaluate(&mut self, _: &TicTacToe) -> Value {
        Value::ZERO
    }
    fn bounds(&self, _: &TicTacToe) -> Bounds {
        Bounds::symmetric(Value::new(10))
    }
}

/// A report without the time it took, to be compared with another.
fn untimed<M>(report: Report<M>) -> Report<M> {
    Report { times: Default::default(), ..report }
}

/// What is found with these options; checks that it is the same again in a search
/// that was used before.
#[track_caller]
fn search(root: &Tree, options: MctsOptions, limits: &Limits) -> Report<<Tree as Game>::Move> {
    let mut search = Mcts::new(HashEval(Knowledge::Tight), options);
    let first = untimed(search.run(root, limits));
    assert_eq!(first, untimed(search.run(root, limits)), "{options:?}");
    first
}

#[test]
fn wins_and_blocks() {
    for (board, expected) in [
        // Win at once.
        ("x.o/.o./x..", "3"),
        ("xx./.o./...", "2"),
        ("x.o/xo./...", "6"),
        // Block.
        ("xx./.o./...", "2"),
        // Only the centre holds against a corner.
        ("x../.../...", "4"),
    ] {
        let root = TicTacToe::parse(board).expect(board);
        for playout in [0, 9] {
            for widening in [0.0, 2.0] {
                let options = MctsOptions { playout, widening, ..MctsOptions::default() };
                let report = Mcts::new(Even, options).run(&root, &Limits::nodes(60_000));
                let best = root.format_move(report.best_moves[0]);
                assert_eq!(best, expected, "{board} with {options:?}");
                assert_eq!(report.pv[0], report.best_moves[0]);
                assert_eq!(report.candidates[0].m, report.best_moves[0]);
            }
        }
    }
}

/// On trees small enough to solve, the move found is at most a grid point worse
/// than the best, and nearly always as good.
#[test]
fn converges_to_expectimax() {
    let eval = HashEval(Knowledge::Tight);
    let (mut trees, mut best_found) = (0, 0);
    for seed in 0..200 {
        let root = Tree::with_height(seed, 5);
        let values = root_values(&root, 99, &mut eval.clone());
        if values.len() < 2 {
            continue;
        }
        let report = search(&root, MctsOptions::default(), &Limits::nodes(40_000));
        let of = |m| values.iter().find(|(other, _)| *other == m).expect("a move of the root").1;
        let best = values.iter().map(|&(_, value)| value).max().expect("two at least");
        let found = of(report.best_moves[0]);
        assert!(found >= best - Value::new(1), "seed {seed}: {found:?} for {best:?}");
        trees += 1;
        best_found += u32::from(found == best);
    }
    assert!(trees >= 80 && best_found * 20 >= trees * 19, "{best_found} of {trees}");
}

#[test]
fn the_same_seed_gives_the_same_report() {
    let root = Tree::new(11);
    let all = MctsOptions { playout: 3, widening: 1.0, ..MctsOptions::default() };
    for threads in [1, 3] {
        for limits in [Limits::nodes(5000), Limits::default()] {
            let options = MctsOptions { threads, simulations: 900, ..all };
            let report = search(&root, options, &limits);
            let other = search(&root, MctsOptions { seed: 1, ..options }, &limits);
            assert_ne!(report.counters, other.counters, "another seed, another search");
        }
    }
}

/// The number of simulations doubles from one report to the next, and each report is that of a
/// search which ends there.
#[test]
fn what_is_said_on_the_way_is_what_a_shorter_search_finds() {
    let root = (0..).map(Tree::new).find(|root| root.node() == Node::Decision);
    let root = root.expect("a decision");
    for threads in [1, 3] {
        let of = |each: u64| {
            let simulations = each * threads as u64;
            MctsOptions { threads, simulations, widening: 1.0, ..MctsOptions::default() }
        };
        let mut said = Vec::new();
        let report = Mcts::new(HashEval(Knowledge::Tight), of(1000)).search(
            &root,
            &Root::default(),
            &Limits::default(),
            &Stop::default(),
            &mut |report: &Report<_>| said.push(report.clone()),
        );
        let each = [128, 256, 512, 1000];
        assert_eq!(said.len(), each.len());
        for (said, each) in said.iter().zip(each) {
            let alone = search(&root, of(each), &Limits::default());
            assert_eq!(said.counters, alone.counters, "{each} simulations");
            assert_eq!(said.candidates, alone.candidates, "{each} simulations");
        }
        assert_eq!(said[3].counters, report.counters);
    }
}

#[test]
fn limits_hold() {
    let root = (0..).map(Tree::new).find(|root| root.node() == Node::Decision);
    let root = root.expect("a decision");
    let options = MctsOptions { simulations: 700, ..MctsOptions::default() };

    let report = search(&root, options, &Limits::nodes(3000));
    assert_eq!((report.counters.nodes, report.stopped_by), (3000, StoppedBy::Nodes));
    let report = search(&root, MctsOptions { threads: 4, ..options }, &Limits::nodes(3000));
    assert_eq!((report.counters.nodes, report.stopped_by), (3000, StoppedBy::Nodes));

    let report = search(&root, options, &Limits::default());
    let visits = report.counters.nodes;
    assert!(visits > 700 && report.stopped_by == StoppedBy::Depth, "{visits}");

    // A limit that only keeps it from going on for ever is not used up.
    let capped = Limits { nodes: Some(1_000_000), last_resort: true, ..Limits::default() };
    assert_eq!(search(&root, options, &capped).counters.nodes, visits);
    let report = search(&root, options, &Limits { nodes: Some(300), ..capped });
    assert_eq!((report.counters.nodes, report.stopped_by), (300, StoppedBy::Nodes));

    let report = search(&root, options, &Limits::depth(2));
    assert_eq!((report.depth, report.seldepth), (2, 2));
    let report = search(&root, options, &Limits::depth(0));
    assert_eq!((report.depth, report.best_moves.len()), (0, 1));
    assert_eq!(report.value, HashEval::default().evaluate(&root));

    let few = Limits { evaluations: Some(50), ..Limits::default() };
    assert!(search(&root, options, &few).counters.evaluations <= 50);
    // Everything there is was evaluated long before; it ends all the same.
    let many = Limits { evaluations: Some(20_000), ..Limits::default() };
    let small = Tree::with_height(2, 3);
    let report = search(&small, options, &many);
    assert!(report.counters.evaluations < 1000);
    assert_eq!(report.stopped_by, StoppedBy::Evaluations);
}

#[test]
fn stops_on_request() {
    let root = (0..).map(Tree::new).find(|root| root.node() == Node::Decision);
    let root = root.expect("a decision");
    for threads in [1, 2] {
        let stop = Stop::default();
        stop.request();
        let options = MctsOptions { threads, ..MctsOptions::default() };
        let mut search = Mcts::new(HashEval::default(), options);
        let report = search.search(
            &root,
            &starboard_core::Root::default(),
            &Limits::nodes(1 << 40),
            &stop,
            &mut (),
        );
        assert_eq!(report.stopped_by, StoppedBy::Request);
        assert!(report.counters.nodes <= 1024 * threads as u64, "{}", report.counters.nodes);
        assert!(!report.best_moves.is_empty());
    }
}

#[test]
fn a_full_tree_goes_on_without_growing() {
    let root = Tree::new(11);
    for capacity in [1, 40] {
        let options = MctsOptions { capacity, ..MctsOptions::default() };
        let mut search = Mcts::new(HashEval::default(), options);
        let report = search.run(&root, &Limits::nodes(20_000));
        assert_eq!(report.counters.nodes, 20_000);
        assert!(report.counters.evaluations < 300, "{}", report.counters.evaluations);
    }
}

#[test]
fn finished_games_and_chance_nodes_have_no_best_move() {
    for seed in 0..40 {
        let root = Tree::with_height(seed, 4);
        let report = search(&root, MctsOptions::default(), &Limits::nodes(3000));
        match root.node() {
            Node::Over(value) => assert_eq!(report, Report { value, ..Report::default() }),
            Node::Chance => assert!(report.best_moves.is_empty() && report.pv.is_empty()),
            Node::Decision => assert_eq!(report.pv[0], report.best_moves[0]),
        }
    }
}

#[test]
fn ties_in_visits_are_all_best() {
    // Each move of the empty board is visited once.
    let root = TicTacToe::parse(".../.../...").expect("an empty board");
    let options = MctsOptions { simulations: 9, ..MctsOptions::default() };
    let mut search = Mcts::new(Even, options);
    assert_eq!(search.run(&root, &Limits::default().with_all_ties()).best_moves.len(), 9);
    assert_eq!(search.run(&root, &Limits::default()).best_moves.len(), 1);
}

#[test]
fn options_are_declared_as_they_are() {
    use starboard_core::spec::Args;
    let declared = (MctsOptions::PARAMS.iter())
        .fold(Spec::named("mcts"), |spec, param| spec.with(param.name, param.default));
    let mut args = Args::new(&declared);
    assert_eq!(MctsOptions::read(&mut args), Ok(MctsOptions::default()));
    assert_eq!(args.finish(), Ok(()));
}
