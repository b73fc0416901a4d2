//! Statistics of trials, and when to stop.

use super::RolloutOutcome;

/// A mean with its standard error.
#[derive(Copy, Clone, Debug, Default, PartialEq, serde::Serialize)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// Its standard error.
    pub error: f64,
}

/// The results of the trials of one candidate, accumulated in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    trials: u64,
    /// Means, and sums of squared differences from them, by Welford's method:
    /// of the utility and of the five probabilities.
    means: [f64; 6],
    squares: [f64; 6],
}

impl Tally {
    /// Adds a trial.
    pub fn add(&mut self, outcome: &RolloutOutcome) {
        self.trials += 1;
        let [a, b, c, d, e] = outcome.outcomes;
        for (i, x) in [outcome.utility, a, b, c, d, e].into_iter().enumerate() {
            let before = x - self.means[i];
            self.means[i] += before / self.trials as f64;
            self.squares[i] += before * (x - self.means[i]);
        }
    }

    /// The number of trials.
    pub const fn trials(&self) -> u64 {
        self.trials
    }

    fn of(&self, i: usize) -> Mean {
        let n = self.trials as f64;
        let error =
            if self.trials < 2 { f64::INFINITY } else { (self.squares[i] / (n - 1.0) / n).sqrt() };
        Mean { mean: self.means[i], error }
    }

    /// The mean utility.
    pub fn utility(&self) -> Mean {
        self.of(0)
    }

    /// The mean probabilities: win, win gammon, win backgammon, lose gammon,
    /// lose backgammon.
    pub fn outcomes(&self) -> [Mean; 5] {
        std::array::from_fn(|i| self.of(i + 1))
    }
}

/// When a rollout has had enough trials.
#[derive(Copy, Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Stop {
    /// The minimum number of trials.
    pub least: u64,
    /// Stop when the standard errors of all utilities are below this; 0 for never.
    pub error: f64,
    /// Give up a candidate when it is this many joint standard deviations behind the best; 0 for
    /// never.
    pub deviations: f64,
}

impl Stop {
    /// Which candidates need more trials, given their results so far, with utilities for the player
    /// who chooses; none if there are enough.
    pub fn open(&self, tallies: &[Tally]) -> Vec<bool> {
        let means: Vec<_> = tallies.iter().map(Tally::utility).collect();
        let all = vec![true; tallies.len()];
        if tallies.iter().any(|tally| tally.trials() < self.least.max(2)) {
            return all;
        }
        let best = means.iter().copied().max_by(|a, b| a.mean.total_cmp(&b.mean));
        let Some(best) = best else { return all };
        let behind = |mean: &Mean| {
            let joint = mean.error.hypot(best.error);
            self.deviations > 0.0 && best.mean - mean.mean > self.deviations * joint
        };
        let open: Vec<_> = means.iter().map(|mean| !behind(mean)).collect();
        let left = || means.iter().zip(&open).filter(|&(_, &open)| open).map(|(mean, _)| mean);
        let sure = self.error > 0.0 && left().all(|mean| mean.error < self.error);
        let alone = self.deviations > 0.0 && tallies.len() > 1 && left().count() == 1;
        if sure || alone { vec![false; tallies.len()] } else { open }
    }
}
