//! `starboard experiment star-minimax`.

use std::{
    io::Write,
    path::{Path, PathBuf},
};

use anyhow::bail;
use starboard::Failed;
use starboard_lab::{
    command::{Context, LogKind, Reported, threads, whole_units},
    default_threads, files,
    runs::{self, Shard},
};

use super::{BoundsChoice, EXPERIMENT, Parameters, document, summarise};

/// Its logs.
pub(crate) const LOG: LogKind = LogKind::of::<Parameters>(EXPERIMENT).reported(report);

/// Expectimax, Star1 and Star2 on contact positions of backgammon.
#[derive(clap::Args, Debug)]
#[command(
    about = "Expectimax, Star1 and Star2 on contact positions of backgammon",
    long_about = "Expectimax, Star1 and Star2 on contact positions of backgammon, as in Hauk, Buro \
        and Schaeffer, \"*-Minimax performance in backgammon\", 2006; prints the paper's figures \
        beside those measured.",
    after_help = "Examples:\n  \
        starboard experiment star-minimax --positions 50 --depth 5 --json out.json --html out.html\n  \
        starboard experiment star-minimax --log run.jsonl    # go on where a kill stopped it\n  \
        starboard experiment star-minimax --evaluator net    # on the networks, as the paper\n  \
        starboard experiment star-minimax --shard 0/7 --log part-0.jsonl\n  \
        starboard log merge part-*.jsonl --log run.jsonl"
)]
pub(crate) struct Args {
    /// How many of the 500 positions to search
    #[arg(long, default_value_t = 50, value_name = "N")]
    positions: usize,
    /// The deepest search, in the paper's counting: 1, 3, 5 or 7
    #[arg(long, default_value_t = 5, value_name = "D", value_parser = depth)]
    depth: u32,
    /// Write the results as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write the report with its charts as a self-contained page
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Keep every search in this file, and resume from it if it exists
    #[arg(long, value_name = "FILE.jsonl")]
    log: Option<PathBuf>,
    /// Search only the positions i, i+N, i+2N, ... with i from 0
    #[arg(long, value_name = "i/N", default_value_t = Shard::WHOLE)]
    shard: Shard,
    /// Searches to run in parallel, one thread each [default: one per core]
    #[arg(long, value_parser = threads, value_name = "T")]
    threads: Option<usize>,
    /// Seed for choosing the positions
    #[arg(long, default_value_t = 0, value_name = "S")]
    seed: u64,
    /// The evaluator: hand-crafted, or net (the networks), with its arguments, such as
    /// 'net(noise=0.015)'; see `starboard plugins`
    #[arg(long, default_value = "hand-crafted", value_name = "NAME")]
    evaluator: String,
    /// How tight the evaluator's bounds are
    #[arg(long, value_enum, default_value_t = BoundsChoice::All)]
    bounds: BoundsChoice,
    /// Size of the transposition table in MiB for the searches that have one; 0 to leave out these
    /// searches
    #[arg(long, default_value_t = 64, value_name = "MB", value_parser = table)]
    table: usize,
    /// Measure how much time goes into making moves and into evaluating
    #[arg(long)]
    profile: bool,
    /// Write all times as 0, so that files can be compared
    #[arg(long)]
    no_times: bool,
}

pub(crate) fn run(args: &Args, context: &Context<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    files::can_write(args.json.iter().chain(&args.html))?;
    let parameters = Parameters {
        seed: args.seed,
        evaluator: args.evaluator.clone(),
        bounds: args.bounds,
        table: args.table,
        profile: args.profile,
        times: !args.no_times,
        shard: args.shard,
        ..Parameters::new(args.positions, args.depth)
    };
    let threads = args.threads.unwrap_or_else(default_threads);
    let (parameters, rows) =
        super::run(&parameters, args.log.as_deref(), threads, context.terminal)?;
    let summary = summarise(&parameters, rows);
    let document = document(&summary, &args.command());
    if let Some(path) = &args.json {
        runs::write_figures(path, &summary, &args.log)?;
    }
    if let Some(path) = &args.html {
        files::write(path, document.html())?;
    }
    write!(out, "{}", document.text_within(context.width))?;
    if summary.rows.iter().chain(&summary.variants).any(|line| !line.identical) {
        bail!(Failed("a search did not find the value and best moves of expectimax".to_owned()));
    }
    Ok(())
}

/// What a log has come to.
fn report(log: &Path, context: &Context<'_>) -> anyhow::Result<Reported> {
    let (parameters, rows, head) = whole_units(log)?;
    let summary = summarise(&parameters, rows);
    let command = format!("{} log report {}", context.program, log.display());
    let page = document(&summary, &command);
    Reported::paged(&format!("{head}\n"), page, context.width, &summary)
}

impl Args {
    /// The command that gives the same results, wherever it puts them.
    fn command(&self) -> String {
        use clap::ValueEnum;
        let Self { positions, depth, seed, evaluator, table, shard, .. } = self;
        let mut command =
            format!("starboard experiment star-minimax --positions {positions} --depth {depth}");
        let bounds = self.bounds.to_possible_value().map(|v| v.get_name().to_owned());
        for (name, value, default) in [
            ("seed", seed.to_string(), "0"),
            ("evaluator", format!("'{evaluator}'"), "'hand-crafted'"),
            ("bounds", bounds.unwrap_or_default(), "all"),
            ("table", table.to_string(), "64"),
            ("shard", shard.to_string(), "0/1"),
        ] {
            if value != default {
                command += &format!(" --{name} {value}");
            }
        }
        for (name, given) in [("profile", self.profile), ("no-times", self.no_times)] {
            if given {
                command += &format!(" --{name}");
            }
        }
        command
    }
}

/// Reads a depth in the paper's counting.
fn depth(text: &str) -> Result<u32, String> {
    let allowed = "expected 1, 3, 5 or 7: the paper counts the rolls between the moves";
    text.parse().ok().filter(|d| [1, 3, 5, 7].contains(d)).ok_or_else(|| allowed.to_owned())
}

/// Reads the size of a table.
fn table(text: &str) -> Result<usize, String> {
    let allowed = "expected a size from 0 to 65536 MiB";
    text.parse().ok().filter(|&mib| mib <= 1 << 16).ok_or_else(|| allowed.to_owned())
}
