//! Positions for tests.

use rand::RngExt;
use starboard_core::{Game, Node, Rng};

use crate::{Backgammon, CHECKERS, Checkers, Dice, Move};

/// A position before a roll, up to `most` random turns from the start, or the end of a game.
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

/// A text file of weights in GNU Backgammon's format, with random numbers and `hidden` hidden units
/// in the large networks.
pub(crate) fn gnubg_weights(hidden: usize, seed: u64) -> String {
    let mut rng = starboard_core::rng(seed, 3);
    let mut text = "GNU Backgammon 1.00\n".to_owned();
    for (inputs, hidden) in
        [(250, hidden), (214, hidden), (250, hidden), (200, 16), (200, 16), (200, 8)]
    {
        text += &format!("{inputs} {hidden} 5 7 0.1000000 1.0000000\n");
        for _ in 0..(inputs + 5 + 1) * hidden + 5 {
            text += &format!("{:.7}\n", rng.random_range(-3.0..3.0_f32));
        }
    }
    text
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
