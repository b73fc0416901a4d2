//! What can be chosen about the filtered search: how many rolls it looks at, and
//! what searches the moves that survive.

use std::num::NonZeroUsize;

use starboard_core::{
    Bounds, Evaluator, FilterLevel, FilterSet, Limits, StoppedBy,
    testing::{HashEval, RandomTree},
};
use starboard_search::{Expectimax, Filtered, Searcher, Star, StarOptions};

type Tree = RandomTree<true>;

/// Every move survives at every ply.
fn everything() -> FilterSet {
    FilterSet::uniform("everything", vec![FilterLevel::new(1000, 0, 0.0); 8])
}

fn filtered(rolls: usize) -> Filtered<Tree, HashEval, FilterSet> {
    let rolls = NonZeroUsize::new(rolls);
    Filtered::new(HashEval::default(), everything()).with_rolls(rolls)
}

#[test]
fn with_all_rolls_nothing_changes() {
    for seed in 0..40 {
        let (root, limits) = (Tree::new(seed), Limits::depth(3));
        let all = filtered(0).run(&root, &limits);
        let many = filtered(1000).run(&root, &limits);
        assert_eq!((all.value, all.candidates), (many.value, many.candidates), "seed {seed}");
        assert_eq!(all.counters, many.counters);
    }
}

#[test]
fn fewer_rolls_cost_less_and_stay_within_bounds() {
    let (mut few, mut all, mut off) = (0, 0, 0);
    for seed in 0..200 {
        let (root, limits) = (Tree::with_height(seed, 10), Limits::depth(4));
        let (found, expected) = (filtered(1).run(&root, &limits), filtered(0).run(&root, &limits));
        let Bounds { low, high } = HashEval::default().bounds(&root);
        assert!((low..=high).contains(&found.value), "seed {seed}");
        assert_eq!(found.depth, expected.depth);
        few += found.counters.nodes;
        all += expected.counters.nodes;
        off += u32::from(found.value != expected.value);
        // What was looked at does not depend on what was searched before.
        assert_eq!(filtered(1).run(&root, &limits).value, found.value);
    }
    assert!(few < all, "{few} of {all}");
    assert!(off > 0, "one roll cannot always stand for all");
}

#[test]
fn a_full_width_search_inside_finds_its_value() {
    for seed in 0..60 {
        let (root, limits) = (Tree::new(seed), Limits::depth(3));
        let expected = Expectimax::new(HashEval::default()).run(&root, &limits);
        let star = Star::new(HashEval::default(), (), StarOptions::default());
        let mut search = filtered(0).with_inside(Box::new(star));
        let found = search.run(&root, &limits);
        // A move that is the only one is not looked at any deeper.
        if found.candidates.len() == 1 {
            continue;
        }
        assert_eq!(found.value, expected.value, "seed {seed}");
        // Of equals, the one that looked best at first.
        let equal = |m| expected.candidates.iter().any(|c| c.m == m && c.value == expected.value);
        assert!(found.best_moves.iter().all(|&m| equal(m)), "seed {seed}");
        assert_eq!(found.stopped_by, StoppedBy::Depth);
        // Limits hold for both together.
        let nodes = found.counters.nodes / 2;
        let stopped = search.run(&root, &Limits { nodes: Some(nodes), ..limits });
        assert!(stopped.counters.nodes <= nodes, "seed {seed}: {}", stopped.counters.nodes);
    }
}
