//! Matches read, written, cut off and spoiled.

use proptest::prelude::*;
use starboard_core::Player;

use super::*;
use crate::record::{Action, MatchRecord, Outcome};

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

#[track_caller]
fn check(text: &str, expected: &str) {
    let error = read_mat(text).expect_err("a fault").to_string();
    assert!(error.starts_with(expected), "{error}");
}

#[test]
fn faults_are_named_with_their_place() {
    let head = " 3 point match\n\n Game 1\n Ann : 0                        Bob : 0\n";
    let game = |moves: &str| format!("{head}{moves}");
    check("", "line 1, column 1: expected a line such as \"7 point match\", found the end");
    check(" match", "line 1, column 2: expected a line such as \"7 point match\", found \"match\"");
    check(" 3 point match\n Game 2", "line 2, column 7: expected game 1, found \"2\"");
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
    check(&game("  1) 31: 8/5 6/5   Wins 4 points"), "line 5, column 20: 4 points cannot be won");
    check(&game("  1) 31: 8/5 6/5   Wins all"), "line 5, column 20: expected \"Wins 2 points\"");
    let over = game("  1) 31: 8/5 6/5   Wins 1 point\n");
    check(&format!("{over}  2) 31:"), "line 6, column 6: the game is over");
    check(&format!("{over} Game 2\n Ann : 0   Bob : 2"), "line 7, column 2: expected the score");
    check(&format!("{over} Game 2\n Ann : 1   Eve : 0"), "line 7, column 2: expected the players");
}

#[test]
fn a_file_cut_off_anywhere_is_refused_or_ends_with_a_game() {
    // Past the middle of the second game there is nothing new.
    for (end, _) in MATCH.char_indices().take(1500) {
        match read_mat(&MATCH[..end]) {
            Err(error) => {
                let lines = MATCH[..end].lines().count().max(1);
                assert!(error.line <= lines && error.column >= 1, "{error}");
            }
            Ok(record) => {
                assert!(record.games.iter().all(|game| game.outcome.is_some()), "{end}");
            }
        }
    }
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
