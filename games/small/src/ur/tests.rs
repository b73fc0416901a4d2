//! Tests of the rules as a whole.

use starboard_core::Evaluator;

use super::*;
use crate::testing::{after, check_error, check_evaluator, perft};

starboard_core::conformance!(Ur::default(), games(24), evaluator("steps", Steps));

fn moves(text: &str) -> String {
    let game = Ur::parse(text).expect(text);
    let mut moves = Vec::new();
    game.moves(&mut moves);
    moves.into_iter().map(|m| game.format_move(m)).collect::<Vec<_>>().join(" ")
}

#[test]
fn what_can_move_is_listed_and_what_cannot_passes() {
    for (position, expected) in [
        ("....--../......../....--.. 7 7 first 0", "pass"),
        ("....--../......../....--.. 7 7 second 3", "0-3"),
        // Not onto one's own, nor onto the safe rosette of the other.
        ("x...--../..xo..../....--.. 5 6 first 1", "4-5 0-1"),
        ("x.x.--../...o..../....--.. 5 6 first 4", "2-6"),
        ("..x.--../......../....--.. 0 7 second 2", "0-2"),
        // Off by the exact roll alone.
        ("....--x./......../....--.. 0 7 first 1", "14-off"),
        ("....--x./......../....--.. 0 7 first 2", "pass"),
        ("....--.x/......../....--.. 0 7 first 2", "13-off"),
        // Pieces are hit on shared squares only.
        ("x...--../...x..../o...--.. 5 6 second 4", "pass"),
        ("x...--../..x...../o...--.. 5 6 second 3", "4-7x 0-3"),
    ] {
        assert_eq!(moves(position), expected, "{position}");
    }
}

#[test]
fn pieces_enter_hit_rest_and_leave() {
    for (before, play, expected) in [
        (
            "....--../......../....--.. 7 7 first 3",
            "0-3",
            ".x..--../......../....--.. 6 7 second ?",
        ),
        ("....--../......../....--.. 7 7 first 4", "0-4", "x...--../......../....--.. 6 7 first ?"),
        (
            "x...--../..o...../....--.. 6 6 first 3",
            "4-7x",
            "....--../..x...../....--.. 6 7 second ?",
        ),
        ("x...--../......../....--.. 6 7 first 4", "4-8", "....--../...x..../....--.. 6 7 first ?"),
        (
            "....--.x/......../....--.. 0 7 first 2",
            "13-off",
            "....--../......../....--.. 0 7 second -",
        ),
        (
            "....--../......../....--.. 7 7 first 0",
            "pass",
            "....--../......../....--.. 7 7 second ?",
        ),
    ] {
        let mut game = Ur::parse(before).expect(before);
        game.play(game.parse_move(play).expect(play));
        assert_eq!(game.format(), expected, "{before} {play}");
    }
}

/// By hand: five rolls, of which each leaves one move at the start; after a 4 the
/// same player rolls again.
#[test]
fn counts_by_hand() {
    let counts = [1, 5, 5, 25];
    for (plies, count) in counts.into_iter().enumerate() {
        assert_eq!(perft(&mut Ur::default(), plies as u32), count, "{plies} plies");
    }
    assert_eq!(starboard_core::weighted_perft(&Ur::default(), 1), Ok(16));
}

#[test]
fn good_moves_leave_then_hit_then_rest() {
    for (text, good) in [
        ("....--x./..x...../....--.. 0 7 first 1", Some("14-off")),
        ("x...--../x..o.o../....--.. 0 5 first 2", Some("5-7")),
        ("x...--../x.o...../....--.. 0 6 first 2", Some("5-7x")),
        ("..x.--../.x....../....--.. 0 7 first 2", Some("6-8")),
        ("....--../......../....--.. 7 7 first ?", None),
    ] {
        let game = Ur::parse(text).expect(text);
        assert_eq!(game.good_move().map(|m| game.format_move(m)).as_deref(), good, "{text}");
    }
}

#[test]
fn bad_positions_are_named() {
    for (text, message) in [
        ("", "expected three rows, two hands"),
        ("..../......../....--.. 7 7 first ?", "expected x, o and ."),
        ("o...--../......../....--.. 7 6 first ?", "expected x, o and ."),
        ("....x-../......../....--.. 6 7 first ?", "expected x, o and ."),
        ("x...--../......../....--.. 7 7 first ?", "expected no more than seven"),
        ("....--../......../....--.. 0 7 first ?", "the player to move, or"),
        ("....--../......../....--.. 7 7 third ?", "expected x, o and ."),
        ("....--../......../....--.. 7 7 first 5", "expected x, o and ."),
        ("....--../......../....--.. 7 0 first ?", "expected x, o and ."),
    ] {
        check_error::<Ur>(text, message);
    }
}

#[test]
fn who_has_fewer_steps_to_go_is_ahead() {
    let value = |text: &str| Steps.evaluate(&Ur::parse(text).expect(text));
    let even = value("....--../......../....--.. 7 7 first ?");
    let ahead = value("x...--../......../....--.. 6 7 first ?");
    let safe = value("....--../...x..../....--.. 6 7 first ?");
    assert!(Value::ZERO < even && even < ahead && ahead < safe && safe < WIN);
    (0..100).for_each(|seed| check_evaluator(Steps, &Ur::default(), seed));
}

#[test]
fn positions_come_from_seeded_play() {
    let made: Vec<Ur> = (0..24)
        .map(|i| {
            let plies = 10 + i / 2 * 16 + i % 2;
            let mut tries =
                (0..).filter_map(|n| after(&Ur::default(), (i as u64) << 32 | n, plies));
            tries.next().expect("a game that lasts so long")
        })
        .collect();
    let text: String = made.iter().map(|game| game.format() + "\n").collect();
    assert_eq!(text, include_str!("positions.txt"));
    assert_eq!(made, positions());
}
