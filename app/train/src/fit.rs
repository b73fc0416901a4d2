//! Fits weights to the results of positions (Texel's tuning method, after Österlund 2014), in
//! mini-batches, by Adam.

use rand::RngExt;
use serde::{Deserialize, Serialize};
use starboard_core::rng;

use super::{
    Prior,
    adam::Adam,
    exact,
    loss::{self, Aim},
    samples::Split,
};

/// The random stream of the order of batches.
const STREAM: u64 = 0x6261_7463;

/// How weights are fitted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FitOptions {
    /// The number of hidden units of a network; `None` for other evaluations.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hidden: Option<usize>,
    /// The most positions to take from one game.
    pub positions: usize,
    /// The weight of the game's result in the target, from 0 to 1; the search's value
    /// has the rest.
    pub results: f64,
    /// How many positions it takes to outweigh the prior of the weights:
    /// more for weights that stay closer to where they began.
    pub prior: f64,
    /// The initial learning rate: in standard deviations of the weights' prior, but
    /// for a network in its own units; it falls to zero at the end.
    pub rate: f64,
    /// Positions in a batch.
    pub batch: usize,
    /// Passes over all positions.
    pub epochs: u32,
    /// Early stopping: after how many epochs without a better fit to the
    /// validation set.
    pub patience: u32,
    /// Seed for the choice of positions and their order.
    pub seed: u64,
}

impl Default for FitOptions {
    fn default() -> Self {
        Self {
            hidden: None,
            positions: 30,
            results: 0.5,
            prior: 10.0,
            rate: 0.02,
            batch: 8192,
            epochs: 60,
            patience: 10,
            seed: 0,
        }
    }
}

/// The losses after an epoch: mean cross-entropies, in nats.
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Epoch {
    /// On the training set; from the first epoch on, averaged over the epoch while the
    /// weights changed.
    pub training: f64,
    /// On the validation set.
    pub validation: f64,
}

/// The state of a fit in progress: all that the rest of it depends on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct State {
    /// Epochs done.
    epoch: u32,
    /// How far each share of the weights has been moved, in standard deviations.
    #[serde(with = "exact")]
    moved: Vec<f64>,
    adam: Adam<f64>,
    /// The losses, alternately on training and validation set, from before the first
    /// epoch on.
    #[serde(with = "exact")]
    curve: Vec<f64>,
    /// The state with the least loss on the validation set.
    #[serde(with = "exact")]
    best: Vec<f64>,
    /// After how many epochs that was.
    best_epoch: u32,
}

impl State {
    /// Whether it is the state of a fit with as many shares as this prior.
    pub(super) fn fits(&self, prior: &Prior) -> bool {
        let count = prior.spread.len();
        let lengths = [self.moved.len(), self.best.len(), self.adam.len()];
        lengths == [count; 3]
            && self.curve.len() == 2 * (self.epoch as usize + 1)
            && self.best_epoch <= self.epoch
    }

    /// The losses from before the first epoch on.
    pub(super) fn curve(&self) -> Vec<Epoch> {
        let pairs = self.curve.chunks_exact(2);
        pairs.map(|pair| Epoch { training: pair[0], validation: pair[1] }).collect()
    }

    /// After how many epochs the fit was best.
    pub(super) fn best_epoch(&self) -> u32 {
        self.best_epoch
    }
}

/// A fit of weights to positions.
#[derive(Debug)]
pub(super) struct Fit<'a> {
    pub(super) split: &'a Split,
    pub(super) prior: &'a Prior,
    pub(super) options: &'a FitOptions,
    pub(super) aim: Aim,
    pub(super) threads: usize,
}

impl Fit<'_> {
    /// Before the first epoch.
    pub(super) fn begin(&self) -> State {
        let count = self.prior.spread.len();
        let start = &self.prior.start;
        let losses = [&self.split.training, &self.split.validation]
            .map(|samples| loss::loss(samples, start, self.aim, self.threads));
        State {
            epoch: 0,
            moved: vec![0.0; count],
            adam: Adam::new(count),
            curve: losses.to_vec(),
            best: vec![0.0; count],
            best_epoch: 0,
        }
    }

    /// Whether nothing is left to do.
    pub(super) fn is_done(&self, state: &State) -> bool {
        let FitOptions { epochs, patience, .. } = *self.options;
        state.epoch >= epochs || state.epoch - state.best_epoch >= patience
    }

    /// The best weights so far.
    pub(super) fn weights(&self, state: &State) -> Vec<f64> {
        self.prior.weights(&state.best)
    }

    /// Runs one epoch over all positions, in batches whose order depends on the
    /// epoch's number.
    pub(super) fn epoch(&self, state: &mut State) {
        let FitOptions { batch, rate, epochs, seed, prior, .. } = *self.options;
        let samples = &self.split.training;
        let mut batches: Vec<_> = (0..samples.len()).step_by(batch.max(1)).collect();
        let mut rng = rng(seed ^ STREAM, state.epoch.into());
        for i in (1..batches.len()).rev() {
            batches.swap(i, rng.random_range(0..=i));
        }
        let rate = rate * (1.0 - f64::from(state.epoch) / f64::from(epochs));
        let mut total = 0.0;
        for start in batches {
            let range = start..samples.len().min(start + batch);
            let count = range.len() as f64;
            let weights = self.prior.weights(&state.moved);
            let (sum, gradient) = loss::gradient(samples, range, &weights, self.aim, self.threads);
            total += sum;
            let mut gradient = self.prior.gradient(&gradient);
            for (partial, moved) in gradient.iter_mut().zip(&state.moved) {
                *partial = *partial / count + prior * moved / samples.len() as f64;
            }
            state.adam.step(rate, &gradient, &mut state.moved);
        }
        state.epoch += 1;
        let weights = self.prior.weights(&state.moved);
        let validation = loss::loss(&self.split.validation, &weights, self.aim, self.threads);
        let least = state.curve[2 * state.best_epoch as usize + 1];
        state.curve.extend([total / samples.len() as f64, validation]);
        if validation < least {
            state.best.clone_from(&state.moved);
            state.best_epoch = state.epoch;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Samples, Terms, samples::Outcome};

    /// The weights that made up the results.
    const TRUE: [f64; 4] = [100.0, -40.0, 250.0, 1.5];
    const SCALE: f64 = 300.0;

    fn terms(rng: &mut starboard_core::Rng) -> Terms {
        let mut count = || rng.random_range(-3..=3_i16);
        Terms { linear: vec![(0, count()), (1, count())], products: vec![(2, 3, count())] }
    }

    /// Positions whose games were decided by chance, as the true weights say.
    fn made_up(count: usize, seed: u64) -> Samples {
        let mut rng = rng(seed, 0);
        let mut samples = Samples::default();
        for _ in 0..count {
            let terms = terms(&mut rng);
            samples.push(&terms, Outcome { score: 0.0, value: 0.0 });
            let lead = samples.get(samples.len() - 1).lead(&TRUE);
            let wins = rng.random_range(0.0..1.0) < loss::chance(lead / SCALE);
            samples.set_last(Outcome { score: f64::from(u8::from(wins)), value: lead });
        }
        samples
    }

    fn prior() -> Prior {
        Prior {
            start: vec![0.0, 0.0, 250.0, 1.0],
            shares: vec![vec![0], vec![1], Vec::new(), vec![2]],
            spread: vec![100.0, 100.0, 1.0],
        }
    }

    fn split() -> Split {
        Split { training: made_up(20_000, 1), validation: made_up(4000, 2) }
    }

    fn options(results: f64) -> FitOptions {
        FitOptions { results, batch: 2048, rate: 0.05, epochs: 30, ..FitOptions::default() }
    }

    fn run(split: &Split, options: &FitOptions, threads: usize, stop: u32) -> (State, Vec<f64>) {
        let (prior, aim) = (prior(), Aim { scale: SCALE, results: options.results });
        let fit = Fit { split, prior: &prior, options, aim, threads };
        let mut state = fit.begin();
        while !fit.is_done(&state) {
            if state.epoch == stop {
                // Stopped, and resumed from the file.
                let text = serde_json::to_string(&state).expect("numbers can be written");
                state = serde_json::from_str(&text).expect("as written");
                assert!(state.fits(&prior));
            }
            fit.epoch(&mut state);
        }
        let weights = fit.weights(&state);
        (state, weights)
    }

    #[test]
    fn the_weights_behind_the_results_are_found() {
        let split = split();
        for (results, close) in [(1.0, 12.0), (0.0, 3.0)] {
            let (state, weights) = run(&split, &options(results), 2, 0);
            for (i, (found, expected)) in weights.iter().zip(TRUE).enumerate() {
                let close = if i == 3 { close / 100.0 } else { close };
                assert!((found - expected).abs() < close, "results {results}: {weights:?}");
            }
            let curve = state.curve();
            let (first, best) = (curve[0], curve[state.best_epoch() as usize]);
            assert!(best.validation < first.validation - 0.02, "{curve:?}");
        }
    }

    #[test]
    fn threads_and_stops_change_nothing() {
        let split = split();
        let options = FitOptions { epochs: 6, ..options(0.5) };
        let whole = run(&split, &options, 1, 0);
        assert_eq!(run(&split, &options, 3, 0), whole);
        for stop in [1, 3, 5] {
            assert_eq!(run(&split, &options, 2, stop), whole, "stopped after {stop}");
        }
    }

    #[test]
    fn it_stops_once_nothing_gets_better() {
        let mut split = split();
        // The validation set are games that went the other way.
        for i in 0..split.validation.len() {
            split.validation.turn(i);
        }
        let options = FitOptions { patience: 3, ..options(1.0) };
        let (state, weights) = run(&split, &options, 1, 0);
        assert_eq!((state.epoch, state.best_epoch()), (3, 0));
        assert_eq!(weights, prior().start);
    }
}
