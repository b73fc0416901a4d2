//! Trees of moves that begin with a pattern: what strong players play in a shape, and how it
//! goes on from there.
//!
//! After Many Faces of Go, whose patterns suggest trees of moves rather than single ones. A
//! [`Tree`] begins with a shape: what is on the points around the first move, including the edge
//! and the liberties of stones next to it, under all symmetries and for both colours.
//! In some shapes, the opponent's last stone is marked: these trees are answers. The
//! [nodes](Node) of a tree are the moves that follow, by both players in turn and each near
//! earlier ones, with how often they were played. A tree also keeps the [purpose](Purpose) of
//! its first move, and how often that is played where it could be.
//!
//! [`Trees::built_in`] comes with the program; [`mine`] finds others in
//! [`Record`](crate::Record)s.
//!
//! ```
//! use starboard_go::trees::Trees;
//!
//! let trees = Trees::built_in();
//! assert!(trees.sequences() > 1_700);
//! let tree = trees.iter().find(|tree| tree.purpose().name() == "makes a monkey jump").unwrap();
//! assert!(tree.nodes().iter().all(|node| node.count <= tree.seen()));
//! ```

mod display;
mod file;
mod follow;
pub mod mine;
mod shape;

use std::{collections::HashMap, hash::BuildHasherDefault, sync::OnceLock};

use self::shape::{Cells, Grid, Seen, Step};
use crate::{Color, Go, Point, Purpose, patterns::KeyHasher};

/// The most moves in a sequence, the first included.
pub const LONGEST: usize = 7;
/// The fewest moves in a sequence.
pub const SHORTEST: usize = 3;
/// The farthest step from the first move, across and along.
const SPAN: isize = 5;
/// Codes of steps.
const CODES: u8 = ((2 * SPAN + 1) * (2 * SPAN + 1)) as u8;
/// The farthest from one of the moves before, as shapes measure it: three lines straight, two at
/// an angle.
const NEAR: usize = 6;

/// The code of a step from the first move; `None` if it is too far.
fn code((right, down): Step) -> Option<u8> {
    let inside = right.abs() <= SPAN && down.abs() <= SPAN;
    inside.then(|| ((down + SPAN) * (2 * SPAN + 1) + right + SPAN) as u8)
}

/// The step of a code.
const fn step_of(code: u8) -> Step {
    let width = 2 * SPAN as u8 + 1;
    ((code % width) as isize - SPAN, (code / width) as isize - SPAN)
}

/// A move that follows the first one.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// The code of the step from the first move to this one.
    step: u8,
    /// Which move of the sequence it is, the first being 1.
    pub depth: u8,
    /// How often it was played.
    pub count: u32,
}

impl Node {
    /// The step from the first move, right and down, as the tree is drawn.
    pub const fn step(&self) -> (isize, isize) {
        step_of(self.step)
    }
}

/// A shape and the moves from there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tree {
    cells: Cells,
    size: usize,
    purpose: Purpose,
    seen: u32,
    share: u16,
    /// Every move before those that follow it, and the most usual first.
    nodes: Vec<Node>,
}

impl Tree {
    /// What the first move is for.
    pub const fn purpose(&self) -> Purpose {
        self.purpose
    }

    /// How often the first move was played and a sequence followed.
    pub const fn seen(&self) -> u32 {
        self.seen
    }

    /// In how many of a thousand positions in which the tree matches its first move is played.
    pub const fn share(&self) -> u16 {
        self.share
    }

    /// The moves that follow, each before those that follow it.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// How many sequences it holds: the number of its leaves.
    pub fn sequences(&self) -> usize {
        let last =
            |i: usize| self.nodes.get(i + 1).is_none_or(|next| next.depth <= self.nodes[i].depth);
        (0..self.nodes.len()).filter(|&i| last(i)).count()
    }

    /// The moves that follow a node, or the first move, by their places among all.
    fn after(&self, parent: Option<usize>) -> impl Iterator<Item = usize> {
        let depth = parent.map_or(1, |parent| self.nodes[parent].depth);
        let from = parent.map_or(0, |parent| parent + 1);
        let below = self.nodes[from..].iter().take_while(move |node| node.depth > depth);
        below
            .enumerate()
            .filter(move |(_, node)| node.depth == depth + 1)
            .map(move |(i, _)| from + i)
    }
}

/// A tree that matches at a point.
#[derive(Copy, Clone, Debug)]
pub struct Match<'a> {
    /// The first move.
    pub point: Point,
    /// The tree.
    pub tree: &'a Tree,
}

/// By a key that is random already.
type ByKey = HashMap<u64, u32, BuildHasherDefault<KeyHasher>>;

/// All trees that are known.
#[derive(Clone, Debug, Default)]
pub struct Trees {
    trees: Vec<Tree>,
    by_key: ByKey,
}

impl PartialEq for Trees {
    fn eq(&self, other: &Self) -> bool {
        self.trees == other.trees
    }
}

impl Trees {
    fn new(trees: Vec<Tree>) -> Self {
        let keys = trees.iter().map(|tree| shape::key(&tree.cells, tree.size));
        let by_key = keys.zip(0..).collect();
        Self { trees, by_key }
    }

    /// The trees that come with the program; `games/go/MODEL_CARD.md` says where they are from.
    pub fn built_in() -> &'static Self {
        static TREES: OnceLock<Trees> = OnceLock::new();
        TREES.get_or_init(|| {
            let bytes = include_bytes!("../../../data/go.trees");
            Self::read(bytes).expect("the file is as it was written")
        })
    }

    /// The number of trees.
    pub const fn len(&self) -> usize {
        self.trees.len()
    }

    /// Whether there are no trees.
    pub const fn is_empty(&self) -> bool {
        self.trees.is_empty()
    }

    /// How many sequences the trees hold.
    pub fn sequences(&self) -> usize {
        self.trees.iter().map(Tree::sequences).sum()
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Tree> {
        self.trees.iter()
    }

    /// Calls `tell` with the trees that match in a position: for each point the one with the
    /// largest shape, answers to the last move before others.
    pub fn find<'a>(&'a self, game: &Go, mut tell: impl FnMut(Match<'a>)) {
        let grid = Grid::new(game.board());
        let last = last_move(game);
        for point in game.board().empty() {
            if let Some((i, _)) = self.best(&grid, point, game.color(), last) {
                tell(Match { point, tree: &self.trees[i] });
            }
        }
    }

    /// The tree for a move, by its place, and the shape it begins with.
    fn best(
        &self,
        grid: &Grid,
        point: Point,
        mover: Color,
        last: Option<Point>,
    ) -> Option<(usize, Seen)> {
        let mut best: Option<(usize, Seen)> = None;
        grid.shapes(point, mover, last, |seen| {
            let better = best
                .is_none_or(|(_, other)| (seen.answers, seen.size) > (other.answers, other.size));
            if let Some(&i) = self.by_key.get(&seen.key).filter(|_| better) {
                best = Some((i as usize, seen));
            }
        });
        best
    }
}

/// Where the opponent played last, if the stone is still there.
fn last_move(game: &Go) -> Option<Point> {
    let (color, m) = game.moves_played().next_back()?;
    let other = game.color().other();
    m.point().filter(|&point| color == other && game.board().at(point) == Some(other))
}
