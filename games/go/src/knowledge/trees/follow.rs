//! Following trees: which trees the last moves of a game are in, and how these continue.

use super::{
    LONGEST, Tree, Trees, code,
    shape::{Grid, Step, back, far, turned},
    step_of,
};
use crate::{Color, Go, Point, Size};

/// A tree continues with moves that follow in at least this many of a hundred games that
/// came that far.
const USUAL: u64 = 15;

/// The step from one point to another.
pub(super) fn between(size: Size, from: Point, to: Point) -> Step {
    let right = to.column(size) as isize - from.column(size) as isize;
    let down = to.row(size) as isize - from.row(size) as isize;
    (right, down)
}

/// Whether a move is near one of those of a sequence.
pub(super) fn is_near(size: Size, sequence: &[Point], point: Point) -> bool {
    sequence.iter().any(|&before| far(between(size, before, point)) <= super::NEAR)
}

/// The last moves of a game, by both players in turn, that can be taken back without putting
/// captured stones on the board, the last first.
fn last_moves(game: &Go) -> Vec<(Color, Point)> {
    let mut expected = game.color();
    let in_turn = game.last_stones().take_while(|&(color, _)| {
        expected = expected.other();
        color == expected
    });
    // One more than is looked at may stand out as what was answered.
    in_turn.take(LONGEST).collect()
}

impl Trees {
    /// Adds the moves with which trees that the last moves of a game are in continue, those of the
    /// longest sequences first.
    pub fn goes_on(&self, game: &Go, out: &mut Vec<Point>) {
        let played = last_moves(game);
        let size = game.size();
        let first = out.len();
        let mut grid = Grid::new(game.board());
        for &(_, point) in &played {
            grid.set(point, None);
        }
        // The longest sequence first.
        for begun in (0..played.len()).rev() {
            let (mover, middle) = played[begun];
            let sequence: Vec<Point> =
                played[..=begun].iter().rev().map(|&(_, point)| point).collect();
            let near = (1..=begun).all(|i| is_near(size, &sequence[..i], sequence[i]));
            let last = played.get(begun + 1).map(|&(_, point)| point);
            let known = if near { self.best(&grid, middle, mover, last) } else { None };
            if let Some((i, seen)) = known.filter(|_| begun + 1 < LONGEST) {
                for way in (0..8).filter(|way| seen.ways >> way & 1 != 0) {
                    follow(&self.trees[i], way, &sequence, game, (out, first));
                }
            }
            grid.set(middle, Some(mover));
        }
    }
}

/// Adds the moves that follow a sequence in a tree, given the symmetry between them, except those
/// already in the list from `first` on.
fn follow(
    tree: &Tree,
    way: usize,
    sequence: &[Point],
    game: &Go,
    (out, first): (&mut Vec<Point>, usize),
) {
    let (size, middle) = (game.size(), sequence[0]);
    let mut node = None;
    for &point in &sequence[1..] {
        let step = code(turned(between(size, middle, point), way));
        let Some(next) = tree.after(node).find(|&i| Some(tree.nodes[i].step) == step) else {
            return;
        };
        node = Some(next);
    }
    let all = node.map_or(tree.seen, |i| tree.nodes[i].count);
    for next in tree.after(node) {
        let next = tree.nodes[next];
        let (right, down) = turned(step_of(next.step), back(way));
        let column = middle.column(size).checked_add_signed(right);
        let row = middle.row(size).checked_add_signed(down);
        let point = column.zip(row).and_then(|(column, row)| Point::at(size, column, row));
        if let Some(point) = point
            && 100 * u64::from(next.count) >= USUAL * u64::from(all)
            && game.is_legal(point)
            && !out[first..].contains(&point)
        {
            out.push(point);
        }
    }
}
