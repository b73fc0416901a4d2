//! What the pruning networks cost inside a search, and save:
//! `cargo run --release -p starboard-backgammon --example pruning -- 100`.
//!
//! In so many of the five hundred contact positions, and after each of the 21 rolls, all
//! moves are judged by the large networks and by the small ones. The table says, for
//! several numbers of moves that the small ones may let through and several margins behind
//! the first, how many they let through on average, how often the best of all is not among
//! them, and how much less than it the best of them is worth, in points.

use std::env;

use starboard_backgammon::{Class, Dice, Move, NetEvaluator, Scoring, contact_positions};
use starboard_core::Game;

/// The most moves let through: so many, and one more each time their number doubles.
const FEW: [usize; 5] = [8, 5, 3, 2, 1];
/// How far behind the first, in points.
const MARGINS: [f32; 7] = [9.0, 0.3, 0.2, 0.15, 0.1, 0.07, 0.05];

/// What the small and the large networks say of moves, the best by the small ones first.
type Moves = [(f32, f32)];

#[allow(clippy::print_stdout, reason = "an example talks")]
fn main() {
    let all = contact_positions().count();
    let count = env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(100).clamp(1, all);
    let mut eval = NetEvaluator::default();
    // How often each falls, of the 36 rolls.
    let mut rolls: Vec<(f64, Box<Moves>)> = Vec::new();
    for game in contact_positions().step_by(all / count).take(count) {
        for dice in Dice::all() {
            let mut moves = Vec::new();
            let mut classes = Vec::new();
            game.for_each_turn(dice, |turn| {
                let mut next = game.with_dice(Some(dice));
                next.play(Move::Turn(turn));
                classes.push(Class::of(&next));
                let rough = eval.rough_probabilities(&next).flipped();
                let close = eval.probabilities(&next).flipped();
                moves.push((rough.equity(Scoring::Money), close.equity(Scoring::Money)));
            });
            moves.sort_unstable_by(|a, b| b.0.total_cmp(&a.0));
            let alike = classes.iter().all(|class| *class == classes[0]);
            if alike && classes.first() >= Some(&Class::Race) {
                rolls.push((f64::from(dice.weight()), moves.into()));
            }
        }
    }
    let weight: f64 = rolls.iter().map(|(weight, _)| weight).sum();
    let mean = |of: &dyn Fn(&Moves) -> f64| {
        rolls.iter().map(|(weight, moves)| weight * of(moves)).sum::<f64>() / weight
    };
    let length = mean(&|moves| moves.len() as f64);
    println!("{count} positions, {} rolls, {length:.1} moves each", rolls.len());
    println!("most     margin   let through   best one lost   loss (points)");
    for few in FEW {
        for margin in MARGINS {
            let through = |moves: &Moves| {
                let most = few + moves.len().checked_ilog2().unwrap_or(0) as usize;
                let enough = moves.iter().take_while(|m| m.0 >= moves[0].0 - margin).count();
                most.min(enough)
            };
            let loss = |moves: &Moves| {
                let best =
                    |moves: &Moves| moves.iter().map(|m| m.1).fold(f32::NEG_INFINITY, f32::max);
                f64::from(best(moves) - best(&moves[..through(moves)]))
            };
            println!(
                "{few} + log {margin:>6.2} {:>13.2} {:>13.2} % {:>15.6}",
                mean(&|moves| through(moves) as f64),
                100.0 * mean(&|moves| f64::from(u8::from(loss(moves) > 0.0))),
                mean(&loss),
            );
        }
    }
}
