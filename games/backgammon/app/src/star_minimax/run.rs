//! Searching all that is not yet in the log.

use std::{ops::ControlFlow, path::Path};

use anyhow::bail;

use super::{
    leaves::Leaves,
    measure::Bench,
    plan::{self, Parameters},
    row::Row,
};
use starboard::BadInput;
use starboard_lab::{
    Progress,
    runs::{self, Header, Keep},
};

/// Runs the experiment, or what is left of it where `log` is the log of an
/// earlier start, and returns the parameters as they stand in the log, and the rows of all its
/// searches in the order of the plan. Except for times, they are the same for any number of
/// threads.
///
/// # Errors
///
/// If more positions are asked for than there are, or the log cannot be used.
pub fn run(
    parameters: &Parameters,
    log: Option<&Path>,
    threads: usize,
    visible: bool,
) -> anyhow::Result<(Parameters, Vec<Row>)> {
    let available = plan::available();
    if !(1..=available).contains(&parameters.positions) {
        let asked = parameters.positions;
        bail!(BadInput(format!("expected 1 to {available} positions, found {asked}")));
    }
    let positions = plan::sample(parameters.positions, parameters.seed);
    let leaves = Leaves::read(&parameters.evaluator).map_err(BadInput::error)?;
    let fingerprint = plan::fingerprint(&positions, &leaves);
    let parameters = Parameters { fingerprint, ..parameters.clone() };
    let cells = plan::cells(&parameters);
    let (first, step) = parameters.shard().parts();
    let work: Vec<_> = positions
        .iter()
        .enumerate()
        .skip(first)
        .step_by(step)
        .flat_map(|(index, game)| cells.iter().map(move |&cell| (index, game, cell)))
        .collect();

    let progress = Progress::new(visible, work.len() as u64, "star-minimax");
    let rows = runs::run(
        &parameters,
        Keep::new(log, threads),
        work.len(),
        |i, row: &Row| {
            let (index, _, cell) = work[i];
            (row.index, row.cell) == (index, cell)
        },
        || Ok(Bench::new(leaves.clone())),
        |bench, i| {
            let (index, game, cell) = work[i];
            Ok(bench.measure(index, game, cell, parameters.profile, parameters.times))
        },
        |_, _| {
            progress.step();
            Ok(ControlFlow::Continue(()))
        },
    )?;
    Ok((parameters, rows))
}
