//! Tests of the rules as a whole.

use super::*;
use crate::testing::{after, has_line, perft, walk};

starboard_core::conformance!(
    Dice::new(4, 3),
    start(Dice::new(2, 2)),
    games(24),
    evaluator("open runs", OpenRuns)
);
starboard_core::conformance!(on_a_large_board: Dice::new(11, 4), start(Dice::new(7, 4)), games(1), evaluator("open runs", OpenRuns));

/// By hand: on a 2x2 board, o has three squares in two rows after a stone of
/// x. If it answers in the same column, only one is left to roll, otherwise both;
/// the second stone of x always wins.
#[test]
fn counts_by_hand() {
    let counts = [1, 2, 2 * 2, 4 * 2, 4 * 3, 4 * (1 + 2 + 2), 4 * (2 + 2 + 2), 0];
    for (plies, count) in counts.into_iter().enumerate() {
        assert_eq!(perft(&mut Dice::new(2, 2), plies as u32), count, "{plies} plies");
    }
    for (plies, count) in [(1, 7), (2, 49), (3, 343), (4, 49 * 48)] {
        assert_eq!(perft(&mut Dice::new(7, 4), plies), count, "{plies} plies");
    }
}

#[test]
fn runs_end_the_game() {
    for (seed, (m, k)) in (0..80).zip([(3, 3), (4, 2), (7, 4), (11, 5)].iter().cycle()) {
        walk(&Dice::new(*m, *k), seed, |game| {
            let text = game.format();
            let rows = text.split(' ').nth(2).unwrap_or_default();
            let winner = ['o', 'x'][game.mover().index()];
            let lost = game.node() == Node::Over(-WIN);
            assert_eq!(lost, has_line(rows, winner, (*k).into()), "{text}");
        });
    }
}

#[test]
fn full_lines_are_not_rolled() {
    for (text, rolls) in [
        ("3 3 .../.../... x ?", "1 2 3"),
        ("3 3 x../o../x.o x ?", "2 3"),
        ("3 3 x../o../x.. o ?", "1 2 3"),
        ("3 3 xox/.../... o ?", "1 2"),
        ("3 3 xxo/oox/xo. x ?", "3"),
    ] {
        let game = Dice::parse(text).expect(text);
        let mut chances = Vec::new();
        game.chances(&mut chances);
        assert!(chances.iter().all(|&(_, weight)| weight == 1));
        let found: Vec<_> = chances.iter().map(|&(roll, _)| game.format_move(roll)).collect();
        assert_eq!(found.join(" "), rolls, "{text}");
    }
}

#[test]
fn good_moves_win_then_block() {
    for (text, good) in [
        ("3 3 xx./oo./... x 3", Some("c3")),
        ("3 3 x.x/oo./... x 3", Some("c2")),
        ("3 3 x.o/.../... x 2", Some("b2")),
        ("3 3 x.o/.../... x ?", None),
    ] {
        let game = Dice::parse(text).expect(text);
        assert_eq!(game.good_move().map(|m| game.format_move(m)).as_deref(), good, "{text}");
    }
}

#[test]
fn the_mover_and_the_roll_are_part_of_the_key() {
    let keys: std::collections::HashSet<_> = ["x ?", "o ?", "x 1", "x 2", "o 1"]
        .map(|rest| Dice::parse(&format!("3 3 .../.../... {rest}")).expect(rest).key())
        .into();
    assert_eq!(keys.len(), 5);
}

#[test]
fn positions_come_from_seeded_play() {
    let made: Vec<Dice> = (0..24)
        .map(|i| {
            let (m, k) = [(5, 4), (7, 4), (7, 5), (11, 5)][i / 6];
            // From an almost empty to a half full board.
            let plies = 2 * (i % 6 + 1) * usize::from(m * m) / 14 / 2 * 2 + i % 2;
            let mut tries =
                (0..).filter_map(|n| after(&Dice::new(m, k), (i as u64) << 32 | n, plies));
            tries.next().expect("a game that lasts so long")
        })
        .collect();
    let text: String = made.iter().map(|game| game.format() + "\n").collect();
    assert_eq!(text, include_str!("positions.txt"));
    assert_eq!(made, positions());
}
