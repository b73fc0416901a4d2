//! Which moves to try, the most promising first.

use super::{list::Scored, search::Search};
use crate::{Color, Point, Points};

/// The heads of some strings, each once.
struct Heads {
    heads: [u16; 16],
    count: usize,
}

impl Heads {
    const fn new() -> Self {
        Self { heads: [0; 16], count: 0 }
    }

    /// Whether the string is a new one, and there was room for it.
    #[inline]
    fn insert(&mut self, head: Point) -> bool {
        let head = head.index() as u16;
        if self.count == self.heads.len() || self.heads[..self.count].contains(&head) {
            return false;
        }
        self.heads[self.count] = head;
        self.count += 1;
        true
    }

    fn iter(&self) -> impl Iterator<Item = Point> + '_ {
        self.heads[..self.count].iter().map(|&head| Point::new(head.into()))
    }
}

impl Search<'_> {
    /// The strings of a colour beside the string of a stone.
    fn beside(&mut self, stone: Point, color: Color) -> Heads {
        let mut heads = Heads::new();
        let board = &*self.board;
        for stone in board.string(stone) {
            for q in board.neighbors(stone) {
                if board.at(q) == Some(color) {
                    heads.insert(board.head(q));
                }
            }
        }
        for head in heads.iter() {
            self.depends |= *board.liberties(head);
        }
        heads
    }

    /// The defender's candidates.
    pub(super) fn defences(&mut self, list: &mut Scored) {
        let (owner, attacker) = (self.owner, self.owner.other());
        let liberties = *self.board.liberties(self.target);
        let count = self.board.liberty_count(self.target);
        // Run, or connect.
        for p in liberties {
            self.touch(p);
            let after = self.board.liberties_after(p, owner, 6);
            if after >= 2 && self.may_play(p, owner) {
                let shrinks = if after < count { 25 } else { 0 };
                list.add(p, 12 * after as i32 - shrinks);
            }
        }
        // Capture what surrounds it, or threaten to.
        let around = self.beside(self.target, attacker);
        for head in around.iter() {
            let weak = self.board.liberty_count(head);
            let most = match count {
                1 => 1,
                2 => 3,
                _ => 4,
            };
            if weak > most {
                continue;
            }
            let stones = self.board.stone_count(head) as i32;
            for p in *self.board.liberties(head) {
                self.touch(p);
                if !self.may_play(p, owner) {
                    continue;
                }
                match weak {
                    1 => list.add(p, 60 + stones.min(10)),
                    _ => {
                        let after = self.board.liberties_after(p, owner, 4);
                        if after >= 2 || weak == 2 {
                            list.add(p, 16 - 6 * weak as i32 + 4 * after as i32 + stones.min(5));
                        }
                        if after < 2 {
                            self.approach(p, owner, 0, list);
                        }
                    }
                }
            }
        }
        // In atari only that matters, if it is one that counts.
        if let Some(last) = self.capture() {
            if self.board.stone_count(self.target) == 1 {
                self.spoil(last, list);
            }
            return;
        }
        for head in around.iter() {
            if self.board.liberty_count(head) <= count.clamp(2, 4) {
                self.support(head, list);
            }
        }
        self.second_line_of_defence(&liberties, list);
    }

    /// Saves friends that would be taken along with a lone stone: without them
    /// it may be taken in a ko only, or in a snapback.
    fn spoil(&mut self, last: Point, list: &mut Scored) {
        let (owner, attacker) = (self.owner, self.owner.other());
        for friend in self.board.neighbors(last) {
            if self.board.at(friend) != Some(owner)
                || self.is_prey(friend)
                || self.board.liberty_count(friend) != 1
            {
                continue;
            }
            for enemy in self.beside(friend, attacker).iter() {
                if self.board.liberty_count(enemy) == 1 {
                    let p = self.board.liberties(enemy).first().expect("one");
                    self.touch(p);
                    if self.may_play(p, owner) {
                        list.add(p, 6);
                    }
                }
            }
        }
    }

    /// Help for the friends that surround a weak string of the attacker's: if
    /// it gets out through them, it is no longer there to be captured.
    fn support(&mut self, head: Point, list: &mut Scored) {
        let (owner, attacker) = (self.owner, self.owner.other());
        if self.board.stone_count(head) > 20 {
            return;
        }
        let friends = self.beside(head, owner);
        for friend in friends.iter() {
            let weak = self.board.liberty_count(friend);
            if weak > 2 || self.is_prey(friend) {
                continue;
            }
            for p in *self.board.liberties(friend) {
                self.touch(p);
                if self.board.liberties_after(p, owner, 4) > weak && self.may_play(p, owner) {
                    list.add(p, 14 - 5 * weak as i32);
                }
            }
            if weak == 1 && self.board.stone_count(friend) <= 20 {
                let around = self.beside(friend, attacker);
                for enemy in around.iter() {
                    if self.board.liberty_count(enemy) == 1 {
                        let last = self.board.liberties(enemy).first().expect("one");
                        self.touch(last);
                        if self.may_play(last, owner) {
                            list.add(last, 12);
                        }
                    }
                }
            }
        }
    }

    /// Points a step beyond the liberties, and help for friends there.
    fn second_line_of_defence(&mut self, liberties: &Points, list: &mut Scored) {
        let (owner, attacker) = (self.owner, self.owner.other());
        for p in *liberties {
            for q in self.board.neighbors(p) {
                match self.board.at(q) {
                    None if !liberties.contains(q) => {
                        self.touch(q);
                        let own = self.board.liberties_after(q, owner, 2);
                        if own == 0 || !self.may_play(q, owner) {
                            continue;
                        }
                        let near = self.near(q, liberties) - if own == 1 { 3 } else { 0 };
                        let friend = self.board.neighbors(q).any(|r| {
                            self.board.at(r) == Some(owner) && self.board.liberty_count(r) > 2
                        });
                        list.add(q, 4 + 5 * near + if friend { 10 } else { 0 });
                    }
                    Some(color) if color == owner && !self.is_prey(q) => {
                        if self.board.stone_count(q) > 12 {
                            continue;
                        }
                        // A friend that can be connected to: take what
                        // threatens it.
                        let around = self.beside(q, attacker);
                        for head in around.iter() {
                            if self.board.liberty_count(head) == 1 {
                                let last = self.board.liberties(head).first().expect("one");
                                self.touch(last);
                                if self.may_play(last, owner) {
                                    list.add(last, 22);
                                }
                            }
                        }
                        // Or give it room.
                        let weak = self.board.liberty_count(q);
                        if weak <= 3 {
                            for r in *self.board.liberties(q) {
                                self.touch(r);
                                let after = self.board.liberties_after(r, owner, 5);
                                if after > weak && self.may_play(r, owner) {
                                    list.add(r, after as i32);
                                }
                            }
                        }
                    }
                    Some(color) if color == attacker => {
                        // A stone that blocks the way.
                        if self.board.liberty_count(q) == 1 {
                            let last = self.board.liberties(q).first().expect("one");
                            self.touch(last);
                            if self.may_play(last, owner) {
                                list.add(last, 24);
                            }
                        } else if self.board.liberty_count(q) <= 3 {
                            for r in *self.board.liberties(q) {
                                self.touch(r);
                                if self.board.liberties_after(r, owner, 2) >= 2
                                    && self.may_play(r, owner)
                                {
                                    list.add(r, 3);
                                }
                            }
                        }
                    }
                    _ => {}
                }
            }
        }
    }

    /// The attacker's candidates; the target has two liberties or more, or one
    /// where it cannot be taken.
    pub(super) fn attacks(&mut self, list: &mut Scored) {
        let (owner, attacker) = (self.owner, self.owner.other());
        let liberties = *self.board.liberties(self.target);
        let count = self.board.liberty_count(self.target);
        for p in liberties {
            self.touch(p);
            let after = self.board.liberties_after(p, attacker, 4);
            // What the target gets if it is left to run here: a reason to play
            // here oneself.
            let run = self.board.liberties_after(p, owner, 8) as i32;
            if after == 0 || count == 1 {
                self.approach(p, attacker, 9, list);
                continue;
            }
            if !self.may_play(p, attacker) {
                continue;
            }
            let mut score = 30 + 6 * run;
            if after == 1 {
                score -= if self.board.captures(p, attacker) { 8 } else { 45 };
                self.approach(p, attacker, 9, list);
            }
            if count == 2 {
                // How far it gets on the other side.
                let other = liberties.iter().find(|&q| q != p).expect("two");
                let escape = self.board.liberties_after(other, owner, 6) as i32 - 1;
                score += 16 - 8 * escape;
            }
            list.add(p, score);
        }
        // Help for the attacker's own stones around it.
        let around = self.beside(self.target, owner.other());
        for head in around.iter() {
            let weak = self.board.liberty_count(head);
            if weak <= count.clamp(2, 4) {
                self.relieve(head, weak, list);
            }
        }
        self.nets(&liberties, count, list);
    }

    /// The attacker's moves that leave the target one liberty, and no more than two
    /// once it runs.
    pub(super) fn ataris(&mut self, list: &mut Scored) {
        let (owner, attacker) = (self.owner, self.owner.other());
        let liberties = *self.board.liberties(self.target);
        if self.board.liberty_count(self.target) != 2 {
            return;
        }
        for p in liberties {
            self.touch(p);
            let other = liberties.iter().find(|&q| q != p).unwrap_or(p);
            let escape = self.board.liberties_after(other, owner, 6) as i32 - 1;
            let own = self.board.liberties_after(p, attacker, 3) as i32;
            if escape <= 2 && own > 0 && self.may_play(p, attacker) {
                list.add(p, own - 4 * escape);
            }
        }
    }

    /// Moves that give a string of the attacker's more liberties.
    fn relieve(&mut self, head: Point, weak: usize, list: &mut Scored) {
        let attacker = self.owner.other();
        for p in *self.board.liberties(head) {
            self.touch(p);
            let after = self.board.liberties_after(p, attacker, 4);
            if after > weak && self.may_play(p, attacker) {
                list.add(p, if weak == 1 { 36 } else { 8 } + 3 * after as i32);
            }
        }
        if self.board.stone_count(head) > 20 {
            return;
        }
        let enemies = self.beside(head, self.owner);
        for enemy in enemies.iter() {
            let near = self.board.liberty_count(enemy);
            if near > 3 || self.is_prey(enemy) {
                continue;
            }
            for p in *self.board.liberties(enemy) {
                self.touch(p);
                let own = self.board.liberties_after(p, attacker, 2);
                if own > 0 && self.may_play(p, attacker) {
                    list.add(p, if near == 1 { 45 } else { 6 - 4 * near as i32 + 2 * own as i32 });
                }
            }
        }
    }

    /// Moves that make a liberty of a string playable which is not, or only at
    /// the cost of the stone.
    fn approach(&mut self, liberty: Point, player: Color, score: i32, list: &mut Scored) {
        for q in self.board.neighbors(liberty) {
            if self.board.at(q) == Some(player) {
                for p in *self.board.liberties(q) {
                    self.touch(p);
                    if p != liberty
                        && self.board.liberties_after(p, player, 2) >= 2
                        && self.may_play(p, player)
                    {
                        list.add(p, score + 1);
                    }
                }
            } else if self.board.is_empty(q) {
                self.touch(q);
                if self.board.liberties_after(q, player, 2) >= 2 && self.may_play(q, player) {
                    list.add(q, score);
                }
            } else if self.board.liberty_count(q) == 1 && !self.is_prey(q) {
                // A stone of the opponent's in atari.
                let last = self.board.liberties(q).first().expect("one");
                self.touch(last);
                if self.may_play(last, player) {
                    list.add(last, score + 5);
                }
            }
        }
    }

    /// Points a step beyond the liberties.
    fn nets(&mut self, liberties: &Points, count: usize, list: &mut Scored) {
        let (owner, attacker) = (self.owner, self.owner.other());
        for p in *liberties {
            for q in self.board.neighbors(p) {
                match self.board.at(q) {
                    None if !liberties.contains(q) => {
                        self.touch(q);
                        let own = self.board.liberties_after(q, attacker, 2);
                        if own == 0 || !self.may_play(q, attacker) {
                            continue;
                        }
                        let near = self.near(q, liberties) - if own == 1 { 2 } else { 0 };
                        list.add(q, 12 + 14 * near - 4 * count as i32);
                    }
                    // A friend of the target that it could connect to.
                    Some(color) if color == owner && !self.is_prey(q) => {
                        let weak = self.board.liberty_count(q);
                        if weak <= 2 {
                            for r in *self.board.liberties(q) {
                                self.touch(r);
                                if self.board.liberties_after(r, attacker, 2) + 2 > weak
                                    && self.may_play(r, attacker)
                                {
                                    list.add(r, if weak == 1 { 34 } else { 6 });
                                }
                            }
                        }
                    }
                    _ => {}
                }
            }
        }
    }

    /// How many of the points beside one are in the set.
    #[inline]
    fn near(&self, point: Point, set: &Points) -> i32 {
        self.board.neighbors(point).filter(|&q| set.contains(q)).count() as i32
    }

    /// Whether a stone belongs to the target.
    #[inline]
    fn is_prey(&self, stone: Point) -> bool {
        self.board.head(stone) == self.board.head(self.target)
    }
}

#[cfg(test)]
mod tests {
    use starboard_core::Game;

    use super::{
        super::{Ko, table::Table},
        *,
    };
    use crate::Go;

    /// White's four stones have two liberties. A stone at A1 would be taken from
    /// A2, so Black plays there first: to save its two stones beside them, which is
    /// the defender's part, as to take the four, which is the attacker's.
    #[test]
    fn a_liberty_that_cannot_be_filled_is_approached() {
        let game = Go::parse("9/9/9/9/9/9/1XX6/1XXOX4/1OOOXO3 b 0").expect("a position");
        let point = |name| Point::read(game.size(), name).expect("a point");
        let (mut board, mut table) = (game.board().clone(), Table::new(1));
        let ko = Ko::NoThreats;
        let mut search = Search::new(&mut board, &mut table, point("E1"), Color::Black, ko, 1, 1);
        let mut list = Scored::new();
        search.defences(&mut list);
        let found: Points = list.iter().collect();
        assert!(found.contains(point("A2")), "{found:?}");
        let mut search = Search::new(&mut board, &mut table, point("C1"), Color::White, ko, 1, 1);
        let mut list = Scored::new();
        search.attacks(&mut list);
        let found: Points = list.iter().collect();
        assert!(found.contains(point("A2")), "{found:?}");
    }
}
