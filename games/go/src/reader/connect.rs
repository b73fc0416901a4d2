//! Connections and cuts: whether two strings come together.
//!
//! Both sides play where the strings could meet: on liberties they share, on
//! points a step further, on strings between them, and against the stones that
//! cut. A cut holds if its stones cannot be captured, which the reader of
//! captures decides, and a string that is captured is cut off. After Fotland:
//! play the cut, and see whether the cutting stone is captured.

use super::{Ko, Reader, list::Scored};
use crate::{Board, Color, Point, Points};

/// Nodes of the search for a connection.
const NODES: u32 = 400;
/// The most moves it looks ahead.
const DEEPEST: u32 = 4;
/// The budget of each question whether something is captured.
const BUDGET: u32 = 60;

/// What was found about two strings.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Link {
    /// Whether they come together; `None` if that could not be settled.
    pub connected: Option<bool>,
    /// The move with which the player to move gets the better of it, if it
    /// takes one; the most promising one if that could not be settled.
    pub best: Option<Point>,
}

/// One question about two strings.
struct Linking<'a> {
    board: &'a mut Board,
    reader: &'a mut Reader,
    ends: [Point; 2],
    owner: Color,
    left: u32,
}

impl Reader {
    /// Whether the owner of two strings, to move, connects them.
    ///
    /// The points must hold stones of one colour; otherwise nothing is known.
    pub fn connect(&mut self, board: &mut Board, a: Point, b: Point) -> Link {
        self.link(board, a, b, true)
    }

    /// Whether two strings come together though the opponent is to move.
    pub fn disconnect(&mut self, board: &mut Board, a: Point, b: Point) -> Link {
        self.link(board, a, b, false)
    }

    fn link(&mut self, board: &mut Board, a: Point, b: Point, connect: bool) -> Link {
        let nothing = Link { connected: None, best: None };
        let Some(owner) = board.at(a).filter(|_| board.at(a) == board.at(b)) else {
            return nothing;
        };
        let budget = std::mem::replace(&mut self.budget, BUDGET);
        let mut linking = Linking { board, reader: self, ends: [a, b], owner, left: NODES };
        let mut found = nothing;
        for depth in 1..=DEEPEST {
            let mut best = None;
            let connected = if connect {
                linking.connect(depth, &mut best)
            } else {
                linking.cut(depth, &mut best)
            };
            found = Link { connected, best: best.filter(|_| connected != Some(!connect)) };
            if connected.is_some() || linking.left == 0 {
                break;
            }
        }
        self.budget = budget;
        found
    }
}

impl Linking<'_> {
    /// What there is to say without a move.
    fn settled(&self) -> Option<bool> {
        let [a, b] = self.ends;
        if self.board.at(a) != Some(self.owner) || self.board.at(b) != Some(self.owner) {
            return Some(false);
        }
        (self.board.head(a) == self.board.head(b)).then_some(true)
    }

    /// The owner is to move: whether the strings come together.
    fn connect(&mut self, depth: u32, best: &mut Option<Point>) -> Option<bool> {
        if let Some(connected) = self.settled() {
            return Some(connected);
        }
        let [a, b] = self.ends;
        let shared = *self.board.liberties(a) & *self.board.liberties(b);
        for point in shared {
            let legal = self.board.is_legal(point, self.owner);
            if legal && self.board.liberties_after(point, self.owner, 3) >= 3 {
                *best = Some(point);
                return Some(true);
            }
        }
        if let Some(point) = self.captures_cutter() {
            *best = Some(point);
            return Some(true);
        }
        self.node(depth, true, best)
    }

    /// The opponent is to move.
    fn cut(&mut self, depth: u32, best: &mut Option<Point>) -> Option<bool> {
        let settled = self.settled();
        if settled == Some(false) {
            return settled;
        }
        // Together, they may still be captured.
        for end in self.ends {
            if let Some(point) = self.captured(end) {
                *best = Some(point);
                return Some(false);
            }
        }
        if settled.is_some() { settled } else { self.node(depth, false, best) }
    }

    fn node(&mut self, depth: u32, connect: bool, best: &mut Option<Point>) -> Option<bool> {
        let mut list = Scored::new();
        self.candidates(connect, &mut list);
        list.sort();
        let player = if connect { self.owner } else { self.owner.other() };
        let mut tried = 0;
        let mut unknown = false;
        for point in list.iter() {
            if !self.board.is_legal(point, player) {
                continue;
            }
            tried += 1;
            if depth == 0 || self.left == 0 {
                *best = Some(point);
                return None;
            }
            self.left -= 1;
            self.board.play(point, player);
            self.reader.nodes += 1;
            let connected = if connect {
                self.cut(depth - 1, &mut None)
            } else {
                self.connect(depth - 1, &mut None)
            };
            self.board.undo();
            if connected == Some(connect) {
                *best = Some(point);
                return Some(connect);
            }
            unknown |= connected.is_none();
        }
        match (unknown, tried) {
            (true, _) => {
                *best = list.iter().find(|&point| self.board.is_legal(point, player));
                None
            }
            // Too far apart.
            (false, 0) => Some(false),
            (false, _) => Some(!connect),
        }
    }

    /// The move with which the owner captures stones that stand between the
    /// strings.
    fn captures_cutter(&mut self) -> Option<Point> {
        let cutters = self.cutters();
        cutters.into_iter().find_map(|head| {
            if self.board.liberty_count(head) > 3 {
                return None;
            }
            let found = self.reader.attack(self.board, head, Ko::NoThreats);
            found.best.filter(|_| found.captured == Some(true))
        })
    }

    /// The opponent's strings that touch both.
    fn cutters(&self) -> Points {
        let [a, b] = self.ends.map(|end| {
            let stones: Points = self.board.string(end).collect();
            self.board.beside(&stones) & *self.board.stones(self.owner.other())
        });
        let heads = |set: Points| -> Points { set.iter().map(|p| self.board.head(p)).collect() };
        heads(a) & heads(b)
    }

    /// The move with which the opponent captures a string.
    fn captured(&mut self, end: Point) -> Option<Point> {
        if self.board.liberty_count(end) > 3 {
            return None;
        }
        let found = self.reader.attack(self.board, end, Ko::NoThreats);
        found.best.filter(|_| found.captured == Some(true))
    }

    /// Where the strings might meet.
    fn candidates(&mut self, connect: bool, list: &mut Scored) {
        let (owner, enemy) = (self.owner, self.owner.other());
        let board = &*self.board;
        let [a, b] = self.ends;
        let liberties = [a, b].map(|end| *board.liberties(end));
        // Free points on the shortest ways between the strings, or a step
        // longer; strings of the owner are no distance.
        let ways = liberties.map(|set| steps(board, &set, owner));
        let mut shortest = usize::MAX;
        for (i, from) in ways[0].iter().enumerate() {
            for (j, to) in ways[1].iter().enumerate() {
                let both = *from & *to;
                if both.is_empty() || i + j > shortest.saturating_add(1) {
                    continue;
                }
                shortest = shortest.min(i + j);
                both.iter().for_each(|point| list.add(point, 50 - 10 * (i + j) as i32));
            }
        }
        let near = [ways[0][0] | ways[0][1], ways[1][0] | ways[1][1]];
        // Strings between.
        for head in board.strings(owner) {
            if head == board.head(a) || head == board.head(b) {
                continue;
            }
            let own = *board.liberties(head);
            if own.meets(&near[0]) && own.meets(&near[1]) {
                for set in &liberties {
                    (own & *set).iter().for_each(|point| list.add(point, 28));
                }
            }
        }
        // Stones of the opponent's in the way, and the strings themselves.
        let around: Points = [a, b]
            .iter()
            .flat_map(|&end| board.string(end))
            .flat_map(|stone| board.neighbors(stone))
            .filter(|&p| board.at(p) == Some(enemy))
            .map(|p| board.head(p))
            .collect();
        for head in around {
            let count = board.liberty_count(head);
            let score = match (count, connect) {
                (1, _) => 45,
                (2, true) => 18,
                (2, false) => 14,
                (3, _) => 4,
                _ => continue,
            };
            board.liberties(head).iter().for_each(|point| list.add(point, score));
        }
        for (i, end) in self.ends.into_iter().enumerate() {
            if board.liberty_count(end) <= 2 {
                liberties[i].iter().for_each(|point| list.add(point, 16));
            }
        }
    }
}

/// How far ways are followed.
const STEPS: usize = 4;

/// The points that are one step, two steps, ... away, by their first.
fn steps(board: &Board, liberties: &Points, owner: Color) -> [Points; STEPS] {
    let (empty, own) = (board.empty(), *board.stones(owner));
    let mut layers = [Points::EMPTY; STEPS];
    let (mut layer, mut all) = (*liberties, Points::EMPTY);
    for at in &mut layers {
        // Through strings of one's own.
        let strings = board.flood(&board.beside(&layer), &own);
        let next = board.beside(&(layer | strings)) & empty;
        *at = layer - all;
        all |= layer;
        layer = next - all;
    }
    layers
}

#[cfg(test)]
mod tests {
    use starboard_core::Game;

    use super::*;
    use crate::Go;

    /// Whether two strings come together if their owner is to move, and if not.
    #[track_caller]
    fn check(position: &str, a: &str, b: &str, first: Option<bool>, second: Option<bool>) {
        let game = Go::parse(position).expect("a position");
        let mut board = game.board().clone();
        let [a, b] = [a, b].map(|name| Point::read(game.size(), name).expect("a point"));
        let mut reader = Reader::new();
        assert_eq!(reader.connect(&mut board, a, b).connected, first, "{position}");
        assert_eq!(reader.disconnect(&mut board, a, b).connected, second, "{position}");
        assert_eq!(&board, game.board());
    }

    #[test]
    fn strings_meet() {
        // Side by side; at an angle, where one of two points is enough.
        check("9/9/9/3X5/3X5/9/9/9/9 b 0", "D6", "D5", Some(true), Some(true));
        check("9/9/9/3X5/4X4/9/9/9/9 b 0", "D6", "E5", Some(true), Some(true));
        // Too far apart to say anything else.
        check("9/1X7/9/9/9/9/9/7X1/9 b 0", "B8", "H2", Some(false), Some(false));
    }

    #[test]
    fn other_questions_have_no_answer() {
        check("9/9/9/3X5/4O4/9/9/9/9 b 0", "D6", "E5", None, None);
    }
}
