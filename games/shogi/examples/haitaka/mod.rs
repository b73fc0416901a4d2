//! The legal moves of random positions, by `haitaka` and by us.

use haitaka::Board;
use rand::RngExt;
use starboard_core::{Game, Node, rng};
use starboard_shogi::{Move, Shogi, middle_games};

/// What was compared.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Seen {
    /// Positions.
    pub(crate) positions: u64,
    /// Of these, with a player in check.
    pub(crate) checks: u64,
    /// Of these, mates.
    pub(crate) mates: u64,
    /// Legal moves of all.
    pub(crate) moves: u64,
}

/// Plays random games, half of them from the start and half from the middle,
/// and compares the moves of the first `positions` met.
///
/// # Panics
///
/// Where the two differ.
pub(crate) fn compare(positions: u64, seed: u64) -> Seen {
    let (mut seen, middle) = (Seen::default(), middle_games().collect::<Vec<_>>());
    for stream in 0.. {
        let mut rng = rng(seed, stream);
        let mut game = if stream % 2 == 0 {
            Shogi::start()
        } else {
            middle[rng.random_range(0..middle.len())].clone()
        };
        let mut board = Board::from_sfen(&game.format()).expect("a position to both");
        for _ in 0..300 {
            if seen.positions == positions {
                return seen;
            }
            let moves = same(&game, &board, &mut seen);
            if game.node() != Node::Decision || moves.is_empty() {
                break;
            }
            // Captures and checks twice as often, so that kings are hunted.
            let pick = |rng: &mut starboard_core::Rng| moves[rng.random_range(0..moves.len())];
            let first = pick(&mut rng);
            let forcing = game.is_tactical(first) || game.gives_check(first);
            let m = if forcing { first } else { pick(&mut rng) };
            board.play(m.to_string().parse().expect("a move of USI"));
            game.play(m);
        }
    }
    seen
}

/// The moves of a position, if both find the same.
fn same(game: &Shogi, board: &Board, seen: &mut Seen) -> Vec<Move> {
    let mut moves = Vec::new();
    game.moves(&mut moves);
    moves.retain(|m| m.is_played());
    if game.repetitions() >= 3 {
        return moves;
    }
    let mut ours: Vec<_> = moves.iter().map(ToString::to_string).collect();
    let mut theirs: Vec<_> = legal(board).iter().map(ToString::to_string).collect();
    ours.sort_unstable();
    theirs.sort_unstable();
    assert_eq!(ours, theirs, "in {}", game.format());
    seen.positions += 1;
    seen.checks += u64::from(game.is_in_check());
    seen.mates += u64::from(ours.is_empty());
    seen.moves += ours.len() as u64;
    moves
}

/// All legal moves by `haitaka`.
pub(crate) fn legal(board: &Board) -> Vec<haitaka::Move> {
    let mut all = Vec::new();
    board.generate_board_moves(|set| {
        all.extend(set);
        false
    });
    board.generate_drops(|set| {
        all.extend(set.into_iter().filter(|m| !mates_by_pawn(board, m)));
        false
    });
    all
}

/// Whether a pawn drop mates. Version 0.3.2 of `haitaka` asks only of the first
/// square where a pawn may be dropped, so we ask of all; a pawn next to the king
/// can be answered by no drop.
fn mates_by_pawn(board: &Board, m: &haitaka::Move) -> bool {
    if !matches!(m, haitaka::Move::Drop { piece: haitaka::Piece::Pawn, .. }) {
        return false;
    }
    let mut after = board.clone();
    after.play_unchecked(*m);
    !after.checkers().is_empty() && !after.generate_board_moves(|_| true)
}
