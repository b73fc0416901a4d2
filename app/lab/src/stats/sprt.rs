//! The generalised sequential probability ratio test on pairs of games: stop as
//! soon as one of two hypotheses is sufficiently more likely than the other.
//!
//! The bounds are Wald's (1945); the likelihood of a hypothesis is the maximum over
//! all distributions of the outcomes that satisfy it (Van den Bergh 2017, which is
//! Owen's empirical likelihood of 1988).

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use super::{Tally, deviation, mean, score_of};

/// Two hypotheses, and the allowed error rates.
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sprt {
    /// What the hypotheses are about.
    pub model: Model,
    /// The null hypothesis, H0.
    pub h0: f64,
    /// The alternative hypothesis, H1.
    pub h1: f64,
    /// The probability of accepting H1 although H0 is true.
    pub alpha: f64,
    /// The probability of accepting H0 although H1 is true.
    pub beta: f64,
}

/// What the two hypotheses are about.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// A difference in Elo, which stands for a score.
    #[default]
    Elo,
    /// A difference in normalised Elo, which stands for a score above ½ in
    /// standard deviations: what OpenBench and Fishtest test.
    Normalised,
    /// The mean points of a game, once there are fifty pairs.
    Points,
}

/// How a test stands.
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Standing {
    /// The log-likelihood ratio of H1 to H0.
    pub llr: f64,
    /// At or below this, H0 is accepted.
    pub lower: f64,
    /// At or above this, H1 is accepted.
    pub upper: f64,
    /// What is accepted, if anything yet.
    pub verdict: Verdict,
}

/// What a test says.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// H0 is accepted.
    H0,
    /// H1 is accepted.
    H1,
    /// More games are needed.
    Open,
}

impl Sprt {
    /// The test of `h0` against `h1`, with error rates of 5 % each.
    pub fn new(model: Model, h0: f64, h1: f64) -> Self {
        Self { model, h0, h1, alpha: 0.05, beta: 0.05 }
    }

    /// How the test stands after these pairs.
    pub fn standing(&self, tally: &Tally) -> Standing {
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        let llr = self.llr(tally);
        let verdict = if llr >= upper {
            Verdict::H1
        } else if llr <= lower {
            Verdict::H0
        } else {
            Verdict::Open
        };
        Standing { llr, lower, upper, verdict }
    }

    /// The log-likelihood ratio of H1 to H0; 0 while nothing can be said.
    fn llr(&self, tally: &Tally) -> f64 {
        if self.model == Model::Points {
            return normal_llr(&tally.pair_points(), self.h0, self.h1);
        }
        if tally.pairs() == 0 {
            return 0.0;
        }
        // Outcomes not seen yet are not impossible: as Fishtest does, a
        // thousandth of a pair each.
        let counts = tally.pentanomial().map(|n| (n as f64).max(1e-3));
        let total: f64 = counts.iter().sum();
        let seen: Vec<_> = (0..5).map(|i| (i as f64 / 4.0, counts[i] / total)).collect();
        let [q0, q1] = [self.h0, self.h1].map(|h| match self.model {
            Model::Normalised => {
                let scale = 800.0 / std::f64::consts::LN_10 / std::f64::consts::SQRT_2;
                with_ratio(&seen, h / scale)
            }
            _ => with_mean(&seen, score_of(h)),
        });
        let gains = seen.iter().zip(q0.iter().zip(&q1)).map(|((_, p), (a, b))| p * (b / a).ln());
        total * gains.sum::<f64>()
    }
}

/// The fewest pairs whose deviation may stand for that of all: with fewer, a test of hypotheses
/// that lie far apart errs three times as often as it says.
const FEWEST: usize = 50;

/// The ratio for the mean of a normal variable of unknown variance.
fn normal_llr(sample: &[f64], h0: f64, h1: f64) -> f64 {
    match (mean(sample), deviation(sample)) {
        (Some(mean), Some(deviation)) if deviation > 0.0 && sample.len() >= FEWEST => {
            let n = sample.len() as f64;
            n * (h1 - h0) * (2.0 * mean - h0 - h1) / (2.0 * deviation * deviation)
        }
        _ => 0.0,
    }
}

/// The likeliest distribution with this mean, given what was `seen`: values, and
/// the share of each.
fn with_mean(seen: &[(f64, f64)], mean: f64) -> Vec<f64> {
    let offsets: Vec<_> = seen.iter().map(|&(x, p)| (x - mean, p)).collect();
    centred(&offsets)
}

/// The likeliest distribution whose mean lies `ratio` of its own standard
/// deviations above ½, found by making the condition linear about the last
/// estimate.
fn with_ratio(seen: &[(f64, f64)], ratio: f64) -> Vec<f64> {
    let mut estimate = vec![1.0 / seen.len() as f64; seen.len()];
    for _ in 0..50 {
        let mean: f64 = seen.iter().zip(&estimate).map(|((x, _), q)| x * q).sum();
        let square = |x: f64| (x - mean) * (x - mean);
        let variance: f64 = seen.iter().zip(&estimate).map(|((x, _), q)| square(*x) * q).sum();
        let offset =
            |x: f64| x - 0.5 - ratio * variance.sqrt() * (1.0 + square(x) / variance) / 2.0;
        let offsets: Vec<_> = seen.iter().map(|&(x, p)| (offset(x), p)).collect();
        let next = centred(&offsets);
        let moved = estimate.iter().zip(&next).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        estimate = next;
        if moved < 1e-9 {
            break;
        }
    }
    estimate
}

/// The likeliest distribution with mean 0, given values and the share of each:
/// the shares divided by `1 + t x`, with the `t` that does it. The shares as
/// they are where no distribution does.
fn centred(seen: &[(f64, f64)]) -> Vec<f64> {
    let least = seen.iter().map(|&(x, _)| x).fold(f64::INFINITY, f64::min);
    let most = seen.iter().map(|&(x, _)| x).fold(f64::NEG_INFINITY, f64::max);
    if least >= 0.0 || most <= 0.0 {
        return seen.iter().map(|&(_, p)| p).collect();
    }
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..200 {
        let t = (low + high) / 2.0;
        let mean: f64 = seen.iter().map(|&(x, p)| p * x / (1.0 + t * x)).sum();
        if mean > 0.0 {
            low = t;
        } else {
            high = t;
        }
    }
    let t = (low + high) / 2.0;
    seen.iter().map(|&(x, p)| p / (1.0 + t * x)).collect()
}

impl FromStr for Sprt {
    type Err = String;

    /// Reads `h0,h1` or `h0,h1,alpha,beta`; about Elo.
    fn from_str(text: &str) -> Result<Self, String> {
        let wanted = "expected two hypotheses such as 0,5, the lower first, and perhaps how often \
                      to be wrong about them, such as 0,5,0.05,0.05";
        let numbers = text.split(',').map(|part| part.trim().parse::<f64>().ok());
        let numbers = numbers.collect::<Option<Vec<_>>>().ok_or(wanted)?;
        let sprt = match numbers[..] {
            [h0, h1] => Self::new(Model::Elo, h0, h1),
            [h0, h1, alpha, beta] => Self { model: Model::Elo, h0, h1, alpha, beta },
            _ => return Err(wanted.to_owned()),
        };
        let odds = |p: f64| p > 0.0 && p < 0.5;
        if !(sprt.h0 < sprt.h1 && sprt.h0.is_finite() && sprt.h1.is_finite()) {
            return Err(wanted.to_owned());
        }
        if !(odds(sprt.alpha) && odds(sprt.beta)) {
            return Err("how often to be wrong is more than 0 and less than 0.5".to_owned());
        }
        Ok(sprt)
    }
}

impl fmt::Display for Sprt {
    /// Writes what is read back, the model aside.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{},{}", self.h0, self.h1, self.alpha, self.beta)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tests that OpenBench instances published, with their ratios.
    #[test]
    fn ratios_are_those_of_published_tests() {
        for (pentanomial, h0, h1, llr) in [
            ([3, 66, 188, 129, 39], 0.0, 5.0, 2.97),
            ([2, 13, 79, 87, 61], 0.0, 5.0, 2.99),
            ([10, 83, 415, 149, 36], 0.0, 5.0, 2.96),
            ([98, 305, 382, 181, 40], 0.0, 3.0, -2.95),
            ([100, 256, 761, 199, 90], -5.0, 0.0, -1.39),
            ([15, 248, 563, 340, 31], 0.0, 5.0, 2.90),
        ] {
            let found = Sprt::new(Model::Normalised, h0, h1).standing(&Tally::of(pentanomial));
            assert!((found.llr - llr).abs() < 0.006, "{pentanomial:?}: {found:?}");
            assert!((found.upper - 2.944).abs() < 5e-4 && found.lower == -found.upper);
        }
    }

    #[test]
    fn the_verdict_follows_the_bounds() {
        let verdict = |model, h0, h1, pentanomial| {
            Sprt::new(model, h0, h1).standing(&Tally::of(pentanomial)).verdict
        };
        assert_eq!(verdict(Model::Elo, 0.0, 5.0, [0; 5]), Verdict::Open);
        assert_eq!(verdict(Model::Elo, 0.0, 5.0, [3, 66, 188, 129, 39]), Verdict::H1);
        assert_eq!(verdict(Model::Elo, 0.0, 5.0, [39, 129, 188, 66, 3]), Verdict::H0);
        assert_eq!(verdict(Model::Elo, 0.0, 5.0, [10, 20, 30, 20, 10]), Verdict::Open);
        // The same all the time is no reason to divide by zero.
        assert_eq!(verdict(Model::Elo, 0.0, 200.0, [0, 0, 0, 0, 40]), Verdict::H1);
        assert_eq!(verdict(Model::Normalised, 0.0, 200.0, [0, 0, 0, 0, 40]), Verdict::H1);
        assert_eq!(verdict(Model::Points, 0.0, 0.1, [0, 0, 0, 0, 40]), Verdict::Open);
    }

    #[test]
    fn exchanging_the_sides_negates() {
        for model in [Model::Elo, Model::Normalised] {
            let sprt = Sprt::new(model, -4.0, 4.0);
            let a = sprt.standing(&Tally::of([5, 40, 90, 70, 12])).llr;
            let b = sprt.standing(&Tally::of([12, 70, 90, 40, 5])).llr;
            assert!((a + b).abs() < 1e-6 && a > 0.0, "{model:?}: {a} and {b}");
        }
    }

    #[test]
    fn points_are_tested_as_a_normal_mean() {
        let mut tally = Tally::default();
        for i in 0..100 {
            let points = [0.9, -0.7][i % 2];
            tally.add([1.0, 0.0], [points, points]);
        }
        // n (h1 - h0) (2 mean - h0 - h1) / (2 variance), by hand.
        let variance = 0.64 * 100.0 / 99.0;
        let expected = 100.0 * 0.1 * (0.2 - 0.1) / (2.0 * variance);
        let found = Sprt::new(Model::Points, 0.0, 0.1).standing(&tally).llr;
        assert!((found - expected).abs() < 1e-9, "{found} and {expected}");
        // Of a few pairs nothing can be said, however clear they look.
        let mut few = Tally::default();
        for i in 0..20 {
            let points = [0.9, 0.7][i % 2];
            few.add([1.0, 1.0], [points, points]);
        }
        assert_eq!(Sprt::new(Model::Points, 0.0, 0.1).standing(&few).llr, 0.0);
    }

    #[test]
    fn tests_are_read() {
        assert_eq!("0,5".parse(), Ok(Sprt::new(Model::Elo, 0.0, 5.0)));
        let sprt: Sprt = " -1.5, 3 ,0.01,0.1".parse().expect("a test");
        assert_eq!(sprt.to_string().parse(), Ok(sprt));
        for (text, part) in [
            ("", "two hypotheses"),
            ("5", "two hypotheses"),
            ("5,0", "the lower first"),
            ("0,nan", "the lower first"),
            ("0,inf", "the lower first"),
            ("0,5,0.05", "two hypotheses"),
            ("0,5,0,0.1", "more than 0"),
            ("0,5,0.1,0.5", "less than 0.5"),
        ] {
            let error = text.parse::<Sprt>().expect_err(text);
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
