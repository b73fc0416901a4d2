//! What the tests of several games share.

use rand::RngExt;
use starboard_core::{Evaluator, Game, Limits, Node, Player, Value, rng};
use starboard_search::{
    AlphaBeta, AlphaBetaOptions, Searcher,
    proof::{AtLeast, Dfpn, ProofOptions, Verdict},
};

/// Plays a random game and calls `see` with each of its positions, including the last.
pub(crate) fn walk<G: Game>(start: &G, seed: u64, mut see: impl FnMut(&G)) {
    let (mut game, mut rng) = (start.clone(), rng(seed, 0));
    let mut options = Vec::new();
    loop {
        see(&game);
        options.clear();
        game.options(&mut options);
        if options.is_empty() {
            return;
        }
        game.play(options[rng.random_range(0..options.len())]);
    }
}

/// The position after `plies` random plies, outcomes of chance included, if the
/// game lasts that long.
pub(crate) fn after<G: Game>(start: &G, seed: u64, plies: usize) -> Option<G> {
    let (mut seen, mut found) = (0, None);
    walk(start, seed, |game| {
        if seen == plies && !matches!(game.node(), Node::Over(_)) {
            found = Some(game.clone());
        }
        seen += 1;
    });
    found
}

/// How many sequences of `plies` moves or outcomes there are; games that end
/// sooner are not counted.
pub(crate) fn perft<G: Game>(game: &mut G, plies: u32) -> u64 {
    let mut options = Vec::new();
    game.options(&mut options);
    match plies {
        0 => 1,
        1 => options.len() as u64,
        _ => options.into_iter().map(|m| game.with_child(m, |child| perft(child, plies - 1))).sum(),
    }
}

/// Whether `stone` stands `k` times in a row in rows parted by slashes: slow and
/// obvious.
pub(crate) fn has_line(rows: &str, stone: char, k: i32) -> bool {
    let rows: Vec<Vec<char>> = rows.split('/').map(|row| row.chars().collect()).collect();
    let at = |y: i32, x: i32| {
        let row = usize::try_from(y).ok().and_then(|y| rows.get(y));
        row.and_then(|row| row.get(usize::try_from(x).ok()?)).copied()
    };
    let (height, width) = (rows.len() as i32, rows[0].len() as i32);
    (0..height).any(|y| {
        (0..width).any(|x| {
            [(0, 1), (1, 0), (1, 1), (1, -1)]
                .iter()
                .any(|(dy, dx)| (0..k).all(|i| at(y + i * dy, x + i * dx) == Some(stone)))
        })
    })
}

/// Checks that a text cannot be read, and how its error message starts.
#[track_caller]
pub(crate) fn check_error<G: Game>(text: &str, message: &str) {
    match G::parse(text) {
        Ok(game) => panic!("{text:?} was read as {game:?}"),
        Err(error) => assert!(error.to_string().starts_with(message), "{text:?}: {error}"),
    }
}

/// Checks along a random game that an evaluation stays within its bounds and is the same
/// for the mirror image.
#[track_caller]
pub(crate) fn check_evaluator<G: Game>(mut eval: impl Evaluator<G>, start: &G, seed: u64) {
    walk(start, seed, |game| {
        let bounds = eval.bounds(game);
        let value = match game.node() {
            Node::Over(value) => value,
            _ => eval.evaluate(game),
        };
        assert!(bounds.contains(value), "{value:?} in {bounds:?} at {}", game.format());
        if let Some(mirrored) = game.mirrored() {
            assert_eq!(eval.bounds(&mirrored), bounds, "{}", game.format());
            if !matches!(game.node(), Node::Over(_)) {
                assert_eq!(eval.evaluate(&mirrored), value, "{}", game.format());
            }
        }
    });
}

/// The value of a position for its mover, `depth` moves ahead.
pub(crate) fn searched<G: Game>(game: &G, eval: impl Evaluator<G> + Clone, depth: u32) -> Value {
    let mut search = AlphaBeta::new(eval, (), AlphaBetaOptions::plain());
    search.run(game, &Limits::depth(depth)).value
}

/// Whether the mover can force a win, by proof-number search to the end.
pub(crate) fn wins<G: Game>(game: &G) -> bool {
    let mut search = Dfpn::new(AtLeast::win::<G>(), ProofOptions::default());
    let verdict = search.run(game, &Limits::default()).verdict;
    assert_ne!(verdict, Verdict::Unknown, "{}", game.format());
    verdict == Verdict::Proven
}

/// A move of the highest value, found by looking `depth` moves ahead, the first of
/// them in the game's order.
pub(crate) fn chosen<G: Game>(game: &G, eval: impl Evaluator<G> + Clone, depth: u32) -> G::Move {
    let mut search = AlphaBeta::new(eval, (), AlphaBetaOptions::plain());
    search.choose(game, &Limits::depth(depth)).expect("there is something to decide")
}

/// How many games the first of two players wins and draws against the second, playing each
/// of the positions twice with sides exchanged. For games in which the players alternate.
pub(crate) fn duel<G: Game>(
    starts: &[G],
    first: &mut dyn FnMut(&G) -> G::Move,
    second: &mut dyn FnMut(&G) -> G::Move,
) -> (u32, u32) {
    let (mut won, mut drawn) = (0, 0);
    for start in starts {
        for player in [Player::First, Player::Second] {
            let mut game = start.clone();
            let value = loop {
                if let Node::Over(value) = game.node() {
                    break if game.mover() == player { value } else { -value };
                }
                game.play(if game.mover() == player { first(&game) } else { second(&game) });
            };
            won += u32::from(value > Value::ZERO);
            drawn += u32::from(value == Value::ZERO);
        }
    }
    (won, drawn)
}

/// A random move, the same one in the same position.
pub(crate) fn any_move<G: Game>(game: &G) -> G::Move {
    let mut moves = Vec::new();
    game.moves(&mut moves);
    moves[rng(game.key(), 7).random_range(0..moves.len())]
}
