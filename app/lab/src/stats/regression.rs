//! Regression on several variables at once.

use super::{Estimate, Interval, elo::Z};

/// The fitted weights of the variables, and their covariances.
#[derive(Clone, Debug, PartialEq)]
pub struct Fitted {
    /// The weights.
    pub weights: Vec<f64>,
    /// Their covariances.
    pub covariance: Vec<Vec<f64>>,
}

impl Fitted {
    /// The standard error of a weight.
    pub fn error(&self, i: usize) -> f64 {
        self.covariance[i][i].sqrt()
    }

    /// A linear combination of the weights with these coefficients, such as a difference of two.
    pub fn contrast(&self, of: &[f64]) -> Contrast {
        let value = self.weights.iter().zip(of).map(|(weight, x)| weight * x).sum();
        let row = |row: &[f64]| -> f64 { row.iter().zip(of).map(|(c, x)| c * x).sum() };
        let variance: f64 = self.covariance.iter().zip(of).map(|(own, x)| x * row(own)).sum();
        Contrast { value, error: variance.max(0.0).sqrt() }
    }
}

/// A linear combination of weights, and its standard error.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Contrast {
    /// The sum.
    pub value: f64,
    /// Its standard error.
    pub error: f64,
}

impl Contrast {
    /// The same in other units.
    #[must_use]
    pub fn scaled(self, by: f64) -> Self {
        Self { value: by * self.value, error: by.abs() * self.error }
    }

    /// The same with its interval of 95 %.
    pub fn estimate(self) -> Estimate {
        let Self { value, error } = self;
        let interval = Some(Interval { low: value - Z * error, high: value + Z * error });
        Estimate { value, interval }
    }
}

/// The most steps of Newton's method, of which a handful is usually enough.
const STEPS: usize = 50;

/// Logistic regression with a normal prior of mean 0 and standard deviation `deviation` for each
/// weight: the weights, in logits, that make the scores of the samples most likely. Scores are
/// from 0 to 1, and all samples have the same number of variables. Samples of a group need not be
/// independent of each other: the errors are cluster-robust sandwich estimates (Huber 1967; White
/// 1982), with the prior as one more group. `None` where there are no samples or variables.
pub fn logistic(groups: &[Vec<Sample>], deviation: f64) -> Option<Fitted> {
    let precision = deviation.powi(-2);
    let (weights, Curve { inverse, mut spread, .. }) = most_likely(groups, precision)?;
    // A close fit makes the samples look less varied than they are.
    let count = weights.len();
    let few = groups.len() as f64 / (groups.len().saturating_sub(count)).max(1) as f64;
    spread.iter_mut().flatten().for_each(|x| *x *= few.min(2.0));
    (0..count).for_each(|i| spread[i][i] += precision);
    Some(Fitted { weights, covariance: between(&inverse, &spread) })
}

/// The same for pairs of games between players, with a variable for each player. The errors are
/// those of the model for independent games, scaled by how much more or less the scores of pairs
/// vary than those of such games would (quasi-likelihood, McCullagh and Nelder 1989). One factor
/// holds for all sums of a pair's scores, in which the effect of the opening cancels out, and
/// another for all differences: where a player wins all games, the other players' games say how
/// games vary, and without any such evidence both factors are 1.
pub fn strengths(pairs: &[[Sample; 2]], deviation: f64) -> Option<Fitted> {
    /// What is thought of the factors before any pair: as if eight pairs of games between equals
    /// had varied as independent games do.
    const PRIOR: f64 = 8.0 * 2.0 * 0.25;
    let precision = deviation.powi(-2);
    let (weights, Curve { inverse, .. }) = most_likely(pairs, precision)?;
    let count = weights.len();
    // A close fit makes the samples look less varied than they are.
    let few = pairs.len() as f64 / pairs.len().saturating_sub(count).max(1) as f64;
    // 1. How pairs vary, sums and differences apart.
    let (mut seen, mut expected) = ([PRIOR; 2], PRIOR);
    let rests = pairs.iter().map(|pair| {
        let chances = [&pair[0], &pair[1]].map(|(variables, _)| chance(variables, &weights));
        let [a, b] = [pair[0].1 - chances[0], pair[1].1 - chances[1]];
        let variance: f64 = chances.iter().map(|chance| chance * (1.0 - chance)).sum();
        seen[0] += few.min(2.0) * (a + b).powi(2);
        seen[1] += few.min(2.0) * (a - b).powi(2);
        expected += variance;
        variance
    });
    let variances: Vec<f64> = rests.collect();
    let factors = seen.map(|seen| seen / expected);
    // 2. The covariances that follow, in which the prior is not scaled.
    let mut spread = vec![vec![0.0; count]; count];
    (0..count).for_each(|i| spread[i][i] = precision);
    for ([(a, _), (b, _)], variance) in pairs.iter().zip(&variances) {
        for (factor, sign) in factors.iter().zip([1.0, -1.0]) {
            let half: Vec<_> = a.iter().zip(b).map(|(a, b)| (a + sign * b) / 2.0).collect();
            for i in (0..count).filter(|&i| half[i] != 0.0) {
                (0..count).for_each(|j| spread[i][j] += factor * variance * half[i] * half[j]);
            }
        }
    }
    Some(Fitted { weights, covariance: between(&inverse, &spread) })
}

/// The variables of a sample, and its score.
pub type Sample = (Vec<f64>, f64);

/// The weights that maximise the posterior, and the curve near them.
fn most_likely(groups: &[impl AsRef<[Sample]>], precision: f64) -> Option<(Vec<f64>, Curve)> {
    let count = groups.iter().flat_map(AsRef::as_ref).next()?.0.len();
    let mut weights = vec![0.0; count];
    for _ in 0..STEPS {
        let Curve { slope, inverse, .. } = Curve::at(groups, &weights, precision)?;
        let mut far = 0.0_f64;
        for (weight, row) in weights.iter_mut().zip(&inverse) {
            // Limit the step to where the quadratic approximation holds.
            let step: f64 = row.iter().zip(&slope).map(|(a, b)| a * b).sum();
            *weight += step.clamp(-1.0, 1.0);
            far = far.max(step.abs());
        }
        if far < 1e-9 {
            break;
        }
    }
    let curve = Curve::at(groups, &weights, precision)?;
    Some((weights, curve))
}

/// The expected score of a sample.
fn chance(variables: &[f64], weights: &[f64]) -> f64 {
    let sum: f64 = variables.iter().zip(weights).map(|(x, w)| x * w).sum();
    1.0 / (1.0 + (-sum).exp())
}

/// The matrix product outer · inner · outer, of symmetric matrices.
fn between(outer: &[Vec<f64>], inner: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let product = |a: &[f64], b: &[f64]| -> f64 { a.iter().zip(b).map(|(a, b)| a * b).sum() };
    let half: Vec<Vec<f64>> =
        outer.iter().map(|row| inner.iter().map(|column| product(row, column)).collect()).collect();
    half.iter().map(|row| outer.iter().map(|column| product(row, column)).collect()).collect()
}

/// The log posterior density near some weights.
struct Curve {
    /// Its gradient.
    slope: Vec<f64>,
    /// The inverse of the negated matrix of its second derivatives.
    inverse: Vec<Vec<f64>>,
    /// The sum over the groups of the outer products of their parts of the gradient.
    spread: Vec<Vec<f64>>,
}

impl Curve {
    fn at(groups: &[impl AsRef<[Sample]>], weights: &[f64], precision: f64) -> Option<Self> {
        let count = weights.len();
        let mut slope: Vec<f64> = weights.iter().map(|weight| -precision * weight).collect();
        let mut matrix = vec![vec![0.0; count]; count];
        let mut spread = matrix.clone();
        (0..count).for_each(|i| matrix[i][i] = precision);
        for group in groups {
            let mut own = vec![0.0; count];
            for (variables, score) in group.as_ref() {
                let expected = chance(variables, weights);
                let variance = expected * (1.0 - expected);
                for i in (0..count).filter(|&i| variables[i] != 0.0) {
                    own[i] += variables[i] * (score - expected);
                    for j in 0..count {
                        matrix[i][j] += variables[i] * variables[j] * variance;
                    }
                }
            }
            for i in (0..count).filter(|&i| own[i] != 0.0) {
                slope[i] += own[i];
                (0..count).for_each(|j| spread[i][j] += own[i] * own[j]);
            }
        }
        Some(Self { slope, inverse: inverse(matrix)?, spread })
    }
}

/// The weights that best explain the values of the samples by least squares. Weights that the
/// samples do not determine are 0. `None` where there are no samples or variables.
pub fn least_squares(samples: &[(Vec<f64>, f64)]) -> Option<Vec<f64>> {
    /// A ridge so small that it matters only to weights that are not determined.
    const LITTLE: f64 = 1e-6;
    let count = samples.first()?.0.len();
    let mut matrix = vec![vec![0.0; count]; count];
    (0..count).for_each(|i| matrix[i][i] = LITTLE);
    let mut sums = vec![0.0; count];
    for (variables, value) in samples {
        for i in 0..count {
            sums[i] += variables[i] * value;
            (0..count).for_each(|j| matrix[i][j] += variables[i] * variables[j]);
        }
    }
    let inverse = inverse(matrix)?;
    let weight = |row: &Vec<f64>| row.iter().zip(&sums).map(|(a, b)| a * b).sum();
    Some(inverse.iter().map(weight).collect())
}

/// The inverse of a symmetric matrix that is positive definite, by Gauss and Jordan without
/// pivoting, which such a matrix does not need; `None` of another, and of none.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let count = matrix.len();
    let mut inverse = vec![vec![0.0; count]; count];
    (0..count).for_each(|i| inverse[i][i] = 1.0);
    for i in 0..count {
        let pivot = matrix[i][i];
        if pivot.is_nan() || pivot <= 0.0 {
            return None;
        }
        for row in [&mut matrix[i], &mut inverse[i]] {
            row.iter_mut().for_each(|x| *x /= pivot);
        }
        let (from, by) = (matrix[i].clone(), inverse[i].clone());
        for j in (0..count).filter(|&j| j != i) {
            let factor = matrix[j][i];
            matrix[j].iter_mut().zip(&from).for_each(|(x, y)| *x -= factor * y);
            inverse[j].iter_mut().zip(&by).for_each(|(x, y)| *x -= factor * y);
        }
    }
    (count > 0).then_some(inverse)
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::*;

    #[test]
    fn what_games_were_made_by_is_found() {
        let true_weights = [0.8, 0.0, -0.4];
        let mut rng = starboard_core::rng(1, 0);
        let samples: Vec<_> = (0..20_000)
            .map(|_| {
                let variables: Vec<f64> =
                    (0..3).map(|_| f64::from(rng.random_range(-1..=1))).collect();
                let sum: f64 = variables.iter().zip(true_weights).map(|(x, w)| x * w).sum();
                let wins = rng.random_bool(1.0 / (1.0 + (-sum).exp()));
                vec![(variables, f64::from(u8::from(wins)))]
            })
            .collect();
        let fitted = logistic(&samples, 2.0).expect("samples");
        for (i, expected) in true_weights.into_iter().enumerate() {
            let error = fitted.error(i);
            assert!((fitted.weights[i] - expected).abs() < 3.0 * error, "{fitted:?}");
            assert!((0.015..0.022).contains(&error), "{fitted:?}");
        }
    }

    #[test]
    fn without_games_the_prior_stands() {
        let samples = [(vec![1.0, 0.0], 1.0), (vec![-1.0, 0.0], 0.0)].map(|sample| vec![sample]);
        let fitted = logistic(&samples, 0.5).expect("samples");
        assert!(fitted.weights[0] > 0.1 && fitted.weights[1] == 0.0, "{fitted:?}");
        assert!(fitted.error(0) < 0.5 && (fitted.error(1) - 0.5).abs() < 1e-12, "{fitted:?}");
        assert_eq!(logistic(&[], 1.0), None);
        assert_eq!(logistic(&[vec![(vec![], 1.0)]], 1.0), None);
    }

    /// Two games that end one each, whatever is played, say nothing by chance.
    #[test]
    fn pairs_say_more_than_games() {
        let game = |score: f64| (vec![1.0], score);
        let split = vec![vec![game(1.0), game(0.0)]; 200];
        let apart: Vec<_> = split.iter().flatten().map(|game| vec![game.clone()]).collect();
        let [by_pair, by_game] = [split, apart].map(|groups| logistic(&groups, 1.0).expect("it"));
        assert!(by_pair.weights[0].abs() < 1e-9 && by_game.weights[0].abs() < 1e-9);
        assert!(by_pair.error(0) < 0.02, "{by_pair:?}");
        assert!((by_game.error(0) - 0.1).abs() < 0.01, "{by_game:?}");
    }

    /// The pairs of a round robin of players of these strengths, drawn by lot, from openings of
    /// which some are worth this much to the first player, and others to the second.
    fn round_robin(
        strengths: &[f64],
        rounds: usize,
        opening: f64,
        rng: &mut impl RngExt,
    ) -> Vec<[Sample; 2]> {
        let count = strengths.len();
        let pairings = (0..count).flat_map(|a| (a + 1..count).map(move |b| [a, b]));
        let pairings: Vec<_> = std::iter::repeat_n(pairings, rounds).flatten().collect();
        let mut pair = |[a, b]: [usize; 2]| {
            let mut variables = vec![0.0; count];
            (variables[a], variables[b]) = (1.0, -1.0);
            let edge = if rng.random_bool(0.5) { opening } else { -opening };
            [edge, -edge].map(|edge| {
                let chance = 1.0 / (1.0 + (strengths[b] - strengths[a] - edge).exp());
                (variables.clone(), f64::from(u8::from(rng.random_bool(chance))))
            })
        };
        pairings.into_iter().map(&mut pair).collect()
    }

    /// How often, in per cent, the intervals of the leads of all over the third player hold them.
    fn coverage(rounds: usize, opening: f64) -> f64 {
        const TRIES: u64 = 400;
        let truth = [0.3, -0.5, 0.2, 0.0];
        let mut rng = starboard_core::rng(11, rounds as u64);
        let mut held = 0;
        for _ in 0..TRIES {
            let pairs = round_robin(&truth, rounds, opening, &mut rng);
            let fitted = strengths(&pairs, 10.0).expect("pairs");
            for other in [0, 1, 3] {
                let mut lead = [0.0; 4];
                (lead[other], lead[2]) = (1.0, -1.0);
                let found = fitted.contrast(&lead);
                let away = found.value - (truth[other] - truth[2]);
                held += u64::from(away.abs() < Z * found.error);
            }
        }
        100.0 * held as f64 / (3 * TRIES) as f64
    }

    #[test]
    fn strengths_are_held_as_often_as_their_intervals_say() {
        for rounds in [10, 40] {
            let held = coverage(rounds, 0.0);
            assert!((93.0..97.5).contains(&held), "{rounds}: {held} %");
        }
        // What the opening decides is the same for both: intervals are shorter, and hold
        // what the games would come to on average over such openings, which is less than the
        // strengths.
        let mut rng = starboard_core::rng(12, 0);
        let mut error = |opening: f64| {
            let fitted = strengths(&round_robin(&[0.0; 4], 100, opening, &mut rng), 10.0);
            fitted.expect("pairs").contrast(&[1.0, -1.0, 0.0, 0.0]).error
        };
        let [even, decided] = [0.0, 3.0].map(&mut error);
        assert!(decided < 0.6 * even, "{decided} {even}");
    }

    /// Openings decide every game, half of them for the first player: moving first is worth
    /// nothing, and the interval covers how far a few openings are from that.
    #[test]
    fn what_openings_decide_tells_little_of_what_it_is_worth_to_begin() {
        const TRIES: usize = 200;
        let mut rng = starboard_core::rng(13, 0);
        let held = (0..TRIES).filter(|_| {
            let pairs: Vec<_> = (0..40)
                .map(|_| {
                    let first = f64::from(u8::from(rng.random_bool(0.5)));
                    [(vec![1.0, -1.0, 1.0], first), (vec![1.0, -1.0, -1.0], 1.0 - first)]
                })
                .collect();
            let begin = strengths(&pairs, 2.3).expect("pairs").contrast(&[0.0, 0.0, 1.0]);
            begin.value.abs() < Z * begin.error
        });
        let held = 100 * held.count() / TRIES;
        assert!((91..99).contains(&held), "{held} %");
    }

    #[test]
    fn who_wins_every_game_may_be_far_better() {
        let game = (vec![1.0, -1.0], 1.0);
        let won = vec![[game.clone(), game]; 10];
        let found = strengths(&won, 2.3).expect("pairs").contrast(&[1.0, -1.0]);
        // With the prior, four logits; six, or two, would not be a surprise.
        assert!((3.0..5.0).contains(&found.value), "{found:?}");
        assert!((1.0..2.0).contains(&found.error), "{found:?}");
        assert_eq!(strengths(&[], 1.0), None);
    }

    #[test]
    fn lines_in_space_are_found() {
        let samples: Vec<_> = (0..9)
            .map(|i| {
                let (x, y) = (f64::from(i % 3), f64::from(i / 3));
                (vec![x, y, 0.0], 2.0 * x - 3.0 * y)
            })
            .collect();
        let weights = least_squares(&samples).expect("samples");
        for (weight, expected) in weights.iter().zip([2.0, -3.0, 0.0]) {
            assert!((weight - expected).abs() < 1e-4, "{weights:?}");
        }
    }
}
