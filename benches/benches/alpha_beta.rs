//! The generic alpha-beta against one written by hand for Connect Four: the
//! same tree, the same number of nodes.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use starboard_benches::hand::Hand;
use starboard_core::{Game, Limits, Stop};
use starboard_search::{AlphaBeta, AlphaBetaOptions, Searcher};
use starboard_small::{ConnectFour, connect_four::Threats};

const DEPTH: u32 = 9;

fn alpha_beta(c: &mut Criterion) {
    let game = ConnectFour::parse("44443").expect("a position");
    let stop = Stop::default();
    let mut hand = Hand::new(u64::MAX, None, &stop);
    hand.search(&game, DEPTH);
    let generic = || AlphaBeta::new(Threats, (), AlphaBetaOptions::plain());
    let nodes = generic().run(&game, &Limits::depth(DEPTH)).counters.nodes;
    assert_eq!(hand.nodes, nodes, "not the same tree");

    let mut group = c.benchmark_group("alpha-beta");
    group.throughput(Throughput::Elements(nodes));
    group.bench_function("generic", |b| {
        b.iter(|| generic().run(black_box(&game), &Limits::depth(DEPTH)));
    });
    group.bench_function("by hand", |b| {
        b.iter(|| Hand::new(u64::MAX, None, &stop).search(black_box(&game), DEPTH));
    });
    group.finish();
}

criterion_group!(benches, alpha_beta);
criterion_main!(benches);
