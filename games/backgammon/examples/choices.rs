//! What the static (0-ply) choices of the networks cost, compared with those of GNU Backgammon, by
//! class of position:
//! `cargo run --release -p starboard-backgammon --example choices -- 500 1 NETS`.
//!
//! The networks play the given number of cubeless games against themselves, from the given seed,
//! and at every roll both programs choose a move by static evaluation. Where they differ, GNU
//! Backgammon at 2 plies says what each choice is worth. `NETS` is a file of networks, by default
//! the built-in ones; `GNUBG` names GNU Backgammon if it is not on the path.

mod gnubg;

use std::{env, error::Error, io::Write as _, path::Path, process::ExitCode};

use gnubg::{Evaluations, finish};
use rand::RngExt;
use starboard_backgammon::{
    Backgammon, Class, Dice, Move, NetEvaluator, Nets, Probabilities, Scoring, entries::nets,
};
use starboard_core::{Game, Node};

fn main() -> ExitCode {
    finish(run())
}

/// What was seen in positions of one class.
#[derive(Clone, Copy, Default)]
struct Seen {
    decisions: u64,
    differ: u64,
    /// By how much the choice here was worse than the better of the two.
    ours: f64,
    theirs: f64,
    /// Mean sizes of the difference of the equity, of all positions to come looked at.
    apart: [f64; 2],
}

fn run() -> Result<String, Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    let (games, seed): (u64, u64) = match &args[..] {
        [games, seed, ..] => (games.parse()?, seed.parse()?),
        _ => return Err("expected how many games, a seed, and a file of networks or none".into()),
    };
    let nets = match args.get(2) {
        Some(path) => nets::read(Path::new(path))?,
        None => Nets::built_in().into(),
    };
    let mut eval = NetEvaluator::new(nets);
    let mut server = Evaluations::start()?;
    let mut seen = [Seen::default(); Class::ALL.len()];
    for number in 0..games {
        let mut rng = starboard_core::rng(seed, number);
        let mut game = Backgammon::START;
        while game.node() == Node::Chance {
            let dice = Dice::new(rng.random_range(1..=6), rng.random_range(1..=6));
            let dice = dice.expect("numbers of a die");
            let class = Class::of(&game);
            let mut children = Vec::new();
            game.for_each_turn(dice, |turn| {
                let mut child = game.with_dice(Some(dice));
                child.play(Move::Turn(turn));
                children.push(child);
            });
            let ours: Vec<f32> = children.iter().map(|c| equity(eval.probabilities(c))).collect();
            let best = least(&ours);
            if children.len() > 1 && rng.random_range(0..4) == 0 {
                let seen = &mut seen[class as usize];
                seen.decisions += 1;
                let mut theirs = Vec::new();
                for child in &children {
                    theirs.push(equity(server.ask(child, 0)?));
                }
                let other = least(&theirs);
                seen.apart[0] += f64::from((ours[best] - theirs[best]).abs());
                if other != best {
                    seen.differ += 1;
                    let [a, b] =
                        [server.ask(&children[best], 2)?, server.ask(&children[other], 2)?]
                            .map(|p| f64::from(equity(p)));
                    seen.apart[1] += f64::from(ours[best]) - a;
                    seen.ours += (a - b).max(0.0);
                    seen.theirs += (b - a).max(0.0);
                }
            }
            game = children[best];
        }
    }
    let mut out = Vec::new();
    writeln!(out, "class | decisions | differ | cost here | cost there, points a game | apart")?;
    for (class, seen) in Class::ALL.into_iter().zip(seen) {
        if seen.decisions == 0 {
            continue;
        }
        let (n, per) = (seen.decisions as f64, 4.0 / games as f64 / 2.0);
        writeln!(
            out,
            "{} | {} | {:.1} % | {:.4} | {:.4} | {:.4}",
            class.name(),
            seen.decisions,
            100.0 * seen.differ as f64 / n,
            seen.ours * per,
            seen.theirs * per,
            seen.apart[0] / n,
        )?;
    }
    Ok(String::from_utf8(out)?)
}

/// The cubeless equity for the mover, who is the other of who chose.
fn equity(p: Probabilities) -> f32 {
    p.equity(Scoring::Money)
}

fn least(equities: &[f32]) -> usize {
    let all = equities.iter().enumerate();
    all.min_by(|a, b| a.1.total_cmp(b.1)).map_or(0, |(i, _)| i)
}
