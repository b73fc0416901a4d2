//! Trains a small network for any game that declares [`Features`].
//!
//! `samples` takes quiet positions from the games, which `npy` writes for other trainers;
//! `model` is the network in floating point with its gradient, `fit` runs over the positions
//! in mini-batches, `checkpoint` saves a fit in progress, and `card` documents how the network
//! was made.

mod card;
mod checkpoint;
mod fit;
mod model;
mod npy;
mod samples;

use anyhow::Context;
use starboard_core::Game;
use starboard_network::{Features, Shape};

use self::{fit::Fit, samples::Positions};
use crate::{
    FitOptions, Given, Losses, Options, Plan, Summary, loss::Aim, selfplay, summary::Fitting,
};
use starboard::{BadInput, GameEntry};
use starboard_lab::files;

/// The file of the trained network, with which the game can be played.
pub(crate) const FILE: &str = "network.bin";
/// The folder of the positions for another trainer, inside that of the training.
pub const POSITIONS: &str = "positions";
/// The kind that the file of a fit in progress names.
const FIT: &str = "network fit 1";
/// The name of the evaluator.
pub(crate) const NAME: &str = "net";

/// How networks are fitted by default.
pub(crate) fn defaults() -> FitOptions {
    FitOptions {
        hidden: Some(64),
        positions: 60,
        results: 0.5,
        prior: 10.0,
        rate: 0.002,
        batch: 4096,
        epochs: 30,
        patience: 5,
        seed: 0,
    }
}

/// Does what is not yet done in the folder, as [`train`](crate::train()) does for other
/// evaluations.
///
/// # Errors
///
/// As [`train`](crate::train()).
pub(crate) fn train<G: Game, F: Features<G>>(
    entry: &GameEntry<G>,
    features: &F,
    plan: &Plan,
    options: Options<'_>,
) -> anyhow::Result<Option<Summary>> {
    let Options { folder, threads, visible } = options;
    if plan.weights.is_some() {
        return Err(BadInput::error("a network is trained from nothing: leave --weights out"));
    }
    let shape = Shape {
        features: features.count(),
        hidden: plan.fit.hidden.unwrap_or_else(|| defaults().hidden.expect("it has a size")),
    };
    if !shape.is_sound() {
        return Err(BadInput::error(format!(
            "a network has a multiple of {} hidden units, up to {}, not {}",
            starboard_network::UNITS,
            starboard_network::MAX_HIDDEN,
            shape.hidden
        )));
    }
    std::fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    let log = folder.join("games.jsonl");
    let rows = selfplay::play(entry, &plan.games, Some(&log), threads, visible)?;
    if !plan.games.shard.is_whole() {
        return Ok(None);
    }
    let [training, validation] =
        samples::collect(entry, features, &rows, &plan.fit, threads, visible)
            .map_err(|error| BadInput(format!("{}: {error}", log.display())))?;
    if training.len() == 0 || validation.len() == 0 {
        return Err(BadInput::error(format!(
            "{} games have too few quiet positions to learn from: play more games",
            rows.len()
        )));
    }
    if plan.positions_only {
        let folder = folder.join(POSITIONS);
        std::fs::create_dir_all(&folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
        npy::write_shared(&folder, features)?;
        npy::write_positions(&folder, "training", &training)?;
        npy::write_positions(&folder, "validation", &validation)?;
        return Ok(None);
    }
    let aim = Aim { scale: training.scale(), results: plan.fit.results };
    let given = Given {
        experiment: FIT.to_owned(),
        game: entry.name().to_owned(),
        evaluator: NAME.to_owned(),
        games: rows.len(),
        options: plan.fit.clone(),
        fingerprint: format!("{:016x}", training.fingerprint() ^ validation.fingerprint()),
    };
    let shared: Vec<_> = (0..shape.features).map(|f| features.shared_by(f as u16)).collect();
    let fit = Fit {
        training: &training,
        validation: &validation,
        layout: model::Layout::new(shape, features.shared(), shared),
        options: &plan.fit,
        aim,
        threads,
    };
    let state = fit.finish(&given, &folder.join("fit.bin"), visible)?;
    let network = fit.network(&state);
    let losses = |values: &dyn Fn(&Positions) -> Vec<f64>| Losses {
        training: training.loss(&values(&training), aim),
        validation: validation.loss(&values(&validation), aim),
        results: validation.loss(&values(&validation), Aim { results: 1.0, ..aim }),
    };
    let rounded = |positions: &Positions| fit.rounded(&network, positions);
    let fitting = Fitting {
        positions: [training.len(), validation.len()],
        scale: aim.scale,
        best_epoch: state.best_epoch(),
        before: losses(&|positions| positions.usual(aim.scale)),
        after: losses(&|positions| fit.values(state.best(), positions)),
        rounded: losses(&rounded),
        curve: state.curve(),
    };
    let summary = Summary::new(plan, &given, &rows, fitting);
    files::write(&folder.join(FILE), network.to_bytes())?;
    files::write(&folder.join("MODEL_CARD.md"), card::text(&summary, plan, shape))?;
    summary.write(folder)?;
    Ok(Some(summary))
}
