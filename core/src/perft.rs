//! Perft: counting the lines of play that the rules allow, the test that has
//! found most faults in most move generators.
//!
//! ```
//! use starboard_core::{Game, divide, perft, testing::RandomTree};
//! let tree = RandomTree::<true>::new(1);
//! let total: u64 = divide(&tree, 4).iter().map(|(_, count)| count).sum();
//! assert_eq!(perft(&tree, 4), total);
//! ```

use crate::{ChanceChain, Game, LONGEST_CHANCE, Node, Stop};

/// The number of ways to make `depth` decisions from `game` on. Every outcome of
/// chance on the way counts once, whatever its weight, and takes no depth; after
/// the last decision nothing is rolled. Games that end sooner are not counted.
///
/// In backgammon `perft(start, 1)` adds up the moves of the 21 rolls.
///
/// # Panics
///
/// Where chance follows chance without end: [`try_perft`] returns an error
/// instead.
pub fn perft<G: Game>(game: &G, depth: u32) -> u64 {
    try_perft(game, depth).unwrap_or_else(|error| panic!("{error}"))
}

/// [`perft`] of a game that may break its promises.
///
/// # Errors
///
/// [`PerftError::ChanceChain`] where chance follows chance without end.
pub fn try_perft<G: Game>(game: &G, depth: u32) -> Result<u64, PerftError> {
    counted::<false, _>(game, depth, &Stop::default()).map(whole)
}

/// The same, but `None` if `stop` is requested before it is done.
///
/// # Errors
///
/// As [`try_perft`].
pub fn perft_until<G: Game>(game: &G, depth: u32, stop: &Stop) -> Result<Option<u64>, PerftError> {
    counted::<false, _>(game, depth, stop)
}

/// [`perft`] with every way counted as many times as the product of the weights
/// of its outcomes: with the weights 1 4 6 4 1, a way through the middle outcome
/// counts six times. If the weights of each chance node add up to the same `w`,
/// and each decision is made after one roll, this is `w` to the power of `depth`
/// times the mean number of ways over the rolls of the dice; so it reveals wrong
/// weights, which [`perft`] does not see.
///
/// # Errors
///
/// As [`try_perft`], and [`PerftError::TooMany`] where the sum does not fit.
pub fn weighted_perft<G: Game>(game: &G, depth: u32) -> Result<u64, PerftError> {
    counted::<true, _>(game, depth, &Stop::default()).map(whole)
}

/// [`perft`] of each move of `game`, or of each outcome of chance if that is what
/// comes next: to find where two move generators differ. Empty if `depth` is 0 or
/// the game is over.
///
/// # Panics
///
/// As [`perft`].
pub fn divide<G: Game>(game: &G, depth: u32) -> Vec<(G::Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    let mut options = Vec::new();
    game.options(&mut options);
    let left = depth - u32::from(game.node() == Node::Decision);
    let count = |m| (m, game.clone().with_child(m, |child| perft(child, left)));
    options.into_iter().map(count).collect()
}

/// Why positions could not be counted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PerftError {
    /// Chance follows chance without end, which a game may not do.
    #[error("{0}")]
    ChanceChain(ChanceChain),
    /// The sum of weights does not fit into 64 bits.
    #[error("the weighted count does not fit into 64 bits; count without weights, or less deep")]
    TooMany,
}

/// Why a count was stopped, before it is determined where.
enum Stopped {
    Chain,
    TooMany,
    Request,
}

fn counted<const WEIGHTED: bool, G: Game>(
    game: &G,
    depth: u32,
    stop: &Stop,
) -> Result<Option<u64>, PerftError> {
    let mut stack = Stack { moves: Vec::new(), chances: Vec::new(), stop };
    match stack.count::<WEIGHTED>(&mut game.clone(), depth, 0) {
        Ok(count) => Ok(Some(count)),
        Err(Stopped::Chain) => Err(PerftError::ChanceChain(ChanceChain::below(game))),
        Err(Stopped::TooMany) => Err(PerftError::TooMany),
        Err(Stopped::Request) => Ok(None),
    }
}

fn whole(count: Option<u64>) -> u64 {
    count.expect("a count that nobody can stop")
}

/// The moves of all plies, one after the other, so that few lists are
/// allocated however many are made.
struct Stack<'a, G: Game> {
    moves: Vec<G::Move>,
    chances: Vec<(G::Move, u32)>,
    stop: &'a Stop,
}

impl<G: Game> Stack<'_, G> {
    /// `run` chance nodes have been passed since the last decision.
    fn count<const WEIGHTED: bool>(
        &mut self,
        game: &mut G,
        depth: u32,
        run: u32,
    ) -> Result<u64, Stopped> {
        if depth == 0 {
            return Ok(1);
        }
        let mut total = 0_u64;
        match game.node() {
            Node::Over(_) => {}
            Node::Decision => {
                let first = self.moves.len();
                game.moves(&mut self.moves);
                let end = self.moves.len();
                if depth > 1 && self.stop.requested() {
                    return Err(Stopped::Request);
                }
                if depth == 1 {
                    total = (end - first) as u64;
                } else {
                    for i in first..end {
                        let m = self.moves[i];
                        let count = |child: &mut G| self.count::<WEIGHTED>(child, depth - 1, 0);
                        total = added(total, game.with_child(m, count)?, 1)?;
                    }
                }
                self.moves.truncate(first);
            }
            Node::Chance if run >= LONGEST_CHANCE => return Err(Stopped::Chain),
            Node::Chance => {
                let first = self.chances.len();
                game.chances(&mut self.chances);
                for i in first..self.chances.len() {
                    let (m, weight) = self.chances[i];
                    let count = |child: &mut G| self.count::<WEIGHTED>(child, depth, run + 1);
                    let count = game.with_child(m, count)?;
                    total = added(total, count, if WEIGHTED { weight } else { 1 })?;
                }
                self.chances.truncate(first);
            }
        }
        Ok(total)
    }
}

fn added(total: u64, count: u64, weight: u32) -> Result<u64, Stopped> {
    let more = count.checked_mul(weight.into());
    more.and_then(|more| total.checked_add(more)).ok_or(Stopped::TooMany)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Player, Value,
        testing::{LostTurn, RandomTree},
    };

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

    #[test]
    fn a_count_can_be_stopped() {
        let (start, stop) = (TicTacToe([0, 0], Player::First), Stop::default());
        assert_eq!(perft_until(&start, 4, &stop), Ok(Some(3024)));
        stop.request();
        assert_eq!(perft_until(&start, 4, &stop), Ok(None));
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

    /// A way over outcomes counts as often as their weights say.
    #[test]
    fn weights_are_multiplied_along_a_way() {
        fn plainly<G: Game>(game: &G, depth: u32) -> u64 {
            if depth == 0 {
                return 1;
            }
            let after = |m, left| game.clone().with_child(m, |child| plainly(child, left));
            let (mut moves, mut chances) = (Vec::new(), Vec::new());
            match game.node() {
                Node::Over(_) => 0,
                Node::Decision => {
                    game.moves(&mut moves);
                    moves.into_iter().map(|m| after(m, depth - 1)).sum()
                }
                Node::Chance => {
                    game.chances(&mut chances);
                    chances.into_iter().map(|(m, w)| u64::from(w) * after(m, depth)).sum()
                }
            }
        }
        for tree in (0..50).map(RandomTree::<true>::new) {
            for depth in 0..4 {
                assert_eq!(weighted_perft(&tree, depth), Ok(plainly(&tree, depth)), "{tree:?}");
            }
        }
    }

    #[test]
    fn chance_without_end_is_an_error() {
        let lost = LostTurn::new(3);
        assert_eq!(try_perft(&lost, 1), Ok(2));
        let error = try_perft(&lost, 2).expect_err("a chain");
        assert_eq!(weighted_perft(&lost, 2), Err(error.clone()));
        assert!(error.to_string().contains("for ever, at 2 second ?, after 1"), "{error}");
    }
}
