//! Averages, and how far to trust them.
//!
//! This file has what any sample needs; beside it stand what a match needs: Elo
//! (`elo`), paired games ([`Tally`]) and the sequential test ([`Sprt`]), and what tells the parts of many
//! things apart ([`logistic`], [`least_squares`]).

mod elo;
mod holm;
mod normal;
mod pairs;
mod regression;
mod sprt;

use rand::RngExt;

pub use elo::{elo_interval, elo_of, score_interval, score_of, wilson};
pub use holm::{holm, holm_of, mean_p_value};
pub use normal::{normal_probability, normal_quantile};
pub use pairs::{Estimate, Tally};
pub use regression::{Fitted, least_squares, logistic};
pub use sprt::{Model, Sprt, Standing, Verdict};

/// Samples drawn for a bootstrap interval.
const RESAMPLES: usize = 2000;

/// The two ends between which something lies with a confidence of 95 %.
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

/// The [`bootstrap`] interval for the [`ratio`] over the population. `None` of fewer than
/// two pairs, or where the ratio is not defined.
pub fn ratio_interval(pairs: &[(f64, f64)], seed: u64) -> Option<Interval> {
    ratio(pairs).filter(|_| pairs.len() > 1)?;
    bootstrap(pairs, seed, ratio)
}

/// The geometric mean; `None` of nothing, and where not all are above zero.
pub fn geometric_mean(sample: &[f64]) -> Option<f64> {
    if sample.iter().any(|&x| x.is_nan() || x <= 0.0) {
        return None;
    }
    let logarithms: Vec<_> = sample.iter().map(|x| x.ln()).collect();
    mean(&logarithms).map(f64::exp)
}

/// The [`bootstrap`] interval for the [`geometric_mean`] of the population, as
/// [`ratio_interval`] is for the ratio.
pub fn geometric_interval(sample: &[f64], seed: u64) -> Option<Interval> {
    geometric_mean(sample).filter(|_| sample.len() > 1)?;
    bootstrap(sample, seed, geometric_mean)
}

/// The bootstrap interval (Efron 1979, percentiles) of any figure: the middle 95 % of what
/// it is of 2,000 samples, each drawn from `sample` with replacement, with this seed.
pub fn bootstrap<T: Copy>(
    sample: &[T],
    seed: u64,
    figure: impl Fn(&[T]) -> Option<f64>,
) -> Option<Interval> {
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

/// The 97.5 % quantile of Student's distribution with this many degrees of
/// freedom, to two decimals: its expansion about the normal one (Abramowitz
/// and Stegun 1964, 26.7.5), which is of no use for the first few.
fn student(freedom: usize) -> f64 {
    match freedom {
        0 => f64::INFINITY,
        1 => 12.706,
        2 => 4.303,
        3 => 3.182,
        4 => 2.776,
        _ => {
            const Z: f64 = 1.959_964;
            let n = freedom as f64;
            let first = (Z.powi(3) + Z) / 4.0;
            let second = (5.0 * Z.powi(5) + 16.0 * Z.powi(3) + 3.0 * Z) / 96.0;
            let third = (3.0 * Z.powi(7) + 19.0 * Z.powi(5) + 17.0 * Z.powi(3) - 15.0 * Z) / 384.0;
            Z + first / n + second / (n * n) + third / (n * n * n)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn student_is_that_of_the_tables() {
        for (freedom, quantile) in
            [(1, 12.706), (3, 3.182), (4, 2.776), (9, 2.262), (30, 2.042), (120, 1.980)]
        {
            assert!((student(freedom) - quantile).abs() < 0.005, "{freedom}");
        }
    }

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
        let interval = ratio_interval(&pairs, 1).expect("three pairs");
        assert!(interval.low < 0.1 && 0.1 < interval.high, "{interval:?}");
        assert_eq!(ratio_interval(&pairs, 1), Some(interval));
    }

    #[test]
    fn geometric_means_are_of_logarithms() {
        assert_eq!(geometric_mean(&[1.0, 4.0]), Some(2.0));
        assert_eq!((geometric_mean(&[]), geometric_mean(&[1.0, 0.0])), (None, None));
        let interval = geometric_interval(&[0.5, 2.0, 1.0, 4.0], 1).expect("four numbers");
        assert!(interval.low < 2f64.sqrt() && 2f64.sqrt() < interval.high, "{interval:?}");
        assert_eq!(geometric_interval(&[2.0], 1), None);
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
