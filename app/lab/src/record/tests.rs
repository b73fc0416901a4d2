//! Lists of moves, written and read; and text that is none.

use proptest::prelude::*;
use rand::RngExt;
use starboard_core::{Node, rng};

use super::*;
use crate::arena::{Ending, Record};

/// A random game, as long as it lasts up to so many moves.
fn random(game: &dyn AnyGame, seed: u64, most: usize) -> (Position, Vec<Move>) {
    let mut rng = rng(seed, 0);
    let starts = [game.start()].into_iter().chain(game.positions()).collect::<Vec<_>>();
    let start = starts[rng.random_range(0..starts.len())].clone();
    let (mut position, mut moves) = (start.clone(), Vec::new());
    while moves.len() < most && !matches!(position.node(), Node::Over(_)) {
        let m = Move(rng.random_range(0..position.count() as u32));
        position.play(m);
        moves.push(m);
    }
    (start, moves)
}

/// Every game writes and reads its lists.
#[test]
fn lists_are_read_as_they_were_written() {
    let games = crate::testing::games();
    for game in games.games() {
        for seed in 0..8 {
            let (start, moves) = random(game, seed, 60);
            let record = Record {
                number: 3,
                names: ["alpha-beta + tt(mb=1)", "Ben: a person"],
                start: &start,
                moves: &moves,
                score: 0.5,
                counted: None,
                ending: &Ending::TooLong,
            };
            let text = write(game.name(), &record);
            let twice = format!("{text}{text}");
            let (found, format) = recognise(&games, twice.as_bytes()).expect("a list");
            assert_eq!((found.name(), format), (game.name(), PLAIN));
            let read = read(found, twice.as_bytes()).unwrap_or_else(|e| panic!("{e}: {text}"));
            assert_eq!(read.len(), 2);
            for read in read {
                assert_eq!(read.moves, moves, "{text}");
                assert!(read.start == start);
                assert_eq!(read.names[1].as_deref(), Some("Ben: a person"));
                assert_eq!(read.result.as_deref(), Some("1/2-1/2 (too long)"));
            }
        }
    }
}

/// The same moves, without anything around them, in one line.
#[test]
fn bare_moves_are_read() {
    let games = crate::testing::games();
    for game in games.games() {
        let (_, moves) = random(game, 1, 12);
        let mut position = game.start();
        let legal = moves.iter().take_while(|m| {
            let possible = (m.0 as usize) < position.count();
            if possible {
                position.play(**m);
            }
            possible
        });
        let moves: Vec<_> = legal.copied().collect();
        let mut position = game.start();
        let words = moves.iter().map(|&m| {
            let text = position.format_move(m);
            position.play(m);
            text
        });
        let text = words.collect::<Vec<_>>().join(" ");
        let found = read(game, text.as_bytes()).unwrap_or_else(|e| panic!("{e}: {text}"));
        assert_eq!(found[0].moves, moves, "{}: {text}", game.name());
    }
}

#[test]
fn lists_by_hand_are_read() {
    let games = crate::testing::games();
    let game = games.find("connect-four").expect("the game");
    let moves = |text: &str| {
        let records = read(game, text.as_bytes()).expect("moves");
        records.iter().map(|record| record.moves.len()).collect::<Vec<_>>()
    };
    for text in
        ["4 4 3", "4\n4\n\n3\n", "# one\n1. 4 4\n2. 3 # a comment", "1. first 4\n2. second 4\n3. 3"]
    {
        assert_eq!(moves(text), [3], "{text}");
    }
    assert_eq!(moves("1.\n4\n4. 4 3 *"), [3]);
    assert_eq!(
        moves("connect-four, game 0\n4\n1-0 (resigned)\nConnect-Four, game 1\n4 4\n"),
        [1, 2]
    );
    assert_eq!(moves("connect-four, game 0\n* (unfinished)"), [0]);
}

#[test]
fn errors_say_where_and_what() {
    let games = crate::testing::games();
    let check = |name: &str, text: &[u8], parts: &[&str]| {
        let game = games.find(name).expect("the game");
        let error = read(game, text).expect_err("no record").to_string();
        for part in parts {
            assert!(error.contains(part), "{part:?} is missing in {error:?}");
        }
    };
    check("connect-four", b"4 4\n 4 9", &["line 2, column 4: \"9\" is not", "legal"]);
    check("connect-four", b"", &["expected moves of connect-four, one a line"]);
    check("connect-four", b"1. second 4", &["line 1, column 4: expected a move of first"]);
    check("connect-four", b"tic-tac-toe, game 1\n4", &["expected a game of connect-four"]);
    check("connect-four", b"start: x\n4", &["line 1, column 1: "]);
    check(
        "tic-tac-toe",
        b"0 3 1 4 2 5",
        &["column 11: the game is over after 5 moves, found \"5\""],
    );
    check("tic-tac-toe", b"0\0\0\0", &["this is no text"]);
}

#[test]
fn a_list_names_its_game() {
    let games = crate::testing::games();
    for (text, name) in [
        ("tic-tac-toe, game 12\n", Some("tic-tac-toe")),
        ("# a comment\n\nTic-Tac-Toe, game 0\n4", Some("tic-tac-toe")),
        ("chess, game 0\n", None),
        ("tic-tac-toe, game x\n", None),
        ("4 4 3", None),
        ("", None),
    ] {
        assert_eq!(recognise(&games, text.as_bytes()).map(|(game, _)| game.name()), name, "{text}");
        let is_headed = text.contains("game 0") || text.contains("game 12");
        assert_eq!(is_plain(text.as_bytes()), is_headed, "{text}");
    }
}

proptest! {
    /// Any bytes, and any words that lists are made of.
    #[test]
    fn whatever_is_read_does_no_harm(bytes: Vec<u8>, words in prop::collection::vec(0_usize..16, 0..40)) {
        const WORDS: [&str; 16] = [
            "4", "1.", "12...", "first", "second", "chance", "start:", "\n", "connect-four, game 1\n", "#", "*",
            "1-0", "(by", "31", "8/5 6/5", "d2 B",
        ];
        let text = words.iter().map(|&i| WORDS[i]).collect::<Vec<_>>().join(" ");
        let games = crate::testing::games();
        for content in [bytes.as_slice(), text.as_bytes()] {
            let _ = recognise(&games, content);
            for game in games.games() {
                let _ = read(game, content);
            }
        }
    }
}
