//! Fitting a network of prospects to samples.

use rand::{RngExt, seq::SliceRandom};
use starboard_go::prospects::{MOST_UNITS, Net};
use starboard_train::Adam;

/// A training example: inputs, and their target.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Sample<const N: usize> {
    /// Its inputs.
    pub(crate) inputs: [f32; N],
    /// The chance that it should have, from 0 to 1.
    pub(crate) target: f32,
    /// How much it counts.
    pub(crate) weight: f32,
}

/// How a network is fitted: by [`Adam`], in mini-batches, minimising cross entropy; the learning
/// rate falls along a cosine.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Fit {
    /// How many hidden units it has, 64 at most.
    pub(crate) units: usize,
    /// Passes over all samples.
    pub(crate) epochs: usize,
    /// Samples in a batch.
    pub(crate) batch: usize,
    /// The initial learning rate.
    pub(crate) rate: f64,
    /// The seed for the initial weights and the order of the samples.
    pub(crate) seed: u64,
}

impl Default for Fit {
    fn default() -> Self {
        Self { units: 32, epochs: 25, batch: 512, rate: 0.01, seed: 1 }
    }
}

/// The learning rate never falls below this.
const SLOW: f64 = 1e-5;
/// The weight decay.
const DECAY: f64 = 1e-5;

impl Fit {
    /// The network fitted to these samples; an uninformed one if there are none.
    /// After each epoch, `observe` is called with the number of epochs so far, and the mean cross
    /// entropy in the epoch, in nats.
    pub(crate) fn net<const N: usize>(
        &self,
        samples: &[Sample<N>],
        observe: &mut dyn FnMut(usize, f64),
    ) -> Net<N> {
        let units = self.units.min(MOST_UNITS);
        let mut rng = starboard_core::rng(self.seed, 0);
        let scale = Scale::of(samples);
        // Those to the hidden units, by input, their biases, those from them, and the last.
        let (inner, outer) = ((N + 1) * units, units + 1);
        let spread = |count: usize| libm::sqrt(3.0 / count.max(1) as f64);
        let mut weights: Vec<f64> = (0..inner + outer)
            .map(|i| match i {
                i if i < N * units => rng.random_range(-1.0..1.0) * spread(N),
                i if i < inner || i == inner + units => 0.0,
                _ => rng.random_range(-1.0..1.0) * spread(units),
            })
            .collect();
        let mut gradient = vec![0.0; weights.len()];
        let mut adam = Adam::new(weights.len());
        let mut order: Vec<usize> = (0..samples.len()).collect();
        let mean =
            samples.iter().map(|s| f64::from(s.weight)).sum::<f64>() / samples.len().max(1) as f64;
        for epoch in 0..if samples.is_empty() { 0 } else { self.epochs } {
            order.shuffle(&mut rng);
            let turn = std::f64::consts::PI * epoch as f64 / self.epochs as f64;
            let rate = self.rate * 0.5 * (1.0 + libm::cos(turn)) + SLOW;
            let mut loss = 0.0;
            for batch in order.chunks(self.batch.max(1)) {
                gradient.fill(0.0);
                for &i in batch {
                    loss += accumulate(&samples[i], &scale, mean, &weights, &mut gradient, units);
                }
                for (partial, weight) in gradient.iter_mut().zip(&weights) {
                    *partial = *partial / batch.len() as f64 + DECAY * weight;
                }
                adam.step(rate, &gradient, &mut weights);
            }
            observe(epoch + 1, loss / samples.len() as f64);
        }
        scale.undo(&mut weights, units);
        let weights: Vec<f32> = weights.into_iter().map(|weight| weight as f32).collect();
        let (hidden, out) = weights.split_at(inner);
        Net::new(hidden.to_vec(), out.to_vec()).expect("as many as are needed")
    }
}

/// Adds the gradient of one sample, and returns its loss.
fn accumulate<const N: usize>(
    sample: &Sample<N>,
    scale: &Scale<N>,
    mean: f64,
    weights: &[f64],
    gradient: &mut [f64],
    units: usize,
) -> f64 {
    let inner = (N + 1) * units;
    let inputs = scale.of_sample(sample);
    let mut sums = [0.0; MOST_UNITS];
    let sums = &mut sums[..units];
    sums.copy_from_slice(&weights[N * units..inner]);
    for (input, weights) in inputs.iter().zip(weights.chunks_exact(units.max(1))) {
        for (sum, weight) in sums.iter_mut().zip(weights) {
            *sum += weight * input;
        }
    }
    let out = &weights[inner..];
    let outs = sums.iter().zip(out);
    let all = outs.fold(out[units], |all, (&sum, out)| all + out * sum / (1.0 + sum.abs()));
    let chance = 1.0 / (1.0 + libm::exp(-all));
    let (target, count) = (f64::from(sample.target), f64::from(sample.weight) / mean);
    let pull = count * (chance - target);
    gradient[inner + units] += pull;
    for (unit, sum) in sums.iter_mut().enumerate() {
        let rest = 1.0 + sum.abs();
        gradient[inner + unit] += pull * *sum / rest;
        *sum = pull * out[unit] / (rest * rest);
        gradient[N * units + unit] += *sum;
    }
    for (input, gradient) in inputs.iter().zip(gradient.chunks_exact_mut(units.max(1))) {
        for (partial, sum) in gradient.iter_mut().zip(&*sums) {
            *partial += sum * input;
        }
    }
    let log = |chance: f64| libm::log(chance.max(1e-12));
    -count * (target * log(chance) + (1.0 - target) * log(1.0 - chance))
}

/// The location and scale of inputs, by which they are standardised.
struct Scale<const N: usize> {
    middle: [f64; N],
    width: [f64; N],
}

impl<const N: usize> Scale<N> {
    fn of(samples: &[Sample<N>]) -> Self {
        let count = samples.len().max(1) as f64;
        let mut middle = [0.0; N];
        let mut width = [0.0; N];
        for sample in samples {
            for (middle, input) in middle.iter_mut().zip(sample.inputs) {
                *middle += f64::from(input) / count;
            }
        }
        for sample in samples {
            for ((width, input), middle) in width.iter_mut().zip(sample.inputs).zip(middle) {
                *width += (f64::from(input) - middle) * (f64::from(input) - middle) / count;
            }
        }
        // What is always the same tells nothing.
        Self { middle, width: width.map(|width| libm::sqrt(width).max(1e-6)) }
    }

    fn of_sample(&self, sample: &Sample<N>) -> [f64; N] {
        std::array::from_fn(|i| (f64::from(sample.inputs[i]) - self.middle[i]) / self.width[i])
    }

    /// Turns weights for standardised inputs into weights for raw inputs.
    fn undo(&self, weights: &mut [f64], units: usize) {
        let (by_input, rest) = weights.split_at_mut(N * units);
        for (i, weights) in by_input.chunks_exact_mut(units.max(1)).enumerate() {
            for (weight, bias) in weights.iter_mut().zip(rest.iter_mut()) {
                *weight /= self.width[i];
                *bias -= *weight * self.middle[i];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Either of two, but not both: what no single unit can say.
    #[test]
    fn what_takes_hidden_units_is_learned() {
        let mut rng = starboard_core::rng(3, 0);
        let mut samples = Vec::new();
        for _ in 0..3000 {
            let inputs: [f32; 3] = std::array::from_fn(|_| rng.random_range(10.0..12.0));
            let target = f32::from((inputs[0] > 11.0) != (inputs[1] > 11.0));
            samples.push(Sample { inputs, target, weight: 2.0 });
        }
        let mut losses = Vec::new();
        let fit = Fit { units: 8, epochs: 100, batch: 64, ..Fit::default() };
        let net = fit.net(&samples, &mut |_, loss| losses.push(loss));
        assert_eq!(losses.len(), 100);
        assert!(losses[99] < losses[0] / 3.0, "{losses:?}");
        let right = samples.iter().filter(|s| (net.chance(&s.inputs) > 0.5) == (s.target > 0.5));
        assert!(right.count() > 2800);
        // The same again, and another with another seed.
        assert!(net == fit.net(&samples, &mut |_, _| ()));
        assert!(net != Fit { seed: 2, ..fit }.net(&samples, &mut |_, _| ()));
    }

    #[test]
    fn of_nothing_nothing_is_learned() {
        let net = Fit::default().net::<2>(&[], &mut |_, _| ());
        assert!(net.chance(&[0.3, 0.4]).is_finite());
    }
}
