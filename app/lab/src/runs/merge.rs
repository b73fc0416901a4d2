//! Merges the logs of all shards into one.

use std::{collections::BTreeMap, fs, path::Path};

use anyhow::{Context, bail};
use serde::{Deserialize, de::IgnoredAny};

use super::{
    Header, builds,
    log::{self, Contents},
};
use starboard::BadInput;

use crate::files;

/// Writes to `out` exactly what a run that was not split would have logged, times
/// aside.
///
/// # Errors
///
/// If a log cannot be read, is not finished, or does not belong with the
/// others, or if one is missing or given twice.
pub fn merge<H: Header>(logs: &[impl AsRef<Path>], out: &Path) -> anyhow::Result<()> {
    let mut shards = Vec::new();
    for path in logs {
        let path = path.as_ref();
        let name = path.display();
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
        let contents = Contents::<H, IgnoredAny>::parse(&text)
            .map_err(|e| BadInput(format!("{name}: {e}")))?;
        shards.push((path, contents, text));
    }
    let Some((first, contents, _)) = shards.first() else {
        bail!(BadInput("no logs to merge".to_owned()));
    };
    let (_, of) = contents.header.shard().parts();
    let whole = contents.header.whole();
    let each = whole.results();
    let units = match H::OPEN {
        true => shards.iter().map(|(_, contents, _)| contents.results.len()).sum::<usize>() / each,
        false => whole.units(),
    };

    // Whatever a header says, there are no more of these than logs.
    let mut by_shard = BTreeMap::new();
    for (path, contents, text) in &shards {
        let name = path.display();
        let (index, parts) = contents.header.shard().parts();
        if let Some(difference) = log::difference(&contents.header.whole(), &whole) {
            let first = first.display();
            bail!(BadInput(format!("{name} does not belong with {first}: {difference}")));
        }
        if parts != of {
            bail!(BadInput(format!("{name} is one of {parts} shards, not of {of}")));
        }
        if by_shard.insert(index, text.lines().skip(1).collect::<Vec<_>>()).is_some() {
            let shard = contents.header.shard();
            bail!(BadInput(format!("shard {shard} is there twice: {name}")));
        }
    }
    if let Some(missing) = (0..of).find(|index| !by_shard.contains_key(index)) {
        bail!(BadInput(format!("shard {missing}/{of} is missing")));
    }
    for (path, contents, text) in &shards {
        let (index, _) = contents.header.shard().parts();
        let units = units.saturating_sub(index).div_ceil(of);
        let (found, expected) = (contents.results.len(), units.saturating_mul(each));
        if found != expected || !text.ends_with('\n') {
            let (name, what) = (path.display(), H::RESULTS);
            bail!(BadInput(format!("{name} is not finished: {found} of {expected} {what}")));
        }
    }
    let builds = builds::of_all(shards.iter().map(|(_, contents, _)| &contents.builds));
    let mut merged = builds::heading(&whole, &builds)?;
    // As many as were found: a header may speak of any number of units without results.
    for result in 0..by_shard.values().map(Vec::len).sum() {
        let (unit, place) = (result / each, result % each);
        merged.push_str(by_shard[&(unit % of)][unit / of * each + place]);
        merged.push('\n');
    }
    replaceable::<H>(logs, out, &whole)?;
    files::write(out, merged)
}

/// Whether a log may be written here: not over anything but an earlier one of the same run.
fn replaceable<H: Header>(logs: &[impl AsRef<Path>], out: &Path, whole: &H) -> anyhow::Result<()> {
    let Ok(there) = fs::canonicalize(out) else { return Ok(()) };
    let name = out.display();
    if logs.iter().any(|log| fs::canonicalize(log).is_ok_and(|log| log == there)) {
        bail!(BadInput(format!("{name} is one of the logs to merge: write to another file")));
    }
    let text = fs::read(out).with_context(|| format!("cannot read {name}"))?;
    let text = String::from_utf8_lossy(&text);
    let same = Contents::<H, IgnoredAny>::parse(&text)
        .is_ok_and(|contents| log::difference(&contents.header, whole).is_none());
    if !same {
        bail!(BadInput(format!("{name} is there already, and is no log of this run")));
    }
    Ok(())
}

/// What the log at `path` says it is the log of, such as `star-minimax 1`;
/// `None` if it says nothing of the kind.
///
/// # Errors
///
/// If the file cannot be read.
pub fn kind_of(path: &Path) -> anyhow::Result<Option<String>> {
    #[derive(Deserialize)]
    struct Kind {
        experiment: String,
    }
    let first = log::first_line(path)?;
    Ok(serde_json::from_slice::<Kind>(&first).ok().map(|kind| kind.experiment))
}
