//! The game with the cube, played and written down.

use starboard_core::{Evaluator, conformance::Conformance};

use super::*;
use crate::{
    HandCrafted, MatchId,
    cube::{Crawford, CubeEvaluator, CubefulSearch, MatchBackgammon, Stakes},
};

fn evaluator() -> CubeEvaluator<HandCrafted> {
    CubeEvaluator::new(CubefulSearch::new(HandCrafted::default(), None, Stakes::MONEY))
}

#[test]
fn every_promise_is_kept() {
    let check = Conformance::new(CubeBackgammon::START).games(10);
    if let Err(failure) = check.evaluator("janowski", evaluator()).run() {
        panic!("{failure}");
    }
    for start in ["match 3", "match 5 4-2 crawford", "match 1"] {
        let check = Conformance::new(of_match(start)).games(10).length(400);
        if let Err(failure) = check.evaluator("janowski", evaluator()).run() {
            panic!("{failure}");
        }
    }
}

fn of_match(text: &str) -> MatchBackgammon {
    MatchBackgammon::parse(text).expect("a position")
}

fn position(text: &str) -> CubeBackgammon {
    CubeBackgammon::parse(text).expect("a position")
}

#[track_caller]
fn play<const MATCH: bool>(game: &mut CubeGame<MATCH>, moves: &str) {
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

/// A cube on 64 is turned by nobody, and worth nothing to whoever has it.
#[test]
fn a_cube_on_64_is_dead() {
    let mut eval = evaluator();
    for board in ["4HPwATDgc/ABMA", "sGfwATDgc/ABMA", "ma7ggBHgdwcHAA", "EgAAIAEAAAAAAA"] {
        let values = ["centred", "mine", "theirs"].map(|owner| {
            let game = position(&format!("{board} cube 64 {owner}"));
            assert_eq!(game.node(), Node::Chance, "nobody is asked");
            eval.evaluate(&game)
        });
        assert!(values.iter().all(|&value| value == values[0]), "{board}: {values:?}");
    }
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

#[test]
fn a_match_goes_on_from_game_to_game() {
    let mut game = MatchBackgammon::to(3);
    assert_eq!(game, of_match("match 3"));
    assert_eq!(
        (game.node(), game.format()),
        (Node::Chance, "4HPwATDgc/ABMA opening match 3 0-0".into())
    );
    play(&mut game, "second");
    let mut rolls = Vec::new();
    game.chances(&mut rolls);
    assert_eq!((rolls.len(), game.mover()), (15, Player::Second), "no game begins with a double");
    play(&mut game, "31, 8/5 6/5, double, take, 62, 24/18 13/11, double, drop");
    // The first player had doubled, and dropped the double that came back.
    let score = game.score().expect("a match");
    assert_eq!((score.points(), score.crawford()), ([0, 2], Crawford::Now));
    assert_eq!(game.format(), "4HPwATDgc/ABMA opening match 3 0-2 crawford");
    play(&mut game, "first, 31, 8/5 6/5, 62, 24/18 13/11");
    let mut moves = Vec::new();
    game.options(&mut moves);
    assert_eq!(moves.len(), 21, "nobody is asked whether to double");
    // A win of one point in the Crawford game; after it, who needs more may turn the cube.
    let mut last = of_match("AQAABAAAAAAAAA 21 match 3 0-2 crawford");
    play(&mut last, "1/off");
    assert_eq!(last.format(), "4HPwATDgc/ABMA opening match 3 1-2");
    play(&mut last, "first, 31, 8/5 6/5, 62, 24/18 13/11, double, drop");
    assert_eq!(last.format(), "4HPwATDgc/ABMA opening match 3 2-2");
    // The last game, which has no cube.
    let mut last = of_match("AQAABAAAAAAAAA 21 match 3 2-2");
    play(&mut last, "1/off");
    assert_eq!(last.node(), Node::Over(points(-1)));
    assert_eq!(
        (last.mover(), last.score().and_then(Score::winner)),
        (Player::Second, Some(Player::First))
    );
}

#[test]
fn who_has_nothing_to_gain_by_it_is_not_asked_to_double() {
    let asked = |text: &str| of_match(text).node() == Node::Decision;
    for (text, asks) in [
        ("4HPwATDgc/ABMA match 1", false),
        ("4HPwATDgc/ABMA match 5 4-4", false),
        ("4HPwATDgc/ABMA match 5 4-2", false),
        ("4HPwATDgc/ABMA match 5 2-4", true),
        ("4HPwATDgc/ABMA match 5 3-3", true),
        ("4HPwATDgc/ABMA cube 2 mine match 5 3-3", false),
        ("4HPwATDgc/ABMA cube 2 mine match 5 2-3", true),
    ] {
        assert_eq!(asked(text), asks, "{text}");
        let stage = of_match(text);
        assert_eq!(of_match(&stage.format()), stage, "{text}");
    }
}

#[test]
fn what_a_match_is_worth_is_the_chance_to_win_it() {
    let mut eval = evaluator();
    let even = eval.evaluate(&MatchBackgammon::to(5)).raw();
    let ahead = eval.evaluate(&of_match("match 5 3-0")).raw();
    let behind = eval.evaluate(&of_match("match 5 0-3")).raw();
    assert_eq!((even, ahead), (0, -behind));
    assert!(ahead > points(1).raw() / 3, "{ahead}");
    // At the last point a gammon is worth no more than a win.
    let (money, last) = ("4HPwATDgc/ABMA 31", "4HPwATDgc/ABMA 31 match 1");
    let (money, last) = (position(money), of_match(last));
    assert!(eval.evaluate(&last) < eval.evaluate(&money));
}

#[test]
fn what_is_no_match_is_named() {
    for (text, what) in [
        ("4HPwATDgc/ABMA", "match and the points it goes to"),
        ("match", "how many points the match goes to, 1 to 64"),
        ("match 65", "how many points the match goes to, 1 to 64"),
        ("match 7 8-256", "the points of both players, one of them below 7"),
        ("match 7 7-9", "the points of both players, one of them below 7"),
        ("match 7 3-2 crawford", "the Crawford game is the first"),
        ("match 7 6-6 crawford", "the Crawford game is the first"),
        ("sGfwATDgc/ABMA doubled match 7 6-2 crawford", "nobody can have doubled"),
        ("sGfwATDgc/ABMA dropped match 7 6-2", "dropped"),
        ("sGfwATDgc/ABMA doubled match 1", "nobody can have doubled"),
        ("sGfwATDgc/ABMA opening match 7", "begun before its opening roll"),
        ("opening match 7 7-3", "begun before its opening roll"),
    ] {
        let error = MatchBackgammon::parse(text).expect_err(text).to_string();
        assert!(error.contains(what), "{text}: {error}");
    }
    let mut over = position("AQAABAAAAAAAAA 21");
    play(&mut over, "1/off");
    let error = MatchBackgammon::parse(&format!("{} match 7", over.format()));
    let error = error.expect_err("nobody has counted the point").to_string();
    assert!(error.contains("a game is over"), "{error}");
    let error = CubeBackgammon::parse("4HPwATDgc/ABMA match 7").expect_err("for money").to_string();
    assert!(error.contains("match"), "{error}");
}

const XGID: &str = "XGID=-b----E-C---eE---c-e----B-";

#[test]
fn ids_say_where_the_cube_is_and_how_the_match_stands() {
    #[track_caller]
    fn check<const MATCH: bool>(told: &str, expected: &str) {
        let game = CubeGame::<MATCH>::parse(told).unwrap_or_else(|error| panic!("{told}: {error}"));
        assert_eq!(game.format(), expected, "{told}");
        assert_eq!(CubeGame::<MATCH>::parse(expected), Ok(game));
    }
    let money = |rest: &str, expected| check::<false>(&format!("{XGID}{rest}"), expected);
    money(":0:0:1:31:0:0:0:0:10", "4HPwATDgc/ABMA 31");
    money(":1:1:1:00:0:0:0:0:10", "4HPwATDgc/ABMA cube 2 mine");
    money(":2:-1:1:42:0:0:0:0:6", "4HPwATDgc/ABMA 42 cube 4 theirs");
    money(":2:-1:-1:00:0:0:0:0:10", "4HPwATDgc/ABMA second cube 4 mine");
    money(":0:0:1:D:0:0:0:0:10", "4HPwATDgc/ABMA doubled");
    money(":1:1:1:D:0:0:0:0:10", "4HPwATDgc/ABMA cube 2 mine doubled");
    money(":0:0:1:00:0:0:0:0:10 rolling", "4HPwATDgc/ABMA rolling");
    money(":0:0:1:00:0:0:0:0:10 cube 8 theirs", "4HPwATDgc/ABMA cube 8 theirs");
    // Once the cube is turned, the Jacoby rule says nothing more.
    money(":1:1:1:00:0:0:1:0:10", "4HPwATDgc/ABMA cube 2 mine");
    let id = MatchId { jacoby: false, ..MatchId::of(&Backgammon::START) };
    let gnubgid = |id: MatchId| format!("4HPwATDgc/ABMA:{id}");
    check::<false>(&gnubgid(id), "4HPwATDgc/ABMA");
    let owned = MatchId { doublings: 3, owner: Some(Player::Second), ..id };
    check::<false>(&gnubgid(owned), "4HPwATDgc/ABMA cube 8 theirs");
    let doubled = MatchId { doubled: true, turn: Player::Second, ..id };
    check::<false>(&gnubgid(doubled), "4HPwATDgc/ABMA doubled");

    let scored = |rest: &str, expected| check::<true>(&format!("{XGID}{rest}"), expected);
    scored(":1:1:1:00:3:2:0:7:10", "4HPwATDgc/ABMA cube 2 mine match 7 3-2");
    scored(":0:0:-1:31:1:4:1:5:10", "4HPwATDgc/ABMA 31 second match 5 1-4 crawford");
    scored(":0:0:-1:00:1:4:0:5:10", "4HPwATDgc/ABMA second match 5 1-4");
    scored(":0:0:1:D:3:2:0:7:10", "4HPwATDgc/ABMA doubled match 7 3-2");
    scored(":0:0:1:31:0:0:0:1:10", "4HPwATDgc/ABMA 31 match 1 0-0");
    scored(":0:0:1:31:0:0:3:0:10 match 7 3-2", "4HPwATDgc/ABMA 31 match 7 3-2");
    // The same position seen from the other side of the table.
    scored(":1:1:1:00:3:2:0:7:10 second", "4HPwATDgc/ABMA second cube 2 mine match 7 2-3");
    check::<true>("4HPwATDgc/ABMA:cAnuADAAKAAE", "4HPwATDgc/ABMA 43 second match 7 3-5");
    check::<true>(
        "4HPwATDgc/ABMA:UQnrADAAKAAE",
        "4HPwATDgc/ABMA 62 second cube 2 mine match 7 3-5",
    );
    check::<true>("4HPwATDgc/ABMA:sIFqACAAAAAE", "4HPwATDgc/ABMA 52 match 3 2-0 crawford");
}

#[test]
fn what_an_id_says_that_this_game_has_not_is_named() {
    #[track_caller]
    fn check<const MATCH: bool>(told: &str, what: &str) {
        let error = CubeGame::<MATCH>::parse(told).expect_err(told).to_string();
        assert!(error.contains(what), "{told}: {error}");
    }
    let money = |rest: &str, what| check::<false>(&format!("{XGID}{rest}"), what);
    money(":1:1:1:00:3:2:0:7:10", "a match to 7, and this game is for money");
    money(":7:1:1:00:0:0:0:0:10", "the cube shows 128, and in this game it goes up to 64");
    money(":0:0:1:00:0:0:1:0:10", "the Jacoby rule is played");
    money(":1:1:1:00:0:0:2:0:10", "beavers are played");
    money(":0:0:1:00:0:0:0:0:3", "the cube goes up to 8, and in this game up to 64");
    money(":1:1:1:00:0:0:0:0:10 cube 4 mine", "already where the cube is");
    money(":0:0:1:00:0:0:0:0:10 single", "not every win is single");
    money(":0:0:1:D:0:0:0:0:10 rolling", "a double is on offer");
    money(":6:1:1:D:0:0:0:0:10", "nobody can have doubled");
    let scored = |rest: &str, what| check::<true>(&format!("{XGID}{rest}"), what);
    scored(":0:0:1:00:0:0:0:0:10", "a game for money, and this is a match: after it say match");
    scored(":0:0:1:00:3:2:0:7:10 match 7 3-2", "already how the match stands");
    scored(":0:0:1:00:1:4:0:5:10 crawford", "match and the points it goes to");
    scored(":0:0:1:00:3:2:1:7:10", "the Crawford game is the first");
    scored(":0:0:1:00:7:2:0:7:10", "the match is over");
    scored(":0:0:1:00:3:2:0:70:10", "a match to 70 points: tables go to 64");
    scored(":0:0:1:00:3:2:0:7:2", "the cube goes up to 4");
    let start = MatchId { jacoby: false, ..MatchId::of(&Backgammon::START) };
    let gnubgid = |id: MatchId| format!("4HPwATDgc/ABMA:{id}");
    let resigned = MatchId { resigned: 1, turn: Player::Second, ..start };
    check::<false>(&gnubgid(resigned), "a resignation is on offer");
    let dropped = MatchId { stage: crate::Stage::Dropped, ..start };
    check::<false>(&gnubgid(dropped), "the game has ended before its last move");
    check::<false>("4HPwATDgc/ABMA:cAkAAAAAAAAA", "the Jacoby rule");
    check::<false>("4HPwATDgc/ABMA single", "not every win is single");
}
