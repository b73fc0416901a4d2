//! `starboard speed`: how many positions a second are evaluated.

use std::{io::Write, path::PathBuf, time::Duration};

use cpu_time::ThreadTime;
use serde::Serialize;
use starboard_backgammon::{Backgammon, Move, NetEvaluator, contact_positions, scattered_position};
use starboard_core::{Game, Node, Value};

use crate::evaluate::{evaluator, only_backgammon};
use starboard_lab::command::{Context, Examples, json, time};

pub(crate) const EXAMPLES: Examples = Examples {
    games: &["backgammon"],
    built_in: &["speed backgammon", "speed backgammon --seconds 30s --json"],
    own: &["speed backgammon"],
};

/// Positions at random, and how many checkers each is scattered over.
const SCATTERED: u64 = 4096;

/// Measures the evaluator.
#[derive(clap::Args, Debug)]
#[command(
    alias = "evals",
    about = "Measure how many positions a second the networks evaluate, on one thread",
    long_about = "Measure how many positions a second the networks evaluate, on one thread, by CPU \
        time, without a cache.\n\n\
        Scattered: positions with the fifteen checkers of each side placed at random on the board, \
        each evaluated on its own; this is what GNU Backgammon's command `calibrate` measures. \
        Siblings: the positions after every move of a roll, taken from games, as a search asks for \
        them; the time for making the moves counts, too. Pruning: the same with the small pruning \
        networks."
)]
pub(crate) struct Args {
    /// The game; only backgammon has networks
    game: String,
    /// How long to measure each
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = seconds)]
    seconds: Duration,
    /// The networks, which may be GNU Backgammon's gnubg.weights or gnubg.wd [default: the
    /// program's own]
    #[arg(long, value_name = "FILE")]
    nets: Option<PathBuf>,
    /// Do without the instructions that only some processors have
    #[arg(long)]
    scalar: bool,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// A time such as 2s, or a number of seconds.
fn seconds(text: &str) -> Result<Duration, String> {
    match text.parse::<u32>() {
        Ok(n) => Ok(Duration::from_secs(n.into())),
        Err(_) => time(text),
    }
}

#[derive(Serialize)]
struct Rate {
    positions: &'static str,
    evaluations: u64,
    seconds: f64,
    per_second: f64,
}

pub(crate) fn run(args: &Args, context: &Context<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    only_backgammon(context, &args.game)?;
    let mut eval = evaluator(args.nets.as_deref())?;
    if args.scalar {
        eval = eval.without_simd();
    }
    let scattered: Vec<_> = (0..SCATTERED).map(scattered_position).collect();
    let real: Vec<_> = contact_positions().collect();
    let static_value = NetEvaluator::static_value;
    let rates = [
        rate("scattered", args.seconds, || {
            scattered.iter().for_each(|game| {
                std::hint::black_box(eval.static_value(game));
            });
            SCATTERED
        })?,
        rate("siblings", args.seconds, || siblings(&mut eval.clone(), &real, static_value))?,
        rate("pruning", args.seconds, || {
            siblings(&mut eval.clone(), &real, NetEvaluator::rough_value)
        })?,
    ];
    if args.json {
        return json(out, &rates);
    }
    for Rate { positions, evaluations, seconds, per_second } in &rates {
        writeln!(
            out,
            "{positions:10} {per_second:>10.0} evaluations a second ({evaluations} in {seconds:.2} s)"
        )?;
    }
    Ok(())
}

/// Calls `work`, which says how many evaluations it made, until the time is over.
fn rate(
    positions: &'static str,
    time: Duration,
    mut work: impl FnMut() -> u64,
) -> anyhow::Result<Rate> {
    let (start, mut evaluations) = (ThreadTime::try_now()?, 0);
    loop {
        evaluations += work();
        let spent = start.try_elapsed()?;
        if spent >= time {
            let seconds = spent.as_secs_f64();
            let per_second = evaluations as f64 / seconds.max(1e-9);
            return Ok(Rate { positions, evaluations, seconds, per_second });
        }
    }
}

/// Evaluates the positions after every move of these.
fn siblings(
    eval: &mut NetEvaluator,
    games: &[Backgammon],
    value: impl Fn(&mut NetEvaluator, &Backgammon) -> Value,
) -> u64 {
    let mut evaluations = 0;
    for game in games {
        let Some(dice) = game.dice() else { continue };
        game.for_each_turn(dice, |turn| {
            let mut child = *game;
            child.play(Move::Turn(turn));
            if child.node() == Node::Chance {
                std::hint::black_box(value(eval, &child));
                evaluations += 1;
            }
        });
    }
    evaluations
}
