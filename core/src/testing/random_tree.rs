//! A random game, generated from a seed.

use crate::{Bounds, Game, Node, NotationError, Player, Value, mix};

/// A random game: the shape and the values of its tree follow from the seed. With `CHANCE`,
/// some of its nodes are chance nodes, at most [`LONGEST_RUN`](Self::LONGEST_RUN) in a row.
///
/// Each position confines all values below it to an interval, wide and lopsided
/// at the root and narrowing on the way; see [`Knowledge::Tight`](super::Knowledge::Tight).
///
/// ```
/// use starboard_core::{Game, testing::RandomTree};
/// let tree = RandomTree::<true>::new(7);
/// assert_eq!(RandomTree::parse(&tree.format()), Ok(tree));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RandomTree<const CHANCE: bool> {
    hash: u64,
    mover: Player,
    /// Plies until the game ends at the latest.
    left: u8,
    /// Chance nodes passed since the last decision.
    run: u8,
    /// What the values at and below this position are confined to, for the
    /// mover.
    low: i8,
    high: i8,
}

/// Which branch.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pick(u8);

/// Questions a position answers at random, each independently.
#[derive(Copy, Clone)]
enum Ask {
    Kind,
    Moves,
    Good,
    Null,
    Chances,
    Weight,
    ExtraTurn,
    Twins,
    Commutes,
    Low,
    High,
    Over,
    Guess,
    Reward,
}

/// The only move of a forced pass.
const PASS: Pick = Pick(7);
/// No value is further from zero.
pub(super) const SPAN: i8 = 32;

impl<const CHANCE: bool> RandomTree<CHANCE> {
    /// The most chance nodes in a row.
    pub const LONGEST_RUN: u8 = 3;

    /// The tree grown from `seed`, 255 plies high; most games in it end within eight.
    pub const fn new(seed: u64) -> Self {
        Self::with_height(seed, u8::MAX)
    }

    /// The tree grown from `seed` in which every game ends after at most
    /// `height` plies, outcomes of chance counted: small enough to solve, if
    /// `height` is.
    pub const fn with_height(seed: u64, height: u8) -> Self {
        let hash = mix(seed);
        let (low, high) = (-4 - (hash % 16) as i8, 4 + (hash / 16 % 24) as i8);
        Self { hash, mover: Player::First, left: height, run: 0, low, high }
    }

    /// The first tree with at least `least` moves at its root, and these moves.
    pub fn wide(least: usize) -> (Self, Vec<Pick>) {
        let with_moves = |seed| {
            let (tree, mut moves) = (Self::new(seed), Vec::new());
            if tree.node() == Node::Decision {
                tree.moves(&mut moves);
            }
            (tree, moves)
        };
        let found = (0..1000).map(with_moves).find(|(_, moves)| moves.len() >= least);
        found.expect("a root has up to six moves")
    }

    /// The answer of this position to a question: a number below `below`.
    fn ask(&self, ask: Ask, below: u64) -> u64 {
        mix(self.hash ^ (ask as u64 + 1)) % below
    }

    /// How many moves there are at a decision; 0 for a forced pass.
    fn branches(&self) -> u8 {
        match self.ask(Ask::Moves, 16) {
            0 => 0,
            n => 1 + n as u8 % 5,
        }
    }

    /// A value within the interval, this position's answer to a question.
    fn value(&self, ask: Ask) -> Value {
        let width = self.width() + 1;
        Value::new(i32::from(self.low) + self.ask(ask, width) as i32)
    }

    /// What [`HashEval`](super::HashEval) makes of this position.
    pub(super) fn guess(&self) -> Value {
        self.value(Ask::Guess)
    }

    /// What a branch earns in a [`RewardTree`](super::RewardTree), at most `most`
    /// either way, and often nothing.
    pub(super) fn earned(&self, Pick(i): Pick, most: i32) -> Value {
        let drawn = mix(self.hash ^ mix(u64::from(i)) ^ Ask::Reward as u64) % 16;
        Value::new((drawn as i32 - most).min(most) * i32::from(drawn <= 2 * most as u64))
    }

    /// Plies until the game ends at the latest.
    pub(super) fn left(&self) -> u8 {
        self.left
    }

    /// The interval that all values at and below this position lie in.
    pub(super) fn interval(&self) -> Bounds {
        match self.node() {
            Node::Over(value) => Bounds::exact(value),
            _ => Bounds { low: Value::new(self.low.into()), high: Value::new(self.high.into()) },
        }
    }

    fn width(&self) -> u64 {
        u64::from(self.high.abs_diff(self.low))
    }

    /// Whether moves here and in the next positions may be swapped: the first
    /// of two ways to transpose. Such nodes only add up their moves.
    fn commutes(&self) -> bool {
        self.ask(Ask::Commutes, 3) > 0
    }

    /// Whether the first two branches lead to the same position.
    fn has_twins(&self) -> bool {
        self.ask(Ask::Twins, 8) == 0
    }

    /// Narrows the interval by up to a sixth from either side.
    fn narrow(&mut self) {
        let sixth = self.width() / 6 + 1;
        let (up, down) = (self.ask(Ask::Low, sixth), self.ask(Ask::High, sixth));
        (self.low, self.high) = (self.low + up as i8, self.high - down as i8);
    }

    fn turn(&mut self) {
        self.mover = self.mover.other();
        (self.low, self.high) = (-self.high, -self.low);
    }
}

impl<const CHANCE: bool> Game for RandomTree<CHANCE> {
    type Move = Pick;
    const CHANCE: bool = CHANCE;
    const MOVE_INDICES: usize = 8;
    const NULL_MOVE: bool = true;

    fn mover(&self) -> Player {
        self.mover
    }

    fn node(&self) -> Node {
        match self.ask(Ask::Kind, 8) {
            _ if self.left == 0 => Node::Over(self.value(Ask::Over)),
            0 => Node::Over(self.value(Ask::Over)),
            1..=3 if CHANCE && self.run < Self::LONGEST_RUN => Node::Chance,
            _ => Node::Decision,
        }
    }

    fn moves(&self, out: &mut Vec<Pick>) {
        match self.branches() {
            _ if matches!(self.node(), Node::Over(_)) => {}
            0 => out.push(PASS),
            n => out.extend((0..n).map(Pick)),
        }
    }

    fn chances(&self, out: &mut Vec<(Pick, u32)>) {
        if self.node() != Node::Chance {
            return;
        }
        let weights = self.ask(Ask::Weight, 1 << 30);
        let weight = |i: u8| 1 + (weights >> (3 * i)) as u32 % 8;
        out.extend((0..=self.ask(Ask::Chances, 6) as u8).map(|i| (Pick(i), weight(i))));
    }

    fn play(&mut self, Pick(i): Pick) {
        let chance = self.node() == Node::Chance;
        let commutes = !chance && self.commutes();
        let turns = !chance && (commutes || Pick(i) == PASS || self.ask(Ask::ExtraTurn, 3) > 0);
        let branch = mix(u64::from(if self.has_twins() && i == 1 { 0 } else { i }));
        if commutes {
            self.hash = self.hash.wrapping_add(branch);
        } else {
            self.narrow();
            self.hash = mix(self.hash ^ branch);
        }
        if turns {
            self.turn();
        }
        self.run = if chance { self.run + 1 } else { 0 };
        self.left -= 1;
    }

    fn key(&self) -> u64 {
        let [low, high] = [self.low, self.high].map(|end| end as u8);
        let rest = [self.mover.index() as u8, self.left, self.run, low, high, 0, 0, 0];
        mix(self.hash ^ mix(u64::from_le_bytes(rest)))
    }

    fn good_move(&self) -> Option<Pick> {
        let i = self.ask(Ask::Good, 8) as u8;
        (i < self.branches()).then_some(Pick(i))
    }

    fn move_index(Pick(i): Pick) -> usize {
        usize::from(i)
    }

    fn play_null(&mut self) -> bool {
        if self.ask(Ask::Null, 4) == 0 {
            return false;
        }
        self.hash = mix(self.hash);
        self.turn();
        (self.run, self.left) = (0, self.left - 1);
        true
    }

    fn mirrored(&self) -> Option<Self> {
        // Nothing but the mover tells the players apart.
        Some(Self { mover: self.mover.other(), ..self.clone() })
    }

    fn parse(text: &str) -> Result<Self, NotationError> {
        fn field<T: std::str::FromStr>(text: &str, expected: &str) -> Result<T, NotationError> {
            text.parse().map_err(|_| NotationError::unexpected(expected, text))
        }
        let fields: Vec<_> = text.split_whitespace().collect();
        let [hash, mover, left, run, low, high] = fields[..] else {
            return Err(NotationError::unexpected(
                "a hash, first or second, plies left, chance nodes passed, lowest and highest value",
                text,
            ));
        };
        let tree = Self {
            hash: u64::from_str_radix(hash, 16)
                .map_err(|_| NotationError::unexpected("a hexadecimal hash", hash))?,
            mover: match mover {
                "first" => Player::First,
                "second" => Player::Second,
                _ => return Err(NotationError::unexpected("first or second", mover)),
            },
            left: field(left, "plies left, at most 255")?,
            run: field(run, "how many chance nodes were passed")?,
            low: field(low, "the lowest value")?,
            high: field(high, "the highest value")?,
        };
        if tree.run > if CHANCE { Self::LONGEST_RUN } else { 0 } {
            return Err(NotationError::impossible("so many chance nodes cannot be in a row"));
        }
        if tree.low < -SPAN || tree.high < tree.low || SPAN < tree.high {
            return Err(NotationError::impossible("values must be confined within -32 to 32"));
        }
        Ok(tree)
    }

    fn format(&self) -> String {
        let mover = if self.mover == Player::First { "first" } else { "second" };
        let Self { hash, left, run, low, high, .. } = self;
        format!("{hash:016x} {mover} {left} {run} {low} {high}")
    }

    fn format_move(&self, m: Pick) -> String {
        if m == PASS { "pass".to_owned() } else { m.0.to_string() }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use super::*;

    /// Every structure the module promises, counted over the positions within
    /// six plies of 40 seeds.
    #[test]
    fn every_structure_turns_up() {
        let mut seen = HashMap::<&str, u32>::new();
        for seed in 0..40 {
            let mut level = vec![(RandomTree::<true>::new(seed), 1)];
            for _ in 0..6 {
                let mut next = Vec::new();
                let mut met = HashSet::new();
                for (tree, movers) in &level {
                    let mut count = |what, yes| *seen.entry(what).or_default() += u32::from(yes);
                    let (mut options, mut chances) = (Vec::new(), Vec::new());
                    tree.options(&mut options);
                    tree.chances(&mut chances);
                    match tree.node() {
                        Node::Over(_) => count("over", true),
                        Node::Chance => {
                            count("run of chance", tree.run > 0);
                            count("single outcome", chances.len() == 1);
                            count("uneven", chances.iter().any(|c| c.1 != chances[0].1));
                        }
                        Node::Decision => {
                            count("decision", true);
                            count("forced", options.len() == 1);
                            count("pass", options == [PASS]);
                            count("wide", options.len() == 5);
                            count("extra turns", *movers > 1);
                            count("good move", tree.good_move().is_some());
                            count("null", tree.clone().play_null());
                        }
                    }
                    let mut siblings = HashSet::new();
                    for m in options {
                        let mut child = tree.clone();
                        child.play(m);
                        let twin = !siblings.insert(child.clone());
                        count("twins", twin);
                        count("other order", !met.insert(child.clone()) && !twin);
                        let again = tree.mover == child.mover && tree.node() == Node::Decision;
                        next.push((child, if again { movers + 1 } else { 1 }));
                    }
                }
                next.truncate(2000);
                level = next;
            }
        }
        let rare: Vec<_> = seen.iter().filter(|(_, n)| **n < 100).collect();
        assert!(rare.is_empty() && seen.len() == 13, "{seen:?}");
    }

    #[test]
    fn ends_at_its_height() {
        let mut tree = RandomTree::<true>::with_height(3, 0);
        assert!(matches!(tree.node(), Node::Over(_)));
        tree.left = 1;
        let mut options = Vec::new();
        tree.options(&mut options);
        for m in options {
            assert!(tree.with_child(m, |child| matches!(child.node(), Node::Over(_))));
        }
    }

    #[test]
    fn bad_positions_are_named() {
        for (text, named) in [
            ("", "a hash"),
            ("xyz first 1 0 0 0", "hexadecimal"),
            ("0 third 1 0 0 0", "first or second"),
            ("0 first 300 0 0 0", "plies left"),
            ("0 first 1 4 0 0", "in a row"),
            ("0 first 1 0 3 2", "confined"),
            ("0 first 1 0 -33 2", "confined"),
        ] {
            let error = RandomTree::<true>::parse(text).unwrap_err().to_string();
            assert!(error.contains(named), "{text:?}: {error}");
        }
    }
}
