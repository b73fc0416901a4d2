//! How fast moves are generated, and how good the quickly chosen ones are:
//! `cargo run --release -p starboard-backgammon --example generations`.

use std::hint::black_box;

use starboard_backgammon::{Backgammon, Dice, HandCrafted, contact_positions};
use starboard_core::{Evaluator, Game, Instant};

const ROUNDS: u32 = 40;

#[allow(clippy::print_stdout, reason = "an example talks")]
fn main() {
    let drawn: Vec<_> = contact_positions().collect();
    let rolled: Vec<_> = drawn
        .iter()
        .flat_map(|game| Dice::all().map(|dice| (game.with_dice(Some(dice)), dice.weight())))
        .collect();
    let games = drawn.len();
    let sum: usize = drawn.iter().map(|game| moves(game).len()).sum();
    println!("{games} positions, {:.1} moves each", sum as f64 / games as f64);

    let mut list = Vec::new();
    rate("generations, drawn rolls", &drawn, |game| {
        list.clear();
        game.moves(&mut list);
        list.len()
    });
    let every: Vec<_> = rolled.iter().map(|(game, _)| *game).collect();
    rate("generations, every roll", &every, |game| {
        list.clear();
        game.moves(&mut list);
        list.len()
    });
    rate("good moves", &drawn, |game| game.good_move());
    let mut eval = HandCrafted::default();
    rate("evaluations", &drawn, |game| eval.evaluate(&game.with_dice(None)));

    // How a quick move compares with the best, over what a roll is worth.
    let (mut best, mut near, mut loss, mut total) = (0, 0, 0.0, 0);
    for (game, weight) in &rolled {
        let (mut values, all) = (Vec::new(), moves(game));
        eval.evaluate_children(game, &all, &mut values);
        let good = game.good_move().expect("dice");
        let mut one = Vec::new();
        eval.evaluate_children(game, &[good], &mut one);
        let top = values.iter().max().expect("a move").raw();
        let behind = f64::from(top - one[0].raw()) / f64::from(Backgammon::UNIT);
        total += weight;
        best += weight * u32::from(behind == 0.0);
        near += weight * u32::from(behind < 0.05);
        loss += f64::from(*weight) * behind;
    }
    let share = |n: u32| 100.0 * f64::from(n) / f64::from(total);
    println!(
        "good move: best {:.1} %, within 0.05 points {:.1} %, mean loss {:.4} points",
        share(best),
        share(near),
        loss / f64::from(total)
    );
}

fn moves(game: &Backgammon) -> Vec<starboard_backgammon::Move> {
    let mut moves = Vec::new();
    game.moves(&mut moves);
    moves
}

#[allow(clippy::print_stdout, reason = "an example talks")]
fn rate<T>(name: &str, games: &[Backgammon], mut f: impl FnMut(&Backgammon) -> T) {
    let start = Instant::now();
    for _ in 0..ROUNDS {
        for game in games {
            black_box(f(black_box(game)));
        }
    }
    let calls = f64::from(ROUNDS) * games.len() as f64;
    let seconds = start.elapsed().as_secs_f64();
    println!("{name}: {:.2} M/s, {:.0} ns", calls / seconds / 1e6, seconds / calls * 1e9);
}
