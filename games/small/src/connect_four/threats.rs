//! Evaluation of Connect Four: threats, and whom they favour when the columns
//! fill up.
//!
//! Which rows favour whom is Victor Allis's observation ("A Knowledge-based
//! Approach of Connect-Four", 1988): if both merely fill up columns, the player
//! to move on an even number of empty squares gets the odd rows.

use starboard_core::{Bounds, Evaluator, Value};

use super::{Column, ConnectFour, WIN, bits};

/// Counts squares that would complete a line of four, and lines of four that are still
/// possible. Immediate wins and double threats are seen exactly.
///
/// Its bounds are the quickest win and loss that the number of stones allows, or a draw
/// for a player who has no open line left.
#[derive(Copy, Clone, Debug, Default)]
pub struct Threats;

/// A threat: a square that wins once it can be played.
const THREAT: i32 = 12;
/// Bonus for a threat in a row that will fall to its owner.
const RIGHT_ROW: i32 = 24;
/// Bonus for a threat right above another: one of them will be played.
const STACKED: i32 = 40;
/// An open line: one without a stone of the opponent.
const OPEN_LINE: i32 = 2;
/// The limit of static values: below any win, since one by the last stone is worth 958.
const MOST: i32 = 900;

impl Evaluator<ConnectFour> for Threats {
    fn evaluate(&mut self, game: &ConnectFour) -> Value {
        let (own, theirs) = game.sides();
        let (filled, landings) = (own | theirs, game.landings());
        let played = filled.count_ones() as i32;
        let empty = bits::BOARD & !filled;
        let own_threats = bits::completing(own) & empty;
        let their_threats = bits::completing(theirs) & empty;
        if let Some(value) = at_sight(own_threats & landings, their_threats & landings, played) {
            return value;
        }
        let (own_rows, their_rows) = if played % 2 == 0 {
            (bits::ODD_ROWS, !bits::ODD_ROWS)
        } else {
            (!bits::ODD_ROWS, bits::ODD_ROWS)
        };
        let (own_lines, their_lines) = (count(own | empty), count(theirs | empty));
        let value = worth(own_threats, own_rows) - worth(their_threats, their_rows)
            + OPEN_LINE * (own_lines - their_lines);
        // A player without an open line draws at best.
        let low = if their_lines == 0 { 0 } else { -MOST };
        let high = if own_lines == 0 { 0 } else { MOST };
        Value::new(value.clamp(low, high))
    }

    fn bounds(&self, game: &ConnectFour) -> Bounds {
        // The next stone may win for the mover, and the last one may have lost. Open lines
        // are not looked for: that would cost more than the cutoffs it brings save.
        let played = game.played() as i32;
        Bounds { low: Value::new(played - WIN), high: Value::new(WIN - (played + 1)) }
    }

    fn certain(&self, game: &ConnectFour) -> Option<Value> {
        at_sight(game.wins_now(), game.must_block(), game.played() as i32)
    }

    fn losing_moves(&self, game: &ConnectFour, moves: &[Column]) -> Option<(u64, Value)> {
        let landings = game.landings();
        let threats = bits::completing(game.sides().1) & !game.filled();
        // The next two stones cannot reach these threats.
        if threats & (landings | landings << 1) == 0 {
            return None;
        }
        let mut losing = 0;
        for (i, &m) in moves.iter().enumerate() {
            let stone = landings & bits::column(m);
            // The opponent may land beside this stone, or on it.
            let next = landings ^ stone | stone << 1;
            losing |= u64::from(threats & next != 0) << i;
        }
        (losing != 0).then(|| (losing, Value::new(game.played() as i32 + 2 - WIN)))
    }
}

/// The value for the mover who wins at once, or faces two immediate wins.
fn at_sight(wins: u64, blocks: u64, played: i32) -> Option<Value> {
    if wins != 0 {
        return Some(Value::new(WIN - (played + 1)));
    }
    (blocks & blocks.wrapping_sub(1) != 0).then(|| Value::new(played + 2 - WIN))
}

fn worth(threats: u64, rows: u64) -> i32 {
    if threats == 0 {
        return 0;
    }
    let many = |squares: u64| squares.count_ones() as i32;
    THREAT * many(threats)
        + RIGHT_ROW * many(threats & rows)
        + STACKED * many(threats & threats >> 1)
}

/// How many lines of four lie within these squares.
fn count(squares: u64) -> i32 {
    bits::lines(squares).iter().map(|line| line.count_ones() as i32).sum()
}

#[cfg(test)]
mod tests {
    use rand::RngExt;
    use starboard_core::{Game, Node, rng};

    use super::*;
    use crate::testing::check_evaluator;

    #[test]
    fn sees_what_is_at_stake() {
        for (text, value) in [
            ("start", 0),
            ("4", -14), // seven lines run through the square, all closed to o
            ("112233", WIN - 7),
            ("47375", 7 - WIN),
        ] {
            let game = ConnectFour::parse(text).unwrap();
            assert_eq!(Threats.evaluate(&game).raw(), value, "{text}");
        }
    }

    #[test]
    fn moves_that_let_the_opponent_win_at_once_are_found() {
        let mut found = 0;
        for seed in 0..300 {
            let (mut game, mut rng) = (ConnectFour::default(), rng(seed, 0));
            while game.node() == Node::Decision {
                let mut moves = Vec::new();
                game.moves(&mut moves);
                if Threats.certain(&game).is_none() {
                    let loses = |&m: &Column| {
                        let mut next = game;
                        next.play(m);
                        next.node() == Node::Decision && next.wins_now() != 0
                    };
                    let bits = moves.iter().map(loses).enumerate();
                    let expected = bits.fold(0, |bits, (i, loses)| bits | u64::from(loses) << i);
                    let losing = Threats.losing_moves(&game, &moves).map_or(0, |(bits, _)| bits);
                    assert_eq!(losing, expected, "{}", game.format());
                    found += losing.count_ones();
                }
                game.play(moves[rng.random_range(..moves.len())]);
            }
        }
        assert!(found > 1000, "{found}");
    }

    #[test]
    fn stays_within_bounds() {
        (0..300).for_each(|seed| check_evaluator(Threats, &ConnectFour::default(), seed));
    }
}
