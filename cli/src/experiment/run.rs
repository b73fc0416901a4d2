//! Searching all that is not yet in the log.

use std::path::Path;

use anyhow::bail;

use super::{
    log::{Log, Row},
    measure::Bench,
    ordered::in_order,
    plan::{self, Parameters},
};
use crate::{BadInput, Progress};

/// Runs the experiment, or what is left of it where `log` is the log of an
/// earlier start, and returns the rows of all its searches in the order of the
/// plan. Except for times, they are the same for any number of threads.
///
/// # Errors
///
/// If more positions are asked for than there are, or the log cannot be used.
pub fn run(
    parameters: &Parameters,
    log: Option<&Path>,
    threads: usize,
    visible: bool,
) -> anyhow::Result<Vec<Row>> {
    let available = plan::available();
    if !(1..=available).contains(&parameters.positions) {
        let asked = parameters.positions;
        bail!(BadInput(format!("expected 1 to {available} positions, found {asked}")));
    }
    let positions = plan::sample(parameters.positions, parameters.seed);
    let parameters =
        Parameters { fingerprint: plan::fingerprint(&positions), ..parameters.clone() };
    let cells = plan::cells(&parameters);
    let (first, step) = parameters.shard.parts();
    let work: Vec<_> = positions
        .iter()
        .enumerate()
        .skip(first)
        .step_by(step)
        .flat_map(|(index, game)| cells.iter().map(move |&cell| (index, game, cell)))
        .collect();

    let (mut log, mut rows) = match log {
        Some(path) => {
            let (log, rows) = Log::open(path, &parameters)?;
            let planned = |(i, row): (usize, &Row)| {
                work.get(i).is_some_and(|&(index, _, cell)| (row.index, row.cell) == (index, cell))
            };
            if let Some(i) = (0..rows.len()).find(|&i| !planned((i, &rows[i]))) {
                let (name, line) = (path.display(), i + 2);
                bail!(BadInput(format!("{name}: line {line} is not what comes next in this run")));
            }
            (Some(log), rows)
        }
        None => (None, Vec::new()),
    };

    let left = &work[rows.len()..];
    let progress = Progress::new(visible, left.len() as u64, "star-minimax");
    in_order(
        left.len(),
        threads,
        Bench::default,
        |bench, i| {
            let (index, game, cell) = left[i];
            let row = bench.measure(index, game, cell, parameters.profile, parameters.times);
            progress.step();
            row
        },
        |_, row| {
            if let Some(log) = &mut log {
                log.append(&row)?;
            }
            rows.push(row);
            anyhow::Ok(())
        },
    )?;
    Ok(rows)
}
