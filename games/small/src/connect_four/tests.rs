//! Tests of the rules as a whole.

use super::*;
use starboard_network::NetEvaluator;

use crate::testing::{after, has_line, perft, walk};

starboard_core::conformance!(
    ConnectFour::default(),
    evaluator("threats", Threats),
    evaluator("net", net())
);

fn net() -> NetEvaluator<ConnectFour, Stones> {
    NetEvaluator::new(Stones, network()).expect("for its features")
}

#[test]
fn counts_positions() {
    let counts = [1, 7, 49, 343, 2401, 16807, 117_649, 823_536, 5_673_234];
    for (plies, count) in counts.into_iter().enumerate() {
        assert_eq!(perft(&mut ConnectFour::default(), plies as u32), count, "{plies} plies");
    }
}

#[test]
fn four_in_a_row_end_the_game() {
    for seed in 0..300 {
        walk(&ConnectFour::default(), seed, |game| {
            let text = game.format();
            let rows = text.split(' ').next().unwrap_or_default();
            let winner = ['o', 'x'][game.mover().index()];
            let lost = matches!(game.node(), Node::Over(value) if value < Value::ZERO);
            assert_eq!(lost, has_line(rows, winner, 4), "{text}");
        });
    }
}

#[test]
fn quicker_wins_are_worth_more() {
    let value = |moves| ConnectFour::parse(moves).expect(moves).node();
    assert_eq!(value("1122334"), Node::Over(Value::new(7 - WIN)));
    assert_eq!(value("61212171"), Node::Over(Value::new(8 - WIN)));
}

#[test]
fn the_mover_is_part_of_the_key() {
    for (moves, readable) in [("4453", true), ("445", false)] {
        let game = ConnectFour::parse(moves).expect("a game");
        let mut passed = game;
        assert!(passed.play_null());
        assert_ne!(game.key(), passed.key());
        // After a pass the mover may have one stone more, which cannot occur in a game.
        assert_eq!(ConnectFour::parse(&passed.format()).ok(), readable.then_some(passed));
    }
}

#[test]
fn a_pass_is_refused_under_threat() {
    for (moves, allowed) in [("11223", false), ("112233", true), ("1122", true)] {
        let mut game = ConnectFour::parse(moves).expect(moves);
        assert_eq!(game.play_null(), allowed, "{moves}");
    }
}

#[test]
fn good_moves_win_or_block() {
    for (moves, good) in [("112233", "4"), ("11223", "4"), ("44", "4"), ("444444", "3")] {
        let game = ConnectFour::parse(moves).expect(moves);
        assert_eq!(game.good_move().map(|m| game.format_move(m)).as_deref(), Some(good), "{moves}");
    }
}

/// Whether someone wins by force within so many plies.
fn decided(game: &mut ConnectFour, plies: u32) -> bool {
    value(game, plies) != Value::ZERO
}

fn value(game: &mut ConnectFour, plies: u32) -> Value {
    let mut moves = Vec::new();
    game.moves(&mut moves);
    match game.node() {
        Node::Over(value) => value,
        _ if plies == 0 => Value::ZERO,
        _ => moves
            .into_iter()
            .map(|m| -game.with_child(m, |child| value(child, plies - 1)))
            .max()
            .expect("a move"),
    }
}

#[test]
fn positions_come_from_seeded_play() {
    let made: Vec<ConnectFour> = (0..24)
        .map(|i| {
            let mut tries = (0..)
                .filter_map(|n| after(&ConnectFour::default(), i << 32 | n, 8 + i as usize / 2));
            tries.find(|game| !decided(&mut game.clone(), 4)).expect("a quiet position")
        })
        .collect();
    let text: String = made.iter().map(|game| game.format() + "\n").collect();
    assert_eq!(text, include_str!("positions.txt"));
    assert_eq!(made, positions());
}
