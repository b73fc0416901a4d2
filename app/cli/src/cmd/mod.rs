//! The commands, one a file: each has its `Args` and a `run` that writes to
//! whatever it is given, so that tests need no process.

pub(crate) mod ablate;
pub(crate) mod analyse;
pub(crate) mod bearoff;
pub(crate) mod bench;
pub(crate) mod compare;
pub(crate) mod evaluate;
pub(crate) mod examples;
pub(crate) mod experiment;
pub(crate) mod explain;
pub(crate) mod games;
pub(crate) mod gnubg_server;
pub(crate) mod gtp;
pub(crate) mod log;
pub(crate) mod new;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod plugins;
pub(crate) mod solve;
pub(crate) mod speed;
#[cfg(test)]
pub(crate) mod testing;
mod text;
pub(crate) mod train;
pub(crate) mod tree;
pub(crate) mod ubgi;
pub(crate) mod usi;
pub(crate) mod verify;

use std::{io::Write, time::Duration};

use serde::Serialize;

pub(crate) use examples::Examples;
use starboard::{DurationArg, MAX_DEPTH};

/// Writes indented JSON and a newline.
fn json(out: &mut dyn Write, value: &impl Serialize) -> anyhow::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value).map_err(std::io::Error::from)?;
    Ok(writeln!(out)?)
}

/// Reads a depth for clap.
fn depth(text: &str) -> Result<u32, String> {
    let allowed = || format!("a depth is a number from 0 to {MAX_DEPTH}, in moves");
    text.parse().ok().filter(|&depth| depth <= MAX_DEPTH).ok_or_else(allowed)
}

/// So many plies, in words.
pub(crate) fn plies(count: u32) -> String {
    format!("{count} {}", if count == 1 { "ply" } else { "plies" })
}

/// Reads a count of at least one for clap.
fn count(text: &str) -> Result<u64, String> {
    let allowed = "expected a whole number of at least 1";
    text.parse().ok().filter(|&count| count > 0).ok_or_else(|| allowed.to_owned())
}

/// Reads a number of threads for clap.
fn threads(text: &str) -> Result<usize, String> {
    let allowed = "expected a number of threads from 1 to 256";
    text.parse().ok().filter(|n| (1..=256).contains(n)).ok_or_else(|| allowed.to_owned())
}

/// Reads a time for clap.
fn time(text: &str) -> Result<Duration, String> {
    text.parse::<DurationArg>().map(|span| span.0).map_err(|error| error.to_string())
}

/// A table of texts in columns, without lines around them, in at most `width`
/// characters where the words allow. The first two columns do not wrap.
fn list<const N: usize>(
    head: [&str; N],
    rows: impl IntoIterator<Item = [String; N]>,
    width: usize,
) -> String {
    let mut table = comfy_table::Table::new();
    table
        .load_style(comfy_table::presets::NOTHING)
        .set_content_arrangement(comfy_table::ContentArrangement::Dynamic)
        .set_width(u16::try_from(width).unwrap_or(u16::MAX))
        .set_header(head)
        .add_rows(rows)
        .set_constraints([comfy_table::ColumnConstraint::ContentWidth; 2]);
    // Cells have a space on either side.
    let mut lines = table.lines().map(|line| line.trim_end().get(1..).unwrap_or("").to_owned());
    let head = lines.next().unwrap_or_default();
    let lines: Vec<_> = lines.collect();
    let widest = lines.iter().chain([&head]).map(|line| line.chars().count()).max().unwrap_or(0);
    let rule = "\u{2500}".repeat(widest);
    [head, rule].into_iter().chain(lines).map(|line| line + "\n").collect()
}
