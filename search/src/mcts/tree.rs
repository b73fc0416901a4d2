//! One tree and the simulations that grow it.

use std::cmp::Reverse;

use rand::RngExt;
use starboard_core::{
    Evaluator, ExitReason, Game, Node, NodeInfo, Player, Policy, Rng, Root, Sampled, Trace, Value,
    Window,
};

use super::MctsOptions;
use crate::{
    meter::Meter,
    reward::{reward, with},
};

/// The root's place in the arena; no edge leads to it, so as an edge's child it
/// stands for none yet.
const ROOT: u32 = 0;

/// A position met by a simulation.
#[derive(Copy, Clone, Debug)]
struct Met {
    mover: Player,
    node: Node,
    /// Its edges, once it has been expanded.
    first: u32,
    count: u32,
    visits: u64,
    /// The sum of the values found, in grid points for the mover.
    sum: i64,
}

/// A move or an outcome, which leads from a position to the next.
#[derive(Copy, Clone, Debug)]
struct Edge<M> {
    m: M,
    /// The weight of an outcome; 1 for a move.
    weight: u32,
    /// The share of the policy's weights that is this move's, if there is a policy.
    prior: f32,
    /// What is added to its value, at the root.
    bonus: Value,
    child: u32,
}

impl<M> Edge<M> {
    const fn new(m: M, weight: u32, prior: f32) -> Self {
        Self { m, weight, prior, bonus: Value::ZERO, child: ROOT }
    }
}

/// What a tree found of a root move.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) visits: u64,
    /// The sum of the values found, in grid points for the mover of the root.
    pub(super) sum: i64,
}

/// What guides a simulation.
pub(super) struct Guides<'a, G: Game, E> {
    pub(super) eval: &'a mut E,
    /// The policy, if there is one.
    pub(super) policy: Option<&'a mut dyn Policy<G>>,
}

/// What a simulation is run with, besides the tree.
pub(super) struct Setup<'a, M> {
    pub(super) options: &'a MctsOptions,
    /// Which moves there are at the root, and their bonuses.
    pub(super) root: &'a Root<M>,
    /// How many grid points count as 1 in the UCT formula.
    pub(super) scale: f64,
    /// How many moves deep the tree may go.
    pub(super) depth: u32,
    /// Whether moves are chosen by a policy.
    pub(super) by_policy: bool,
}

/// A tree in an arena, whose memory is kept from one search to the next.
#[derive(Clone, Debug)]
pub(super) struct Tree<G: Game> {
    met: Vec<Met>,
    edges: Vec<Edge<G::Move>>,
    /// Moves from the root to the deepest position.
    pub(super) depth: u32,
    /// The range to which all values are clipped, for the mover of the root.
    range: Option<(Value, Value)>,
    path: Vec<u32>,
    /// What the move or outcome played at each position of the path earned its
    /// mover; empty where the game has no rewards.
    earned: Vec<Value>,
    moves: Vec<G::Move>,
    weighed: Vec<(G::Move, f32)>,
    chances: Vec<(G::Move, u32)>,
    values: Vec<Value>,
    ranked: Vec<(Value, usize, Edge<G::Move>)>,
}

impl<G: Game> Default for Tree<G> {
    fn default() -> Self {
        Self {
            met: Vec::new(),
            edges: Vec::new(),
            depth: 0,
            range: None,
            path: Vec::new(),
            earned: Vec::new(),
            moves: Vec::new(),
            weighed: Vec::new(),
            chances: Vec::new(),
            values: Vec::new(),
            ranked: Vec::new(),
        }
    }
}

impl<G: Game> Tree<G> {
    /// Starts over from `root`.
    pub(super) fn plant<E: Evaluator<G>>(
        &mut self,
        root: &G,
        eval: &mut E,
        setup: &Setup<'_, G::Move>,
        meter: &mut Meter<'_>,
    ) {
        self.met.clear();
        self.edges.clear();
        self.depth = 0;
        self.meet(root);
        let reach = Value::new((setup.options.clip * setup.scale) as i32);
        self.range = (reach > Value::ZERO).then(|| {
            let value = meter.evaluate(eval, root);
            (value - reach, value + reach)
        });
    }

    /// Runs this many more simulations; `None` once the search has to stop.
    pub(super) fn grow<E: Evaluator<G>>(
        &mut self,
        root: &G,
        mut guides: Guides<'_, G, E>,
        setup: &Setup<'_, G::Move>,
        meter: &mut Meter<'_>,
        rng: &mut Rng,
        simulations: u64,
    ) -> Option<()> {
        for _ in 0..simulations {
            let mut game = root.clone();
            let value = self.descend(&mut game, &mut guides, setup, meter, rng)?;
            self.back_up(value);
        }
        Some(())
    }

    /// The visits and the sum of the values of a move at the root.
    pub(super) fn at_root(&self, m: G::Move) -> Found {
        self.edges_of(ROOT)
            .iter()
            .find(|edge| edge.m == m && edge.child != ROOT)
            .map_or(Found::default(), |edge| self.found(ROOT, edge.child))
    }

    /// The visits and the sum of the values of the root itself.
    pub(super) fn root(&self) -> Found {
        self.found(ROOT, ROOT)
    }

    /// The most visited line that starts with `m`, up to a chance node.
    pub(super) fn line(&self, m: G::Move) -> Vec<G::Move> {
        let mut out = Vec::new();
        let mut next = self.edges_of(ROOT).iter().find(|edge| edge.m == m);
        while let Some(edge) = next {
            out.push(edge.m);
            let at = edge.child;
            let on = at != ROOT && self.met[at as usize].node == Node::Decision;
            let visits = |edge: &Edge<G::Move>| self.found(at, edge.child).visits;
            // The first of the most visited: `max_by_key` would take the last.
            next = (self.edges_of(at).iter().rev())
                .filter(|edge| on && edge.child != ROOT && visits(edge) > 0)
                .max_by_key(|edge| visits(edge));
        }
        out
    }

    /// Shows every position that was visited, the most visited move of each first.
    pub(super) fn show(&self, root: &G, trace: &mut impl Trace<G>) {
        self.show_below(ROOT, root, 0, None, trace);
    }

    fn show_below(
        &self,
        at: u32,
        game: &G,
        ply: u32,
        last: Option<G::Move>,
        trace: &mut impl Trace<G>,
    ) {
        let met = self.met[at as usize];
        // There is no depth left to search in a tree without windows: how much
        // deeper the tree is takes its place.
        let depth = self.depth.saturating_sub(ply);
        let node = NodeInfo { game, ply, depth, window: Window::FULL, line: last.as_slice() };
        trace.enter_sampled(&node, Sampled { visits: met.visits, order: at.into() });
        let visits = |edge: &&Edge<G::Move>| self.met[edge.child as usize].visits;
        let mut below: Vec<_> = self.edges_of(at).iter().filter(|e| e.child != ROOT).collect();
        below.sort_by_key(|edge| (Reverse(visits(edge)), edge.child));
        let on = ply + u32::from(met.node == Node::Decision);
        for edge in below.iter().filter(|edge| visits(edge) > 0) {
            let mut next = game.clone();
            next.play(edge.m);
            self.show_below(edge.child, &next, on, Some(edge.m), trace);
        }
        let why = match met.node {
            Node::Over(_) => ExitReason::Over,
            _ if below.is_empty() => ExitReason::Leaf,
            _ => ExitReason::Searched,
        };
        trace.leave(Value::mean(met.sum, met.visits.max(1) as i64), why);
    }

    /// What was found of `child`, for the mover of `parent`.
    fn found(&self, parent: u32, child: u32) -> Found {
        let (parent, child) = (&self.met[parent as usize], &self.met[child as usize]);
        let sum = if parent.mover == child.mover { child.sum } else { -child.sum };
        Found { visits: child.visits, sum }
    }

    fn edges_of(&self, at: u32) -> &[Edge<G::Move>] {
        let Met { first, count, .. } = self.met[at as usize];
        &self.edges[first as usize..(first + count) as usize]
    }

    fn meet(&mut self, game: &G) -> u32 {
        let (mover, node) = (game.mover(), game.node());
        self.met.push(Met { mover, node, first: 0, count: 0, visits: 0, sum: 0 });
        (self.met.len() - 1) as u32
    }

    /// Plays from the root to a leaf, recording the way there in `path`, and
    /// returns the leaf's value for its mover; `None` once the search has to stop.
    fn descend<E: Evaluator<G>>(
        &mut self,
        game: &mut G,
        guides: &mut Guides<'_, G, E>,
        setup: &Setup<'_, G::Move>,
        meter: &mut Meter<'_>,
        rng: &mut Rng,
    ) -> Option<Value> {
        self.path.clear();
        self.earned.clear();
        let (mut at, mut ply, mut run) = (ROOT, 0, 0);
        loop {
            meter.node(ply)?;
            self.path.push(at);
            self.depth = self.depth.max(ply);
            let met = self.met[at as usize];
            if let Node::Over(value) = met.node {
                return Some(value);
            }
            // A decision is evaluated when it is first met and expanded when it is
            // met again; a chance node is passed through to an outcome.
            let fresh = met.node == Node::Decision && met.visits == 0 && at != ROOT;
            let leaf = fresh || ply >= setup.depth;
            if leaf || !self.expand(at, game, guides, setup, meter) {
                if setup.options.playout == 0 && met.visits > 0 {
                    // Evaluated before, and the value is always the same.
                    return Some(Value::mean(met.sum, met.visits as i64));
                }
                return self.play_out(game, ply, guides.eval, setup, meter, rng);
            }
            let edge = match met.node {
                Node::Chance => {
                    meter.chance(run)?;
                    run += 1;
                    let Some(edge) = self.sample(at, rng) else { return meter.unsound() };
                    edge
                }
                _ => {
                    run = 0;
                    self.select(at, setup)
                }
            };
            ply += u32::from(met.node == Node::Decision);
            if G::REWARDS {
                self.earned.push(game.reward(self.edges[edge].m));
            }
            game.play(self.edges[edge].m);
            if self.edges[edge].child == ROOT {
                self.edges[edge].child = self.meet(game);
            }
            at = self.edges[edge].child;
        }
    }

    /// Creates the edges of a position, unless it has them; `false` if the tree is full.
    fn expand<E: Evaluator<G>>(
        &mut self,
        at: u32,
        game: &G,
        guides: &mut Guides<'_, G, E>,
        setup: &Setup<'_, G::Move>,
        meter: &mut Meter<'_>,
    ) -> bool {
        if self.met[at as usize].count > 0 {
            return true;
        }
        let Self { moves, weighed, chances, values, ranked, edges, .. } = self;
        let first = edges.len();
        if first >= setup.options.capacity && at != ROOT {
            return false;
        }
        if self.met[at as usize].node == Node::Chance {
            chances.clear();
            meter.generating(|| game.chances(chances));
            edges.extend(chances.iter().map(|&(m, weight)| Edge::new(m, weight, 0.0)));
        } else {
            weighed.clear();
            if let Some(policy) = &mut guides.policy {
                meter.generating(|| policy.weigh(game, weighed));
            }
            if let Some(wanted) = setup.root.moves.as_ref().filter(|_| at == ROOT) {
                weighed.retain(|(m, _)| wanted.contains(m));
            }
            moves.clear();
            if weighed.is_empty() {
                meter.generating(|| game.moves(moves));
                if at == ROOT {
                    *moves = setup.root.among(std::mem::take(moves));
                }
                let share = 1.0 / moves.len().max(1) as f32;
                edges.extend(moves.iter().map(|&m| Edge::new(m, 1, share)));
            } else {
                let sound = |&(_, weight): &(G::Move, f32)| weight > 0.0 && weight.is_finite();
                debug_assert!(weighed.iter().all(sound), "a policy's weights are positive");
                let all: f32 = weighed.iter().map(|&(_, weight)| weight).sum();
                // Stable: equals stay in the policy's order.
                weighed.sort_by(|a, b| b.1.total_cmp(&a.1));
                moves.extend(weighed.iter().map(|&(m, _)| m));
                edges.extend(weighed.iter().map(|&(m, weight)| Edge::new(m, 1, weight / all)));
            }
            if at == ROOT {
                edges[first..].iter_mut().for_each(|edge| edge.bonus = setup.root.bonus(&edge.m));
            }
            if setup.options.widening > 0.0 {
                values.clear();
                meter.evaluate_children(guides.eval, game, moves, values);
                for (value, edge) in values.iter_mut().zip(&edges[first..]) {
                    *value = *value + edge.bonus;
                }
                order_by_value(&mut edges[first..], values, ranked);
            }
        }
        let met = &mut self.met[at as usize];
        (met.first, met.count) = (first as u32, (self.edges.len() - first) as u32);
        true
    }

    /// The edge of an outcome drawn by weight; `None` if all weights are 0.
    fn sample(&self, at: u32, rng: &mut Rng) -> Option<usize> {
        let edges = self.edges_of(at);
        let weights = edges.iter().map(|edge| edge.weight);
        Some(self.met[at as usize].first as usize + draw(weights, rng)?)
    }

    /// The edge with the highest upper confidence bound; without a policy, an edge
    /// that was never tried goes first.
    fn select(&self, at: u32, setup: &Setup<'_, G::Move>) -> usize {
        if setup.by_policy {
            return self.select_by_policy(at, setup);
        }
        let Met { first, visits, .. } = self.met[at as usize];
        let visits = visits.max(1) as f64;
        let exploration = setup.options.exploration;
        // Not the platform's own logarithm, which may differ in the last bit.
        let log = libm::log(visits);
        let (mut best, mut highest) = (0, f64::NEG_INFINITY);
        for (i, edge) in self.open(at, setup).iter().enumerate() {
            let Found { visits, sum } = match edge.child {
                ROOT => Found::default(),
                child => self.found(at, child),
            };
            if visits == 0 {
                return first as usize + i;
            }
            let visits = visits as f64;
            let mean = sum as f64 / visits + f64::from(edge.bonus.raw());
            let bound = mean / setup.scale + exploration * (log / visits).sqrt();
            if bound > highest {
                (best, highest) = (i, bound);
            }
        }
        first as usize + best
    }

    /// The same by PUCT (Rosin 2011, in the form of Silver et al. 2017): the prior of
    /// a move in place of the logarithm, and an untried move is assumed to be a little
    /// worse than those that were tried.
    fn select_by_policy(&self, at: u32, setup: &Setup<'_, G::Move>) -> usize {
        let Met { first, visits, sum, .. } = self.met[at as usize];
        let edges = self.open(at, setup);
        let all = visits.max(1) as f64;
        let tried = edges.iter().filter(|edge| edge.child != ROOT);
        let tried: f64 = tried.map(|edge| f64::from(edge.prior)).sum();
        let unknown = sum as f64 / all / setup.scale - setup.options.untried * tried.sqrt();
        let (mut best, mut highest) = (0, f64::NEG_INFINITY);
        for (i, edge) in edges.iter().enumerate() {
            let Found { visits, sum } = match edge.child {
                ROOT => Found::default(),
                child => self.found(at, child),
            };
            let visits = visits as f64;
            let bonus = f64::from(edge.bonus.raw()) / setup.scale;
            let value = if visits > 0.0 { sum as f64 / visits / setup.scale } else { unknown };
            let value = value + bonus;
            let speaks = setup.options.exploration * f64::from(edge.prior);
            let bound = value + speaks * all.sqrt() / (1.0 + visits);
            if bound > highest {
                (best, highest) = (i, bound);
            }
        }
        first as usize + best
    }

    /// The edges that are considered after the visits so far.
    fn open(&self, at: u32, setup: &Setup<'_, G::Move>) -> &[Edge<G::Move>] {
        let edges = self.edges_of(at);
        let MctsOptions { widening, power, .. } = *setup.options;
        if widening == 0.0 {
            return edges;
        }
        let visits = self.met[at as usize].visits.max(1) as f64;
        let open = (widening * libm::pow(visits, power)).ceil().clamp(1.0, edges.len() as f64);
        &edges[..open as usize]
    }

    /// The value of `game` for its mover, after random moves if wanted.
    fn play_out(
        &mut self,
        game: &mut G,
        mut ply: u32,
        eval: &mut impl Evaluator<G>,
        setup: &Setup<'_, G::Move>,
        meter: &mut Meter<'_>,
        rng: &mut Rng,
    ) -> Option<Value> {
        let mover = game.mover();
        let (mut left, mut run) = (setup.options.playout, 0);
        // For the mover at the start of the playout.
        let mut earned = Value::ZERO;
        let value = loop {
            match game.node() {
                Node::Over(value) => break value,
                _ if left == 0 => break meter.evaluate(eval, game),
                Node::Decision => {
                    self.moves.clear();
                    meter.generating(|| game.moves(&mut self.moves));
                    let m = self.moves[rng.random_range(0..self.moves.len())];
                    earned = earned + earns(game, m, mover);
                    game.play(m);
                    (ply, left, run) = (ply + 1, left - 1, 0);
                }
                Node::Chance => {
                    meter.chance(run)?;
                    run += 1;
                    self.chances.clear();
                    meter.generating(|| game.chances(&mut self.chances));
                    let weights = self.chances.iter().map(|&(_, weight)| weight);
                    let Some(drawn) = draw(weights, rng) else { return meter.unsound() };
                    let m = self.chances[drawn].0;
                    earned = earned + earns(game, m, mover);
                    game.play(m);
                }
            }
            meter.node(ply)?;
        };
        Some(with::<G>(if game.mover() == mover { value } else { -value }, earned))
    }

    /// Adds the value of the leaf to every position on the path.
    fn back_up(&mut self, value: Value) {
        let Some(&leaf) = self.path.last() else { return };
        let mover = self.met[leaf as usize].mover;
        if G::REWARDS {
            return self.back_up_earning(mover, value);
        }
        let value = match self.range {
            Some((low, high)) if mover == self.met[ROOT as usize].mover => value.clamp(low, high),
            Some((low, high)) => value.clamp(-high, -low),
            None => value,
        };
        let raw = i64::from(value.raw());
        for &at in &self.path {
            let met = &mut self.met[at as usize];
            met.visits += 1;
            met.sum += if met.mover == mover { raw } else { -raw };
        }
    }

    /// The same where the value of a position includes what is earned after it.
    fn back_up_earning(&mut self, mover: Player, value: Value) {
        // From here on for the first player, whoever the mover is.
        let mut total = mover.for_first(i64::from(value.raw()));
        for (at, earned) in self.path.windows(2).zip(&self.earned) {
            total += self.met[at[0] as usize].mover.for_first(i64::from(earned.raw()));
        }
        if let Some((low, high)) = self.range {
            let root = self.met[ROOT as usize].mover;
            let (low, high) = (low.raw().into(), high.raw().into());
            total = root.for_first(root.for_first(total).clamp(low, high));
        }
        for (i, &at) in self.path.iter().enumerate() {
            let met = &mut self.met[at as usize];
            met.visits += 1;
            met.sum += met.mover.for_first(total);
            if let Some(earned) = self.earned.get(i) {
                total -= met.mover.for_first(i64::from(earned.raw()));
            }
        }
    }
}

/// What `m` earns, for `player`.
#[inline(always)]
fn earns<G: Game>(game: &G, m: G::Move, player: Player) -> Value {
    let earned = reward(game, m);
    if game.mover() == player { earned } else { -earned }
}

/// The index of one of these weights, drawn in proportion to them; `None` if all
/// are 0.
fn draw(weights: impl Iterator<Item = u32> + Clone, rng: &mut Rng) -> Option<usize> {
    let total: u64 = weights.clone().map(u64::from).sum();
    if total == 0 {
        return None;
    }
    let mut drawn = rng.random_range(0..total);
    for (i, weight) in weights.enumerate() {
        match drawn.checked_sub(u64::from(weight)) {
            Some(rest) => drawn = rest,
            None => return Some(i),
        }
    }
    unreachable!("less than the total was drawn")
}

/// Puts the edges with the highest values first, equals in the game's order.
fn order_by_value<M: Copy>(
    edges: &mut [Edge<M>],
    values: &[Value],
    ranked: &mut Vec<(Value, usize, Edge<M>)>,
) {
    ranked.clear();
    ranked.extend(edges.iter().zip(values).zip(0..).map(|((&edge, &value), i)| (value, i, edge)));
    ranked.sort_unstable_by_key(|&(value, i, _)| (Reverse(value), i));
    for (edge, &(_, _, best)) in edges.iter_mut().zip(ranked.iter()) {
        *edge = best;
    }
}
