//! The evaluation's view of groups, compared with what the life-and-death reader finds given
//! far more time: see `--help`.

#[path = "games/options.rs"]
mod options;

use std::process::ExitCode;

use options::{Failure, end, say};
use rand::RngExt;
use starboard_core::{Game, Instant, Limits, Node, rng};
use starboard_go::{FullBoard, Go, Grounds, Ko, Life, Move, Rules, Selector, Size};
use starboard_lab::stats::{Interval, wilson};

const HELP: &str = "\
What the evaluation thinks of groups, beside what the reader of life and death finds
with far more time.

cargo run --release -p starboard-go --example verdicts -- [OPTIONS]

  --games N      games of the engine with itself that groups are taken from [default: 20]
  --size N       lines of the board [default: 9]
  --every N      a position after each so many moves [default: 6]
  --moves N      moves at random to begin with [default: 4]
  --nodes N      positions the reader looks at for a question [default: 60000]
  --playouts N   games it plays out where it proves nothing [default: 8000]
  --seed N       of the games [default: 1]

Only groups of two stones and more count that do not live whatever happens. A group can be
killed if the reader says so with the opponent to move, in kos for which nobody has a
threat; it can be saved if its owner, to move, keeps it. The evaluation says so if it gives
the group less than half a chance, or more. `proven` are questions that the reader has
settled by proof. Intervals are of 95 %.
";

/// What is asked for.
struct Args {
    games: u64,
    size: usize,
    every: usize,
    moves: usize,
    nodes: u64,
    playouts: u32,
    seed: u64,
}

impl Args {
    fn read() -> Result<Option<Self>, Failure> {
        let mut args =
            Self { games: 20, size: 9, every: 6, moves: 4, nodes: 60_000, playouts: 8000, seed: 1 };
        let wanted = options::read(HELP, |option, value| {
            let number: u64 = value.parse().map_err(|_| format!("{option}: expected a number"))?;
            match option {
                "--games" => args.games = number,
                "--size" => args.size = usize::try_from(number)?,
                "--every" => args.every = usize::try_from(number)?.max(1),
                "--moves" => args.moves = usize::try_from(number)?,
                "--nodes" => args.nodes = number,
                "--playouts" => args.playouts = u32::try_from(number)?,
                "--seed" => args.seed = number,
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        Ok(wanted.then_some(args))
    }
}

fn main() -> ExitCode {
    end("verdicts", Args::read().and_then(|args| args.map_or(Ok(()), |args| run(&args))))
}

/// How often the evaluation says what the reader says.
#[derive(Default)]
struct Agreement {
    /// By what the reader says, no or yes: questions, and those where the evaluation agrees.
    counts: [[u64; 2]; 2],
    /// The same of questions that were proven.
    proven: [[u64; 2]; 2],
}

impl Agreement {
    fn add(&mut self, reader: bool, evaluation: bool, proven: bool) {
        for (counts, counted) in [(&mut self.counts, true), (&mut self.proven, proven)] {
            if counted {
                let [all, alike] = &mut counts[usize::from(reader)];
                *all += 1;
                *alike += u64::from(reader == evaluation);
            }
        }
    }

    fn show(&self, what: &str) {
        for (name, counts) in [("all", &self.counts), ("proven", &self.proven)] {
            for (answer, [all, alike]) in ["cannot", "can"].into_iter().zip(counts) {
                let Some(Interval { low, high }) = wilson(*alike, *all, 0.95) else { continue };
                let [share, low, high] =
                    [*alike as f64 / *all as f64, low, high].map(|share| 100.0 * share);
                say(&format!(
                    "{name:<8}{answer:>7} be {what:<7}{alike:>6} of {all:<6} {share:5.1} % \
                     ({low:.1} to {high:.1})"
                ));
            }
        }
    }
}

fn run(args: &Args) -> Result<(), Failure> {
    let size = Size::new(args.size).ok_or("--size: there is no such board")?;
    let [mut killed, mut saved] = [(); 2].map(|()| Agreement::default());
    let (mut evaluating, mut positions) = (0.0, 0);
    for number in 0..args.games {
        let mut rng = rng(args.seed, number);
        let mut game = Go::new(size, Rules::default());
        let mut selector = Selector::new(20);
        let most = size.points() * 3 / 2;
        for ply in 0..most {
            if game.node() != Node::Decision {
                break;
            }
            let m = if ply < args.moves {
                let mut legal = Vec::new();
                game.moves(&mut legal);
                legal.retain(|&m| m != Move::PASS);
                legal[rng.random_range(0..legal.len())]
            } else {
                selector.select(&game, &Limits::default()).best()
            };
            game.play(m);
            if ply < args.moves + args.every || !(ply + 1).is_multiple_of(args.every) {
                continue;
            }
            let begun = Instant::now();
            let analysis = FullBoard::default().analyse(&game);
            evaluating += begun.elapsed().as_secs_f64();
            positions += 1;
            for group in analysis.territory.groups.iter().filter(|g| !g.safe && g.stones.len() > 1)
            {
                let Some(stone) = group.stones.first() else { continue };
                let mut life = Life::with_limit(args.nodes).with_playouts(args.playouts);
                let mut ask = |kill| {
                    let board = &mut game.board().clone();
                    let found = life.outlook(board, stone, Ko::NoThreats, kill);
                    (found.dead, found.grounds == Grounds::Proven)
                };
                let [low, _, high] = group.strength;
                if let (Some(dead), proven) = ask(true) {
                    killed.add(dead, low < 500, proven);
                }
                if let (Some(dead), proven) = ask(false) {
                    saved.add(!dead, high >= 500, proven);
                }
            }
        }
    }
    killed.show("killed");
    saved.show("saved");
    let each = 1000.0 * evaluating / f64::from(positions.max(1));
    say(&format!("{positions} positions, {each:.2} ms for an evaluation without any memory"));
    Ok(())
}
