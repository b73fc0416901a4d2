//! What can be chosen about the filtered search: how many rolls it searches, and
//! what searches the moves that survive.

use std::num::NonZeroUsize;

use starboard_core::{
    Bounds, DetailKind, Estimate, Evaluator, FilterLevel, FilterSet, Game, Limits, MOST_DETAILS,
    Node, Player, StoppedBy, Value,
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
        // What is searched does not depend on earlier searches.
        assert_eq!(filtered(1).run(&root, &limits).value, found.value);
    }
    assert!(few < all, "{few} of {all}");
    assert!(off > 0, "one roll cannot always stand for all");
}

#[test]
fn an_inner_full_width_search_finds_its_value() {
    for seed in 0..60 {
        let (root, limits) = (Tree::new(seed), Limits::depth(3));
        let expected = Expectimax::new(HashEval::default()).run(&root, &limits);
        let star = Star::new(HashEval::default(), (), StarOptions::default());
        let mut search = filtered(0).with_inner(Box::new(star));
        let found = search.run(&root, &limits);
        // A move that is the only one is not searched any deeper.
        if found.candidates.len() == 1 {
            continue;
        }
        assert_eq!(found.value, expected.value, "seed {seed}");
        // Of equals, the statically best one.
        let equal = |m| expected.candidates.iter().any(|c| c.m == m && c.value == expected.value);
        assert!(found.best_moves.iter().all(|&m| equal(m)), "seed {seed}");
        assert_eq!(found.stopped_by, StoppedBy::Depth);
        // Limits hold for both together.
        let nodes = found.counters.nodes / 2;
        let stopped = search.run(&root, &Limits { nodes: Some(nodes), ..limits });
        assert!(stopped.counters.nodes <= nodes, "seed {seed}: {}", stopped.counters.nodes);
    }
}

/// Knows the value, for both players, beside the value.
#[derive(Clone)]
struct Detailed;

impl Evaluator<Tree> for Detailed {
    fn evaluate(&mut self, game: &Tree) -> Value {
        HashEval::default().evaluate(game)
    }

    fn details(&self) -> &'static [DetailKind] {
        const KINDS: [DetailKind; 3] =
            [DetailKind::new("mine", 1), DetailKind::new("theirs", 0), DetailKind::new("one", 2)];
        &KINDS
    }

    fn estimate(&mut self, game: &Tree) -> Estimate {
        let value = match game.node() {
            Node::Over(value) => value,
            _ => self.evaluate(game),
        };
        let mut details = [0.0; MOST_DETAILS];
        let raw = value.raw() as f32;
        details[..3].copy_from_slice(&[raw, -raw, 1.0]);
        Estimate { value, details }
    }
}

#[test]
fn figures_are_backed_up_with_the_value_and_do_not_change_it() {
    let mut named = 0;
    for (seed, rolls) in (0..80).zip([0, 1].into_iter().cycle()) {
        let (root, limits) = (Tree::with_height(seed, 10), Limits::depth(4).with_all_ties());
        let plain = filtered(rolls).run(&root, &limits);
        let mut search = Filtered::new(Detailed, everything()).with_rolls(NonZeroUsize::new(rolls));
        let report = search.run(&root, &limits);
        assert_eq!((report.value, &report.best_moves), (plain.value, &plain.best_moves));
        assert_eq!(report.counters, plain.counters);
        assert!(plain.detail_names.is_empty() && plain.details.is_empty());
        assert_eq!(report.detail_names, ["mine", "theirs", "one"]);
        let of = |value: Value, details: &[f32]| {
            assert_eq!(details.len(), 3);
            assert_eq!(details[0], -details[1]);
            assert!((details[2] - 1.0).abs() < 1e-6);
            // Every chance node rounds its value; a correction beyond bounds is cut off.
            let off = (f64::from(details[0]) - f64::from(value.raw())).abs();
            assert!(off < 4.0 || rolls > 0, "seed {seed}: {off}");
        };
        of(report.value, &report.details);
        for (a, b) in report.candidates.iter().zip(&plain.candidates) {
            assert_eq!((a.m, a.value, a.depth), (b.m, b.value, b.depth));
            of(a.value, &a.details);
            named += 1;
        }
    }
    assert!(named > 100);
}

/// A roll that says nothing, then twenty moves, again and again; evaluated by the last move.
#[derive(Clone, Debug, PartialEq)]
struct Wide {
    moves: u64,
    last: u64,
    rolled: bool,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
struct Number(u64);

impl Game for Wide {
    type Move = Number;
    const CHANCE: bool = true;
    const UNIT: i32 = 100;

    fn mover(&self) -> Player {
        if self.moves.is_multiple_of(2) { Player::First } else { Player::Second }
    }
    fn node(&self) -> Node {
        if self.rolled { Node::Decision } else { Node::Chance }
    }
    fn moves(&self, out: &mut Vec<Number>) {
        out.extend((0..20).map(Number));
    }
    fn chances(&self, out: &mut Vec<(Number, u32)>) {
        out.push((Number(0), 1));
    }
    fn play(&mut self, Number(last): Number) {
        if self.rolled {
            *self = Self { moves: self.moves + 1, last, rolled: false };
        } else {
            self.rolled = true;
        }
    }
    fn key(&self) -> u64 {
        self.moves << 32 | self.last << 1 | u64::from(self.rolled)
    }
}

/// A move is worth 7 times its number, modulo 20, to who has made it; the cheap estimate has
/// the sign of `opinion`.
#[derive(Clone)]
struct Sevens {
    opinion: Option<i32>,
}

impl Evaluator<Wide> for Sevens {
    fn evaluate(&mut self, game: &Wide) -> Value {
        -Value::new((7 * game.last % 20) as i32)
    }

    fn estimate_roughly(&mut self, game: &Wide, moves: &[Number], out: &mut Vec<Estimate>) -> bool {
        let Some(factor) = self.opinion else { return false };
        self.estimate_children(game, moves, out);
        out.iter_mut().for_each(|e| e.value = Value::new(factor * e.value.raw()));
        true
    }
}

#[test]
fn a_first_opinion_says_which_replies_are_evaluated() {
    let root = Wide { moves: 0, last: 0, rolled: true };
    let search = |opinion| {
        let filter = FilterSet::uniform("one", vec![FilterLevel::new(1, 0, 0.0); 8]);
        Filtered::new(Sevens { opinion }, filter).run(&root, &Limits::depth(2))
    };
    let plain = search(None);
    assert_eq!((plain.value, plain.counters.evaluations), (-Value::new(19), 20 + 20));
    // Five, and four for the times that twenty can be halved.
    let right = search(Some(1));
    assert_eq!((right.value, right.counters.evaluations), (plain.value, 20 + 9));
    assert_eq!(right.counters.rough_evaluations, 20);
    // What is estimated worse than the best by more than 0.15 is not among them: those up to
    // 15 behind.
    let strict = search(Some(5));
    assert_eq!((strict.value, strict.counters.evaluations), (plain.value, 20 + 4));
    let wrong = search(Some(-1));
    assert_eq!((wrong.value, wrong.counters.evaluations), (-Value::new(8), 20 + 9));
}
