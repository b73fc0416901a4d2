//! Tests of the rules as a whole.

use super::*;
use crate::testing::{after, check_error, check_evaluator, perft, walk};

starboard_core::conformance!(Slide::default(), games(12), evaluator("room", Room));

#[test]
fn tiles_slide_and_merge_once() {
    for (row, left, earned) in [
        ("2 2 4 0", "4 4 0 0", 4),
        ("2 2 2 2", "4 4 0 0", 8),
        ("2 0 2 2", "4 2 0 0", 4),
        ("4 2 2 0", "4 4 0 0", 4),
        ("0 2 0 4", "2 4 0 0", 0),
        ("8 8 4 4", "16 8 0 0", 24),
    ] {
        let game = Slide::parse(&format!("{row}/0 0 0 0/0 0 0 0/0 0 0 0")).expect(row);
        let play = Play::Slide(Way::Left);
        assert_eq!(game.reward(play), Value::new(earned), "{row}");
        let mut after = game;
        after.play(play);
        assert_eq!(after.format(), format!("{left}/0 0 0 0/0 0 0 0/0 0 0 0 +1"), "{row}");
    }
}

#[test]
fn every_way_slides_the_same() {
    for (way, after) in [
        (Way::Up, "4 4 0 0/0 0 0 0/0 0 0 0/0 0 0 0 +1"),
        (Way::Left, "2 0 0 0/4 0 0 0/2 0 0 0/0 0 0 0 +1"),
        (Way::Right, "0 0 0 2/0 0 0 4/0 0 0 2/0 0 0 0 +1"),
        (Way::Down, "0 0 0 0/0 0 0 0/0 0 0 0/4 4 0 0 +1"),
    ] {
        let mut game = Slide::parse("2 0 0 0/0 4 0 0/2 0 0 0/0 0 0 0").expect("a position");
        game.play(Play::Slide(way));
        assert_eq!(game.format(), after, "{way:?}");
    }
}

/// By hand: two tiles of two kinds on 16 and 15 squares, with weights that add up to ten.
#[test]
fn counts_by_hand() {
    let counts = [1, 32, 32 * 30];
    for (plies, count) in counts.into_iter().enumerate() {
        assert_eq!(perft(&mut Slide::default(), plies as u32), count, "{plies} plies");
    }
    let corner = Slide::parse("2 0 0 0/0 0 0 0/0 0 0 0/0 0 0 0").expect("a position");
    let mut moves = Vec::new();
    corner.moves(&mut moves);
    let names: Vec<_> = moves.into_iter().map(|m| corner.format_move(m)).collect();
    assert_eq!(names, ["down", "right"]);
}

#[test]
fn the_game_ends_when_nothing_slides() {
    let over = Slide::parse("2 4 2 4/4 2 4 2/2 4 2 4/4 2 4 2").expect("a position");
    assert_eq!(over.node(), Node::Over(Value::ZERO));
    let one = Slide::parse("2 4 2 4/4 2 4 2/2 4 2 4/4 2 4 4").expect("a position");
    assert_eq!(one.ways().count(), 4);
}

/// The tiles say what was earned: a tile of 2^n, merged from twos alone, has earned
/// (n - 1) 2^n, and 4 less for each four that chance added.
#[test]
fn rewards_add_up_to_the_score_of_the_tiles() {
    for seed in 0..20 {
        let (mut earned, mut given, mut before) = (0, 0, None::<Slide>);
        walk(&Slide::default(), seed, |game| {
            if let Some(last) = before {
                if last.adds > 0 {
                    let four = game.tiles.iter().zip(last.tiles).any(|(&t, l)| l == 0 && t == 2);
                    given += if four { 4 } else { 0 };
                } else {
                    let way = Way::ALL.into_iter().find(|&way| last.slid(way).0 == game.tiles);
                    earned += last.reward(Play::Slide(way.expect("a slide"))).raw();
                }
            }
            let worth = |&tile: &u8| i32::from(tile.max(1) - 1) << tile;
            assert_eq!(earned + given, game.tiles.iter().map(worth).sum::<i32>(), "{game:?}");
            before = Some(*game);
        });
    }
}

#[test]
fn bad_positions_are_named() {
    for (text, message) in [
        ("", "expected four rows of four"),
        ("2 2 2 2/2 2 2 2/2 2 2 2", "expected four rows of four"),
        ("3 0 0 0/0 0 0 0/0 0 0 0/0 0 0 0", "expected 0 or a power of two"),
        ("02 0 0 0/0 0 0 0/0 0 0 0/0 0 0 0", "expected 0 or a power of two"),
        ("0 0 0 0/0 0 0 0/0 0 0 0/0 0 0 0", "no room for what is added, or"),
        ("2 0 0 0/0 0 0 0/0 0 0 0/0 0 0 0 +3", "expected +1 or +2"),
        ("2 2 2 2/2 2 2 2/2 2 2 2/2 2 2 2 +1", "no room for what is added"),
    ] {
        check_error::<Slide>(text, message);
    }
}

#[test]
fn room_is_worth_something() {
    let value = |text: &str| Room.evaluate(&Slide::parse(text).expect(text));
    let open = value("64 2 0 0/0 0 0 0/0 0 0 0/0 0 0 0");
    let middle = value("2 0 0 0/0 64 0 0/0 0 0 0/0 0 0 0");
    let full = value("64 2 8 2/2 8 2 4/4 2 8 2/2 4 2 8");
    assert!(full < middle && middle < open, "{full:?} {middle:?} {open:?}");
    (0..20).for_each(|seed| check_evaluator(Room, &Slide::default(), seed));
}

#[test]
fn positions_come_from_seeded_play() {
    let made: Vec<Slide> = (0..16)
        .map(|i| {
            let plies = 12 + i / 2 * 12 + i % 2;
            let start = Slide::default();
            let mut tries = (0..).filter_map(|n| after(&start, (i as u64) << 32 | n, plies));
            tries.next().expect("a game that lasts so long")
        })
        .collect();
    let text: String = made.iter().map(|game| game.format() + "\n").collect();
    assert_eq!(text, include_str!("positions.txt"));
    assert_eq!(made, positions());
}
