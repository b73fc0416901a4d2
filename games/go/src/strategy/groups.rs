//! Groups: strings that cannot be cut apart, and how strong they are.
//!
//! Strings are joined where they share two liberties, one liberty that the opponent
//! cannot play on or gains nothing by playing on, or a lost string of the opponent's. Strings that
//! are [lost](crate::Fate::Lost) belong to no group; they are room for the groups around them.

pub(crate) mod eyes;
pub(crate) mod strength;
mod trial;

use self::strength::Outlook;
use crate::{Board, Color, Point, Points};

/// A point, and how much of the difference between a group's living and dying a move there
/// accounts for, in thousandths.
pub(crate) type Vital = (Point, i32);

/// What playouts say about a group.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Verdict {
    /// Its chance of living, in thousandths, if the opponent plays there first and if its
    /// owner does.
    pub(crate) chances: [i32; 2],
    /// Where the opponent plays, and where its owner does if it has to, the best first.
    pub(crate) vital: [Vec<Vital>; 2],
}

/// No group.
pub(crate) const NONE: u16 = u16::MAX;

/// How a group stands, in words.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize)]
pub enum Grade {
    /// As good as captured.
    Dead,
    /// It lives only if the opponent makes a mistake.
    Dying,
    /// Weaker than what is around it.
    Weak,
    /// It lives or dies by who plays first.
    Unsettled,
    /// It lives as long as its owner answers attacks.
    Stable,
    /// It lives even if an attack is not answered.
    Alive,
}

impl Grade {
    /// The grade for a chance of living in thousandths.
    pub const fn of(strength: i32) -> Self {
        match strength {
            ..100 => Self::Dead,
            100..250 => Self::Dying,
            250..450 => Self::Weak,
            450..700 => Self::Unsettled,
            700..900 => Self::Stable,
            _ => Self::Alive,
        }
    }
}

/// A group: strings that cannot be cut apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// Whose it is.
    pub color: Color,
    /// Its stones.
    pub stones: Points,
    /// Free points beside them, and lost stones of the opponent's.
    pub near: Points,
    /// Points where it may have eyes.
    pub space: Points,
    /// How many eyes these make, in tenths of an eye; 20 suffice to live.
    pub eyes: i32,
    /// How many unclaimed points it can run to.
    pub room: i32,
    /// Its chance of living, in thousandths, if the opponent plays next here, as
    /// things are, and if its owner does.
    pub strength: [i32; 3],
    /// Its chance of living if the opponent is to move, and if its owner is; either may have
    /// something better to do elsewhere.
    pub expected: [i32; 2],
    /// Whether it is unconditionally alive: it cannot be captured even if its owner always passes.
    pub safe: bool,
    /// Where the opponent harms it most and its owner helps it most, the best first, by reading
    /// or by trial.
    pub vital: [Vec<Vital>; 2],
    /// Whether that was read.
    pub(crate) is_read: bool,
    /// Its eyes and room after a move there.
    pub(crate) next: [Outlook; 2],
}

impl Group {
    /// How it stands, in words.
    pub const fn grade(&self) -> Grade {
        Grade::of(self.strength[1])
    }

    /// How many points it is worth: two for each stone, and one for each point where it may have
    /// eyes.
    pub fn size(&self) -> i32 {
        (2 * self.stones.len() + self.space.len()) as i32
    }

    /// Takes over what playouts say.
    pub(crate) fn settle(&mut self, verdict: Option<&Verdict>) {
        let Some(Verdict { chances: [low, high], vital }) = verdict else { return };
        let [low, high] = [*low, *high];
        // By what KataGo's network expects of 568 positions, it hardly matters who is to
        // move: either has elsewhere to play too.
        self.strength = [low, (2 * low + 3 * high) / 5, high];
        self.expected = [low, high];
        (self.vital, self.is_read) = (vital.clone(), true);
    }

    /// Takes over what is expected of it: the chances with the opponent to move, in between,
    /// and with its owner to move. What a move here does stays as it was `read`.
    pub(crate) fn expect(&mut self, [low, middle, high]: [i32; 3], read: Option<&Verdict>) {
        self.expected = [low, high];
        let [worst, best] = read.map_or([low, high], |verdict| verdict.chances);
        self.strength = [worst.min(middle), middle, best.max(middle)];
    }
}

/// Joins the strings of both colours that are not in `lost`; the groups, and
/// for each point the group of the stone there, or [`NONE`].
pub(crate) fn join(board: &Board, lost: &Points) -> (Vec<Group>, Vec<u16>) {
    let mut sets = Sets::new(board, lost);
    for point in board.empty() {
        sets.at_point(board, point, lost);
    }
    let mut rest = *lost;
    while let Some(first) = rest.first() {
        // What surrounds lost stones is connected through them.
        let stones: Points = board.string(first).collect();
        rest = rest - stones;
        let color = board.at(first).map(Color::other);
        let mut around = board.beside(&stones).iter().filter(|&p| board.at(p) == color);
        let Some(one) = around.next() else { continue };
        around.for_each(|other| sets.unite(board, one, other));
    }
    sets.groups(board, lost)
}

/// Strings that have been joined so far, and points that pairs of them share.
struct Sets {
    /// By the head of a string: the head of one it is joined to.
    parent: Vec<u16>,
    /// Pairs of strings with a liberty they share.
    shared: Vec<(u16, u16)>,
    lost: Points,
}

impl Sets {
    fn new(board: &Board, lost: &Points) -> Self {
        let parent = (0..board.size().points() as u16).collect();
        Self { parent, shared: Vec::new(), lost: *lost }
    }

    fn find(&self, mut head: u16) -> u16 {
        while self.parent[usize::from(head)] != head {
            head = self.parent[usize::from(head)];
        }
        head
    }

    fn unite(&mut self, board: &Board, a: Point, b: Point) {
        if self.lost.contains(a) || self.lost.contains(b) {
            return;
        }
        let [a, b] = [a, b].map(|stone| self.find(board.head(stone).index() as u16));
        self.parent[usize::from(a.max(b))] = a.min(b);
    }

    /// Joins strings that meet at a free point.
    fn at_point(&mut self, board: &Board, point: Point, lost: &Points) {
        for color in Color::BOTH {
            let mut heads: [Option<Point>; 4] = [None; 4];
            let mut count = 0;
            for q in board.neighbors(point) {
                let own = board.at(q) == Some(color) && !lost.contains(q);
                if own && !heads.contains(&Some(board.head(q))) {
                    heads[count] = Some(board.head(q));
                    count += 1;
                }
            }
            if count < 2 {
                continue;
            }
            let barred = !may_cut(board, point, color);
            for i in 1..count {
                for j in 0..i {
                    let (Some(a), Some(b)) = (heads[i], heads[j]) else { continue };
                    if barred {
                        self.unite(board, a, b);
                        continue;
                    }
                    let pair = (a.max(b).index() as u16, a.min(b).index() as u16);
                    if self.shared.contains(&pair) {
                        self.unite(board, a, b);
                    } else {
                        self.shared.push(pair);
                    }
                }
            }
        }
    }

    fn groups(&self, board: &Board, lost: &Points) -> (Vec<Group>, Vec<u16>) {
        let mut of = vec![NONE; board.size().points()];
        let mut groups: Vec<Group> = Vec::new();
        let mut index = vec![NONE; board.size().points()];
        let open = board.empty() | *lost;
        for stone in (*board.stones(Color::Black) | *board.stones(Color::White)) - *lost {
            let Some(color) = board.at(stone) else { continue };
            let root = usize::from(self.find(board.head(stone).index() as u16));
            if index[root] == NONE {
                index[root] = groups.len() as u16;
                groups.push(Group {
                    color,
                    stones: Points::EMPTY,
                    near: Points::EMPTY,
                    space: Points::EMPTY,
                    eyes: 0,
                    room: 0,
                    strength: [0; 3],
                    expected: [0; 2],
                    safe: false,
                    vital: [const { Vec::new() }; 2],
                    is_read: false,
                    next: [Outlook::default(); 2],
                });
            }
            of[stone.index()] = index[root];
            groups[usize::from(index[root])].stones.insert(stone);
        }
        for group in &mut groups {
            group.near = board.beside(&group.stones) & open;
        }
        (groups, of)
    }
}

/// Whether the opponent of `color` gains anything by a stone between its
/// strings at this point: not if it would be captured at once, and not if it is
/// in the middle of a jump with nothing of its own on either side.
fn may_cut(board: &Board, point: Point, color: Color) -> bool {
    let enemy = color.other();
    if board.is_suicide(point, enemy) {
        return false;
    }
    if board.liberties_after(point, enemy, 2) < 2 && !board.captures(point, enemy) {
        return false;
    }
    let touches = board.neighbors(point).any(|q| board.at(q) == Some(enemy));
    let free = board.neighbors(point).filter(|&q| board.is_empty(q)).count();
    let behind = board.diagonals(point).any(|q| board.at(q) == Some(enemy));
    touches || free < 2 || behind
}

#[cfg(test)]
mod tests {
    use starboard_core::Game;

    use super::*;
    use crate::Go;

    /// How many groups each player has.
    #[track_caller]
    fn check(position: &str, expected: [usize; 2]) {
        let game = Go::parse(position).expect("a position");
        let (groups, of) = join(game.board(), &Points::EMPTY);
        let count = |color| groups.iter().filter(|group| group.color == color).count();
        assert_eq!(Color::BOTH.map(count), expected, "{position}");
        for (i, group) in groups.iter().enumerate() {
            assert!(group.stones.iter().all(|stone| usize::from(of[stone.index()]) == i));
        }
    }

    #[test]
    fn strings_are_joined_unless_they_can_be_cut() {
        // A diagonal, which takes two moves to cut, and one that takes one.
        check("9x9 b 7 moves D4 J9 E5", [1, 1]);
        check("9x9 b 7 moves D4 E4 E5", [2, 1]);
        // A jump, and one with a stone beside the middle.
        check("9x9 b 7 moves D4 J9 F4", [1, 1]);
        check("9x9 b 7 moves D4 E5 F4", [2, 1]);
        // The opponent would be in atari on the first line.
        check("9x9 b 7 moves D1 J9 F1", [1, 1]);
        check("9x9 b 7 moves C3 J9 G7", [2, 1]);
    }

    #[test]
    fn lost_stones_connect_what_is_around_them() {
        let game = Go::parse("9/4X4/4O4/4X4/9/9/9/9/9 b 7").expect("a position");
        let board = game.board();
        let lost = *board.stones(Color::White);
        assert_eq!(join(board, &lost).0.len(), 1);
        assert_eq!(join(board, &Points::EMPTY).0.len(), 3);
    }

    #[test]
    fn grades_are_in_order() {
        let grades: Vec<_> = (0..=1000).map(Grade::of).collect();
        assert!(grades.is_sorted());
        assert_eq!((grades[0], grades[1000]), (Grade::Dead, Grade::Alive));
    }
}
