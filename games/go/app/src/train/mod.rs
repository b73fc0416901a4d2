//! Training Go: the values of patterns, and what is played in corners and openings,
//! from game records ([`starboard_go::patterns::train`], [`starboard_go::library`]); and, in
//! [`prospects`], what becomes of groups and points; and trees of moves that begin with patterns.

pub(crate) mod command;
mod eyes;
pub(crate) mod files;
pub(crate) mod prospects;
mod trees;

use std::{
    fs,
    io::ErrorKind,
    path::{Path, PathBuf},
};

use anyhow::Context;
use serde::{Deserialize, Serialize};
use starboard_core::mix;
use starboard_go::{
    Record,
    library::Counts,
    patterns::train::{self, Fit, Prediction, Sample, Shapes},
};

use starboard::BadInput;
use starboard_lab::{
    Progress,
    chart::{Axis, LineChart, Series},
    files::{write, write_json},
    runs,
};
use starboard_train::Options;

/// The kind of run, as its header states it.
const KIND: &str = "Go patterns 1";

/// What to do.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct GoPlan {
    /// Files and folders with games.
    pub(crate) records: Vec<PathBuf>,
    /// How to learn patterns.
    pub(crate) patterns: train::Options,
    /// How often a corner or an opening has to be seen to be known.
    pub(crate) library: u32,
}

/// All that the patterns depend on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Given {
    experiment: String,
    games: usize,
    #[serde(flatten)]
    options: train::Options,
    /// A hash of the games.
    fingerprint: String,
}

/// The summary of a training run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct GoSummary {
    /// The program.
    pub(crate) version: String,
    /// Games read, and files or lines without any.
    pub(crate) games: usize,
    pub(crate) skipped: usize,
    /// Distinct games.
    pub(crate) distinct: usize,
    /// The options of the run.
    pub(crate) options: train::Options,
    /// Games of the validation set.
    pub(crate) held_back: usize,
    /// Shapes that are known.
    pub(crate) shapes: usize,
    /// The mean logarithm of the probability of the moves fitted to, before each
    /// round.
    pub(crate) curve: Vec<f64>,
    /// How well the moves of the validation set are predicted.
    pub(crate) prediction: Prediction,
    /// How often a corner or an opening has to be seen to be known.
    pub(crate) library: u32,
    /// Corners and openings that are known, and moves in them.
    pub(crate) known: [usize; 2],
    pub(crate) moves: [usize; 2],
}

/// Does whatever is not yet done, and writes `go.patterns`, `go.library`,
/// `summary.json` and `curve.svg` into the folder.
///
/// # Errors
///
/// [`BadInput`] if there are too few games or the folder holds another training;
/// and if a file cannot be read or written.
pub(crate) fn train(plan: &GoPlan, options: Options<'_>) -> anyhow::Result<GoSummary> {
    let Options { folder, threads, visible } = options;
    let files::Games { records, skipped } = files::read(&plan.records, visible)?;
    let games = records.len();
    if games < 2 {
        let names: Vec<_> = plan.records.iter().map(|path| path.display().to_string()).collect();
        let message = format!("{games} games of Go in {}: at least 2 are needed", names.join(", "));
        return Err(BadInput::error(message));
    }
    fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    let bar = |steps: usize, what: &'static str| Progress::new(visible, steps as u64, what);

    let given = Given {
        experiment: KIND.to_owned(),
        games,
        options: plan.patterns.clone(),
        fingerprint: fingerprint(&records),
    };
    let begun = load(folder, &given)?;

    let distinct = Record::distinct(records.clone());
    let mut counts = Counts::default();
    let progress = bar(distinct.len(), "corners and openings");
    counts.add(&distinct, threads, &mut |games| progress.reach(games as u64));
    drop(progress);
    let library = counts.library(plan.library);
    drop(counts);
    let distinct = distinct.len();

    let [records, held_back] = train::split(records);
    let (mut fit, shapes) = match begun {
        Some(begun) => begun,
        None => {
            let progress = bar(2 * records.len(), "shapes");
            let mut done = |games: usize| progress.reach(games as u64);
            let shapes = Shapes::count(&records, plan.patterns.least, threads, &mut done);
            (Fit::new(&shapes), shapes)
        }
    };
    let rounds = plan.patterns.rounds as usize;
    if fit.rounds() < rounds {
        let progress = bar(records.len(), "positions");
        let mut done = |games: usize| progress.reach(games as u64);
        let sample = Sample::draw(&records, &shapes, &plan.patterns, threads, &mut done);
        drop(progress);
        let progress = bar(rounds, "fit");
        progress.reach(fit.rounds() as u64);
        while fit.rounds() < rounds {
            fit.round(&shapes, &sample, &plan.patterns, threads);
            save(folder, &given, &fit, &shapes)?;
            progress.step();
            if let Some(evidence) = fit.curve().last() {
                progress.say(format!("log-evidence {evidence:.4}"));
            }
        }
    }
    let patterns = fit.patterns(&shapes);
    let progress = bar(held_back.len(), "validation games");
    let mut done = |games: usize| progress.reach(games as u64);
    let prediction = Prediction::measure(&held_back, &patterns, threads, &mut done);
    drop(progress);

    let summary = GoSummary {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        games,
        skipped,
        distinct,
        options: plan.patterns.clone(),
        held_back: held_back.len(),
        shapes: shapes.len(),
        curve: fit.curve().to_vec(),
        prediction,
        library: plan.library,
        known: library.len(),
        moves: library.moves(),
    };
    write(&folder.join("go.patterns"), patterns.write())?;
    write(&folder.join("go.library"), library.write())?;
    write(&folder.join("curve.svg"), summary.chart().svg())?;
    write_json(&folder.join("summary.json"), &summary)?;
    Ok(summary)
}

/// The file that says what `fit.bin` belongs to.
fn told(folder: &Path) -> PathBuf {
    folder.join("fit.json")
}

/// The fit in progress in a folder, if there is one.
fn load(folder: &Path, given: &Given) -> anyhow::Result<Option<(Fit, Shapes)>> {
    let (told, path) = (told(folder), folder.join("fit.bin"));
    let bytes = match fs::read(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        other => other.with_context(|| format!("cannot read {}", path.display()))?,
    };
    let text =
        fs::read_to_string(&told).with_context(|| format!("cannot read {}", told.display()))?;
    let kept: Given = serde_json::from_str(&text)
        .map_err(|error| BadInput(format!("{} is damaged: {error}", told.display())))?;
    // More epochs can be asked for later.
    let rounds = given.options.rounds.max(kept.options.rounds);
    let with_rounds = |given: &Given| {
        let options = train::Options { rounds, ..given.options.clone() };
        Given { options, ..given.clone() }
    };
    if let Some(difference) = runs::difference(&with_rounds(&kept), &with_rounds(given)) {
        return Err(BadInput::error(format!(
            "{} is another fit: {difference}; remove it to begin anew, or name another folder",
            path.display()
        )));
    }
    let (fit, shapes) = Fit::read(&bytes)
        .map_err(|error| BadInput(format!("{} cannot be used: {error}", path.display())))?;
    if fit.rounds() > given.options.rounds as usize {
        return Err(BadInput::error(format!(
            "{} has gone through {} epochs, and {} are asked for; remove it to begin anew",
            path.display(),
            fit.rounds(),
            given.options.rounds
        )));
    }
    Ok(Some((fit, shapes)))
}

/// Replaces the files of the fit in progress. A fit without the file that says what it belongs to
/// would be refused, so that file is written first.
fn save(folder: &Path, given: &Given, fit: &Fit, shapes: &Shapes) -> anyhow::Result<()> {
    write_json(&told(folder), given)?;
    write(&folder.join("fit.bin"), fit.write(shapes))
}

fn fingerprint(records: &[Record]) -> String {
    let moves = records.iter().flat_map(|record| {
        let start = record.size().side() as u64 | 1 << 32;
        let winner = record.winner().map_or(0, |color| color.index() as u64 + 1);
        let moves = record.moves().iter().map(|&(color, m)| {
            let place = m.point().map_or(0, |point| point.index() as u64 + 1);
            place << 1 | color.index() as u64
        });
        [start, winner].into_iter().chain(moves)
    });
    format!("{:016x}", moves.fold(0, |hash, x| mix(hash ^ x)))
}

impl GoSummary {
    /// The fit, round by round.
    pub(crate) fn chart(&self) -> LineChart {
        // Before the first round nothing is known.
        let points = self.curve.iter().enumerate().skip(1).map(|(i, &y)| (i as f64, -y));
        LineChart {
            title: "Surprise at the moves that were fitted to".to_owned(),
            x_label: "epochs".to_owned(),
            y_label: "nats".to_owned(),
            x: Axis::Linear,
            y: Axis::Linear,
            series: vec![Series {
                name: "fitted to".to_owned(),
                points: points.collect(),
                ..Series::default()
            }],
            ..LineChart::default()
        }
    }
}
