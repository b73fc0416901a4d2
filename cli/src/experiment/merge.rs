//! One log made of the logs of all shards.

use std::{fs, path::Path};

use anyhow::{Context, bail};

use super::{
    log::{self, Contents},
    plan::{self, Parameters, Shard},
};
use crate::{BadInput, files};

/// Writes to `out` what a run that was not split would have logged: bit for
/// bit, times aside.
///
/// # Errors
///
/// If a log cannot be read, is not finished, or does not belong with the
/// others, or if one is missing or given twice.
pub fn merge(logs: &[impl AsRef<Path>], out: &Path) -> anyhow::Result<()> {
    let mut shards = Vec::new();
    for path in logs {
        let path = path.as_ref();
        let name = path.display();
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
        let contents = Contents::parse(&text).map_err(|e| BadInput(format!("{name}: {e}")))?;
        shards.push((path, contents, text));
    }
    let Some((first, contents, _)) = shards.first() else {
        bail!(BadInput("no logs to merge".to_owned()));
    };
    let (_, of) = contents.parameters.shard.parts();
    let whole = Parameters { shard: Shard::WHOLE, ..contents.parameters.clone() };
    let cells = plan::cells(&whole).len();

    let mut by_shard: Vec<Option<Vec<&str>>> = vec![None; of];
    for (path, contents, text) in &shards {
        let name = path.display();
        let own = &contents.parameters;
        let (index, parts) = own.shard.parts();
        let as_whole = Parameters { shard: Shard::WHOLE, ..own.clone() };
        if let Some(difference) = log::difference(&as_whole, &whole) {
            let first = first.display();
            bail!(BadInput(format!("{name} does not belong with {first}: {difference}")));
        }
        if parts != of {
            bail!(BadInput(format!("{name} is one of {parts} shards, not of {of}")));
        }
        let positions = (index..whole.positions).step_by(of).count();
        let (found, expected) = (contents.rows.len(), positions * cells);
        if found != expected || !text.ends_with('\n') {
            bail!(BadInput(format!("{name} is not finished: {found} of {expected} searches")));
        }
        if by_shard[index].replace(text.lines().skip(1).collect()).is_some() {
            bail!(BadInput(format!("shard {} is there twice: {name}", own.shard)));
        }
    }
    if let Some(missing) = by_shard.iter().position(Option::is_none) {
        bail!(BadInput(format!("shard {missing}/{of} is missing")));
    }

    let mut merged = log::line(&whole)?;
    for position in 0..whole.positions {
        let lines = by_shard[position % of].as_deref().unwrap_or_default();
        let from = position / of * cells;
        for line in &lines[from..from + cells] {
            merged.push_str(line);
            merged.push('\n');
        }
    }
    files::write(out, merged)
}
