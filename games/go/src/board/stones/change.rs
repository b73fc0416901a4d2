//! Playing a stone, and undoing it.
//!
//! Strings keep their liberties as bits. A stone that joins strings relabels
//! all but the largest, and saves what it overwrites; a captured string
//! is restored as it was except for its liberties, of which it had none left.

use super::{Board, Chain, Change, EDGE, EMPTY, cell, keys};
use crate::{Color, Point, Points, board::size::OUTSIDE};

impl Board {
    /// Puts a stone on an empty point and takes what it captures.
    ///
    /// The move must not be suicide; observing ko is up to the caller. A move where ko forbids it
    /// is played as an illegal ko capture.
    pub fn play(&mut self, point: Point, color: Color) {
        debug_assert!(self.is_empty(point), "{point:?} is taken");
        debug_assert!(!self.is_suicide(point, color), "{point:?} is suicide");
        let p = point.index();
        let own = cell(color);
        let mut change = self.change(p, color);
        for q in self.geometry.neighbors[p] {
            let q = usize::from(q);
            match self.cells[q] {
                EMPTY | EDGE => {}
                there if there == own => {
                    let label = self.label[q];
                    let count = usize::from(change.joined_count);
                    if !change.joined[..count].contains(&label) {
                        change.joined[count] = label;
                        change.joined_count += 1;
                    }
                }
                _ => {
                    let label = self.label[q];
                    let chain = &mut self.chains[usize::from(label)];
                    // The point is no longer there the second time the same
                    // string is met.
                    if chain.liberties.contains(point) {
                        chain.liberties.remove(point);
                        chain.count -= 1;
                        if chain.count == 0 {
                            let count = usize::from(change.captured_count);
                            change.captured[count] = (label, chain.stones);
                            change.captured_count += 1;
                        }
                    }
                }
            }
        }

        self.cells[p] = own;
        self.stones[color.index()].insert(point);
        self.hash[color.index()] ^= keys::key(point);
        let (cells, near) = (&self.cells, self.geometry.neighbors[p].map(usize::from));
        let fresh = near.into_iter().filter(|&q| cells[q] == EMPTY).map(Point::new);
        match change.joined_count {
            0 => {
                self.label[p] = p as u16;
                self.link[p] = p as u16;
                let chain = &mut self.chains[p];
                *chain = Chain { stones: 1, ..Chain::default() };
                fresh.for_each(|point| chain.add(point));
            }
            1 => {
                let label = change.joined[0];
                let chain = &mut self.chains[usize::from(label)];
                self.saved.push(*chain);
                fresh.for_each(|point| chain.add(point));
                chain.liberties.remove(point);
                chain.count -= 1;
                chain.stones += 1;
                self.append(p, label);
            }
            _ => self.join(p, fresh.collect(), &mut change),
        }

        self.ko = OUTSIDE;
        if change.captured_count > 0 {
            let mut taken = 0;
            for i in 0..usize::from(change.captured_count) {
                let (label, stones) = change.captured[i];
                self.take(label, color);
                taken += stones;
            }
            self.captured[color.other().index()] += u32::from(taken);
            let chain = &self.chains[usize::from(self.label[p])];
            if taken == 1 && chain.stones == 1 && chain.count == 1 {
                self.ko = change.captured[0].0;
            }
        }
        self.changes.push(change);
    }

    /// The record of a move at a point, before anything is changed.
    #[inline]
    fn change(&self, p: usize, color: Color) -> Change {
        Change {
            point: p as u16,
            color,
            ko: self.ko,
            link: self.link[p],
            label: self.label[p],
            joined: [0; 4],
            joined_count: 0,
            captured_count: 0,
            suicide: false,
            captured: [(0, 0); 4],
            hash: self.hash,
        }
    }

    /// Plays a [suicide of several stones](Self::is_suicide_of_many), which takes the stone and
    /// its own strings off the board; rules may allow it.
    pub fn play_suicide(&mut self, point: Point, color: Color) {
        debug_assert!(self.is_suicide_of_many(point, color), "{point:?} takes nothing of its own");
        let p = point.index();
        // As if the opponent had captured the strings from outside: the stone itself is never
        // put on the board.
        let enemy = color.other();
        let mut change = Change { suicide: true, ..self.change(p, enemy) };
        let mut taken = 1;
        for q in self.geometry.neighbors[p] {
            let q = usize::from(q);
            // Nothing is there any more the second time the same string is met.
            if self.cells[q] == cell(color) {
                let label = self.label[q];
                let stones = self.chains[usize::from(label)].stones;
                change.captured[usize::from(change.captured_count)] = (label, stones);
                change.captured_count += 1;
                taken += stones;
                self.take(label, enemy);
            }
        }
        self.captured[color.index()] += u32::from(taken);
        self.ko = OUTSIDE;
        self.changes.push(change);
    }

    /// Adds a stone to the circular list of a string.
    #[inline]
    fn append(&mut self, p: usize, label: u16) {
        self.label[p] = label;
        self.link[p] = self.link[usize::from(label)];
        self.link[usize::from(label)] = p as u16;
    }

    /// Makes one string of those that the new stone touches.
    fn join(&mut self, p: usize, fresh: Points, change: &mut Change) {
        let count = usize::from(change.joined_count);
        let size = |label: u16| self.chains[usize::from(label)].stones;
        let largest = (0..count).max_by_key(|&i| size(change.joined[i])).unwrap_or(0);
        change.joined.swap(0, largest);
        let label = change.joined[0];
        let mut chain = self.chains[usize::from(label)];
        for &other in &change.joined[..count] {
            self.saved.push(self.chains[usize::from(other)]);
        }
        chain.liberties |= fresh;
        for &other in &change.joined[1..count] {
            let absorbed = self.chains[usize::from(other)];
            chain.liberties |= absorbed.liberties;
            chain.stones += absorbed.stones;
            self.relabel(other, label);
            self.link.swap(usize::from(label), usize::from(other));
        }
        chain.liberties.remove(Point::new(p));
        chain.count = chain.liberties.len() as u16;
        chain.stones += 1;
        self.chains[usize::from(label)] = chain;
        self.append(p, label);
    }

    /// Relabels the stones in the circular list of `head` as belonging to the string `label`.
    fn relabel(&mut self, head: u16, label: u16) {
        let mut at = head;
        loop {
            self.label[usize::from(at)] = label;
            at = self.link[usize::from(at)];
            if at == head {
                return;
            }
        }
    }

    /// Takes a string off the board; its points become liberties of the strings
    /// of `color` beside it.
    fn take(&mut self, label: u16, color: Color) {
        let own = cell(color);
        let other = color.other().index();
        let mut at = label;
        loop {
            let (i, stone) = (usize::from(at), Point::new(at.into()));
            self.cells[i] = EMPTY;
            self.stones[other].remove(stone);
            self.hash[other] ^= keys::key(stone);
            for q in self.geometry.neighbors[i] {
                if self.cells[usize::from(q)] == own {
                    let chain = &mut self.chains[usize::from(self.label[usize::from(q)])];
                    chain.add(stone);
                }
            }
            at = self.link[i];
            if at == label {
                return;
            }
        }
    }

    /// Puts a captured string back.
    fn put_back(&mut self, label: u16, stones: u16, color: Color) {
        let own = cell(color);
        let mut at = label;
        loop {
            let (i, stone) = (usize::from(at), Point::new(at.into()));
            self.cells[i] = cell(color.other());
            self.stones[color.other().index()].insert(stone);
            for q in self.geometry.neighbors[i] {
                if self.cells[usize::from(q)] == own {
                    let chain = &mut self.chains[usize::from(self.label[usize::from(q)])];
                    if chain.liberties.contains(stone) {
                        chain.liberties.remove(stone);
                        chain.count -= 1;
                    }
                }
            }
            at = self.link[i];
            if at == label {
                break;
            }
        }
        self.chains[usize::from(label)] = Chain { liberties: Points::EMPTY, count: 0, stones };
        self.captured[color.other().index()] -= u32::from(stones);
    }

    /// How many moves [`undo`](Self::undo) can take back.
    #[inline]
    pub fn depth(&self) -> usize {
        self.changes.len()
    }

    /// Undoes the move that was played last on this board; returns whether there
    /// was one.
    pub fn undo(&mut self) -> bool {
        let Some(change) = self.changes.pop() else { return false };
        let (p, color) = (usize::from(change.point), change.color);
        let point = Point::new(p);
        // In a suicide, the stone played was captured, too.
        self.captured[color.other().index()] -= u32::from(change.suicide);
        for i in (0..usize::from(change.captured_count)).rev() {
            let (label, stones) = change.captured[i];
            self.put_back(label, stones, color);
        }
        let count = usize::from(change.joined_count);
        if count > 0 {
            let label = usize::from(change.joined[0]);
            self.link[label] = self.link[p];
            for &other in change.joined[1..count].iter().rev() {
                self.link.swap(label, usize::from(other));
                self.relabel(other, other);
            }
            for &other in change.joined[..count].iter().rev() {
                let saved = self.saved.pop().expect("as many were saved as joined");
                self.chains[usize::from(other)] = saved;
            }
        }
        self.cells[p] = EMPTY;
        self.stones[color.index()].remove(point);
        self.link[p] = change.link;
        self.label[p] = change.label;
        self.ko = change.ko;
        self.hash = change.hash;
        let enemy = cell(color.other());
        for q in self.geometry.neighbors[p] {
            if self.cells[usize::from(q)] == enemy {
                let chain = &mut self.chains[usize::from(self.label[usize::from(q)])];
                chain.add(point);
            }
        }
        true
    }

    /// The move that was played last on this board.
    pub fn last(&self) -> Option<(Point, Color)> {
        self.changes.last().map(|change| {
            let color = if change.suicide { change.color.other() } else { change.color };
            (Point::new(change.point.into()), color)
        })
    }

    /// Forgets the moves, so that they can no longer be undone.
    pub(crate) fn forget(&mut self) {
        self.changes.clear();
        self.saved.clear();
    }
}
