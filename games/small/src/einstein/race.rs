//! Evaluation of EinStein würfelt nicht!: how far ahead the mover is in the race.

use std::sync::LazyLock;

use starboard_core::{Bounds, Evaluator, Game, Node, Value};

use super::{Einstein, GONE, SIDE, STONES, WIN, movable};

/// Compares how many turns each side needs on average to bring a stone to its goal if nobody
/// interferes: the exact expectation for a player alone on the board, from a table of 6^6
/// entries that is made on first use.
///
/// Captures are ignored, except for a win with the current roll and the danger to a last
/// stone.
#[derive(Copy, Clone, Debug, Default)]
pub struct Race;

/// One turn, in the units of the table.
const TURN: i32 = 4096;
/// What a turn is worth, in grid points.
const TURN_WORTH: i32 = 1_500;
/// What the danger to a last stone is worth.
const LAST_STONE: i32 = 1_000;
/// The limit of static values: below a win.
const MOST: i32 = 9_000;

/// The number of distances, one of which stands for a stone that is gone.
const DISTANCES: usize = SIDE as usize + 1;
const PLACES: [usize; STONES as usize] = [1, 6, 36, 216, 1296, 7776];

/// The mean number of turns to the goal, in 1/4096 of a turn, for every combination of
/// distances.
static TURNS: LazyLock<Box<[u16]>> = LazyLock::new(|| {
    let mut table = vec![0_u16; DISTANCES.pow(STONES.into())];
    // A step lowers a digit of the code, so that successors have smaller codes.
    for code in 0..table.len() {
        let distances = PLACES.map(|place| (code / place % DISTANCES) as u8);
        let alone = distances.map(|d| if d == SIDE { GONE } else { d });
        if distances.contains(&0) || alone == [GONE; STONES as usize] {
            continue;
        }
        let sum: i32 = (0..STONES).map(|roll| after(&table, &alone, code, roll)).sum();
        table[code] = (TURN + (sum + 3) / 6) as u16;
    }
    table.into()
});

/// The turns left after the best step with this roll; `stones` only says which
/// stones are left.
fn after(table: &[u16], stones: &[u8; STONES as usize], code: usize, roll: u8) -> i32 {
    let options = movable(stones, roll).into_iter().flatten();
    let turns = options.map(|stone| i32::from(table[code - PLACES[usize::from(stone)]]));
    turns.min().unwrap_or_default()
}

/// The number of steps from this square to the goal; for [`GONE`], one more than the
/// largest.
fn distance(square: u8) -> usize {
    if square == GONE {
        return SIDE.into();
    }
    usize::from(SIDE - 1 - (square / SIDE).min(square % SIDE))
}

fn code(stones: &[u8; STONES as usize]) -> usize {
    stones.iter().zip(PLACES).map(|(&square, place)| distance(square) * place).sum()
}

impl Evaluator<Einstein> for Race {
    fn evaluate(&mut self, game: &Einstein) -> Value {
        let (own, theirs) = (game.own(), game.theirs());
        let (own_code, their_code) = (code(own), code(theirs));
        let own_turns = match game.rolled {
            None => i32::from(TURNS[own_code]),
            Some(roll) => TURN + after(&TURNS, own, own_code, roll),
        };
        if own_turns == TURN && game.rolled.is_some() {
            return WIN;
        }
        // The player to move is half a turn ahead.
        let lead = i32::from(TURNS[their_code]) - own_turns + TURN / 2;
        let last =
            |stones: &[u8]| i32::from(stones.iter().filter(|&&square| square != GONE).count() == 1);
        let value = lead * TURN_WORTH / TURN + LAST_STONE * (last(theirs) - last(own));
        Value::new(value.clamp(-MOST, MOST))
    }

    fn bounds(&self, game: &Einstein) -> Bounds {
        match game.node() {
            Node::Over(value) => Bounds::exact(value),
            _ => Bounds::symmetric(WIN),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::check_evaluator;

    #[test]
    fn counts_turns() {
        for (text, turns) in [
            ("1..../...../...../...../....A", 4.0),
            ("...../.1.../...../...../....A", 3.0),
            ("...../...../...../...16/....A", 1.0),
            // A one wins at once; all other rolls move the far stone, which
            // then leaves two stones next to the goal.
            ("...../...../..2../...1./....A", 1.0 / 6.0 + 5.0 / 6.0 * 2.0),
        ] {
            let game = Einstein::parse(&format!("{text} first ?")).expect(text);
            let found = f64::from(TURNS[code(game.own())]) / f64::from(TURN);
            assert!((found - turns).abs() < 1e-3, "{text}: {found}");
        }
    }

    #[test]
    fn a_rolled_win_is_exact() {
        let value = |roll| {
            let text = format!("...../....F/..2../...1./..... first {roll}");
            Race.evaluate(&Einstein::parse(&text).expect("a position"))
        };
        assert_eq!(value(1), WIN);
        assert!(value(2) < WIN);
    }

    #[test]
    fn stays_within_bounds() {
        (0..200).for_each(|seed| check_evaluator(Race, &Einstein::default(), seed));
    }
}
