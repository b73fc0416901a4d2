//! Student's distribution.

use std::f64::consts::FRAC_2_PI;

/// The 97.5 % quantile of Student's distribution with this many degrees of
/// freedom, to two decimals: its expansion about the normal one (Abramowitz
/// and Stegun 1964, 26.7.5), which is of no use for the first few.
pub(super) fn student(freedom: usize) -> f64 {
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

/// The probability that a variable of Student's distribution with this many degrees of freedom, at
/// least one, is at most `t`: Abramowitz and Stegun 1964, 26.7.3 and 26.7.4.
pub(super) fn student_probability(t: f64, freedom: usize) -> f64 {
    let angle = (t / (freedom as f64).sqrt()).atan();
    let (sine, cosine) = angle.sin_cos();
    // The sum has every other power of the cosine up to two below the degrees of freedom.
    let first = if freedom.is_multiple_of(2) { 1.0 } else { cosine };
    let (mut term, mut sum) = (first, 0.0);
    for power in (freedom % 2..freedom.saturating_sub(1)).step_by(2) {
        sum += term;
        let power = power as f64;
        term *= cosine * cosine * (power + 1.0) / (power + 2.0);
    }
    let between = match freedom % 2 {
        0 => sine * sum,
        _ => FRAC_2_PI * (angle + sine * sum),
    };
    (0.5 + between / 2.0).clamp(0.0, 1.0)
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
    fn the_probability_undoes_the_quantile() {
        for freedom in [1, 2, 3, 4, 9, 30, 121, 2000] {
            let p = student_probability(student(freedom), freedom);
            assert!((p - 0.975).abs() < 1e-4, "{freedom}: {p}");
            let other = student_probability(-student(freedom), freedom);
            assert!((p + other - 1.0).abs() < 1e-12, "{freedom}");
            assert_eq!(student_probability(0.0, freedom), 0.5);
        }
        // Of one degree it is Cauchy's, of two it can be written down, too.
        assert!((student_probability(1.0, 1) - 0.75).abs() < 1e-12);
        let two = 0.5 + 3.0 / (2.0 * 11_f64.sqrt());
        assert!((student_probability(3.0, 2) - two).abs() < 1e-12);
        // Of three: 0.5 + (atan(x) + x / (1 + x^2)) / pi, with x = t / sqrt(3).
        let three = 0.5 + (1_f64.atan() + 0.5) / std::f64::consts::PI;
        assert!((student_probability(3_f64.sqrt(), 3) - three).abs() < 1e-12);
    }
}
