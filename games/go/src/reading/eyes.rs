//! The life-and-death status of small eye spaces: a table of every closed space of up to seven
//! points.
//!
//! A space is closed if only stones of one string, its wall, surround it. Whether the
//! wall can be captured depends on the shape of the space, on the attacker's stones in it, on how
//! many liberties the wall has outside, and on whether it has another eye; the edge of the board
//! matters only through the cells that no stone of the wall touches. All cases are solved
//! exhaustively (see `eyes/solve.rs`), for either player to win kos and either player to move, so
//! that bent fours in the corner, sixes short of liberties and sekis come out right.
//!
//! `starboard train go eyes` computes the table anew.

mod entry;
mod file;
mod shape;
mod solve;

use std::{collections::HashMap, sync::OnceLock};

pub(crate) use self::entry::MOST as LARGEST_SPACE;
use self::{
    entry::{Entry, LIBERTIES, MOST, PASS},
    shape::Shape,
};
use crate::{Board, Points, Success};

/// What is known of a shape with stones in it: by whether there is another eye, and the
/// liberties outside.
type List = [[Entry; LIBERTIES]; 2];

/// Whether the wall around a closed space can be captured, for every space of up to seven points.
///
/// ```
/// use starboard_core::Game;
/// use starboard_go::{Color, Go, Point, Points, Success, eyes::EyeTable};
///
/// // Three points in a row, in a corner: whoever plays in the middle.
/// let game = Go::parse("3XO4/XXXXO4/OOOOO4/9/9/9/9/9/9 w 0")?;
/// let middle = Point::read(game.size(), "B9").unwrap();
/// let board = game.board();
/// let not_black = board.all() - *board.stones(Color::Black);
/// let region = board.flood(&Points::of(middle), &not_black);
/// let space = EyeTable::built_in().look(board, &region, false, 0).expect("a small space");
/// assert_eq!((space.attacked, space.defended), (Success::Yes, Success::No));
/// assert!(space.attack.contains(middle) && space.attack.len() == 1);
/// # Ok::<(), starboard_core::NotationError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EyeTable {
    /// One shape of each set of symmetric ones, with the lists by the attacker's stones.
    shapes: Vec<(Shape, Vec<Option<List>>)>,
    /// Where each shape is, and the number there of each of its cells.
    places: HashMap<Shape, (u16, [u8; MOST])>,
}

/// What becomes of the wall around a space.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct EyeSpace {
    /// How well the attacker succeeds in capturing the wall if it plays first.
    pub attacked: Success,
    /// The same if the owner plays first.
    pub defended: Success,
    /// The attacker's moves that achieve `attacked`; none if it need not play here, or fails.
    pub attack: Points,
    /// The owner's moves that hold the attacker to `defended`; none if it need not play here, or
    /// if the wall is captured for certain.
    pub defend: Points,
}

impl EyeTable {
    /// The table that comes with the program.
    pub fn built_in() -> &'static Self {
        static TABLE: OnceLock<EyeTable> = OnceLock::new();
        TABLE.get_or_init(|| {
            Self::read(include_bytes!("../../data/go.eyes")).expect("the file is as it was written")
        })
    }

    /// Solves every space of up to `most` points, at most seven, on this many threads;
    /// `done` is called with the number of shapes solved so far and the number of all.
    pub fn solved(most: usize, threads: usize, done: &mut dyn FnMut(usize, usize)) -> Self {
        let shapes = Shape::all(most.min(MOST));
        let all = shapes.len();
        let mut solved = Vec::with_capacity(all);
        for some in shapes.chunks(threads.max(1)) {
            std::thread::scope(|scope| {
                let work = |shape| scope.spawn(move || (shape, solve::solve(&shape)));
                let running: Vec<_> = some.iter().copied().map(work).collect();
                for thread in running {
                    solved.push(thread.join().expect("solving does not panic"));
                }
            });
            done(solved.len(), all);
        }
        Self::of(solved)
    }

    fn of(shapes: Vec<(Shape, Vec<Option<List>>)>) -> Self {
        let mut places = HashMap::new();
        for (index, (shape, _)) in shapes.iter().enumerate() {
            for (other, numbers) in shape.alike() {
                let mut of = [0; MOST];
                of[..numbers.len()].copy_from_slice(&numbers);
                places.insert(other, (index as u16, of));
            }
        }
        Self { shapes, places }
    }

    /// The number of shapes, and the number of combinations of a shape with stones in it.
    pub fn len(&self) -> [usize; 2] {
        let filled = self.shapes.iter().map(|(_, lists)| lists.iter().flatten().count());
        [self.shapes.len(), filled.sum()]
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.shapes.is_empty()
    }

    /// What becomes of the wall around a region that stones of one player
    /// enclose, all of one wall: with another eye or without, and with `outside` liberties
    /// outside, of which more than four make no difference. `None` if the region is too large,
    /// or not enclosed.
    pub fn look(
        &self,
        board: &Board,
        region: &Points,
        eye: bool,
        outside: usize,
    ) -> Option<EyeSpace> {
        if region.is_empty() || region.len() > MOST {
            return None;
        }
        let size = board.size();
        let owner = board.at((board.beside(region) - *region).first()?)?;
        let own = *board.stones(owner);
        let (left, top) = region.iter().fold((usize::MAX, usize::MAX), |(left, top), point| {
            (left.min(point.column(size)), top.min(point.row(size)))
        });
        // In the order of the grid, which is that of the board.
        let points: Vec<_> = region.iter().collect();
        let (mut cells, mut inner) = (0_u64, 0_u64);
        for &point in &points {
            let bit = 1 << ((point.row(size) - top) * 8 + point.column(size) - left);
            cells |= bit;
            let touches = board.neighbors(point).any(|q| own.contains(q));
            inner |= if touches { 0 } else { bit };
        }
        let (index, numbers) = self.places.get(&Shape { cells, inner })?;
        let attackers = board.stones(owner.other());
        let stones = points.iter().zip(numbers).fold(0_usize, |all, (&point, &number)| {
            all | usize::from(attackers.contains(point)) << number
        });
        let lists = &self.shapes[usize::from(*index)].1;
        let entry = lists[stones]?[usize::from(eye)][outside.min(LIBERTIES - 1)];
        let among = |moves: u8| {
            if moves >> PASS & 1 != 0 {
                return Points::EMPTY;
            }
            let good = points.iter().zip(numbers).filter(|(_, number)| moves >> **number & 1 != 0);
            good.map(|(&point, _)| point).collect()
        };
        Some(EyeSpace {
            attacked: entry.attacked.success,
            defended: entry.defended.success,
            attack: among(entry.attacked.moves),
            defend: among(entry.defended.moves),
        })
    }
}

#[cfg(test)]
mod tests;
