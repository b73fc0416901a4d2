//! The log: one line of JSON a search, in the order of the plan.
//!
//! The first line holds the [`Parameters`]. A line counts once its newline is
//! written; what a kill left of a line is dropped when the log is opened again.

use std::{
    fs::{File, OpenOptions},
    io::{Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};

use super::plan::{Cell, Parameters};
use crate::BadInput;

/// What one search found and cost.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Which position of the sample, from 0.
    pub index: usize,
    /// The position.
    pub position: String,
    /// How it was searched.
    #[serde(flatten)]
    pub cell: Cell,
    /// The value of the root for its mover, in grid points of 2^-18.
    pub value: i32,
    /// Every best move, in the game's order.
    pub best_moves: Vec<String>,
    /// Positions evaluated.
    pub evaluations: u64,
    /// Positions visited.
    pub nodes: u64,
    /// Move lists made, and single moves found.
    pub generations: u64,
    /// Chance nodes probed.
    pub probes: u64,
    /// Of these, the ones settled by probing alone.
    pub probe_successes: u64,
    /// Chance nodes cut by bounds.
    pub star_cuts: u64,
    /// Look-ups in the table.
    pub table_probes: u64,
    /// Look-ups that found the position.
    pub table_hits: u64,
    /// Look-ups that settled the node.
    pub table_cuts: u64,
    /// Time of the thread that searched, the machine's other work left out.
    pub cpu_seconds: f64,
    /// Of the wall-clock time, making moves; 0 unless measured.
    pub generation_seconds: f64,
    /// Of the wall-clock time, evaluating; 0 unless measured.
    pub evaluation_seconds: f64,
}

/// The row as the log has it, newline included.
pub(super) fn line(value: &impl Serialize) -> anyhow::Result<String> {
    let mut line = serde_json::to_string(value)?;
    line.push('\n');
    Ok(line)
}

/// A log being written.
#[derive(Debug)]
pub(super) struct Log {
    file: File,
    path: PathBuf,
}

impl Log {
    /// Opens the log at `path`, making it if there is none, and returns the
    /// rows that it already has.
    ///
    /// # Errors
    ///
    /// If the file is something else, belongs to a run with other
    /// `parameters`, is being written by someone else, or cannot be written.
    pub(super) fn open(path: &Path, parameters: &Parameters) -> anyhow::Result<(Self, Vec<Row>)> {
        let name = path.display();
        let mut file = (OpenOptions::new().read(true).write(true).create(true).truncate(false))
            .open(path)
            .with_context(|| format!("cannot open the log {name}"))?;
        if file.try_lock().is_err() {
            bail!(BadInput(format!("the log {name} is being written by another run")));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).with_context(|| format!("cannot read the log {name}"))?;

        let header = line(parameters)?;
        let whole = bytes.iter().rposition(|&b| b == b'\n').map_or(0, |end| end + 1);
        let mut log = Self { file, path: path.to_owned() };
        if whole == 0 {
            // Nothing, or a header that was never finished; do not touch what is neither.
            if !header.as_bytes().starts_with(&bytes) {
                bail!(BadInput(format!("{name} is not a log of this experiment")));
            }
            log.keep(0)?;
            log.write(&header)?;
            return Ok((log, Vec::new()));
        }
        let text = std::str::from_utf8(&bytes[..whole]).unwrap_or_default();
        let contents = Contents::parse(text).map_err(|e| BadInput(format!("{name}: {e}")))?;
        if let Some(difference) = difference(&contents.parameters, parameters) {
            bail!(BadInput(format!("{name} is the log of another run: {difference}")));
        }
        log.keep(whole as u64)?;
        Ok((log, contents.rows))
    }

    /// Adds a row.
    pub(super) fn append(&mut self, row: &Row) -> anyhow::Result<()> {
        self.write(&line(row)?)
    }

    /// Drops everything after the first `length` bytes.
    fn keep(&mut self, length: u64) -> anyhow::Result<()> {
        self.file
            .set_len(length)
            .and_then(|()| self.file.seek(SeekFrom::Start(length)))
            .with_context(|| format!("cannot write the log {}", self.path.display()))?;
        Ok(())
    }

    fn write(&mut self, line: &str) -> anyhow::Result<()> {
        self.file
            .write_all(line.as_bytes())
            .with_context(|| format!("cannot write the log {}", self.path.display()))
    }
}

/// A log that was read.
#[derive(Debug)]
pub(super) struct Contents {
    pub(super) parameters: Parameters,
    pub(super) rows: Vec<Row>,
}

impl Contents {
    /// Reads whole lines.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let mut lines = text.lines();
        let header = lines.next().unwrap_or_default();
        let parameters = serde_json::from_str(header)
            .map_err(|e| format!("the first line is not that of a log of this experiment: {e}"))?;
        let rows = lines
            .enumerate()
            .map(|(i, line)| {
                serde_json::from_str(line).map_err(|e| format!("line {} is not a row: {e}", i + 2))
            })
            .collect::<Result<_, _>>()?;
        Ok(Self { parameters, rows })
    }
}

/// What the first parameter that differs was, and what is wanted now.
pub(super) fn difference(was: &Parameters, wanted: &Parameters) -> Option<String> {
    let values = |p: &Parameters| serde_json::to_value(p).unwrap_or_default();
    let (was, wanted) = (values(was), values(wanted));
    let (was, wanted) = (was.as_object()?, wanted.as_object()?);
    let differs = |name: &str| {
        let (old, new) = (was.get(name)?, wanted.get(name)?);
        (old != new).then(|| format!("its {name} is {old}, and {new} is asked for"))
    };
    // Of two runs on different positions, the seed says more than a hash.
    let last = "fingerprint";
    let mut names = wanted.keys().filter(|name| *name != last);
    names.find_map(|name| differs(name)).or_else(|| differs(last))
}
