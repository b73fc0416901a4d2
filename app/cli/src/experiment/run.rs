//! The searches of the parts that do not play.

use std::{collections::BTreeMap, ops::ControlFlow, path::Path};

use anyhow::bail;
use serde::{Deserialize, Serialize};
use starboard_core::{CUT_PLACES, Limits};

use super::{
    Cell, Parameters, Part, Subject,
    plan::{self},
};
use starboard::{AnyGame, BadInput, Registry};
use starboard_lab::{
    Progress,
    runs::{self, Header as _, Keep},
};

/// What one search found and cost.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The game.
    pub game: Subject,
    /// Which of its positions, from 0.
    pub index: usize,
    /// The position, in the game's notation.
    pub position: String,
    /// How many legal moves it has.
    pub moves: usize,
    /// How moves were ordered.
    #[serde(flatten)]
    pub cell: Cell,
    /// How deep it was searched, in moves.
    pub depth: u32,
    /// The value of the root for its mover, in units of the game.
    pub value: f64,
    /// Positions visited, in all iterations.
    pub nodes: u64,
    /// Positions evaluated.
    pub evaluations: u64,
    /// Decision nodes cut before the last move.
    pub cuts: u64,
    /// By how many moves had been tried before; the last place stands for all
    /// later ones.
    pub cut_at: [u64; CUT_PLACES],
}

/// Searches all that is not yet in `log`, and returns the rows of all searches in
/// the order of the plan, the same for any number of threads.
///
/// # Errors
///
/// [`BadInput`] if there are no such positions, or the log is that of another
/// run; and if it cannot be written.
pub fn run(
    games: &Registry,
    parameters: &Parameters,
    log: Option<&Path>,
    threads: usize,
    visible: bool,
) -> anyhow::Result<(Parameters, Vec<Row>)> {
    let part = parameters.part;
    if part.plays() {
        bail!(BadInput(format!("part {} is made of games", part.name())));
    }
    let wanted = parameters.positions;
    let mut units = Vec::new();
    for (&game, &depth) in parameters.games.iter().zip(&parameters.depths) {
        let positions = game.positions(games, part, wanted, parameters.seed)?;
        if positions.len() < wanted || wanted == 0 {
            let most = positions.len().max(1);
            bail!(BadInput(format!("expected 1 to {most} positions of {game}, found {wanted}")));
        }
        units.extend(
            positions.into_iter().enumerate().map(|(index, text)| (game, depth, index, text)),
        );
    }
    let fingerprint = plan::fingerprint(units.iter().map(|unit| &unit.3));
    let parameters = Parameters { fingerprint, ..parameters.clone() };
    let cells = parameters.cells();
    let (first, step) = parameters.shard().parts();
    let work: Vec<_> = (units.iter().skip(first).step_by(step))
        .flat_map(|unit| cells.iter().map(move |&cell| (unit, cell)))
        .collect();

    let found = parameters.games.iter().map(|&game| Ok((game, game.find(games)?)));
    let games: BTreeMap<Subject, &dyn AnyGame> = found.collect::<anyhow::Result<_>>()?;
    let progress = Progress::new(visible, work.len() as u64, "ordering");
    let rows = runs::run(
        &parameters,
        Keep::new(log, threads),
        work.len(),
        |i, row: &Row| {
            let ((game, depth, index, _), cell) = work[i];
            (row.game, row.depth, row.index, row.cell) == (*game, *depth, *index, cell)
        },
        || Ok(()),
        |(), i| {
            let ((game, depth, index, text), cell) = work[i];
            let row = search(games[game], (part, *game), text, *depth, cell)?;
            Ok(Row { index: *index, ..row })
        },
        |_, row| {
            progress.step();
            progress.say(format!("{}, {}", row.game, row.cell.label()));
            Ok(ControlFlow::Continue(()))
        },
    )?;
    Ok((parameters, rows))
}

fn search(
    game: &dyn AnyGame,
    (part, subject): (Part, Subject),
    position: &str,
    depth: u32,
    cell: Cell,
) -> anyhow::Result<Row> {
    let mut engine = game.engine(Some(&format!("{}{}", subject.search(part), cell.parts())))?;
    let start = game.position(Some(position))?;
    let found = engine.analyse(&start, &Limits::depth(depth));
    let counters = found.report.counters;
    Ok(Row {
        game: subject,
        index: 0,
        position: position.to_owned(),
        moves: start.count(),
        cell,
        depth,
        value: found.value_units,
        nodes: counters.nodes,
        evaluations: counters.evaluations,
        cuts: counters.cuts,
        cut_at: counters.cut_at,
    })
}
