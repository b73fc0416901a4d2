//! Evaluation of the Royal Game of Ur: who is ahead in the race.

use starboard_core::{Bounds, Evaluator, Game, Node, Value};

use super::{PIECES, SAFE, SHARED, Ur, WAY, WIN};

/// The lead in steps with which a player wins three games in four; an estimate.
const EVEN: i32 = 20;

/// Compares the steps that each side still has to go; pieces on shared squares, where they
/// may be hit, are worth a little less, and one on the safe rosette more.
#[derive(Copy, Clone, Debug, Default)]
pub struct Steps;

/// The steps that a player still has to go, with these adjustments.
fn left(squares: u16, hand: u8) -> i32 {
    let on_board: u32 = (0..u32::from(WAY))
        .filter(|square| squares & 1 << square != 0)
        .map(|square| u32::from(WAY) - square)
        .sum();
    let exposed = (squares & SHARED & !SAFE).count_ones() as i32;
    let safe = (squares & SAFE).count_ones() as i32;
    i32::from(hand) * i32::from(WAY + 1) + on_board as i32 + exposed - 2 * safe
}

impl Evaluator<Ur> for Steps {
    fn evaluate(&mut self, game: &Ur) -> Value {
        let (own, other) = (game.mover.index(), game.mover.other().index());
        let left = |player: usize| left(game.squares[player], game.hand[player]);
        let roll = i32::from(game.rolled.unwrap_or(2));
        let lead = left(other) - left(own) + roll;
        debug_assert!(lead.unsigned_abs() <= PIECES * (u32::from(WAY) + 2) + 4);
        Value::new(WIN.raw() * lead / (lead.abs() + EVEN))
    }

    fn bounds(&self, game: &Ur) -> Bounds {
        match game.node() {
            Node::Over(value) => Bounds::exact(value),
            _ => Bounds::symmetric(WIN),
        }
    }
}
