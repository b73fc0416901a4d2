//! Repetition, perpetual check and their values.

use starboard_core::{Game, Limits, Node, Repetition, Value};
use starboard_search::{AlphaBeta, AlphaBetaOptions, Searcher};
use starboard_shogi::{Material, Shogi};

/// What a position that came back so many plies ago is worth.
fn back(value: i32, plies: u32) -> Option<Repetition> {
    Some(Repetition { value: Value::new(value), plies })
}

/// The position after the moves, `cycle` repeated so often.
fn after(start: &str, lead: &str, cycle: &str, times: usize) -> Shogi {
    let moves = format!("{lead} {}", format!("{cycle} ").repeat(times));
    let moves = if moves.trim().is_empty() { String::new() } else { format!(" moves {moves}") };
    Shogi::parse(&format!("{start}{moves}")).expect("a game")
}

#[test]
fn the_fourth_time_is_a_draw() {
    const CYCLE: &str = "2h1h 8b9b 1h2h 9b8b";
    let worth = |times| {
        let game = after("startpos", "", CYCLE, times);
        (game.repetitions(), game.repetition(), game.node())
    };
    assert_eq!(worth(0), (0, None, Node::Decision));
    assert_eq!(worth(1), (1, back(0, 4), Node::Decision));
    assert_eq!(worth(2), (2, back(0, 4), Node::Decision));
    assert_eq!(worth(3), (3, back(0, 4), Node::Over(Value::ZERO)));
    let mut moves = Vec::new();
    after("startpos", "", CYCLE, 3).moves(&mut moves);
    assert!(moves.is_empty());
    // The positions within the cycle count as well: this one comes up a third
    // time before the start does a fourth.
    let within = after("startpos", "", CYCLE, 2);
    let mut child = within;
    child.play(child.parse_move("2h1h").expect("a move"));
    assert_eq!(child.repetitions(), 2);
    // The move number is not looked at, nor is it part of what is compared.
    assert_eq!(after("startpos", "", CYCLE, 1), Shogi::start());
    assert_eq!(after("startpos", "", CYCLE, 1).key(), Shogi::start().key());
}

/// The first player checks from 5h and 4h in turn; the king steps aside.
const CHASE: &str = "4k4/9/9/9/9/9/9/7R1/K8 b - 1";

#[test]
fn perpetual_check_loses() {
    const MATE: i32 = 30_000;
    // What repeats is the position in check after 2h5h; each move of the first
    // player since gives check.
    let game = |times| after(CHASE, "2h5h", "5a4a 5h4h 4a5a 4h5h", times);
    assert_eq!(game(0).repetition(), None);
    assert_eq!((game(1).repetitions(), game(1).repetition()), (1, back(MATE, 4)));
    assert_eq!((game(2).repetitions(), game(2).node()), (2, Node::Decision));
    assert_eq!(game(3).node(), Node::Over(Value::new(MATE)), "the mover was checked all along");
    // Seen by the one who gives check.
    let mut attacker = game(2);
    for m in ["5a4a", "5h4h", "4a5a"] {
        attacker.play(attacker.parse_move(m).expect("a move"));
    }
    assert_eq!(attacker.repetition(), back(-MATE, 4));
}

#[test]
fn a_quiet_move_on_the_way_makes_it_a_draw() {
    // A check, and a quiet move back, in turn.
    let game = |times| after(CHASE, "", "2h5h 5a4a 5h2h 4a5a", times);
    assert_eq!(game(1).repetition(), back(0, 4));
    assert_eq!(game(3).node(), Node::Over(Value::ZERO));
}

#[test]
fn perpetual_check_counts_from_the_first_time() {
    // The position after the check came up once before a quiet cycle; so not
    // every move since the first time gave check.
    let quiet = "5a4a 5h2h 4a5a 2h5h";
    let checks = "5a4a 5h4h 4a5a 4h5h";
    let game = after(CHASE, &format!("2h5h {quiet}"), checks, 2);
    assert_eq!(game.repetitions(), 3);
    // A search that goes round once more sees a perpetual check, the rules a
    // draw, since they look at all four times.
    assert_eq!(game.repetition(), back(30_000, 4));
    assert_eq!(game.node(), Node::Over(Value::ZERO));
}

/// A rook that has given check twice may do something else the third time: what was played
/// before the search binds nobody.
#[test]
fn only_a_search_that_went_round_sees_a_perpetual_check() {
    let options = AlphaBetaOptions {
        repetitions: true,
        quiescence: true,
        check_extension: true,
        ..AlphaBetaOptions::default()
    };
    let search = |game: &Shogi, depth| {
        AlphaBeta::new(Material, (), options.clone()).run(game, &Limits::depth(depth))
    };
    let game = after("8k/9/7R1/9/9/9/9/9/4K4 b - 1", "", "2c1c 1a2a 1c2c", 1);
    let mut again = game.clone();
    again.play(again.parse_move("2a1a").expect("a move"));
    assert_eq!(again.repetition(), back(-30_000, 4), "the checks are one-sided");
    for depth in 1..=4 {
        let report = search(&game, depth);
        assert!(report.value < Value::ZERO, "no rook is worth {:?} at {depth}", report.value);
    }
    // Three times before, and the rules end it.
    let last = after("8k/9/7R1/9/9/9/9/9/4K4 b - 1", "", "2c1c 1a2a 1c2c 2a1a", 2);
    let mut last = last.clone();
    for m in ["2c1c", "1a2a", "1c2c"] {
        last.play(last.parse_move(m).expect("a move"));
    }
    assert!(search(&last, 4).value > Value::new(29_000), "the next time is the fourth");
}

/// The same board with other hands is another position, and does not hide the
/// repetitions of the first.
#[test]
fn hands_count() {
    let start = "4k4/9/r8/9/9/9/8R/9/4K4 b 2P 1";
    // The first player gives a pawn away and wins it back.
    let give = "P*9e 9c9e 1g1h 9e9c 1h1i 9c9b 1i1g 9b9c";
    let take = "1g1h P*1e 1h1e 9c9b 1e1f 9b9a 1f1g 9a9c";
    let round = format!("{give} {take}");
    let given = after(start, "", give, 1);
    assert_eq!(given.format(), "4k4/9/r8/9/9/9/8R/9/4K4 b Pp 9");
    assert_eq!((given.repetitions(), given.repetition()), (0, None));
    let back = after(start, "", &round, 1);
    assert!(back == after(start, "", "", 0) && back != given && back.key() != given.key());
    assert_eq!(back.repetitions(), 1);
    assert_eq!(after(start, &round, give, 1).repetitions(), 1);
    assert_eq!(after(start, "", &round, 3).node(), Node::Over(Value::ZERO));
}

#[test]
fn a_pass_begins_anew() {
    let mut game = after("startpos", "", "2h1h 8b9b 1h2h", 1);
    assert!(game.play_null());
    assert!(game.play_null());
    // Equal to what was there before the pass, but nobody moved there.
    assert_eq!(game.repetition(), None);
    game.play(game.parse_move("9b8b").expect("a move"));
    assert_eq!(game, Shogi::start());
    assert_eq!(game.repetition(), None);
}

#[test]
fn with_child_takes_everything_back() {
    let mut game = after("startpos", "", "2h1h 8b9b 1h2h 9b8b", 2);
    let (before, key) = (game.repetitions(), game.key());
    let m = game.parse_move("7g7f").expect("a move");
    let inside = game.with_child(m, |child| {
        // Played on without with_child, passed, and played again.
        child.play(child.parse_move("3c3d").expect("a move"));
        assert!(child.play_null());
        child.play(child.parse_move("8c8d").expect("a move"));
        child.format()
    });
    assert!(inside.ends_with(" 13"), "{inside}");
    assert_eq!((game.repetitions(), game.key(), game.move_number()), (before, key, 9));
    assert_eq!(game, Shogi::start());
}
