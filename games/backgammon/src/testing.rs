//! Positions for tests.

use rand::RngExt;
use starboard_core::{Game, Node, Rng};

use crate::{Backgammon, CHECKERS, Checkers, Dice, Move};

/// A position before a roll, up to so many random turns from the start, or one
/// at which a game ended.
pub(crate) fn wander(rng: &mut Rng, most: u32) -> Backgammon {
    let mut game = Backgammon::START;
    for _ in 0..rng.random_range(0..=most) {
        if game.node() != Node::Chance {
            break;
        }
        let dice = Dice::new(rng.random_range(1..=6), rng.random_range(1..=6)).expect("a roll");
        game.play(Move::Roll(dice));
        let mut moves = Vec::new();
        game.moves(&mut moves);
        game.play(moves[rng.random_range(0..moves.len())]);
    }
    game
}

/// Checkers scattered over the board, never both colours on one point.
pub(crate) fn scatter(rng: &mut Rng) -> Backgammon {
    loop {
        let mut sides = [[0_u8; 26]; 2];
        for _ in 0..CHECKERS {
            for i in 0..2 {
                let place = rng.random_range(0..26);
                let taken = (1..25).contains(&place) && sides[1 - i][25 - place] > 0;
                sides[i][if taken { 0 } else { place }] += 1;
            }
        }
        let [mine, theirs] = sides.map(|counts| Checkers::new(counts).expect("fifteen"));
        if let Ok(game) = Backgammon::new(mine, theirs) {
            return game;
        }
    }
}
