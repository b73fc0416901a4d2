//! Mates in one, found at once; longer ones are not mistaken for one; and no mate is
//! found where there is none.

#[path = "../examples/haitaka/mod.rs"]
#[allow(dead_code, reason = "what compares moves is for another test")]
mod haitaka;

use ::haitaka::Board;
use rand::RngExt;
use starboard_core::{Game, Limits, Node, Value, rng};
use starboard_search::proof::{Dfpn, ProofOptions, Verdict};
use starboard_shogi::{Mate, Shogi, mates, middle_games};

#[test]
fn mates_in_one_are_found() {
    let (mut found, mut longer) = (0, 0);
    for (mut game, plies) in mates() {
        match (plies, game.mate_in_one()) {
            (1, Some(m)) => {
                let mate = game.with_child(m, |child| child.node());
                assert_eq!(mate, Node::Over(Value::new(-Shogi::MATE)), "{m} in {game:?}");
                found += 1;
            }
            (1, None) => panic!("no mate in {game:?}"),
            (_, None) => longer += 1,
            (_, Some(m)) => panic!("{m} mates in {game:?}"),
        }
    }
    assert_eq!((found, longer), (61, 192));
}

/// Whether the player to move mates by checks alone, by trying everything with
/// another author's moves: `None` once more than `left` positions were looked at.
/// `path` holds the positions on the way, none of which may come again.
fn mates_by_trying(board: &Board, path: &mut Vec<u64>, left: &mut u32) -> Option<bool> {
    *left = left.checked_sub(1)?;
    for check in haitaka::legal(board) {
        let mut checked = board.clone();
        checked.play(check);
        if checked.checkers().is_empty() || path.contains(&checked.hash()) {
            continue;
        }
        path.push(checked.hash());
        let mut mate = true;
        for evasion in haitaka::legal(&checked) {
            *left = left.checked_sub(1)?;
            let mut next = checked.clone();
            next.play(evasion);
            if path.contains(&next.hash()) {
                mate = false;
                break;
            }
            path.push(next.hash());
            mate = mates_by_trying(&next, path, left)?;
            path.pop();
            if !mate {
                break;
            }
        }
        path.pop();
        if mate {
            return Some(true);
        }
    }
    Some(false)
}

/// A thousand positions with a check but without a mate, and the mates met on the
/// way, from games in which kings are hunted.
#[test]
fn there_is_a_mate_where_one_is_found_and_only_there() {
    const POSITIONS: u32 = 1000;
    let starts: Vec<_> = middle_games().chain(mates().map(|(game, _)| game)).collect();
    let (mut without, mut with, mut moves) = (0, 0, Vec::new());
    for stream in 0.. {
        let mut rng = rng(29, stream);
        let mut game = starts[rng.random_range(0..starts.len())].clone();
        for _ in 0..40 {
            if game.node() != Node::Decision || without == POSITIONS {
                break;
            }
            moves.clear();
            game.checks(&mut moves);
            if !moves.is_empty() {
                // Without what was played before, as a problem is given.
                let problem = Shogi::parse(&game.format()).expect("a position");
                let board = Board::from_sfen(&game.format()).expect("a position to both");
                let tried = mates_by_trying(&board, &mut vec![board.hash()], &mut 2000);
                if let Some(mate) = tried {
                    let mut search = Dfpn::new(Mate::from(&problem), ProofOptions::default());
                    let found = search.run(&problem, &Limits::default()).verdict;
                    let expected = if mate { Verdict::Proven } else { Verdict::Disproven };
                    assert_eq!(found, expected, "in {}", game.format());
                    without += u32::from(!mate);
                    with += u32::from(mate);
                }
            }
            if moves.is_empty() || rng.random_range(0..2) == 0 {
                moves.clear();
                game.moves(&mut moves);
            }
            game.play(moves[rng.random_range(0..moves.len())]);
        }
        if without == POSITIONS {
            break;
        }
    }
    assert!(with > 50, "{with} mates beside {without} positions without one");
}
