//! What searching fewer rolls saves and costs, and what a full-width search costs:
//! `cargo run --release -p starboard-backgammon --example rolls -- 100`.
//!
//! The given number of the five hundred contact positions are searched two plies ahead, without the
//! cube, by the filtered search with the normal filter: with all rolls, with fewer, and with Star2
//! for the moves that survive. The loss is how much less the chosen move is worth at two plies than
//! the best of all moves, according to the same search with all moves and all rolls.

use std::{env, num::NonZeroUsize};

use starboard_backgammon::{Backgammon, NetEvaluator, contact_positions};
use starboard_core::{Candidate, FilterLevel, FilterSet, Game, Limits, Value};
use starboard_search::{Filtered, Searcher, Star, StarOptions};

/// Two plies are three moves: ours, theirs, ours.
const DEPTH: u32 = 3;
const ROLLS: [usize; 7] = [0, 14, 10, 7, 5, 3, 1];

type Search = Filtered<Backgammon, NetEvaluator, FilterSet>;
type Move = <Backgammon as Game>::Move;

#[derive(Default)]
struct Tally {
    evaluations: u64,
    other: usize,
    /// Of the value of the root, against that with all rolls.
    error: f64,
    losses: Vec<f64>,
}

#[allow(clippy::print_stdout, reason = "an example talks")]
fn main() {
    let all = contact_positions().count();
    let count = env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(100).clamp(1, all);
    let normal = FilterSet::named("normal").expect("a predefined set");
    let everything = FilterSet::uniform("all moves", vec![FilterLevel::SKIP; 2]);
    let filtered = |set: &FilterSet| Search::new(NetEvaluator::default(), set.clone());
    let mut judge = filtered(&everything);
    let mut searches: Vec<(String, Search)> = (ROLLS.iter())
        .map(|&n| {
            let name = if n == 0 { "all rolls".to_owned() } else { format!("{n} of 21") };
            (name, filtered(&normal).with_rolls(NonZeroUsize::new(n)))
        })
        .collect();
    let star = Star::new(NetEvaluator::default(), (), StarOptions::default());
    searches.push(("star2 inside".to_owned(), filtered(&normal).with_inner(Box::new(star))));
    let mut tallies: Vec<Tally> = searches.iter().map(|_| Tally::default()).collect();
    for game in contact_positions().step_by(all / count).take(count) {
        let limits = Limits::depth(DEPTH);
        let known = judge.run(&game, &limits).candidates;
        let mut exact = None;
        for ((_, search), tally) in searches.iter_mut().zip(&mut tallies) {
            let report = search.run(&game, &limits);
            tally.evaluations += report.counters.evaluations;
            let value = *exact.get_or_insert(report.value);
            tally.error += (points(report.value) - points(value)).abs();
            let loss = loss(&known, report.pv.first());
            tally.other += usize::from(loss > 0.0);
            tally.losses.push(loss);
        }
    }
    let n = count as f64;
    println!("{count} positions, 2-ply, normal filter");
    println!("rolls         evaluations   a worse move   mean error   loss (95 %)");
    for ((name, _), tally) in searches.iter().zip(&tallies) {
        let mean = tally.losses.iter().sum::<f64>() / n;
        let variance = tally.losses.iter().map(|loss| (loss - mean).powi(2)).sum::<f64>() / n;
        println!(
            "{name:<12} {:>10.1} % {:>12.1} % {:>12.4} {:>9.5} ± {:.5}",
            100.0 * tally.evaluations as f64 / tallies[0].evaluations as f64,
            100.0 * tally.other as f64 / n,
            tally.error / n,
            mean,
            1.96 * (variance / n).sqrt(),
        );
    }
}

fn points(value: Value) -> f64 {
    f64::from(value.raw()) / f64::from(Backgammon::UNIT)
}

/// How much less a move is worth than the best.
fn loss(known: &[Candidate<Move>], chosen: Option<&Move>) -> f64 {
    let found = known.iter().find(|c| Some(&c.m) == chosen).unwrap_or(&known[0]);
    points(known[0].value) - points(found.value)
}
