//! `starboard experiment smallest-proof`: how near searches come to the least that proves a
//! value.

use std::{
    fs,
    io::Write,
    ops::ControlFlow,
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use serde::{Deserialize, Serialize};
use starboard::{AnyGame, BadInput, Position};
use starboard_core::{Limits, Node};
use starboard_lab::{
    Progress,
    command::{LogKind, Reported, whole_units},
    default_threads, files,
    html::{Table, counted, grouped, percent},
    runs::{self, Keep},
    stats::{Estimate, few, ratio, ratio_interval},
};

use crate::{
    Context,
    cmd::{count, depth, threads},
};

/// What a log of this form says it is.
const KIND: &str = "smallest-proof 1";

/// The searches of games with chance, the reference first; without a table, which the proof
/// has not, either.
const WITH_CHANCE: [&str; 5] = [
    "expectimax",
    "star1",
    "star2(iterative=false, static-order=0)",
    "star2(iterative=false)",
    "star2",
];

/// The same of games without.
const WITHOUT_CHANCE: [&str; 4] = [
    "minimax",
    "alpha-beta(iterative=false, pvs=false)",
    "alpha-beta(iterative=false) + killers + history",
    "alpha-beta + tt(mb=16) + killers + history",
];

/// How near searches come to the least that proves a value.
#[derive(clap::Args, Debug)]
#[command(
    about = "Measure how close searches come to the smallest proof of a value",
    long_about = "Measure how close searches come to the smallest proof of a value.\n\n\
        A search that finds the exact value of a position has proven it, by evaluating some of the \
        leaves of its tree. Once all values are known, the smallest number that would have \
        sufficed can be computed: one good move at each decision of one side and all moves at \
        those of the other, and at a chance node only those outcomes, each only as far as needed, \
        that bring the sum of the bounds outside the window. What each search evaluates is shown \
        as a multiple of that number, over the same positions, with bootstrap intervals of 95 % \
        over them.\n\n\
        The proof is for a single tree without a table, uses what the evaluator promises about \
        every position, and needs to find only one best move. Static evaluations made to order \
        moves count as evaluations, and so do the shallower iterations of iterative deepening; \
        static-order=0 and iterative=false leave these out. Positions with trees larger than \
        --budget are left out, and counted.",
    after_help = "Examples:\n  \
        starboard experiment smallest-proof --log proofs.jsonl --json proofs.json\n  \
        starboard experiment smallest-proof --game backgammon --parts net --depth 2 --positions 50\n  \
        starboard experiment smallest-proof --game dice --file positions.txt --depth 3"
)]
pub(crate) struct Args {
    /// The games [default: all with chance that have positions with a choice]; can be given more
    /// than once
    #[arg(long, value_name = "GAME")]
    game: Vec<String>,
    /// Parts that every engine gets, the evaluator among them [default: the game's first evaluator]
    #[arg(long, value_name = "DESC", requires = "game")]
    parts: Option<String>,
    /// Positions of the one game given, one per line [default: the game's own]
    #[arg(long, value_name = "FILE", requires = "game")]
    file: Option<PathBuf>,
    /// Moves to look ahead [default: as deep as `verify` does]
    #[arg(long, value_name = "N", value_parser = depth)]
    depth: Option<u32>,
    /// The most positions of a game
    #[arg(long, value_name = "N", value_parser = count, default_value_t = 50)]
    positions: u64,
    /// The largest tree of a position, in positions
    #[arg(long, value_name = "N", value_parser = count, default_value_t = 1_000_000)]
    budget: u64,
    /// Write the results as JSON at the end of the run; the --log file can be read at any time
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Keep every position in this file, and resume from it if it exists
    #[arg(long, value_name = "FILE.jsonl")]
    log: Option<PathBuf>,
    /// Positions to work on in parallel [default: one per core]
    #[arg(long, value_parser = threads, value_name = "T")]
    threads: Option<usize>,
    /// Seed for the resampling of intervals
    #[arg(long, default_value_t = 0, value_name = "S")]
    seed: u64,
}

/// What became of all games.
#[derive(Serialize)]
struct Results<'a> {
    games: &'a [GameResult],
}

/// What became of one game.
#[derive(Clone, Debug, Serialize)]
struct GameResult {
    game: String,
    /// Moves looked ahead.
    depth: u32,
    /// Positions proven.
    positions: usize,
    /// Positions left out, as their trees were too large.
    left_out: usize,
    /// Leaves of all trees together.
    leaves: u64,
    /// Evaluations of all smallest proofs together.
    smallest: u64,
    engines: Vec<EngineResult>,
}

/// What one engine evaluated.
#[derive(Clone, Debug, Serialize)]
struct EngineResult {
    engine: String,
    evaluations: u64,
    /// As a multiple of the smallest proofs.
    multiple: Option<Estimate>,
}

/// All that the proofs depend on, the positions aside.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Header {
    /// What is logged: [`KIND`].
    experiment: String,
    version: String,
    games: Vec<String>,
    /// What every engine gets.
    parts: Option<String>,
    /// As it was given.
    depth: Option<u32>,
    /// The most of a game.
    positions: u64,
    budget: u64,
    /// How many positions there are of all games.
    #[serde(skip)]
    units: usize,
}

impl runs::Header for Header {
    const RESULTS: &'static str = "positions";

    fn units(&self) -> usize {
        self.units
    }
}

/// One position.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Row {
    game: String,
    position: String,
    /// None where its tree was too large.
    proven: Option<Proven>,
}

/// One position: leaves, smallest proof, and what each engine evaluated.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Proven {
    leaves: u64,
    smallest: u64,
    evaluations: Vec<u64>,
}

/// What there is to do of one game.
struct Task<'a> {
    game: &'a dyn AnyGame,
    lineup: Lineup,
    positions: Vec<Position>,
}

/// Which engines look how deep in one game.
struct Lineup {
    game: String,
    depth: u32,
    engines: Vec<String>,
}

/// The logs of this experiment.
pub(crate) const LOG: LogKind = LogKind::whole(KIND).reported(report);

/// What a log has come to.
fn report(log: &Path, context: &Context<'_>) -> anyhow::Result<Reported> {
    let (header, rows, mut text) = whole_units::<Header, Row>(log)?;
    let mut results = Vec::new();
    for game in &header.games {
        let lineup = Lineup::new(context.games.find(game)?, header.depth, header.parts.as_deref());
        let own: Vec<_> = rows.iter().filter(|row| row.game == *game).cloned().collect();
        let whole = |row: &Row| {
            row.proven.as_ref().is_none_or(|one| one.evaluations.len() == lineup.engines.len())
        };
        if !own.iter().all(whole) {
            return Err(BadInput::error(format!("{}: it is of other engines", log.display())));
        }
        let result = lineup.result(&own, 0);
        text += &format!("\n{}", result.text(context.width));
        results.push(result);
    }
    Reported::new(text, &Results { games: &results })
}

pub(super) fn run(args: &Args, context: &Context<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    files::can_write(&args.json)?;
    let games: Vec<_> = match &args.game[..] {
        [] => {
            // Some begin every position with a roll.
            let decides = |game: &dyn AnyGame| {
                game.positions().iter().any(|position| position.node() == Node::Decision)
            };
            context.games.games().filter(|game| game.info().chance && decides(*game)).collect()
        }
        named => {
            let find = |name: &String| context.games.find(name);
            named.iter().map(find).collect::<anyhow::Result<_>>()?
        }
    };
    let tasks = games.into_iter().map(|game| Task::new(game, args));
    let tasks = tasks.collect::<anyhow::Result<Vec<_>>>()?;
    let units: Vec<_> = tasks
        .iter()
        .flat_map(|task| task.positions.iter().map(move |position| (task, position)))
        .collect();
    let header = Header {
        experiment: KIND.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        games: tasks.iter().map(|task| task.lineup.game.clone()).collect(),
        parts: args.parts.clone(),
        depth: args.depth,
        positions: args.positions,
        budget: args.budget,
        units: units.len(),
    };
    let threads = args.threads.unwrap_or_else(default_threads);
    let progress = Progress::new(context.terminal, units.len() as u64, "smallest proofs");
    let (mut rows, mut results) = (Vec::new(), Vec::new());
    runs::run(
        &header,
        Keep::new(args.log.as_deref(), threads),
        units.len(),
        |i, row: &Row| {
            let (task, position) = units[i];
            let whole = |proven: &Proven| proven.evaluations.len() == task.lineup.engines.len();
            row.game == task.lineup.game
                && row.position == position.format()
                && row.proven.as_ref().is_none_or(whole)
        },
        || Ok(()),
        |(), i| units[i].0.prove(units[i].1, args.budget),
        |_, row| {
            progress.step();
            rows.push(row.clone());
            // Those of a game come one after the other.
            if let Some(task) = tasks.get(results.len()).filter(|t| t.positions.len() == rows.len())
            {
                let result = task.lineup.result(&std::mem::take(&mut rows), args.seed);
                writeln!(out, "{}", result.text(context.width))?;
                results.push(result);
            }
            Ok(ControlFlow::Continue(()))
        },
    )?;
    if let Some(path) = &args.json {
        runs::write_figures(path, &Results { games: &results }, &args.log)?;
    }
    Ok(())
}

/// The positions of a file, one a line; empty lines and those that begin with # are none.
fn read(game: &dyn AnyGame, path: &Path) -> anyhow::Result<Vec<Position>> {
    let name = path.display();
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
    let lines = (1..).zip(text.lines().map(str::trim));
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let position = |(number, line)| {
        let wrong = |error| BadInput::error(format!("{name}: line {number}: {error}"));
        game.parse(line).map_err(wrong)
    };
    lines.map(position).collect()
}

impl<'a> Task<'a> {
    /// # Errors
    ///
    /// If there are no positions, or they cannot be read.
    fn new(game: &'a dyn AnyGame, args: &Args) -> anyhow::Result<Self> {
        let info = game.info();
        let (mut positions, from) = match &args.file {
            Some(path) => (read(game, path)?, format!("{}: ", path.display())),
            None => (game.positions(), String::new()),
        };
        positions.retain(|position| position.node() == Node::Decision);
        positions.truncate(usize::try_from(args.positions)?);
        if positions.is_empty() {
            return Err(BadInput::error(format!(
                "{from}there are no positions of {} with something to decide",
                info.name
            )));
        }
        let lineup = Lineup::new(game, args.depth, args.parts.as_deref());
        Ok(Self { game, lineup, positions })
    }

    /// Holds every engine against the smallest proof of a position.
    fn prove(&self, position: &Position, budget: u64) -> anyhow::Result<Row> {
        let Self { game, lineup: Lineup { game: name, engines, depth }, .. } = self;
        let row = |proven| Row { game: name.clone(), position: position.format(), proven };
        let proof = game.smallest_proof(position, &engines[0], *depth, budget)?;
        let Some(proof) = proof else { return Ok(row(None)) };
        let mut evaluations = Vec::new();
        for engine in engines {
            let report = game.engine(Some(engine))?.run(position, &Limits::depth(*depth));
            if report.value != proof.value {
                let (found, proven, position) = (report.value, proof.value, position.format());
                anyhow::bail!("{engine} finds {found:?} in {position}, and {proven:?} is proven");
            }
            evaluations.push(report.counters.evaluations);
        }
        let (leaves, smallest) = (proof.leaves, proof.evaluations);
        Ok(row(Some(Proven { leaves, smallest, evaluations })))
    }
}

impl Lineup {
    /// The engines that can play the game, with these parts.
    fn new(game: &dyn AnyGame, depth: Option<u32>, parts: Option<&str>) -> Self {
        let info = game.info();
        let searches: &[&str] = if info.chance { &WITH_CHANCE } else { &WITHOUT_CHANCE };
        let parts = parts.map_or(String::new(), |parts| format!(" + {parts}"));
        Self {
            game: info.name,
            depth: depth.unwrap_or(info.default_depths.verify),
            engines: searches.iter().map(|search| format!("{search}{parts}")).collect(),
        }
    }

    /// What became of all positions.
    fn result(&self, rows: &[Row], seed: u64) -> GameResult {
        let proven: Vec<_> = rows.iter().filter_map(|row| row.proven.as_ref()).collect();
        let result = |(i, engine): (usize, &String)| {
            let pair = |one: &&Proven| (one.evaluations[i] as f64, one.smallest as f64);
            let pairs: Vec<_> = proven.iter().map(pair).collect();
            let interval = ratio_interval(&pairs, seed);
            EngineResult {
                engine: engine.clone(),
                evaluations: proven.iter().map(|one| one.evaluations[i]).sum(),
                multiple: ratio(&pairs).map(|value| Estimate { value, interval }),
            }
        };
        GameResult {
            game: self.game.clone(),
            depth: self.depth,
            positions: proven.len(),
            left_out: rows.len() - proven.len(),
            leaves: proven.iter().map(|one| one.leaves).sum(),
            smallest: proven.iter().map(|one| one.smallest).sum(),
            engines: self.engines.iter().enumerate().map(result).collect(),
        }
    }
}

impl GameResult {
    fn text(&self, width: usize) -> String {
        let Self { game, depth, positions, left_out, leaves, smallest, engines } = self;
        let left_out = match left_out {
            0 => String::new(),
            n => format!(", {n} left out as their trees are too large"),
        };
        let caption = format!(
            "{game}, depth {depth}: {}{left_out}; the smallest proofs evaluate {} of {} leaves \
             ({})",
            counted(*positions, "position"),
            grouped(*smallest),
            grouped(*leaves),
            percent((*leaves > 0).then(|| *smallest as f64 / *leaves as f64)),
        );
        let mut table =
            Table::new(caption, ["engine", "evaluations", "times the smallest", "95 %"]);
        for EngineResult { engine, evaluations, multiple } in engines {
            let interval = multiple.and_then(|multiple| multiple.interval);
            table.row([
                engine.clone(),
                grouped(*evaluations),
                multiple.map_or("-".to_owned(), |multiple| format!("{:.2}", multiple.value)),
                interval.map_or(String::new(), |i| format!("{:.2} to {:.2}", i.low, i.high)),
            ]);
        }
        let few = few([*positions].into_iter().filter(|&count| count > 0));
        let few = if few.is_empty() { few } else { few + "\n" };
        table.text(width) + &few
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use starboard_core::Node;

    use crate::testing::{output, refused};

    #[test]
    fn no_search_is_below_the_smallest_proof() -> anyhow::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("proofs.json");
        let run = |more: &str| {
            output(&format!(
                "experiment smallest-proof --game einstein --depth 2 --positions 6 {more}"
            ))
        };
        let text = run(&format!("--json '{}' --threads 1", path.display()));
        assert_eq!(text, run("--threads 2"));
        let json: serde_json::Value = serde_json::from_str(&fs::read_to_string(&path)?)?;
        let engines = json["games"][0]["engines"].as_array().expect("a list");
        assert_eq!(engines.len(), 5, "{json}");
        for engine in engines {
            assert!(engine["multiple"]["value"].as_f64() >= Some(1.0), "{engine}");
        }
        assert_eq!(
            engines[0]["evaluations"], json["games"][0]["leaves"],
            "expectimax evaluates all"
        );
        let own = folder.path().join("own.txt");
        let positions = crate::builtin().find("einstein")?.positions();
        let decision = positions.iter().find(|position| position.node() == Node::Decision);
        let start = decision.expect("one with a roll").format();
        fs::write(&own, format!("# one\n\n{start}\n"))?;
        let of_file = |path: &Path| {
            format!(
                "experiment smallest-proof --game einstein --depth 1 --file '{}'",
                path.display()
            )
        };
        assert!(output(&of_file(&own)).contains("1 position;"));
        fs::write(&own, "# one\nsun\n")?;
        refused(&of_file(&own), &["own.txt: line 2: "]);
        fs::write(&own, "# none\n")?;
        refused(&of_file(&own), &["own.txt: there are no positions of einstein"]);
        // A run that was stopped comes to the same.
        let log = folder.path().join("log");
        let logged = format!("--log '{}'", log.display());
        assert_eq!(run(&logged), text);
        let lines = fs::read_to_string(&log)?;
        assert_eq!(lines.lines().count(), 7, "{lines}");
        let cut: String = lines.split_inclusive('\n').take(4).collect();
        fs::write(&log, cut + "{\"game\":")?;
        assert_eq!(run(&logged), text);
        assert_eq!(fs::read_to_string(&log)?, lines);
        // One that knows of another engine.
        fs::write(&log, lines.replacen("\"evaluations\":[", "\"evaluations\":[1,", 1))?;
        let again = "experiment smallest-proof --game einstein --depth 2 --positions 6";
        refused(&format!("{again} {logged}"), &["log: line 2 is not what comes next"]);
        // Too large a tree is left out, and said to be.
        assert!(run("--budget 10").contains("6 left out"));
        output("experiment smallest-proof --game connect-four --depth 3 --positions 4");
        refused("experiment smallest-proof --game chess", &["there is no game \"chess\""]);
        refused("experiment smallest-proof --game einstein --parts sun", &["sun"]);
        Ok(())
    }
}
