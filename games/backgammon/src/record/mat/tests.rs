//! Matches read, written, cut off and spoiled.

use proptest::prelude::*;
use starboard_core::Player;

use super::*;
use crate::record::{Action, MatchRecord, Outcome, read, read_unfinished};

/// Two games: one dropped, one that ends on the board after cubes from hand to
/// hand.
const MATCH: &str = include_str!("match.mat");

#[test]
fn a_match_reads_as_it_was_played() {
    let record = read_mat(MATCH).expect("a match");
    assert_eq!((record.length, record.names.join(" ")), (3, "gnubg root".to_owned()));
    assert_eq!(record.tags, [("EventDate".to_owned(), "2026.11.21".to_owned())]);
    let [one, two] = &record.games[..] else { panic!("two games") };
    assert_eq!((one.first, two.first), (Player::First, Player::Second));
    assert_eq!(one.outcome, Some(Outcome { winner: Player::Second, points: 1 }));
    assert_eq!(one.actions[one.actions.len() - 2..], [Action::Double, Action::Drop]);
    assert_eq!(two.score, [0, 1]);
    assert_eq!(two.outcome, Some(Outcome { winner: Player::Second, points: 4 }));
    assert_eq!(two.actions.iter().filter(|a| **a == Action::Double).count(), 2);
    assert_eq!(record.score(), [0, 5]);
    assert!(!record.is_crawford(0) && !record.is_crawford(1));
}

#[test]
fn what_is_written_reads_back() {
    let record = read_mat(MATCH).expect("a match");
    assert_eq!(read_mat(&write_mat(&record)), Ok(record));
}

/// Columns are characters, here and in what is written: a name of many bytes moves nothing.
#[test]
fn names_in_any_script_leave_everybody_their_moves() {
    let second = "                           64: 24/18 13/9\n";
    let moves = format!("  1) {second}  2) 21: 24/22 8/7*             41: bar/24 13/9\n");
    let long = "a name that is longer than the column it stands above";
    // By characters, as Starboard and most programs; by bytes, as GNU Backgammon.
    for (name, gap) in
        [("Ann", 25), ("Владимир", 20), ("Владимир", 12), ("山田太郎", 24), (long, 1)]
    {
        for (wins, winner) in
            [("      Wins 1 point", 0), ("                                 Wins 1 point", 1)]
        {
            let text = format!(
                " 1 point match\n\n Game 1\n {name} : 0{}Bob : 0\n{moves}{wins}\n",
                " ".repeat(gap)
            );
            let record = read(&text).expect(name);
            assert_eq!((record.games[0].first, &*record.names[0]), (Player::Second, name));
            let outcome = record.games[0].outcome.map(|outcome| outcome.winner.index());
            assert_eq!(outcome, Some(winner), "{text}");
            assert_eq!(read(&write_mat(&record)), Ok(record), "{name}");
        }
    }
    // Given up before there is a second column to see, with a name that is longer than the left one.
    let mut record =
        read(" 1 point match\n\n Game 1\n A : 0   B : 0\n 1) 31: 8/5 6/5\n  Wins 1 point\n")
            .expect("a match");
    assert_eq!(record.games[0].first, Player::First, "the names are short, the gap is, too");
    record.names = [long.to_owned(), "山田".to_owned()];
    record.games[0].actions[1] = Action::Resign(Player::First, 1);
    record.games[0].outcome = Some(Outcome { winner: Player::Second, points: 1 });
    assert_eq!(read(&write_mat(&record)), Ok(record));
}

/// On the way from 24 to 14 one blot is hit or two: the rest of the game says which. Where it
/// does not, it is the one.
#[test]
fn a_hit_that_was_left_out_follows_from_the_rest() {
    let head = " 3 point match\n\n Game 1\n Ann : 0                        Bob : 0\n";
    let game = format!("{head}  1)                             21: 13/11 6/5\n  2) 64: 24/14");
    for (rest, played) in [
        ("\n", "64: 24/14*"),
        ("                   31: bar/22 24/23\n", "64: 24/14*"),
        ("                   31: bar/24 bar/22\n", "64: 24/20*/14*"),
    ] {
        let record = read_unfinished(&format!("{game}{rest}")).expect(rest);
        assert!(write_mat(&record).contains(played), "{rest}");
    }
    let error = read_unfinished(&format!("{game}    31: bar/20\n")).expect_err("no way to enter");
    assert!(error.to_string().contains("\"bar/20\" is not a legal move"), "{error}");
}

/// What was exported from the middle of a match.
#[test]
fn a_match_may_begin_at_any_score() {
    for number in [1, 3] {
        let text = format!(
            " 5 point match\n\n Game {number}\n Ann : 3                        Bob : 2\n  1) 31: 8/5 6/5\n\
             \u{20}     Wins 2 points\n"
        );
        let record = read(&text).expect(&text);
        assert_eq!((record.games[0].score, record.score()), ([3, 2], [5, 2]));
        assert_eq!(read(&write_mat(&record)), Ok(record));
    }
    let over = " 5 point match\n Game 4\n Ann : 5   Bob : 2\n";
    check(over, "line 3, column 2: the match was over before this game");
}

#[test]
fn a_double_in_the_crawford_game_is_refused() {
    let game =
        "  1) 31: 8/5 6/5                 64: 24/14\n  2)  Doubles => 2               Drops\n";
    let text = format!(
        " 2 point match\n Game 1\n Ann : 0   Bob : 0\n{game}  Wins 1 point\n Game 2\n Ann : 1   Bob : 0\n{game}  Wins 1 point\n"
    );
    check(&text, "line 10, column 7: nobody doubles in the Crawford game; if the match was played");
    let without = format!("; [Crawford \"Off\"]\n{text}");
    assert_eq!(read(&without).map(|record| record.score()), Ok([2, 0]));
}

#[test]
fn a_roll_that_was_not_played_ends_the_game() {
    let head = " 1 point match\n\n Game 1\n Ann : 0                        Bob : 0\n";
    for moves in ["64: ????", "64:", "????"] {
        let text = format!("{head}  1) 31: 8/5 6/5                {moves}\n      Wins 1 point\n");
        let record = read(&text).expect(moves);
        assert_eq!(record.games[0].actions.len(), 2, "{moves}: a move, and giving up");
        assert_eq!(record.score(), [1, 0], "{moves}");
    }
}

#[track_caller]
fn check(text: &str, expected: &str) {
    let error = read(text).expect_err("a fault").to_string();
    assert!(error.starts_with(expected), "{error}");
}

#[test]
fn faults_are_named_with_their_place() {
    let head = " 3 point match\n\n Game 1\n Ann : 0                        Bob : 0\n";
    let game = |moves: &str| format!("{head}{moves}");
    check("", "line 1, column 1: expected a line such as \"7 point match\", found the end");
    check(" match", "line 1, column 2: expected a line such as \"7 point match\", found \"match\"");
    check(
        " 3 point match\n Game 0",
        "line 2, column 7: expected the number of a game, found \"0\"",
    );
    check(" 3 point match\n Game 1\n Ann", "line 3, column 2: expected both players");
    check(&game(""), "line 4, column 40: expected the game to go on");
    check(&game("  1) 37: 8/5"), "line 5, column 6: expected dice, two digits from 1 to 6");
    check(
        &game("  1) 33: 8/5(2) 6/3(2)"),
        "line 5, column 6: the first roll of a game is no double",
    );
    check(&game("  1) 31: 8/2"), "line 5, column 10: \"8/2\" is not a legal move here");
    check(&game("  1) é31"), "line 5, column 6: expected dice such as \"31:\", found \"é31\"");
    check(&game("  1) 31: 8/5 6/5   Takes"), "line 5, column 20: no double was offered");
    check(
        &game("  1) 31: 8/5 6/5   Doubles => 4"),
        "line 5, column 20: expected a double to 2, found 4",
    );
    check(&game("  1) 31: 8/5 6/5   Wins 4 points"), "line 5, column 20: 4 points cannot be won");
    check(&game("  1) 31: 8/5 6/5   Wins all"), "line 5, column 20: expected \"Wins 2 points\"");
    let over = game("  1) 31: 8/5 6/5   Wins 1 point\n");
    check(&format!("{over}  2) 31:"), "line 6, column 6: the game is over");
    check(&format!("{over} Game 3"), "line 6, column 7: expected game 2, found \"3\"");
    check(&format!("{over} Game 2\n Ann : 0   Bob : 2"), "line 7, column 2: expected the score");
    check(&format!("{over} Game 2\n Ann : 1   Eve : 0"), "line 7, column 2: expected the players");
}

#[test]
fn a_match_cut_off_anywhere_is_refused() {
    let whole = MATCH.trim_end().len();
    for (end, _) in MATCH.char_indices() {
        let text = &MATCH[..end];
        let lines = text.lines().count().max(1);
        match read(text) {
            Err(error) => assert!(error.line <= lines && error.column >= 1, "{error}"),
            Ok(_) => assert!(end >= whole, "{end}: {:?}", text.lines().last()),
        }
        // If it may break off, then in its last game only.
        if let Ok(record) = read_unfinished(text) {
            let (_, before) = record.games.split_last().expect("a game");
            assert!(before.iter().all(|game| game.outcome.is_some()), "{end}");
            if text.ends_with('\n') {
                assert_eq!(read_unfinished(&write_mat(&record)), Ok(record), "{end}");
            }
        }
    }
}

/// A session has no end of its own. What gnubg exports of one that is broken off: after
/// a move, a roll, a double.
#[test]
fn the_last_game_of_a_session_may_be_unfinished() {
    let session = "\n 0 point match\n\n Game 1\n gnubg : 0                      root : 0\n";
    let moved = "  1)                             21: 13/11 24/23 \n";
    let doubled = "  2)  Doubles => 2               ";
    for (text, actions) in [
        ("  1) 21: ".to_owned(), 0),
        (moved.to_owned(), 1),
        (format!("{moved}  2) 52: "), 1),
        (format!("{moved}  2) 52: \n"), 1),
        (format!("{moved}{doubled}"), 2),
        (format!("{moved}{doubled} Takes\n"), 3),
    ] {
        let record = read(&format!("{session}{text}")).expect(&text);
        assert_eq!((record.games[0].outcome, record.games[0].actions.len()), (None, actions));
        assert_eq!(read(&write_mat(&record)), Ok(record), "{text}");
    }
    // In the middle of a line, or of a game that goes on.
    for (text, expected) in [
        ("  2) 52: 13/1", "line 7, column 10: \"13/1\" is not a legal move here"),
        ("  2) 5", "line 7, column 6: expected dice such as \"31:\""),
        ("  2)", "line 7, column 5: expected the line to go on, found the end of the file"),
        ("  2)  Doubles =>", "line 7, column 17: expected the line to go on"),
        ("  2)  Doub", "line 7, column 7: expected dice such as"),
        ("  2) 52:        61: 13/7 8/7\n", "line 7, column 10: \"pass\" is not a legal move"),
        ("  2)  Doubles => 2   Drops\n", "line 7, column 27: expected who wins"),
        ("  2)  Doubles => 2   Drops\n Wins 1 poi", "line 8, column 12: expected the line to"),
    ] {
        check(&format!("{session}{moved}{text}"), expected);
    }
    check("\n 0 point match\n", "line 2, column 15: expected a game, found the end of the file");
    check(&MATCH[..645], "line ");
    // Given up after a roll.
    let text = format!("{session}{moved}  2) 52:                         Wins 1 point\n");
    let game = read(&text).expect("a session").games.remove(0);
    assert_eq!(game.actions[1], Action::Resign(Player::First, 1));
}

#[test]
fn a_game_given_up_keeps_its_winner() {
    let text = " 0 point match\n\n Game 1\n Ann : 0                        Bob : 0\n  1) 31: \
                8/5 6/5\n      Wins 2 points\n";
    let record = read_mat(text).expect("a session");
    let game = &record.games[0];
    assert_eq!(game.actions[1], Action::Resign(Player::Second, 2));
    assert_eq!(game.outcome, Some(Outcome { winner: Player::First, points: 2 }));
    assert_eq!(read_mat(&write_mat(&record)), Ok(record));
    assert_eq!(write_mat(&MatchRecord::default()), "\n 0 point match\n");
}

/// What other programs write in other words.
#[test]
fn dialects_are_understood() {
    let text = " 1 point match\n Game 1\n A : 0   B : 0\n 1) 31: 8/5 6/5   42: 13/11 13/9\n\
        2) doubles => 2   takes\n 3) 33: 24/21 8/5(2)* 6/3\n";
    check(
        "; [Variation \"Nackgammon\"]",
        "line 1, column 1: records are of backgammon, not of Nack",
    );
    let text = format!("; [Variation \"Backgammon\"]\n{text}");
    assert_eq!(read_unfinished(&text).map(|record| record.games[0].actions.len()), Ok(5));
    let text = "; [Player 1 \"Ann\"]\n; [Jacoby \"On\"]\n\nUnlimited game\n\nGame 1\n\
        Ann : 0                          Bob : 0\n\
        1) 31: 8/5 6/5                   62: 24/18 13/11\n\
        2) Doubles => 2                   Beavers => 4\n\
        3) Raccoons => 8                  Takes\n\
        4) 66: Cannot move               Resigns\n";
    let error = read_mat(text).expect_err("66 can be played").to_string();
    assert!(error.starts_with("line 11, column 8: \"pass\" is not a legal move"), "{error}");
    let text = text.replace("66: Cannot move", "66: 24/18(2) 13/7*(2)") + "   Wins 8 points\n";
    let record = read_mat(&text).expect("a session");
    assert_eq!(record.tags, [("Player 1".to_owned(), "Ann".to_owned())]);
    assert!(record.rules.jacoby && record.length == 0);
    let actions = &record.games[0].actions;
    assert_eq!(actions[2..5], [Action::Double, Action::Beaver, Action::Beaver]);
    assert_eq!(actions.last(), Some(&Action::Resign(Player::Second, 1)));
    assert_eq!(read_mat(&write_mat(&record)), Ok(record));
    let text = "\n 1-Point Match \n Game 1\n A : 0   B : 0\n 1) 31: 8/5 6/5\n\
        Wins 1 point and the match\n";
    assert_eq!(read_mat(text).map(|record| record.length), Ok(1));
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,200}") {
        let _ = read_mat(&text);
    }

    #[test]
    fn a_match_with_bytes_exchanged_is_read_or_refused(
        at in 0..MATCH.len(), with in "[ -~\n]{0,3}",
    ) {
        let text = format!("{}{with}{}", &MATCH[..at], &MATCH[at + 1..]);
        if let Ok(record) = read_mat(&text) {
            prop_assert_eq!(read_mat(&write_mat(&record)), Ok(record));
        }
    }
}
