//! Positions for measurements: five hundred with contact and dice, and any number of random ones.
//!
//! The former are drawn from games that the evaluator plays against itself, each move the best by
//! static evaluation; at most four positions come from one game, without further selection, so that
//! they have as many legal moves as positions of real games.

use rand::RngExt;
use starboard_core::{Evaluator, Game, Node, Player};

use crate::{Backgammon, CHECKERS, Checkers, Dice, HandCrafted, Move};

/// How many positions are drawn.
const COUNT: usize = 500;
/// At most this many come from one game.
const PER_GAME: usize = 4;
/// The first turns of a game are not drawn from.
const OPENING: u32 = 4;
/// One position in this many is drawn.
const SPACING: u32 = 8;
/// The seed of the games.
const SEED: u64 = 20_060_525;

/// Five hundred positions of money games with contact and dice, the first player to move.
///
/// ```
/// use starboard_backgammon::contact_positions;
/// assert!(contact_positions().all(|game| game.is_contact() && game.dice().is_some()));
/// ```
pub fn contact_positions() -> impl Iterator<Item = Backgammon> {
    let lines = include_str!("contact.txt").lines();
    lines.map(|line| Backgammon::parse(line).expect("the file holds positions"))
}

/// Draws the positions of [`contact_positions`] again, which takes a while.
pub fn draw_contact_positions() -> impl Iterator<Item = Backgammon> {
    (0..).flat_map(draw).take(COUNT)
}

/// A position before a roll with fifteen checkers of each side at random places, never both colours
/// on one point: number `number` of those on which evaluators are timed.
pub fn scattered_position(number: u64) -> Backgammon {
    let mut rng = starboard_core::rng(0x7363_6174, number);
    loop {
        let mut sides = [[0_u8; 26]; 2];
        for i in 0..2 * usize::from(CHECKERS) {
            let (side, place) = (i % 2, rng.random_range(0..26));
            let taken = (1..25).contains(&place) && sides[1 - side][25 - place] > 0;
            sides[side][if taken { 0 } else { place }] += 1;
        }
        if let [Ok(mine), Ok(theirs)] = sides.map(Checkers::new)
            && let Ok(game) = Backgammon::new(mine, theirs)
            && game.with_dice(Dice::new(1, 1)).node() == Node::Decision
        {
            return game;
        }
    }
}

/// The positions drawn from one game.
fn draw(stream: u64) -> Vec<Backgammon> {
    let (mut game, mut rng) = (Backgammon::START, starboard_core::rng(SEED, stream));
    let (mut drawn, mut turn) = (Vec::new(), 0);
    while drawn.len() < PER_GAME && game.is_contact() && game.node() == Node::Chance {
        game.play(roll(&mut rng));
        if turn >= OPENING && rng.random_range(0..SPACING) == 0 {
            drawn.push(game.with_mover(Player::First));
        }
        if let Some(best) = greedy(&game) {
            game.play(best);
        }
        turn += 1;
    }
    drawn
}

/// A roll of two dice.
fn roll(rng: &mut starboard_core::Rng) -> Move {
    let (a, b) = (rng.random_range(1..=6), rng.random_range(1..=6));
    Move::Roll(crate::Dice::new(a, b).expect("numbers of a die"))
}

/// The best move by static evaluation, the first among equals.
fn greedy(game: &Backgammon) -> Option<Move> {
    let (mut moves, mut values) = (Vec::new(), Vec::new());
    game.moves(&mut moves);
    HandCrafted::default().evaluate_children(game, &moves, &mut values);
    let best = values.iter().max()?;
    values.iter().position(|value| value == best).map(|i| moves[i])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_what_the_games_give() {
        assert!(draw_contact_positions().eq(contact_positions()));
        assert_eq!(contact_positions().count(), COUNT);
    }
}
