//! A fit in progress, kept in a file from which it can be resumed.

use std::{fs, io, path::Path};

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};

use super::{Given, fit::State};
use starboard::BadInput;
use starboard_lab::{files, runs};

#[derive(Serialize, Deserialize)]
struct Kept<G, S> {
    given: G,
    state: S,
}

/// The fit in the file, if there is one.
///
/// # Errors
///
/// If the file is of another kind, or belongs to another fit.
pub(super) fn load(path: &Path, given: &Given) -> anyhow::Result<Option<State>> {
    let name = path.display();
    let text = match fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        other => other.with_context(|| format!("cannot read {name}"))?,
    };
    let kept: Kept<Given, State> = serde_json::from_str(&text)
        .map_err(|error| BadInput(format!("{name} is not a fit under way: {error}")))?;
    if let Some(difference) = runs::difference(&kept.given, given) {
        bail!(BadInput(format!(
            "{name} is another fit: {difference}; remove it to begin anew, or name another folder"
        )));
    }
    Ok(Some(kept.state))
}

/// Replaces the file.
pub(super) fn save(path: &Path, given: &Given, state: &State) -> anyhow::Result<()> {
    files::write(path, serde_json::to_string(&Kept { given, state })?)
}
