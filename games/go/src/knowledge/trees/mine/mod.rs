//! Finding trees of moves in game records.
//!
//! Four steps, each with the same result on any number of threads:
//!
//! 1. around every move that a sequence begins with, shapes of all sizes are counted, and those
//!    seen often enough begin a tree;
//! 2. the sequences from there are collected, and the moves in them that were played often enough
//!    are the nodes of the tree;
//! 3. the purpose of the first move is the one that it has in most of the sequences;
//! 4. in positions drawn from all games, it is counted how often a tree matches and how often its
//!    first move is played then.
//!
//! [`Prediction::measure`] measures how often trees are right in other games.

mod prediction;
mod sequences;

use std::{
    collections::{HashMap, HashSet},
    hash::BuildHasherDefault,
};

use serde::{Deserialize, Serialize};
use starboard_core::mix;

use self::sequences::{NONE, Path, starts};
use super::{
    Node, Tree, Trees, last_move,
    shape::{Cells, Grid, MOST},
};
use crate::{Purpose, Record, patterns::KeyHasher, records::record::in_order};

pub use self::prediction::Prediction;

/// How to find trees.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Options {
    /// How often a shape has to be seen to begin a tree.
    pub seen: u32,
    /// How often a sequence has to be played to be kept.
    pub least: u32,
    /// How often a move has to be played, in percent of the times that the moves before it were.
    pub percent: u32,
    /// Matching trees are counted in one position out of this many.
    pub every: u32,
    /// The seed that these positions are drawn with.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self { seen: 60, least: 8, percent: 8, every: 6, seed: 1 }
    }
}

/// Shares of trees that rarely match are pulled towards the share of their purpose, as if they had
/// matched this many more times.
const BELIEVED: u64 = 30;

/// Splits games into training and validation sets, `[others, fifths]`: every fifth game is for
/// validation, unless it is among the others, too.
pub fn split(records: Vec<Record>) -> [Vec<Record>; 2] {
    let (mut others, mut fifths) = (Vec::new(), Vec::new());
    for (i, record) in records.into_iter().enumerate() {
        if i % 5 == 0 { fifths.push(record) } else { others.push(record) }
    }
    let known: HashSet<_> = others.iter().map(Record::beginning).collect();
    fifths.retain(|record| !known.contains(&record.beginning()));
    [others, fifths]
}

/// A sequence that begins as a tree does, and what its first move was for.
type Found = (u32, Path, Purpose);

/// Finds the trees of these games. `done` is called with the step under way, from 0 to 2, and the
/// number of games that it has done so far.
pub fn mine(
    records: &[Record],
    options: &Options,
    threads: usize,
    done: &mut dyn FnMut(usize, usize),
) -> Trees {
    let keys = often(records, options, threads, &mut |games| done(0, games));
    let (cells, mut found) = sequences(records, &keys, threads, &mut |games| done(1, games));
    // In the order of trees and of their sequences, whoever found them.
    found.sort_unstable();
    let mut trees = Vec::new();
    for group in found.chunk_by(|a, b| a.0 == b.0) {
        let (size, cells) = cells[group[0].0 as usize];
        if let Some(tree) = tree(cells, size, group, options) {
            trees.push(tree);
        }
    }
    let mut trees = Trees::new(trees);
    shares(&mut trees, records, options, threads, &mut |games| done(2, games));
    trees
}

/// The keys of shapes seen often enough with a sequence, in ascending order.
fn often(
    records: &[Record],
    options: &Options,
    threads: usize,
    done: &mut dyn FnMut(usize),
) -> Vec<u64> {
    let mut counts: HashMap<u64, u32, BuildHasherDefault<KeyHasher>> = HashMap::default();
    let mut games = 0;
    let keys = |_, record: &Record| -> Vec<u64> {
        let starts = starts(record);
        let long = (0..starts.len()).filter(|&i| sequences::is_long(&starts[i..]));
        long.flat_map(|i| starts[i].shapes.iter().map(|(seen, _)| seen.key)).collect()
    };
    in_order(records, threads, keys, |keys: Vec<u64>| {
        keys.into_iter().for_each(|key| *counts.entry(key).or_default() += 1);
        games += 1;
        done(games);
    });
    let often = counts.into_iter().filter(|&(_, count)| count >= options.seen.max(1));
    let mut keys: Vec<u64> = often.map(|(key, _)| key).collect();
    keys.sort_unstable();
    keys
}

/// The shapes of these keys, and the sequences that begin with them.
fn sequences(
    records: &[Record],
    keys: &[u64],
    threads: usize,
    done: &mut dyn FnMut(usize),
) -> (Vec<(usize, Cells)>, Vec<Found>) {
    let by_key: super::ByKey = keys.iter().copied().zip(0..).collect();
    let mut cells = vec![(0, [0; MOST]); keys.len()];
    let mut found = Vec::new();
    let mut games = 0;
    let read = |_, record: &Record| -> Vec<(u32, usize, Cells, Path, Purpose)> {
        let starts = starts(record);
        let mut all = Vec::new();
        for i in (0..starts.len()).filter(|&i| sequences::is_long(&starts[i..])) {
            let purpose = sequences::purpose(&starts[i..]);
            for &(seen, cells) in &starts[i].shapes {
                if let Some(&tree) = by_key.get(&seen.key) {
                    let path = sequences::path(&starts[i..], seen.ways);
                    all.push((tree, seen.size, cells, path, purpose));
                }
            }
        }
        all
    };
    in_order(records, threads, read, |all| {
        for (tree, size, shape, path, purpose) in all {
            cells[tree as usize] = (size, shape);
            found.push((tree, path, purpose));
        }
        games += 1;
        done(games);
    });
    (cells, found)
}

/// The tree of sequences that begin with a shape; `None` if none of them is long enough.
fn tree(cells: Cells, size: usize, found: &[Found], options: &Options) -> Option<Tree> {
    let paths: Vec<Path> = found.iter().map(|&(_, path, _)| path).collect();
    let mut nodes = Vec::new();
    grow(&paths, 0, options, &mut nodes);
    if nodes.is_empty() {
        return None;
    }
    let mut votes = vec![0; Purpose::ALL.len()];
    found.iter().for_each(|&(.., purpose)| votes[purpose as usize] += 1);
    // Of equals, the first.
    let most = (0..votes.len()).rev().max_by_key(|&i| votes[i])?;
    let seen = found.len() as u32;
    Some(Tree { cells, size, purpose: Purpose::ALL[most], seen, share: 0, nodes })
}

/// Adds the moves that follow the first `depth` of these paths, which are sorted and alike
/// that far; says whether any was added.
fn grow(paths: &[Path], depth: usize, options: &Options, nodes: &mut Vec<Node>) -> bool {
    if depth == NONE_LEFT {
        return false;
    }
    let enough = (paths.len() * options.percent as usize).div_ceil(100).max(options.least as usize);
    let mut ways: Vec<&[Path]> = paths
        .chunk_by(|a, b| a[depth] == b[depth])
        .filter(|group| group[0][depth] != NONE && group.len() >= enough)
        .collect();
    ways.sort_by_key(|group| (std::cmp::Reverse(group.len()), group[0][depth]));
    let before = nodes.len();
    for group in ways {
        let at = nodes.len();
        let (step, count) = (group[0][depth], group.len() as u32);
        nodes.push(Node { step, depth: depth as u8 + 2, count });
        let goes_on = grow(group, depth + 1, options, nodes);
        // An answer alone is no sequence.
        if depth + 2 < super::SHORTEST && !goes_on {
            nodes.truncate(at);
        }
    }
    nodes.len() > before
}

/// Steps that a path has.
const NONE_LEFT: usize = super::LONGEST - 1;

/// Counts where the trees speak, and how often their first move is played there.
fn shares(
    trees: &mut Trees,
    records: &[Record],
    options: &Options,
    threads: usize,
    done: &mut dyn FnMut(usize),
) {
    let mut counts = vec![[0_u64; 2]; trees.trees.len()];
    let mut games = 0;
    let known = &*trees;
    let read = |i: usize, record: &Record| -> Vec<(u32, bool)> {
        let (mut spoken, mut ply) = (Vec::new(), 0_u64);
        record.replay(|game, m| {
            ply += 1;
            let place = mix(options.seed ^ mix((i as u64) << 16 | ply));
            let Some(played) = m.point() else { return };
            if !place.is_multiple_of(options.every.max(1).into()) {
                return;
            }
            let (grid, last) = (Grid::new(game.board()), last_move(game));
            for point in game.board().empty() {
                if let Some((tree, _)) = known.best(&grid, point, game.color(), last)
                    && game.is_legal(point)
                {
                    spoken.push((tree as u32, point == played));
                }
            }
        });
        spoken
    };
    in_order(records, threads, read, |spoken| {
        for (tree, is_played) in spoken {
            let [spoke, played] = &mut counts[tree as usize];
            *spoke += 1;
            *played += u64::from(is_played);
        }
        games += 1;
        done(games);
    });
    let mut by_purpose = vec![[0_u64; 2]; Purpose::ALL.len()];
    for (tree, [spoke, played]) in trees.trees.iter().zip(&counts) {
        let of = &mut by_purpose[tree.purpose as usize];
        of[0] += spoke;
        of[1] += played;
    }
    for (tree, [spoke, played]) in trees.trees.iter_mut().zip(counts) {
        let [all, right] = by_purpose[tree.purpose as usize];
        let usual = 1000 * BELIEVED * right / all.max(1);
        tree.share = ((1000 * played + usual) / (spoke + BELIEVED)).min(1000) as u16;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Go;
    use starboard_core::Game;

    fn games() -> Vec<Record> {
        let begun = "(;SZ[9];B[ee];W[ec];B[ge];W[ce];B[cd];W[dc];B[dd]";
        let ends = [";W[gc];B[fd])", ";W[gc];B[fd];W[cf])", ";W[cf];B[gc])"];
        let text: String =
            ends.iter().cycle().take(30).map(|end| format!("{begun}{end}")).collect();
        Record::read_all(&text).expect("games").0
    }

    #[test]
    fn sequences_are_found_and_gone_on_with() {
        let records = games();
        let options = Options { seen: 10, least: 5, percent: 10, every: 1, seed: 1 };
        let trees = mine(&records, &options, 1, &mut |_, _| ());
        assert_eq!(mine(&records, &options, 2, &mut |_, _| ()), trees);
        assert!(trees.len() > 5 && trees.sequences() >= trees.len(), "{}", trees.len());
        // White's hane and what follows, turned and with colours exchanged.
        let game = Go::parse("9x9 w 7 moves E5 E3 G5 C5 C4").expect("a game");
        let mut out = Vec::new();
        trees.goes_on(&Go::parse("9x9 b 7 moves E5 E7 G5 C5 C6 D7").expect("a game"), &mut out);
        let names: Vec<_> = out.iter().map(|point| point.name(game.size())).collect();
        assert_eq!(names, ["D6"]);
        let mut spoken = Vec::new();
        let there = Go::parse("9x9 w 7 moves E5 E7 G5 C5 C6").expect("a game");
        trees.find(&there, |found| spoken.push(found.point.name(there.size())));
        assert!(spoken.contains(&"D7".to_owned()), "{spoken:?}");
    }

    #[test]
    fn seldom_moves_are_left_out() {
        let records = games();
        let options = Options { seen: 10, least: 11, percent: 1, every: 1, seed: 1 };
        let trees = mine(&records, &options, 1, &mut |_, _| ());
        assert!(trees.iter().flat_map(Tree::nodes).all(|node| node.count >= 11));
        assert!(trees.iter().all(|tree| tree.nodes().iter().any(|node| node.depth >= 3)));
        assert!(mine(&records, &Options { seen: 10_000, ..options }, 1, &mut |_, _| ()).is_empty());
    }

    #[test]
    fn what_comes_next_is_predicted() {
        let records = games();
        let options = Options { seen: 10, least: 5, percent: 10, every: 1, seed: 1 };
        let trees = mine(&records, &options, 1, &mut |_, _| ());
        let found = Prediction::measure(&records, &trees, 1, &mut |_| ());
        assert_eq!(found.positions, 30 * 9 + 10);
        assert!(found.spoken > found.positions / 3, "{found:?}");
        let [cases, near, known, first] = found.next[0];
        assert!(cases >= near && near >= known && known >= first && first > 100, "{found:?}");
    }
}
