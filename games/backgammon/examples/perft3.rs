//! Counts distinct results three moves deep, which takes too long for a test:
//! `cargo run --release -p starboard-backgammon --example perft3`.

use starboard_backgammon::{Backgammon, Dice, Move};
use starboard_core::{Game, Instant};

/// What two independent generators found; the last by one.
const COUNTS: [u64; 3] = [447, 202_782, 116_154_993];

fn perft(game: &Backgammon, depth: u32) -> u64 {
    let mut count = 0;
    for dice in Dice::all() {
        if depth == 1 {
            game.for_each_turn(dice, |_| count += 1);
            continue;
        }
        let game = game.with_dice(Some(dice));
        game.for_each_turn(dice, |turn| {
            let mut next = game;
            next.play(Move::Turn(turn));
            count += perft(&next, depth - 1);
        });
    }
    count
}

#[allow(clippy::print_stdout, reason = "an example talks")]
fn main() {
    for (depth, expected) in (1..).zip(COUNTS) {
        let start = Instant::now();
        let count = perft(&Backgammon::START, depth);
        println!("depth {depth}: {count}, expected {expected}, {:.2?}", start.elapsed());
        assert_eq!(count, expected);
    }
}
