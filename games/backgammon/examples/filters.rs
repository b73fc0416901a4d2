//! What move filters save, and what they cost:
//! `cargo run --release -p starboard-backgammon --example filters -- 200`.
//!
//! The given number of the five hundred contact positions are searched two plies ahead, once with
//! all moves and once with each filter set. The loss is how much less the chosen move is worth at
//! two plies than the best of all moves. Filters that are named or described after the number, such
//! as `'0,8,0.16;0,2,0.04'`, are compared as well. With `ROLLS=5`, five representative rolls stand
//! for all 21 with each filter set, but not in the reference search.

use std::env;

use starboard_backgammon::{
    Backgammon, NetEvaluator,
    bearoff::Bearoff,
    contact_positions,
    cube::{Cube, CubefulSearch, RatedTurn, Stakes, WithBearoff},
};
use starboard_core::{FilterLevel, FilterSet, Instant, ParseFilterError};

const PLIES: u32 = 2;

type Search = CubefulSearch<WithBearoff<NetEvaluator>>;

/// What came of a set.
#[derive(Default)]
struct Tally {
    deep: usize,
    seconds: f64,
    other: usize,
    losses: Vec<f64>,
}

#[allow(clippy::print_stdout, reason = "an example talks")]
fn main() -> Result<(), ParseFilterError> {
    let all = contact_positions().count();
    let count = env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(all).clamp(1, all);
    let bearoff = Bearoff::shared().expect("databases that can be used");
    let evaluator = WithBearoff { evaluator: NetEvaluator::default(), bearoff: bearoff.clone() };
    let mut search = CubefulSearch::new(evaluator, Some(bearoff), Stakes::MONEY);
    let everything = FilterSet::uniform("all moves", vec![FilterLevel::SKIP; 2]);
    let best_alone = FilterSet::uniform("0-ply", vec![FilterLevel::new(1, 0, 0.0); 2]);
    let named = FilterSet::NAMES.iter().filter_map(|name| FilterSet::named(name));
    let mut sets: Vec<_> = [everything, best_alone].into_iter().chain(named).collect();
    let rolls = env::var("ROLLS").ok().and_then(|n| n.parse().ok());
    for given in env::args().skip(2) {
        sets.push(given.parse()?);
    }
    let mut tallies: Vec<Tally> = sets.iter().map(|_| Tally::default()).collect();
    let mut moves = 0;
    for game in contact_positions().step_by(all / count).take(count) {
        let mut known: Vec<RatedTurn> = Vec::new();
        for (set, tally) in sets.iter().zip(&mut tallies) {
            let began = Instant::now();
            search.rolls = rolls.filter(|_| !known.is_empty());
            let rated = rate(&mut search, &game, set);
            tally.seconds += began.elapsed().as_secs_f64();
            if known.is_empty() {
                moves += rated.len();
                known = rated.clone();
            }
            tally.deep += rated.iter().filter(|rated| rated.plies == PLIES).count();
            let chosen = known.iter().find(|k| k.turn == rated[0].turn).unwrap_or(&known[0]);
            tally.other += usize::from(chosen.turn != known[0].turn);
            tally.losses.push(known[0].equity - chosen.equity);
        }
    }
    let n = count as f64;
    println!("{count} positions, {:.1} moves each, {PLIES}-ply", moves as f64 / n);
    println!("set                   moves 2-ply   time    another move   loss (95 %)");
    for (set, tally) in sets.iter().zip(&tallies) {
        let mean = tally.losses.iter().sum::<f64>() / n;
        let variance = tally.losses.iter().map(|loss| (loss - mean).powi(2)).sum::<f64>() / n;
        println!(
            "{:<20} {:>12.2} {:>5.1} % {:>14.1} % {:>9.5} ± {:.5}",
            set.name,
            tally.deep as f64 / n,
            100.0 * tally.seconds / tallies[0].seconds,
            100.0 * tally.other as f64 / n,
            mean,
            1.96 * (variance / n).sqrt(),
        );
    }
    Ok(())
}

fn rate(search: &mut Search, game: &Backgammon, set: &FilterSet) -> Vec<RatedTurn> {
    let dice = game.dice().expect("the positions have dice");
    search.rate(game, dice, Cube::default(), PLIES, set)
}
