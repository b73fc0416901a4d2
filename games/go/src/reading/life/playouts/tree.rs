//! The tree that the playouts grow.

use std::{cmp::Reverse, ops::Range};

use starboard_core::Rng;

use super::{Games, field::Field, game::Playout, policy::is_eye};
use crate::{
    Board, Color, Point, Points,
    patterns::{Patterns, Priors},
    reading::life::closed::Closed,
    reading::safety::alive,
};

/// The exploration constant: how much rarely tried moves with a good prior are preferred.
const EXPLORATION: f32 = 0.8;
/// The RAVE bias: the smaller it is, the longer moves are judged by their values later in a game.
const BIAS: f32 = 0.0005;
/// The weight of the pattern priors; the rest of the prior is uniform.
const LOOKS: f32 = 0.6;
/// How much worse a move that was never played is assumed to be.
const UNTRIED: f32 = 0.1;
/// The visits at which a node is expanded, and at which it gets pattern priors.
const MOVES_AT: u32 = 2;
const LOOKS_AT: u32 = 16;
/// The factor by which the prior of a vital point of an eye space is raised.
const VITAL: f32 = 4.0;
/// The greatest depth of the tree, in moves.
const DEEPEST: usize = 80;
/// The most nodes of the tree.
const LARGEST: usize = 1 << 22;

/// A move, and what came of it.
#[derive(Clone, Debug)]
struct Node {
    m: Option<Point>,
    /// What it looks like: all moves of a position share one.
    prior: f32,
    visits: u32,
    /// Games in which the group was captured.
    captures: u32,
    /// The same (RAVE) for games in which the move was played here or later.
    later: [u32; 2],
    /// The moves that follow.
    first: u32,
    count: u32,
    looked_at: bool,
    /// Whether the group is captured, once every game from here ends like that.
    settled: Option<bool>,
}

impl Node {
    const fn new(m: Option<Point>) -> Self {
        Self {
            m,
            prior: 0.0,
            visits: 0,
            captures: 0,
            later: [0; 2],
            first: 0,
            count: 0,
            looked_at: false,
            settled: None,
        }
    }

    const fn moves(&self) -> Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }

    /// In how many of a thousand games the group is captured.
    fn chance(&self) -> i32 {
        match self.settled {
            Some(captured) => 1000 * i32::from(captured),
            None => (1000 * u64::from(self.captures) / u64::from(self.visits.max(1))) as i32,
        }
    }

    /// What it is worth to who moves here, and captures if `kills`.
    fn value(&self, kills: bool, untried: f32) -> f32 {
        let mean = |captures: u32, count: u32| {
            let mean = captures as f32 / count as f32;
            if kills { mean } else { 1.0 - mean }
        };
        let [captures, count] = self.later;
        match (self.visits, count) {
            (0, 0) => untried,
            (0, _) => mean(captures, count),
            (visits, 0) => mean(self.captures, visits),
            (visits, _) => {
                let (n, later) = (visits as f32, count as f32);
                let share = later / (later + n + BIAS * later * n);
                share * mean(captures, count) + (1.0 - share) * mean(self.captures, visits)
            }
        }
    }
}

/// A tree of what was played, which begins with the position asked about.
pub(super) struct Tree<'a> {
    nodes: Vec<Node>,
    game: Playout<'a>,
    board: &'a Board,
    mover: Color,
    priors: Priors,
    /// The nodes of this game.
    path: Vec<usize>,
    points: Vec<Point>,
    kos: u32,
}

impl<'a> Tree<'a> {
    pub(super) fn new(field: &'a Field, board: &'a Board, mover: Color) -> Self {
        Self {
            nodes: vec![Node::new(None)],
            game: Playout::new(field, board, mover),
            board,
            mover,
            priors: Priors::new(),
            path: Vec::new(),
            points: Vec::new(),
            kos: 0,
        }
    }

    /// Plays so many games, or fewer if all is settled before; says how many.
    pub(super) fn grow(&mut self, games: Games, rng: &mut Rng) -> u32 {
        let (mut last, mut alike) = (None, 0);
        for played in 0..games.most {
            let large = self.nodes.len() >= LARGEST;
            if self.nodes[0].settled.is_some() || large || alike >= games.alike {
                return played;
            }
            self.game.restart(self.board, self.mover);
            let captured = self.simulate(rng);
            alike = if last == Some(captured) { alike + 1 } else { 1 };
            last = Some(captured);
            self.back_up(captured);
        }
        games.most
    }

    /// In how many games kos were met before they left the tree.
    pub(super) const fn kos(&self) -> u32 {
        self.kos
    }

    /// The best move, and in how many of a thousand games the group is captured
    /// after it.
    pub(super) fn best(&self) -> (Option<Point>, i32) {
        let root = &self.nodes[0];
        let wanted = Some(self.mover != self.game.field.owner);
        let rank = |node: &&Node| {
            let lost = node.settled.is_some() && node.settled != wanted;
            (node.settled != wanted, lost, Reverse(node.visits))
        };
        let best = self.nodes[root.moves()].iter().min_by_key(rank);
        best.map_or((None, root.chance()), |node| (node.m, node.chance()))
    }

    /// The points that were played in so many games at least, the most often first, and in how
    /// many of a thousand the group is captured after each.
    pub(super) fn tried(&self, least: u32) -> Vec<(Point, i32)> {
        let moves = &self.nodes[self.nodes[0].moves()];
        let often = |node: &&Node| node.visits >= least || node.settled.is_some();
        let mut tried: Vec<&Node> = moves.iter().filter(often).collect();
        tried.sort_by_key(|node| Reverse(node.visits));
        tried.iter().filter_map(|node| Some((node.m?, node.chance()))).collect()
    }

    /// Whether the player to move in this game wants to capture.
    fn kills(&self) -> bool {
        self.game.local.mover != self.game.field.owner
    }

    /// Plays a game, from the root of the tree out of it and to the end.
    fn simulate(&mut self, rng: &mut Rng) -> bool {
        self.path.clear();
        self.path.push(0);
        let (mut at, mut ko) = (0, false);
        let captured = loop {
            // At the root a move is wanted even where the answer is plain.
            let mut settled = if at == 0 { None } else { self.game.captured() };
            let node = &self.nodes[at];
            if settled.is_none() && node.count == 0 {
                if self.path.len() > DEEPEST || node.visits < MOVES_AT && at != 0 {
                    break self.game.run(rng);
                }
                settled = self.expand(at);
            }
            if settled.is_some() {
                self.nodes[at].settled = settled;
            } else {
                if self.nodes[at].visits >= LOOKS_AT && !self.nodes[at].looked_at {
                    self.look(at);
                }
                if let Some(next) = self.select(at) {
                    self.game.play(self.nodes[next].m);
                    ko |= self.game.local.board.ko().is_some();
                    self.path.push(next);
                    at = next;
                    continue;
                }
                settled = self.nodes[at].settled;
            }
            break settled == Some(true);
        };
        self.kos += u32::from(ko);
        captured
    }

    /// Gives a position its moves, unless the group is alive there.
    fn expand(&mut self, at: usize) -> Option<bool> {
        let Playout { field, local, .. } = &self.game;
        let (board, first) = (&local.board, self.nodes.len());
        let mut vital = Points::EMPTY;
        if board.is_empty(field.target) {
            // It is taken back.
            self.nodes.push(Node::new(Some(field.target)));
        } else {
            let closed = Closed::new(board, field.target, field.owner);
            vital = closed.vital();
            if at != 0 {
                let attacks = local.mover != field.owner;
                if let Some(status) = closed.status(board, attacks, local.ko()) {
                    self.kos += u32::from(status.by_ko);
                    return Some(status.dead);
                }
                if alive(board, field.owner).contains(field.target) {
                    return Some(false);
                }
            }
            let free = field.points.iter().filter(|&&point| {
                board.is_empty(point) && !is_eye(board, point, local.mover) && local.may_play(point)
            });
            self.nodes.extend(free.map(|&point| Node::new(Some(point))));
            self.nodes.push(Node::new(None));
        }
        let count = self.nodes.len() - first;
        for node in &mut self.nodes[first..] {
            let is_vital = node.m.is_some_and(|point| vital.contains(point));
            node.prior = if is_vital { VITAL } else { 1.0 } / count as f32;
        }
        (self.nodes[at].first, self.nodes[at].count) = (first as u32, count as u32);
        None
    }

    /// Shares out what is expected of moves by what they look like.
    fn look(&mut self, at: usize) {
        self.nodes[at].looked_at = true;
        let moves = self.nodes[at].moves();
        self.points.clear();
        self.points.extend(self.nodes[moves.clone()].iter().filter_map(|node| node.m));
        let Playout { local, last, .. } = &self.game;
        let patterns = Patterns::built_in();
        let found =
            self.priors.find_among(patterns, &local.board, local.mover, *last, &self.points);
        // The pass, which nothing speaks for, comes last.
        let shares = found.iter().map(|prior| prior.share).chain([0.0]);
        for (node, share) in self.nodes[moves].iter_mut().zip(shares) {
            node.prior = LOOKS * share + (1.0 - LOOKS) * node.prior;
        }
    }

    /// The move to play; `None` if every move is settled, and so is the position.
    fn select(&mut self, at: usize) -> Option<usize> {
        let (node, kills) = (&self.nodes[at], self.kills());
        let moves = node.moves();
        if self.nodes[moves.clone()].iter().any(|next| next.settled == Some(kills)) {
            self.nodes[at].settled = Some(kills);
            return None;
        }
        let visits = node.visits.max(1) as f32;
        let mean = node.captures as f32 / visits;
        let untried = if kills { mean } else { 1.0 - mean } - UNTRIED;
        let often = EXPLORATION * visits.sqrt();
        let (mut best, mut highest) = (None, f32::NEG_INFINITY);
        for i in moves {
            let next = &self.nodes[i];
            let bound =
                next.value(kills, untried) + often * next.prior / (1.0 + next.visits as f32);
            if next.settled.is_none() && bound > highest {
                (best, highest) = (Some(i), bound);
            }
        }
        if best.is_none() {
            self.nodes[at].settled = Some(!kills);
        }
        best
    }

    /// Adds the end of a game to every position that it went through.
    fn back_up(&mut self, captured: bool) {
        let won = u32::from(captured);
        let mover = [self.mover, self.mover.other()];
        for (ply, &at) in self.path.iter().enumerate() {
            let node = &mut self.nodes[at];
            node.visits += 1;
            node.captures += won;
            let moves = node.moves();
            for next in &mut self.nodes[moves] {
                if next.m.is_some_and(|point| self.game.came_first(point, mover[ply % 2], ply)) {
                    next.later[0] += won;
                    next.later[1] += 1;
                }
            }
        }
        // What is settled may settle what comes before.
        for ply in (1..self.path.len()).rev() {
            let [before, after] = [self.path[ply - 1], self.path[ply]];
            let settled = self.nodes[after].settled;
            let wanted = Some(mover[(ply - 1) % 2] != self.game.field.owner);
            let all =
                || self.nodes[self.nodes[before].moves()].iter().all(|n| n.settled == settled);
            if settled.is_none() || settled != wanted && !all() {
                break;
            }
            self.nodes[before].settled = settled;
        }
    }
}
