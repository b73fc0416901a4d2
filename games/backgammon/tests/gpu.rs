//! The engine for graphics cards, `gpu/engine.cu`, says what the crate says: compiled for a
//! processor, of positions of games. They are left in `target/tmp/gpu-positions.txt`, for
//! `gpu/train.py check` to hold a card against.

use std::{env, fmt::Write as _, fs, path::Path, process::Command};

use rand::RngExt;
use starboard_backgammon::{Backgammon, Checkers, Dice, Move, NetEvaluator, Scoring};
use starboard_core::{Game, Node, rng};

/// Probability one in the units of the file.
const CERTAIN: f32 = (1 << 24) as f32;

fn words(side: Checkers) -> [u64; 2] {
    let word = side.counts().iter().rev().fold(0, |word, &n| word << 4 | u128::from(n));
    [word as u64, (word >> 64) as u64]
}

/// A position, a hash of those after a roll, what is said of it and of the best of those.
fn line(
    eval: &mut NetEvaluator,
    game: &Backgammon,
    roll: usize,
    after: &[Backgammon],
    best: &Backgammon,
) -> String {
    let [a, b] = words(game.mine());
    let [c, d] = words(game.theirs());
    let hash = after.iter().fold(0_u64, |sum, next| {
        let ([a, b], [c, d]) = (words(next.mine()), words(next.theirs()));
        let terms = [(a, 3), (b, 5), (c, 7), (d, 11)].map(|(x, n)| x.wrapping_mul(n));
        sum.wrapping_add(terms.into_iter().fold(0, |hash, term| hash ^ term))
    });
    let mut line = format!("{a} {b} {c} {d} {roll} {} {hash}", after.len());
    for game in [game, best] {
        for p in eval.probabilities(game).as_array() {
            write!(line, " {}", (p * CERTAIN) as u32).expect("into a string");
        }
    }
    line
}

#[test]
fn the_engine_for_graphics_cards_says_the_same() {
    // Step 1. Positions of games in which some moves are any.
    let mut eval = NetEvaluator::default();
    let mut rng = rng(77, 1);
    let all: Vec<Dice> = Dice::all().collect();
    let mut lines: Vec<String> = Vec::new();
    while lines.len() < 5000 {
        let (mut game, stray) = (Backgammon::START, rng.random_range(2..12));
        while game.node() == Node::Chance {
            let roll = rng.random_range(0..all.len());
            let mut after = Vec::new();
            game.for_each_turn(all[roll], |turn| {
                let mut next = game.with_dice(Some(all[roll]));
                next.play(Move::Turn(turn));
                after.push(next);
            });
            let mut equity = |next: &Backgammon| eval.probabilities(next).equity(Scoring::Money);
            let values: Vec<f32> = after.iter().map(&mut equity).collect();
            let best = (0..after.len()).min_by(|&i, &j| values[i].total_cmp(&values[j]));
            let best = &after[best.expect("at least one move")];
            lines.push(line(&mut eval, &game, roll, &after, best));
            let any = rng.random_range(0..stray) == 0;
            game = if any { after[rng.random_range(0..after.len())] } else { *best };
        }
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let positions = folder.join("gpu-positions.txt");
    fs::write(&positions, lines.join("\n")).expect("written");
    // Step 2. The same by the engine.
    let compiler = env::var("CXX").unwrap_or_else(|_| "c++".to_owned());
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let program = folder.join("gpu-check");
    let source = home.join("gpu/check.cpp");
    let compiled = Command::new(&compiler).arg("-O1").arg("-o").arg(&program).arg(&source).status();
    let Ok(compiled) = compiled else {
        eprintln!("not compared: there is no C++ compiler called {compiler}");
        return;
    };
    assert!(compiled.success(), "{} compiles", source.display());
    let nets = home.join("nets/standard.nets");
    let found = Command::new(&program).arg(nets).arg(&positions).output().expect("it runs");
    let said = String::from_utf8_lossy(&found.stdout);
    assert!(found.status.success(), "{said}{}", String::from_utf8_lossy(&found.stderr));
    assert_eq!(said.trim(), format!("{} lines, 0 differ", lines.len()));
}
