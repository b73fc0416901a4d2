//! Averages, and how accurate they are.
//!
//! This file has the statistics of any sample. Submodules have what a match needs: Elo
//! (`elo`), paired games ([`Tally`]) and the sequential test ([`Sprt`]); and the regressions
//! that separate the effects of several variables ([`logistic`], [`strengths`],
//! [`least_squares`]).

mod elo;
mod holm;
mod normal;
mod pairs;
mod regression;
mod sprt;
mod student;

use rand::RngExt;

pub use elo::{elo_interval, elo_of, score_interval, score_of, wilson};
pub use holm::{holm, holm_of, mean_p_value};
pub use normal::{normal_probability, normal_quantile};
pub use pairs::{Estimate, Tally};
pub use regression::{Contrast, Fitted, Sample, least_squares, logistic, strengths};
pub use sprt::{Model, Sprt, Standing, Verdict};
use student::{student, student_probability};

/// Samples drawn for a bootstrap interval.
const RESAMPLES: usize = 2000;

/// With fewer samples than this, there is no interval for a mean of ratios.
pub const LEAST: usize = 5;

/// With fewer samples than this, bootstrap samples are too much alike: with six, the bootstrap
/// interval of 95 % covers the true value in only 85 % of cases. Student's quantiles allow for the
/// sample size.
pub const ENOUGH: usize = 20;

/// A confidence interval of 95 %.
#[derive(Copy, Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The arithmetic mean; `None` of nothing.
pub fn mean(sample: &[f64]) -> Option<f64> {
    (!sample.is_empty()).then(|| sample.iter().sum::<f64>() / sample.len() as f64)
}

/// The standard deviation of the population that `sample` was drawn from
/// (divided by n - 1); `None` of fewer than two.
pub fn deviation(sample: &[f64]) -> Option<f64> {
    let mean = mean(sample).filter(|_| sample.len() > 1)?;
    let squares: f64 = sample.iter().map(|x| (x - mean) * (x - mean)).sum();
    Some((squares / (sample.len() - 1) as f64).sqrt())
}

/// Student's interval for the mean of the population; `None` of fewer than two.
pub fn mean_interval(sample: &[f64]) -> Option<Interval> {
    let (mean, deviation) = (mean(sample)?, deviation(sample)?);
    let half = student(sample.len() - 1) * deviation / (sample.len() as f64).sqrt();
    Some(Interval { low: mean - half, high: mean + half })
}

/// The ratio of the sums of both columns; `None` where the second is zero.
pub fn ratio(pairs: &[(f64, f64)]) -> Option<f64> {
    let (part, whole) = pairs.iter().fold((0.0, 0.0), |sum, p| (sum.0 + p.0, sum.1 + p.1));
    (whole > 0.0).then(|| part / whole)
}

/// The interval for the [`ratio`] over the population: the [`bootstrap`] one, or of fewer than
/// [`ENOUGH`] pairs Student's for its logarithm, by the delta method. `None` of fewer than
/// [`LEAST`], or where the ratio is not defined.
pub fn ratio_interval(pairs: &[(f64, f64)], seed: u64) -> Option<Interval> {
    let ratio_of_sums = ratio(pairs)?;
    match pairs.len() {
        ..LEAST => None,
        LEAST..ENOUGH if ratio_of_sums > 0.0 => {
            let part = mean(&pairs.iter().map(|pair| pair.0).collect::<Vec<_>>())?;
            let off = |&(part, whole): &(f64, f64)| part - ratio_of_sums * whole;
            let off: Vec<_> = pairs.iter().map(off).collect();
            let Interval { low, high } = mean_interval(&off)?;
            let half = (high - low) / 2.0 / part;
            let [low, high] = [-half, half].map(|by| ratio_of_sums * by.exp());
            Some(Interval { low, high })
        }
        _ => bootstrap(pairs, seed, ratio),
    }
}

/// The geometric mean; `None` of nothing, and where not all are above zero.
pub fn geometric_mean(sample: &[f64]) -> Option<f64> {
    if sample.iter().any(|&x| x.is_nan() || x <= 0.0) {
        return None;
    }
    let logarithms: Vec<_> = sample.iter().map(|x| x.ln()).collect();
    mean(&logarithms).map(f64::exp)
}

/// The interval for the [`geometric_mean`] of the population, as [`ratio_interval`] is for the
/// ratio: the [`bootstrap`] one, of fewer than [`ENOUGH`] Student's for the mean logarithm, and
/// none of fewer than [`LEAST`].
pub fn geometric_interval(sample: &[f64], seed: u64) -> Option<Interval> {
    geometric_mean(sample)?;
    match sample.len() {
        ..LEAST => None,
        LEAST..ENOUGH => {
            let logarithms: Vec<_> = sample.iter().map(|x| x.ln()).collect();
            let Interval { low, high } = mean_interval(&logarithms)?;
            Some(Interval { low: low.exp(), high: high.exp() })
        }
        _ => bootstrap(sample, seed, geometric_mean),
    }
}

/// What the intervals of these samples are, each of so many positions, where some are few; empty
/// where none are.
pub fn few(counts: impl IntoIterator<Item = usize>) -> String {
    let counts: Vec<_> = counts.into_iter().collect();
    let mut text = String::new();
    if counts.iter().any(|count| (LEAST..ENOUGH).contains(count)) {
        text += &format!(
            "Of fewer than {ENOUGH} positions, intervals are Student's for the logarithm. "
        );
    }
    if counts.iter().any(|&count| count < LEAST) {
        text += &format!("Fewer than {LEAST} positions are too few for an interval. ");
    }
    text.trim_end().to_owned()
}

/// The bootstrap interval (Efron 1979, percentiles) of any figure: the middle 95 % of its values
/// for 2,000 samples, each drawn from `sample` with replacement, with this seed. `None` for
/// fewer than [`LEAST`].
pub fn bootstrap<T: Copy>(
    sample: &[T],
    seed: u64,
    figure: impl Fn(&[T]) -> Option<f64>,
) -> Option<Interval> {
    if sample.len() < LEAST {
        return None;
    }
    let mut rng = starboard_core::rng(seed, 0x626f_6f74);
    let mut again = Vec::with_capacity(sample.len());
    let mut figures: Vec<f64> = (0..RESAMPLES)
        .filter_map(|_| {
            again.clear();
            again.extend((0..sample.len()).map(|_| sample[rng.random_range(0..sample.len())]));
            figure(&again)
        })
        .collect();
    figures.sort_by(f64::total_cmp);
    let at = |share: f64| {
        let last = figures.len().checked_sub(1)?;
        figures.get((share * last as f64).round() as usize).copied()
    };
    Some(Interval { low: at(0.025)?, high: at(0.975)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_hold_the_middle() {
        let sample = [4.0, 5.0, 6.0, 7.0, 8.0];
        assert_eq!(mean(&sample), Some(6.0));
        assert!((deviation(&sample).unwrap_or_default() - 2.5f64.sqrt()).abs() < 1e-12);
        let interval = mean_interval(&sample).expect("five numbers");
        assert!((interval.high - 7.963).abs() < 0.01, "{interval:?}");
    }

    #[test]
    fn ratios_are_of_sums_and_seeded() {
        let pairs = [(1.0, 10.0), (1.0, 30.0), (4.0, 20.0)];
        assert_eq!(ratio(&pairs), Some(0.1));
        assert_eq!(ratio_interval(&pairs, 1), None, "too few");
        for pairs in [pairs.repeat(2), pairs.repeat(7)] {
            let interval = ratio_interval(&pairs, 1).expect("enough pairs");
            assert!(interval.low < 0.1 && 0.1 < interval.high, "{interval:?}");
            assert_eq!(ratio_interval(&pairs, 1), Some(interval));
        }
    }

    #[test]
    fn geometric_means_are_of_logarithms() {
        assert_eq!(geometric_mean(&[1.0, 4.0]), Some(2.0));
        assert_eq!((geometric_mean(&[]), geometric_mean(&[1.0, 0.0])), (None, None));
        let interval = geometric_interval(&[0.5, 2.0, 1.0, 4.0, 2f64.sqrt()], 1).expect("five");
        assert!(interval.low < 2f64.sqrt() && 2f64.sqrt() < interval.high, "{interval:?}");
        assert_eq!(geometric_interval(&[2.0], 1), None);
    }

    /// How often, in per cent, an interval covers the true value for samples of this size; the
    /// samples are lognormal, as ratios of nodes are.
    fn coverage(
        count: usize,
        truth: f64,
        interval: impl Fn(&[(f64, f64)], u64) -> Option<Interval>,
    ) -> f64 {
        const TRIES: u64 = 2000;
        let mut rng = starboard_core::rng(11, count as u64);
        let mut drawn = || (0.7 * normal_quantile(rng.random::<f64>())).exp();
        let held = (0..TRIES).filter(|&seed| {
            let sample: Vec<_> = (0..count).map(|_| (drawn(), 1.0)).collect();
            let Interval { low, high } = interval(&sample, seed).expect("enough");
            (low..=high).contains(&truth)
        });
        100.0 * held.count() as f64 / TRIES as f64
    }

    #[test]
    fn intervals_of_small_samples_hold_the_truth_as_often_as_they_say() {
        let geometric = |pairs: &[(f64, f64)], seed| {
            geometric_interval(&pairs.iter().map(|pair| pair.0).collect::<Vec<_>>(), seed)
        };
        for count in [LEAST, 6, 12, ENOUGH - 1] {
            let held = coverage(count, 1.0, geometric);
            assert!((93.0..97.0).contains(&held), "{held} % of samples of {count}");
            // A mean of what is so uneven is harder to tell.
            let held = coverage(count, (0.7_f64 * 0.7 / 2.0).exp(), ratio_interval);
            assert!((88.0..97.0).contains(&held), "{held} % of samples of {count}");
        }
        // From there on samples drawn again do.
        let held = coverage(ENOUGH, 1.0, geometric);
        assert!((90.0..97.0).contains(&held), "{held} % of samples of {ENOUGH}");
        assert!(few([30, 4]).starts_with("Fewer than 5") && few([5, 9]).contains("Student's"));
        assert_eq!(few([ENOUGH, 500]), "");
    }

    #[test]
    fn too_little_gives_nothing() {
        assert_eq!(mean(&[]), None);
        assert_eq!(deviation(&[1.0]), None);
        assert_eq!(mean_interval(&[1.0]), None);
        assert_eq!(ratio(&[(1.0, 0.0)]), None);
        assert_eq!(ratio_interval(&[(1.0, 2.0)], 0), None);
        assert_eq!(ratio_interval(&[(0.0, 0.0), (0.0, 0.0)], 0), None);
    }
}
