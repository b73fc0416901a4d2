//! The tactical search: proof numbers decide where to look next.
//!
//! Depth-first proof-number search (Nagai 2002), with ladders read at once
//! wherever there may be one, so that a node stands for a move with a choice. The search of
//! `starboard-search` plays on copies of a game whose every move is a node; this one takes
//! moves back on one board, where ladders play many stones for a node, because every string is
//! asked about before a position is evaluated.

use starboard_core::mix;

use super::{
    Found, Ko, is_snapback,
    list::List,
    table::{Known, Table},
    takes_ko,
};
use crate::{Board, Color, Point, Points};

/// No line is longer: only kos could make one.
const LONGEST: usize = 200;
/// How many stones may be played for each node of the budget: ladders are free,
/// but not without limit.
const STONES: u64 = 50;
/// How many stones may be played for any budget.
const MOST_STONES: u64 = 600_000;
/// With this many liberties, a string whose owner is to move counts as safe.
const ENOUGH: usize = 4;
/// How many moves from the root a string with four liberties is still attacked.
const FOUR_LIBERTIES: usize = 7;
/// More than any number of nodes.
pub(super) const INFINITE: u32 = 1 << 28;

/// How much is left to do, by proof and disproof numbers, to prove that the
/// string is captured or that it is not.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Proof {
    pub(super) captured: u32,
    pub(super) safe: u32,
}

impl Proof {
    pub(super) const CAPTURED: Self = Self { captured: 0, safe: INFINITE };
    pub(super) const SAFE: Self = Self { captured: INFINITE, safe: 0 };

    const fn is_settled(self) -> bool {
        self.captured == 0 || self.safe == 0
    }
}

/// A move and what is known of it.
#[derive(Copy, Clone)]
struct Child {
    /// `None` to pass.
    point: Option<Point>,
    key: u64,
    proof: Proof,
}

/// One question about one string.
pub(super) struct Search<'a> {
    pub(super) board: &'a mut Board,
    pub(super) table: &'a mut Table,
    pub(super) target: Point,
    /// Its owner.
    pub(super) owner: Color,
    ko: Ko,
    /// Nodes with a choice that may still be visited.
    left: u32,
    /// How many stones may be played in all.
    most: u64,
    start: usize,
    salt: u64,
    pub(super) nodes: u64,
    pub(super) depends: Points,
    /// Whether a capture in a ko was met.
    kos: bool,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        board: &'a mut Board,
        table: &'a mut Table,
        target: Point,
        owner: Color,
        ko: Ko,
        budget: u32,
        most: u64,
    ) -> Self {
        let start = board.depth();
        // What was played since the root tells positions apart, so that stones
        // elsewhere have no part even in which entries of the table collide.
        let salt = mix(target.index() as u64) ^ board.key();
        let most = most.min(u64::from(budget) * STONES).min(MOST_STONES);
        Self {
            board,
            table,
            target,
            owner,
            ko,
            left: budget,
            most,
            start,
            salt,
            nodes: 0,
            depends: Points::EMPTY,
            kos: false,
        }
    }

    /// Searches until the answer is known or the budget is spent.
    pub(super) fn run(&mut self, attack: bool) -> Found {
        self.depends.extend(self.board.string(self.target));
        let mut best = None;
        let mut proof = self.leaf(attack, &mut best);
        if !proof.is_settled() {
            let limit = Proof { captured: INFINITE, safe: INFINITE };
            proof = self.node(attack, limit, &mut best);
        }
        let captured = match proof {
            Proof { captured: 0, .. } => Some(true),
            Proof { safe: 0, .. } => Some(false),
            _ => None,
        };
        let best = best.filter(|_| captured != Some(!attack));
        Found { captured, best, depends: self.surroundings(), kos: self.kos, touched: self.depends }
    }

    /// The points that the answer depends on, with all that decides how many
    /// liberties the strings there have: their stones, and what is beside these.
    fn surroundings(&self) -> Points {
        let mut all = self.depends;
        let near = all | self.board.beside(&all);
        for color in Color::BOTH {
            for head in self.board.strings(color) {
                if self.board.string(head).any(|stone| near.contains(stone)) {
                    let stones: Points = self.board.string(head).collect();
                    all |= stones | self.board.beside(&stones);
                }
            }
        }
        all
    }

    /// Whether there is nothing left to search with.
    #[inline]
    pub(super) fn is_spent(&self) -> bool {
        self.left == 0 || self.nodes > self.most || self.board.depth() - self.start > LONGEST
    }

    /// Whether this player may play here, suicide and kos considered.
    #[inline]
    pub(super) fn may_play(&mut self, point: Point, color: Color) -> bool {
        self.kos = self.kos || takes_ko(self.board, point, color);
        super::may_play(self.board, self.ko, point, color)
    }

    /// Where the attacker, to move, takes the target for good: its last liberty,
    /// unless a ko forbids it or a snapback punishes it.
    #[inline]
    pub(super) fn capture(&mut self) -> Option<Point> {
        if self.board.liberty_count(self.target) != 1 {
            return None;
        }
        let (last, attacker) = (self.board.liberties(self.target).first()?, self.owner.other());
        self.touch(last);
        let takes = self.may_play(last, attacker) && !is_snapback(self.board, self.target, last);
        takes.then_some(last)
    }

    /// Tells the position, the player to move and the question apart.
    #[inline]
    pub(super) fn key(&self, attack: bool) -> u64 {
        let ko = self.board.ko().map_or(0, |point| point.index() as u64 + 1);
        let turn = (ko << 1 | u64::from(attack)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.board.key() ^ self.salt ^ turn
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

    /// What can be said of a position without trying moves but for ladders.
    fn leaf(&mut self, attack: bool, best: &mut Option<Point>) -> Proof {
        let count = self.board.liberty_count(self.target);
        self.depends |= *self.board.liberties(self.target);
        let ply = self.board.depth() - self.start;
        let early = ply <= FOUR_LIBERTIES;
        if !attack {
            return match count {
                ENOUGH if early => Proof { captured: 16, safe: 1 },
                ENOUGH.. => Proof::SAFE,
                3 => Proof { captured: 8, safe: 1 },
                2 => Proof { captured: 4, safe: 2 },
                _ => Proof { captured: 1, safe: 4 },
            };
        }
        match count {
            1 => {
                *best = self.capture();
                if best.is_some() { Proof::CAPTURED } else { Proof { captured: 4, safe: 1 } }
            }
            2 => match self.ladder(best) {
                true => Proof::CAPTURED,
                false => Proof { captured: 3, safe: 2 },
            },
            3 => Proof { captured: 6, safe: 2 },
            ENOUGH if early => Proof { captured: 16, safe: 1 },
            _ => Proof::SAFE,
        }
    }

    /// Lists the moves, looks what each leads to; whether there is a choice.
    fn children(&mut self, attack: bool, children: &mut List<Child>) -> bool {
        let mut list = super::list::Scored::new();
        if attack {
            self.attacks(&mut list);
        } else {
            self.defences(&mut list);
        }
        list.sort();
        let player = if attack { self.owner.other() } else { self.owner };
        for point in list.iter() {
            self.board.play(point, player);
            self.nodes += 1;
            let key = self.key(!attack);
            let proof = match self.table.probe(key) {
                Some(known) => known.proof,
                None => self.leaf(!attack, &mut None),
            };
            self.board.undo();
            children.push(Child { point: Some(point), key, proof });
            let good = if attack { proof.captured == 0 } else { proof.safe == 0 };
            if good {
                // Nothing else matters.
                *children = List::new();
                children.push(Child { point: Some(point), key, proof });
                return false;
            }
        }
        // In seki, or with two eyes, every move of one's own may hurt.
        if !attack && self.capture().is_none() && !self.leaves_ko() {
            let ko = self.board.ko();
            self.board.set_ko(None);
            let key = self.key(true) ^ PASSED;
            let proof = match self.table.probe(key) {
                Some(known) => known.proof,
                None => self.leaf(true, &mut None),
            };
            self.board.set_ko(ko);
            children.push(Child { point: None, key, proof });
        }
        children.len() > 1
    }

    /// Whether the owner, who wins kos, would leave one open to be taken beside
    /// the target: it can retake, but what it would gain by that is a pass.
    fn leaves_ko(&mut self) -> bool {
        let (board, attacker) = (&*self.board, self.owner.other());
        let open = board.liberties(self.target).iter().any(|p| board.is_ko_capture(p, attacker));
        self.kos |= open;
        open && self.ko == Ko::WonBy(self.owner)
    }

    /// Searches below a position until it is settled, or more is left to do than
    /// the limits say.
    fn node(&mut self, attack: bool, limit: Proof, best: &mut Option<Point>) -> Proof {
        let key = self.key(attack);
        let first = self.table.probe(key).is_none();
        let mut children = List::new();
        let choice = self.children(attack, &mut children);
        if choice && first {
            self.left -= 1;
        }
        loop {
            // Both seen as the player to move does: what it wants, and what it
            // fears.
            let own = |proof: Proof| if attack { proof.captured } else { proof.safe };
            let other = |proof: Proof| if attack { proof.safe } else { proof.captured };
            let (mut least, mut next, mut sum, mut chosen) = (INFINITE, INFINITE, 0, None);
            for (i, child) in children.iter_mut().enumerate() {
                if let Some(known) = self.table.probe(child.key) {
                    child.proof = known.proof;
                }
                let hope = own(child.proof);
                sum = (sum + other(child.proof)).min(INFINITE);
                if hope < least {
                    (next, least, chosen) = (least, hope, Some(i));
                } else {
                    next = next.min(hope);
                }
            }
            let proof = if attack {
                Proof { captured: least, safe: sum }
            } else {
                Proof { captured: sum, safe: least }
            };
            let chosen = chosen.map(|i| children[i]);
            *best = chosen.and_then(|child| child.point);
            let done = proof.is_settled()
                || proof.captured >= limit.captured
                || proof.safe >= limit.safe
                || self.is_spent();
            let Some(child) = chosen.filter(|_| !done) else {
                self.table.store(key, Known { proof, best: *best });
                return proof;
            };
            let hope = own(limit).min(next + next / 4 + 1);
            let fear = other(limit).saturating_sub(sum - other(child.proof)).max(1);
            let below = if attack {
                Proof { captured: hope, safe: fear }
            } else {
                Proof { captured: fear, safe: hope }
            };
            let player = if attack { self.owner.other() } else { self.owner };
            let ko = self.board.ko();
            match child.point {
                Some(point) => {
                    self.board.play(point, player);
                    self.nodes += 1;
                    self.node(!attack, below, &mut None);
                    self.board.undo();
                }
                None => {
                    self.board.set_ko(None);
                    self.salt ^= PASSED;
                    self.node(!attack, below, &mut None);
                    self.salt ^= PASSED;
                    self.board.set_ko(ko);
                }
            }
        }
    }
}

/// Tells a position after a pass from the same one reached by moves, so that no
/// line leads back to itself.
const PASSED: u64 = 0x5bf0_3635_dcb1_9d0f;

#[cfg(test)]
mod tests {
    use starboard_core::Game;

    use super::{super::tests::random_game, Ko};
    use crate::{Color, Go, Point, Reader, Success};

    /// Whether a string is captured if the opponent is to move, and if its owner
    /// is.
    #[track_caller]
    fn check(position: &str, target: &str, ko: Ko, expected: [bool; 2]) {
        let game = Go::parse(position).expect("a position");
        let (mut board, mut reader) = (game.board().clone(), Reader::new());
        let target = Point::read(game.size(), target).expect("a point");
        let attack = reader.attack(&mut board, target, ko).captured;
        let defend = reader.defend(&mut board, target, ko).captured;
        assert_eq!([attack, defend], expected.map(Some), "{target:?} in {position}");
    }

    #[test]
    fn a_snapback_is_no_capture() {
        // A1 takes one stone and loses three.
        let position = "9/9/9/9/9/9/OOO6/XXOO5/1OX6 b 0";
        check(position, "B1", Ko::NoThreats, [false, false]);
        check(position, "A2", Ko::NoThreats, [true, true]);
        // With a liberty more it takes it for good.
        check("9/9/9/9/9/9/1OO6/XXOO5/1OX6 b 0", "B1", Ko::NoThreats, [true, false]);
    }

    #[test]
    fn friends_in_atari_make_a_ko_of_a_capture() {
        // E1 takes what would be taken along with A2.
        let position = "9/9/9/9/9/9/OOO6/XOOXX4/1XXO5 b 0";
        check(position, "A2", Ko::WonBy(Color::Black), [true, false]);
        check(position, "A2", Ko::NoThreats, [true, true]);
    }

    /// Where no capture in a ko was met, it is all one who wins kos.
    #[test]
    fn without_kos_the_answer_is_one() {
        let (mut same, mut with) = (0, 0);
        for seed in 0..4 {
            let game = random_game(11, seed, 26);
            for color in Color::BOTH {
                for target in game.board().strings(color) {
                    let kos = Success::by_ko(color).map(|(ko, _)| ko);
                    let (mut board, mut reader) = (game.board().clone(), Reader::new());
                    let found = kos.map(|ko| reader.thoroughly(&mut board, target, ko, true));
                    let [first, rest @ ..] = &found;
                    if first.kos {
                        with += 1;
                        continue;
                    }
                    assert!(rest.iter().all(|other| other == first), "{target:?} in {game:?}");
                    same += 1;
                }
            }
        }
        assert!(same > 5 && with > 5, "{same} without kos, {with} with");
    }
}
