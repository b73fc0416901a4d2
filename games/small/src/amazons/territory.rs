//! Evaluation of the Amazons by territory: who reaches which squares first.
//!
//! The parts are those of Jens Lieberum ("An evaluation function for the game of
//! amazons", Theoretical Computer Science 349, 2005): squares that one player reaches
//! in fewer queen moves, the same for king moves, by how many moves sooner, and the mobility
//! of each amazon. The weights are ours.

use starboard_core::{Bounds, Evaluator, Value};

use super::{Amazons, SQUARE, WIN, bits};

/// Counts the squares that each player reaches first; the weights of its terms depend on how
/// much of the board both can still reach.
///
/// Its bounds are a win and a loss.
#[derive(Copy, Clone, Debug, Default)]
pub struct Territory;

/// The mover's advantage on a square that both reach in the same number of moves, in
/// hundredths of a square.
const TEMPO: i32 = 10;
/// The denominator of the weights below.
const WHOLE: i32 = 64;
/// The weights where both players reach every empty square: of squares reached first by
/// queen moves and by king moves, and of how much sooner (`near` by queen moves, `sooner` by
/// king moves). Where no square is reached by both, only the first term counts.
const SHARED: [i32; 4] = [20, 18, 16, 12];
/// An amazon that reaches this many squares within two king moves is not confined.
const FREE: i32 = 16;

/// Who reaches the empty squares first.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
struct Race {
    /// Squares that one player reaches first, the mover's less the opponent's, in hundredths.
    first: i32,
    /// Squares reached, the mover's less the opponent's, each counting half as much for every
    /// further move that it takes.
    near: i32,
    /// By how many moves squares are reached sooner, summed over all squares.
    sooner: i32,
    /// How many squares both reach.
    both: i32,
    /// How many empty squares there are.
    empty: i32,
}

impl Race {
    /// The race between two sets of pieces over `empty` squares; `step` returns the squares
    /// that pieces on a set of squares reach in one move.
    #[inline(always)]
    fn of(own: u128, theirs: u128, empty: u128, step: impl Fn(u128, u128) -> u128) -> Self {
        let many = |set: u128| set.count_ones() as i32;
        let mut race = Self { empty: many(empty), ..Self::default() };
        let (mut ours, mut others) = (0, 0);
        let (mut front, mut their_front) = (own, theirs);
        let mut weight = SQUARE;
        loop {
            let before = ours | others;
            front = step(front, empty) & !ours;
            their_front = step(their_front, empty) & !others;
            (ours, others) = (ours | front, others | their_front);
            race.first += SQUARE * (many(front & !others) - many(their_front & !ours))
                + TEMPO * many(front & their_front);
            race.near += weight * (many(front) - many(their_front));
            race.sooner += many(ours) - many(others);
            weight /= 2;
            // No new square was reached: neither player ever reaches the rest.
            if before == ours | others {
                race.both = many(ours & others);
                return race;
            }
        }
    }
}

/// The penalty for confined amazons, in hundredths of a square.
#[inline(always)]
fn confined(amazons: u128, empty: u128) -> i32 {
    let cost = |square: usize| {
        let near = bits::widened(1 << square) & empty;
        let room = (bits::widened(near) & empty).count_ones() as i32;
        (FREE - room.min(FREE)).pow(2)
    };
    bits::each(amazons).map(cost).sum()
}

impl Evaluator<Amazons> for Territory {
    fn evaluate(&mut self, game: &Amazons) -> Value {
        let (own, theirs, empty) = (game.own(), game.theirs(), game.empty);
        let queens = Race::of(own, theirs, empty, bits::spread);
        let kings = Race::of(own, theirs, empty, |from, empty| bits::widened(from) & empty);
        let shared = WHOLE * queens.both / queens.empty.max(1);
        let [first, kings_first, near, sooner] = SHARED.map(|weight| weight * shared);
        let alone = WHOLE * WHOLE - (WHOLE * shared - first);
        let value = alone * queens.first
            + kings_first * kings.first
            + near * queens.near
            + sooner * kings.sooner * SQUARE / 6;
        let room = shared * (confined(theirs, empty) - confined(own, empty));
        let value = value / (WHOLE * WHOLE) + room / WHOLE;
        Value::new(value.clamp(1 - WIN.raw(), WIN.raw() - 1))
    }

    fn bounds(&self, _: &Amazons) -> Bounds {
        Bounds::symmetric(WIN)
    }
}

#[cfg(test)]
mod tests {
    use starboard_core::Game;

    use super::*;
    use crate::testing::{check_evaluator, walk};

    fn evaluate(text: &str) -> i32 {
        Territory.evaluate(&Amazons::parse(text).expect(text)).raw()
    }

    #[test]
    fn walled_off_squares_are_counted() {
        // Four squares against one, and nothing in between.
        assert_eq!(evaluate("x..**o/..**.o/******/****** x"), 3 * SQUARE);
        assert_eq!(evaluate("x..**o/..***./******/****** x"), 3 * SQUARE);
        assert_eq!(evaluate("x..**o/..***./******/****** o"), -3 * SQUARE);
    }

    /// The squares reached first, by distances counted square by square.
    #[test]
    fn races_are_counted_right() {
        for seed in 0..20 {
            let start =
                Amazons::parse("..o..o/....../....../....../....../x..x.. x").expect("a board");
            walk(&start, seed, |game| {
                let distances = |from: u128| {
                    let mut found = [u32::MAX; bits::SQUARES];
                    let (mut reached, mut moves) = (from, 1);
                    loop {
                        let next = bits::each(reached)
                            .fold(0, |set, square| set | bits::reach(square, game.empty));
                        if next & !reached == 0 {
                            return found;
                        }
                        bits::each(next & !reached).for_each(|square| found[square] = moves);
                        (reached, moves) = (reached | next, moves + 1);
                    }
                };
                let (own, theirs) = (distances(game.own()), distances(game.theirs()));
                let first: i32 = bits::each(game.empty)
                    .map(|square| match own[square].cmp(&theirs[square]) {
                        std::cmp::Ordering::Less => SQUARE,
                        std::cmp::Ordering::Greater => -SQUARE,
                        _ if own[square] < u32::MAX => TEMPO,
                        _ => 0,
                    })
                    .sum();
                let race = Race::of(game.own(), game.theirs(), game.empty, bits::spread);
                assert_eq!(race.first, first, "{}", game.format());
            });
        }
    }

    #[test]
    fn stays_within_bounds() {
        let small = Amazons::parse("..o..o/....../....../....../....../x..x.. x").expect("a board");
        for start in [Amazons::default(), small] {
            (0..20).for_each(|seed| check_evaluator(Territory, &start, seed));
        }
    }
}
