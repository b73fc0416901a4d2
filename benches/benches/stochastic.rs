//! The searches for games with chance, on a position of each such game: one
//! search to a fixed depth, its evaluations as the throughput, so that what an
//! algorithm saves and what it pays for it stand side by side.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use starboard_backgammon::{HandCrafted, contact_positions};
use starboard_core::{Evaluator, FilterSet, Game, Limits};
use starboard_search::{
    Expectimax, Filtered, Mcts, MctsOptions, RandomMover, Searcher, Star, StarOptions,
    registry::stochastic,
};
use starboard_small::{dice, einstein};

fn searches(c: &mut Criterion) {
    let backgammon = contact_positions().next().expect("a position");
    game(c, "backgammon", &backgammon, HandCrafted::default(), 2);
    game(c, "dice", &dice::positions()[0], dice::OpenRuns, 3);
    game(c, "einstein", &einstein::positions()[0], einstein::Race, 3);
}

fn game<G: Game, E: Evaluator<G> + Clone>(
    c: &mut Criterion,
    name: &str,
    root: &G,
    eval: E,
    depth: u32,
) {
    let normal = FilterSet::named("normal").expect("a predefined set");
    let options = MctsOptions { simulations: 2000, ..MctsOptions::default() };
    let searches: [(&str, Box<dyn Searcher<G>>); 6] = [
        ("expectimax", Box::new(Expectimax::new(eval.clone()))),
        ("star1", Box::new(Star::new(eval.clone(), (), StarOptions::star1()))),
        ("star2", Box::new(Star::new(eval.clone(), (), StarOptions::default()))),
        ("filtered", Box::new(Filtered::new(eval.clone(), normal))),
        ("mcts", Box::new(Mcts::new(eval.clone(), options))),
        ("random", Box::new(RandomMover::new(eval.clone(), 0))),
    ];
    // A new algorithm is to be measured as well.
    assert_eq!(searches.len(), stochastic::<G>().len());

    let mut group = c.benchmark_group(format!("search/{name}"));
    group.sample_size(10);
    for (algorithm, mut search) in searches {
        let limits = if algorithm == "mcts" { Limits::default() } else { Limits::depth(depth) };
        let evaluations = search.run(root, &limits).counters.evaluations;
        group.throughput(Throughput::Elements(evaluations));
        group.bench_function(algorithm, |b| b.iter(|| search.run(black_box(root), &limits)));
    }
    group.finish();
}

criterion_group!(benches, searches);
criterion_main!(benches);
