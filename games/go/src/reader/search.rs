//! The search: attacker and defender in turn.

use starboard_core::mix;

use super::{
    Found, Ko,
    list::List,
    table::{Table, Verdict},
};
use crate::{Board, Color, Point, Points};

/// No line is longer: only kos could make one.
const LONGEST: usize = 300;
/// The most moves with a choice in one line.
const DEEPEST: u8 = 40;
/// So many liberties are enough for a string whose owner is to move.
const ENOUGH: usize = 4;
/// How many moves from the root a string with four liberties is still attacked.
const FOUR_LIBERTIES: usize = 2;

/// One question about one string.
pub(super) struct Search<'a> {
    pub(super) board: &'a mut Board,
    table: &'a mut Table,
    pub(super) prey: Point,
    /// Its owner.
    pub(super) owner: Color,
    pub(super) ko: Ko,
    left: u32,
    start: usize,
    salt: u64,
    pub(super) nodes: u64,
    pub(super) depends: Points,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        board: &'a mut Board,
        table: &'a mut Table,
        prey: Point,
        owner: Color,
        ko: Ko,
        budget: u32,
    ) -> Self {
        let start = board.depth();
        let depends = Points::EMPTY;
        let salt = mix(prey.index() as u64);
        Self { board, table, prey, owner, ko, left: budget, start, salt, nodes: 0, depends }
    }

    /// Searches deeper and deeper until the answer is known or the budget is
    /// spent.
    pub(super) fn run(&mut self, attack: bool) -> Found {
        self.depends.extend(self.board.string(self.prey));
        let mut best = None;
        let mut captured = None;
        for depth in 0..=DEEPEST {
            let verdict =
                if attack { self.attack(depth, &mut best) } else { self.defend(depth, &mut best) };
            match verdict {
                Verdict::Captured => captured = Some(true),
                Verdict::Safe => captured = Some(false),
                Verdict::Unknown if self.left == 0 => {}
                Verdict::Unknown => continue,
            }
            break;
        }
        let best = best.filter(|_| captured == Some(attack));
        Found { captured, best, depends: self.depends }
    }

    /// Whether this player may play here, suicide and kos considered.
    #[inline]
    pub(super) fn may_play(&self, point: Point, color: Color) -> bool {
        let board = &*self.board;
        match self.ko {
            Ko::NoThreats => board.is_legal(point, color),
            Ko::WonBy(winner) if winner == color => {
                board.is_empty(point) && !board.is_suicide(point, color)
            }
            Ko::WonBy(_) => board.is_legal(point, color) && !board.is_ko_capture(point, color),
        }
    }

    fn key(&self, attack: bool) -> u64 {
        let ko = self.board.ko().map_or(0, |point| point.index() as u64 + 1);
        self.board.key()
            ^ self.salt
            ^ (ko << 1 | u64::from(attack)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// The attacker is to move.
    fn attack(&mut self, depth: u8, best: &mut Option<Point>) -> Verdict {
        let ply = self.board.depth() - self.start;
        let count = self.board.liberty_count(self.prey);
        self.depends |= *self.board.liberties(self.prey);
        if count > ENOUGH || (count == ENOUGH && ply > FOUR_LIBERTIES) {
            return Verdict::Safe;
        }
        let attacker = self.owner.other();
        if count == 1 {
            let last = self.board.liberties(self.prey).first().expect("one");
            self.touch(last);
            // A ko capture of the prey itself settles the matter.
            let forbidden = self.board.ko() == Some(last) && self.ko != Ko::WonBy(attacker);
            if !forbidden {
                *best = Some(last);
                return Verdict::Captured;
            }
        }
        self.node(true, depth, best)
    }

    /// The defender is to move.
    fn defend(&mut self, depth: u8, best: &mut Option<Point>) -> Verdict {
        let count = self.board.liberty_count(self.prey);
        self.depends |= *self.board.liberties(self.prey);
        if count >= ENOUGH {
            return Verdict::Safe;
        }
        self.node(false, depth, best)
    }

    /// Notes that the answer depends on a point, and on what stands beside it.
    #[inline]
    pub(super) fn touch(&mut self, point: Point) {
        self.depends.insert(point);
        for q in self.board.neighbors(point) {
            self.depends.insert(q);
            if self.board.at(q).is_some() {
                self.depends |= *self.board.liberties(q);
            }
        }
    }

    fn node(&mut self, attack: bool, depth: u8, best: &mut Option<Point>) -> Verdict {
        if self.left == 0 || self.board.depth() - self.start > LONGEST {
            return Verdict::Unknown;
        }
        let key = self.key(attack);
        let mut first = None;
        if let Some((verdict, searched, known)) = self.table.probe(key) {
            if verdict != Verdict::Unknown || searched >= depth {
                *best = known;
                return verdict;
            }
            first = known;
        }
        let mut list = List::new();
        if attack {
            self.attacks(&mut list);
        } else {
            self.defences(&mut list);
        }
        let player = if attack { self.owner.other() } else { self.owner };
        let (wanted, other) = if attack {
            (Verdict::Captured, Verdict::Safe)
        } else {
            (Verdict::Safe, Verdict::Captured)
        };
        // With a pass there is a choice, unless the string would be taken.
        let passes = !attack && self.board.liberty_count(self.prey) > 1;
        let forced = list.len() + usize::from(passes) <= 1;
        if !forced {
            if depth == 0 {
                return Verdict::Unknown;
            }
            self.left -= 1;
        }
        let deeper = depth - u8::from(!forced);
        list.sort();
        let mut result = other;
        let mut found = None;
        let in_order = first.into_iter().chain(list.iter().filter(|&p| Some(p) != first));
        for point in in_order {
            self.board.play(point, player);
            self.nodes += 1;
            let mut answer = None;
            let verdict = if attack {
                self.defend(deeper, &mut answer)
            } else {
                self.attack(deeper, &mut answer)
            };
            self.board.undo();
            if verdict == wanted {
                (result, found) = (wanted, Some(point));
                break;
            }
            if verdict == Verdict::Unknown {
                result = Verdict::Unknown;
                found = found.or(Some(point));
            }
        }
        if passes && result != wanted {
            // In seki, or with two eyes, every move of one's own may hurt.
            let ko = self.board.ko();
            self.board.set_ko(None);
            let verdict = self.attack(deeper, &mut None);
            self.board.set_ko(ko);
            if verdict == wanted {
                (result, found) = (wanted, None);
            } else if verdict == Verdict::Unknown {
                result = Verdict::Unknown;
            }
        }
        *best = found;
        if self.left > 0 || result != Verdict::Unknown {
            self.table.store(key, result, depth, found);
        }
        result
    }
}
