//! Tests of the rules as a whole.

use super::*;
use crate::testing::{after, perft, walk};

starboard_core::conformance!(Einstein::default(), games(24), evaluator("race", Race));

fn moves(text: &str) -> String {
    let game = Einstein::parse(text).expect(text);
    let mut moves = Vec::new();
    game.moves(&mut moves);
    moves.into_iter().map(|m| game.format_move(m)).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_die_names_the_stone() {
    for (position, expected) in [
        ("1.3../...../...../...../....A first 1", "1-b4 1-b5 1-a4"),
        ("1.3../...../...../...../....A first 2", "3-d4 3-d5 3-c4 1-b4 1-b5 1-a4"),
        ("1.3../...../...../...../....A first 6", "3-d4 3-d5 3-c4"),
        ("1..../...../...../...../..A.. second 4", "1-b2 1-b1 1-c2"),
        ("1..../A..../...../...../..... second 4", "1-a5"),
        ("1..../...../...../A..../....B second 1", "1-a3"),
    ] {
        assert_eq!(moves(position), expected, "{position}");
    }
}

/// By hand: six rolls; each stone of the start has three steps; the second
/// player's stones are out of reach.
#[test]
fn counts_by_hand() {
    let counts = [1, 6, 18, 108];
    for (plies, count) in counts.into_iter().enumerate() {
        assert_eq!(perft(&mut Einstein::default(), plies as u32), count, "{plies} plies");
    }
}

#[test]
fn captures_and_wins() {
    for (before, play, expected) in [
        ("12.../...../...../...../....A first 1", "1-b5", ".1.../...../...../...../....A second ?"),
        ("1..../.B.../...../...../....A first 1", "1-b4", "...../.1.../...../...../....A second ?"),
        ("1..../.A.../...../...../..... first 1", "1-b4", "...../.1.../...../...../..... second -"),
        ("...../...../...../...1./A.... first 1", "1-e1", "...../...../...../...../A...1 second -"),
        ("6..../.A.../...../...../....B second 1", "1-a5", "A..../...../...../...../....B first -"),
    ] {
        let mut game = Einstein::parse(before).expect(before);
        game.play(game.parse_move(play).expect(play));
        assert_eq!(game.format(), expected, "{before}");
    }
}

#[test]
fn what_the_board_shows_ends_the_game() {
    for seed in 0..300 {
        walk(&Einstein::default(), seed, |game| {
            let text = game.format();
            let board = text.split(' ').next().unwrap_or_default();
            let (first, second) = (b'1'..=b'6', b'A'..=b'F');
            let home = second.contains(&board.as_bytes()[0])
                || first.contains(&board.as_bytes()[board.len() - 1]);
            let alone = !board.bytes().any(|c| first.contains(&c))
                || !board.bytes().any(|c| second.contains(&c));
            assert_eq!(matches!(game.node(), Node::Over(_)), home || alone, "{text}");
        });
    }
}

#[test]
fn arrangements_name_each_stone_once() {
    let game = Einstein::arranged([6, 1, 4, 2, 3, 5], [1, 2, 3, 4, 5, 6]).expect("a start");
    assert_eq!(game.format(), "614../23.../5...F/...ED/..CBA first ?");
    assert!(Einstein::arranged([1, 1, 2, 3, 4, 5], [1, 2, 3, 4, 5, 6]).is_err());
}

#[test]
fn good_moves_win_then_capture() {
    for (text, good) in [
        ("1..../...../...../...5./...A. first 5", Some("5-e1")),
        ("1..../A..../...../...../....B first 1", Some("1-a4")),
        ("1..../...../...../...../....B first 1", Some("1-b4")),
        ("1..../...../...../...../....B first ?", None),
    ] {
        let game = Einstein::parse(text).expect(text);
        assert_eq!(game.good_move().map(|m| game.format_move(m)).as_deref(), good, "{text}");
    }
}

#[test]
fn the_mover_and_the_roll_are_part_of_the_key() {
    let keys: std::collections::HashSet<_> = ["first ?", "second ?", "first 1", "first 6"]
        .map(|rest| format!("1..../...../...../...../....A {rest}"))
        .map(|text| Einstein::parse(&text).expect("a position").key())
        .into();
    assert_eq!(keys.len(), 4);
}

#[test]
fn positions_come_from_seeded_play() {
    let made: Vec<Einstein> = (0..24)
        .map(|i| {
            let plies = 2 + i / 2 * 2 + i % 2;
            let start = Einstein::default();
            let mut tries = (0..).filter_map(|n| after(&start, (i as u64) << 32 | n, plies));
            tries.next().expect("a game that lasts so long")
        })
        .collect();
    let text: String = made.iter().map(|game| game.format() + "\n").collect();
    assert_eq!(text, include_str!("positions.txt"));
    assert_eq!(made, positions());
}
