//! `starboard train go trees`: trees of moves that begin with patterns, found in game records
//! ([`starboard_go::trees::mine`]), and printed.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
};

use super::files::{self, Games};
use anyhow::Context as _;
use serde::Serialize;
use starboard::BadInput;
use starboard_go::{
    Purpose,
    trees::{
        Trees,
        mine::{Options, Prediction, mine, split},
    },
};
use starboard_lab::{
    Progress,
    command::{Context, count, list, threads},
    default_threads,
    files::{write, write_json},
};

/// Finds trees of moves.
#[derive(clap::Args, Debug)]
#[command(
    override_usage = "starboard train go trees [OPTIONS]",
    about = "Find trees of moves that begin with patterns, or print some",
    long_about = "Find trees of moves that begin with patterns, or print some.\n\n\
        Around every move of the records that begins a sequence of three or more moves in one \
        place, shapes of three sizes are counted, in whatever orientation and whoever is to move. \
        Shapes seen often begin a tree, whose branches are the moves that followed often enough. \
        The purpose of the first move is inferred from what it and the others do to the stones. \
        go.trees holds the shapes, the moves and how often each was played: statistics, no games. \
        One game in five is held out, and the report says how often the moves of these games are \
        those of the trees.\n\n\
        This takes some minutes, and starts afresh if it was stopped. With --show, no trees are \
        sought: those of a kind, or for a purpose, are drawn, the most common first.",
    after_help = "Examples:\n  \
        starboard train go trees --dir learned --records games.sgfs.xz\n  \
        starboard train go trees --show 'monkey jump' --most 2"
)]
pub(crate) struct Args {
    /// The folder for go.trees; created if it does not exist
    #[arg(long, value_name = "DIR", required_unless_present = "show")]
    dir: Option<PathBuf>,
    /// Seed for choosing the positions in which to count the trees that speak
    #[arg(long, default_value_t = 0, value_name = "S")]
    seed: u64,
    /// Games to work on in parallel [default: one per core]
    #[arg(long, value_parser = threads, value_name = "T")]
    threads: Option<usize>,
    /// Also write the summary as JSON here
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,

    /// Games: .sgf, .sgfs (one game per line), both also xz-compressed, and folders of all these
    #[arg(long, value_name = "FILE", num_args = 1.., help_heading = "Trees")]
    records: Vec<PathBuf>,
    /// How often a shape has to be seen to begin a tree
    #[arg(long, value_name = "N", value_parser = count, default_value_t = 80, help_heading = "Trees")]
    seen: u64,
    /// How often a sequence has to be played to be kept
    #[arg(long, value_name = "N", value_parser = count, default_value_t = 8, help_heading = "Trees")]
    least: u64,
    /// How often a move has to be played, in percent of the times that the moves before it were
    #[arg(long, value_name = "N", value_parser = count, default_value_t = 8, help_heading = "Trees")]
    percent: u64,
    /// Count the trees that speak in one position out of N
    #[arg(long, value_name = "N", value_parser = count, default_value_t = 6, help_heading = "Trees")]
    every: u64,

    /// Print the trees whose kind is TEXT or whose purpose contains it, and seek none
    #[arg(long, value_name = "TEXT", conflicts_with = "records", help_heading = "Print")]
    show: Option<String>,
    /// The most trees to print
    #[arg(long, value_name = "N", value_parser = count, default_value_t = 10, help_heading = "Print")]
    most: u64,
    /// A file of trees to print from [default: the program's own]
    #[arg(long, value_name = "FILE", requires = "show", help_heading = "Print")]
    file: Option<PathBuf>,
}

/// What was found.
#[derive(Debug, Serialize)]
struct Summary {
    /// The program.
    version: &'static str,
    /// Games read, and files or lines without any.
    games: usize,
    skipped: usize,
    /// Games held out.
    held_out: usize,
    options: Options,
    trees: usize,
    sequences: usize,
    bytes: usize,
    /// How many trees have each purpose.
    purposes: Vec<(&'static str, usize)>,
    prediction: Prediction,
}

pub(crate) fn run(args: &Args, context: &Context<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    if let Some(what) = &args.show {
        return show(args, what, out);
    }
    let folder = args.dir.as_ref().ok_or_else(|| BadInput::error("--dir: where to write"))?;
    let summary = find(args, folder, context.terminal)?;
    if let Some(path) = &args.json {
        write_json(path, &summary)?;
    }
    let path = folder.join("go.trees");
    Ok(write!(out, "{}\nwritten: {}\n", text(&summary, context.width), path.display())?)
}

/// Finds trees, and writes them with a summary.
fn find(args: &Args, folder: &Path, visible: bool) -> anyhow::Result<Summary> {
    if args.records.is_empty() {
        let message = "--records: which games to find trees in, as in --records games.sgfs.xz";
        return Err(BadInput::error(message));
    }
    let small = |name: &str, number: u64, most: u32| {
        let number = u32::try_from(number).ok().filter(|&number| number <= most);
        number.ok_or_else(|| BadInput::error(format!("--{name}: expected at most {most}")))
    };
    let options = Options {
        seen: small("seen", args.seen, u32::MAX)?,
        least: small("least", args.least, u32::MAX)?,
        percent: small("percent", args.percent, 100)?,
        every: small("every", args.every, u32::MAX)?,
        seed: args.seed,
    };
    let threads = args.threads.unwrap_or_else(default_threads);
    let Games { records, skipped } = files::read(&args.records, visible)?;
    let games = records.len();
    if games < 2 {
        return Err(BadInput::error(format!("{games} games of Go: at least 2 are needed")));
    }
    fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    let [records, held_out] = split(records);
    let count = records.len();
    let steps = ["shapes", "sequences", "where trees speak"];
    let mut under_way: Option<(usize, Progress)> = None;
    let trees = mine(&records, &options, threads, &mut |step, games| {
        if under_way.as_ref().is_none_or(|(at, _)| *at != step) {
            under_way = None;
            under_way = Some((step, Progress::new(visible, count as u64, steps[step])));
        }
        if let Some((_, progress)) = &under_way {
            progress.reach(games as u64);
        }
    });
    drop(under_way);
    let progress = Progress::new(visible, held_out.len() as u64, "games held out");
    let mut done = |games: usize| progress.reach(games as u64);
    let prediction = Prediction::measure(&held_out, &trees, threads, &mut done);
    drop(progress);
    let bytes = trees.write();
    let summary = Summary {
        version: env!("CARGO_PKG_VERSION"),
        games,
        skipped,
        held_out: held_out.len(),
        options,
        trees: trees.len(),
        sequences: trees.sequences(),
        bytes: bytes.len(),
        purposes: purposes(&trees),
        prediction,
    };
    write(&folder.join("go.trees"), bytes)?;
    write_json(&folder.join("summary.json"), &summary)?;
    Ok(summary)
}

/// How many trees have each purpose that any has.
fn purposes(trees: &Trees) -> Vec<(&'static str, usize)> {
    let all = Purpose::ALL.iter().map(|&purpose| {
        let count = trees.iter().filter(|tree| tree.purpose() == purpose).count();
        (purpose.name(), count)
    });
    all.filter(|&(_, count)| count > 0).collect()
}

fn text(summary: &Summary, width: usize) -> String {
    let Summary { games, skipped, held_out, trees, sequences, bytes, .. } = summary;
    let found = &summary.prediction;
    let percent = |part: u64, of: u64| format!("{:.1} %", 100.0 * part as f64 / of.max(1) as f64);
    let rows = found.next.iter().enumerate().map(|(i, &[cases, near, known, first])| {
        let move_number = (i + 2).to_string();
        let [near, known, first] = [near, known, first].map(|part| percent(part, cases));
        [move_number, cases.to_string(), near, known, first]
    });
    let head = ["move", "known so far", "near", "in the tree", "the most usual"];
    let counted = Purpose::ALL.iter().zip(&found.purposes).map(|(purpose, [alone, tree])| {
        let kind = format!("{:?}", purpose.kind());
        [kind, purpose.name().to_owned(), alone.to_string(), tree.to_string()]
    });
    let counted =
        list(["kind", "what moves held out are for", "by themselves", "by trees"], counted, width);
    format!(
        "{games} games ({skipped} files or lines without any), {held_out} held out\n\
         {trees} trees with {sequences} sequences for {} purposes; {bytes} bytes\n\
         Of {} moves held out a tree speaks for {}; of {} of them {} have the tree with the largest \
         share of all that speak.\n\n\
         How often the next move of a sequence is one of its tree's:\n{}\n{counted}",
        summary.purposes.len(),
        found.positions,
        percent(found.spoken, found.positions),
        found.looked,
        percent(found.first, found.looked),
        list(head, rows, width)
    )
}

/// Prints trees of a kind or for a purpose, the most usual first.
fn show(args: &Args, what: &str, out: &mut dyn Write) -> anyhow::Result<()> {
    let own = args.file.as_ref().map(|path| {
        let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        let read = |error| BadInput::error(format!("{}: {error}", path.display()));
        Trees::read(&bytes).map_err(read)
    });
    let own = own.transpose()?;
    let trees = own.as_ref().unwrap_or_else(|| Trees::built_in());
    let what = what.to_lowercase();
    let is_asked = |purpose: Purpose| {
        let kind = format!("{:?}", purpose.kind()).to_lowercase();
        kind == what || purpose.name().contains(&what)
    };
    let mut found: Vec<_> = trees.iter().filter(|tree| is_asked(tree.purpose())).collect();
    found.sort_by_key(|tree| std::cmp::Reverse(tree.seen()));
    if found.is_empty() {
        let names: Vec<_> = purposes(trees).into_iter().map(|(name, _)| name).collect();
        let message = format!("--show: no tree is for that; trees are for: {}", names.join(", "));
        return Err(BadInput::error(message));
    }
    let most = usize::try_from(args.most).unwrap_or(usize::MAX);
    for tree in found.iter().take(most) {
        writeln!(out, "{tree}")?;
    }
    Ok(writeln!(out, "{} of {} trees", found.len().min(most), found.len())?)
}
