//! The logistic function from a table, the same on every machine.

/// The logit 1, in the units of a network's last layer.
pub(super) const LOGIT: i32 = 1 << 22;
/// Probability 1, in the units of [`sigmoid`].
pub(super) const CERTAIN: u32 = 1 << 24;

/// Logits beyond this are clipped to it.
const END: i32 = 14;
/// Table steps per logit of 1.
const STEPS: i32 = 64;
/// Units of a logit per table step.
const STEP: i32 = LOGIT / STEPS;

static TABLE: [u32; (2 * END * STEPS + 1) as usize] = table();

/// The probability, in units of 2^-24, of a logit in units of 2^-22: linear between the steps of
/// the table, with an error below 2^-18.
#[inline]
pub(super) fn sigmoid(logit: i32) -> u32 {
    let end = END * LOGIT - 1;
    let x = (logit.clamp(-end, end) + END * LOGIT) as u32;
    let (step, rest) = ((x / STEP as u32) as usize, x % STEP as u32);
    let (low, high) = (TABLE[step], TABLE[step + 1]);
    low + (high - low) * rest / STEP as u32
}

/// Uses only arithmetic that is the same everywhere, and no library functions.
const fn table() -> [u32; (2 * END * STEPS + 1) as usize] {
    // e^(1/64) by its series.
    let (mut ratio, mut term, mut n) = (1.0, 1.0, 1);
    while n < 12 {
        term = term / n as f64 / STEPS as f64;
        ratio += term;
        n += 1;
    }
    let mut table = [0; (2 * END * STEPS + 1) as usize];
    let (middle, mut power, mut i) = ((END * STEPS) as usize, 1.0, 0);
    while i <= middle {
        let low = 1.0 / (1.0 + power);
        table[middle - i] = (low * CERTAIN as f64 + 0.5) as u32;
        table[middle + i] = CERTAIN - table[middle - i];
        // Even in the middle, where the function is steepest, the product fits 32 bits.
        let steps = table[middle - i.saturating_sub(1)] - table[middle - i];
        assert!(steps as u64 * (STEP as u64 - 1) <= u32::MAX as u64);
        power *= ratio;
        i += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_the_logistic_function() {
        let mut last = 0;
        for i in -160..=160 {
            let x = f64::from(i) / 10.0 + 0.003;
            let logit = (x * f64::from(LOGIT)) as i32;
            let p = sigmoid(logit);
            assert!(p >= last && p < CERTAIN, "at {x}");
            last = p;
            let exact = 1.0 / (1.0 + (-x.clamp(-14.0, 14.0)).exp());
            let error = f64::from(p) / f64::from(CERTAIN) - exact;
            assert!(error.abs() < 4e-6, "at {x}: {error}");
        }
        assert_eq!(sigmoid(0), CERTAIN / 2);
        assert_eq!(sigmoid(i32::MIN) + sigmoid(i32::MAX), sigmoid(i32::MAX) + sigmoid(i32::MIN));
    }
}
