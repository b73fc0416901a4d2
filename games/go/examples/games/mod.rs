//! Positions for the examples, from games in which each move is drawn among those
//! that most speaks for.

pub(crate) mod options;

use rand::RngExt;
use starboard_core::{Game, rng};
use starboard_go::{Go, Move, Rules, Selector, Size};

/// Candidates that a move is drawn among.
const CHOICES: usize = 4;
/// Games are looked at after each so many moves.
const EACH: usize = 12;

/// So many positions on a board of this size; the same for the same seed.
pub(crate) fn games(count: usize, size: Size, seed: u64) -> Vec<Go> {
    let selector = Selector::default();
    let mut found = Vec::with_capacity(count);
    for stream in 0.. {
        let (mut game, mut rng) = (Go::new(size, Rules::default()), rng(seed, stream));
        for played in 1..=size.points() * 2 / 3 {
            if found.len() == count {
                return found;
            }
            let candidates = selector.candidates(&game);
            if candidates.is_empty() {
                break;
            }
            let drawn = rng.random_range(0..candidates.len().min(CHOICES));
            game.play(Move::at(candidates[drawn].point));
            if played % EACH == 0 {
                found.push(game.clone());
            }
        }
    }
    found
}
