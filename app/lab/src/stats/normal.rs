//! The standard normal distribution.

/// The probability that a standard normal variable is at most `x`, to better
/// than 1.5e-7: the error function by Abramowitz and Stegun 1964, 7.1.26.
pub fn normal_probability(x: f64) -> f64 {
    const A: [f64; 5] =
        [0.254_829_592, -0.284_496_736, 1.421_413_741, -1.453_152_027, 1.061_405_429];
    let y = x.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * y);
    let sum = A.iter().rev().fold(0.0, |sum, a| (sum + a) * t);
    let upper = 0.5 * sum * (-y * y).exp();
    if x < 0.0 { upper } else { 1.0 - upper }
}

/// The `x` of which [`normal_probability`] is `p`, by bisection; infinite for 0
/// and 1, and beyond.
pub fn normal_quantile(p: f64) -> f64 {
    if p <= 0.0 {
        return f64::NEG_INFINITY;
    }
    if p >= 1.0 {
        return f64::INFINITY;
    }
    let (mut low, mut high) = (-40.0, 40.0);
    for _ in 0..80 {
        let middle = (low + high) / 2.0;
        if normal_probability(middle) < p {
            low = middle;
        } else {
            high = middle;
        }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_is_that_of_the_tables() {
        for (x, p) in [
            (0.0, 0.5),
            (0.5, 0.691_462),
            (1.0, 0.841_345),
            (1.644_854, 0.95),
            (1.959_964, 0.975),
            (3.0, 0.998_650),
        ] {
            assert!((normal_probability(x) - p).abs() < 1e-6, "{x}");
            assert!((normal_probability(-x) - (1.0 - p)).abs() < 1e-6, "{x}");
            assert!((normal_quantile(p) - x).abs() < 1e-4, "{p}");
        }
        assert_eq!(normal_quantile(0.0), f64::NEG_INFINITY);
        assert_eq!(normal_quantile(1.0), f64::INFINITY);
    }
}
