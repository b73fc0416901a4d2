//! The speed of the tactical reader, compared with GNU Go's: see `--help`.

#[path = "games/mod.rs"]
mod games;

use std::process::ExitCode;

use cpu_time::ProcessTime;
use starboard_go::{Board, Color, Go, Point, Reader, Size, Success, UNFORCED_NODES, positions};
use starboard_protocols::external::{Command, gtp::Session, soon};

use games::options::{self, Failure, end, say};

const HELP: &str = "\
How fast the tactical reader is, beside GNU Go's.

cargo run --release -p starboard-go --example reader_speed -- [OPTIONS]

  --games N    positions from games, besides the 24 of the crate [default: 30]
  --size N     lines of their board [default: 19]
  --runs N     how often all is measured; medians are told [default: 3]
  --seed N     of the games [default: 1]

Of every string with at most four liberties it is asked whether it can be captured
if the opponent plays first, and saved if its owner does; by which ko, if at all.
Told are the questions and the nodes of the reader in a second of CPU time, with the
budget of play and with a large one. Answers to GTP are checked beyond that, which
takes longer and is not measured here.

Where the environment has GNUGO, a path, GNU Go is asked the same by GTP, in turn with
ours: its own count of nodes, and the CPU time of its process less that of a session
of as many lines which ask for nothing but liberties. Its nodes are positions, ours
are stones played, so questions a second are what to compare. How often both give
the same answer is told as well; of ko they do not count alike.

The process's time is read from /proc, so that part is for Linux.
";

/// Strings with more liberties are not asked about.
const LIBERTIES: usize = 4;
/// A budget that hardly any question needs.
const LARGE: u32 = 4000;

fn main() -> ExitCode {
    end("reader_speed", Args::read().and_then(|args| args.map_or(Ok(()), |args| run(&args))))
}

struct Args {
    games: usize,
    size: usize,
    runs: usize,
    seed: u64,
}

impl Args {
    /// The arguments; nothing if all that was asked for is help.
    fn read() -> Result<Option<Self>, Failure> {
        let mut args = Self { games: 30, size: 19, runs: 3, seed: 1 };
        let ran = options::read(HELP, |word, value| {
            match word {
                "--games" => args.games = value.parse()?,
                "--size" => args.size = value.parse()?,
                "--runs" => args.runs = value.parse::<usize>()?.max(1),
                "--seed" => args.seed = value.parse()?,
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        Ok(ran.then_some(args))
    }
}

/// A position and the strings asked about.
struct Problem {
    game: Go,
    strings: Vec<Point>,
}

impl From<Go> for Problem {
    fn from(game: Go) -> Self {
        let board = game.board();
        let all = Color::BOTH.into_iter().flat_map(|color| board.strings(color));
        let strings = all.filter(|&s| board.liberty_count(s) <= LIBERTIES).collect();
        Self { game, strings }
    }
}

/// What it took to answer everything, and the answers.
struct Run {
    seconds: f64,
    nodes: u64,
    answers: Vec<u8>,
}

fn run(args: &Args) -> Result<(), Failure> {
    let size = Size::new(args.size).ok_or("a board has 2 to 25 lines")?;
    let games = games::games(args.games, size, args.seed);
    let problems: Vec<Problem> = positions().chain(games).map(Problem::from).collect();
    let questions = 2 * problems.iter().map(|problem| problem.strings.len()).sum::<usize>();
    say(&format!("{questions} questions in {} positions", problems.len()));
    let gnugo = std::env::var("GNUGO").ok();
    let (mut quick, mut large, mut other) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..args.runs {
        quick.push(ours(&problems, UNFORCED_NODES));
        large.push(ours(&problems, LARGE));
        if let Some(program) = &gnugo {
            let mut asked = theirs(program, &problems, ["attack", "defend"])?;
            let idle = theirs(program, &problems, ["countlib"; 2])?;
            asked.seconds = (asked.seconds - idle.seconds).max(1e-6);
            other.push(asked);
        }
    }
    let mut text = format!("{:<22} questions/s    nodes/s  nodes/question\n", "");
    for (name, runs) in [("budget of play", &quick), ("large budget", &large), ("GNU Go", &other)] {
        if let Some(first) = runs.first() {
            let time = median(runs.iter().map(|run| run.seconds));
            let (asked, nodes) = (questions as f64, first.nodes as f64);
            let [by_question, by_node, depth] = [asked / time, nodes / time, nodes / asked];
            text += &format!("{name:<22} {by_question:>11.0} {by_node:>10.0} {depth:>15.1}\n");
        }
    }
    for (name, runs) in [("budget of play", &quick), ("large budget", &large)] {
        if let Some(first) = other.first() {
            let pairs = || runs.iter().zip(&other);
            let speed = median(pairs().map(|(own, other)| other.seconds / own.seconds));
            let nodes = runs[0].nodes as f64 / first.nodes as f64 * speed;
            let answers = runs[0].answers.iter().zip(&first.answers);
            let same = answers.clone().filter(|(own, other)| own == other).count();
            let ways = answers.filter(|(own, other)| (**own > 0) == (**other > 0)).count();
            text += &format!(
                "{name}: {speed:.2} times the questions of GNU Go a second, \
                 {nodes:.2} times the nodes; {same} answers of {questions} the same, {ways} but for \
                 kos\n"
            );
        }
    }
    say(text.trim_end());
    Ok(())
}

fn median(sample: impl Iterator<Item = f64>) -> f64 {
    let mut sample: Vec<f64> = sample.collect();
    sample.sort_by(f64::total_cmp);
    sample[sample.len() / 2]
}

/// The reader's answers, nothing remembered from one to the next.
fn ours(problems: &[Problem], budget: u32) -> Run {
    let started = ProcessTime::now();
    let (mut reader, mut answers) = (Reader::with_budget(budget), Vec::new());
    for Problem { game, strings } in problems {
        let mut board = game.board().clone();
        for &stone in strings {
            answers.push(success(&mut reader, &mut board, stone, true));
            answers.push(success(&mut reader, &mut board, stone, false));
        }
    }
    Run { seconds: started.elapsed().as_secs_f64(), nodes: reader.nodes(), answers }
}

/// How well an attack does, or a defence, in the code of GTP: 1 for sure, 2 and 3 by
/// a ko for which the opponent needs the first threat, or the player.
fn success(reader: &mut Reader, board: &mut Board, stone: Point, attack: bool) -> u8 {
    let Some(owner) = board.at(stone) else { return 0 };
    let player = if attack { owner.other() } else { owner };
    let found = Success::ask(player, |ko| {
        let found = match attack {
            true => reader.attack(board, stone, ko),
            false => reader.defend(board, stone, ko),
        };
        // What could not be settled is an attack that fails, or a defence that works.
        let works = found.captured.unwrap_or(false) == attack;
        (works.then_some(()), found.kos)
    });
    match found {
        None => 0,
        Some((Success::KoWithThreat, ())) => 3,
        Some((Success::Ko, ())) => 2,
        Some(_) => 1,
    }
}

/// GNU Go's answers to both commands for each string, if they are numbers.
fn theirs(program: &str, problems: &[Problem], commands: [&str; 2]) -> Result<Run, Failure> {
    let mut gnugo = Session::start(&Command::new(program, ["--mode", "gtp"]))?;
    let process = gnugo.id();
    let mut ask = |command: &str| gnugo.ask(command, soon());
    let (mut seconds, mut nodes, mut answers) = (0.0, 0, Vec::new());
    for Problem { game, strings } in problems {
        let size = game.size();
        // Empties its memory of what it has read, too.
        ask(&format!("boardsize {}", size.side()))?;
        ask("clear_board")?;
        let board = game.board();
        for color in Color::BOTH {
            let letter = if color == Color::Black { 'b' } else { 'w' };
            for point in board.stones(color).iter() {
                ask(&format!("play {letter} {}", point.name(size)))?;
            }
        }
        ask("reset_reading_node_counter")?;
        let before = processor_time(process)?;
        for stone in strings {
            for command in commands {
                let answer = ask(&format!("{command} {}", stone.name(size)))?;
                let code = answer.split_whitespace().next().unwrap_or_default();
                answers.push(code.parse()?);
            }
        }
        seconds += processor_time(process)? - before;
        nodes += ask("get_reading_node_counter")?.trim().parse::<u64>()?;
    }
    gnugo.quit()?;
    Ok(Run { seconds, nodes, answers })
}

/// The CPU time of a process so far.
fn processor_time(process: u32) -> Result<f64, Failure> {
    let text = std::fs::read_to_string(format!("/proc/{process}/schedstat"))?;
    let first = text.split_whitespace().next().ok_or("no time in schedstat")?;
    Ok(first.parse::<u64>()? as f64 / 1e9)
}
