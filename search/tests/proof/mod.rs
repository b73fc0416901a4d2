//! Proof-number search gives the answers that are found backwards from the
//! ends, on games nobody thought of, with cycles and in any memory.

mod graph;

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use rand::RngExt;
use starboard_core::{
    BoundType, Evaluator, Game, Heuristic, Limits, Node, NodeInfo, Player, StoppedBy, Value, rng,
    testing::{HashEval, RandomTree, Shuffled},
};
use starboard_search::{
    Searcher,
    minimax::minimax,
    proof::{AtLeast, Dfpn, ProofNumber, ProofOptions, Solution, Verdict},
};
use starboard_small::{ConnectFour, TicTacToe};

use self::graph::{Force, Graph};

/// Options drawn at random, with a table of one bucket now and then.
fn options(seed: u64) -> ProofOptions {
    let mut rng = rng(seed, 2);
    ProofOptions {
        table_mib: rng.random_range(0..=1),
        epsilon: [0, 25, 300][rng.random_range(0..3)],
        sums: rng.random(),
        mobility: rng.random(),
        shortest: rng.random(),
    }
}

/// The position after the moves of a solution, each of which must be legal.
#[track_caller]
fn played<G: Game>(root: &G, solution: &Solution<G::Move>) -> G {
    let mut game = root.clone();
    for &m in &solution.line {
        let mut moves = Vec::new();
        game.moves(&mut moves);
        assert!(moves.contains(&m), "{m:?} of {:?} in {game:?}", solution.line);
        game.play(m);
    }
    game
}

/// Whether a limit on nodes that no such game should reach was reached all the
/// same, for want of memory.
#[track_caller]
fn starved<M>(solution: &Solution<M>, options: ProofOptions, case: &str) -> bool {
    let starved = solution.stopped_by != StoppedBy::Depth;
    assert!(!starved || options.table_mib == 0, "{case}: {} nodes", solution.counters.nodes);
    starved
}

/// Nodes that no graph should take.
const ENOUGH: u64 = 100_000;

#[test]
fn wins_on_graphs_are_found_and_no_others() {
    let mut count = [0; 3];
    for seed in 0..6_000 {
        let mut game = Graph::new(seed, 30);
        if seed % 3 == 0 {
            game = game.with_history(seed);
        }
        let (options, expected) = (options(seed), game.distance());
        let case = format!("{seed} with {options:?}");
        let goal = Force { hold: false, dominance: seed % 3 > 0 };
        let solution = Dfpn::new(goal, options).run(&game, &Limits::nodes(ENOUGH));
        match solution.verdict {
            Verdict::Proven => {
                let distance = expected.unwrap_or_else(|| panic!("no win in {case}"));
                let plies = solution.plies.expect("proven");
                assert!(distance <= plies, "{case}: {plies} for {distance}");
                if !starved(&solution, options, &case) {
                    let end = played(&game, &solution);
                    // A roundabout proof may come by a position that was on the
                    // board, which a game that remembers it does not let pass.
                    let may_break = seed % 3 == 0 && !solution.shortest;
                    assert!(may_break || end.distance() == Some(0), "{case}: {:?}", solution.line);
                    assert!(solution.line.len() <= plies as usize, "{case}");
                    assert!(solution.shortest || !options.shortest, "{case}");
                }
                if solution.shortest {
                    assert_eq!(plies, distance, "{case}");
                    let line = solution.line.len();
                    assert!(starved(&solution, options, &case) || line == plies as usize, "{case}");
                }
                count[0] += 1;
            }
            Verdict::Disproven => {
                assert_eq!(expected, None, "{case}");
                count[1] += 1;
            }
            Verdict::Unknown => {
                assert!(starved(&solution, options, &case), "{case}");
                count[2] += 1;
            }
        }
    }
    let [proven, disproven, unknown] = count;
    assert!(proven > 600 && disproven > 600 && unknown < 40, "{count:?}");
}

/// Shuffles moves, and counts the updates, which must make sense.
#[derive(Clone)]
struct Strict {
    shuffled: Shuffled,
    updates: Arc<AtomicUsize>,
    vain: Arc<AtomicUsize>,
}

impl Heuristic<Graph> for Strict {
    fn score(&mut self, node: &NodeInfo<'_, Graph>, moves: &[usize], scores: &mut [i32]) {
        self.shuffled.score(node, moves, scores);
    }

    fn refuted(&mut self, node: &NodeInfo<'_, Graph>, tried: &[usize], cut: usize) {
        let mut moves = Vec::new();
        node.game.moves(&mut moves);
        assert!(tried.iter().chain([&cut]).all(|m| moves.contains(m)), "{tried:?} {cut}");
        assert!(!tried.contains(&cut));
        assert_eq!((node.ply > 0, node.depth), (node.last().is_some(), 0));
        self.updates.fetch_add(1, Ordering::Relaxed);
        self.vain.fetch_add(tried.len(), Ordering::Relaxed);
    }
}

#[test]
fn no_order_changes_an_answer() {
    let [updates, vain] = [0; 2].map(|_| Arc::new(AtomicUsize::new(0)));
    let mut costs = 0;
    for seed in 0..2_000 {
        let mut game = Graph::new(seed, 30);
        if seed % 3 == 0 {
            game = game.with_history(seed);
        }
        let options = ProofOptions { table_mib: 1, ..options(seed) };
        let search = || Dfpn::new(Force { hold: false, dominance: seed % 3 > 0 }, options);
        let plain = search().run(&game, &Limits::default());
        let (updates, vain) = (updates.clone(), vain.clone());
        let order = Strict { shuffled: Shuffled { seed }, updates, vain };
        let ordered = search().with_order(order).run(&game, &Limits::default());
        assert_eq!(ordered.verdict, plain.verdict, "{seed} with {options:?}");
        assert_eq!(ordered.verdict == Verdict::Proven, game.distance().is_some(), "{seed}");
        if options.shortest {
            assert_eq!(ordered.plies, plain.plies, "{seed} with {options:?}");
        }
        costs += usize::from(ordered.counters.nodes != plain.counters.nodes);
    }
    let (updates, vain) = (updates.load(Ordering::Relaxed), vain.load(Ordering::Relaxed));
    assert!(updates > 4_000 && vain > 1_000 && costs > 300, "{updates} {vain} {costs}");
}

#[test]
fn holding_out_by_repetition_is_found() {
    let mut count = [0; 3];
    for seed in 0..4_000 {
        let (game, options) = (Graph::new(seed, 30), options(seed));
        let case = format!("{seed} with {options:?}");
        let mut search = Dfpn::new(Force { hold: true, dominance: true }, options);
        let solution = search.run(&game, &Limits::nodes(ENOUGH));
        match solution.verdict {
            Verdict::Proven => assert_eq!(game.distance(), None, "{case}"),
            Verdict::Disproven => assert!(game.distance().is_some(), "{case}"),
            Verdict::Unknown => assert!(starved(&solution, options, &case), "{case}"),
        }
        assert!(!solution.shortest || solution.plies == Some(0), "{case}");
        count[solution.verdict as usize] += 1;
    }
    let [proven, disproven, unknown] = count;
    assert!(proven > 600 && disproven > 600 && unknown < 40, "{count:?}");
}

#[test]
fn a_limit_on_plies_is_exact() {
    for seed in 0..2_000 {
        let (game, options) = (Graph::new(seed, 20), options(seed));
        let depth = (seed % 9) as u32;
        let case = format!("{seed} within {depth} with {options:?}");
        let mut search = Dfpn::new(Force { hold: false, dominance: true }, options);
        let solution = search.run(&game, &Limits { nodes: Some(ENOUGH), ..Limits::depth(depth) });
        let distance = game.distance();
        check_moves(&game, &solution, false);
        match (solution.verdict, solution.holds) {
            (Verdict::Proven, _) => assert!(distance.is_some_and(|d| d <= depth), "{case}"),
            (_, None) => assert_eq!(distance, None, "{case}"),
            (_, Some(holds)) => {
                assert!(distance.is_none_or(|d| d > holds), "{case}: {distance:?}, {holds}");
                assert!(holds >= depth || starved(&solution, options, &case), "{case}");
            }
        }
    }
}

#[test]
fn a_search_that_is_stopped_claims_nothing_false() {
    for seed in 0..4_000 {
        let (game, options) = (Graph::new(seed, 20), options(seed));
        let hold = seed % 2 == 0;
        let limits = Limits::nodes(rng(seed, 5).random_range(0..60));
        let mut search = Dfpn::new(Force { hold, dominance: true }, options);
        let solution = search.run(&game, &limits);
        let wins = (game.distance().is_some()) != hold;
        assert!(solution.verdict != Verdict::Proven || wins, "{seed}");
        assert!(solution.verdict != Verdict::Disproven || !wins, "{seed}");
        assert!(solution.counters.nodes <= limits.nodes.unwrap_or(0), "{seed}");
        check_moves(&game, &solution, hold);
    }
}

/// What a solution says of the moves is true.
#[track_caller]
fn check_moves(game: &Graph, solution: &Solution<usize>, hold: bool) {
    for &(m, answer) in &solution.moves {
        let mut next = game.clone();
        next.play(m);
        let wins = next.distance().is_some() != hold;
        assert!(answer.is_none_or(|answer| answer == wins), "{game:?}: {m}");
    }
}

#[test]
fn a_search_starts_afresh() {
    for seed in 0..200 {
        let (one, other) = (Graph::new(seed, 25), Graph::new(seed + 1, 25));
        let mut search = Dfpn::new(Force { hold: false, dominance: true }, ProofOptions::default());
        let untimed = |solution| Solution { times: Default::default(), ..solution };
        let first = untimed(search.run(&one, &Limits::default()));
        search.run(&other, &Limits::default());
        assert_eq!(untimed(search.run(&one, &Limits::default())), first, "{seed}");
    }
}

/// What was found about other positions, with other resources, misleads nobody.
#[test]
fn a_search_goes_on_from_what_it_knows() {
    let (mut count, mut nodes) = ([0; 2], [0; 2]);
    for seed in 0..300 {
        let (graph, options) =
            (Graph::new(seed, 25), ProofOptions { table_mib: 1, ..options(seed) });
        let goal = Force { hold: false, dominance: true };
        let mut search = Dfpn::new(goal.clone(), options);
        for game in graph.positions(&mut rng(seed, 3)) {
            let solution = search.go_on(&game, &Limits::nodes(ENOUGH));
            let wins = game.distance().is_some();
            let verdict = if wins { Verdict::Proven } else { Verdict::Disproven };
            assert_eq!(solution.verdict, verdict, "{seed} {game:?}");
            assert!(!wins || solution.best.is_some() || solution.plies == Some(0), "{seed}");
            count[usize::from(wins)] += 1;
            nodes[0] += solution.counters.nodes;
            let alone = Dfpn::new(goal.clone(), options).run(&game, &Limits::nodes(ENOUGH));
            nodes[1] += alone.counters.nodes;
        }
    }
    assert!(count.iter().all(|&count| count > 1000), "{count:?}");
    assert!(nodes[0] * 2 < nodes[1], "{nodes:?}");
}

/// On trees with draws, transpositions and extra turns, any value can be asked
/// for.
#[test]
fn at_least_is_what_minimax_says() {
    for seed in 0..2_000 {
        let root = RandomTree::<false>::with_height(seed, 7);
        let value = minimax(&root, 99, &mut HashEval::default());
        let mut rng = rng(seed, 3);
        let asked = value + Value::new(rng.random_range(-2..=2));
        let attacker = [Player::First, Player::Second][rng.random_range(0..2)];
        let goal = AtLeast { value: asked, attacker: Some(attacker), repetition: false };
        let for_attacker = if root.mover() == attacker { value } else { -value };
        let expected = match for_attacker >= asked {
            true => Verdict::Proven,
            false => Verdict::Disproven,
        };
        let options = options(seed);
        let solution = Dfpn::new(goal, options).run(&root, &Limits::default());
        assert_eq!(solution.verdict, expected, "{seed} with {options:?}");
        played(&root, &solution);
    }
}

#[test]
fn all_of_tic_tac_toe() {
    let mut search = Dfpn::new(
        AtLeast::win::<TicTacToe>(),
        ProofOptions { table_mib: 1, shortest: true, ..ProofOptions::default() },
    );
    let mut known = std::collections::HashMap::new();
    solve(TicTacToe::default(), &mut known);
    assert_eq!(known.len(), 5478);
    for (game, &(value, plies)) in known.values().map(|(game, answer)| (game, answer)) {
        let solution = search.run(game, &Limits::default());
        assert_eq!(solution.verdict == Verdict::Proven, value > 0, "{}", game.format());
        assert_eq!(solution.plies, (value > 0).then_some(plies), "{}", game.format());
        assert_eq!(solution.line.len() as u32, solution.plies.unwrap_or(0), "{}", game.format());
        assert_eq!(solution.verdict == Verdict::Disproven, value <= 0, "{}", game.format());
    }
}

type Known = std::collections::HashMap<u64, (TicTacToe, (i32, u32))>;

/// The outcome of every position, and how soon a win or how late a loss comes.
fn solve(game: TicTacToe, known: &mut Known) -> (i32, u32) {
    if let Some(&(_, answer)) = known.get(&game.key()) {
        return answer;
    }
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let answer = match game.node() {
        Node::Over(value) => (value.raw().signum(), 0),
        _ => {
            let after = moves.into_iter().map(|m| {
                let mut next = game;
                next.play(m);
                let (value, plies) = solve(next, known);
                (-value, plies + 1)
            });
            let best = after.max_by_key(|&(value, plies)| (value, -value * plies as i32));
            best.expect("a move")
        }
    };
    known.insert(game.key(), (game, answer));
    answer
}

#[test]
fn connect_four_endgames() {
    for seed in 0..60 {
        let mut game = ConnectFour::default();
        let mut rng = rng(seed, 4);
        while game.played() < 30 {
            let mut moves = Vec::new();
            game.moves(&mut moves);
            let mut next = game;
            next.play(moves[rng.random_range(0..moves.len())]);
            if next.node() == Node::Decision {
                game = next;
            } else if rng.random_range(0..20) == 0 {
                break;
            }
        }
        if game.played() < 30 {
            continue;
        }
        let value = minimax(&game, 99, &mut Zero);
        let options = ProofOptions { shortest: true, ..options(seed) };
        let solution =
            Dfpn::new(AtLeast::win::<ConnectFour>(), options).run(&game, &Limits::default());
        let won = value > Value::ZERO;
        let expected = if won { Verdict::Proven } else { Verdict::Disproven };
        assert_eq!(solution.verdict, expected, "{}", game.format());
        // The value says with how many stones on the board the game is won.
        let plies = (1000 - value.raw()) as u32 - game.played() * u32::from(won);
        assert_eq!(solution.plies, won.then_some(plies), "{}", game.format());
        assert_eq!(played(&game, &solution).node() == Node::Decision, !won);
    }
}

#[derive(Clone)]
struct Zero;

impl<G: Game> Evaluator<G> for Zero {
    fn evaluate(&mut self, _: &G) -> Value {
        Value::ZERO
    }
}

/// What a search reports of the value is true, and as exact as it says.
#[track_caller]
fn check_report<G: Game>(root: &G, value: Value, options: ProofOptions, limits: &Limits) {
    let report = ProofNumber::new(Zero, options).run(root, limits);
    let case = format!("{root:?} with {options:?} to {limits:?}");
    let truth = match report.bound {
        BoundType::Exact => report.value == value,
        BoundType::Lower => report.value <= value,
        BoundType::Upper => report.value >= value,
        BoundType::Estimate => report.value == Value::ZERO,
    };
    assert!(truth, "{case}: {:?} {:?} for {value:?}", report.value, report.bound);
    if *limits == Limits::default() {
        let sign = report.value.raw().signum();
        assert_eq!(sign, value.raw().signum(), "{case}");
        assert!(G::MATE > 0 || sign != 0 || report.bound == BoundType::Exact, "{case}");
        assert!(G::MATE == 0 || !options.shortest || report.value == value, "{case}");
    }
    let mut moves = Vec::new();
    root.moves(&mut moves);
    assert!(report.candidates.len() <= moves.len(), "{case}");
    assert_eq!(report.candidates.first().map(|c| c.m), report.pv.first().copied(), "{case}");
    assert_eq!(report.pv.first(), report.best_moves.first(), "{case}");
    assert_eq!(report.best_moves.len(), moves.len().min(1), "{case}");
    if report.bound == BoundType::Estimate || *limits != Limits::default() {
        return;
    }
    let mut next = root.clone();
    let Some(&m) = report.best_moves.first() else { return };
    next.play(m);
    let after = ProofNumber::new(Zero, options).run(&next, limits).value;
    let after = if next.mover() == root.mover() { after } else { -after };
    assert_eq!(after.raw().signum(), value.raw().signum(), "{case}: {m:?} gives it away");
}

#[test]
fn reports_claim_what_is_true() {
    for seed in 0..600 {
        let root = RandomTree::<false>::with_height(seed, 6);
        let value = minimax(&root, 99, &mut HashEval::default());
        for limits in [Limits::default(), Limits::nodes(seed % 90), Limits::depth(seed as u32 % 5)]
        {
            check_report(&root, value, options(seed), &limits);
        }
    }
}

#[test]
fn mates_are_worth_what_the_game_says() {
    let mut count = [0; 3];
    for seed in 0..1_500 {
        let root = Mates(Graph::new(seed, 16));
        let value = root.value();
        let options = ProofOptions { table_mib: 1, ..options(seed) };
        for limits in [Limits::default(), Limits::nodes(seed % 200)] {
            check_report(&root, value, options, &limits);
        }
        count[(value.raw().signum() + 1) as usize] += 1;
    }
    assert!(count.iter().all(|&count| count > 30), "{count:?}");
}

/// The game on a graph, in which a sooner win is worth more.
#[derive(Clone, Debug, PartialEq)]
struct Mates(Graph);

impl Mates {
    /// The value, found backwards from the ends for either player.
    fn value(&self) -> Value {
        let first = match (self.0.distance(), self.0.other_distance()) {
            (Some(plies), _) => Value::new(Self::MATE).later(plies, Self::MATE),
            (_, Some(plies)) => -Value::new(Self::MATE).later(plies, Self::MATE),
            (None, None) => Value::ZERO,
        };
        if self.mover() == Player::First { first } else { -first }
    }
}

impl Game for Mates {
    type Move = usize;
    const MATE: i32 = 30_000;
    fn mover(&self) -> Player {
        self.0.mover()
    }
    fn node(&self) -> Node {
        match self.0.node() {
            Node::Over(value) => Node::Over(Value::new(value.raw() * Self::MATE)),
            node => node,
        }
    }
    fn moves(&self, out: &mut Vec<usize>) {
        self.0.moves(out);
    }
    fn play(&mut self, m: usize) {
        self.0.play(m);
    }
    fn key(&self) -> u64 {
        self.0.key()
    }
}
