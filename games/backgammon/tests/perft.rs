//! Distinct results of a roll, summed over the 21 rolls without their weights.

use starboard_backgammon::{Backgammon, Dice, Move};
use starboard_core::Game;

fn perft(game: &Backgammon, depth: u32) -> u64 {
    let mut count = 0;
    for dice in Dice::all() {
        game.for_each_turn(dice, |turn| {
            count += if depth == 1 {
                1
            } else {
                let mut next = game.with_dice(Some(dice));
                next.play(Move::Turn(turn));
                perft(&next, depth - 1)
            };
        });
    }
    count
}

#[test]
fn every_roll_from_the_start() {
    for (roll, count) in [
        ("11", 42),
        ("21", 15),
        ("31", 16),
        ("41", 14),
        ("51", 8),
        ("61", 10),
        ("22", 75),
        ("32", 17),
        ("42", 18),
        ("52", 8),
        ("62", 14),
        ("33", 73),
        ("43", 17),
        ("53", 9),
        ("63", 14),
        ("44", 52),
        ("54", 9),
        ("64", 14),
        ("55", 4),
        ("65", 7),
        ("66", 11),
    ] {
        let game = Backgammon::START.with_dice(Some(roll.parse().expect("a roll")));
        let mut moves = Vec::new();
        game.moves(&mut moves);
        assert_eq!(moves.len(), count, "{roll}");
    }
}

#[test]
fn results_from_the_start() {
    assert_eq!(perft(&Backgammon::START, 1), 447);
    assert_eq!(perft(&Backgammon::START, 2), 202_782);
}
