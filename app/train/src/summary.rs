//! What came of a training.

use serde::Serialize;

use super::{Epoch, FitOptions};
use starboard_lab::chart::{Axis, LineChart, Series};

/// What came of a training. All but the file of weights.
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
    /// Positions that it visited for a move.
    pub nodes: u64,
    /// What fixed its openings.
    pub seed: u64,
    /// Games played.
    pub games: usize,
    /// Games that the first player won, that were drawn, and that it lost.
    pub results: [usize; 3],
    /// Positions that were fitted to.
    pub training: usize,
    /// Positions of the validation set, of other games.
    pub validation: usize,
    /// The lead, in the unit of the evaluation, with which 73 % of the points
    /// are made.
    pub scale: f64,
    /// How it was fitted.
    pub options: FitOptions,
    /// Epochs until nothing got better.
    pub epochs: u32,
    /// The epoch whose weights were kept.
    pub best_epoch: u32,
    /// With the weights there were.
    pub before: Losses,
    /// With those that were found.
    pub after: Losses,
    /// With those found, as the evaluation can use them.
    pub rounded: Losses,
    /// Some of the weights.
    pub weights: Vec<Weight>,
    /// The fit from before the first epoch on.
    pub curve: Vec<Epoch>,
}

/// Mean cross-entropies, in nats.
#[derive(Copy, Clone, Debug, PartialEq, Serialize)]
pub struct Losses {
    /// On the positions fitted to.
    pub training: f64,
    /// On the validation set.
    pub validation: f64,
    /// The same against the results of the games alone.
    pub results: f64,
}

/// A weight before and after.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Weight {
    /// What it weighs.
    pub name: String,
    /// What it was.
    pub before: f64,
    /// What it is, as the evaluation can use it.
    pub after: f64,
}

impl Summary {
    /// The losses after each epoch, as a picture.
    pub fn chart(&self) -> LineChart {
        let series = |name: &str, of: fn(&Epoch) -> f64| Series {
            name: name.to_owned(),
            points: (self.curve.iter().enumerate()).map(|(i, e)| (i as f64, of(e))).collect(),
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
