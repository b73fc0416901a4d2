//! What a test of an algorithm of your own needs: a random game generated from
//! a seed, an evaluator for it, and an ordering that knows nothing.
//!
//! Every structure a search can meet turns up in a [`RandomTree`] sooner or
//! later: ties, transpositions, forced passes, extra turns, runs of chance
//! nodes, single outcomes, finished roots. An algorithm that claims to be exact
//! should agree with plain minimax on all of them.

mod lost_turn;
mod random_tree;
mod reward_tree;

use self::random_tree::SPAN;
pub use self::{
    lost_turn::LostTurn,
    random_tree::{Pick, RandomTree},
    reward_tree::RewardTree,
};
use crate::{Bounds, Contribution, Evaluator, Game, Heuristic, NodeInfo, Value, mix};

/// How much [`HashEval`] says about the values below a position.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Knowledge {
    /// Nothing: [`Bounds::FULL`].
    #[default]
    Nothing,
    /// What holds in every [`RandomTree`]: -32 to 32.
    Fixed,
    /// The interval the position is confined to, different from position to
    /// position and seldom symmetric; the very value where the game is over.
    Tight,
}

/// Makes up a value that depends on the position alone, one of so few that ties
/// are common. Its bounds are sound.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct HashEval(pub Knowledge);

impl<const CHANCE: bool> Evaluator<RandomTree<CHANCE>> for HashEval {
    fn evaluate(&mut self, game: &RandomTree<CHANCE>) -> Value {
        game.guess()
    }

    fn bounds(&self, game: &RandomTree<CHANCE>) -> Bounds {
        match self.0 {
            Knowledge::Nothing => Bounds::FULL,
            Knowledge::Fixed => Bounds::symmetric(Value::new(SPAN.into())),
            Knowledge::Tight => game.interval(),
        }
    }
}

/// Orders the moves of any game at random, the same way at each visit: the
/// order may change what a search costs, never what it finds.
#[derive(Copy, Clone, Debug, Default)]
pub struct Shuffled {
    /// The seed: another one gives another order.
    pub seed: u64,
}

impl Shuffled {
    /// The score of move `i` of a position.
    fn draw(self, key: u64, i: usize) -> i32 {
        (mix(self.seed ^ mix(key ^ i as u64)) >> 48) as i32
    }
}

impl<G: Game> Heuristic<G> for Shuffled {
    fn score(&mut self, node: &NodeInfo<'_, G>, _: &[G::Move], scores: &mut [i32]) {
        let key = node.game.key();
        for (i, score) in scores.iter_mut().enumerate() {
            *score += self.draw(key, i);
        }
    }

    fn explain(&mut self, node: &NodeInfo<'_, G>, m: G::Move, out: &mut Vec<Contribution>) {
        let mut moves = Vec::new();
        node.game.moves(&mut moves);
        if let Some(i) = moves.iter().position(|&other| other == m) {
            let score = self.draw(node.game.key(), i);
            out.push(Contribution { part: "shuffled", score, why: "drawn at random".to_owned() });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Window;

    crate::conformance!(
        without_chance: RandomTree::<false>::new(2),
        evaluator("nothing", HashEval(Knowledge::Nothing)),
        evaluator("fixed", HashEval(Knowledge::Fixed)),
        evaluator("tight", HashEval(Knowledge::Tight))
    );
    crate::conformance!(
        with_chance: RandomTree::<true>::new(1),
        start(RandomTree::with_height(2, 5)),
        evaluator("tight", HashEval(Knowledge::Tight))
    );

    #[test]
    fn shuffling_explains_its_scores() {
        let game = RandomTree::<false>::new(4);
        let mut moves = Vec::new();
        game.moves(&mut moves);
        let (mut scores, mut why) = (vec![0; moves.len()], Vec::new());
        let node = NodeInfo { game: &game, ply: 0, depth: 1, window: Window::FULL, line: &[] };
        let mut shuffled = Shuffled { seed: 3 };
        shuffled.score(&node, &moves, &mut scores);
        moves.iter().for_each(|&m| shuffled.explain(&node, m, &mut why));
        assert!(scores.len() > 2 && !scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
        assert_eq!(why.iter().map(|c| c.score).collect::<Vec<_>>(), scores);
    }
}
