//! The loss: how badly weights explain the results of positions.

use super::{Samples, samples::Outcome};
use starboard_lab::{Progress, parallel_map};

/// The number of positions that one thread sums up at a time: always the same ones, so that
/// the sums do not depend on the number of threads.
const CHUNK: usize = 1024;

/// The target of a position, and how leads are converted to win probabilities.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(super) struct Aim {
    /// The lead at which the probability of winning is 73 %: 1 / (1 + e^-1).
    pub(super) scale: f64,
    /// The weight of the game's result, from 0 to 1; the search's value has the rest.
    pub(super) results: f64,
}

/// The logistic function: the probability of winning, 0 at -∞ and 1 at ∞.
pub(super) fn chance(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// The cross-entropy of a probability, given as the argument of [`chance`], against its
/// target, in nats.
fn entropy(x: f64, target: f64) -> f64 {
    // ln(1 + e^x) without overflow.
    x.max(0.0) + (-x.abs()).exp().ln_1p() - target * x
}

impl Aim {
    pub(super) fn target(self, outcome: Outcome) -> f64 {
        let searched = chance(outcome.value / self.scale);
        self.results * outcome.score + (1.0 - self.results) * searched
    }

    /// The cross-entropy of a probability, given as the argument of [`chance`], against the
    /// target for this outcome, in nats.
    pub(super) fn entropy(self, x: f64, outcome: Outcome) -> f64 {
        entropy(x, self.target(outcome))
    }
}

/// The mean cross-entropy of the samples.
pub(super) fn loss(samples: &Samples, weights: &[f64], aim: Aim, threads: usize) -> f64 {
    let one = |range: std::ops::Range<usize>| -> f64 {
        let each = range.map(|i| {
            let sample = samples.get(i);
            entropy(sample.lead(weights) / aim.scale, aim.target(sample.outcome))
        });
        each.sum()
    };
    let sums = parallel_map(chunks(0..samples.len()), threads, &Progress::hidden(), |_, r| one(r));
    sums.iter().sum::<f64>() / samples.len().max(1) as f64
}

/// The sum of the cross-entropies of a range of samples, and its gradient with respect to the
/// weights.
pub(super) fn gradient(
    samples: &Samples,
    range: std::ops::Range<usize>,
    weights: &[f64],
    aim: Aim,
    threads: usize,
) -> (f64, Vec<f64>) {
    let one = |range: std::ops::Range<usize>| {
        let (mut sum, mut gradient) = (0.0, vec![0.0; weights.len()]);
        for i in range {
            let sample = samples.get(i);
            let (x, target) = (sample.lead(weights) / aim.scale, aim.target(sample.outcome));
            sum += entropy(x, target);
            sample.add_gradient((chance(x) - target) / aim.scale, weights, &mut gradient);
        }
        (sum, gradient)
    };
    let parts = parallel_map(chunks(range), threads, &Progress::hidden(), |_, r| one(r));
    let mut total = (0.0, vec![0.0; weights.len()]);
    for (sum, gradient) in parts {
        total.0 += sum;
        total.1.iter_mut().zip(gradient).for_each(|(total, partial)| *total += partial);
    }
    total
}

fn chunks(range: std::ops::Range<usize>) -> Vec<std::ops::Range<usize>> {
    let end = range.end;
    range.step_by(CHUNK).map(|start| start..end.min(start + CHUNK)).collect()
}

/// The scale at which these weights best explain the results.
pub(super) fn scale(samples: &Samples, weights: &[f64], threads: usize) -> f64 {
    let leads = (0..samples.len()).map(|i| samples.get(i).lead(weights).abs());
    let usual = leads.sum::<f64>() / samples.len().max(1) as f64;
    best_scale(usual, |scale| loss(samples, weights, Aim { scale, results: 1.0 }, threads))
}

/// The scale at which these leads best explain the scores made with them.
pub(super) fn scale_of(pairs: &[(f64, f64)]) -> f64 {
    let usual = pairs.iter().map(|(lead, _)| lead.abs()).sum::<f64>() / pairs.len().max(1) as f64;
    best_scale(usual, |scale| {
        let each = pairs.iter().map(|&(lead, score)| entropy(lead / scale, score));
        each.sum::<f64>() / pairs.len() as f64
    })
}

/// The scale with the least loss, for leads that are `usual` on average.
fn best_scale(usual: f64, loss: impl Fn(f64) -> f64) -> f64 {
    if usual == 0.0 {
        return 1.0;
    }
    let loss = |ln: f64| loss(ln.exp());
    // Golden-section search: the loss has a single minimum.
    let ratio = (5.0_f64.sqrt() - 1.0) / 2.0;
    let (mut low, mut high) = ((usual / 50.0).ln(), (usual * 50.0).ln());
    let inner = |low: f64, high: f64| (high - ratio * (high - low), low + ratio * (high - low));
    let (mut left, mut right) = inner(low, high);
    let (mut at_left, mut at_right) = (loss(left), loss(right));
    for _ in 0..30 {
        if at_left < at_right {
            (high, right, at_right) = (right, left, at_left);
            left = inner(low, high).0;
            at_left = loss(left);
        } else {
            (low, left, at_left) = (left, right, at_right);
            right = inner(low, high).1;
            at_right = loss(right);
        }
    }
    f64::midpoint(low, high).exp()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Terms;

    fn samples() -> Samples {
        let mut samples = Samples::default();
        for i in 0..3000_i16 {
            let terms = Terms {
                linear: vec![(0, i % 7 - 3), (1, 1)],
                products: vec![(1, 2, i % 3), (0, 0, 1)],
            };
            let score = [0.0, 0.5, 1.0][usize::from(i.unsigned_abs() % 5 % 3)];
            samples.push(&terms, Outcome { score, value: f64::from(i % 11) });
        }
        samples
    }

    #[test]
    fn the_gradient_is_that_of_the_loss() {
        let (samples, weights) = (samples(), [0.5, -1.0, 2.0]);
        let aim = Aim { scale: 3.0, results: 0.7 };
        let (sum, gradient) = super::gradient(&samples, 0..samples.len(), &weights, aim, 2);
        let count = samples.len() as f64;
        assert!((sum / count - loss(&samples, &weights, aim, 1)).abs() < 1e-12);
        for (i, partial) in gradient.iter().enumerate() {
            let at = |step: f64| {
                let mut weights = weights;
                weights[i] += step;
                loss(&samples, &weights, aim, 1)
            };
            let expected = count * (at(1e-4) - at(-1e-4)) / 2e-4;
            assert!((partial - expected).abs() < 1e-5 * count, "{i}: {partial} {expected}");
        }
    }

    #[test]
    fn sums_do_not_depend_on_threads() {
        let samples = samples();
        let (weights, aim) = ([0.1, 0.2, 0.3], Aim { scale: 2.0, results: 0.5 });
        let one = gradient(&samples, 5..2900, &weights, aim, 1);
        for threads in [2, 3, 7] {
            assert_eq!(gradient(&samples, 5..2900, &weights, aim, threads), one);
        }
    }

    #[test]
    fn far_leads_are_no_trouble() {
        assert_eq!(entropy(1e6, 1.0), 0.0);
        assert_eq!(entropy(-1e6, 1.0), 1e6);
        assert!((entropy(0.0, 0.5) - 2.0_f64.ln()).abs() < 1e-12);
    }
}
