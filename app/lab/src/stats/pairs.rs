//! Statistics of a match of paired games: a pair is two games from one opening with
//! sides exchanged, and it is the pairs, not the games, that are independent.

use serde::{Deserialize, Serialize};

use super::{Interval, deviation, elo_interval, elo_of, mean, student, student_probability};

/// The games and pairs of a match from one side's point of view.
///
/// A score is 1, ½ or 0; points are whatever the game pays, which is the score
/// itself where a game knows only wins, draws and losses.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    scores: Vec<[f64; 2]>,
    points: Vec<[f64; 2]>,
}

/// An estimate and its interval of 95 %.
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    /// Between what values it lies, if that can be said.
    pub interval: Option<Interval>,
}

impl Tally {
    /// Adds a pair: the scores of its games and the points they paid.
    pub fn add(&mut self, scores: [f64; 2], points: [f64; 2]) {
        self.scores.push(scores);
        self.points.push(points);
    }

    /// How many pairs.
    pub fn pairs(&self) -> usize {
        self.scores.len()
    }

    /// How many games were won, drawn and lost.
    pub fn wins_draws_losses(&self) -> [u64; 3] {
        let count = |score: f64| {
            self.scores.iter().flatten().filter(|&&other| other == score).count() as u64
        };
        [count(1.0), count(0.5), count(0.0)]
    }

    /// How many pairs brought 0, ½, 1, 1½ and 2.
    pub fn pentanomial(&self) -> [u64; 5] {
        let mut counts = [0; 5];
        for [a, b] in &self.scores {
            counts[((a + b) * 2.0) as usize] += 1;
        }
        counts
    }

    /// The mean score of a game. Where all pairs ended alike, the interval is
    /// how far pairs that were not seen could still move it (Clopper and Pearson
    /// 1934, of none in so many).
    pub fn score(&self) -> Option<Estimate> {
        let pairs = halves(&self.scores);
        let estimate = estimate(&pairs)?;
        if let Some(Interval { low, high }) = estimate.interval {
            // Of few pairs Student's interval may go beyond what a score can be.
            let interval = Some(Interval { low: low.max(0.0), high: high.min(1.0) });
            return Some(Estimate { interval, ..estimate });
        }
        if pairs.len() < 2 {
            return Some(estimate);
        }
        let unseen = 1.0 - 0.025f64.powf(1.0 / pairs.len() as f64);
        let (low, high) = (estimate.value, estimate.value + unseen * (1.0 - estimate.value));
        let interval = Some(Interval { low: low - unseen * low, high });
        Some(Estimate { interval, ..estimate })
    }

    /// The mean points of a game; without an interval where all pairs were paid
    /// alike.
    pub fn points(&self) -> Option<Estimate> {
        if self.points == self.scores { self.score() } else { estimate(&halves(&self.points)) }
    }

    /// The points of the pairs, a game each: what a test of points is over.
    pub fn pair_points(&self) -> Vec<f64> {
        halves(&self.points)
    }

    /// The difference in Elo that the score stands for.
    pub fn elo(&self) -> Option<Estimate> {
        let Estimate { value, interval } = self.score()?;
        Some(Estimate { value: elo_of(value), interval: interval.map(elo_interval) })
    }

    /// The score above ½ in standard deviations of a game, on the scale of Elo:
    /// 800 / ln 10 of them (Van den Bergh 2020). Compares matches whatever their
    /// openings and shares of draws. The interval is by the delta method, as the deviation is
    /// estimated, too. `None` where every pair ended alike.
    pub fn normalised_elo(&self) -> Option<Estimate> {
        let pairs = halves(&self.scores);
        let (mean, n) = (mean(&pairs)?, pairs.len() as f64);
        let deviation = deviation(&pairs).filter(|&d| d > 0.0)?;
        let moment = |power: i32| {
            pairs.iter().map(|x| ((x - mean) / deviation).powi(power)).sum::<f64>() / n
        };
        let (skewness, kurtosis) = (moment(3), moment(4));
        let above = (mean - 0.5) / deviation;
        let variance = 1.0 - skewness * above + (kurtosis - 1.0) * above * above / 4.0;
        let scale = 800.0 / std::f64::consts::LN_10 / std::f64::consts::SQRT_2;
        let value = above * scale;
        let half = student(pairs.len() - 1) * scale * (variance.max(0.0) / n).sqrt();
        Some(Estimate { value, interval: Some(Interval { low: value - half, high: value + half }) })
    }

    /// The likelihood of superiority: how sure it is that the side scores above
    /// ½ in the long run, by Student's distribution or, where all pairs ended alike, by what pairs
    /// that were not seen could do, as in [`Self::score`]: at 97.5 % the interval of the score
    /// begins at ½. `None` of fewer than two pairs.
    pub fn likelihood_of_superiority(&self) -> Option<f64> {
        let pairs = halves(&self.scores);
        let (mean, deviation) = (mean(&pairs)?, deviation(&pairs)?);
        let (above, n) = (mean - 0.5, pairs.len() as f64);
        if deviation == 0.0 {
            let worse = |mean: f64| (0.5 / mean).powf(n);
            return Some(match above {
                0.0 => 0.5,
                0.0.. => 1.0 - worse(mean),
                _ => worse(1.0 - mean),
            });
        }
        Some(student_probability(above / deviation * n.sqrt(), pairs.len() - 1))
    }

    /// The correlation of the points in the two games of a pair, from -1 to 1: the
    /// lower, the more the pairing helps. `None` where all games ended alike.
    pub fn correlation(&self) -> Option<f64> {
        let all: Vec<f64> = self.points.iter().flatten().copied().collect();
        let mean = mean(&all)?;
        let variance = population_variance(&all).filter(|&v| v > 0.0)?;
        let products: f64 = self.points.iter().map(|[a, b]| (a - mean) * (b - mean)).sum();
        Some(products / self.points.len() as f64 / variance)
    }

    /// The variance of the mean as paired, over that of as many independent
    /// games: below 1, pairing saved games. `None` where all games ended alike.
    pub fn variance_ratio(&self) -> Option<f64> {
        Some(1.0 + self.correlation()?)
    }
}

/// The mean of each pair.
fn halves(pairs: &[[f64; 2]]) -> Vec<f64> {
    pairs.iter().map(|[a, b]| (a + b) / 2.0).collect()
}

/// The mean, and Student's interval for it where there is any deviation.
fn estimate(pairs: &[f64]) -> Option<Estimate> {
    let value = mean(pairs)?;
    let interval = deviation(pairs).filter(|&deviation| deviation > 0.0).map(|deviation| {
        let half = student(pairs.len() - 1) * deviation / (pairs.len() as f64).sqrt();
        Interval { low: value - half, high: value + half }
    });
    Some(Estimate { value, interval })
}

fn population_variance(sample: &[f64]) -> Option<f64> {
    let mean = mean(sample)?;
    Some(sample.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / sample.len() as f64)
}

#[cfg(test)]
impl Tally {
    /// A match with so many pairs of each outcome.
    pub(super) fn of(pentanomial: [usize; 5]) -> Self {
        let mut tally = Self::default();
        let pairs = [[0.0, 0.0], [0.5, 0.0], [1.0, 0.0], [1.0, 0.5], [1.0, 1.0]];
        for (pair, count) in pairs.into_iter().zip(pentanomial) {
            (0..count).for_each(|_| tally.add(pair, pair));
        }
        tally
    }
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::*;

    /// Matches that OpenBench instances published, with their Elo and half
    /// intervals, which come from a slightly wider formula.
    #[test]
    fn elo_is_that_of_published_matches() {
        for (pentanomial, elo, half) in [
            ([3, 66, 188, 129, 39], 55.65, 14.86),
            ([2, 13, 79, 87, 61], 145.83, 24.41),
            ([10, 83, 415, 149, 36], 29.65, 9.89),
            ([126, 288, 372, 172, 54], -44.88, 11.48),
            ([98, 305, 382, 181, 40], -41.64, 10.81),
        ] {
            let tally = Tally::of(pentanomial);
            assert_eq!(tally.pentanomial().map(|n| n as usize), pentanomial);
            let found = tally.elo().expect("pairs");
            assert!((found.value - elo).abs() < 0.005, "{pentanomial:?}: {found:?}");
            let Interval { low, high } = found.interval.expect("many pairs");
            let width = (high - low) / 2.0;
            assert!((width / half - 1.0).abs() < 0.035, "{pentanomial:?}: {width}");
        }
    }

    /// Matches drawn by lot: how often, in per cent, the interval of normalised Elo holds what it
    /// is of all pairs that could be.
    fn coverage(shares: [f64; 5], pairs: usize) -> f64 {
        const TRIES: u64 = 2000;
        let scores = [0.0, 0.25, 0.5, 0.75, 1.0];
        let over = |of: &dyn Fn(f64) -> f64| -> f64 {
            shares.iter().zip(scores).map(|(share, score)| share * of(score)).sum()
        };
        let mean = over(&|x| x);
        let deviation = over(&|x| (x - mean) * (x - mean)).sqrt();
        let scale = 800.0 / std::f64::consts::LN_10 / std::f64::consts::SQRT_2;
        let truth = (mean - 0.5) / deviation * scale;
        let mut rng = starboard_core::rng(7, pairs as u64);
        let held = (0..TRIES).filter(|_| {
            let mut counts = [0; 5];
            for _ in 0..pairs {
                let mut left = rng.random::<f64>();
                let outcome = shares.iter().position(|share| {
                    left -= share;
                    left < 0.0
                });
                counts[outcome.unwrap_or(4)] += 1;
            }
            let found = Tally::of(counts).normalised_elo().and_then(|found| found.interval);
            found.is_some_and(|Interval { low, high }| (low..=high).contains(&truth))
        });
        100.0 * held.count() as f64 / TRIES as f64
    }

    #[test]
    fn normalised_elo_is_held_as_often_as_its_interval_says() {
        for shares in [
            [0.01, 0.02, 0.14, 0.18, 0.65],
            [0.0, 0.03, 0.10, 0.28, 0.59],
            [0.05, 0.24, 0.42, 0.24, 0.05],
            [0.25, 0.0, 0.5, 0.0, 0.25],
        ] {
            let held = coverage(shares, 200);
            assert!((92.5..97.0).contains(&held), "{shares:?}: {held} %");
        }
    }

    /// What is likely agrees with the interval of the score.
    #[test]
    fn a_side_is_likely_the_better_where_its_interval_is_above_a_half() {
        for pentanomial in [
            [0, 0, 0, 0, 5],
            [0, 0, 0, 0, 6],
            [0, 0, 0, 4, 0],
            [0, 0, 0, 10, 0],
            [0, 0, 1, 1, 1],
            [0, 1, 0, 2, 3],
            [0, 0, 0, 1, 9],
            [2, 13, 79, 87, 61],
        ] {
            let tally = Tally::of(pentanomial);
            let low = tally.score().and_then(|score| score.interval).expect("pairs").low;
            let likely = tally.likelihood_of_superiority().expect("pairs");
            assert_eq!(likely > 0.975, low > 0.5, "{pentanomial:?}: {likely}, {low}");
            assert!(likely < 1.0 || tally.pairs() > 50, "{pentanomial:?}");
            let mut other = pentanomial;
            other.reverse();
            let unlikely = Tally::of(other).likelihood_of_superiority().expect("pairs");
            assert!((likely + unlikely - 1.0).abs() < 1e-12, "{pentanomial:?}");
        }
        assert_eq!(Tally::of([0, 0, 0, 0, 5]).likelihood_of_superiority(), Some(1.0 - 1.0 / 32.0));
    }

    #[test]
    fn games_are_counted() {
        let tally = Tally::of([1, 2, 3, 4, 5]);
        assert_eq!(tally.wins_draws_losses(), [3 + 4 + 10, 2 + 4, 2 + 2 + 3]);
        assert_eq!(tally.pairs(), 15);
        assert_eq!(tally.score(), tally.points());
    }

    #[test]
    fn pairing_saves_what_the_opening_decides() {
        // The better side always wins: every pair is drawn, without any doubt.
        let mut decided = Tally::default();
        // Nothing but chance: all four outcomes alike often.
        let mut chance = Tally::default();
        for i in 0..40 {
            let side = f64::from(u8::from(i % 2 == 0));
            decided.add([side, 1.0 - side], [side, 1.0 - side]);
            let other = f64::from(u8::from(i / 2 % 2 == 0));
            chance.add([side, other], [side, other]);
        }
        assert_eq!(decided.correlation(), Some(-1.0));
        assert_eq!(decided.variance_ratio(), Some(0.0));
        let score = decided.score().and_then(|e| e.interval).expect("pairs");
        // Of 40 pairs none was not 1: up to 8.8 % could be.
        assert!((score.low - 0.456).abs() < 5e-4 && score.low + score.high == 1.0, "{score:?}");
        assert_eq!(decided.likelihood_of_superiority(), Some(0.5));
        assert_eq!(chance.correlation(), Some(0.0));
        assert_eq!(chance.variance_ratio(), Some(1.0));
        let paired = chance.score().and_then(|e| e.interval).expect("pairs");
        let independent = super::super::score_interval(40, 0, 40).expect("games");
        assert!((paired.high - independent.high).abs() < 0.01, "{paired:?} {independent:?}");
    }

    #[test]
    fn points_need_not_be_scores() {
        let mut tally = Tally::default();
        for points in [[2.0, -1.0], [1.0, 1.0], [-3.0, 1.0], [1.0, -1.0]] {
            tally.add(points.map(|p| if p > 0.0 { 1.0 } else { 0.0 }), points);
        }
        assert_eq!(tally.points().map(|e| e.value), Some(0.125));
        assert_eq!(tally.score().map(|e| e.value), Some(0.625));
        assert_eq!(tally.pair_points(), [0.5, 1.0, -1.0, 0.0]);
    }

    #[test]
    fn too_little_gives_no_interval() {
        let mut tally = Tally::default();
        assert_eq!((tally.elo(), tally.points(), tally.correlation()), (None, None, None));
        assert_eq!(tally.likelihood_of_superiority(), None);
        tally.add([1.0, 1.0], [1.0, 1.0]);
        assert_eq!(tally.elo(), Some(Estimate { value: f64::INFINITY, interval: None }));
        assert_eq!(tally.normalised_elo(), None);
    }
}
