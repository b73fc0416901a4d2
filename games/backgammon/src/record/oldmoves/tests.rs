//! Matches as FIBS writes them, and what can be wrong with them.

use std::fmt::Write;

use proptest::prelude::*;

use super::*;
use crate::record::{read, read_mat, read_unfinished};

const MAT: &str = include_str!("../mat/match.mat");

/// A record as FIBS would write it.
fn written(record: &MatchRecord) -> String {
    let mut text = String::new();
    for game in &record.games {
        let [one, two] = game.score;
        let _ = match record.length {
            0 => writeln!(text, "Score is {one}-{two} in an unlimited match."),
            length => writeln!(text, "Score is {one}-{two} in a {length} point match."),
        };
        let _ = writeln!(text, "{} is X - {} is O", record.names[0], record.names[1]);
        let mut state = game.start();
        for &action in &game.actions {
            let actor = state.actor_of(action).expect("the game goes on");
            let letter = if actor == Player::First { 'X' } else { 'O' };
            let place = |place: u8| match place {
                BAR => "bar".to_owned(),
                OFF => "off".to_owned(),
                point if actor == Player::First => point.to_string(),
                point => (25 - point).to_string(),
            };
            let _ = match action {
                Action::Play(dice, turn) => {
                    let steps =
                        turn.steps().map(|s| format!("{}-{}", place(s.from()), place(s.to())));
                    let steps: Vec<_> = steps.collect();
                    let steps =
                        if steps.is_empty() { "can't move".into() } else { steps.join(" ") };
                    writeln!(text, "{letter}: ({} {}) {steps}", dice.low(), dice.high())
                }
                Action::Double => writeln!(text, "{letter}: doubles"),
                Action::Take => writeln!(text, "{letter}: accepts"),
                Action::Beaver => writeln!(text, "{letter}: beavers"),
                Action::Drop => writeln!(text, "{letter}: rejects."),
                Action::Resign(..) => writeln!(text, "{letter}: resigns"),
            };
            state.act(action).expect("legal");
        }
        let Some(Outcome { winner, points }) = game.outcome else { continue };
        let letter = if winner == Player::First { 'X' } else { 'O' };
        let _ = writeln!(text, "{letter}: wins {points} points.\n");
    }
    text
}

#[test]
fn fibs_tells_the_same_as_other_formats() {
    let session = include_str!("../sgf/session.mat");
    for mat in [MAT, session] {
        let mut record = read_mat(mat).expect("a match");
        record.tags.clear();
        assert_eq!(read(&written(&record)), Ok(record));
    }
}

/// A text that GNU Backgammon imports as the same game.
#[test]
fn a_text_as_the_server_writes_it() {
    let text = "Score is 2-1 in a 5 point match.\nann is X - bob is O\n\
        X: (6 2) 24-18 13-11\nO: (6 6) 1-7 1-7 12-18 12-18\nX: doubles.\nO: accepts.\n\
        X: (5 4) bar-20 6-2\nO: resigns\nX: rejects\nO: resigns\nX: accepts\nX: wins 4 points.\n";
    let record = read_oldmoves(text).expect("a game");
    assert_eq!((record.length, record.games[0].score, record.score()), (5, [2, 1], [6, 1]));
    assert_eq!(record.games[0].actions.last(), Some(&Action::Resign(Player::Second, 2)));
}

#[track_caller]
fn check(text: &str, expected: &str) {
    let read = if is_oldmoves(text) { read } else { read_oldmoves };
    let error = read(text).expect_err("a fault").to_string();
    assert!(error.starts_with(expected), "{error}");
}

#[test]
fn faults_are_named_with_their_place() {
    let head = "Score is 0-0 in a 3 point match.\na is X - b is O\n";
    let game = |lines: &str| format!("{head}{lines}");
    check("", "line 1, column 1: expected \"Score is");
    check(" ann is X", "line 1, column 2: expected \"Score is");
    check("Score is 0 in a", "line 1, column 1: expected a score such as");
    check("Score is 0-0 in a 0 point match", "line 1, column 1: expected a score such as");
    check("Score is 3-0 in a 3 point match", "line 1, column 1: the match was over");
    check(
        "Score is 0-0 in a 3 point match\nX",
        "line 2, column 1: expected \"ann is X - bob is O\"",
    );
    check("Score is 0-0 in a 3 point match", "line 1, column 32: expected the players");
    check(head, "line 2, column 16: expected the game to go on");
    check(&game("Z: x"), "line 3, column 1: expected X: or O:, found \"Z: x\"");
    check(&game("é"), "line 3, column 1: expected X: or O:, found \"é\"");
    check(&game("X: (3 1 8-5"), "line 3, column 4: expected dice such as (3 1) and a move");
    check(&game("X: (3 7) 8-5"), "line 3, column 4: expected dice, two digits");
    check(&game("X: (3 3) 8-5"), "line 3, column 4: the first roll of a game is no double");
    check(&game("X: (3 1) 8-5 é"), "line 3, column 4: \"8-5 é\" cannot be played with 31");
    check(&game("X: (3 1) 8-5"), "line 3, column 4: \"8-5\" cannot be played with 31");
    let begun = game("X: (3 1) 8-5 6-5\n");
    check(&format!("{begun}X: (3 1) 8-5"), "line 4, column 4: it is the turn of O");
    check(&format!("{begun}X: doubles"), "line 4, column 4: it is the turn of O");
    check(&format!("{begun}O: accepts"), "line 4, column 4: no double was offered");
    check(&format!("{begun}O: wins"), "line 4, column 4: expected how many points");
    check(&format!("{begun}O: wins 4 points"), "line 4, column 4: 4 points cannot be won");
    check(&format!("{begun}Score is"), "line 4, column 1: expected X: or O:");
    check(&format!("{begun}{head}"), "line 4, column 1: expected the game to go on");
    let over = format!("{begun}O: wins 1 point\n");
    check(&format!("{over}O: wins 2 points\n"), "line 5, column 4: expected a win of 1, found 2");
    check(&format!("{over}O: (3 1) 8-5"), "line 5, column 4: ");
    check(&format!("{over}{head}"), "line 5, column 1: expected the score to be 0 to 1");
    check(&format!("{over}Score is 0-1 in a 5 point match"), "line 5, column 1: another match");
    let next = "Score is 0-1 in a 3 point match.\nann is X - bob is O";
    check(&format!("{over}{next}"), "line 6, column 1: expected the players to be a and b");
}

#[test]
fn a_match_cut_off_anywhere_is_refused() {
    let text = written(&read_mat(MAT).expect("a match"));
    let whole = text.trim_end_matches(|c: char| c == '.' || c.is_whitespace()).len();
    for (end, _) in text.char_indices() {
        let lines = text[..end].lines().count().max(1);
        match read(&text[..end]) {
            Err(error) => assert!(error.line <= lines && error.column >= 1, "{error}"),
            Ok(_) => assert!(end >= whole, "{end}"),
        }
        if let Ok(record) = read_unfinished(&text[..end]) {
            let (_, before) = record.games.split_last().expect("a game");
            assert!(before.iter().all(|game| game.outcome.is_some()), "{end}");
        }
    }
}

#[test]
fn the_last_game_of_a_session_may_be_unfinished() {
    let text = "Score is 0-0 in an unlimited match.\nann is X - bob is O\nX: (3 1) 8-5 6-5\n";
    let record = read(text).expect("a session");
    assert_eq!((record.games[0].actions.len(), record.games[0].outcome), (1, None));
    check(&format!("{text}O: (3 1) 17-2"), "line 4, column 4: ");
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(
        text in "(Score is [0-9]-0 in a [0-9]? point match\\.?\n)?(a is X - b is O\n)?((X|O): (\\PC{0,9}|\\([1-6] [1-6]\\) ([0-9]{1,2}-[0-9]{1,2} ?){0,5}|doubles|accepts|resigns|wins 1)\n){0,5}",
    ) {
        let _ = read_oldmoves(&text);
    }

    #[test]
    fn a_match_with_bytes_exchanged_is_read_or_refused(at in 0.0..1.0, with in "[ -~\n]{0,3}") {
        let text = written(&read_mat(MAT).expect("a match"));
        let at = (at * (text.len() - 1) as f64) as usize;
        let text = format!("{}{with}{}", &text[..at], &text[at + 1..]);
        if let Ok(mut record) = read_oldmoves(&text) {
            record.tags.clear();
            prop_assert_eq!(read_oldmoves(&written(&record)), Ok(record));
        }
    }
}
