//! Whether stones that are enclosed can stay on the board without two eyes.
//!
//! The opponent moves as often as it likes, then the players alternate, the
//! owner of the surrounding stones first. Stones of the owner's inside make a
//! seki possible: to take the opponent off the board they have to be added to,
//! and what is then captured of them may be room for two eyes.
//!
//! Points next to the surrounding stones are nobody's eye. Whoever fills them can
//! do so before anything else: the owner has the time, since the opponent
//! could have had any number of moves before. So they are not part of the
//! search.

use std::collections::{HashMap, HashSet};

use super::has_room;
use crate::{Board, Color, Point, Points};

/// How many positions are looked at; an enclosure that takes more is not called safe.
const NODES: u32 = 50_000;
/// The most free points that could be eyes; an enclosure with more is not called safe, either.
const FREE: usize = 12;

/// So many stones taken at once are the end: the owner answers whatever the
/// opponent begins anew in their place. Not looked at, as it would be most of
/// the work.
const ALL: u32 = 7;

/// Whether the opponent of `color` could hold out inside, as far as the limits
/// allow to say. `alive` are the stones around that cannot be captured.
pub(super) fn is_possible(board: &Board, color: Color, region: &Points, alive: &Points) -> bool {
    let inside = (*board.stones(color) - *alive) & *region;
    if inside.is_empty() {
        // Room for a seki would be room for two eyes.
        return false;
    }
    if (board.empty() & (*region - board.beside(alive))).len() > FREE {
        return true;
    }
    let mut inquiry = Inquiry {
        board: board.clone(),
        color,
        region: *region,
        alive: *alive,
        prepared: HashSet::new(),
        taken: HashMap::new(),
        line: Vec::new(),
        left: NODES,
    };
    inquiry.fill(color.other());
    inquiry.prepare()
}

/// One enclosure.
struct Inquiry {
    board: Board,
    color: Color,
    region: Points,
    alive: Points,
    /// Positions in which the opponent has begun to prepare.
    prepared: HashSet<u64>,
    /// Whether the owner, to move, takes all, as far as that is known.
    taken: HashMap<u64, bool>,
    /// The positions of the current line with the owner to move.
    line: Vec<u64>,
    left: u32,
}

impl Inquiry {
    /// Whether the opponent holds out, now or after more moves of its own.
    fn prepare(&mut self) -> bool {
        if !self.prepared.insert(self.board.key()) {
            return false;
        }
        let depth = self.board.depth();
        self.fill(self.color);
        let taken = self.takes().0;
        while self.board.depth() > depth {
            self.board.undo();
        }
        if !taken {
            return true;
        }
        let enemy = self.color.other();
        let eyes = self.region - self.board.beside(&self.alive);
        for point in self.board.empty() & eyes {
            if self.board.is_suicide(point, enemy) {
                continue;
            }
            self.board.play(point, enemy);
            let holds = self.prepare();
            self.board.undo();
            if holds {
                return true;
            }
        }
        false
    }

    /// Plays stones of a colour wherever they can stand beside the owner's
    /// stones around.
    fn fill(&mut self, color: Color) {
        loop {
            let board = &self.board;
            let alive = board.flood(&self.alive, board.stones(self.color));
            let reached = board.beside(&alive) & board.empty() & self.region;
            let Some(point) = reached.iter().find(|&p| !board.is_suicide(p, color)) else {
                return;
            };
            self.board.play(point, color);
        }
    }

    /// Whether the owner, to move, captures everything inside, and the first
    /// position of the line that this depends on. Stones may come back as often
    /// as the players like, in kos at once; but as the opponent does not live by
    /// that, going round in circles is enough for the owner.
    fn takes(&mut self) -> (bool, usize) {
        let key = self.board.key();
        if let Some(&known) = self.taken.get(&key) {
            return (known, usize::MAX);
        }
        if let Some(since) = self.line.iter().position(|&before| before == key) {
            return (true, since);
        }
        if let Some(settled) = self.settled() {
            self.taken.insert(key, settled);
            return (settled, usize::MAX);
        }
        if self.left == 0 {
            return (false, usize::MAX);
        }
        self.left -= 1;
        let here = self.line.len();
        self.line.push(key);
        let mut moves = self.moves(self.color);
        moves.sort_by_cached_key(|&point| self.room_after(point));
        let found = moves.into_iter().find_map(|point| {
            let before = self.board.captured(self.color.other());
            self.board.play(point, self.color);
            let captured = self.board.captured(self.color.other()) - before;
            let (taken, since) =
                if captured >= ALL { (true, usize::MAX) } else { self.holds_nothing() };
            self.board.undo();
            taken.then_some(since)
        });
        self.line.pop();
        match found {
            // What depends on the line holds for this line alone.
            Some(since) if since < here => (true, since),
            found => {
                self.taken.insert(key, found.is_some());
                (found.is_some(), usize::MAX)
            }
        }
    }

    /// The same with the opponent to move, which may pass.
    fn holds_nothing(&mut self) -> (bool, usize) {
        let enemy = self.color.other();
        let mut first = usize::MAX;
        for point in self.moves(enemy) {
            self.board.play(point, enemy);
            let (taken, since) = self.takes();
            self.board.undo();
            if !taken {
                return (false, usize::MAX);
            }
            first = first.min(since);
        }
        let (taken, since) = self.takes();
        (taken, first.min(since))
    }

    /// What is clear without a move: the opponent has two eyes, or cannot get
    /// them, and nothing is in its way that would make a seki of it.
    fn settled(&self) -> Option<bool> {
        let enemy = self.color.other();
        if super::alive(&self.board, enemy).meets(&self.region) {
            return Some(false);
        }
        let own = *self.board.stones(self.color);
        let alive = self.board.flood(&self.alive, &own);
        let inside = (own - alive) & self.region;
        let room = || has_room(&self.board, self.color, &(self.region - alive), &alive);
        (inside.is_empty() && !room()).then_some(true)
    }

    /// In how many places the opponent could still make an eye if the owner
    /// plays here.
    fn room_after(&mut self, point: Point) -> usize {
        self.board.play(point, self.color);
        let own = *self.board.stones(self.color);
        let alive = self.board.flood(&self.alive, &own);
        let enemy = *self.board.stones(self.color.other());
        let eyes = self.region - alive - self.board.beside(&alive) - enemy;
        self.board.undo();
        eyes.len()
    }

    /// Where a player can play inside, captures first.
    fn moves(&self, color: Color) -> Vec<Point> {
        let points = self.board.empty() & self.region;
        let mut moves: Vec<_> =
            points.iter().filter(|&point| !self.board.is_suicide(point, color)).collect();
        moves.sort_by_key(|&point| !self.board.captures(point, color));
        moves
    }
}
