//! The arguments that commands for long runs share.

use std::{
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::Context as _;
use starboard::AnyGame;
use starboard_core::Limits;
use starboard_lab::{
    arena::Openings,
    default_threads,
    runs::{Keep, Shard},
};

use super::{count, depth, threads, time};

/// An engine, what varies of it, and how far it looks.
#[derive(clap::Args, Debug)]
pub(crate) struct Varied {
    /// The game; the command `games` lists them
    pub(crate) game: String,
    /// The engine that the options are added to [default: the game's strongest]
    #[arg(long, value_name = "DESC")]
    pub(crate) engine: Option<String>,
    /// An option that varies: its levels with | between them; again for more
    #[arg(long, value_name = "LEVELS", required = true, allow_hyphen_values = true)]
    pub(crate) vary: Vec<String>,
    /// Positions to visit for a move [default: as many as `compare` gives, if there is no
    /// other limit]
    #[arg(long, value_name = "N", value_parser = count)]
    nodes: Option<u64>,
    /// Moves to look ahead
    #[arg(long, value_name = "N", value_parser = depth)]
    depth: Option<u32>,
    /// Positions to evaluate for a move
    #[arg(long, value_name = "N", value_parser = count)]
    evaluations: Option<u64>,
    /// Time for a move: seconds, or 500ms
    #[arg(long, value_name = "S", value_parser = time)]
    time: Option<Duration>,
}

impl Varied {
    /// The limits that were given.
    pub(crate) fn limits(&self) -> Limits {
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            evaluations: self.evaluations,
            time: self.time,
            ..Limits::default()
        }
    }
}

/// Where the results of a run are kept, and how the work is shared out.
#[derive(clap::Args, Debug)]
pub(crate) struct Kept {
    /// Write the results as JSON, at the end; what --log keeps is there at any time
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
    /// Keep every result in this file, and go on from it if it is there
    #[arg(long, value_name = "FILE.jsonl")]
    pub(crate) log: Option<PathBuf>,
    /// Do only the parts i, i+N, i+2N, ... of the run, with i from 0; `log merge` puts the logs
    /// together
    #[arg(long, value_name = "i/N", default_value_t = Shard::WHOLE, hide_default_value = true,
        requires = "log")]
    pub(crate) shard: Shard,
    /// Parts to work on side by side [default: one a core]
    #[arg(long, value_parser = threads, value_name = "T")]
    threads: Option<usize>,
}

impl Kept {
    /// The same for a run.
    pub(crate) fn keep(&self) -> Keep<'_> {
        Keep::new(self.log.as_deref(), self.threads.unwrap_or_else(default_threads))
    }
}

/// Where the openings of games come from, and what a file of them holds: that, so many plies at
/// random, or what is usual.
pub(super) fn openings(
    file: Option<&Path>,
    random_plies: Option<u32>,
    game: &dyn AnyGame,
) -> anyhow::Result<(Openings, Option<String>)> {
    if let Some(path) = file {
        let name = path.display().to_string();
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
        // The name does not matter: what it holds does, and has a hash.
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        return Ok((Openings::File(name), Some(text)));
    }
    let openings = match random_plies {
        Some(0) => Openings::Start,
        Some(plies) => Openings::Random(plies),
        None => Openings::usual(&game.info()),
    };
    Ok((openings, None))
}

/// A span of time as the headers of logs have it.
pub(super) fn milliseconds(span: Duration) -> u64 {
    u64::try_from(span.as_millis()).unwrap_or(u64::MAX)
}
