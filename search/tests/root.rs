//! Some of the root moves, bonuses and several lines: every search that claims to be
//! exact finds what sorting all moves by minimax finds, and the others heed what they
//! say they do.

use std::{
    cmp::Reverse,
    sync::{Arc, Mutex},
};

use proptest::prelude::*;
use starboard_core::{
    BoundType, Game, Heuristic, Limits, Node, NodeInfo, Report, Root, Stop, TranspositionTable,
    Value,
    testing::{HashEval, Knowledge, RandomTree, Shuffled},
};
use starboard_search::{
    AlphaBeta, AlphaBetaOptions, Expectimax, Filtered, Mcts, MctsOptions, Mtdf, Probing,
    ProofNumber, RandomMover, Searcher, Star, StarOptions, minimax::root_values,
    proof::ProofOptions,
};

/// What is asked about the root, by the places of moves in the game's list.
#[derive(Clone, Debug)]
struct Asked {
    places: Option<Vec<usize>>,
    lines: usize,
    bonuses: Vec<(usize, i32)>,
    all_ties: bool,
}

fn asked() -> impl Strategy<Value = Asked> {
    let places = prop::option::of(prop::collection::vec(0..100_usize, 1..8));
    let bonuses = prop::collection::vec((0..100_usize, -30..30_i32), 0..5);
    (places, 1..5_usize, bonuses, any::<bool>())
        .prop_map(|(places, lines, bonuses, all_ties)| Asked { places, lines, bonuses, all_ties })
}

impl Asked {
    /// The same about the moves of a position.
    fn of<M: Copy + Eq + std::fmt::Debug>(&self, legal: &[M]) -> Root<M> {
        let at = |place: usize| legal[place % legal.len()];
        let mut bonuses: Vec<(M, Value)> = Vec::new();
        for &(place, bonus) in &self.bonuses {
            if bonuses.iter().all(|&(m, _)| m != at(place)) {
                bonuses.push((at(place), Value::new(bonus)));
            }
        }
        let moves = self.places.as_ref().map(|places| places.iter().map(|&i| at(i)).collect());
        Root { moves, multipv: self.lines, bonuses }
    }
}

fn run<G: Game>(
    search: &mut dyn Searcher<G>,
    position: &G,
    root: &Root<G::Move>,
    limits: &Limits,
) -> Report<G::Move> {
    search.search(position, root, limits, &Stop::default(), &mut ())
}

/// Compares a search with minimax on every move by itself.
fn check<const CHANCE: bool>(
    search: &mut dyn Searcher<RandomTree<CHANCE>>,
    tree: &RandomTree<CHANCE>,
    depth: u32,
    asked: &Asked,
) -> Result<(), TestCaseError> {
    let all = root_values(tree, depth, &mut HashEval::default());
    if all.is_empty() {
        return Ok(());
    }
    let legal: Vec<_> = all.iter().map(|&(m, _)| m).collect();
    let root = asked.of(&legal);
    let limits = Limits { all_ties: asked.all_ties, ..Limits::depth(depth) };
    let report = run(search, tree, &root, &limits);

    let value = |m| {
        let found = all.iter().find(|(other, _)| *other == m).map(|&(_, value)| value);
        found.expect("a legal move") + root.bonus(&m)
    };
    let chosen = root.among(legal);
    let mut sorted: Vec<_> = chosen.iter().map(|&m| value(m)).collect();
    sorted.sort_by_key(|&value| Reverse(value));
    let lines = asked.lines.min(sorted.len());
    prop_assert_eq!(report.value, sorted[0]);
    prop_assert_eq!(report.bound, BoundType::Exact);
    prop_assert_eq!(report.candidates.len(), chosen.len());
    for (i, c) in report.candidates.iter().enumerate() {
        if i < lines {
            prop_assert_eq!((c.bound, c.value), (BoundType::Exact, sorted[i]));
        }
        if c.bound == BoundType::Exact {
            prop_assert_eq!(c.value, value(c.m));
            check_line(tree, &c.pv)?;
            prop_assert_eq!(c.pv[0], c.m);
        } else {
            prop_assert_eq!(c.bound, BoundType::Upper);
            prop_assert!(value(c.m) <= c.value && c.value <= sorted[lines - 1]);
            prop_assert!(c.pv.is_empty());
        }
    }
    prop_assert_eq!(&report.pv, &report.candidates[0].pv);
    prop_assert_eq!(report.best_move(), report.best_moves.first());
    let best: Vec<_> = chosen.into_iter().filter(|&m| value(m) == sorted[0]).collect();
    if asked.all_ties {
        prop_assert_eq!(&report.best_moves, &best);
    } else {
        prop_assert!(report.best_moves.len() == 1 && best.contains(&report.best_moves[0]));
    }
    Ok(())
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

fn star_and_expectimax<const CHANCE: bool>(
    seed: u64,
    depth: u32,
    options: &StarOptions,
    with_table: bool,
    asked: &[Asked],
) -> Result<(), TestCaseError> {
    let (tree, eval) = (RandomTree::<CHANCE>::new(seed), HashEval(Knowledge::Tight));
    let mut star = Star::new(eval, (), options.clone());
    let mut full = Expectimax::new(eval);
    if let (Some(one), Some(other)) = (table(with_table), table(with_table)) {
        (star, full) = (star.with_table(one), full.with_table(other));
    }
    for asked in asked {
        check(&mut star, &tree, depth, asked)?;
        check(&mut full, &tree, depth, asked)?;
    }
    Ok(())
}

fn table(on: bool) -> Option<Arc<TranspositionTable>> {
    on.then(|| Arc::new(TranspositionTable::new(0)))
}

fn knowledge() -> impl Strategy<Value = Knowledge> {
    prop_oneof![Just(Knowledge::Nothing), Just(Knowledge::Fixed), Just(Knowledge::Tight)]
}

/// Every option that keeps alpha-beta exact.
fn alpha_beta() -> impl Strategy<Value = AlphaBetaOptions> {
    let aspiration = prop_oneof![Just(0), 1..20_u32];
    (any::<bool>(), aspiration, any::<bool>(), 0..4_u32, 0..4_u32, 0..5_u32, 1..3_usize).prop_map(
        |(pvs, aspiration, iterative, table_depth, small_table_depth, etc, threads)| {
            AlphaBetaOptions {
                pvs,
                aspiration,
                iterative,
                table_depth,
                small_table_depth,
                enhanced_cutoffs: etc,
                threads,
                ..AlphaBetaOptions::default()
            }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1024, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn alpha_beta_finds_what_sorting_finds(
        seed: u64, depth in 1..7_u32, options in alpha_beta(), knowledge in knowledge(),
        shuffle: u64, with_table: bool, asked in prop::collection::vec(asked(), 1..4),
    ) {
        let order = Shuffled { seed: shuffle };
        let mut search = AlphaBeta::new(HashEval(knowledge), order, options);
        if let Some(table) = table(with_table) {
            search = search.with_table(table);
        }
        // One after the other, with what the table kept of those before.
        for asked in asked {
            check(&mut search, &RandomTree::<false>::new(seed), depth, &asked)?;
            let whole = Asked { places: None, lines: 1, bonuses: Vec::new(), all_ties: true };
            check(&mut search, &RandomTree::<false>::new(seed), depth, &whole)?;
        }
    }

    #[test]
    fn mtdf_finds_what_sorting_finds(
        seed: u64, depth in 1..7_u32, knowledge in knowledge(), iterative: bool,
        table_depth in 0..4_u32, asked in prop::collection::vec(asked(), 1..4),
    ) {
        let options = AlphaBetaOptions { iterative, table_depth, ..AlphaBetaOptions::default() };
        let table = Arc::new(TranspositionTable::new(0));
        let mut search = Mtdf::new(HashEval(knowledge), (), options, table);
        for asked in asked {
            check(&mut search, &RandomTree::<false>::new(seed), depth, &asked)?;
        }
    }

    #[test]
    fn star_and_expectimax_find_what_sorting_finds(
        seed: u64, depth in 1..5_u32, factor in 0..3_u32, iterative: bool, threads in 1..3_usize,
        with_table: bool, asked in prop::collection::vec(asked(), 1..4),
    ) {
        let probing = Probing { factor, cyclic: false };
        let options = StarOptions { probing, iterative, threads, ..StarOptions::default() };
        star_and_expectimax::<true>(seed, depth, &options, with_table, &asked)?;
        star_and_expectimax::<false>(seed, depth, &options, with_table, &asked)?;
    }

    /// What the default asks for costs what it costs without saying so.
    #[test]
    fn the_default_is_the_same_search(seed: u64, options in alpha_beta()) {
        let options = AlphaBetaOptions { threads: 1, ..options };
        let tree = RandomTree::<false>::new(seed);
        let mut legal = Vec::new();
        if tree.node() == Node::Decision {
            tree.moves(&mut legal);
        }
        let all = Root::of(legal.clone()).with_bonuses([]);
        let mut search = AlphaBeta::new(HashEval::default(), (), options);
        let whole = search.run(&tree, &Limits::depth(5));
        if !legal.is_empty() {
            let named = run(&mut search, &tree, &all, &Limits::depth(5));
            prop_assert_eq!(named.counters, whole.counters);
            prop_assert_eq!(named.candidates, whole.candidates);
        }
    }
}

/// The moves of a tree whose root is a decision.
fn legal<const CHANCE: bool>(seed: u64) -> Option<(RandomTree<CHANCE>, Vec<Pick<CHANCE>>)> {
    let tree = RandomTree::<CHANCE>::with_height(seed, 6);
    let mut moves = Vec::new();
    if tree.node() == Node::Decision {
        tree.moves(&mut moves);
    }
    (!moves.is_empty()).then_some((tree, moves))
}

type Pick<const CHANCE: bool> = <RandomTree<CHANCE> as Game>::Move;

#[test]
fn estimates_are_of_the_moves_asked_for() {
    let mut several = 0;
    for seed in 0..200 {
        let Some((tree, moves)) = legal::<true>(seed) else { continue };
        let some: Vec<_> = moves.iter().copied().rev().step_by(2).collect();
        let favourite = some[some.len() - 1];
        let root =
            Root::of(some.clone()).with_lines(2).with_bonuses([(favourite, Value::new(500))]);
        let eval = HashEval::default();
        let options = MctsOptions { seed, ..MctsOptions::default() };
        let normal = starboard_core::FilterSet::named("narrow").expect("a predefined set");
        let searches: [(Box<dyn Searcher<_>>, Limits); 2] = [
            (Box::new(Mcts::new(eval, options)), Limits::nodes(2000)),
            (Box::new(Filtered::new(eval, normal)), Limits::depth(3)),
        ];
        for (mut search, limits) in searches {
            let report = run(&mut *search, &tree, &root, &limits);
            let mut found: Vec<_> = report.candidates.iter().map(|c| c.m).collect();
            // With so much more than the others, it is the one.
            assert_eq!(report.best_move(), Some(&favourite), "seed {seed}");
            assert!(report.value >= Value::new(400), "seed {seed}");
            let lines = report.candidates.iter().filter(|c| !c.pv.is_empty()).count();
            assert_eq!(lines, some.len().min(2), "seed {seed}");
            let depths: Vec<_> = report.candidates.iter().map(|c| c.depth).take(2).collect();
            assert!(depths.iter().all(|&depth| depth == depths[0]), "seed {seed}");
            let mut expected = some.clone();
            found.sort_by_key(|&m| moves.iter().position(|&other| other == m));
            expected.reverse();
            assert_eq!(found, expected, "seed {seed}");
            several += usize::from(some.len() > 1);
        }
    }
    assert!(several > 50, "{several}");
}

#[test]
fn a_random_move_is_one_of_those_asked_for() {
    for seed in 0..100 {
        let Some((tree, moves)) = legal::<false>(seed) else { continue };
        let some: Vec<_> = moves.iter().copied().step_by(2).collect();
        let mut search = RandomMover::new(HashEval::default(), seed);
        let report = run(&mut search, &tree, &Root::of(some.clone()), &Limits::depth(1));
        assert!(report.best_move().is_some_and(|m| some.contains(m)), "seed {seed}");
    }
}

/// Who wins with some of the moves is what the best of them says.
#[test]
fn a_proof_is_of_the_moves_asked_for() {
    let mut wins = [0; 3];
    for seed in 0..600 {
        let Some((tree, moves)) = legal::<false>(seed) else { continue };
        let values = root_values(&tree, 99, &mut HashEval::default());
        for skip in 0..2 {
            let some: Vec<_> = moves.iter().copied().skip(skip).step_by(2).collect();
            if some.is_empty() {
                continue;
            }
            let value_of = |m| values.iter().find(|&&(other, _)| other == m).map(|&(_, v)| v);
            let best = some.iter().filter_map(|&m| value_of(m)).max().expect("a move");
            let mut search = ProofNumber::new(HashEval::default(), ProofOptions::default());
            let report = run(&mut search, &tree, &Root::of(some.clone()), &Limits::default());
            assert_eq!(report.value.raw().signum(), best.raw().signum(), "seed {seed}");
            let m = *report.best_move().expect("a move");
            assert!(some.contains(&m), "seed {seed}");
            let value = value_of(m).expect("a legal move");
            assert_eq!(value.raw().signum(), best.raw().signum(), "seed {seed}");
            assert!(report.candidates.iter().all(|c| some.contains(&c.m)), "seed {seed}");
            wins[(best.raw().signum() + 1) as usize] += 1;
        }
    }
    assert!(wins.iter().all(|&count| count > 20), "{wins:?}");
}

/// Writes down what it is told of: searches and iterations that begin.
#[derive(Clone, Default)]
struct Told(Arc<Mutex<String>>);

impl<G: Game> Heuristic<G> for Told {
    fn score(&mut self, _: &NodeInfo<'_, G>, _: &[G::Move], _: &mut [i32]) {}
    fn new_iteration(&mut self) {
        self.0.lock().unwrap().push('i');
    }
    fn new_search(&mut self) {
        self.0.lock().unwrap().push('s');
    }
}

#[test]
fn orderings_are_told_when_a_search_begins_and_an_iteration_ends() {
    let told = Told::default();
    let eval = || HashEval(Knowledge::Nothing);
    let table = table(true).unwrap();
    let mut without_chance: [Box<dyn Searcher<RandomTree<false>>>; 2] = [
        Box::new(AlphaBeta::new(eval(), told.clone(), AlphaBetaOptions::default())),
        Box::new(Mtdf::new(eval(), told.clone(), AlphaBetaOptions::default(), table)),
    ];
    let mut star: Box<dyn Searcher<RandomTree<true>>> =
        Box::new(Star::new(eval(), told.clone(), StarOptions::default()));
    for _ in 0..2 {
        for search in &mut without_chance {
            search.run(&RandomTree::new(1), &Limits::depth(2));
        }
        star.run(&RandomTree::new(1), &Limits::depth(2));
    }
    assert_eq!(*told.0.lock().unwrap(), "sii".repeat(6));
}
