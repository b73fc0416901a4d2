//! Values that hang on how a position was reached: mates, which count by their
//! distance, and positions seen before.

use std::sync::Arc;

use rand::RngExt;
use starboard_core::{
    BoundType, Evaluator, Game, Limits, Node, Player, Repetition, Root, Stop, StoppedBy,
    TranspositionTable, Value, Window, mix, rng,
};
use starboard_search::{
    AlphaBeta, AlphaBetaOptions, Expectimax, Mtdf, Searcher,
    minimax::{minimax, root_values},
};

const MATE: i32 = 30_000;

/// A walk through a maze with ways back; some places end the game.
#[derive(Clone, Debug)]
struct Maze {
    /// Where each place leads; nowhere where the player to move there has lost.
    ways: Arc<Vec<Vec<usize>>>,
    place: usize,
    mover: Player,
    /// Places and movers before this one.
    before: Vec<(usize, Player)>,
}

impl PartialEq for Maze {
    fn eq(&self, other: &Self) -> bool {
        (self.place, self.mover) == (other.place, other.mover)
    }
}

impl Maze {
    fn new(seed: u64) -> Self {
        let mut rng = rng(seed, 0);
        let places = rng.random_range(6..40);
        let ways = (0..places).map(|place| {
            let lost = place > 0 && rng.random_range(0..5) == 0;
            let count = if lost { 0 } else { rng.random_range(1..5) };
            let mut ways: Vec<_> = (0..count).map(|_| rng.random_range(0..places)).collect();
            ways.sort_unstable();
            ways.dedup();
            ways
        });
        let ways = Arc::new(ways.collect());
        Self { ways, place: 0, mover: Player::First, before: Vec::new() }
    }
}

impl Game for Maze {
    type Move = usize;
    const MATE: i32 = MATE;
    const ALTERNATES: bool = true;

    fn mover(&self) -> Player {
        self.mover
    }
    fn node(&self) -> Node {
        if self.ways[self.place].is_empty() {
            Node::Over(Value::new(-MATE))
        } else {
            Node::Decision
        }
    }
    fn moves(&self, out: &mut Vec<usize>) {
        out.extend(&self.ways[self.place]);
    }
    fn play(&mut self, m: usize) {
        self.before.push((self.place, self.mover));
        (self.place, self.mover) = (m, self.mover.other());
    }
    fn key(&self) -> u64 {
        mix(self.place as u64 * 2 + self.mover.index() as u64)
    }
    fn repetition(&self) -> Option<Repetition> {
        let last = self.before.iter().rev().position(|&at| at == (self.place, self.mover))?;
        Some(Repetition { value: Value::ZERO, plies: last as u32 + 1 })
    }
}

/// A number for each place.
#[derive(Clone)]
struct Number;

impl Evaluator<Maze> for Number {
    fn evaluate(&mut self, game: &Maze) -> Value {
        Value::new((game.key() % 200) as i32 - 100)
    }
}

#[test]
fn mates_are_worth_what_minimax_says() {
    let mut mates = 0;
    for seed in 0..600 {
        let root = Maze::new(seed);
        let table = || Arc::new(TranspositionTable::new(0));
        let small = AlphaBetaOptions {
            small_table_depth: 2,
            enhanced_cutoffs: 2,
            ..AlphaBetaOptions::default()
        };
        let mut searches: Vec<(&str, Box<dyn Searcher<Maze>>)> = vec![
            ("plain", Box::new(AlphaBeta::new(Number, (), AlphaBetaOptions::plain()))),
            ("pvs", Box::new(AlphaBeta::new(Number, (), AlphaBetaOptions::default()))),
            (
                "table",
                Box::new(
                    AlphaBeta::new(Number, (), AlphaBetaOptions::default()).with_table(table()),
                ),
            ),
            ("all", Box::new(AlphaBeta::new(Number, (), small.clone()).with_table(table()))),
            ("mtdf", Box::new(Mtdf::new(Number, (), small, table()))),
            ("expectimax", Box::new(Expectimax::new(Number))),
        ];
        for depth in 1..7 {
            let values = root_values(&root, depth, &mut Number);
            let value = minimax(&root, depth, &mut Number);
            mates += u32::from(value.raw().abs() >= Value::decisive(MATE).raw());
            let best: Vec<_> =
                values.iter().filter(|&&(_, v)| v == value).map(|&(m, _)| m).collect();
            for (name, search) in &mut searches {
                let report = search.run(&root, &Limits::depth(depth).with_all_ties());
                let found = (report.value, report.best_moves);
                assert_eq!(found, (value, best.clone()), "{name}, seed {seed}, depth {depth}");
                let null = Window::at_least(value);
                let at_least = search.search_window(&root, depth, null);
                assert!(at_least.is_none_or(|found| found >= value), "{name}, seed {seed}");
            }
        }
    }
    assert!(mates > 200, "{mates}");
}

/// Plain minimax by the rule that a position seen before ends the game, if that was
/// after the first `begun` moves.
fn with_repetitions(game: &Maze, depth: u32, begun: usize) -> Value {
    if let Node::Over(value) = game.node() {
        return value;
    }
    if depth == 0 {
        return Number.evaluate(game);
    }
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let values = moves.into_iter().map(|m| {
        let mut next = game.clone();
        next.play(m);
        let ply = (next.before.len() - begun) as u32;
        let value = next.repetition().and_then(|found| found.within(ply));
        let value = value.unwrap_or_else(|| with_repetitions(&next, depth - 1, begun));
        -value.later(1, MATE)
    });
    values.max().expect("a move")
}

#[test]
fn repetitions_end_the_game_for_who_looks_at_them() {
    let (mut different, mut older) = (0, 0);
    for seed in 0..600 {
        let mut root = Maze::new(seed);
        // What was on the board before the search does not end the game.
        let mut rng = rng(seed, 1);
        for _ in 0..seed % 3 * 4 {
            if root.node() == Node::Decision {
                let mut moves = Vec::new();
                root.moves(&mut moves);
                root.play(moves[rng.random_range(0..moves.len())]);
            }
        }
        if root.node() != Node::Decision {
            continue;
        }
        let begun = root.before.len();
        let options = AlphaBetaOptions { repetitions: true, ..AlphaBetaOptions::default() };
        let mut search = AlphaBeta::new(Number, (), options);
        for depth in 1..8 {
            let expected = with_repetitions(&root, depth, begun);
            different += u32::from(expected != minimax(&root, depth, &mut Number));
            older += u32::from(expected != with_repetitions(&root, depth, 0));
            let found = search.run(&root, &Limits::depth(depth)).value;
            assert_eq!(found, expected, "seed {seed}, depth {depth}");
        }
    }
    assert!(different > 100 && older > 100, "{different} {older}");
}

/// Deepening ends with the iteration that shows a mate to be the shortest.
#[test]
fn a_proven_mate_ends_the_search() {
    let (mut wins, mut losses, mut doubted, mut longest) = (0, 0, 0, 0);
    for seed in 0..600 {
        let root = Maze::new(seed);
        let Some((depth, value)) = (1..9).find_map(|depth| {
            let value = minimax(&root, depth, &mut Number);
            let plies = MATE - value.raw().abs();
            (plies <= depth as i32).then_some((depth, value))
        }) else {
            continue;
        };
        let selective = AlphaBetaOptions { late_move_reductions: true, ..Default::default() };
        let table = || Arc::new(TranspositionTable::new(0));
        let exact = AlphaBetaOptions::default();
        let mut searches: [(&str, Box<dyn Searcher<Maze>>); 4] = [
            ("pvs", Box::new(AlphaBeta::new(Number, (), exact.clone()))),
            ("mtdf", Box::new(Mtdf::new(Number, (), exact, table()))),
            ("minimax", Box::new(Expectimax::new(Number).iterative())),
            ("selective", Box::new(AlphaBeta::new(Number, (), selective))),
        ];
        for (name, search) in &mut searches {
            let report = search.run(&root, &Limits::nodes(20_000));
            let case = format!("{name}, seed {seed}, {value:?} at depth {depth}");
            if *name == "selective" && value < Value::ZERO {
                // It looks deeper for a move that escapes.
                doubted += usize::from(report.depth > depth);
                continue;
            }
            if report.stopped_by == StoppedBy::Nodes && report.depth < depth {
                continue;
            }
            assert_eq!((report.depth, report.value), (depth, value), "{case}");
            assert_eq!(report.stopped_by, StoppedBy::Depth, "{case}");
            assert_eq!(report.bound, BoundType::Exact, "{case}");
            *(if value > Value::ZERO { &mut wins } else { &mut losses }) += 1;
            longest = longest.max(depth);
        }
    }
    assert!(wins > 200 && losses > 50 && longest > 4, "{wins} {losses} {longest}");
    assert!(doubted > 10, "{doubted}");
}

/// All lines asked for have to be settled, and a bonus is no mate.
#[test]
fn a_mate_alone_does_not_settle_other_lines() {
    let mut several = 0;
    for seed in 0..600 {
        let root = Maze::new(seed);
        let values = root_values(&root, 1, &mut Number);
        let mates: Vec<_> = values.iter().filter(|(_, v)| v.raw() == MATE - 1).collect();
        if mates.len() != 1 || values.len() < 3 {
            continue;
        }
        let run = |asked: &Root<usize>| {
            let mut search = AlphaBeta::new(Number, (), AlphaBetaOptions::default());
            let (limits, stop) = (Limits::nodes(2000), Stop::default());
            search.search(&root, asked, &limits, &stop, &mut ())
        };
        assert_eq!(run(&Root::default()).depth, 1, "seed {seed}");
        assert!(run(&Root::lines(2)).depth > 1, "seed {seed}");
        let bonus = Root::default().with_bonuses([(mates[0].0, Value::new(-5))]);
        assert!(run(&bonus).depth > 1, "seed {seed}");
        several += 1;
    }
    assert!(several > 20, "{several}");
}
