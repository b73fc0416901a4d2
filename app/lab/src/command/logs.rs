//! Kinds of log, and what can be done with each.

use std::path::{Path, PathBuf};

use serde::{Serialize, de::DeserializeOwned};

use super::Context;
use crate::{
    html::{Document, grouped},
    runs,
};

/// Puts the logs of shards together into one file.
pub type MergeLogs = fn(&[PathBuf], &Path) -> anyhow::Result<()>;

/// Reports the results of a log, finished or not.
pub type ReportLog = fn(&Path, &Context<'_>) -> anyhow::Result<Reported>;

/// A kind of log.
#[derive(Copy, Clone, Debug)]
pub struct LogKind {
    /// What such a log says of itself.
    pub name: &'static str,
    /// Puts shards together; none where runs cannot be split.
    pub merge: Option<MergeLogs>,
    /// Reports what is in one; none where that takes more than the log.
    pub report: Option<ReportLog>,
}

impl LogKind {
    /// A kind whose shards can be put together.
    pub const fn of<H: runs::Header>(name: &'static str) -> Self {
        Self { name, merge: Some(runs::merge::<H>), report: None }
    }

    /// A kind of runs that cannot be split.
    pub const fn whole(name: &'static str) -> Self {
        Self { name, merge: None, report: None }
    }

    /// The same, with a report.
    #[must_use]
    pub const fn reported(self, report: ReportLog) -> Self {
        Self { report: Some(report), ..self }
    }
}

/// The report of a log.
#[derive(Clone, Debug)]
pub struct Reported {
    /// For people.
    pub text: String,
    /// For programs: what the command that wrote the log writes as JSON.
    pub json: serde_json::Value,
    /// With pictures, where there are some.
    pub page: Option<Document>,
}

impl Reported {
    /// The figures as text and as JSON.
    ///
    /// # Errors
    ///
    /// If they cannot be written as JSON.
    pub fn new(text: String, figures: &impl Serialize) -> anyhow::Result<Self> {
        Ok(Self { text, json: serde_json::to_value(figures)?, page: None })
    }

    /// The figures as a page, as its text after `head`, and as JSON.
    ///
    /// # Errors
    ///
    /// If they cannot be written as JSON.
    pub fn paged(
        head: &str,
        page: Document,
        width: usize,
        figures: &impl Serialize,
    ) -> anyhow::Result<Self> {
        let text = format!("{head}{}", page.text_within(width));
        Ok(Self { page: Some(page), ..Self::new(text, figures)? })
    }
}

/// The header and the results of a log, those of whole units alone, and a line that says how much
/// of the run that is, and which builds of the program it is by.
///
/// # Errors
///
/// If it cannot be read.
pub fn whole_units<H: runs::Header, R: DeserializeOwned>(
    log: &Path,
) -> anyhow::Result<(H, Vec<R>, String)> {
    let (header, mut results) = runs::read::<H, R>(log)?;
    let (found, all) = (results.len(), header.expected());
    let part = match header.shard() {
        shard if shard.is_whole() => String::new(),
        shard => format!(", shard {shard}"),
    };
    // A log that can be added to does not say how many were asked for.
    let of =
        if H::OPEN || all < found { String::new() } else { format!(" of {}", grouped(all as u64)) };
    let some = format!("{}{of} {}", grouped(found as u64), H::RESULTS);
    results.truncate(found - found % header.results().max(1));
    let by = match runs::builds(log)? {
        builds if builds.is_empty() => String::new(),
        builds => format!(", by {}", builds.join(" and ")),
    };
    Ok((header, results, format!("{}: {some}{part}{by}\n", log.display())))
}
