//! How often trees are right.

use serde::{Deserialize, Serialize};

use super::super::{
    LONGEST, Trees, code,
    follow::between,
    last_move,
    shape::{Grid, turned},
};
use crate::{
    Color, Point, Purpose, Record, Size, knowledge::trees::follow::is_near,
    records::record::in_order,
};

/// All moves that trees match are looked at in one position out of this many.
const EVERY: usize = 16;

/// How often trees were right in games.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Prediction {
    /// The number of moves.
    pub positions: u64,
    /// How many of them a tree matches.
    pub spoken: u64,
    /// How many moves were drawn to be compared with all others in the position that trees match.
    pub looked: u64,
    /// For how many of those drawn the tree has the largest share of all that match.
    pub first: u64,
    /// After the first move of a tree, the second and so on, where the tree knows a next one:
    /// how often; how often the next move of the game was near; how often it was one of the tree's;
    /// how often it was the most usual of these.
    pub next: [[u64; 4]; LONGEST - 1],
    /// For each purpose, how many of the moves are for it by themselves, and by the tree that
    /// speaks for them.
    pub purposes: Vec<[u64; 2]>,
}

/// A move of a game.
struct Played {
    mover: Color,
    point: Option<Point>,
    size: Size,
    /// The tree that speaks for it, and the ways to turn it.
    tree: Option<(usize, u8)>,
    purpose: Option<Purpose>,
    /// Whether its tree has the largest share, if that was looked at.
    is_first: Option<bool>,
}

impl Prediction {
    /// Goes through games. `done` is called with the number of games done so far.
    pub fn measure(
        records: &[Record],
        trees: &Trees,
        threads: usize,
        done: &mut dyn FnMut(usize),
    ) -> Self {
        let mut all = Self { purposes: vec![[0; 2]; Purpose::ALL.len()], ..Self::default() };
        let mut games = 0;
        let read = |_, record: &Record| Self::of(&played(record, trees), trees);
        in_order(records, threads, read, |found: Self| {
            all.positions += found.positions;
            all.spoken += found.spoken;
            all.looked += found.looked;
            all.first += found.first;
            for (all, found) in all.next.iter_mut().flatten().zip(found.next.iter().flatten()) {
                *all += found;
            }
            for (all, found) in all.purposes.iter_mut().zip(found.purposes) {
                all[0] += found[0];
                all[1] += found[1];
            }
            games += 1;
            done(games);
        });
        all
    }

    fn of(played: &[Played], trees: &Trees) -> Self {
        let mut found = Self { purposes: vec![[0; 2]; Purpose::ALL.len()], ..Self::default() };
        for (i, first) in played.iter().enumerate() {
            let Some(middle) = first.point else { continue };
            found.positions += 1;
            if let Some(purpose) = first.purpose {
                found.purposes[purpose as usize][0] += 1;
            }
            if let Some((tree, _)) = first.tree {
                found.purposes[trees.trees[tree].purpose as usize][1] += 1;
            }
            found.spoken += u64::from(first.tree.is_some());
            found.looked += u64::from(first.is_first.is_some());
            found.first += u64::from(first.is_first == Some(true));
            if let Some((tree, ways)) = first.tree {
                // A shape that looks the same in several ways is counted in the one that fits best.
                let best = (0..8)
                    .filter(|way| ways >> way & 1 != 0)
                    .map(|way| walk(&played[i..], middle, trees, tree, way))
                    .max_by_key(|steps| steps.iter().filter(|step| step[2]).count());
                for (next, step) in found.next.iter_mut().zip(best.iter().flatten()) {
                    for (count, &is) in next.iter_mut().zip(step) {
                        *count += u64::from(is);
                    }
                }
            }
        }
        found
    }
}

/// Follows a tree along a game: for each place in it that goes on, what is counted of it.
fn walk(
    played: &[Played],
    middle: Point,
    trees: &Trees,
    tree: usize,
    way: usize,
) -> Vec<[bool; 4]> {
    let tree = &trees.trees[tree];
    let (mut node, mut steps) = (None, Vec::new());
    let mut sequence = vec![middle];
    let mut expected = played[0].mover.other();
    for next in &played[1..] {
        let mut ways = tree.after(node).peekable();
        let Some(&usual) = ways.peek() else { break };
        let near = next
            .point
            .filter(|&point| next.mover == expected && is_near(next.size, &sequence, point));
        let step = near.and_then(|point| code(turned(between(next.size, middle, point), way)));
        let known = step.and_then(|step| ways.find(|&i| tree.nodes[i].step == step));
        steps.push([true, near.is_some(), known.is_some(), known == Some(usual)]);
        let (Some(known), Some(point)) = (known, near) else { break };
        node = Some(known);
        sequence.push(point);
        expected = expected.other();
    }
    steps
}

fn played(record: &Record, trees: &Trees) -> Vec<Played> {
    let mut all = Vec::with_capacity(record.moves().len());
    record.replay(|game, m| {
        let (grid, last, mover) = (Grid::new(game.board()), last_move(game), game.color());
        let best = |point| trees.best(&grid, point, mover, last);
        let is_first = m.point().filter(|_| all.len() % EVERY == 0).map(|played| {
            let speaks = game.board().empty().iter().filter(|&point| game.is_legal(point));
            let shares = speaks
                .filter_map(|point| best(point).map(|(tree, _)| (trees.trees[tree].share, point)));
            let most = shares.max_by_key(|&(share, point)| (share, std::cmp::Reverse(point)));
            most.is_some_and(|(_, point)| point == played)
        });
        all.push(Played {
            mover,
            point: m.point(),
            size: game.size(),
            purpose: m
                .point()
                .map(|point| Purpose::of(&mut game.board().clone(), mover, point, last)),
            tree: m.point().and_then(best).map(|(tree, seen)| (tree, seen.ways)),
            is_first,
        });
    });
    all
}
