//! Perft: how many positions the rules lead to, the test that has found most
//! faults in most move generators.
//!
//! ```
//! use starboard_core::{Game, divide, perft, testing::RandomTree};
//! let tree = RandomTree::<true>::new(1);
//! let total: u64 = divide(&tree, 4).iter().map(|(_, count)| count).sum();
//! assert_eq!(perft(&tree, 4), total);
//! ```

use crate::{Game, Node};

/// The number of ways to make `depth` decisions from `game` on. Every outcome
/// of chance on the way counts once, whatever its weight, and takes no depth;
/// after the last decision nothing is rolled. Games that end sooner count
/// nothing.
///
/// In backgammon `perft(start, 1)` adds up the moves of the 21 rolls.
pub fn perft<G: Game>(game: &G, depth: u32) -> u64 {
    Stack::default().count(&mut game.clone(), depth)
}

/// [`perft`] of each move of `game`, or of each outcome of chance if that is
/// what comes next: to find where two move generators differ. Nothing if there
/// is nothing to decide.
pub fn divide<G: Game>(game: &G, depth: u32) -> Vec<(G::Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    let (mut options, mut stack) = (Vec::new(), Stack::default());
    game.options(&mut options);
    let left = depth - u32::from(game.node() == Node::Decision);
    let count = |m| (m, game.clone().with_child(m, |child| stack.count(child, left)));
    options.into_iter().map(count).collect()
}

/// The moves of all plies, one after the other, so that few lists are
/// allocated however many are made.
struct Stack<G: Game> {
    moves: Vec<G::Move>,
    chances: Vec<(G::Move, u32)>,
}

impl<G: Game> Default for Stack<G> {
    fn default() -> Self {
        Self { moves: Vec::new(), chances: Vec::new() }
    }
}

impl<G: Game> Stack<G> {
    fn count(&mut self, game: &mut G, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut total = 0;
        match game.node() {
            Node::Over(_) => {}
            Node::Decision => {
                let first = self.moves.len();
                game.moves(&mut self.moves);
                let end = self.moves.len();
                if depth == 1 {
                    total = (end - first) as u64;
                } else {
                    for i in first..end {
                        let m = self.moves[i];
                        total += game.with_child(m, |child| self.count(child, depth - 1));
                    }
                }
                self.moves.truncate(first);
            }
            Node::Chance => {
                let first = self.chances.len();
                game.chances(&mut self.chances);
                for i in first..self.chances.len() {
                    let (m, _) = self.chances[i];
                    total += game.with_child(m, |child| self.count(child, depth));
                }
                self.chances.truncate(first);
            }
        }
        total
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Player, Value, testing::RandomTree};

    /// Squares taken by the player to move and by the other.
    #[derive(Clone, Debug, PartialEq)]
    struct TicTacToe([u16; 2], Player);

    impl Game for TicTacToe {
        type Move = u8;
        fn mover(&self) -> Player {
            self.1
        }
        fn node(&self) -> Node {
            const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
            let Self([mine, theirs], _) = self;
            if LINES.iter().any(|line| theirs & line == *line) {
                Node::Over(Value::new(-1))
            } else if mine | theirs == 0o777 {
                Node::Over(Value::ZERO)
            } else {
                Node::Decision
            }
        }
        fn moves(&self, out: &mut Vec<u8>) {
            let open = self.node() == Node::Decision;
            let free = |i: &u8| open && (self.0[0] | self.0[1]) & 1 << i == 0;
            out.extend((0..9).filter(free));
        }
        fn play(&mut self, m: u8) {
            let Self([mine, theirs], mover) = *self;
            *self = Self([theirs, mine | 1 << m], mover.other());
        }
        fn key(&self) -> u64 {
            let Self([mine, theirs], mover) = *self;
            u64::from(mine) << 32 | u64::from(theirs) << 1 | mover.index() as u64
        }
    }

    crate::conformance!(tic_tac_toe: TicTacToe([0, 0], Player::First), games(16));

    /// Well known: 255,168 games, of which 1,440, 5,328, 47,952 and 72,576 end
    /// after 5 to 8 moves and the rest after 9.
    #[test]
    fn tic_tac_toe_has_as_many_games_as_known() {
        let start = TicTacToe([0, 0], Player::First);
        let counts = [1, 9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872, 0];
        for (depth, count) in counts.into_iter().enumerate() {
            assert_eq!(perft(&start, depth as u32), count, "depth {depth}");
        }
        assert_eq!(divide(&start, 3), (0..9).map(|m| (m, 56)).collect::<Vec<_>>());
    }

    /// The definition, word by word.
    fn plainly<G: Game>(game: &G, depth: u32) -> u64 {
        let mut options = Vec::new();
        game.options(&mut options);
        let left = depth - u32::from(game.node() == Node::Decision && depth > 0);
        let after = |m| {
            let mut child = game.clone();
            child.play(m);
            plainly(&child, left)
        };
        if depth == 0 { 1 } else { options.into_iter().map(after).sum() }
    }

    #[test]
    fn chance_takes_no_depth() {
        for seed in 0..50 {
            let tree = RandomTree::<true>::new(seed);
            for depth in 0..5 {
                assert_eq!(perft(&tree, depth), plainly(&tree, depth), "{seed}, {depth}");
                let parts: u64 = divide(&tree, depth).iter().map(|(_, count)| count).sum();
                assert_eq!(parts, if depth == 0 { 0 } else { perft(&tree, depth) });
            }
        }
    }
}
