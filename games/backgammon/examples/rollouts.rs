//! How far static evaluations are from rollouts, compared with those of GNU Backgammon:
//! `cargo run --release -p starboard-backgammon --example rollouts -- FILE 1000 1296 1 2`.
//!
//! Draws the given number of positions (the second argument) from cubeless self-play games of the
//! networks, one from each game, each position but the start with equal probability; the games
//! follow from the seed (the fourth argument) and are not among those that the networks were
//! trained on. Each position is rolled out as often as the third argument says, to the end, with
//! quasi-random dice and variance reduction, at 2 plies in the first turns, as many as the fifth
//! argument says, and at 0 plies later; and GNU Backgammon evaluates it statically. Two more
//! arguments may follow: a move filter instead of `normal`, and how many representative rolls stand
//! for all 21 where players look ahead more than one ply.
//!
//! The results are written to `FILE`, one line per position, in order; positions that are already
//! there are kept, so that the same command resumes where it was stopped. `GNUBG` names GNU
//! Backgammon if it is not on the path.
//!
//! Then the static evaluations of the networks and of GNU Backgammon are compared with the
//! rollouts. As rollouts themselves have standard errors, the root mean square difference is also
//! given with these subtracted. `NETS=FILE` evaluates with other networks.
//!
//! `OF=FILE` takes the positions from the beginning of another such file instead of drawing any,
//! and compares its rollouts with the new ones: for example, how much is lost if players look ahead
//! in fewer turns.

mod gnubg;

use std::{
    env,
    error::Error,
    fs,
    io::{IsTerminal as _, Write as _},
    num::NonZeroUsize,
    path::Path,
    process::ExitCode,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use gnubg::{Evaluations, finish};
use rand::RngExt;
use starboard_backgammon::{
    Backgammon, Class, Dice, NetEvaluator, Nets, Scoring,
    bearoff::Bearoff,
    cube::{Cube, CubefulSearch, Stakes, Utility, WithBearoff, best_reply},
    entries::nets,
    position_id,
    rollout::{QuasiDice, Rollout, RolloutOptions, Start, Tally},
};
use starboard_core::{FilterSet, Game, Node};
use starboard_lab::stats::{Interval, bootstrap, mean};

fn main() -> ExitCode {
    finish(run())
}

/// How positions are drawn and rolled out.
#[derive(Clone)]
struct Plan {
    trials: u64,
    seed: u64,
    /// Turns in which players look two plies ahead.
    ahead: u32,
    filter: FilterSet,
    /// How many rolls stand for all; all 21 if not given.
    rolls: Option<NonZeroUsize>,
}

impl Plan {
    /// Says how positions are rolled out.
    fn title(&self) -> String {
        let Self { trials, seed, ahead, filter, rolls } = self;
        let filter = match filter.name.as_str() {
            "normal" => String::new(),
            name => format!(" by filter {name}"),
        };
        let rolls = rolls.map_or(String::new(), |n| format!(" of {n} rolls"));
        format!("# {trials} trials, {ahead} turns with two plies{rolls}{filter}, seed {seed}")
    }
}

/// What a position came to, for the player on roll, in points without a cube.
#[derive(Clone, Copy)]
struct Line {
    game: Backgammon,
    rollout: f64,
    /// The standard error of the rollout.
    error: f64,
    /// GNU Backgammon's static evaluation.
    gnubg: f64,
}

impl Line {
    fn write(&self) -> String {
        let id = position_id::write(self.game.mine(), self.game.theirs());
        let Self { rollout, error, gnubg, .. } = self;
        format!("{id}\t{rollout:.5}\t{error:.5}\t{gnubg:.5}\n")
    }

    fn read(line: &str) -> Result<Self, Box<dyn Error>> {
        let wrong = || format!("{line:?} is not an ID and three numbers");
        let fields: Vec<&str> = line.split('\t').collect();
        let &[id, rollout, error, gnubg] = &fields[..] else { return Err(wrong().into()) };
        let (mine, theirs) = position_id::read(id)?;
        let [rollout, error, gnubg] = [rollout, error, gnubg].map(str::parse);
        Ok(Self {
            game: Backgammon::new(mine, theirs)?,
            rollout: rollout?,
            error: error?,
            gnubg: gnubg?,
        })
    }
}

fn run() -> Result<String, Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    let [file, count, trials, seed, ahead, more @ ..] = &args[..] else {
        let words = "a file, how many positions, how many trials, a seed, how many turns with two \
                     plies, and perhaps a filter and how many rolls";
        return Err(format!("expected {words}").into());
    };
    let count: usize = count.parse()?;
    let plan = Plan {
        trials: trials.parse()?,
        seed: seed.parse()?,
        ahead: ahead.parse()?,
        filter: more.first().map_or("normal", String::as_str).parse()?,
        rolls: more.get(1).map(|rolls| rolls.parse()).transpose()?,
    };
    let nets = match env::var_os("NETS") {
        Some(path) => nets::read(Path::new(&path))?,
        None => Nets::built_in().into(),
    };
    let other = env::var_os("OF").map(|path| other(Path::new(&path), count)).transpose()?;
    let lines = roll_out(Path::new(file), count, &plan, other.as_deref())?;
    let mut eval = NetEvaluator::new(nets);
    let mut out = Vec::new();
    writeln!(
        out,
        "class | positions | here | GNU Backgammon | less than it | root of square, both"
    )?;
    let all = [None].into_iter().chain(Class::ALL.map(Some));
    for class in all {
        let of_class = |line: &&Line| class.is_none_or(|class| Class::of(&line.game) == class);
        let found: Vec<[f64; 3]> = lines
            .iter()
            .filter(of_class)
            .map(|line| {
                let said = f64::from(eval.probabilities(&line.game).equity(Scoring::Money));
                [said - line.rollout, line.gnubg - line.rollout, line.error]
            })
            .collect();
        if found.is_empty() {
            continue;
        }
        let n = found.len() as f64;
        let interval = |of: &dyn Fn(&[f64; 3]) -> f64| {
            let values: Vec<f64> = found.iter().map(of).collect();
            let ends = bootstrap(&values, 0, mean).map_or([f64::NAN; 2], |i| [i.low, i.high]);
            let [low, high] = ends;
            format!("{:.4} ({low:.4} to {high:.4})", values.iter().sum::<f64>() / n)
        };
        let square = |i: usize| {
            let sum: f64 = found.iter().map(|x| x[i].powi(2) - x[2].powi(2)).sum();
            (sum / n).max(0.0).sqrt()
        };
        writeln!(
            out,
            "{} | {} | {} | {} | {} | {:.4} {:.4}",
            class.map_or("all", Class::name),
            found.len(),
            interval(&|x| x[0].abs()),
            interval(&|x| x[1].abs()),
            interval(&|x| x[1].abs() - x[0].abs()),
            square(0),
            square(1),
        )?;
    }
    if let Some(other) = other {
        let pairs = lines.iter().zip(&other);
        let (less, closer): (Vec<f64>, Vec<f64>) = pairs
            .map(|(line, other)| {
                let said = f64::from(eval.probabilities(&line.game).equity(Scoring::Money));
                let off = |rollout: f64| (said - rollout).abs();
                (line.rollout - other.rollout, off(line.rollout) - off(other.rollout))
            })
            .unzip();
        for (what, values) in [("rollouts less", less), ("distances from here less", closer)] {
            let ends = bootstrap(&values, 0, mean).ok_or("too few positions")?;
            let (average, Interval { low, high }) = (mean(&values).unwrap_or(f64::NAN), ends);
            writeln!(out, "{what} those of the other file: {average:.4} ({low:.4} to {high:.4})")?;
        }
    }
    let errors = lines.iter().map(|line| line.error).sum::<f64>() / lines.len() as f64;
    write!(out, "mean standard error of a rollout: {errors:.4}")?;
    Ok(String::from_utf8(out)?)
}

/// The first line of a file, and so many of the others as are there, at most.
fn read(text: &str, count: usize) -> Result<(&str, Vec<Line>), Box<dyn Error>> {
    let (made, rest) = text.split_once('\n').ok_or("the file has no first line")?;
    // A line that was cut off is made again.
    let whole = &rest[..rest.rfind('\n').map_or(0, |end| end + 1)];
    Ok((made, whole.lines().take(count).map(Line::read).collect::<Result<_, _>>()?))
}

/// The first positions of another file, as many as that.
fn other(path: &Path, count: usize) -> Result<Vec<Line>, Box<dyn Error>> {
    let (_, lines) = read(&fs::read_to_string(path)?, count)?;
    if lines.len() < count {
        return Err(format!("{} has {} positions only", path.display(), lines.len()).into());
    }
    Ok(lines)
}

/// The lines of the file, which gets those that it lacks, of the positions of others if
/// those are given.
fn roll_out(
    file: &Path,
    count: usize,
    plan: &Plan,
    others: Option<&[Line]>,
) -> Result<Vec<Line>, Box<dyn Error>> {
    let by = crc32fast::hash(&Nets::built_in().write());
    let (title, seed) = (plan.title(), plan.seed);
    let given = if others.is_some() { ", positions given" } else { "" };
    let header = format!("{title}, networks {by:08x}{given}: Position ID, rollout, error, gnubg\n");
    let text = if file.exists() { fs::read_to_string(file)? } else { header.clone() };
    let (made, mut lines) = read(&text, count)?;
    // What is finished may be evaluated with any networks, but not resumed.
    let complete = lines.len() >= count && made.starts_with(&title);
    if !complete && made != header.trim_end() {
        return Err(format!("the file is of other rollouts: {made}").into());
    }
    let mut same = lines.iter().zip(others.unwrap_or_default());
    if !same.all(|(line, other)| line.game == other.game) {
        return Err("the file has other positions".into());
    }
    if lines.len() < count {
        fs::write(file, header + &lines.iter().map(Line::write).collect::<String>())?;
        let mut log = fs::OpenOptions::new().append(true).open(file)?;
        let first = lines.len();
        let drawn: Vec<Backgammon> = match others {
            Some(others) => others[first..].iter().map(|line| line.game).collect(),
            None => (first..count).map(|i| draw(seed, i as u64)).collect(),
        };
        let mut server = Evaluations::start()?;
        let done = Mutex::new(vec![None; drawn.len()]);
        let next = AtomicUsize::new(0);
        let threads = thread::available_parallelism()?.get();
        thread::scope(|scope| -> Result<(), Box<dyn Error>> {
            for _ in 0..threads {
                scope.spawn(|| {
                    loop {
                        let i = next.fetch_add(1, Ordering::Relaxed);
                        let Some(game) = drawn.get(i) else { break };
                        let found = tally(game, plan, seed.wrapping_add((first + i) as u64));
                        done.lock().unwrap_or_else(PoisonError::into_inner)[i] = Some(found);
                    }
                });
            }
            for (i, &game) in drawn.iter().enumerate() {
                let gnubg = f64::from(server.ask(&game, 0)?.equity(Scoring::Money));
                let found = loop {
                    if let Some(found) = done.lock().unwrap_or_else(PoisonError::into_inner)[i] {
                        break found;
                    }
                    thread::sleep(std::time::Duration::from_millis(20));
                };
                let line = Line { game, rollout: found[0], error: found[1], gnubg };
                log.write_all(line.write().as_bytes())?;
                lines.push(line);
                if std::io::stderr().is_terminal() {
                    write!(std::io::stderr(), "\r{} of {count}", first + i + 1)?;
                }
            }
            Ok(())
        })?;
    }
    // What is printed comes from what is in the file, now and later alike.
    lines.iter().map(|line| Line::read(line.write().trim_end())).collect()
}

/// A position before a roll, of a game of its own.
fn draw(seed: u64, number: u64) -> Backgammon {
    let mut rng = starboard_core::rng(seed, number);
    let (mut eval, worth) = (NetEvaluator::default(), Utility::new(&Stakes::MONEY, 1));
    let (mut game, mut drawn, mut met) = (Backgammon::START, Backgammon::START, 0);
    while game.node() == Node::Chance {
        if met > 0 && rng.random_range(0..met) == 0 {
            drawn = game;
        }
        met += 1;
        let dice = Dice::new(rng.random_range(1..=6), rng.random_range(1..=6));
        let dice = dice.expect("numbers of a die");
        game = best_reply(&mut eval, &game, dice, &worth, false).next;
    }
    drawn
}

/// The mean of so many trials, in points, and its standard error.
fn tally(game: &Backgammon, plan: &Plan, seed: u64) -> [f64; 2] {
    let bearoff = Bearoff::shared().expect("databases that can be used");
    let evaluator = WithBearoff { evaluator: NetEvaluator::default(), bearoff: bearoff.clone() };
    let mut search = CubefulSearch::new(evaluator, Some(bearoff), Stakes::MONEY);
    let plies = if plan.ahead > 0 { 2 } else { 0 };
    let options = RolloutOptions {
        cubeful: false,
        plies,
        filter: plan.filter.clone(),
        rolls: plan.rolls,
        late: plan.ahead,
        ..RolloutOptions::default()
    };
    let start = Start { game: *game, cube: Cube::default(), double: false };
    let dice = QuasiDice::new(seed, false);
    let rollout = Rollout::new(start, &options, &dice);
    let mut tally = Tally::default();
    for trial in 0..plan.trials {
        tally.add(&rollout.play(&mut search, trial));
    }
    let mean = tally.utility();
    [mean.mean, mean.error]
}
