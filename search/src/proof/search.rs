//! The search itself: from one most-proving leaf to the next.

use std::{
    collections::HashMap,
    hash::{BuildHasherDefault, Hasher},
};

use starboard_core::{Game, Heuristic, NodeInfo, Player, Window, mix};

use super::{
    ProofOptions,
    frame::{Frame, Kid, Rule},
    goal::Goal,
    numbers::{EVER, MOST, NOTHING, Numbers, finite},
    table::{Table, is_free, twin},
};
use crate::{meter::Meter, moves::MoveList};

/// The current line, and lists to reuse.
#[derive(Clone, Debug)]
pub(super) struct Line<G: Game, R> {
    /// The positions from the root down; those below the current one are left from
    /// earlier lines.
    frames: Vec<Frame<G, R>>,
    /// The plies of the positions on the line, by their keys.
    plies: HashMap<u64, u16, BuildHasherDefault<KeyHasher>>,
    moves: MoveList<G::Move>,
    replies: Vec<G::Move>,
}

impl<G: Game, R> Default for Line<G, R> {
    fn default() -> Self {
        let (plies, moves) = (HashMap::default(), MoveList::default());
        Self { frames: Vec::new(), plies, moves, replies: Vec::new() }
    }
}

/// Keys are hashes already.
#[derive(Clone, Debug, Default)]
pub(super) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = mix(self.0 ^ u64::from(byte));
        }
    }
    fn write_u64(&mut self, x: u64) {
        self.0 = mix(self.0 ^ x);
    }
}

/// Questions about positions with one attacker and one table.
pub(super) struct Run<'a, 'm, G: Game, L: Goal<G>, H> {
    pub(super) goal: &'a mut L,
    pub(super) order: &'a mut H,
    pub(super) options: ProofOptions,
    pub(super) table: &'a mut Table<L::Resource>,
    pub(super) line: &'a mut Line<G, L::Resource>,
    pub(super) meter: &'a mut Meter<'m>,
    pub(super) attacker: Player,
    /// The key of a position in which not all moves are allowed when a question is
    /// about it, and the moves that are.
    pub(super) allowed: Option<(u64, &'a [G::Move])>,
    /// Positions searched for the first time.
    pub(super) expanded: u64,
    /// Whether some result depended on its path, so that the table has twins.
    pub(super) twins: bool,
}

impl<'a, G: Game, L: Goal<G>, H: Heuristic<G>> Run<'a, '_, G, L, H> {
    /// Whether the attacker attains the goal within `left` plies from `root`;
    /// [`root`](Self::root) then has what is known of the moves, unless the
    /// answer took no search. `None` once the search has to stop.
    pub(super) fn ask(&mut self, root: &G, left: u16) -> Option<Numbers> {
        if let Some(attained) = self.goal.verdict(root, self.attacker) {
            self.line.frames.clear();
            return Some(Numbers::decided(attained, if attained { 0 } else { EVER }));
        }
        if left == 0 {
            self.line.frames.clear();
            return Some(Numbers::decided(false, 0));
        }
        self.enter_root(root, left);
        self.expand(0)?;
        let rule = self.rule();
        let mut top = 0;
        loop {
            // Step 1. Sum up, and return to the parent where that is enough.
            let frame = &self.line.frames[top];
            let numbers = frame.numbers(rule);
            let held = frame.forced == Some(self.expanded);
            if numbers.is_decided() || (frame.exceeded(numbers) && !held) {
                if numbers.is_decided() && self.order.is_active() {
                    self.teach(top);
                }
                // With only some of its moves, the root is another position.
                if top > 0 || self.allowed_at(0).is_none() {
                    self.store(top, numbers);
                }
                if top == 0 {
                    return Some(numbers);
                }
                self.line.plies.remove(&self.line.frames[top].key);
                top -= 1;
                let parent = &mut self.line.frames[top];
                let kid = &mut parent.kids[parent.current];
                (kid.numbers, kid.fresh) = (numbers, false);
                continue;
            }
            // Step 2. Go on to the position nearest to what the player to move wants.
            self.descend(top);
            top += 1;
            self.expand(top)?;
        }
    }

    /// The root of the last question; `None` if it was not searched.
    pub(super) fn root(&self) -> Option<&Frame<G, L::Resource>> {
        self.line.frames.first()
    }

    pub(super) fn rule(&self) -> Rule {
        Rule { sums: self.options.sums, epsilon: self.options.epsilon }
    }

    fn enter_root(&mut self, root: &G, left: u16) {
        let (board, resource) = self.goal.split(root);
        let key = root.key();
        self.line.plies.clear();
        self.line.frames.truncate(1);
        if self.line.frames.is_empty() {
            self.line.frames.push(Frame::new(root.clone(), resource));
        }
        let frame = &mut self.line.frames[0];
        frame.game.clone_from(root);
        (frame.key, frame.board, frame.resource) = (key, board, resource);
        frame.signature = mix(key);
        frame.attacking = root.mover() == self.attacker;
        (frame.ply, frame.left) = (1, left);
        frame.limits = (u32::MAX, u32::MAX);
        frame.forced = None;
        frame.entered = self.meter.counters.nodes;
        self.line.plies.insert(key, 1);
    }

    /// The moves that are allowed in the position at `top`, if it is a root where
    /// not all of them are.
    fn allowed_at(&self, top: usize) -> Option<&'a [G::Move]> {
        let (key, moves) = self.allowed?;
        (top == 0 && self.line.frames[0].key == key).then_some(moves)
    }

    /// Plays the most promising move of the position at `top`.
    fn descend(&mut self, top: usize) {
        let rule = self.rule();
        let frames = &mut self.line.frames;
        let (next, limits) = frames[top].next(rule);
        frames[top].current = next;
        let kid = frames[top].kids[next];
        if frames.len() == top + 1 {
            frames.push(Frame::new(frames[top].game.clone(), kid.resource));
        }
        let (above, below) = frames.split_at_mut(top + 1);
        let (parent, frame) = (&above[top], &mut below[0]);
        frame.game.clone_from(&parent.game);
        frame.game.play(kid.m);
        (frame.key, frame.board, frame.resource) = (kid.key, kid.board, kid.resource);
        frame.signature = mix(parent.signature ^ kid.key);
        frame.attacking = frame.game.mover() == self.attacker;
        (frame.ply, frame.left) = (parent.ply + 1, parent.left - 1);
        let turned = frame.attacking != parent.attacking;
        frame.limits = if turned { (limits.1, limits.0) } else { limits };
        self.expanded += u64::from(kid.fresh);
        frame.forced = parent.forced.filter(|&since| since == self.expanded);
        frame.entered = self.meter.counters.nodes;
        self.line.plies.insert(frame.key, frame.ply);
    }

    /// Finds out what is known of the moves of the position at `top`.
    fn expand(&mut self, top: usize) -> Option<()> {
        let (last, allowed) = (self.last(top), self.allowed_at(top));
        let Self { goal, order, options, table, line, meter, attacker, twins, .. } = self;
        let Line { frames, plies, moves, replies } = &mut **line;
        let Frame { game, kids, attacking, signature, ply, left, forced, .. } = &mut frames[top];
        let (attacking, ply, left) = (*attacking, *ply, *left - 1);
        kids.clear();
        moves.clear();
        meter.generating(|| goal.moves(game, attacking, &mut moves.moves));
        if let Some(allowed) = allowed {
            moves.moves.retain(|m| allowed.contains(m));
        }
        if order.is_active() {
            moves.zero_scores();
            order.score(&node(game, ply, &last), &moves.moves, &mut moves.scores);
            moves.rank(None);
        }
        let mut old = false;
        for i in 0.. {
            let Some((_, m)) = moves.get(i) else { break };
            meter.node(u32::from(ply))?;
            let kid = game.with_child(m, |next| {
                let key = next.key();
                let (board, resource) = goal.split(next);
                let mut kid =
                    Kid { m, key, board, resource, numbers: Numbers::open(1, 1), fresh: false };
                // Step 1. A position of the line, or of the game so far.
                let since =
                    plies.get(&key).copied().or_else(|| next.repetition().is_some().then_some(0));
                if let Some(since) = since {
                    let attained = goal.repetition_attains();
                    let plies = if attained { 0 } else { EVER };
                    kid.numbers = Numbers { since, ..Numbers::decided(attained, plies) };
                    return kid;
                }
                // Step 2. The game is over, the goal is decided, or no plies are left.
                if let Some(attained) = goal.verdict(next, *attacker) {
                    kid.numbers = Numbers::decided(attained, if attained { 0 } else { EVER });
                    return kid;
                }
                if left == 0 {
                    kid.numbers = Numbers::decided(false, 0);
                    return kid;
                }
                // Step 3. A position met before.
                meter.counters.table_probes += 1;
                let mut found = table.probe(board, resource, left);
                if *twins && !found.is_some_and(|found| found.numbers.is_decided()) {
                    let name = twin(mix(*signature ^ key));
                    found = table.probe(name, resource, left).or(found);
                }
                if let Some(found) = found {
                    meter.counters.table_hits += 1;
                    meter.counters.table_cuts += u64::from(found.numbers.is_decided());
                    old |= !found.numbers.is_decided() && found.ply <= ply;
                    kid.numbers = found.numbers;
                    return kid;
                }
                // Step 4. A new position.
                meter.counters.evaluations += 1;
                let attacks = next.mover() == *attacker;
                let (proof, disproof) = goal.estimate(next, attacks);
                let (mut proof, mut disproof) = (u64::from(proof), u64::from(disproof));
                if options.mobility {
                    replies.clear();
                    meter.generating(|| goal.moves(next, attacks, replies));
                    if replies.is_empty() {
                        let plies = if attacks { EVER } else { 0 };
                        kid.numbers = Numbers::decided(!attacks, plies);
                        return kid;
                    }
                    *(if attacks { &mut disproof } else { &mut proof }) *= replies.len() as u64;
                }
                // Far below the maximum, so that sums can still be told apart.
                let far = |x: u64| finite(x.max(1)).min(MOST >> 8);
                kid.numbers = Numbers::open(far(proof), far(disproof));
                kid.fresh = true;
                kid
            });
            kids.push(kid);
            // One move that wins whatever the path is enough.
            if kid.numbers.seen(attacking).0 == 0 && kid.numbers.since == NOTHING {
                meter.counters.cut(kids.len() - 1);
                break;
            }
        }
        // Threshold control: an undecided move that leads to a position met nearer
        // to the root may lead back here, and the numbers may go round in circles.
        // So this visit must not end before something new has been seen.
        if old && forced.is_none() {
            *forced = Some(self.expanded);
        }
        Some(())
    }

    /// The move that led to the position at `top`, if it is not the root.
    fn last(&self, top: usize) -> Option<G::Move> {
        let above = &self.line.frames[top.checked_sub(1)?];
        Some(above.kids[above.current].m)
    }

    /// Updates the ordering with the move by which the player to move at `top` gets
    /// what it wants, if there is one: the others that were searched count as tried
    /// before it in vain.
    fn teach(&mut self, top: usize) {
        let last = self.last(top);
        let Line { frames, moves, .. } = &mut *self.line;
        let frame = &frames[top];
        let Some(best) = frame.winner() else { return };
        moves.clear();
        let tried = frame.kids.iter().enumerate().filter(|&(i, kid)| i != best && !kid.fresh);
        moves.moves.extend(tried.map(|(_, kid)| kid.m));
        let node = node(&frame.game, frame.ply, &last);
        self.order.refuted(&node, &moves.moves, frame.kids[best].m);
    }

    /// Remembers what was found of the position at `top`.
    fn store(&mut self, top: usize, numbers: Numbers) {
        let frame = &self.line.frames[top];
        let effort = self.meter.counters.nodes - frame.entered;
        if is_free(numbers) {
            self.table.store(frame.board, frame.resource, numbers, frame.ply, effort);
        } else {
            self.twins = true;
            let name = twin(frame.signature);
            self.table.store(name, frame.resource, numbers, frame.ply, effort);
        }
    }
}

/// A position as an ordering sees it. A proof has no depth, and no values to bound
/// but a win and a loss.
fn node<'a, G: Game>(game: &'a G, ply: u16, last: &'a Option<G::Move>) -> NodeInfo<'a, G> {
    let line = last.as_slice();
    NodeInfo { game, ply: u32::from(ply) - 1, depth: 0, window: Window::FULL, line }
}
