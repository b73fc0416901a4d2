//! Where to play in a race.

use crate::{Board, Color, Point, Points};

/// The most candidates of a position, a pass not counted.
pub(super) const WIDEST: usize = 14;
/// The largest region that is played in as a whole.
const ENCLOSED: usize = 12;
/// Strings of so many liberties beside two that race belong to the fight.
const WEAK: usize = 3;
/// A string with more liberties need not fear to be taken from outside.
const SOLID: usize = 4;

/// How many one-point eyes a string has: empty points with only
/// stones of its colour around, and no more of the opponent's on diagonal points than a
/// real eye allows.
pub(super) fn eyes(board: &Board, stone: Point, color: Color) -> usize {
    let own = |&point: &Point| board.neighbors(point).all(|q| board.at(q) == Some(color));
    let holds = |&point: &Point| {
        let corners = board.diagonals(point);
        let (all, lost) = corners.fold((0, 0), |(all, lost), q| {
            (all + 1, lost + usize::from(board.at(q) == Some(color.other())))
        });
        lost == 0 || all == 4 && lost == 1
    };
    board.liberties(stone).iter().filter(own).filter(holds).count()
}

/// The points that a race between two strings is about: up to a step from the liberties of
/// both, and the liberties of weak strings beside these.
pub(super) fn near(board: &Board, ends: [Point; 2]) -> Points {
    let empty = board.empty();
    let stones: Points = ends.iter().flat_map(|&end| board.string(end)).collect();
    let first = board.beside(&stones) & empty;
    let around = board.beside(&(first | stones)) - empty;
    let weak = around.iter().filter(|&stone| board.liberty_count(stone) <= WEAK);
    let free = weak
        .fold(first | board.beside(&first) & empty, |free, stone| free | *board.liberties(stone));
    // Where strings are taken that have no liberty elsewhere, it goes on.
    let heads = Color::BOTH.into_iter().flat_map(|color| board.strings(color));
    let inside = heads.filter(|&head| free.covers(board.liberties(head)));
    inside.fold(free, |near, head| near | board.string(head).collect())
}

/// What a player chooses its moves by.
pub(super) struct Fight<'a> {
    pub(super) board: &'a Board,
    /// A stone of each side.
    pub(super) ends: [Point; 2],
    /// Stones that live, of each colour.
    pub(super) homes: &'a [Points; 2],
}

/// Moves with their worth, each once.
#[derive(Default)]
struct Scored(Vec<(i32, Point)>);

impl Scored {
    fn add(&mut self, point: Point, score: i32) {
        match self.0.iter_mut().find(|(_, known)| *known == point) {
            Some((best, _)) => *best = (*best).min(-score),
            None => self.0.push((-score, point)),
        }
    }
}

impl Fight<'_> {
    /// Moves for a player, the best first: the opponent's liberties from outside,
    /// what takes stones in atari, what gives liberties.
    pub(super) fn candidates(&self, mover: Color) -> Vec<Point> {
        let Self { board, ends, .. } = *self;
        let mut scored = Scored::default();
        let mine = ends.into_iter().find(|&end| board.at(end) == Some(mover));
        let theirs = ends.into_iter().find(|&end| board.at(end) == Some(mover.other()));
        let (Some(mine), Some(theirs)) = (mine, theirs) else {
            return mine.or(theirs).map_or_else(Vec::new, |end| inside(board, end, mover));
        };
        let (own, other) = (*board.liberties(mine), *board.liberties(theirs));
        let mut plain = self.plain(mover, theirs) - own;
        if let Some(first) = plain.first() {
            scored.add(first, 50);
            plain.remove(first);
        }
        self.fill(mover, &(other - plain), &own, &mut scored);
        self.extend(mover, mine, &mut scored);
        // Strings beside that are in atari, or close to it.
        for (end, strings) in [(mine, mover.other()), (theirs, mover), (theirs, mover.other())] {
            let stones: Points = board.string(end).collect();
            let near = board.beside(&(stones | *board.liberties(end))) & *board.stones(strings);
            let heads: Points = near.iter().map(|stone| board.head(stone)).collect();
            for head in heads {
                if head == board.head(mine) || head == board.head(theirs) {
                    continue;
                }
                let weak = board.liberty_count(head);
                if weak > 2 {
                    continue;
                }
                for point in *board.liberties(head) {
                    let touches = strings == mover || weak == 1;
                    scored.add(point, if touches { 34 - 8 * weak as i32 } else { 12 });
                }
            }
        }
        let mut list: Vec<_> =
            scored.0.into_iter().filter(|(_, point)| !plain.contains(*point)).collect();
        list.sort_unstable();
        list.into_iter().map(|(_, point)| point).collect()
    }

    fn fill(&self, mover: Color, other: &Points, own: &Points, scored: &mut Scored) {
        let board = self.board;
        for point in *other {
            let after = board.liberties_after(point, mover, 3) as i32;
            let shared = own.contains(point);
            let score = if shared { 20 } else { 40 };
            // Playing oneself into atari comes last.
            scored.add(point, score + 3 * after - if after < 2 { 15 } else { 0 });
            if after < 2 {
                // Approach from a step further.
                for q in board.neighbors(point) {
                    if board.is_empty(q) {
                        scored.add(q, 22);
                    }
                }
            }
        }
    }

    fn extend(&self, mover: Color, mine: Point, scored: &mut Scored) {
        let board = self.board;
        let count = board.liberty_count(mine);
        for point in *board.liberties(mine) {
            let after = board.liberties_after(point, mover, count + 3);
            let connects =
                |&q: &Point| board.at(q) == Some(mover) && board.head(q) != board.head(mine);
            if after > count {
                scored.add(point, 25 + 6 * (after - count) as i32);
            } else if board.neighbors(point).any(|q| board.is_empty(q)) {
                // Room for an eye.
                scored.add(point, 14);
            } else if board.neighbors(point).any(|q| connects(&q)) {
                scored.add(point, 10);
            }
        }
    }

    /// Liberties of the opponent's string that are filled from outside, and on
    /// which nothing else turns: it makes no eye there, no liberty and no
    /// capture. One is as good as another.
    fn plain(&self, mover: Color, theirs: Point) -> Points {
        let board = self.board;
        let head = board.head(theirs);
        let solid = |stone: Point| {
            self.homes[mover.index()].contains(stone)
                || board.liberty_count(stone) > SOLID
                    && !self.ends.iter().any(|&end| {
                        board.at(end) == Some(mover) && board.head(end) == board.head(stone)
                    })
        };
        let mut plain = Points::EMPTY;
        for point in *board.liberties(theirs) {
            let (mut from, mut alone) = (false, true);
            for q in board.neighbors(point) {
                match board.at(q) {
                    None => {}
                    Some(color) if color == mover => {
                        from |= solid(q);
                        alone &= solid(q);
                    }
                    Some(_) => alone &= board.head(q) == head,
                }
            }
            if from && alone {
                plain.insert(point);
            }
        }
        // What has room beside it is not plain, nor what is beside that.
        loop {
            let beside = board.beside(&(board.empty() - plain));
            if !plain.meets(&beside) {
                return plain;
            }
            plain = plain - beside;
        }
    }
}

/// Moves when one of the strings has been taken: on the liberties of the other,
/// beside them, and in what it encloses, the middle of its eye space first.
fn inside(board: &Board, end: Point, mover: Color) -> Vec<Point> {
    let liberties = *board.liberties(end);
    // What is enclosed belongs together with the stones in it.
    let enclosed = board.at(end).map_or(Points::EMPTY, |color| {
        let rest = board.all() - *board.stones(color);
        liberties.iter().fold(Points::EMPTY, |all, liberty| {
            let region = board.flood(&Points::of(liberty), &rest);
            if region.len() <= ENCLOSED { all | region } else { all }
        })
    });
    let near = (liberties | board.beside(&liberties) | enclosed) & board.empty();
    let mut scored: Vec<_> = near
        .iter()
        .map(|point| {
            let free = board.neighbors(point).filter(|&q| near.contains(q)).count() as i32;
            let takes = if board.captures(point, mover) { 8 } else { 0 };
            (-(3 * free + takes + i32::from(liberties.contains(point))), point)
        })
        .collect();
    scored.sort_unstable();
    scored.into_iter().map(|(_, point)| point).collect()
}
