//! Countermoves: the move that refuted the last move elsewhere is tried early here
//! (Uiterwijk 1992).
//!
//! One reply for each player and last move, the latest that cut. In games with
//! chance the last move is the roll, so that the reply is to the dice.

#![forbid(unsafe_code)]

use starboard_core::{
    Contribution, Game, Heuristic, MoveTable, NodeInfo,
    spec::{Args, Param, SpecError},
};

/// The options of [`Countermoves`].
#[derive(Copy, Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct CountermovesOptions {
    /// The score of the reply.
    pub score: i32,
}

impl Default for CountermovesOptions {
    fn default() -> Self {
        Self { score: 500_000 }
    }
}

impl CountermovesOptions {
    /// The options as arguments of a description.
    pub const PARAMS: &[Param] = &[Param {
        name: "score",
        default: "500000",
        range: "1 to 10000000",
        help: "the score of the move that last refuted the move just played",
    }];

    /// Reads the options from the arguments of a description.
    ///
    /// # Errors
    ///
    /// If one cannot be read or is out of range.
    pub fn read(args: &mut Args) -> Result<Self, SpecError> {
        Ok(Self { score: args.take_in("score", Self::default().score, 1..=10_000_000)? })
    }
}

/// Countermoves.
///
/// ```
/// use starboard_core::{Heuristic, NodeInfo, Game, Window, testing::RandomTree};
/// use starboard_countermoves::Countermoves;
///
/// let game = RandomTree::<false>::new(1);
/// let mut moves = Vec::new();
/// game.moves(&mut moves);
/// let last = Some(moves[0]);
/// let node = NodeInfo { game: &game, ply: 3, depth: 4, window: Window::FULL, line: last.as_slice() };
/// let mut countermoves = Countermoves::default();
/// countermoves.refuted(&node, &moves[..1], moves[1]);
/// let mut scores = vec![0; moves.len()];
/// countermoves.score(&node, &moves, &mut scores);
/// assert_eq!(scores[..2], [0, 500_000]);
/// ```
#[derive(Clone, Debug)]
pub struct Countermoves<G: Game> {
    options: CountermovesOptions,
    replies: MoveTable<G, Option<G::Move>>,
}

impl<G: Game> Default for Countermoves<G> {
    fn default() -> Self {
        Self::new(CountermovesOptions::default())
    }
}

impl<G: Game> Countermoves<G> {
    /// Knows none yet.
    pub fn new(options: CountermovesOptions) -> Self {
        Self { options, replies: MoveTable::default() }
    }

    /// The reply remembered for the mover of `node`, legal or not.
    fn reply(&self, node: &NodeInfo<'_, G>) -> Option<G::Move> {
        self.replies.get(node.game.mover(), node.last()?)
    }
}

impl<G: Game> Heuristic<G> for Countermoves<G> {
    fn score(&mut self, node: &NodeInfo<'_, G>, moves: &[G::Move], scores: &mut [i32]) {
        let Some(reply) = self.reply(node) else { return };
        if let Some(i) = moves.iter().position(|&m| m == reply) {
            scores[i] += self.options.score;
        }
    }

    fn refuted(&mut self, node: &NodeInfo<'_, G>, _: &[G::Move], cut: G::Move) {
        if let Some(last) = node.last() {
            *self.replies.get_mut(node.game.mover(), last) = Some(cut);
        }
    }

    fn clear(&mut self) {
        self.replies.slots_mut().fill(None);
    }

    fn explain(&mut self, node: &NodeInfo<'_, G>, m: G::Move, out: &mut Vec<Contribution>) {
        if self.reply(node) == Some(m) {
            let why = "the latest move that refuted the one just played".to_owned();
            out.push(Contribution { part: "countermoves", score: self.options.score, why });
        }
    }
}

#[cfg(test)]
mod tests {
    use starboard_core::{Window, testing::RandomTree};

    use super::*;

    type Tree = RandomTree<false>;

    /// The place of the move that gets the score after `last`, once replies
    /// were learned as (last, cut), all of them places in the list of moves.
    #[track_caller]
    fn check(learned: &[(Option<usize>, usize)], last: Option<usize>, expected: Option<usize>) {
        let (game, moves) = Tree::wide(4);
        let after = |last: Option<usize>| NodeInfo {
            game: &game,
            ply: 1,
            depth: 1,
            window: Window::FULL,
            line: last.map_or(&[], |i| &moves[i..=i]),
        };
        let mut countermoves = Countermoves::<Tree>::default();
        for &(last, cut) in learned {
            countermoves.refuted(&after(last), &[], moves[cut]);
            countermoves.new_iteration();
        }
        let mut scores = vec![0; moves.len()];
        countermoves.score(&after(last), &moves, &mut scores);
        assert_eq!(scores.iter().position(|&score| score == 500_000), expected);
        assert_eq!(scores.iter().filter(|&&score| score != 0).count(), expected.iter().count());

        countermoves.clear();
        scores.fill(0);
        countermoves.score(&after(last), &moves, &mut scores);
        assert!(scores.iter().all(|&score| score == 0), "cleared");
    }

    #[test]
    fn replies_go_with_the_last_move() {
        check(&[], Some(0), None);
        check(&[(Some(0), 2)], Some(0), Some(2));
        check(&[(Some(0), 2)], Some(1), None);
        check(&[(Some(0), 2), (Some(1), 3)], Some(0), Some(2));
        check(&[(Some(0), 2), (Some(0), 3)], Some(0), Some(3));
        check(&[(None, 2)], Some(0), None);
        check(&[(Some(0), 2)], None, None);
    }

    #[test]
    fn each_player_has_replies_of_their_own() {
        let (first, moves) = Tree::wide(4);
        let second = first.mirrored().expect("a mirror");
        let line = &moves[..1];
        let node = |game| NodeInfo { game, ply: 1, depth: 1, window: Window::FULL, line };
        let mut countermoves = Countermoves::default();
        countermoves.refuted(&node(&first), &[], moves[1]);
        countermoves.refuted(&node(&second), &[], moves[2]);
        assert_eq!(countermoves.reply(&node(&first)), Some(moves[1]));
        assert_eq!(countermoves.reply(&node(&second)), Some(moves[2]));
    }
}
