//! Figures as text.

use std::{fmt, time::Duration};

use starboard_core::Value;

/// A value in units of `unit` grid points, with its sign and as many digits as
/// mean anything.
pub fn value(value: Value, unit: i32) -> String {
    if value == Value::MAX || value == Value::MIN {
        return format!("{value:?}");
    }
    units(f64::from(value.raw()) / f64::from(unit), unit)
}

/// A value that is in units already; see [`value`].
pub fn units(value: f64, unit: i32) -> String {
    let digits = match unit {
        ..=1 => 0,
        2..=10 => 1,
        11..=100 => 2,
        _ => 3,
    };
    format!("{value:+.digits$}")
}

/// A time, in seconds or for short ones in milliseconds.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct DurationText(pub Duration);

impl fmt::Display for DurationText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 < Duration::from_secs(1) {
            write!(f, "{} ms", self.0.as_millis())
        } else {
            write!(f, "{} s", self.0.as_secs_f64())
        }
    }
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
        assert_eq!(units(0.25, 100), "+0.25");
        let time = |ms| DurationText(Duration::from_millis(ms)).to_string();
        assert_eq!((time(500), time(2500)), ("500 ms".to_owned(), "2.5 s".to_owned()));
    }
}
