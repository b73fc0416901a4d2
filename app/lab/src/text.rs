//! Figures as text.

use starboard_core::Value;

/// A value in units of `unit` grid points, with its sign and as many digits as
/// mean anything.
pub fn value(value: Value, unit: i32) -> String {
    if value == Value::MAX || value == Value::MIN {
        return format!("{value:?}");
    }
    let digits = match unit {
        ..=1 => 0,
        2..=10 => 1,
        11..=100 => 2,
        _ => 3,
    };
    format!("{:+.digits$}", f64::from(value.raw()) / f64::from(unit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_the_digits_of_their_unit() {
        for (raw, unit, text) in
            [(3, 1, "+3"), (-15, 10, "-1.5"), (250, 1000, "+0.250"), (1 << 17, 1 << 18, "+0.500")]
        {
            assert_eq!(value(Value::new(raw), unit), text);
        }
        assert_eq!(value(Value::MIN, 10), "-inf");
    }
}
