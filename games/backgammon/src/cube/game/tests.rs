//! The game with the cube, played and written down.

use starboard_core::conformance::Conformance;

use super::*;
use crate::{HandCrafted, cube::Stakes};

fn evaluator() -> CubeEvaluator<HandCrafted> {
    CubeEvaluator::new(CubefulSearch::new(HandCrafted::default(), None, Stakes::MONEY))
}

#[test]
fn every_promise_is_kept() {
    let check = Conformance::new(CubeBackgammon::START).games(10);
    if let Err(failure) = check.evaluator("janowski", evaluator()).run() {
        panic!("{failure}");
    }
}

fn position(text: &str) -> CubeBackgammon {
    CubeBackgammon::parse(text).expect("a position")
}

#[track_caller]
fn play(game: &mut CubeBackgammon, moves: &str) {
    for text in moves.split(", ") {
        let m = game.parse_move(text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(game.format_move(m), text);
        game.play(m);
    }
}

#[test]
fn doubles_are_offered_taken_and_dropped() {
    let mut game = CubeBackgammon::START;
    assert_eq!((game.node(), game.format()), (Node::Chance, "4HPwATDgc/ABMA rolling".into()));
    play(&mut game, "31, 8/5 6/5, double");
    assert_eq!(game.mover(), Player::First, "who was doubled is asked");
    let mut dropped = game;
    play(&mut dropped, "drop");
    assert_eq!((dropped.node(), dropped.mover()), (Node::Over(points(1)), Player::Second));
    play(&mut game, "take, 62");
    assert_eq!(game.format(), "sGfwATDgc/ABMA 62 second cube 2 theirs");
    play(&mut game, "24/18 13/11, double, drop");
    assert_eq!((game.node(), game.mover()), (Node::Over(points(2)), Player::First));
}

#[test]
fn a_win_counts_what_the_cube_shows() {
    // A gammon with the cube on 4, which cannot be turned by who wins.
    let mut game = position("4P8PAAABAAAAAA 21 cube 4 theirs");
    play(&mut game, "1/off");
    assert_eq!(game.node(), Node::Over(-points(8)));
}

#[test]
fn equal_first_throws_double_the_cube() {
    let mut game = CubeBackgammon::with_automatic_doubles(2);
    assert_eq!(game, position("4HPwATDgc/ABMA automatic 2"));
    play(&mut game, "33");
    assert_eq!(game.format(), "4HPwATDgc/ABMA cube 2 centred automatic 1");
    play(&mut game, "66");
    assert_eq!((game.cube().value(), game.node()), (4, Node::Chance));
    let mut rolls = Vec::new();
    game.chances(&mut rolls);
    assert_eq!(rolls.len(), 15, "doubles are rolled again");
    assert!(game.parse_move("55").is_err());
    assert_eq!(position(&game.format()), game);
    play(&mut game, "31, 8/5 6/5, double, take");
    assert_eq!(game.cube().value(), 8);

    let check = Conformance::new(CubeBackgammon::with_automatic_doubles(3)).games(10);
    if let Err(failure) = check.evaluator("janowski", evaluator()).run() {
        panic!("{failure}");
    }
}

/// Without looking ahead the evaluator decides as the analysis does.
#[test]
fn a_look_at_both_words_finds_the_verdict() {
    for text in ["4HPwATDgc/ABMA", "sGfwATDgc/ABMA", "ma7ggBHgdwcHAA", "AQAABAAAAAAAAA"] {
        let game = position(text);
        let mut eval = evaluator();
        let after = |moves: &[CubeMove]| {
            let mut next = game;
            moves.iter().for_each(|&m| next.play(m));
            next
        };
        let wait = eval.evaluate(&after(&[CubeMove::NoDouble]));
        let doubled = -eval.evaluate(&after(&[CubeMove::Double]));
        let take = eval.evaluate(&after(&[CubeMove::Double, CubeMove::Take]));
        let drop = after(&[CubeMove::Double, CubeMove::Drop]).node();
        assert_eq!(Node::Over(points(1)), drop);
        assert_eq!(doubled, take.min(points(1)), "{text}");
        assert_eq!(eval.evaluate(&game), wait.max(doubled), "{text}");
    }
}

#[test]
fn what_is_no_position_is_named() {
    for (text, what) in [
        ("4HPwATDgc/ABMA cube 3 mine", "a power of two up to 64"),
        ("4HPwATDgc/ABMA cube 128 mine", "a power of two up to 64"),
        ("4HPwATDgc/ABMA cube 2 his", "whose the cube is"),
        ("4HPwATDgc/ABMA cube", "a power of two up to 64"),
        ("4HPwATDgc/ABMA automatic 7", "how many automatic doubles"),
        ("4HPwATDgc/ABMA automatic", "how many automatic doubles"),
        ("4HPwATDgc/ABMA cube 64 centred automatic 1", "before the first roll alone"),
        ("4HPwATDgc/ABMA 31 automatic 3", "before the first roll alone"),
        ("4HPwATDgc/ABMA doubled automatic 3", "before the first roll alone"),
        ("ma7ggBHgdwcHAA automatic 3", "before the first roll alone"),
        ("4HPwATDgc/ABMA 31 doubled", "nobody can have doubled"),
        ("4HPwATDgc/ABMA cube 2 theirs doubled", "nobody can have doubled"),
        ("4HPwATDgc/ABMA cube 64 mine dropped", "nobody can have doubled"),
    ] {
        let error = CubeBackgammon::parse(text).expect_err(text).to_string();
        assert!(error.contains(what), "{text}: {error}");
    }
    assert!(position("4HPwATDgc/ABMA").parse_move("take").is_err());
}
