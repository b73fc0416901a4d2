//! The playout policy: random moves, except for answers that are obvious.

use rand::RngExt;
use starboard_core::Rng;

use super::game::Playout;
use crate::{Board, Color, Point, Points};

/// How often an atari is answered, in percent.
const ANSWERED: u32 = 90;
/// How often a player stays near the last move, in percent.
const NEAR: u32 = 60;
/// How often one or two stones are sacrificed, in percent.
const THROWN: u32 = 50;
/// Shapes of so many stones can kill from within.
const SHAPES: std::ops::RangeInclusive<usize> = 3..=6;
/// Captures are not looked for around strings with more stones than this.
const LONG: usize = 12;
/// A game is over after twice as many moves as there are points, plus this many.
const BESIDES: usize = 20;

/// A few points, each once.
#[derive(Default)]
struct Few {
    points: [Option<Point>; 8],
    count: usize,
}

impl Few {
    fn add(&mut self, point: Point) {
        if self.count < self.points.len() && !self.points.contains(&Some(point)) {
            self.points[self.count] = Some(point);
            self.count += 1;
        }
    }

    fn any(&self, rng: &mut Rng) -> Option<Point> {
        (self.count > 0).then(|| self.points[rng.random_range(0..self.count)])?
    }
}

fn happens(percent: u32, rng: &mut Rng) -> bool {
    rng.random_range(0..100) < percent
}

impl Playout<'_> {
    /// Plays to the end; whether the group was captured.
    pub(super) fn run(&mut self, rng: &mut Rng) -> bool {
        for _ in 0..2 * self.field.points.len() + BESIDES {
            if let Some(captured) = self.captured() {
                return captured;
            }
            let m = self.choose(rng);
            self.play(m);
        }
        false
    }

    fn may_play(&self, point: Point) -> bool {
        self.local.may_play(point)
    }

    fn choose(&self, rng: &mut Rng) -> Option<Point> {
        let (field, board) = (self.field, &self.local.board);
        if board.is_empty(field.target) {
            // It is taken back.
            return Some(field.target);
        }
        let inside =
            SHAPES.contains(&self.taken.len()).then(|| vital(board, &self.taken)).flatten();
        if let Some(point) = inside.filter(|&point| self.may_play(point)) {
            return Some(point);
        }
        let other = self.local.mover.other();
        if let Some(last) = self.last[0].filter(|&last| board.at(last) == Some(other)) {
            let answer = if happens(ANSWERED, rng) { self.answers(last).any(rng) } else { None };
            if answer.is_some() {
                return answer;
            }
            let near = if happens(NEAR, rng) { self.near(last, rng).any(rng) } else { None };
            if near.is_some() {
                return near;
            }
        }
        let (before, after) = field.points.split_at(rng.random_range(0..field.points.len()));
        let mut all = after.iter().chain(before).copied();
        all.find(|&point| board.is_empty(point) && self.is_sane(point, rng))
    }

    /// What takes the stone that was just played, or saves what it put in atari.
    fn answers(&self, last: Point) -> Few {
        let (board, mover) = (&self.local.board, self.local.mover);
        let playable = |&point: &Point| self.field.region.contains(point) && self.may_play(point);
        let only = |stone: Point| board.liberties(stone).first().filter(playable);
        let mut few = Few::default();
        if board.liberty_count(last) == 1
            && let Some(point) = only(last)
        {
            few.add(point);
        }
        for q in board.neighbors(last) {
            if board.at(q) != Some(mover) || board.liberty_count(q) != 1 {
                continue;
            }
            if let Some(point) = only(q)
                && board.liberties_after(point, mover, 2) >= 2
            {
                few.add(point);
            }
            if board.stone_count(q) > LONG {
                continue;
            }
            for r in board.string(q).flat_map(|stone| board.neighbors(stone)) {
                if board.at(r) == Some(mover.other())
                    && board.liberty_count(r) == 1
                    && let Some(point) = only(r)
                {
                    few.add(point);
                }
            }
        }
        few
    }

    /// Moves beside the last one that touch a stone of one's own.
    fn near(&self, last: Point, rng: &mut Rng) -> Few {
        let (board, mover) = (&self.local.board, self.local.mover);
        let around = |point: Point| board.neighbors(point).chain(board.diagonals(point));
        let mut few = Few::default();
        for point in around(last) {
            let meets = || around(point).any(|q| board.at(q) == Some(mover));
            let free = board.is_empty(point) && self.field.region.contains(point);
            if free && meets() && self.is_sane(point, rng) {
                few.add(point);
            }
        }
        few
    }

    /// Whether a random move may be played here: not in an eye of the player's
    /// own, and into atari only for a capture, a small sacrifice or a shape that
    /// kills from within.
    fn is_sane(&self, point: Point, rng: &mut Rng) -> bool {
        let (board, mover) = (&self.local.board, self.local.mover);
        if is_eye(board, point, mover) || !self.may_play(point) {
            return false;
        }
        let free = board.neighbors(point).filter(|&q| board.is_empty(q)).count();
        if free >= 2 || board.liberties_after(point, mover, 2) >= 2 || board.captures(point, mover)
        {
            return true;
        }
        let mut joined = Points::of(point);
        for q in board.neighbors(point) {
            if board.at(q) == Some(mover) && !joined.contains(q) {
                if board.stone_count(q) >= *SHAPES.end() {
                    return false;
                }
                joined.extend(board.string(q));
            }
        }
        let attacks = mover != self.field.owner;
        match joined.len() {
            1 => happens(THROWN, rng),
            2 => attacks && happens(THROWN, rng),
            _ => attacks && vital(board, &joined).is_some(),
        }
    }
}

/// Whether a point is an eye of this colour's, with nothing to be saved there.
pub(crate) fn is_eye(board: &Board, point: Point, color: Color) -> bool {
    let mut beside = board.neighbors(point);
    if !beside.all(|q| board.at(q) == Some(color) && board.liberty_count(q) > 1) {
        return false;
    }
    let (mut all, mut lost) = (0, 0);
    for q in board.diagonals(point) {
        all += 1;
        lost += usize::from(board.at(q) == Some(color.other()));
    }
    lost == 0 || all == 4 && lost == 1
}

/// The point of a small space with most of the others beside it, if the space is
/// a single eye once the opponent plays there.
fn vital(board: &Board, space: &Points) -> Option<Point> {
    let (mut best, mut most, mut links) = (None, 0, 0);
    for point in *space {
        let beside = board.neighbors(point).filter(|&q| space.contains(q)).count();
        links += beside;
        if beside > most {
            (best, most) = (Some(point), beside);
        }
    }
    let single = match (space.len(), links / 2) {
        (3, links) => links == 2,
        (4, links) => links == 4 || most == 3,
        (5, links) => links == 5 && most == 3 || most == 4,
        (6, links) => links == 6 && most == 4,
        _ => false,
    };
    best.filter(|_| single)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Size;

    /// A space drawn with `.` for its points, and where its middle is, counted
    /// from the upper left corner.
    #[track_caller]
    fn check(rows: &[&str], expected: Option<(usize, usize)>) {
        let size = Size::new(9).expect("a size");
        let mut space = Points::EMPTY;
        for (row, line) in rows.iter().enumerate() {
            for (column, _) in line.bytes().enumerate().filter(|(_, byte)| *byte == b'.') {
                space.insert(Point::at(size, column + 2, row + 2).expect("on the board"));
            }
        }
        let found = vital(&Board::new(size), &space);
        let found = found.map(|point| (point.column(size) - 2, point.row(size) - 2));
        assert_eq!(found, expected, "{rows:?}");
    }

    #[test]
    fn small_spaces_have_a_middle_or_are_two_eyes() {
        check(&[".."], None);
        check(&["..."], Some((1, 0)));
        check(&["..", ". "], Some((0, 0)));
        check(&["...."], None);
        check(&["...", " . "], Some((1, 0)));
        check(&["..", " .."], None);
        check(&["...", ".. "], Some((1, 0)));
        check(&[" . ", "...", " . "], Some((1, 1)));
        check(&["....", " .  "], None);
        check(&["...", "..."], None);
        check(&[" . ", "...", " .."], Some((1, 1)));
    }
}
