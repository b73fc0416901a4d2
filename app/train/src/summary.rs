//! The results of a training.

use std::path::Path;

use serde::Serialize;

use super::{Epoch, FitOptions, Given, Plan, Row};
use starboard_lab::{
    chart::{Axis, LineChart, Series},
    files,
};

/// The results of a training, the file of weights aside.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// The version of the program.
    pub version: String,
    /// The game.
    pub game: String,
    /// The evaluator that was trained.
    pub evaluator: String,
    /// The engine that played.
    pub engine: String,
    /// The nodes that it could visit for each move.
    pub nodes: u64,
    /// The seed of its openings and dice.
    pub seed: u64,
    /// Games played.
    pub games: usize,
    /// Games that the first player won, that were drawn, and that it lost.
    pub results: [usize; 3],
    /// The number of positions in the training set.
    pub training: usize,
    /// The number of positions in the validation set, which are of other games.
    pub validation: usize,
    /// The lead, in the unit of the evaluation, with which 73 % of the points
    /// are scored.
    pub scale: f64,
    /// How it was fitted.
    pub options: FitOptions,
    /// The number of epochs until the fit stopped.
    pub epochs: u32,
    /// The epoch whose weights were kept.
    pub best_epoch: u32,
    /// The losses with the initial weights.
    pub before: Losses,
    /// The losses with the fitted weights.
    pub after: Losses,
    /// The losses with the fitted weights as the evaluation can use them: rounded.
    pub rounded: Losses,
    /// Some of the weights.
    pub weights: Vec<Weight>,
    /// The losses from before the first epoch on.
    pub curve: Vec<Epoch>,
}

/// How a fit went: what a summary has to say of it.
pub(crate) struct Fitting {
    /// The numbers of positions in the training set and in the validation set.
    pub(crate) positions: [usize; 2],
    pub(crate) scale: f64,
    pub(crate) best_epoch: u32,
    pub(crate) before: Losses,
    pub(crate) after: Losses,
    pub(crate) rounded: Losses,
    pub(crate) curve: Vec<Epoch>,
}

/// Mean cross-entropies, in nats.
#[derive(Copy, Clone, Debug, PartialEq, Serialize)]
pub struct Losses {
    /// On the training set.
    pub training: f64,
    /// On the validation set.
    pub validation: f64,
    /// On the validation set, against the results of the games alone.
    pub results: f64,
}

/// A weight before and after.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Weight {
    /// Its name.
    pub name: String,
    /// Its initial value.
    pub before: f64,
    /// Its fitted value, as the evaluation can use it.
    pub after: f64,
}

impl Summary {
    /// The summary of a fit to these games, without single weights.
    pub(crate) fn new(plan: &Plan, given: &Given, rows: &[Row], fitting: Fitting) -> Self {
        let Fitting { positions, scale, best_epoch, before, after, rounded, curve } = fitting;
        let scored = |score: f64| rows.iter().filter(|row| row.score == score).count();
        Self {
            version: plan.games.version.clone(),
            game: given.game.clone(),
            evaluator: given.evaluator.clone(),
            engine: plan.games.engine.clone(),
            nodes: plan.games.nodes,
            seed: plan.games.seed,
            games: rows.len(),
            results: [scored(1.0), scored(0.5), scored(0.0)],
            training: positions[0],
            validation: positions[1],
            scale,
            options: plan.fit.clone(),
            epochs: curve.len() as u32 - 1,
            best_epoch,
            before,
            after,
            rounded,
            weights: Vec::new(),
            curve,
        }
    }

    /// Writes it to the folder, as JSON and as a picture.
    pub(crate) fn write(&self, folder: &Path) -> anyhow::Result<()> {
        files::write(&folder.join("loss.svg"), self.chart().svg())?;
        files::write_json(&folder.join("summary.json"), self)
    }

    /// The losses after each epoch, as a picture.
    pub fn chart(&self) -> LineChart {
        let series = |name: &str, of: fn(&Epoch) -> f64| Series {
            name: name.to_owned(),
            points: (self.curve.iter().enumerate()).map(|(i, e)| (i as f64, of(e))).collect(),
            ..Series::default()
        };
        LineChart {
            title: format!("{}: fit of {}", self.game, self.evaluator),
            x_label: "epochs".to_owned(),
            y_label: "mean cross-entropy, nats".to_owned(),
            x: Axis::FromZero,
            y: Axis::Linear,
            series: vec![
                series("fitted to", |epoch| epoch.training),
                series("validation", |epoch| epoch.validation),
            ],
            ..LineChart::default()
        }
    }
}
