//! A fit of a network in progress, kept in a file from which it can be resumed.

use std::{fs, io, path::Path};

use anyhow::{Context, bail};
use starboard_core::binfile::{FileError, Input, Kind, Output};

use super::fit::State;
use crate::{Adam, Given};
use starboard::BadInput;
use starboard_lab::{files, runs};

const KIND: Kind = Kind { magic: b"STARFIT\n", version: 1, name: "a fit of a network under way" };

/// The fit in the file, if there is one.
///
/// # Errors
///
/// If the file is of another kind, or belongs to another fit.
pub(super) fn load(path: &Path, given: &Given, count: usize) -> anyhow::Result<Option<State>> {
    let name = path.display();
    let bytes = match fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        other => other.with_context(|| format!("cannot read {name}"))?,
    };
    let refuse = |error: FileError| BadInput(format!("{name}: {error}"));
    let mut input = Input::new(&bytes, KIND).map_err(refuse)?;
    let length = input.count(1, "its head").map_err(refuse)?;
    let head = input.take(length, "its head").map_err(refuse)?;
    let kept: Given = serde_json::from_slice(head)
        .map_err(|error| BadInput(format!("{name} is not a fit under way: {error}")))?;
    if let Some(difference) = runs::difference(&kept, given) {
        bail!(BadInput(format!(
            "{name} is another fit: {difference}; remove it to begin anew, or name another folder"
        )));
    }
    Ok(Some(state(input, count).map_err(refuse)?))
}

fn state(mut input: Input<'_>, count: usize) -> Result<State, FileError> {
    let best_epoch = input.number(10_000, "the best epoch")? as u32;
    let steps = input.number(u32::MAX.into(), "the number of steps")? as u32;
    let losses = input.count(8, "the number of losses")?;
    if losses < 2 || losses % 2 == 1 || best_epoch as usize >= losses / 2 {
        let (what, at) = ("the number of losses", input.at());
        return Err(FileError::Number { what, found: losses as u64, at });
    }
    let curve = input.fractions(losses, "the losses")?;
    let mut numbers = |what: &'static str| {
        let bytes = input.take(4 * count, what)?.as_chunks().0;
        Ok(bytes.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect::<Vec<_>>())
    };
    let parameters = numbers("the weights")?;
    let best = numbers("the best weights")?;
    let (mean, square) = (numbers("the optimiser")?, numbers("the optimiser")?);
    input.finish()?;
    Ok(State { parameters, adam: Adam { mean, square, steps }, curve, best, best_epoch })
}

/// Replaces the file.
pub(super) fn save(path: &Path, given: &Given, state: &State) -> anyhow::Result<()> {
    let mut output = Output::new(KIND);
    let head = serde_json::to_vec(given)?;
    output.number(head.len() as u64);
    output.bytes(&head);
    output.number(state.best_epoch.into());
    output.number(state.adam.steps.into());
    output.number(state.curve.len() as u64);
    state.curve.iter().for_each(|loss| output.bytes(&loss.to_le_bytes()));
    let Adam { mean, square, .. } = &state.adam;
    for numbers in [&state.parameters, &state.best, mean, square] {
        numbers.iter().for_each(|number| output.bytes(&number.to_le_bytes()));
    }
    files::write(path, output.finish())
}
