//! Life and death by playouts: a Monte Carlo tree search on the part of
//! the board around a group.
//!
//! The tree is grown as in UCT (Kocsis and Szepesvári 2006), with the built-in
//! pattern values as priors of moves (Rosin 2011) and with
//! RAVE, the values of moves played anywhere later in a game (Gelly and Silver 2007).
//! Proven results are backed up the tree, as in MCTS-Solver
//! (Winands, Björnsson and Saito 2008). A game ends when the group is captured,
//! has two eyes or has escaped; nothing is played outside that part of the board. The search of
//! `starboard-search` asks its game for its moves at every step and does not know the values of
//! later moves; a game here takes about twenty microseconds because its moves are not listed at
//! every step.

mod field;
mod game;
mod policy;
mod tree;

pub(crate) use self::policy::is_eye;
use self::{field::Field, tree::Tree};
use crate::{Board, Ko, Point, Points};

/// The same question has the same answer.
const SEED: u64 = 1;
/// A group that is captured in this many of a thousand games counts as dead: fewer than
/// half, as random play is harder on the attacker.
const DEAD: i32 = 300;
/// If a ko is met in one game of so many, it may be one about the group.
const KOS: u32 = 20;
/// Of a move played in fewer games than this, too little is known.
const TRIED: u32 = 6;

/// What games played out say about a group.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Estimate {
    /// In how many of a thousand games it is captured after the best move; 0 or
    /// 1000 where every line was played to its end.
    pub(crate) chance: i32,
    /// The best move for the player to move; `None` for a pass.
    pub(crate) best: Option<Point>,
    /// The same chances after every move that was [tried](TRIED) often, the most often first.
    pub(crate) tried: Vec<(Point, i32)>,
    /// Whether kos were met.
    pub(crate) kos: bool,
}

impl Estimate {
    /// Whether the group is dead.
    pub(super) const fn dead(&self) -> bool {
        self.chance >= DEAD
    }
}

/// How many games are played.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Games {
    /// No more than these.
    pub(crate) most: u32,
    /// No more once so many in a row have ended alike.
    pub(crate) alike: u32,
}

impl Games {
    /// So many, however they end.
    pub(crate) const fn all(most: u32) -> Self {
        Self { most, alike: u32::MAX }
    }
}

/// Estimates what becomes of the group of a stone by playouts, with the opponent to move if
/// `kill`; `None` if there is no stone. The owner's stones in `strong`
/// count as alive even if attacked first.
pub(crate) fn estimate(
    board: &Board,
    target: Point,
    ko: Ko,
    kill: bool,
    games: Games,
    strong: &Points,
) -> Option<Estimate> {
    let owner = board.at(target)?;
    let field = Field::new(board, target, owner, ko, strong);
    let mover = if kill { owner.other() } else { owner };
    let mut tree = Tree::new(&field, board, mover);
    let played = tree.grow(games, &mut starboard_core::rng(SEED, 0));
    let (best, chance) = tree.best();
    Some(Estimate { chance, best, tried: tree.tried(TRIED), kos: tree.kos() * KOS > played })
}
