//! `starboard train go eyes`: the table of small eye spaces.

use std::{fs, io::Write, path::PathBuf};

use anyhow::Context as _;
use serde::Serialize;
use starboard_go::eyes::EyeTable;

use starboard_lab::{
    Progress,
    command::{Context, threads},
    default_threads,
    files::{write, write_json},
    html::counted,
};

/// Solves eye spaces.
#[derive(clap::Args, Debug)]
#[command(
    override_usage = "starboard train go eyes [OPTIONS] --dir <DIR>",
    about = "Solve every small eye space, for either player to move and either winning kos",
    long_about = "Solve every small eye space, for either player to move and either winning \
        kos.\n\n\
        Nothing is learned: every closed space of up to --points points, in the open, along an \
        edge and in a corner, with every set of the attacker's stones in it, with up to four \
        outside liberties and with or without another eye, is solved by exhaustive search. The \
        table, go.eyes, is the one that the program comes with; seven points take seconds.",
    after_help = "Examples:\n  \
        starboard train go eyes --dir eyes\n  \
        cmp eyes/go.eyes games/go/data/go.eyes"
)]
pub(crate) struct Args {
    /// The folder for all files; created if it does not exist
    #[arg(long, value_name = "DIR")]
    dir: PathBuf,
    /// The most points in a space
    #[arg(long, value_name = "N", default_value_t = 7,
        value_parser = clap::value_parser!(u8).range(1..=7))]
    points: u8,
    /// Spaces to solve in parallel [default: one per core]
    #[arg(long, value_parser = threads, value_name = "T")]
    threads: Option<usize>,
    /// Also write the summary as JSON here
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// What was solved.
#[derive(Debug, Serialize)]
struct Summary {
    version: &'static str,
    points: u8,
    shapes: usize,
    positions: usize,
    bytes: usize,
}

pub(crate) fn run(args: &Args, context: &Context<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    let folder = &args.dir;
    fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    let threads = args.threads.unwrap_or_else(default_threads);
    let mut progress = None;
    let table = EyeTable::solved(args.points.into(), threads, &mut |done, all| {
        progress
            .get_or_insert_with(|| Progress::new(context.terminal, all as u64, "eye spaces"))
            .reach(done as u64);
    });
    drop(progress);
    let ([shapes, positions], bytes) = (table.len(), table.write());
    let summary = Summary {
        version: env!("CARGO_PKG_VERSION"),
        points: args.points,
        shapes,
        positions,
        bytes: bytes.len(),
    };
    let path = folder.join("go.eyes");
    write(&path, bytes)?;
    write_json(&folder.join("summary.json"), &summary)?;
    if let Some(path) = &args.json {
        write_json(path, &summary)?;
    }
    let [shapes, sets] =
        [(shapes, "shape"), (positions, "set")].map(|(count, noun)| counted(count, noun));
    Ok(writeln!(
        out,
        "{shapes} of up to {} points, with {sets} of stones in them\nwritten: {}, {}",
        args.points,
        path.display(),
        counted(summary.bytes, "byte")
    )?)
}
