//! Mates in one, found at once; longer ones are not mistaken for one; and no mate is
//! found where there is none.

use std::sync::Arc;

use ::haitaka::Board;
use rand::RngExt;
use starboard_core::{
    Game, Limits, Node, Report, Root, Stop, StoppedBy, TranspositionTable, Value, rng,
};
use starboard_search::{
    AlphaBeta, AlphaBetaOptions, Searcher,
    proof::{Dfpn, ProofOptions, Verdict},
};
use starboard_shogi::{Mate, Material, Move, Shogi, ShogiQuiescence, mates, middle_games};

use crate::haitaka;

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

/// A search that may go on ends when a mate is found and no shorter one can be: not
/// before, though a quiescence search sees mates beyond the depth.
#[test]
fn a_proven_mate_ends_the_search() {
    let selective = AlphaBetaOptions {
        late_move_reductions: true,
        null_move: 2,
        deeper_entries: true,
        ..AlphaBetaOptions::default()
    };
    let mut early = 0;
    for (game, plies) in mates().filter(|&(_, plies)| plies <= 3).step_by(16) {
        let table = || Arc::new(TranspositionTable::new(1));
        let exact = AlphaBeta::new(Material, (), AlphaBetaOptions::default()).with_table(table());
        let quiet = AlphaBeta::new(Material, (), selective.clone());
        let quiet = quiet.with_quiescence(ShogiQuiescence::default()).with_table(table());
        let searches: [Box<dyn Searcher<Shogi>>; 2] = [Box::new(exact), Box::new(quiet)];
        for mut search in searches {
            let mut seen = Vec::new();
            let mut events = |report: &Report<Move>| seen.push(report.value);
            let (limits, stop) = (Limits::nodes(3_000_000), Stop::default());
            let report = search.search(&game, &Root::default(), &limits, &stop, &mut events);
            let mate = Value::new(Shogi::MATE - plies as i32);
            let found = (report.value, report.depth, report.stopped_by);
            assert_eq!(found, (mate, plies, StoppedBy::Depth), "{plies} in {game:?}");
            early += usize::from(seen[0] == mate && plies > 1);
        }
    }
    assert!(early > 0, "{early}");
}
