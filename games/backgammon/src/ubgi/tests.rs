//! Sessions as controllers hold them.

use proptest::prelude::*;
use starboard_core::Game;

use super::*;
use crate::{
    Backgammon, HandCrafted,
    engine::{BackgammonEngine, EngineSettings},
};

fn session() -> Session<HandCrafted> {
    let settings = EngineSettings { plies: 0, cube_plies: 0, ..EngineSettings::default() };
    Session::new(BackgammonEngine::new(HandCrafted::default(), None, settings))
}

/// What a session answers to these lines.
fn talk(lines: &str) -> String {
    let mut out = Vec::new();
    serve(&mut session(), lines.as_bytes(), &mut out).expect("memory does not fail");
    String::from_utf8(out).expect("text")
}

/// The answers to these lines, without the information before them.
#[track_caller]
fn check(lines: &str, expected: &[&str]) {
    let text = talk(lines);
    let answers: Vec<_> = text.lines().filter(|line| !line.starts_with("info ")).collect();
    assert_eq!(answers, expected, "{lines}");
}

const START: &str = "position gnubgid 4HPwATDgc/ABMA";

#[test]
fn a_session_from_ubgi_to_quit() {
    let version = format!("id version {}", env!("CARGO_PKG_VERSION"));
    let hello = [
        "id name Starboard",
        "id author the Starboard developers",
        &version,
        "proto 0.2",
        "ubgiok",
    ];
    check("ubgi\n", &hello);
    check("isready\r\nquit\nisready\n", &["readyok"]);
    check(&format!("newgame\n{START}\ndice 6 1\nstop\ngo\n"), &["bestmove 13/7 8/7"]);
    check(
        &format!("{START}\ndice 1 6\ngo chequer\ngo cube\n"),
        &["bestmove 13/7 8/7", "bestcube nodouble"],
    );
    check(&format!("{START}\ndice 6 1\ngo turn\n"), &["bestturn cube=nodouble move=13/7 8/7"]);
}

#[test]
fn moves_name_every_step() {
    // On the bar against points on 6 and 8.
    let bar = "position gnubgid 4HPwAGjgc/AAWA\ndice";
    assert!(talk(&format!("{bar} 6 5\ngo\n")).contains("\nbestmove bar/20 "));
    check(&format!("{bar} 6 6\ngo\n"), &["bestmove pass"]);
    check("position gnubgid AQAABAAAAAAAAA\ndice 2 1\ngo\n", &["bestmove 1/off"]);
    // No move: an empty line, where the action stands by itself.
    let game = Backgammon::parse("4HPwAGjgc/AAWA 66").expect("a position");
    assert_eq!(talk(&format!("{}\n", crate::Xgid::of(&game))), "\n");
}

#[test]
fn lines_that_are_positions_are_answered_by_the_action() {
    let board = |rest: &str| {
        format!("board:a:b:0:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:{rest}\n")
    };
    let end = "1:-1:0:25:0:0:0:0:0:0:0:1";
    check(&board(&format!("1:6:1:6:1:1:1:1:0:{end}")), &["13/7 8/7"]);
    check(&board(&format!("1:0:0:0:0:1:1:1:0:{end}")), &["roll"]);
    check(&board(&format!("-1:0:0:0:0:1:1:1:1:{end}")), &["take"]);
    check("XGID=-b----E-C---eE---c-e----B-:0:0:1:61:0:0:0:0:10\n", &["13/7 8/7"]);
    check("XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:0:10\n", &["take"]);
}

#[test]
fn doubles_are_answered() {
    let offered = "position xgid -b----E-C---eE---c-e----B-:0:0:1:D:0:0:";
    check(&format!("{offered}0:0:10\ngo cube\n"), &["bestcube take"]);
    check(&format!("set game.beavers true\n{offered}0:0:10\ngo cube\n"), &["bestcube beaver"]);
    check(&format!("{offered}2:0:10\ngo cube\n"), &["bestcube beaver"]);
    check(&format!("{offered}0:0:10\ngo\n"), &["error bad_state a double is on offer: go cube"]);
    let resigned = talk(&format!("{START}:cCEAAAAAAAAA\n"));
    assert!(resigned.contains("bad_value a resignation is on offer"), "{resigned}");
}

#[test]
fn keys_are_set_and_told() {
    let text = talk("keys\n");
    for line in text.lines() {
        let key = line.split(' ').nth(1).expect("a key");
        let value = talk(&format!("get {key}\n"));
        assert!(value.starts_with(&format!("value {key} ")), "{value}");
        let value = value.split_whitespace().nth(2).expect("a value");
        check(&format!("set {key} {value}\n"), &[]);
    }
    assert_eq!(text.lines().count(), 6);
    check("set engine.ply 2\nget engine.ply\n", &["value engine.ply 2"]);
    check("setoption name engine.ply value 3\nget engine.ply\n", &["value engine.ply 3"]);
    let deeper = "set engine.ply 2\nset engine.filter 9,0,0\n";
    assert!(talk(&format!("{deeper}{START}\ndice 3 1\ngo\n")).contains("info depth 2 "));
}

#[test]
fn variants_are_played() {
    let start =
        crate::position_id::write(Backgammon::HYPERGAMMON.mine(), Backgammon::HYPERGAMMON.theirs());
    let lines = format!("set game.variant hypergammon\nposition gnubgid {start}\ndice 6 5\ngo\n");
    assert!(talk(&lines).contains("bestmove "), "{}", talk(&lines));
    check(
        &format!("set game.variant hypergammon\n{START}\n"),
        &["error bad_value a player has 15 checkers in place of 3"],
    );
}

#[test]
fn faults_have_codes_and_change_nothing() {
    for (lines, expected) in [
        (
            "hello\n",
            "error bad_command expected ubgi, isready, newgame, position, dice, go, keys, ",
        ),
        ("go\n", "error bad_state missing position"),
        ("dice 3 1\n", "error bad_state dice need a position"),
        (&format!("{START}\ngo\n"), "error bad_state missing dice"),
        (&format!("{START}\ndice 3 7\n"), "error bad_value expected two dice such as 3 1"),
        (&format!("{START}\ndice 3 1 2\n"), "error bad_value expected two dice such as 3 1"),
        (&format!("{START}\ngo rollout\n"), "error unsupported go rollout"),
        ("position fen x\n", "error unsupported positions as \"fen\": gnubgid or xgid"),
        ("position gnubgid x\n", "error bad_value expected "),
        ("position gnubgid 4HPwATDgc/ABMA 31\n", "error bad_value expected one ID"),
        ("position gnubgid NwAAAAAAAAAAAA\ngo\n", "error bad_state the game is over"),
        ("set engine.ply 0\n", "error bad_value engine.ply must be 1..9, not \"0\""),
        ("set engine.filter x\n", "error bad_value engine.filter: \"x\" is not a move filter"),
        ("set game.jacoby yes\n", "error bad_value game.jacoby must be true or false"),
        ("set game.variant chess\n", "error bad_value game.variant must be one of backgammon, "),
        ("set engine.ply\n", "error bad_command expected set KEY VALUE"),
        ("get x\n", "error unsupported the key \"x\""),
        ("setoption engine.ply 2\n", "error bad_command expected setoption name KEY value VALUE"),
        ("board:a:b\n", "error bad_value expected 52 fields"),
        ("XGID=x\n", "error bad_value "),
    ] {
        let text = talk(lines);
        assert!(text.starts_with(expected), "{lines}{text}");
        assert_eq!(text.lines().count(), 1, "{text}");
    }
    let kept = format!("{START}\ndice 6 1\nposition gnubgid x\ndice 9 9\nset engine.ply x\ngo\n");
    assert!(talk(&kept).ends_with("bestmove 13/7 8/7\n"), "{}", talk(&kept));
    let long = format!("{}\nisready\n", "x".repeat(5000));
    assert_eq!(talk(&long), "error bad_command a line of more than 1023 bytes\nreadyok\n");
}

/// A session never answers with a move that is not legal.
#[test]
fn games_are_played_to_their_end() {
    use rand::RngExt;
    let mut session = session();
    for (stream, start) in
        (0..).zip([Backgammon::START, Backgammon::NACKGAMMON, Backgammon::HYPERGAMMON])
    {
        let (mut game, mut rng) = (start, starboard_core::rng(21, stream));
        let variant = ["backgammon", "nackgammon", "hypergammon"][stream as usize];
        assert_eq!(session.answer(&format!("set game.variant {variant}")).as_deref(), Some(""));
        while let starboard_core::Node::Chance = game.node() {
            let id = crate::position_id::write(game.mine(), game.theirs());
            let (a, b) = (rng.random_range(1..=6), rng.random_range(1..=6));
            let mut ask = |line: String| session.answer(&line).expect("it goes on");
            assert_eq!(ask(format!("position gnubgid {id}")), "");
            assert_eq!(ask(format!("dice {a} {b}")), "");
            let answer = ask("go".to_owned());
            let (_, text) = answer.trim().rsplit_once("bestmove ").expect("a move");
            game.play(crate::Move::Roll(crate::Dice::new(a, b).expect("dice")));
            let m = game.parse_move(text).unwrap_or_else(|e| panic!("{}: {e}", game.format()));
            game.play(m);
        }
    }
}

proptest! {
    #[test]
    fn whatever_is_said_is_answered(
        lines in prop::collection::vec(
            "(ubgi|isready|position (gnubgid |xgid )?|dice |go |set |get |setoption name |XGID=|board:)?[-a-zA-Z0-9 :=./+]{0,40}",
            0..6,
        ),
        bytes in prop::collection::vec(any::<u8>(), 0..200),
    ) {
        let mut input = lines.join("\n").into_bytes();
        input.push(b'\n');
        input.extend(bytes);
        let mut out = Vec::new();
        prop_assert!(serve(&mut session(), input.as_slice(), &mut out).is_ok());
        prop_assert!(String::from_utf8(out).is_ok());
    }
}
