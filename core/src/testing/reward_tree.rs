//! The random game, with rewards on the way.

use super::{HashEval, Knowledge, Pick, RandomTree};
use crate::{Bounds, Evaluator, Game, Node, NotationError, Player, Value};

/// A [`RandomTree`] in which moves and outcomes may earn or cost their mover
/// something: to test that an algorithm shifts its windows by the rewards, and
/// that its table keeps the value of a position regardless of what was earned
/// before it.
///
/// ```
/// use starboard_core::{Game, testing::RewardTree};
/// let tree = RewardTree::<true>::with_height(7, 6);
/// let mut options = Vec::new();
/// tree.options(&mut options);
/// assert!(options.into_iter().all(|m| tree.reward(m).raw().abs() <= 3));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RewardTree<const CHANCE: bool>(RandomTree<CHANCE>);

/// No reward is further from zero.
const MOST: i32 = 3;

impl<const CHANCE: bool> RewardTree<CHANCE> {
    /// As [`RandomTree::with_height`].
    pub const fn with_height(seed: u64, height: u8) -> Self {
        Self(RandomTree::with_height(seed, height))
    }
}

impl<const CHANCE: bool> Game for RewardTree<CHANCE> {
    type Move = Pick;
    const CHANCE: bool = CHANCE;
    const REWARDS: bool = true;
    const MOVE_INDICES: usize = RandomTree::<CHANCE>::MOVE_INDICES;
    const NULL_MOVE: bool = true;

    fn mover(&self) -> Player {
        self.0.mover()
    }
    fn node(&self) -> Node {
        self.0.node()
    }
    fn moves(&self, out: &mut Vec<Pick>) {
        self.0.moves(out);
    }
    fn chances(&self, out: &mut Vec<(Pick, u32)>) {
        self.0.chances(out);
    }
    fn play(&mut self, m: Pick) {
        self.0.play(m);
    }
    fn reward(&self, m: Pick) -> Value {
        self.0.earned(m, MOST)
    }
    fn key(&self) -> u64 {
        self.0.key()
    }
    fn good_move(&self) -> Option<Pick> {
        self.0.good_move()
    }
    fn move_index(m: Pick) -> usize {
        RandomTree::<CHANCE>::move_index(m)
    }
    fn play_null(&mut self) -> bool {
        self.0.play_null()
    }
    fn mirrored(&self) -> Option<Self> {
        self.0.mirrored().map(Self)
    }
    fn parse(text: &str) -> Result<Self, NotationError> {
        RandomTree::parse(text).map(Self)
    }
    fn format(&self) -> String {
        self.0.format()
    }
    fn format_move(&self, m: Pick) -> String {
        self.0.format_move(m)
    }
}

/// The value of the tree without rewards; bounds have room for all that may
/// still be earned.
impl<const CHANCE: bool> Evaluator<RewardTree<CHANCE>> for HashEval {
    fn evaluate(&mut self, RewardTree(tree): &RewardTree<CHANCE>) -> Value {
        self.evaluate(tree)
    }

    fn bounds(&self, RewardTree(tree): &RewardTree<CHANCE>) -> Bounds {
        let Bounds { low, high } = Evaluator::bounds(self, tree);
        if self.0 == Knowledge::Nothing || matches!(tree.node(), Node::Over(_)) {
            return Bounds { low, high };
        }
        let room = Value::new(MOST * i32::from(tree.left()));
        Bounds { low: low - room, high: high + room }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::conformance!(
        with_chance: RewardTree::<true>::with_height(1, 12),
        evaluator("tight", HashEval(Knowledge::Tight))
    );
    crate::conformance!(
        without_chance: RewardTree::<false>::with_height(2, 12),
        evaluator("tight", HashEval(Knowledge::Tight)),
        evaluator("nothing", HashEval(Knowledge::Nothing))
    );

    #[test]
    fn a_third_or_so_of_the_moves_earn_something() {
        let (mut earning, mut all) = (0, 0);
        for seed in 0..200 {
            let tree = RewardTree::<false>::with_height(seed, 8);
            let mut options = Vec::new();
            tree.options(&mut options);
            earning += options.iter().filter(|&&m| tree.reward(m) != Value::ZERO).count();
            all += options.len();
        }
        assert!(all / 4 < earning && earning < all / 2, "{earning} of {all}");
    }
}
