//! The tree below the root: one reply to each roll.

use std::num::NonZeroUsize;

use starboard_core::{
    ExitReason, Game, Limits, Node, NodeInfo, Sample, Stop, Trace, Value, Window, shorten,
    shortlisted,
};

use crate::{meter::Meter, moves::Pool, reward::reward};

/// What a filtered search backs up through its tree: the interface between the search,
/// which is always the same, and what a position is worth.
///
/// That may be a value alone, a value with the probabilities of outcomes, or what a
/// position is worth at each state of a doubling cube. `ply` counts the moves since the
/// root, and not the outcomes of chance.
pub trait Backup<G: Game> {
    /// What replies are compared by, for the player who chooses.
    type Key: Copy + PartialOrd;
    /// What is known of the position after a reply without searching it, for the player who
    /// has chosen it.
    type Static: Copy;
    /// What is found of a position, for its mover.
    type Found: Copy;
    /// A weighted sum of what is found.
    type Sum: Default;

    /// What is known for sure at a position of this kind, so that no search is needed.
    fn settled(&mut self, game: &G, node: Node, ply: u32) -> Option<Self::Found>;

    /// What a position at the horizon that is not [settled](Self::settled) is worth.
    fn leaf(&mut self, game: &G, ply: u32) -> Self::Found;

    /// Appends a cheap estimate of each move of a decision, with the move; or appends
    /// nothing and returns `false`.
    fn rough(&mut self, game: &G, moves: &[G::Move], ply: u32, out: &mut Rated<Self, G>) -> bool
    where
        Self: Sized;

    /// The lowest key at which a move is still evaluated, if `best` is the highest.
    fn floor(&self, best: Self::Key, ply: u32) -> Self::Key;

    /// Appends what is known of the position after each move of a decision without searching.
    fn replies(&mut self, game: &G, moves: &[G::Move], ply: u32, out: &mut Vec<Self::Static>);

    /// The key by which a reply is compared with the others.
    fn key(&self, known: &Self::Static, ply: u32) -> Self::Key;

    /// The static value of a decision to its mover, who replies with `m`.
    fn replied(&mut self, game: &mut G, m: G::Move, known: Self::Static, ply: u32) -> Self::Found;

    /// What was found of a position at `ply`, converted to the point of view of the mover
    /// of the position before it, who is the same player if `same`, and who has earned
    /// `reward` on the way.
    fn lift(&self, found: Self::Found, same: bool, reward: Value, ply: u32) -> Self::Found;

    /// Adds what was found, with the weight of `share` out of `of` parts.
    fn add(&self, sum: &mut Self::Sum, found: &Self::Found, share: i64, of: i64, ply: u32);

    /// The mean, given the sum of `of` parts. One that was `corrected` may lie outside what
    /// is possible.
    fn mean(&self, game: &G, sum: Self::Sum, of: i64, corrected: bool) -> Self::Found;

    /// What outcomes of chance are ranked by, when a sample of them is chosen.
    fn rank(&self, found: &Self::Found, ply: u32) -> i64;

    /// What was found as a value, for observers of the search.
    fn value(&self, found: &Self::Found) -> Value;
}

/// Moves with what they are compared by.
pub type Rated<B, G> = Vec<(<B as Backup<G>>::Key, <G as Game>::Move)>;

/// A reply and what is known of the position after it.
type Reply<M, S> = (M, S);

/// The static value of an outcome of chance, and the reply it comes from, if one was chosen.
type Look<M, S, F> = (Option<Reply<M, S>>, F);

/// The room of a search that backs up `B`.
pub type RoomOf<G, B> = Room<
    <G as Game>::Move,
    <B as Backup<G>>::Key,
    <B as Backup<G>>::Static,
    <B as Backup<G>>::Found,
>;

/// Room for lists of moves, of keys, and of what is known and found of positions, kept from
/// search to search so that no node allocates.
#[derive(Debug)]
pub struct Room<M, K, S, F> {
    lists: Pool<Lists<M, K, S>>,
    chances: Pool<Vec<(M, u32)>>,
    samples: Pool<Sampled<M, S, F>>,
}

impl<M, K, S, F> Default for Room<M, K, S, F> {
    fn default() -> Self {
        Self { lists: Pool::default(), chances: Pool::default(), samples: Pool::default() }
    }
}

impl<M, K, S, F> Clone for Room<M, K, S, F> {
    /// Room of its own.
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// The moves of a decision.
#[derive(Debug)]
struct Lists<M, K, S> {
    moves: Vec<M>,
    rated: Vec<(K, M)>,
    replies: Vec<S>,
}

impl<M, K, S> Default for Lists<M, K, S> {
    fn default() -> Self {
        Self { moves: Vec::new(), rated: Vec::new(), replies: Vec::new() }
    }
}

/// The outcomes of a chance node by their static values, with the reply to each.
#[derive(Debug)]
struct Sampled<M, S, F> {
    sample: Sample<i64>,
    seen: Vec<Look<M, S, F>>,
}

impl<M, S, F> Default for Sampled<M, S, F> {
    fn default() -> Self {
        Self { sample: Sample::default(), seen: Vec::new() }
    }
}

/// Where in the tree a node is.
#[derive(Copy, Clone)]
pub(super) struct Left {
    /// Moves left to search.
    pub(super) depth: u32,
    /// Moves played since the root.
    pub(super) ply: u32,
    /// Chance nodes passed since the last move.
    pub(super) run: u32,
}

/// A search of the tree below the root.
pub struct Tree<'a, 'm, G: Game, B: Backup<G>, T = ()> {
    pub(super) backup: &'a mut B,
    pub(super) meter: Meter<'m>,
    trace: T,
    rolls: Option<NonZeroUsize>,
    room: &'a mut RoomOf<G, B>,
}

impl<'a, 'm, G: Game, B: Backup<G>, T: Trace<G>> Tree<'a, 'm, G, B, T> {
    /// A search within these limits. With a number of `rolls`, only that many outcomes of a
    /// chance node are searched deeper, and stand for all.
    pub fn new(
        backup: &'a mut B,
        trace: T,
        rolls: Option<NonZeroUsize>,
        room: &'a mut RoomOf<G, B>,
        limits: &Limits,
        stop: &'m Stop,
    ) -> Self {
        Self { backup, meter: Meter::new(limits, stop), trace, rolls, room }
    }

    /// What the search has counted so far.
    pub fn counters(&self) -> &starboard_core::Counters {
        &self.meter.counters
    }

    /// What is found of a position at `ply` by looking `depth` moves ahead; `None` if the
    /// search had to stop.
    pub fn search(&mut self, game: &mut G, depth: u32, ply: u32) -> Option<B::Found> {
        self.node(game, Left { depth, ply, run: 0 }, None, None)
    }

    /// The same of the position after a move, for the mover before it.
    pub fn child(&mut self, game: &mut G, m: G::Move, depth: u32, ply: u32) -> Option<B::Found> {
        self.below(game, m, Left { depth, ply, run: 0 }, None)
    }

    fn below(
        &mut self,
        game: &mut G,
        m: G::Move,
        left: Left,
        reply: Option<Reply<G::Move, B::Static>>,
    ) -> Option<B::Found> {
        let (mover, reward) = (game.mover(), reward(game, m));
        game.with_child(m, |next| {
            let found = self.node(next, left, Some(m), reply)?;
            Some(self.backup.lift(found, next.mover() == mover, reward, left.ply))
        })
    }

    /// A node, at which the `reply` is known if it was looked for already.
    fn node(
        &mut self,
        game: &mut G,
        left: Left,
        last: Option<G::Move>,
        reply: Option<Reply<G::Move, B::Static>>,
    ) -> Option<B::Found> {
        let Left { depth, ply, .. } = left;
        self.meter.node(ply)?;
        self.trace.enter(
            &NodeInfo { game, ply, depth, window: Window::FULL, line: last.as_slice() },
            false,
        );
        let kind = game.node();
        let (found, why) = if let Some(found) = self.backup.settled(game, kind, ply) {
            (found, ExitReason::Over)
        } else if depth == 0 {
            (self.leaf(game, ply), ExitReason::Leaf)
        } else if kind == Node::Chance {
            (self.chance(game, left)?, ExitReason::Searched)
        } else {
            let (m, known) = reply.unwrap_or_else(|| self.reply(game, ply));
            let found = if depth == 1 {
                self.backup.replied(game, m, known, ply)
            } else {
                self.child(game, m, depth - 1, ply + 1)?
            };
            (found, ExitReason::Searched)
        };
        self.trace.leave(self.backup.value(&found), why);
        Some(found)
    }

    fn leaf(&mut self, game: &G, ply: u32) -> B::Found {
        self.meter.evaluating(1, || self.backup.leaf(game, ply))
    }

    fn chance(&mut self, game: &mut G, left: Left) -> Option<B::Found> {
        self.meter.chance(left.run)?;
        let left = Left { run: left.run + 1, ..left };
        let mut chances = self.room.chances.take();
        chances.clear();
        game.chances(&mut chances);
        let found = match self.rolls {
            Some(n) if left.depth > 1 && n.get() < chances.len() => {
                self.some(game, &chances, n.get(), left)?
            }
            _ => self.all(game, &chances, left)?,
        };
        self.room.chances.give(chances);
        Some(found)
    }

    /// The mean over all outcomes.
    fn all(&mut self, game: &mut G, chances: &[(G::Move, u32)], left: Left) -> Option<B::Found> {
        let total = weight(chances);
        if total == 0 {
            return self.meter.unsound();
        }
        let mut sum = B::Sum::default();
        for &(m, w) in chances {
            let found = self.below(game, m, left, None)?;
            self.backup.add(&mut sum, &found, w.into(), total, left.ply);
        }
        Some(self.backup.mean(game, sum, total, false))
    }

    /// The mean over the static values of all outcomes, corrected by the values that a
    /// search finds for `n` of them, a stratified sample.
    pub(super) fn some(
        &mut self,
        game: &mut G,
        chances: &[(G::Move, u32)],
        n: usize,
        left: Left,
    ) -> Option<B::Found> {
        let (total, parts, ply) = (weight(chances), n as i64, left.ply);
        if total == 0 {
            return self.meter.unsound();
        }
        let of = parts * total;
        let mut sampled = self.room.samples.take();
        let Sampled { sample, seen } = &mut sampled;
        sample.static_values.clear();
        seen.clear();
        // Step 1. The static values of all.
        let mut sum = B::Sum::default();
        for &(m, w) in chances {
            let (reply, found) = self.look(game, m, ply)?;
            sample.static_values.push((self.backup.rank(&found, ply), w));
            self.backup.add(&mut sum, &found, parts * i64::from(w), of, ply);
            seen.push((reply, found));
        }
        // Step 2. The sample, and what is found of it in place of the static values.
        sample.stratify(n);
        for (i, &(m, _)) in chances.iter().enumerate() {
            let share = total * i64::from(sample.multiplicity[i]);
            if share == 0 {
                continue;
            }
            let (reply, looked) = seen[i];
            let found = self.below(game, m, left, reply)?;
            self.backup.add(&mut sum, &found, share, of, ply);
            self.backup.add(&mut sum, &looked, -share, of, ply);
        }
        self.room.samples.give(sampled);
        Some(self.backup.mean(game, sum, of, true))
    }

    /// The static value of the position after an outcome, for the mover before it, and the
    /// reply it comes from.
    fn look(
        &mut self,
        game: &mut G,
        m: G::Move,
        ply: u32,
    ) -> Option<Look<G::Move, B::Static, B::Found>> {
        let (mover, reward) = (game.mover(), reward(game, m));
        game.with_child(m, |next| {
            self.meter.node(ply)?;
            let kind = next.node();
            let (reply, found) = if let Some(found) = self.backup.settled(next, kind, ply) {
                (None, found)
            } else if kind == Node::Chance {
                (None, self.leaf(next, ply))
            } else {
                let (m, known) = self.reply(next, ply);
                (Some((m, known)), self.backup.replied(next, m, known, ply))
            };
            Some((reply, self.backup.lift(found, next.mover() == mover, reward, ply)))
        })
    }

    /// The statically best move of a decision, and what is known of the position after it.
    ///
    /// # Panics
    ///
    /// If the position is not a decision.
    pub fn reply(&mut self, game: &G, ply: u32) -> (G::Move, B::Static) {
        let mut lists = self.room.lists.take();
        let Lists { moves, rated, replies } = &mut lists;
        moves.clear();
        rated.clear();
        replies.clear();
        self.meter.generating(|| game.moves(moves));
        // Step 1. If there are many, cheap estimates leave few.
        let many = moves.len() > shortlisted(moves.len());
        if many && self.meter.evaluating(0, || self.backup.rough(game, moves, ply, rated)) {
            self.meter.counters.rough_evaluations += moves.len() as u64;
            shorten(rated, |best| self.backup.floor(best, ply));
            moves.clear();
            moves.extend(rated.iter().map(|&(_, m)| m));
        }
        // Step 2. Of these, the best.
        let count = moves.len() as u64;
        self.meter.evaluating(count, || self.backup.replies(game, moves, ply, replies));
        let best = (replies.iter().zip(moves))
            .map(|(&known, &mut m)| (self.backup.key(&known, ply), (m, known)))
            .reduce(|best, other| if other.0 > best.0 { other } else { best });
        self.room.lists.give(lists);
        best.expect("a decision node has a move").1
    }
}

/// The weight of all outcomes.
fn weight<M>(chances: &[(M, u32)]) -> i64 {
    chances.iter().map(|&(_, w)| i64::from(w)).sum()
}
