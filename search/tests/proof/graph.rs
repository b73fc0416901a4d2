//! A game on a random graph: cycles, transpositions, moves in a row by one
//! player, and counters in hand to pay for moves; small enough that the answer
//! to every question about it is found backwards from the ends.

use std::sync::Arc;

use rand::{RngExt, seq::SliceRandom};
use starboard_core::{Game, Node, Player, Repetition, Rng, Value, mix, rng};
use starboard_search::proof::{Goal, Resource};

/// Counters the attacker starts with at the most.
const HANDS: usize = 4;
/// Who has counters, and is to win.
pub(crate) const ATTACKER: Player = Player::First;

#[derive(Debug)]
struct Place {
    mover: Player,
    /// The outcome for the attacker, where the game ends.
    over: Option<i32>,
    /// Where a move leads and what it costs the attacker.
    edges: Vec<(usize, usize)>,
}

/// A position: a place on the graph, and the attacker's counters.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    places: Arc<Vec<Place>>,
    at: usize,
    hand: usize,
    /// Positions that were on the board before, where the game remembers them.
    seen: Option<Vec<(usize, usize)>>,
}

impl PartialEq for Graph {
    fn eq(&self, other: &Self) -> bool {
        (self.at, self.hand) == (other.at, other.hand)
    }
}

impl Graph {
    /// A random graph of up to `most` places: either any place leads to any
    /// other, or it is a long way from the root to the ends, with steps back.
    pub(crate) fn new(seed: u64, most: usize) -> Self {
        let mut rng = rng(seed, 0);
        let count = rng.random_range(2..=most);
        let degrees = [0; 2].map(|_| rng.random_range(1..=5_usize));
        let (long, pays) = (rng.random_bool(0.7), rng.random_bool(0.5));
        let (back, attackers) = (rng.random_range(1..=5), rng.random_range(3..=7_u32));
        let (ends, backs) = (rng.random_range(1..=40_u32), rng.random_range(0..=50));
        let mut places = Vec::new();
        for i in 0..count {
            let mover =
                if rng.random_range(0..10) < attackers { ATTACKER } else { ATTACKER.other() };
            let over = match long {
                true if i > count / 6 => None,
                true => Some(if rng.random_range(0..8) > 0 { 1 } else { -1 }),
                false => (rng.random_range(0..100) < ends).then(|| rng.random_range(-1..=1)),
            };
            let mut edges: Vec<(usize, usize)> = Vec::new();
            for _ in 0..rng.random_range(1..=degrees[mover.index()]) {
                let paid = pays && mover == ATTACKER && !edges.is_empty();
                let cost = if paid { rng.random_range(0..HANDS) } else { 0 };
                // The defender has to give way, as a rule: otherwise nobody would win.
                let to = match long {
                    true if mover == ATTACKER || rng.random_range(0..100) < backs => {
                        (i + rng.random_range(0..=back + 3)).saturating_sub(3).min(count - 1)
                    }
                    true => i.saturating_sub(rng.random_range(1..=3)),
                    false => rng.random_range(0..count),
                };
                edges.push((to, cost));
            }
            edges.dedup();
            places.push(Place { mover, over, edges });
        }
        let at = count - 1;
        places[at].over = None;
        let hand = if pays { rng.random_range(0..HANDS) } else { 0 };
        Self { places: Arc::new(places), at, hand, seen: None }
    }

    /// All its positions that are not over, in any order.
    pub(crate) fn positions(&self, rng: &mut Rng) -> Vec<Self> {
        let all = (0..self.places.len() * HANDS).map(|i| (i / HANDS, i % HANDS));
        let open = all.filter(|&(at, _)| self.places[at].over.is_none());
        let mut all: Vec<_> = open.map(|(at, hand)| Self { at, hand, ..self.clone() }).collect();
        all.shuffle(rng);
        all
    }

    /// The same game, in which some positions were on the board before.
    pub(crate) fn with_history(self, seed: u64) -> Self {
        let mut rng = rng(seed, 1);
        let seen = (0..self.places.len() * HANDS).map(|i| (i / HANDS, i % HANDS));
        let seen = seen.filter(|&s| s != (self.at, self.hand) && rng.random_bool(0.1));
        Self { seen: Some(seen.collect()), ..self.clone() }
    }

    /// In how many plies the attacker forces a win, if it can: found backwards
    /// from the ends, with what was on the board before as lost.
    pub(crate) fn distance(&self) -> Option<u32> {
        let seen = |state| self.seen.as_ref().is_some_and(|seen| seen.contains(&state));
        self.forced(ATTACKER, |state| !seen(state))[self.at * HANDS + self.hand]
    }

    /// The same for the other player, whatever was on the board before.
    pub(crate) fn other_distance(&self) -> Option<u32> {
        self.forced(ATTACKER.other(), |_| true)[self.at * HANDS + self.hand]
    }

    /// For each position in how many plies this player can force a win, of
    /// the positions that are open.
    fn forced(&self, player: Player, open: impl Fn((usize, usize)) -> bool) -> Vec<Option<u32>> {
        let won = if player == ATTACKER { 1 } else { -1 };
        let mut plies: Vec<Option<u32>> = vec![None; self.places.len() * HANDS];
        loop {
            let mut next = plies.clone();
            for (i, slot) in next.iter_mut().enumerate() {
                let (place, hand) = (&self.places[i / HANDS], i % HANDS);
                if !open((i / HANDS, hand)) {
                    continue;
                }
                if place.over.is_some() {
                    *slot = (place.over == Some(won)).then_some(0);
                    continue;
                }
                let affordable = place.edges.iter().filter(|&&(_, cost)| cost <= hand);
                let after = affordable.map(|&(to, cost)| plies[to * HANDS + hand - cost]);
                let best = if place.mover == player {
                    after.flatten().min()
                } else {
                    after.collect::<Option<Vec<_>>>().and_then(|all| all.into_iter().max())
                };
                *slot = best.map(|plies| plies + 1);
            }
            if next == plies {
                return plies;
            }
            plies = next;
        }
    }
}

impl Game for Graph {
    type Move = usize;

    fn mover(&self) -> Player {
        self.places[self.at].mover
    }

    fn node(&self) -> Node {
        let place = &self.places[self.at];
        match place.over {
            Some(outcome) if place.mover == ATTACKER => Node::Over(Value::new(outcome)),
            Some(outcome) => Node::Over(Value::new(-outcome)),
            None => Node::Decision,
        }
    }

    fn moves(&self, out: &mut Vec<usize>) {
        let place = &self.places[self.at];
        if place.over.is_none() {
            out.extend((0..place.edges.len()).filter(|&i| place.edges[i].1 <= self.hand));
        }
    }

    fn play(&mut self, m: usize) {
        if let Some(seen) = &mut self.seen {
            seen.push((self.at, self.hand));
        }
        let (to, cost) = self.places[self.at].edges[m];
        (self.at, self.hand) = (to, self.hand - cost);
    }

    fn key(&self) -> u64 {
        mix((self.at * HANDS + self.hand) as u64)
    }

    fn repetition(&self) -> Option<Repetition> {
        let seen = self.seen.as_ref()?;
        let last = seen.iter().rev().position(|&at| at == (self.at, self.hand))?;
        Some(Repetition { value: Value::ZERO, plies: last as u32 + 1 })
    }
}

/// The attacker's counters, or what it has spent.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub(crate) struct Hand(usize);

impl Resource for Hand {
    fn dominates(&self, other: &Self) -> bool {
        self.0 >= other.0
    }
}

/// The attacker wins, or the other player does not lose to it.
#[derive(Clone, Debug)]
pub(crate) struct Force {
    /// Whether the other player is to hold out, for ever if it can.
    pub(crate) hold: bool,
    /// Whether more counters count as better for the attacker. Where positions were on the
    /// board before they need not be: it may have been the richer one.
    pub(crate) dominance: bool,
}

impl Goal<Graph> for Force {
    type Resource = Hand;

    fn attacker(&self, _: &Graph) -> Player {
        if self.hold { ATTACKER.other() } else { ATTACKER }
    }

    fn verdict(&mut self, game: &Graph, _: Player) -> Option<bool> {
        Some((game.places[game.at].over? == 1) != self.hold)
    }

    fn estimate(&mut self, game: &Graph, attacking: bool) -> (u32, u32) {
        (1 + game.at as u32 % 3, 1 + u32::from(attacking))
    }

    fn split(&self, game: &Graph) -> (u64, Hand) {
        if !self.dominance {
            return (game.key(), Hand::default());
        }
        let hand = if self.hold { HANDS - game.hand } else { game.hand };
        (mix(game.at as u64), Hand(hand))
    }

    fn repetition_attains(&self) -> bool {
        self.hold
    }
}
