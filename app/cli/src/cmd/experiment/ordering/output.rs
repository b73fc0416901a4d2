//! Where the results of the experiment go.

use std::{fs, io::Write, path::PathBuf};

use anyhow::Context as _;
use serde::Serialize;

use super::Args;
use crate::{Context, experiment::Picture};
use starboard_lab::{files, html::Document, runs};

/// Writes the files that were asked for, and the report for the terminal. The figures are by the
/// builds that wrote the logs.
///
/// # Errors
///
/// If a file cannot be written.
pub(super) fn write(
    args: &Args,
    context: &Context<'_>,
    out: &mut dyn Write,
    results: &impl Serialize,
    logs: &[PathBuf],
    document: &Document,
    pictures: &[Picture],
) -> anyhow::Result<()> {
    if let Some(path) = &args.json {
        runs::write_figures(path, results, logs)?;
    }
    if let Some(path) = &args.html {
        files::write(path, document.html())?;
    }
    if let Some(folder) = &args.charts {
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
        for picture in pictures {
            files::write(&folder.join(format!("{}.svg", picture.name)), &picture.svg)?;
        }
    }
    Ok(write!(out, "{}", document.text_within(context.width))?)
}
