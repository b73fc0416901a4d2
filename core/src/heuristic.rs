//! Ordering heuristics: which move to search first.

use std::fmt;

use crate::{Duplicate, Game, Window};

/// What an ordering heuristic may look at besides the moves.
#[derive(Debug)]
pub struct NodeInfo<'a, G: Game> {
    /// The position the moves belong to.
    pub game: &'a G,
    /// Moves played since the root, outcomes of chance not counted.
    pub ply: u32,
    /// The remaining depth, in moves.
    pub depth: u32,
    /// The window the node was entered with.
    pub window: Window,
    /// The moves and outcomes since the root, or since the last null move, that led to
    /// the position. A search may leave out all but the last.
    pub line: &'a [G::Move],
}

impl<G: Game> NodeInfo<'_, G> {
    /// The move or outcome that led here, if the node is not the root.
    pub fn last(&self) -> Option<G::Move> {
        self.line.last().copied()
    }
}

/// One heuristic's contribution to the score of a move.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Contribution {
    /// The name of the heuristic.
    pub part: &'static str,
    /// What it added to the move's score.
    pub score: i32,
    /// Why, in words.
    pub why: String,
}

/// An opinion on which moves to search first.
///
/// It is called once per *node*, not once per move, so a `dyn Heuristic` costs one
/// indirect call where a node costs hundreds of instructions. Each search thread clones
/// its own. Scores add up: a tuple or a `Vec` of heuristics is a heuristic. The move from
/// the transposition table is tried first, whatever the scores.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no ordering of `{G}`",
    note = "implement `starboard_core::Heuristic<{G}>` for it, with `#[derive(Clone)]`"
)]
pub trait Heuristic<G: Game>: Duplicate + Send {
    /// Adds this heuristic's opinion of `moves[i]` to `scores[i]`; the highest
    /// is searched first, ties in the game's own order.
    fn score(&mut self, node: &NodeInfo<'_, G>, moves: &[G::Move], scores: &mut [i32]);

    /// Called when the move `cut` caused a cut-off at the node; `tried` are the moves
    /// that had not, in the order searched.
    fn refuted(&mut self, node: &NodeInfo<'_, G>, tried: &[G::Move], cut: G::Move) {
        let _ = (node, tried, cut);
    }

    /// Called when a new iteration of the same search begins: the moment to age what was
    /// learned.
    fn new_iteration(&mut self) {}

    /// Called when a search begins, as a rule of a position that comes a few moves later
    /// in the same game.
    fn new_search(&mut self) {}

    /// Forgets what it learned, before an unrelated search.
    fn clear(&mut self) {}

    /// Appends what this heuristic says about `m`, and why; its scores are
    /// those that [`score`](Self::score) adds.
    fn explain(&mut self, node: &NodeInfo<'_, G>, m: G::Move, out: &mut Vec<Contribution>) {
        let _ = (node, m, out);
    }

    /// Whether it has anything to say; `false` spares the search the
    /// sorting.
    fn is_active(&self) -> bool {
        true
    }
}

dyn_clone::clone_trait_object!(<G: Game> Heuristic<G>);

impl<G: Game> fmt::Debug for dyn Heuristic<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Heuristic")
    }
}

/// Calls the same method of every part.
macro_rules! forward {
    ($parts:ident => $($part:expr),*) => {
        fn score(&mut self, node: &NodeInfo<'_, G>, moves: &[G::Move], scores: &mut [i32]) {
            let $parts = self;
            $($part.score(node, moves, scores);)*
        }
        fn refuted(&mut self, node: &NodeInfo<'_, G>, tried: &[G::Move], cut: G::Move) {
            let $parts = self;
            $($part.refuted(node, tried, cut);)*
        }
        fn new_iteration(&mut self) {
            let $parts = self;
            $($part.new_iteration();)*
        }
        fn new_search(&mut self) {
            let $parts = self;
            $($part.new_search();)*
        }
        fn clear(&mut self) {
            let $parts = self;
            $($part.clear();)*
        }
        fn explain(&mut self, node: &NodeInfo<'_, G>, m: G::Move, out: &mut Vec<Contribution>) {
            let $parts = self;
            $($part.explain(node, m, out);)*
        }
    };
}

impl<G: Game> Heuristic<G> for () {
    fn score(&mut self, _: &NodeInfo<'_, G>, _: &[G::Move], _: &mut [i32]) {}
    fn is_active(&self) -> bool {
        false
    }
}

impl<G: Game> Heuristic<G> for Box<dyn Heuristic<G>> {
    forward!(h => (**h));
    fn is_active(&self) -> bool {
        (**self).is_active()
    }
}

impl<G: Game> Heuristic<G> for Vec<Box<dyn Heuristic<G>>> {
    fn score(&mut self, node: &NodeInfo<'_, G>, moves: &[G::Move], scores: &mut [i32]) {
        self.iter_mut().for_each(|h| h.score(node, moves, scores));
    }
    fn refuted(&mut self, node: &NodeInfo<'_, G>, tried: &[G::Move], cut: G::Move) {
        self.iter_mut().for_each(|h| h.refuted(node, tried, cut));
    }
    fn new_iteration(&mut self) {
        self.iter_mut().for_each(|h| h.new_iteration());
    }
    fn new_search(&mut self) {
        self.iter_mut().for_each(|h| h.new_search());
    }
    fn clear(&mut self) {
        self.iter_mut().for_each(|h| h.clear());
    }
    fn explain(&mut self, node: &NodeInfo<'_, G>, m: G::Move, out: &mut Vec<Contribution>) {
        self.iter_mut().for_each(|h| h.explain(node, m, out));
    }
    fn is_active(&self) -> bool {
        self.iter().any(|h| h.is_active())
    }
}

macro_rules! tuples {
    ($($name:ident $i:tt),+) => {
        impl<G: Game, $($name: Heuristic<G> + Clone),+> Heuristic<G> for ($($name,)+) {
            forward!(parts => $(parts.$i),+);
            fn is_active(&self) -> bool {
                false $(|| self.$i.is_active())+
            }
        }
    };
}
tuples!(A 0);
tuples!(A 0, B 1);
tuples!(A 0, B 1, C 2);
tuples!(A 0, B 1, C 2, D 3);
tuples!(A 0, B 1, C 2, D 3, E 4);
tuples!(A 0, B 1, C 2, D 3, E 4, F 5);
