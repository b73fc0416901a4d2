//! Measures what a search of Shogi is made of, over 156 positions from the
//! middle of games: `cargo run --release -p starboard-shogi --example nodes`.
//!
//! Each line is the median of several rounds over all positions, in CPU time.

use std::hint::black_box;

use cpu_time::ProcessTime;
use starboard_core::{Evaluator, Game};
use starboard_shogi::{Attacks, Material, Shogi, middle_games, see, see_at_least};

/// Rounds measured, each of so many passes over all positions.
const ROUNDS: usize = 9;
const PASSES: usize = 40;

/// Prints how long one of `count` things a pass takes.
#[allow(clippy::print_stdout, reason = "an example talks")]
fn report(what: &str, count: usize, mut pass: impl FnMut()) {
    pass();
    let mut times: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let start = ProcessTime::now();
            (0..PASSES).for_each(|_| pass());
            start.elapsed().as_secs_f64() / (PASSES * count) as f64
        })
        .collect();
    times.sort_by(f64::total_cmp);
    let median = times[ROUNDS / 2];
    println!(
        "{what:<24} {:>8.0} ns {:>9.2} M/s   ({:.0} to {:.0} ns in {ROUNDS} rounds)",
        median * 1e9,
        1e-6 / median,
        times[0] * 1e9,
        times[ROUNDS - 1] * 1e9
    );
}

fn evaluations(what: &str, games: &[Shogi], mut evaluator: impl Evaluator<Shogi>) {
    report(what, games.len(), || {
        for game in games {
            black_box(evaluator.evaluate(black_box(game)));
        }
    });
}

fn main() {
    let mut games: Vec<_> = middle_games().collect();
    let mut moves = Vec::new();
    evaluations("evaluate: material", &games, Material);
    evaluations("evaluate: attacks", &games, Attacks::default());

    let mut list = Vec::new();
    let of_all: Vec<Vec<_>> = games
        .iter()
        .map(|game| {
            list.clear();
            game.moves(&mut list);
            list.clone()
        })
        .collect();
    report("generate: a move", of_all.iter().map(Vec::len).sum(), || {
        for game in &games {
            moves.clear();
            game.moves(&mut moves);
            black_box(&moves);
        }
    });
    let count = of_all.iter().map(Vec::len).sum();
    report("exchange: all moves", count, || {
        for (game, moves) in games.iter().zip(&of_all) {
            for &m in moves {
                black_box(see(game, m));
            }
        }
    });
    let captures: Vec<Vec<_>> = games
        .iter()
        .map(|game| {
            list.clear();
            game.captures(&mut list);
            list.clone()
        })
        .collect();
    let count = captures.iter().map(Vec::len).sum();
    report("exchange: captures", count, || {
        for (game, moves) in games.iter().zip(&captures) {
            for &m in moves {
                black_box(see(game, m));
            }
        }
    });
    report("exchange: at least 0", count, || {
        for (game, moves) in games.iter().zip(&captures) {
            for &m in moves {
                black_box(see_at_least(game, m, 0));
            }
        }
    });
    report("generate: captures", games.len(), || {
        for game in &games {
            moves.clear();
            game.captures(&mut moves);
            black_box(&moves);
        }
    });
    report("mate in one", games.len(), || {
        for game in &games {
            black_box(game.mate_in_one());
        }
    });
    report("make and unmake", of_all.iter().map(Vec::len).sum(), || {
        for (game, moves) in games.iter_mut().zip(&of_all) {
            for &m in moves {
                black_box(game.with_child(m, |child| child.key()));
            }
        }
    });
}
