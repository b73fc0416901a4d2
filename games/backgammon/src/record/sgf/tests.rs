//! Matches that gnubg saved, and what can be wrong with them.

use proptest::prelude::*;
use starboard_core::Player;

use super::*;
use crate::record::{Action, MatchRecord, Setup, read, read_mat, write_mat};

/// The match of `match.mat`, as gnubg saves it.
const MATCH: &str = include_str!("match.sgf");
const MAT: &str = include_str!("../mat/match.mat");
/// A session with beavers against beavers, games given up, and Jacoby's rule.
const SESSION: &str = include_str!("session.sgf");
const SESSION_MAT: &str = include_str!("session.mat");

#[test]
fn both_formats_tell_the_same() {
    let record = read_sgf(MATCH).expect("a match");
    assert_eq!(read(MAT), Ok(record.clone()));
    assert_eq!(read(&write_sgf(&record)), Ok(record.clone()));
    assert_eq!(read(&write_mat(&record)), Ok(record));
    // A .mat file does not say whether Jacoby's rule held, but it can.
    let mut session = read_mat(SESSION_MAT).expect("a session");
    session.rules.jacoby = true;
    assert_eq!(read(SESSION), Ok(session.clone()));
    assert_eq!(read(&write_sgf(&session)), Ok(session.clone()));
    assert_eq!(read(&write_mat(&session)), Ok(session.clone()));
    let beavers = session.games[0].actions.iter().filter(|&&a| a == Action::Beaver).count();
    assert_eq!(beavers, 3, "all from the middle to 16");
    assert!(matches!(session.games[1].actions.last(), Some(Action::Resign(Player::First, 1))));
}

#[test]
fn a_game_may_begin_with_any_position() {
    let text = "(;GM[6]MI[length:0][game:0][ws:0][bs:0]PW[Ann]PB[Bob]\n\
                ;PL[B]AE[a:y]AW[f][f][e][y]AB[x][s]\n;CV[4]\n;CP[b]\n;PL[B]DI[31]\n\
                ;B[double];W[take];B[61szxz])";
    let record = read_sgf(text).expect("a game");
    let game = &record.games[0];
    let Some(Setup { board, cube: 4, owner: Some(Player::Second) }) = &game.setup else {
        panic!("{game:?}")
    };
    assert_eq!((board.mine().at(1), board.mine().at(6), board.mine().off()), (1, 1, 13));
    assert_eq!((board.theirs().bar(), board.theirs().at(6), board.theirs().at(5)), (1, 2, 1));
    // Nothing borne off, and a checker in Black's home: a backgammon.
    let outcome = game.outcome.expect("it is over");
    assert_eq!((game.first, outcome.winner), (Player::Second, Player::Second));
    assert_eq!(read_sgf(&write_sgf(&record)), Ok(record));
    // By Jacoby's rule a gammon with the cube in the middle is a win of one point.
    let text = "(;GM[6]RU[Jacoby]RE[W+1]\n;PL[W]AE[a:y]AW[a]AB[j:x]\n;W[65az])";
    let record = read_sgf(text).expect("a game");
    assert_eq!(record.score(), [1, 0]);
    assert_eq!(read_sgf(&write_sgf(&record)), Ok(record));
    let error = read_sgf(&text.replace("[Jacoby]", "[]")).expect_err("a gammon").to_string();
    assert!(error.ends_with("the game did not end in W+1"), "{error}");
    // A game that is under way, and one that was not begun.
    let record = read_sgf("(;GM[6]MI[length:5][ws:3][bs:1];PL[B]DI[31];B[31saas])");
    assert!(record.is_err(), "nobody moves back");
    let record = read_sgf("(;GM[6]MI[length:5][ws:3][bs:1];PL[B]DI[31];B[31qtst])").expect("one");
    assert_eq!((record.games[0].outcome, record.games[0].score), (None, [3, 1]));
    assert_eq!(read_sgf(&write_sgf(&record)), Ok(record));
    assert_eq!(read_sgf("(;GM[6])").map(|record| record.games.len()), Ok(1));
}

#[track_caller]
fn check(text: &str, expected: &str) {
    let error = read_sgf(text).expect_err("a fault").to_string();
    assert!(error.starts_with(expected), "{error}");
}

#[test]
fn faults_are_named_with_their_place() {
    let game = |nodes: &str| format!("(;GM[6]MI[length:3]\n{nodes})");
    check("", "line 1, column 1: expected a game, which begins with (;, found the end");
    check("(;GM[1])", "line 1, column 3: game \"1\" is not backgammon");
    check("(;GM[6]RU[NackGammon])", "line 1, column 3: records are of backgammon, not of NackGam");
    check("(;C[x])", "line 1, column 3: expected GM[6]");
    check("(;GM[6]MI[length:x])", "line 1, column 8: expected a number after length:, found \"x\"");
    check("(;GM[6]MI[length:3][ws:3])", "line 1, column 3: expected the game before to be");
    check(&game(";W[31hefe];W[31hefe]"), "line 2, column 12: expected a move of B");
    check(&game(";W[31hefe];W[double]"), "line 2, column 12: expected a move of B");
    check(&game(";W[31hehe]"), "line 2, column 2: \"hehe\" cannot be played with 31");
    check(&game(";W[31];B[42adln]"), "line 2, column 2: \"\" cannot be played with 31");
    check(&game(";W[31x]"), "line 2, column 2: \"x\" cannot be played with 31");
    check(&game(";W[31é]"), "line 2, column 2: \"é\" cannot be played with 31");
    check(&game(";W[é]"), "line 2, column 2: expected dice and a move, double, take or drop");
    check(&game(";W[33hehe]"), "line 2, column 2: the first roll of a game is no double");
    check(&game(";W[take]"), "line 2, column 2: no double was offered");
    check(&game(";W[31hefe];AE[a]"), "line 2, column 12: AE in the middle of a game");
    check(&game(";AW[é]"), "line 2, column 2: expected a letter from a to z, found \"é\"");
    check(&game(";AW[a]"), "line 2, column 2: a player has more than fifteen");
    check(&game(";CV[3]"), "line 2, column 2: a cube on \"3\"");
    check(&game(";PL[x]"), "line 2, column 2: expected W or B");
    check(&game(";AE[a:y]AW[a]AB[a];W[21az]"), "line 2, column 20: both players have checkers");
    check("(;GM[6]RE[W+4R];W[31hefe])", "line 1, column 8: 4 points cannot be won");
    check("(;GM[6]RE[W]\n;W[31hefe])", "line 1, column 8: expected a result such as W+2");
    let drop = "(;GM[6]RE[B+1]\n;W[31hefe];B[double];W[drop])";
    assert!(read_sgf(drop).is_ok());
    check(&drop.replace("B+1", "W+1"), "line 1, column 8: the game did not end in W+1");
    check(&format!("{drop}(;GM[6]PW[x])"), "line 2, column 32: another match begins here");
    check(&format!("{drop}(;GM[6]MI[ws:1])"), "line 2, column 37: expected the score to be 0 to 1");
}

/// A game alone may come after the Crawford game of its match: GNU Backgammon names that one.
#[test]
fn a_double_in_the_crawford_game_is_refused() {
    let game = |rules: &str| {
        format!("(;GM[6]MI[length:5][ws:4][bs:2]{rules};W[31hefe];B[double];W[take])")
    };
    let crawford = "nobody doubles in the Crawford game";
    check(&game(""), &format!("line 1, column 43: {crawford}"));
    check(&game("RU[Crawford:CrawfordGame]"), &format!("line 1, column 68: {crawford}"));
    let record = read_sgf(&game("RU[Crawford]")).expect("after it");
    assert!(!record.is_crawford(0));
    assert_eq!(read_sgf(&write_sgf(&record)), Ok(record));
}

#[test]
fn a_match_cut_off_anywhere_is_refused() {
    let whole = MATCH.trim_end().len();
    for (end, _) in MATCH.char_indices() {
        match read(&MATCH[..end]) {
            Err(error) => {
                let lines = MATCH[..end].lines().count().max(1);
                assert!(error.line <= lines + 1 && error.column >= 1, "{error}");
            }
            Ok(_) => assert!(end >= whole, "{end}"),
        }
        if let Ok(record) = read_sgf(&MATCH[..end]) {
            assert!(record.games.iter().all(|game| game.outcome.is_some()), "{end}");
        }
    }
}

/// As gnubg saves a session that is broken off after a roll.
#[test]
fn the_last_roll_of_a_session_may_be_unplayed() {
    let record = read("(;GM[6]MI[length:0]\n;W[31hefe];B[52])").expect("a session");
    assert_eq!((record.games[0].actions.len(), record.games[0].outcome), (1, None));
    assert_eq!(read(&write_sgf(&record)), Ok(record));
    check("(;GM[6]MI[length:0];W[31hefe];B[77])", "line 1, column 31: expected dice and a move");
}

#[test]
fn nothing_is_written_for_nothing() {
    assert_eq!(write_sgf(&MatchRecord::default()), "");
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "\\(;GM\\[6\\]([WBAPL];?|\\[[a-z0-9:]{0,4}\\]|\\PC){0,60}") {
        let _ = read_sgf(&text);
    }

    #[test]
    fn a_match_with_bytes_exchanged_is_read_or_refused(
        at in 0..MATCH.len(), with in "[ -~\n]{0,3}",
    ) {
        let text = format!("{}{with}{}", &MATCH[..at], &MATCH[at + 1..]);
        if let Ok(record) = read_sgf(&text) {
            prop_assert_eq!(read_sgf(&write_sgf(&record)), Ok(record));
        }
    }
}
