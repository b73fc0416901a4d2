//! Evaluation of Dice: the runs still open to each side.

use starboard_core::{Bounds, Evaluator, Game, Node, Value};

use super::{Dice, WIN, lines::Shape};

/// Weights every run of `k` squares without a stone of the opponent by the number
/// of stones in it; a win in the line that was rolled is seen exactly.
///
/// Its bounds take into account that a player without an open run can no longer win.
#[derive(Copy, Clone, Debug, Default)]
pub struct OpenRuns;

/// The limit of static values: below a win.
const MOST: i32 = 9_000;

/// What an open run with so many stones is worth: four times as much for each further
/// stone, up to a limit.
fn weight(stones: u8) -> i64 {
    1 << (2 * stones.min(6))
}

impl OpenRuns {
    fn worth(shape: Shape, stones: u128, open: &[u128; 4]) -> i64 {
        let mut sum = 0;
        for ((step, _), &open) in shape.directions().zip(open) {
            if open == 0 {
                continue;
            }
            // How many stones each run has, in binary: one bit plane per digit.
            let mut planes = [0_u128; 4];
            for i in 0..shape.k {
                let mut carry = stones >> (i * step) & open;
                for plane in &mut planes {
                    (*plane, carry) = (*plane ^ carry, *plane & carry);
                }
            }
            for count in 1..shape.k {
                let digit = |i: usize| if count >> i & 1 == 1 { planes[i] } else { !planes[i] };
                let runs = open & digit(0) & digit(1) & digit(2) & digit(3);
                sum += weight(count) * i64::from(runs.count_ones());
            }
        }
        sum
    }

    /// The runs open to the mover, and those open to the opponent.
    fn open(game: &Dice) -> [[u128; 4]; 2] {
        let (own, theirs) = game.sides();
        [game.shape.open(theirs), game.shape.open(own)]
    }
}

impl Evaluator<Dice> for OpenRuns {
    fn evaluate(&mut self, game: &Dice) -> Value {
        let (own, theirs) = game.sides();
        let targets = game.targets();
        if targets != 0 && game.shape.completing(own) & targets != 0 {
            return WIN;
        }
        let [own_open, their_open] = Self::open(game);
        let lead =
            Self::worth(game.shape, own, &own_open) - Self::worth(game.shape, theirs, &their_open);
        let low = if their_open == [0; 4] { 0 } else { -MOST };
        let high = if own_open == [0; 4] { 0 } else { MOST };
        Value::new(lead.clamp(low.into(), high.into()) as i32)
    }

    fn bounds(&self, game: &Dice) -> Bounds {
        if let Node::Over(value) = game.node() {
            return Bounds::exact(value);
        }
        let [own, theirs] = Self::open(game).map(|open| open != [0; 4]);
        let win = |open| if open { WIN } else { Value::ZERO };
        Bounds { low: -win(theirs), high: win(own) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::check_evaluator;

    #[test]
    fn weighs_open_runs() {
        for (text, value) in [
            ("3 3 start", 0),
            ("3 3 x../.../... o ?", -12),
            ("3 3 x../.o./... x ?", 2 * 4 - 3 * 4),
            ("3 3 xx./oo./... x 3", 10_000),
            ("3 3 xx./oo./... x ?", 16 - (16 + 4)),
            ("2 2 xo/.. x ?", 2 * 4 - 2 * 4),
        ] {
            let game = Dice::parse(text).expect(text);
            assert_eq!(OpenRuns.evaluate(&game).raw(), value, "{text}");
        }
    }

    #[test]
    fn stays_within_bounds() {
        for (seed, (m, k)) in (0..60).zip([(2, 2), (3, 3), (5, 4), (7, 4), (11, 6)].iter().cycle())
        {
            check_evaluator(OpenRuns, &Dice::new(*m, *k), seed);
        }
    }
}
