//! Purposes of moves in open corners and along sides.

use super::{Purpose, diagrams::View};
use crate::{Board, Color, Point};

/// So many lines each way belong to a corner.
const CORNER: usize = 7;
/// Along a side, stones are looked for so far away.
const FAR: isize = 7;

/// A corner point by its distances from both edges, the smaller first, and the stones in the
/// corner: the mover's and the opponent's.
struct Corner {
    low: usize,
    high: usize,
    stones: [usize; 2],
    /// The line of the opponent's stone that is furthest in, and the other line of it.
    theirs: Option<(usize, usize)>,
}

fn corner(board: &Board, mover: Color, point: Point) -> Option<Corner> {
    let size = board.size();
    let side = size.side();
    if side < 11 {
        return None;
    }
    let from = |at: usize| at.min(side - 1 - at);
    let (column, row) = (point.column(size), point.row(size));
    let (across, along) = (from(column), from(row));
    if across >= CORNER || along >= CORNER {
        return None;
    }
    let (mut stones, mut theirs) = ([0; 2], None);
    for c in 0..CORNER {
        for r in 0..CORNER {
            let c = if column < side / 2 { c } else { side - 1 - c };
            let r = if row < side / 2 { r } else { side - 1 - r };
            let Some(color) = Point::at(size, c, r).and_then(|q| board.at(q)) else { continue };
            stones[usize::from(color != mover)] += 1;
            if color != mover {
                theirs = Some((from(c).min(from(r)), from(c).max(from(r))));
            }
        }
    }
    Some(Corner { low: across.min(along), high: across.max(along), stones, theirs })
}

/// Whether a corner is the opponent's, and nothing of the mover's is there.
pub(super) fn is_theirs(board: &Board, mover: Color, point: Point) -> bool {
    corner(board, mover, point).is_some_and(|corner| corner.stones[0] == 0 && corner.stones[1] > 1)
}

/// What a move in an open corner is for.
pub(super) fn of(board: &Board, mover: Color, point: Point) -> Option<Purpose> {
    let Corner { low, high, stones, theirs } = corner(board, mover, point)?;
    match stones {
        [0, 0] if low >= 2 && high <= 4 => Some(match (low, high) {
            (3, 3) => Purpose::StarPoint,
            (2, 3) => Purpose::ThreeFour,
            _ => Purpose::OtherCorner,
        }),
        [0, 1..=3] if (low, high) == (2, 2) => Some(Purpose::InvadesCorner),
        [0, 1] if (2..=4).contains(&low) && high <= 6 && theirs.is_some() => {
            Some(if low == 2 { Purpose::ApproachesLow } else { Purpose::ApproachesHigh })
        }
        [1, 0] if (1..=4).contains(&low) && high <= 6 => Some(Purpose::Encloses),
        _ => None,
    }
}

/// What a move along a side is for, by the next stones both ways.
pub(super) fn along_the_side(board: &Board, mover: Color, point: Point) -> Option<Purpose> {
    let line = point.edge(board.size()) + 1;
    if !(2..=5).contains(&line) {
        return None;
    }
    let view = View { board, mover, point };
    let below = view.facing();
    // Whether the side runs along the rows.
    let is_level = below[0] || below[2];
    let next = |sign: isize| {
        (1..=FAR).find_map(|far| {
            (-1..=1).find_map(|off| {
                let step = if is_level { (sign * far, off) } else { (off, sign * far) };
                let there = view.step(step.0, step.1)?;
                board.at(there).map(|color| (color == mover, far))
            })
        })
    };
    match [next(-1), next(1)] {
        [Some((true, _)), Some((true, _))] => Some(Purpose::ExtendsFar),
        [Some((false, a)), Some((false, b))] => {
            Some(if a.min(b) <= 4 { Purpose::InvadesSide } else { Purpose::Splits })
        }
        [Some((false, far)), other] | [other, Some((false, far))] => Some(match (far, other) {
            (..=3, Some(_)) => Purpose::PincersClosely,
            (4.., Some(_)) => Purpose::Pincers,
            (..=3, None) => Purpose::Checks,
            (_, None) => Purpose::Splits,
        }),
        [Some((true, _)), None] | [None, Some((true, _))] => Some(Purpose::ExtendsFar),
        [None, None] => None,
    }
}
