//! Links that one move cannot cut, and where a cut has to begin.
//!
//! Anshelevich's virtual connections (*A hierarchical approach to computer Hex*,
//! 2002), for strings of Go. A way joins two strings with one more move of their
//! owner's, and can be spoilt on some points only. Two ways that have no such
//! point in common make a link, whoever plays next; links in a chain that have
//! none in common make one longer link. If all ways have some points
//! in common, a cut has to begin there. An area can be an end as a string can, with its
//! free points as liberties, and strings that stand in it linked to it.

use super::{End, Together};
use crate::{Board, Color, Point, Points};

/// The most strings that are looked at.
const STRINGS: usize = 10;
/// The most ways that are noted for two of them.
const WAYS: usize = 4;
/// Strings with so few liberties may be attacked for a gain of time, and may be
/// captured.
const SHORT: usize = 3;
/// Strings further off are asked about if they have no more liberties.
const HANGING: usize = 2;
/// A joined string has so many liberties at least; with so many nothing that the
/// opponent takes away first matters.
const JOINED: [usize; 2] = [3, 5];

/// How two strings are connected, as far as one move tells.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Web {
    /// They are linked, and no single move changes that.
    Linked,
    /// Their owner links them if it plays first; the opponent has to begin on
    /// one of these points to cut them.
    Way(Points),
    /// It takes more.
    Apart,
}

/// The ways between two strings, by the points on which each may be spoilt.
#[derive(Copy, Clone)]
struct Ways {
    ways: [Points; WAYS],
    count: usize,
    /// The points on which a link may be spoilt, if there is a link.
    link: Option<Points>,
}

impl Ways {
    const NONE: Self = Self { ways: [Points::EMPTY; WAYS], count: 0, link: None };

    /// Notes a way; with another one that has nothing in common it makes a link.
    fn add(&mut self, way: Points) {
        let other = self.iter().find(|other| !other.meets(&way)).map(|other| *other | way);
        if let Some(link) = other {
            self.hold(link);
        }
        if self.count < WAYS {
            self.ways[self.count] = way;
            self.count += 1;
        }
    }

    /// Notes a link, if it is harder to spoil than what is known.
    fn hold(&mut self, link: Points) {
        if self.link.is_none_or(|known| link.len() < known.len()) {
            self.link = Some(link);
        }
    }

    fn iter(&self) -> impl Iterator<Item = &Points> {
        self.ways[..self.count].iter()
    }
}

/// The ends, which come first, and the strings near them.
struct Strings {
    heads: [End; STRINGS],
    count: usize,
}

impl Strings {
    fn index(&self, head: Point) -> Option<usize> {
        self.heads[..self.count].iter().position(|known| known.string() == Some(head))
    }

    fn add(&mut self, head: Point) {
        if self.count < STRINGS && self.index(head).is_none() {
            self.heads[self.count] = End::String(head);
            self.count += 1;
        }
    }
}

impl Together<'_> {
    /// What one move does for the ends, which are not joined.
    pub(super) fn web(&mut self, board: &Board, own_turn: bool) -> Web {
        let strings = self.strings(board, own_turn);
        let mut ways = [[Ways::NONE; STRINGS]; STRINGS];
        for (i, ways) in ways.iter_mut().enumerate().take(strings.count) {
            for (j, ways) in ways.iter_mut().enumerate().take(i) {
                self.joins(board, [strings.heads[i], strings.heads[j]], ways);
            }
        }
        self.captures(board, &strings, &mut ways);
        let between = |i: usize, j: usize| &ways[i.max(j)][i.min(j)];
        // What is linked to each end, and how that may be spoilt.
        let mut reached = [[None; STRINGS]; 2];
        for (end, reached) in reached.iter_mut().enumerate() {
            reached[end] = Some(Points::EMPTY);
            let mut grows = true;
            while std::mem::take(&mut grows) {
                for i in 0..strings.count {
                    let Some(so_far) = reached[i] else { continue };
                    for j in (0..strings.count).filter(|&j| j != i) {
                        let Some(link) = between(i, j).link.filter(|link| !link.meets(&so_far))
                        else {
                            continue;
                        };
                        if reached[j].is_none() {
                            reached[j] = Some(so_far | link);
                            grows = true;
                        }
                    }
                }
            }
        }
        let mut zone: Option<Points> = None;
        let mut narrow = |way: Points| zone = Some(zone.map_or(way, |zone| zone & way));
        let linked = |reached: [Option<Points>; STRINGS]| {
            reached.into_iter().enumerate().filter_map(|(i, spoilt)| Some((i, spoilt?)))
        };
        for (i, from) in linked(reached[0]) {
            for (j, to) in linked(reached[1]) {
                if i == j {
                    if !from.meets(&to) {
                        return Web::Linked;
                    }
                    narrow(from | to);
                } else if !from.meets(&to) {
                    let open = |way: &&Points| !way.meets(&from) && !way.meets(&to);
                    between(i, j).iter().filter(open).for_each(|way| narrow(*way | from | to));
                }
            }
        }
        match zone {
            Some(zone) if zone.is_empty() => Web::Linked,
            Some(zone) => Web::Way(zone),
            None => Web::Apart,
        }
    }

    /// Whether one move of the owner's makes one string of the ends.
    pub(super) fn meets(&mut self, board: &Board) -> bool {
        let mut ways = Ways::NONE;
        self.joins(board, [End::String(self.from), self.to], &mut ways);
        ways.count > 0
    }

    /// The ends, and strings between that are not captured.
    fn strings(&mut self, board: &Board, own_turn: bool) -> Strings {
        let to = match self.to {
            End::String(stone) => End::String(board.head(stone)),
            area => area,
        };
        let mut strings = Strings { heads: [to; STRINGS], count: 2 };
        strings.heads[0] = End::String(board.head(self.from));
        // An end that has to be saved first has no use for what is further off.
        if own_turn && self.lost(board, true) {
            return strings;
        }
        let [from, to] = self.rims(board);
        let mut near = from | to;
        near |= board.beside(&near);
        for head in board.strings(self.owner) {
            let close = board.liberties(head).meets(&near);
            let critical = |goal: &mut Self| {
                board.liberty_count(head) <= HANGING && goal.is_lost(board, head, true)
            };
            if close && strings.index(head).is_none() && !critical(self) {
                strings.add(head);
            }
        }
        strings
    }

    /// Where the owner may join two ends, and where it need not.
    fn joins(&mut self, board: &Board, pair: [End; 2], ways: &mut Ways) {
        let (owner, enemy) = (self.owner, self.owner.other());
        let (mut shared, mut own, mut base) = (board.empty(), Points::EMPTY, Points::EMPTY);
        for end in pair {
            let set = match end {
                End::String(head) => *board.liberties(head),
                End::Area(area) => area,
            };
            shared &= set;
            if end.string().is_some() {
                own |= set;
                if set.len() <= SHORT {
                    base |= set;
                }
            }
        }
        if let [End::String(head), end] | [end, End::String(head)] = pair
            && end.holds(board, head)
        {
            ways.hold(base);
        }
        for p in shared {
            let [least, enough] = JOINED;
            let joined = board.liberties_after(p, owner, enough);
            if joined < least || !self.may_play(board, p, owner) {
                continue;
            }
            let mut way = base | Points::of(p);
            if joined < enough {
                way |= own | (board.beside(&Points::of(p)) & board.empty());
            }
            ways.add(way);
            // A stone between them would be taken at once.
            if board.captures(p, enemy) {
                continue;
            }
            match board.liberties_after(p, enemy, 2) {
                0 => ways.hold(way),
                1 => {
                    let last = last_liberty(board, p, enemy);
                    let safe = |q: &Point| board.liberties_after(*q, owner, 2) >= 2;
                    if let Some(q) = last.filter(safe) {
                        ways.hold(way | Points::of(q));
                    }
                }
                _ => {}
            }
        }
    }

    /// Strings of the opponent's that stand between others and are captured.
    fn captures(
        &mut self,
        board: &Board,
        strings: &Strings,
        ways: &mut [[Ways; STRINGS]; STRINGS],
    ) {
        for head in board.strings(self.owner.other()) {
            let count = board.liberty_count(head);
            if count > SHORT {
                continue;
            }
            let stones: Points = board.string(head).collect();
            let around = board.beside(&stones) & *board.stones(self.owner);
            let mut beside = [false; STRINGS];
            around
                .iter()
                .filter_map(|stone| strings.index(board.head(stone)))
                .for_each(|i| beside[i] = true);
            let ends = beside[0] && beside[1];
            let other = beside.iter().filter(|&&beside| beside).count() > 1;
            if !(ends || other && count <= HANGING) {
                continue;
            }
            let Some(way) = self.spoilt(board, head) else { continue };
            for i in (0..strings.count).filter(|&i| beside[i]) {
                (0..i).filter(|&j| beside[j]).for_each(|j| ways[i][j].add(way));
            }
        }
    }

    /// Where the capture of a string may be spoilt, if it is captured.
    pub(super) fn spoilt(&mut self, board: &Board, target: Point) -> Option<Points> {
        let found = self.ask(board, target, true);
        if found.captured != Some(true) {
            return None;
        }
        let stones: Points = board.string(target).collect();
        let near = found.touched | stones | board.beside(&stones);
        let mut zone = near & board.empty();
        for stone in near - board.empty() {
            zone |= *board.liberties(stone);
        }
        Some(zone)
    }
}

/// The only liberty of a stone that is played here.
fn last_liberty(board: &Board, point: Point, color: Color) -> Option<Point> {
    let mut all = Points::EMPTY;
    for q in board.neighbors(point) {
        match board.at(q) {
            None => all.insert(q),
            Some(stone) if stone == color => all |= *board.liberties(q),
            Some(_) => {}
        }
    }
    all.remove(point);
    all.first()
}

#[cfg(test)]
mod tests {
    use starboard_core::Game;

    use super::{super::WIDEST, *};
    use crate::{Go, Ko, reading::tactics::Tactician};

    /// What one move does for two strings of Black's, the opponent to move.
    #[track_caller]
    fn check(position: &str, ends: [&str; 2], expected: &str) {
        let game = Go::parse(position).expect("a position");
        let [from, to] = ends.map(|name| Point::read(game.size(), name).expect("a point"));
        let (mut captures, mut kos) = (Tactician::with_budget(40), false);
        let mut goal = Together {
            captures: &mut captures,
            from,
            to: End::String(to),
            owner: Color::Black,
            ko: Ko::NoThreats,
            begun: false,
            widest: WIDEST,
            kos: &mut kos,
        };
        let found = match goal.web(game.board(), false) {
            Web::Linked => "linked".to_owned(),
            Web::Way(zone) => {
                let mut names: Vec<_> = zone.iter().map(|p| p.name(game.size())).collect();
                names.sort();
                names.join(" ")
            }
            Web::Apart => "apart".to_owned(),
        };
        assert_eq!(found, expected, "{position}");
    }

    #[test]
    fn two_ways_make_a_link() {
        check("9/9/9/3X5/4X4/9/9/9/9 b 0", ["D6", "E5"], "linked");
        // A bamboo joint, and one half of it.
        check("9/9/9/3X5/3X5/9/9/9/9 b 0 moves F6 A1 F5", ["D6", "F6"], "linked");
        check("9/9/9/3X5/9/9/9/9/9 b 0 moves F6", ["D6", "F6"], "E6");
        check("9/9/9/3X5/9/9/9/9/9 b 0 moves G6", ["D6", "G6"], "apart");
        // A stone between would be taken.
        check("9/9/9/3X5/2X1X4/9/9/9/9 b 0", ["C5", "E5"], "linked");
    }

    #[test]
    fn links_in_a_row_make_one_unless_a_move_threatens_both() {
        check("9/9/9/9/2X6/3X5/4X4/9/9 b 0", ["C5", "E3"], "linked");
        // C5 and E5 are linked to D6, and D5 threatens to cut both.
        check("9/9/9/3X5/2X1X4/3O5/9/9/9 b 0", ["C5", "E5"], "D5");
        check("9/9/9/3X5/2X1X4/3O5/9/9/9 b 0", ["C5", "D6"], "linked");
    }

    #[test]
    fn what_is_captured_links() {
        // White has to save its stone at F5 or by taking what would capture it.
        check("9/9/9/4X4/3XO4/4X4/9/9/9 b 0", ["E6", "E4"], "C5 D4 D6 E3 E7 F4 F5 F6 G5");
    }
}
