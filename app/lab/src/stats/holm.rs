//! Tests of single hypotheses, and of many at once.

use super::{deviation, mean, normal_probability};

/// The two-sided p-value for the mean of the population being zero, against the
/// normal distribution: for samples of some dozens and more. 1 where all are
/// zero; `None` of fewer than two.
pub fn mean_p_value(sample: &[f64]) -> Option<f64> {
    let (mean, deviation) = (mean(sample)?, deviation(sample)?);
    if mean == 0.0 {
        return Some(1.0);
    }
    let z = mean.abs() / deviation * (sample.len() as f64).sqrt();
    Some((2.0 * normal_probability(-z)).min(1.0))
}

/// The p-values adjusted for there being so many of them (Holm 1979): reject
/// what is below the level, and the odds to reject anything that is true are
/// within the level.
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    holm_of(p_values, p_values.len())
}

/// The same where `planned` tests were laid down of which only these are known.
/// The others count as 1, which can make the adjusted values larger but never
/// smaller than they will be once all are known.
pub fn holm_of(p_values: &[f64], planned: usize) -> Vec<f64> {
    let count = planned.max(p_values.len());
    let mut order: Vec<_> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let mut adjusted = vec![0.0; p_values.len()];
    let mut least: f64 = 0.0;
    for (rank, i) in order.into_iter().enumerate() {
        least = least.max(p_values[i] * (count - rank) as f64).min(1.0);
        adjusted[i] = least;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn p_values_are_those_of_the_normal_distribution() {
        // Mean 0.2 and deviation 1 of a hundred: two standard errors.
        let side = 0.99f64.sqrt();
        let sample: Vec<_> =
            (0..100).map(|i| 0.2 + if i % 2 == 0 { side } else { -side }).collect();
        let p = mean_p_value(&sample).expect("a hundred");
        assert!((p - 0.0455).abs() < 1e-4, "{p}");
        assert_eq!(mean_p_value(&[1.0, -1.0]), Some(1.0));
        assert_eq!(mean_p_value(&[0.0, 0.0]), Some(1.0));
        assert_eq!(mean_p_value(&[1.0, 1.0]), Some(0.0));
        assert_eq!(mean_p_value(&[1.0]), None);
    }

    #[test]
    fn holm_steps_down() {
        for (given, expected) in [
            (&[][..], &[][..]),
            (&[0.25], &[0.25]),
            (&[0.5, 0.0625, 0.125, 0.03125], &[0.5, 0.1875, 0.25, 0.125]),
            (&[0.5, 0.75], &[1.0, 1.0]),
            (&[0.25, 0.125, 0.25], &[0.5, 0.375, 0.5]),
        ] {
            assert_eq!(holm(given), expected);
        }
    }

    #[test]
    fn tests_that_were_left_out_count() {
        assert_eq!(holm_of(&[0.0625], 6), [0.375]);
        assert_eq!(holm_of(&[0.5, 0.0625], 6), [1.0, 0.375]);
        assert_eq!(holm_of(&[0.25, 0.125], 1), holm(&[0.25, 0.125]));
        // Whatever the others turn out to be, with all known it is no larger.
        for rest in [[0.0, 0.0], [0.01, 0.9], [0.02, 0.03], [1.0, 1.0]] {
            let all = holm(&[0.02, 0.3, rest[0], rest[1]]);
            let known = holm_of(&[0.02, 0.3], 4);
            assert!(all[0] <= known[0] && all[1] <= known[1], "{all:?} and {known:?}");
        }
    }
}
