//! Fits the weights of a network, in mini-batches, by Adam.

use std::{ops::Range, path::Path};

use rand::RngExt;
use starboard_core::rng;
use starboard_network::Network;

use super::{
    checkpoint,
    model::{Layout, Whole, Work},
    samples::Positions,
};
use crate::{
    Adam, Epoch, FitOptions, Given,
    loss::{Aim, chance},
};
use starboard_lab::{Progress, parallel_map};

/// The random stream of the initial weights.
const START: u64 = 0x6e65_7477;
/// The random stream of the order of positions.
const ORDER: u64 = 0x6261_7463;
/// The number of parts in which a batch is summed up, whatever the number of threads.
const PARTS: usize = 4;
/// The number of positions that one thread evaluates at a time.
const CHUNK: usize = 4096;

/// The state of a fit in progress: all that the rest of it depends on.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct State {
    pub(super) parameters: Vec<f32>,
    pub(super) adam: Adam<f32>,
    /// The losses, alternately on training and validation set, from before the first epoch on.
    pub(super) curve: Vec<f64>,
    /// The parameters with the least loss on the validation set.
    pub(super) best: Vec<f32>,
    /// After how many epochs that was.
    pub(super) best_epoch: u32,
}

impl State {
    /// Epochs done.
    fn epoch(&self) -> u32 {
        self.curve.len() as u32 / 2 - 1
    }

    pub(super) fn curve(&self) -> Vec<Epoch> {
        let pairs = self.curve.chunks_exact(2);
        pairs.map(|pair| Epoch { training: pair[0], validation: pair[1] }).collect()
    }

    pub(super) fn best(&self) -> &[f32] {
        &self.best
    }

    pub(super) fn best_epoch(&self) -> u32 {
        self.best_epoch
    }
}

/// A fit of a network to positions.
#[derive(Debug)]
pub(super) struct Fit<'a> {
    pub(super) training: &'a Positions,
    pub(super) validation: &'a Positions,
    pub(super) layout: Layout,
    pub(super) options: &'a FitOptions,
    pub(super) aim: Aim,
    pub(super) threads: usize,
}

impl Fit<'_> {
    /// Runs the fit to its end, resuming from the file if there is one; saves it after every
    /// epoch.
    pub(super) fn finish(
        &self,
        given: &Given,
        path: &Path,
        visible: bool,
    ) -> anyhow::Result<State> {
        let mut state = match checkpoint::load(path, given, self.layout.count())? {
            Some(state) => state,
            None => self.begin(),
        };
        let progress = Progress::new(visible, self.options.epochs.into(), "fit");
        (0..state.epoch()).for_each(|_| progress.step());
        while !self.is_done(&state) {
            self.epoch(&mut state);
            checkpoint::save(path, given, &state)?;
            progress.step();
            progress.say(format!("validation: {:.5}", state.curve[state.curve.len() - 1]));
        }
        Ok(state)
    }

    /// Before the first epoch.
    pub(super) fn begin(&self) -> State {
        let parameters = self.layout.begin(&mut rng(self.options.seed ^ START, 0));
        let losses = [self.training, self.validation]
            .map(|positions| positions.loss(&self.values(&parameters, positions), self.aim));
        let adam = Adam::new(parameters.len());
        State { best: parameters.clone(), parameters, adam, curve: losses.to_vec(), best_epoch: 0 }
    }

    fn is_done(&self, state: &State) -> bool {
        let FitOptions { epochs, patience, .. } = *self.options;
        state.epoch() >= epochs || state.epoch() - state.best_epoch >= patience
    }

    /// Runs one epoch over all positions, in an order that depends on the epoch's number.
    pub(super) fn epoch(&self, state: &mut State) {
        let FitOptions { batch, rate, epochs, seed, prior, .. } = *self.options;
        let mut order: Vec<u32> = (0..self.training.len() as u32).collect();
        let mut rng = rng(seed ^ ORDER, state.epoch().into());
        for i in (1..order.len()).rev() {
            order.swap(i, rng.random_range(0..=i));
        }
        let batches = order.chunks(batch.max(1));
        let count = batches.len() as f64;
        let mut total = 0.0;
        for (i, batch) in batches.enumerate() {
            let done = (f64::from(state.epoch()) + i as f64 / count) / f64::from(epochs);
            let whole = self.layout.whole(&state.parameters);
            let (sum, gradient) = self.gradient(&whole, batch);
            total += sum;
            let mut gradient = self.layout.gradient(&gradient);
            gradient.iter_mut().for_each(|partial| *partial /= batch.len() as f32);
            let prior = (prior / self.training.len() as f64) as f32;
            for range in self.layout.own() {
                let own = gradient[range.clone()].iter_mut().zip(&state.parameters[range]);
                own.for_each(|(partial, w)| *partial += prior * w);
            }
            state.adam.step((rate * (1.0 - done)) as f32, &gradient, &mut state.parameters);
            self.layout.clip(&mut state.parameters);
        }
        let values = self.values(&state.parameters, self.validation);
        let validation = self.validation.loss(&values, self.aim);
        let least = state.curve[2 * state.best_epoch as usize + 1];
        state.curve.extend([total / self.training.len() as f64, validation]);
        if validation < least {
            state.best.clone_from(&state.parameters);
            state.best_epoch = state.epoch();
        }
    }

    /// The sum of the cross-entropies of these positions, and its gradient.
    fn gradient(&self, whole: &Whole, batch: &[u32]) -> (f64, Whole) {
        let parts: Vec<_> = batch.chunks(batch.len().div_ceil(PARTS)).collect();
        let one = |part: &[u32]| {
            let mut work = Work::new(self.layout.shape);
            let (mut sum, mut gradient) = (0.0, Whole::zeros(self.layout.shape));
            for &i in part {
                let position = self.training.get(i as usize);
                let x = f64::from(whole.value(&position, &mut work));
                sum += self.aim.entropy(x, position.outcome);
                let pull = (chance(x) - self.aim.target(position.outcome)) as f32;
                whole.add_gradient(&position, pull, &mut work, &mut gradient);
            }
            (sum, gradient)
        };
        let found = parallel_map(parts, self.threads, &Progress::hidden(), |_, part| one(part));
        let mut found = found.into_iter();
        let (mut sum, mut gradient) = found.next().expect("a batch has positions");
        for (more, part) in found {
            sum += more;
            gradient.add(&part);
        }
        (sum, gradient)
    }

    /// The values that a network gives positions, as arguments of the logistic function.
    pub(super) fn values(&self, parameters: &[f32], positions: &Positions) -> Vec<f64> {
        self.values_of(&self.layout.whole(parameters), positions)
    }

    fn values_of(&self, whole: &Whole, positions: &Positions) -> Vec<f64> {
        let chunks: Vec<Range<usize>> = (0..positions.len())
            .step_by(CHUNK)
            .map(|start| start..positions.len().min(start + CHUNK))
            .collect();
        let one = |range: Range<usize>| {
            let mut work = Work::new(self.layout.shape);
            range.map(|i| f64::from(whole.value(&positions.get(i), &mut work))).collect::<Vec<_>>()
        };
        parallel_map(chunks, self.threads, &Progress::hidden(), |_, range| one(range)).concat()
    }

    /// The best network so far, quantised.
    pub(super) fn network(&self, state: &State) -> Network {
        self.layout.whole(&state.best).network(self.layout.shape, self.aim.scale)
    }

    /// The values that the quantised network gives positions, in the form of
    /// [`values`](Self::values).
    pub(super) fn rounded(&self, network: &Network, positions: &Positions) -> Vec<f64> {
        (0..positions.len()).map(|i| network.value(positions.get(i).active)).collect()
    }
}

#[cfg(test)]
mod tests {
    use starboard_network::Shape;

    use super::*;

    /// Positions of ten squares, each empty, the mover's or the opponent's; the player with
    /// more of the outer ones wins.
    fn made_up(count: usize, seed: u64) -> Positions {
        let mut rng = rng(seed, 0);
        let mut positions = Positions::default();
        for _ in 0..count {
            let (mut own, mut other, mut lead) = (Vec::new(), Vec::new(), 0.0);
            for square in 0..10_u16 {
                let worth = if square % 9 < 2 { 3.0 } else { 1.0 };
                match rng.random_range(0..3) {
                    0 => {
                        own.push(square);
                        other.push(10 + square);
                        lead += worth;
                    }
                    1 => {
                        own.push(10 + square);
                        other.push(square);
                        lead -= worth;
                    }
                    _ => {}
                }
            }
            let wins = rng.random_range(0.0..1.0) < chance(lead);
            positions.add([own, other], f64::from(u8::from(wins)), lead);
        }
        positions
    }

    fn fit<'a>(split: &'a [Positions; 2], options: &'a FitOptions, threads: usize) -> Fit<'a> {
        let shape = Shape { features: 20, hidden: 16 };
        let layout = Layout::new(shape, 10, (0..20).map(|f| Some(f % 10)).collect());
        let aim = Aim { scale: 1.0, results: 1.0 };
        Fit { training: &split[0], validation: &split[1], layout, options, aim, threads }
    }

    fn options(epochs: u32) -> FitOptions {
        FitOptions { epochs, batch: 512, rate: 0.01, ..super::super::defaults() }
    }

    #[test]
    fn it_learns_who_wins() {
        let (split, options) = ([made_up(12_000, 1), made_up(3000, 2)], options(12));
        let fit = fit(&split, &options, 2);
        let mut state = fit.begin();
        while !fit.is_done(&state) {
            fit.epoch(&mut state);
        }
        // No better than the truth, and close to it.
        let truth: Vec<f64> = (0..split[1].len()).map(|i| split[1].get(i).outcome.value).collect();
        let least = split[1].loss(&truth, fit.aim);
        let network = fit.network(&state);
        for values in [fit.values(&state.best, &split[1]), fit.rounded(&network, &split[1])] {
            let found = split[1].loss(&values, fit.aim);
            assert!(found < least + 0.02 && found > least - 0.01, "{found} for {least}");
        }
    }

    #[test]
    fn threads_change_nothing() {
        let (split, options) = ([made_up(3000, 3), made_up(500, 4)], options(3));
        let run = |threads: usize| {
            let fit = fit(&split, &options, threads);
            let mut state = fit.begin();
            while !fit.is_done(&state) {
                fit.epoch(&mut state);
            }
            state
        };
        assert_eq!(run(1), run(3));
    }
}
