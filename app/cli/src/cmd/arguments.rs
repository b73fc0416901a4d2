//! The arguments that commands for long runs share.

use std::{fs, io::Write, path::PathBuf, time::Duration};

use anyhow::Context as _;
use starboard::AnyGame;
use starboard_core::{Limits, Stop};
use starboard_lab::{
    arena::{Adjudication, Clock, Openings, RecordFiles},
    command::Reported,
    default_threads, files,
    runs::{self, Header, Keep, Shard},
};

use super::{count, depth, shard_done, stopped, threads, time};

/// An engine, what varies of it, and how far it looks.
#[derive(clap::Args, Debug)]
pub(crate) struct Varied {
    /// The game; the command `games` lists them
    pub(crate) game: String,
    /// The engine that the options are added to [default: the game's strongest]
    #[arg(long, value_name = "DESC")]
    pub(crate) engine: Option<String>,
    /// An option that varies, its levels separated by |; repeat for more options
    #[arg(long, value_name = "LEVELS", required = true, allow_hyphen_values = true)]
    pub(crate) vary: Vec<String>,
    #[command(flatten)]
    pub(crate) limits: Limited,
}

/// How far to look at a move.
#[derive(clap::Args, Debug)]
pub(crate) struct Limited {
    /// Positions to visit per move [default: as many as `compare` gives, if there is no other
    /// limit]
    #[arg(long, value_name = "N", value_parser = count, help_heading = "Limits")]
    nodes: Option<u64>,
    /// Moves to look ahead, 0 to 64
    #[arg(long, value_name = "N", value_parser = depth, help_heading = "Limits")]
    depth: Option<u32>,
    /// Positions to evaluate per move
    #[arg(long, value_name = "N", value_parser = count, help_heading = "Limits")]
    evaluations: Option<u64>,
    /// Time per move, in seconds or as in 500ms
    #[arg(long, value_name = "S", value_parser = time, help_heading = "Limits")]
    time: Option<Duration>,
}

impl Limited {
    /// The limits that were given.
    pub(crate) fn given(&self) -> Limits {
        let &Self { nodes, depth, evaluations, time } = self;
        Limits { nodes, depth, evaluations, time, ..Limits::default() }
    }
}

/// What a referee is told of games: their time, how they begin and when they are given up.
#[derive(clap::Args, Debug)]
pub(crate) struct Refereed {
    /// Time for a game and increment after each move, in seconds, such as 60+0.5
    #[arg(long, value_name = "S+S", help_heading = "Limits")]
    pub(crate) clock: Option<Clock>,
    /// By how much a time limit may be exceeded
    #[arg(long, value_name = "S", value_parser = time, default_value = "200ms", help_heading = "Limits")]
    margin: Duration,
    /// How long to wait for an external engine whose move has no time limit
    #[arg(long, alias = "patience", value_name = "S", value_parser = time, default_value = "600", help_heading = "Limits")]
    timeout: Duration,
    /// A file of openings, one per line: a position, or `startpos moves M1 M2 ...` (with commas
    /// between moves that have spaces) [default: the game's own]
    #[arg(long, value_name = "FILE", help_heading = "Games", conflicts_with = "random_plies")]
    openings: Option<PathBuf>,
    /// Begin with this many random plies from the start, the most balanced of a few tries [default:
    /// 4 for a game with neither openings nor dice]
    #[arg(long, value_name = "N", help_heading = "Games")]
    random_plies: Option<u32>,
    /// Adjudicate a game once both players have agreed for N moves each that one of them is
    /// ahead by VALUE, in units of the game [default: play on]
    #[arg(long, value_name = "VALUE,N", help_heading = "Games")]
    pub(crate) resign: Option<Adjudication>,
}

impl Refereed {
    /// Where the openings come from, and what a file of them holds: that, so many plies at
    /// random, or what is usual.
    pub(crate) fn openings(
        &self,
        game: &dyn AnyGame,
    ) -> anyhow::Result<(Openings, Option<String>)> {
        if let Some(path) = &self.openings {
            let name = path.display().to_string();
            let text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
            // The name does not matter: what it holds does, and has a hash.
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            return Ok((Openings::File(name), Some(text)));
        }
        let openings = match self.random_plies {
            Some(0) => Openings::Start,
            Some(plies) => Openings::Random(plies),
            None => Openings::usual(&game.info()),
        };
        Ok((openings, None))
    }

    /// The margin, in milliseconds.
    pub(crate) fn margin(&self) -> u64 {
        milliseconds(self.margin)
    }

    /// How long to wait, in milliseconds.
    pub(crate) fn timeout(&self) -> u64 {
        milliseconds(self.timeout)
    }
}

/// Where the results of a run are kept, and how the work is shared out.
#[derive(clap::Args, Debug)]
pub(crate) struct Kept {
    /// Write the results as JSON at the end of the run; the --log file can be read at any time
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Keep every result in this file, and resume from it if it exists
    #[arg(long, value_name = "FILE.jsonl")]
    log: Option<PathBuf>,
    /// Do only the parts i, i+N, i+2N, ... of the run, with i from 0; `log merge` puts the logs
    /// together
    #[arg(long, value_name = "i/N", default_value_t = Shard::WHOLE, hide_default_value = true,
        requires = "log")]
    pub(crate) shard: Shard,
    /// Parts to work on in parallel [default: one per core]
    #[arg(long, value_parser = threads, value_name = "T")]
    threads: Option<usize>,
}

impl Kept {
    /// The same for a run.
    pub(crate) fn keep(&self) -> Keep<'_> {
        Keep::new(self.log.as_deref(), self.threads.unwrap_or_else(default_threads))
    }

    /// Makes sure that the figures can be written, and a page as well.
    ///
    /// # Errors
    ///
    /// If they cannot.
    pub(crate) fn can_write(&self, page: Option<&PathBuf>) -> anyhow::Result<()> {
        files::can_write(self.json.iter().chain(page))
    }

    /// Ends a run that has so many `results`: says and writes what they come to, or, of a shard,
    /// where they are.
    ///
    /// # Errors
    ///
    /// If something cannot be written, and if the run was stopped before its end.
    pub(crate) fn end<H: Header>(
        &self,
        header: &H,
        results: usize,
        stop: &Stop,
        out: &mut dyn Write,
        report: impl FnOnce() -> anyhow::Result<Reported>,
    ) -> anyhow::Result<()> {
        let log = self.log.as_deref();
        let is_part = stop.requested() && results < header.expected();
        if let (false, false, Some(log)) = (is_part, self.shard.is_whole(), log) {
            return shard_done(out, self.shard, results, H::RESULTS, log);
        }
        let Reported { text, json, .. } = report()?;
        if let Some(path) = &self.json {
            runs::write_figures(path, &json, &self.log)?;
        }
        write!(out, "{text}")?;
        if is_part { Err(stopped(header, results, log)) } else { Ok(()) }
    }
}

/// Records of games that are played.
#[derive(clap::Args, Debug)]
pub(crate) struct Recorded {
    /// Write a record of every game into this folder
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    records: Option<PathBuf>,
    /// What --records writes: csa or kif in Shogi, sgf in Go, mat in backgammon with the cube,
    /// txt for a list of moves in any game [default: the first of them that the game has]
    #[arg(long, value_name = "FORMAT", requires = "records", help_heading = "Output")]
    record_format: Option<String>,
}

impl Recorded {
    /// The same for a run.
    pub(crate) fn files(&self) -> Option<RecordFiles> {
        let (folder, format) = (self.records.clone()?, self.record_format.clone());
        Some(RecordFiles { folder, format })
    }
}

/// A span of time as the headers of logs have it.
fn milliseconds(span: Duration) -> u64 {
    u64::try_from(span.as_millis()).unwrap_or(u64::MAX)
}
