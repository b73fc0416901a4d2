//! Games in which something is earned on the way: every exact algorithm against
//! plain minimax, whatever the window, the table and the order of moves.

use std::sync::Arc;

use starboard_core::{
    Evaluator, Game, Limits, Node, TranspositionTable, Value,
    testing::{HashEval, Knowledge, RewardTree, Shuffled},
};
use starboard_search::{
    AlphaBeta, AlphaBetaOptions, Expectimax, Mcts, MctsOptions, Mtdf, Probing, Searcher, Star,
    StarOptions,
    minimax::minimax,
    oracle::{OracleOptions, Subject, check},
};

fn table() -> Arc<TranspositionTable> {
    Arc::new(TranspositionTable::new(1))
}

/// Expectimax and *-Minimax, which any game may be searched by.
fn star<const CHANCE: bool>(eval: HashEval) -> Vec<Subject<RewardTree<CHANCE>>> {
    let probing = Probing { factor: 2, cyclic: true };
    let options = [
        StarOptions::star1(),
        StarOptions::default(),
        StarOptions { probing, static_order: 0, ..StarOptions::default() },
        StarOptions { good_moves: false, threads: 2, ..StarOptions::default() },
    ];
    let mut searches: Vec<Box<dyn Searcher<_>>> =
        vec![Box::new(Expectimax::new(eval)), Box::new(Expectimax::new(eval).with_table(table()))];
    for options in options {
        searches.push(Box::new(Star::new(eval, (), options.clone())));
        let shuffled = Star::new(eval, Shuffled { seed: 3 }, options);
        searches.push(Box::new(shuffled.with_table(table())));
    }
    named(searches)
}

/// Alpha-beta and MTD(f).
fn without_chance(eval: HashEval) -> Vec<Subject<RewardTree<false>>> {
    let options = [
        AlphaBetaOptions::plain(),
        AlphaBetaOptions::default(),
        AlphaBetaOptions { aspiration: 3, enhanced_cutoffs: 1, ..AlphaBetaOptions::default() },
    ];
    let mut searches: Vec<Box<dyn Searcher<_>>> = Vec::new();
    for options in options {
        searches.push(Box::new(AlphaBeta::new(eval, (), options.clone())));
        let shuffled = AlphaBeta::new(eval, Shuffled { seed: 5 }, options.clone());
        searches.push(Box::new(shuffled.with_table(table())));
        searches.push(Box::new(Mtdf::new(eval, (), options, table())));
    }
    named(searches)
}

fn named<G: Game>(searches: Vec<Box<dyn Searcher<G>>>) -> Vec<Subject<G>> {
    let name = |(i, search)| Subject { name: format!("search {i}"), search };
    searches.into_iter().enumerate().map(name).collect()
}

fn exact<const CHANCE: bool>(subjects: impl Fn(HashEval) -> Vec<Subject<RewardTree<CHANCE>>>) {
    let starts: Vec<_> = (0..60).map(|seed| RewardTree::with_height(seed, 9)).collect();
    for knowledge in [Knowledge::Nothing, Knowledge::Fixed, Knowledge::Tight] {
        let mut eval = HashEval(knowledge);
        let options = OracleOptions { checks: 20_000, ..OracleOptions::default() };
        let found = check(&starts, &mut subjects(eval), &mut eval, &options);
        let summary = found.unwrap_or_else(|mismatch| panic!("{knowledge:?}: {mismatch}"));
        assert!(!summary.is_shallow() && summary.depths.len() == 5, "{summary:?}");
    }
}

#[test]
fn star_minimax_is_exact_with_rewards() {
    exact(star::<true>);
    exact(star::<false>);
}

#[test]
fn alpha_beta_is_exact_with_rewards() {
    exact(without_chance);
}

/// What the definition says: rewards along the line, then the value at its end.
#[test]
fn minimax_adds_up_what_is_earned() {
    fn plainly(game: &RewardTree<true>, depth: u32, eval: &mut HashEval) -> f64 {
        let after = |m, depth, eval: &mut HashEval| {
            let mut child = game.clone();
            child.play(m);
            let value = plainly(&child, depth, eval);
            f64::from(game.reward(m).raw())
                + if child.mover() == game.mover() { value } else { -value }
        };
        let mut options = Vec::new();
        game.options(&mut options);
        match game.node() {
            Node::Over(value) => f64::from(value.raw()),
            _ if depth == 0 => f64::from(eval.evaluate(game).raw()),
            Node::Decision => {
                options.into_iter().map(|m| after(m, depth - 1, eval)).fold(f64::MIN, f64::max)
            }
            Node::Chance => {
                let mut chances = Vec::new();
                game.chances(&mut chances);
                let total: u32 = chances.iter().map(|&(_, weight)| weight).sum();
                let sum: f64 = (chances.into_iter())
                    .map(|(m, weight)| f64::from(weight) * after(m, depth, eval))
                    .sum();
                sum / f64::from(total)
            }
        }
    }
    let mut eval = HashEval::default();
    let mut apart = 0;
    for seed in 0..100 {
        let tree = RewardTree::<true>::with_height(seed, 8);
        let found = f64::from(minimax(&tree, 3, &mut eval).raw());
        // Each chance node on the way rounds to the grid.
        assert!((found - plainly(&tree, 3, &mut eval)).abs() < 6.0, "seed {seed}");
        apart += u32::from(found != f64::from(minimax(&tree, 0, &mut eval).raw()));
    }
    assert!(apart > 50, "{apart}");
}

/// A search that averages over games finds about what a search of all of them
/// does.
#[test]
fn simulations_add_up_what_is_earned() {
    let (mut near, mut all, mut bare) = (0, 0, 0);
    for seed in 0..60 {
        let tree = RewardTree::<true>::with_height(seed, 3);
        let exact = minimax(&tree, 3, &mut HashEval::default());
        for playout in [0, 30] {
            let options = MctsOptions { playout, ..MctsOptions::default() };
            let mut search = Mcts::new(HashEval::default(), options);
            let found = search.run(&tree, &Limits { nodes: Some(20_000), ..Limits::default() });
            near += u32::from((found.value - exact).raw().abs() <= 2);
            all += 1;
        }
        let mut none = tree.clone();
        let mut options = Vec::new();
        none.options(&mut options);
        bare += u32::from(options.iter().any(|&m| none.reward(m) != Value::ZERO));
        options.first().into_iter().for_each(|&m| none.play(m));
    }
    assert!(bare > 20 && near * 10 > all * 9, "{near} of {all}, {bare}");
}
