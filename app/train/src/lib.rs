//! Training: finds the weights of an evaluation from games of an engine against
//! itself.
//!
//! [`selfplay`] plays the games, as one of the [`runs`](starboard_lab::runs) that are
//! logged and can be stopped and resumed; `samples` takes quiet positions from them;
//! [`fit`] finds the weights that best explain the results of the games and the values that
//! the search found. What is trained is a [`Trainee`], which the game provides. The result is
//! the same for any number of threads, and whether or not the training was interrupted.

#![forbid(unsafe_code)]

mod adam;
#[cfg(feature = "clap")]
mod arguments;
mod exact;
pub mod fit;
mod header;
mod loss;
mod network;
mod number;
mod quiet;
mod samples;
pub mod selfplay;
mod store;
mod summary;
mod trainee;
mod trainer;

use std::path::Path;

use anyhow::Context;
use serde::{Deserialize, Serialize};
use starboard_core::{Game, mix};

pub use adam::{Adam, Step};
#[cfg(feature = "clap")]
pub use arguments::{RunArgs, TrainArgs};
pub use fit::{Epoch, FitOptions};
pub use header::{Header, KIND};
pub use network::POSITIONS;
pub use number::Number;
pub use selfplay::Row;
pub use summary::{Losses, Summary, Weight};
pub use trainee::{Fitted, Prior, Terms, Trainee};
pub use trainer::{AnyTrainer, Trainers};

use self::{
    fit::Fit,
    loss::Aim,
    quiet::Settle,
    samples::{Samples, Split},
    summary::Fitting,
};
use starboard::{BadInput, GameEntry};
use starboard_lab::{Progress, files};

/// What to train, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The games to learn from.
    pub games: Header,
    /// How to learn.
    pub fit: FitOptions,
    /// The contents of the file of initial weights; without it, the hand-crafted ones.
    pub weights: Option<String>,
    /// For a network: whether only to write the positions, for another trainer, and fit
    /// nothing.
    pub positions_only: bool,
    /// What the program is called, for the commands that a model card shows.
    pub program: String,
}

/// How a training is run; its result does not depend on any of this.
#[derive(Copy, Clone, Debug)]
pub struct Options<'a> {
    /// The folder for its files: the games as `games.jsonl`, the fit in progress
    /// as `fit.json`, and the results as `weights.json`, `summary.json` and
    /// `loss.svg`.
    pub folder: &'a Path,
    /// How many games to play, and positions to evaluate, in parallel.
    pub threads: usize,
    /// Whether to show progress.
    pub visible: bool,
}

/// All that a fit depends on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Given {
    experiment: String,
    game: String,
    evaluator: String,
    games: usize,
    #[serde(flatten)]
    options: FitOptions,
    /// A hash of the positions and of the initial weights.
    fingerprint: String,
}

/// The kind that the file of a fit in progress names.
const FIT: &str = "fit 1";

/// Does what is not yet done in the folder: plays the games, fits the weights and writes the
/// files.
///
/// # Errors
///
/// [`BadInput`] if the game has nothing to train, if there are too few games,
/// or if what is in the folder belongs to another training; and if a file
/// cannot be written.
///
/// Returns `None` for a shard, whose games are only played, since those of all shards have to
/// be merged before weights can be fitted to them; and where only the positions are wanted.
pub fn train<G: Game>(
    entry: &GameEntry<G>,
    trainee: &dyn Trainee<G>,
    plan: &Plan,
    options: Options<'_>,
) -> anyhow::Result<Option<Summary>> {
    let Options { folder, threads, visible } = options;
    if plan.positions_only {
        return Err(BadInput::error(format!(
            "only networks learn from features: {} has none to write",
            trainee.name()
        )));
    }
    let prior = trainee.prior(plan.weights.as_deref()).map_err(BadInput::error)?;
    std::fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    let log = folder.join("games.jsonl");
    let rows = selfplay::play(entry, &plan.games, Some(&log), threads, visible)?;
    if !plan.games.shard.is_whole() {
        return Ok(None);
    }
    let start = &prior.start;
    let split = samples::collect(entry, trainee, start, &rows, &plan.fit, threads, visible)
        .map_err(|error| BadInput(format!("{}: {error}", log.display())))?;
    if split.training.len() == 0 || split.validation.len() == 0 {
        let games = rows.len();
        return Err(BadInput::error(format!(
            "{games} games have too few quiet positions to learn from: play more games"
        )));
    }
    let aim =
        Aim { scale: loss::scale(&split.training, start, threads), results: plan.fit.results };
    let given = Given {
        experiment: FIT.to_owned(),
        game: entry.name().to_owned(),
        evaluator: trainee.name().to_owned(),
        games: rows.len(),
        options: plan.fit.clone(),
        fingerprint: fingerprint(&split, &prior),
    };
    let fit = Fit { split: &split, prior: &prior, options: &plan.fit, aim, threads };
    let state = finish(&fit, &given, &folder.join("fit.json"), visible)?;

    let found = fit.weights(&state);
    let fitted = trainee.fitted(&found);
    let losses = |weights: &[f64]| Losses {
        training: loss::loss(&split.training, weights, aim, threads),
        validation: loss::loss(&split.validation, weights, aim, threads),
        results: loss::loss(&split.validation, weights, Aim { results: 1.0, ..aim }, threads),
    };
    let fitting = Fitting {
        positions: [split.training.len(), split.validation.len()],
        scale: aim.scale,
        best_epoch: state.best_epoch(),
        before: losses(start),
        after: losses(&found),
        rounded: losses(&fitted.weights),
        curve: state.curve(),
    };
    let highlights = trainee.highlights().into_iter();
    let highlights =
        highlights.map(|(name, i)| Weight { name, before: start[i], after: fitted.weights[i] });
    let summary =
        Summary { weights: highlights.collect(), ..Summary::new(plan, &given, &rows, fitting) };
    files::write(&folder.join("weights.json"), &fitted.file)?;
    summary.write(folder)?;
    Ok(Some(summary))
}

/// Runs the fit to its end, resuming from the file if there is one; saves it after
/// every epoch.
fn finish(fit: &Fit<'_>, given: &Given, path: &Path, visible: bool) -> anyhow::Result<fit::State> {
    let mut state = match store::load(path, given)? {
        Some(state) if fit::State::fits(&state, fit.prior) => state,
        Some(_) => return Err(BadInput::error(format!("{} is damaged", path.display()))),
        None => fit.begin(),
    };
    let progress = Progress::new(visible, fit.options.epochs.into(), "fit");
    (1..state.curve().len()).for_each(|_| progress.step());
    while !fit.is_done(&state) {
        fit.epoch(&mut state);
        store::save(path, given, &state)?;
        progress.step();
        if let Some(epoch) = state.curve().last() {
            progress.say(format!("validation: {:.5}", epoch.validation));
        }
    }
    Ok(state)
}

fn fingerprint(split: &Split, prior: &Prior) -> String {
    let Prior { start, shares, spread } = prior;
    let numbers = start.iter().chain(spread).map(|number| number.to_bits());
    let shares = shares
        .iter()
        .flat_map(|shares| shares.iter().map(|&share| u64::from(share)).chain([u64::MAX]));
    let samples = [&split.training, &split.validation].map(Samples::fingerprint);
    let all = numbers.chain(shares).chain(samples);
    format!("{:016x}", all.fold(0, |hash, x| mix(hash ^ x)))
}
