//! Move generation and evaluation of backgammon: what a node of its searches
//! is made of.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use starboard_backgammon::{Backgammon, HandCrafted, contact_positions};
use starboard_core::{Evaluator, Game};

/// The committed contact positions with every roll.
fn rolled() -> Vec<Backgammon> {
    let mut all = Vec::new();
    for mut game in contact_positions() {
        let mut moves = Vec::new();
        game.moves(&mut moves);
        game.play(moves[0]);
        let mut chances = Vec::new();
        game.chances(&mut chances);
        all.extend(chances.into_iter().map(|(roll, _)| {
            let mut next = game;
            next.play(roll);
            next
        }));
    }
    all
}

fn backgammon(c: &mut Criterion) {
    let positions = rolled();
    let mut group = c.benchmark_group("backgammon");
    group.sample_size(20);
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("moves", |b| {
        let mut moves = Vec::new();
        b.iter(|| {
            for game in &positions {
                moves.clear();
                game.moves(&mut moves);
                black_box(&moves);
            }
        });
    });
    group.bench_function("good_move", |b| {
        b.iter(|| {
            positions.iter().for_each(|game| {
                black_box(game.good_move());
            })
        });
    });
    group.bench_function("evaluate", |b| {
        let mut eval = HandCrafted::default();
        b.iter(|| {
            positions.iter().map(|game| eval.evaluate(game).raw()).fold(0, i32::wrapping_add)
        });
    });
    group.finish();
}

criterion_group!(benches, backgammon);
criterion_main!(benches);
