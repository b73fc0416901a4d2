//! What being generic costs: the generic alpha-beta and one written by hand
//! for Connect Four take turns on the same tree.
//!
//! The machine's noise hits both alike, so the median of the ratios of
//! neighbouring runs tells more than either time.

use std::{hint::black_box, time::Duration};

use clap::Parser;
use starboard_benches::hand::Hand;
use starboard_core::{Instant, Limits, Stop};
use starboard_search::{AlphaBeta, AlphaBetaOptions, Searcher};
use starboard_small::connect_four::{Threats, positions};

/// Compare the generic alpha-beta with one written by hand for Connect Four
#[derive(Parser)]
struct Args {
    /// Moves to look ahead
    #[arg(long, default_value_t = 10)]
    depth: u32,
    /// How often each takes its turn
    #[arg(long, default_value_t = 21)]
    repeats: usize,
    /// How many positions to search
    #[arg(long, default_value_t = 6)]
    positions: usize,
}

#[expect(clippy::print_stdout, reason = "a program whose output this is")]
fn main() {
    let args = Args::parse();
    let positions: Vec<_> = positions().into_iter().take(args.positions).collect();
    let stop = Stop::default();
    let (mut ratios, mut nodes, mut generic_time) = (Vec::new(), 0, Duration::ZERO);
    for repeat in 0..args.repeats {
        let generic = || {
            let start = Instant::now();
            let mut nodes = 0;
            for game in &positions {
                let mut search = AlphaBeta::new(Threats, (), AlphaBetaOptions::plain());
                let report = search.run(black_box(game), &Limits::depth(args.depth));
                nodes += report.counters.nodes;
            }
            (start.elapsed(), nodes)
        };
        let by_hand = || {
            let start = Instant::now();
            let mut nodes = 0;
            for game in &positions {
                let mut search = Hand::new(u64::MAX, None, &stop);
                black_box(search.search(black_box(game), args.depth));
                nodes += search.nodes;
            }
            (start.elapsed(), nodes)
        };
        // Who goes first takes turns as well.
        let (ours, theirs) = if repeat % 2 == 0 {
            let ours = generic();
            (ours, by_hand())
        } else {
            let theirs = by_hand();
            (generic(), theirs)
        };
        assert_eq!(ours.1, theirs.1, "not the same tree");
        ratios.push(ours.0.as_secs_f64() / theirs.0.as_secs_f64());
        (nodes, generic_time) = (nodes + ours.1, generic_time + ours.0);
    }
    ratios.sort_by(f64::total_cmp);
    let at = |share: usize| ratios[(ratios.len() - 1) * share / 4];
    println!(
        "generic / by hand: median {:.3}, quartiles {:.3} to {:.3}, over {} pairs of {} nodes at \
         {:.0} ns",
        at(2),
        at(1),
        at(3),
        ratios.len(),
        nodes / ratios.len() as u64,
        generic_time.as_nanos() as f64 / nodes as f64,
    );
}
