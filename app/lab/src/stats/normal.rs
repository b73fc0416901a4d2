//! The standard normal distribution.

use std::f64::consts::{FRAC_1_SQRT_2, TAU};

/// The probability that a standard normal variable is at most `x`, to the last
/// digits of an `f64` in both tails.
pub fn normal_probability(x: f64) -> f64 {
    0.5 * libm::erfc(-x * FRAC_1_SQRT_2)
}

/// The `x` of which [`normal_probability`] is `p`; infinite for 0 and 1, and
/// beyond.
///
/// Abramowitz and Stegun 1964, 26.2.23, which is good to 4.5e-4, and from there by
/// Halley's method, which trebles the correct digits at each step.
pub fn normal_quantile(p: f64) -> f64 {
    if p <= 0.0 {
        return f64::NEG_INFINITY;
    }
    if p >= 1.0 {
        return f64::INFINITY;
    }
    // The upper tail has no digits to spare near 1, so it is the mirrored lower one.
    if p > 0.5 {
        return -normal_quantile(1.0 - p);
    }
    let t = (-2.0 * p.ln()).sqrt();
    let start = t
        - (2.515_517 + t * (0.802_853 + t * 0.010_328))
            / (1.0 + t * (1.432_788 + t * (0.189_269 + t * 0.001_308)));
    (0..2).fold(-start, |x, _| {
        let density = (-x * x / 2.0).exp() / TAU.sqrt();
        let step = (normal_probability(x) - p) / density;
        if step.is_finite() { x - step / (1.0 + x * step / 2.0) } else { x }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_is_that_of_the_tables() {
        for (x, p) in [
            (0.0, 0.5),
            (0.5, 0.691_462_461_274_013),
            (1.0, 0.841_344_746_068_543),
            (1.644_853_626_951_472_2, 0.95),
            (1.959_963_984_540_054, 0.975),
            (3.0, 0.998_650_101_968_369_9),
        ] {
            assert!((normal_probability(x) - p).abs() < 1e-14, "{x}");
            assert!((normal_probability(-x) - (1.0 - p)).abs() < 1e-14, "{x}");
            assert!((normal_quantile(p) - x).abs() < 1e-12, "{p}");
        }
        assert_eq!(normal_quantile(0.0), f64::NEG_INFINITY);
        assert_eq!(normal_quantile(1.0), f64::INFINITY);
    }

    #[test]
    fn the_quantile_undoes_the_probability_far_into_the_tail() {
        for x in (-37..0).map(f64::from) {
            let there = normal_quantile(normal_probability(x));
            assert!((there - x).abs() < 1e-9, "{x} comes back as {there}");
        }
    }
}
