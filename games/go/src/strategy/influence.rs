//! Influence: whose stones a random walk from a free point meets first.
//!
//! Stones have a value, positive for Black and negative for White; a free point gets
//! the mean of its neighbours, with a decay for every step. So its influence is the probability
//! that a random walk meets Black first, minus that for White, while walks that get
//! lost in the open count for neither: walls enclose, gaps leak in proportion to
//! their width, and points far from all stones are nobody's. This is in the spirit of
//! radiated influence (Zobrist 1969; Fotland's territory), with a fixed point
//! instead of rays.

use crate::{Board, Points};

/// The influence radiated by a stone that is certain to live.
pub(crate) const FULL: i32 = 4096;
/// What is left of a value after a step: this many parts of `PARTS`.
const KEPT: i32 = 127;
/// See [`KEPT`].
const PARTS: i32 = 128;
/// Sweeps over the board, each in both directions.
const ROUNDS: usize = 8;

/// The influence on every point, by index, from `-FULL` to `FULL`; that on a
/// stone is what `sources` has for it. `open` are the points without a source.
pub(crate) fn influence(board: &Board, sources: &[i32], open: &Points, values: &mut Vec<i32>) {
    values.clear();
    values.extend_from_slice(sources);
    let points: Vec<([u16; 4], u16, i32)> = open
        .iter()
        .map(|point| {
            let mut near = [u16::MAX; 4];
            let mut count = 0;
            for (place, q) in near.iter_mut().zip(board.neighbors(point)) {
                *place = q.index() as u16;
                count += 1;
            }
            (near, point.index() as u16, PARTS * count)
        })
        .collect();
    let mut step = |&(near, point, parts): &([u16; 4], u16, i32)| {
        let sum: i32 =
            near.iter().filter(|&&q| q != u16::MAX).map(|&q| values[usize::from(q)]).sum();
        // Further than the mean, as what follows pulls the same way (successive
        // over-relaxation).
        let value = &mut values[usize::from(point)];
        *value += (sum * KEPT / parts - *value) * 3 / 2;
    };
    for _ in 0..ROUNDS {
        points.iter().for_each(&mut step);
        points.iter().rev().for_each(&mut step);
    }
    for &(_, point, _) in &points {
        let value = &mut values[usize::from(point)];
        *value = (*value).clamp(-FULL, FULL);
    }
}

/// Sweeps over the surroundings of a new stone.
const ROUNDS_NEAR: usize = 3;

/// Updates the influence, approximately, on the points of `near`, which have no source,
/// after a source next to them has changed.
pub(crate) fn adjust(board: &Board, near: &Points, values: &mut [i32]) {
    for _ in 0..ROUNDS_NEAR {
        for point in *near {
            let (mut sum, mut count) = (0, 0);
            for q in board.neighbors(point) {
                sum += values[q.index()];
                count += 1;
            }
            let value = &mut values[point.index()];
            let more = (sum * KEPT / (PARTS * count) - *value) * 3 / 2;
            *value = (*value + more).clamp(-FULL, FULL);
        }
    }
}

/// Who will own a free point with this influence, from -1000 for White to 1000
/// for Black: proportional to the influence, and certain from three quarters of `FULL` on.
#[inline]
pub(crate) fn promise(influence: i32) -> i32 {
    const ALL: i32 = FULL * 3 / 4;
    influence.clamp(-ALL, ALL) * 1000 / ALL
}

/// How much of a predicted point is kept on an open board, in percent, by lines from the edge:
/// corners and sides are kept by whoever has them, the centre is taken away
/// again, or shared.
///
/// From the free points in 192 games of 9-dan players on 19x19 and 256 of GNU Go
/// with itself on 9: a tenth to a fifth of the way through them, 70 percent was
/// kept on the third line and 40 on the sixth, in the last third of the game 84
/// and more everywhere.
const KEPT_OPEN: [i32; 7] = [95, 95, 80, 60, 50, 45, 40];

/// How many distances from a player's stones are distinguished.
pub(crate) const STEPS: usize = 4;
/// How much of that is kept, in percent, by steps from the nearest stone of the player it was
/// predicted for: one, two, and so on, the last value for all further steps. Even where no one
/// is near yet, so that the walk meets these stones first, there is still room to live.
///
/// From the free points of 54 games against GNU Go on 13x13, moves 25 to 55: on the
/// first line GNU Go kept 69 to 72 percent of what it was promised within four steps and
/// 22 beyond, its opponent 28, 22, 8 and none within four; on the second 67, 66 and 42
/// for 38, 30 and 6 within three.
const KEPT_FAR: [i32; STEPS + 1] = [100, 100, 75, 50, 25];

/// What is kept of a promise so many lines from the edge, on a point that takes `steps`
/// more than one from stones of whom it was promised, [`STEPS`] at most, `done` parts of
/// `all` of the way to the end having been played: in the end all of it.
#[inline]
pub(crate) const fn kept(promise: i32, edge: usize, steps: usize, done: i32, all: i32) -> i32 {
    let line = if edge < KEPT_OPEN.len() { edge } else { KEPT_OPEN.len() - 1 };
    let open = KEPT_OPEN[line] * KEPT_FAR[steps] / 100;
    promise * (open * (all - done) + 100 * done) / (100 * all)
}

#[cfg(test)]
mod tests {
    use starboard_core::Game;

    use super::*;
    use crate::{Color, Go, Point};

    /// The promise of a point, all stones alive.
    fn at(position: &str, point: &str) -> i32 {
        let game = Go::parse(position).expect("a position");
        let board = game.board();
        let mut sources = vec![0; board.size().points()];
        for color in Color::BOTH {
            for stone in *board.stones(color) {
                sources[stone.index()] = if color == Color::Black { FULL } else { -FULL };
            }
        }
        let mut values = Vec::new();
        influence(board, &sources, &board.empty(), &mut values);
        promise(values[Point::read(board.size(), point).expect("a point").index()])
    }

    #[test]
    fn walls_enclose_and_the_open_is_nobodys() {
        assert_eq!(at("2XO1/2XO1/2XO1/2XO1/2XO1 b 0", "A3"), 1000);
        assert_eq!(at("2XO1/2XO1/2XO1/2XO1/2XO1 b 0", "E3"), -1000);
        assert_eq!(at("1X1O1/1X1O1/1X1O1/1X1O1/1X1O1 b 0", "C3"), 0);
        assert!(at("19x19 b 7 moves D4", "Q16") < 100);
        let near = at("19x19 b 7 moves D4", "C3");
        let far = at("19x19 b 7 moves D4", "G7");
        assert!(near > far && far < 700, "{near} {far}");
    }

    #[test]
    fn the_middle_is_kept_least_and_all_of_it_in_the_end() {
        let kept: Vec<_> = (0..12).map(|edge| kept(1000, edge, 0, 0, 40)).collect();
        assert!(kept.is_sorted_by(|a, b| a >= b), "{kept:?}");
        assert_eq!((kept[0], kept[11]), (950, 400));
        let far: Vec<_> = (0..=STEPS).map(|steps| super::kept(1000, 0, steps, 0, 40)).collect();
        assert!(far.is_sorted_by(|a, b| a >= b), "{far:?}");
        assert_eq!((far[0], far[STEPS]), (950, 230));
        assert_eq!(super::kept(-700, 9, STEPS, 40, 40), -700);
        assert_eq!(super::kept(-700, 9, 0, 20, 40), -490);
    }

    #[test]
    fn the_players_are_alike() {
        for text in ["9x9 b 7 moves C3 G7 D7", "9x9 b 7 moves E5 C4 D4 G7"] {
            let game = Go::parse(text).expect("a position");
            let turned = game.mirrored().expect("a position").format();
            for point in ["A1", "E4", "G3", "J9"] {
                assert_eq!(at(text, point), -at(&turned, point), "{text} {point}");
            }
        }
    }
}
