//! Regression on several variables at once.

/// A weight of each variable, and its standard error.
#[derive(Clone, Debug, PartialEq)]
pub struct Fitted {
    /// The weights.
    pub weights: Vec<f64>,
    /// Their standard errors.
    pub errors: Vec<f64>,
}

/// Steps of Newton's method, of which a handful is enough.
const STEPS: usize = 50;

/// Logistic regression with a normal prior of 0 and `deviation` for each weight: what makes
/// the scores of the samples, each from 0 to 1 and with as many variables as the others, most
/// likely, in natural units (logits). Samples of a group need not be independent of each other:
/// the errors are those of sandwiches over groups (Huber 1967; White 1982), with the prior
/// as one more. `None` where there are no samples or variables.
pub fn logistic(groups: &[Vec<(Vec<f64>, f64)>], deviation: f64) -> Option<Fitted> {
    let count = groups.iter().flatten().next()?.0.len();
    let precision = deviation.powi(-2);
    let mut weights = vec![0.0; count];
    for _ in 0..STEPS {
        let Curve { slope, inverse, .. } = Curve::at(groups, &weights, precision)?;
        let mut far = 0.0_f64;
        for (weight, row) in weights.iter_mut().zip(&inverse) {
            // No further than where the curve is still the like.
            let step: f64 = row.iter().zip(&slope).map(|(a, b)| a * b).sum();
            *weight += step.clamp(-1.0, 1.0);
            far = far.max(step.abs());
        }
        if far < 1e-9 {
            break;
        }
    }
    let Curve { inverse, spread, .. } = Curve::at(groups, &weights, precision)?;
    // Weights that follow the samples closely make these look less varied than they are.
    let few = groups.len() as f64 / (groups.len().saturating_sub(count)).max(1) as f64;
    let variance = |row: &Vec<f64>| -> f64 {
        let mut sum = precision * row.iter().map(|x| x * x).sum::<f64>();
        for (i, spread) in spread.iter().enumerate() {
            let product: f64 = spread.iter().zip(row).map(|(a, b)| a * b).sum();
            sum += few.min(2.0) * row[i] * product;
        }
        sum
    };
    let errors = inverse.iter().map(|row| variance(row).sqrt()).collect();
    Some(Fitted { weights, errors })
}

/// The logarithm of what is likely, near some weights.
struct Curve {
    /// Its gradient.
    slope: Vec<f64>,
    /// The inverse of the negated matrix of its second derivatives.
    inverse: Vec<Vec<f64>>,
    /// The sum over the groups of the outer products of what each has in the gradient.
    spread: Vec<Vec<f64>>,
}

impl Curve {
    fn at(groups: &[Vec<(Vec<f64>, f64)>], weights: &[f64], precision: f64) -> Option<Self> {
        let count = weights.len();
        let mut slope: Vec<f64> = weights.iter().map(|weight| -precision * weight).collect();
        let mut matrix = vec![vec![0.0; count]; count];
        let mut spread = matrix.clone();
        (0..count).for_each(|i| matrix[i][i] = precision);
        for group in groups {
            let mut own = vec![0.0; count];
            for (variables, score) in group {
                let sum: f64 = variables.iter().zip(weights).map(|(x, w)| x * w).sum();
                let expected = 1.0 / (1.0 + (-sum).exp());
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

/// Weights that explain the values of the samples best by least squares. What the samples do
/// not tell is 0. `None` where there are no samples or variables.
pub fn least_squares(samples: &[(Vec<f64>, f64)]) -> Option<Vec<f64>> {
    /// So little that it changes nothing but what is not told.
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
        let Fitted { weights, errors } = logistic(&samples, 2.0).expect("samples");
        for ((weight, error), expected) in weights.iter().zip(&errors).zip(true_weights) {
            assert!((weight - expected).abs() < 3.0 * error, "{weights:?} {errors:?}");
            assert!((0.015..0.022).contains(error), "{errors:?}");
        }
    }

    #[test]
    fn without_games_the_prior_stands() {
        let samples = [(vec![1.0, 0.0], 1.0), (vec![-1.0, 0.0], 0.0)].map(|sample| vec![sample]);
        let Fitted { weights, errors } = logistic(&samples, 0.5).expect("samples");
        assert!(weights[0] > 0.1 && weights[1] == 0.0, "{weights:?}");
        assert!(errors[0] < 0.5 && (errors[1] - 0.5).abs() < 1e-12, "{errors:?}");
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
        assert!(by_pair.errors[0] < 0.02, "{by_pair:?}");
        assert!((by_game.errors[0] - 0.1).abs() < 0.01, "{by_game:?}");
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
