//! Killer moves: moves that refuted a cousin of this position are tried early here
//! (Huberman 1968; Akl and Newborn 1977).
//!
//! Each ply remembers the last few moves that cut there, the latest first.

#![forbid(unsafe_code)]

use starboard_core::{
    Contribution, Game, Heuristic, NodeInfo,
    spec::{Args, Param, SpecError},
};

/// The options of [`Killers`].
#[derive(Copy, Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct KillersOptions {
    /// Moves remembered per ply. At least 1.
    pub slots: usize,
    /// The score of the latest killer; each earlier one gets a tenth of this less.
    pub score: i32,
}

impl Default for KillersOptions {
    fn default() -> Self {
        Self { slots: 2, score: 1_000_000 }
    }
}

impl KillersOptions {
    /// The options as arguments of a description.
    pub const PARAMS: &[Param] = &[
        Param { name: "slots", default: "2", range: "1 to 8", help: "moves remembered per ply" },
        Param {
            name: "score",
            default: "1000000",
            range: "1 to 10000000",
            help: "the score of the latest killer; each earlier one gets a tenth of it less",
        },
    ];

    /// Reads the options from the arguments of a description.
    ///
    /// # Errors
    ///
    /// If one cannot be read or is out of range.
    pub fn read(args: &mut Args) -> Result<Self, SpecError> {
        let Self { slots, score } = Self::default();
        Ok(Self {
            slots: args.take_in("slots", slots, 1..=8)?,
            score: args.take_in("score", score, 1..=10_000_000)?,
        })
    }

    /// The score of the killer in this slot, 0 for the latest.
    fn of_slot(&self, slot: usize) -> i32 {
        self.score - self.score / 10 * slot.min(9) as i32
    }
}

/// Killer moves.
///
/// ```
/// use starboard_core::{Heuristic, NodeInfo, Game, Window, testing::RandomTree};
/// use starboard_killers::Killers;
///
/// let game = RandomTree::<false>::new(1);
/// let mut moves = Vec::new();
/// game.moves(&mut moves);
/// let node = NodeInfo { game: &game, ply: 3, depth: 4, window: Window::FULL, line: &[] };
/// let mut killers = Killers::default();
/// killers.refuted(&node, &moves[..1], moves[1]);
/// let mut scores = vec![0; moves.len()];
/// killers.score(&node, &moves, &mut scores);
/// assert_eq!(scores[..2], [0, 1_000_000]);
/// ```
#[derive(Clone, Debug)]
pub struct Killers<G: Game> {
    options: KillersOptions,
    /// A row of slots for each ply that has seen a cut.
    slots: Vec<Option<G::Move>>,
}

impl<G: Game> Default for Killers<G> {
    fn default() -> Self {
        Self::new(KillersOptions::default())
    }
}

impl<G: Game> Killers<G> {
    /// Knows none yet. Slots below 1 count as 1.
    pub fn new(options: KillersOptions) -> Self {
        let options = KillersOptions { slots: options.slots.max(1), ..options };
        Self { options, slots: Vec::new() }
    }

    /// The killers of `ply`, the latest first.
    fn at(&self, ply: u32) -> &[Option<G::Move>] {
        let from = ply as usize * self.options.slots;
        self.slots.get(from..from + self.options.slots).unwrap_or_default()
    }
}

impl<G: Game> Heuristic<G> for Killers<G> {
    fn score(&mut self, node: &NodeInfo<'_, G>, moves: &[G::Move], scores: &mut [i32]) {
        for (slot, &killer) in self.at(node.ply).iter().enumerate() {
            let Some(killer) = killer else { break };
            if let Some(i) = moves.iter().position(|&m| m == killer) {
                scores[i] += self.options.of_slot(slot);
            }
        }
    }

    fn refuted(&mut self, node: &NodeInfo<'_, G>, _: &[G::Move], cut: G::Move) {
        let from = node.ply as usize * self.options.slots;
        let end = from + self.options.slots;
        if self.slots.len() < end {
            self.slots.resize(end, None);
        }
        let row = &mut self.slots[from..end];
        // The oldest makes room, unless this one was there already.
        let place = row.iter().position(|&m| m == Some(cut)).unwrap_or(row.len() - 1);
        row[..=place].rotate_right(1);
        row[0] = Some(cut);
    }

    fn clear(&mut self) {
        self.slots.clear();
    }

    fn explain(&mut self, node: &NodeInfo<'_, G>, m: G::Move, out: &mut Vec<Contribution>) {
        if let Some(slot) = self.at(node.ply).iter().position(|&killer| killer == Some(m)) {
            let why = format!("killer {} of ply {}", slot + 1, node.ply);
            out.push(Contribution { part: "killers", score: self.options.of_slot(slot), why });
        }
    }
}

#[cfg(test)]
mod tests {
    use starboard_core::{Node, Window, testing::RandomTree};

    use super::*;

    type Tree = RandomTree<false>;

    /// The scores of the first four moves at ply 1 after cuts given as (ply,
    /// place of the move).
    #[track_caller]
    fn check(slots: usize, cuts: &[(u32, usize)], expected: [i32; 4]) {
        let mut moves = Vec::new();
        let game = (0..)
            .map(Tree::new)
            .find(|game| {
                moves.clear();
                if game.node() == Node::Decision {
                    game.moves(&mut moves);
                }
                moves.len() >= 4
            })
            .expect("a wide one");
        let at = |ply| NodeInfo { game: &game, ply, depth: 1, window: Window::FULL, line: &[] };
        let mut killers = Killers::<Tree>::new(KillersOptions { slots, score: 1000 });
        for &(ply, place) in cuts {
            killers.refuted(&at(ply), &moves[..place], moves[place]);
            killers.new_iteration();
        }
        let mut scores = [5; 4];
        killers.score(&at(1), &moves[..4], &mut scores);
        assert_eq!(scores.map(|score| score - 5), expected);
        killers.clear();
        let mut scores = [0; 4];
        killers.score(&at(1), &moves[..4], &mut scores);
        assert_eq!(scores, [0; 4], "cleared");
    }

    #[test]
    fn the_latest_come_first() {
        check(2, &[], [0; 4]);
        check(2, &[(1, 0)], [1000, 0, 0, 0]);
        check(2, &[(1, 0), (1, 2)], [900, 0, 1000, 0]);
        check(2, &[(1, 0), (1, 2), (1, 3)], [0, 0, 900, 1000]);
        check(2, &[(1, 0), (1, 2), (1, 0)], [1000, 0, 900, 0]);
        check(2, &[(1, 0), (1, 0)], [1000, 0, 0, 0]);
        check(2, &[(0, 0), (2, 1), (7, 2)], [0; 4]);
        check(1, &[(1, 0), (1, 2)], [0, 0, 1000, 0]);
        check(3, &[(1, 3), (1, 2), (1, 1), (1, 3)], [0, 900, 800, 1000]);
        check(0, &[(1, 3)], [0, 0, 0, 1000]);
    }
}
