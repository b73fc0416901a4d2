//! What a training of networks came to.

use serde::{Deserialize, Serialize};

use super::{RefinePlan, TdPlan, refine::Generation, td::Point};
use starboard_lab::chart::{Axis, LineChart, Series};

/// The most points of a line of the chart.
const MOST_POINTS: usize = 100;

/// What a training came to: the plans and the learning curves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct NetsSummary {
    /// The self-play from nothing, if there was any.
    pub(crate) td: Option<(TdPlan, Vec<Point>)>,
    /// How it was continued.
    pub(crate) refine: RefinePlan,
    /// What each generation came to.
    pub(crate) generations: Vec<Generation>,
}

impl NetsSummary {
    pub(super) fn new(
        td: Option<(TdPlan, Vec<Point>)>,
        refine: RefinePlan,
        generations: Vec<Generation>,
    ) -> Self {
        Self { td, refine, generations }
    }

    /// How far the networks were from what looking further said, by generation, or by
    /// the mean of a few where there are many.
    pub(crate) fn chart(&self) -> LineChart {
        let some = self.generations.len().div_ceil(MOST_POINTS).max(1);
        let series = ["contact", "crashed", "race"].into_iter().enumerate().map(|(i, name)| {
            let points = self.generations.chunks(some).map(|chunk| {
                let mean = |of: &dyn Fn(&Generation) -> f64| {
                    chunk.iter().map(of).sum::<f64>() / chunk.len() as f64
                };
                (mean(&|g| g.number as f64), mean(&|g| g.errors[i][0]))
            });
            Series { name: name.to_owned(), points: points.collect(), ..Series::default() }
        });
        LineChart {
            title: "How far the networks are from what looking ahead says".to_owned(),
            x_label: "generations".to_owned(),
            y_label: "points".to_owned(),
            x: Axis::Linear,
            y: Axis::FromZero,
            series: series.collect(),
            ..LineChart::default()
        }
    }
}
