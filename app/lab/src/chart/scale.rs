//! Axes: where a number goes, and which numbers are written beside it.

/// How numbers are laid out along an axis.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Axis {
    /// Equal differences are equally long; zero is always shown.
    #[default]
    FromZero,
    /// Equal differences are equally long; only the data are shown.
    Linear,
    /// Equal ratios are equally long, with a tick a decade. Numbers that are
    /// not positive are drawn at the lower end.
    Log,
}

/// An axis fitted to data.
#[derive(Clone, Debug)]
pub(super) struct Scale {
    axis: Axis,
    /// The ends, in logarithms where the axis is logarithmic.
    low: f64,
    high: f64,
}

impl Scale {
    /// The axis that shows all `data`, with room to the next round number.
    pub(super) fn fit(axis: Axis, data: impl Iterator<Item = f64>) -> Self {
        let finite = data.filter(|x| x.is_finite());
        let (low, high) = match axis {
            Axis::Log => {
                let logs = finite.filter(|&x| x > 0.0).map(f64::log10);
                let (low, high) = ends(logs).unwrap_or((0.0, 1.0));
                let (low, high) = ((low + 1e-9).floor(), (high - 1e-9).ceil());
                (low, high.max(low + 1.0))
            }
            Axis::FromZero | Axis::Linear => {
                let (mut low, mut high) = ends(finite).unwrap_or((0.0, 1.0));
                if axis == Axis::FromZero {
                    (low, high) = (low.min(0.0), high.max(0.0));
                }
                if high - low <= f64::EPSILON * high.abs().max(low.abs()) {
                    let room = if high == 0.0 { 1.0 } else { 0.1 * high.abs() };
                    if axis == Axis::Linear {
                        low -= room;
                    }
                    high += room;
                }
                let step = step(high - low);
                ((low / step + 1e-9).floor() * step, (high / step - 1e-9).ceil() * step)
            }
        };
        Self { axis, low, high }
    }

    /// How far along the axis a number lies, from 0 to 1.
    pub(super) fn place(&self, x: f64) -> f64 {
        let x = match self.axis {
            Axis::Log if x > 0.0 => x.log10(),
            Axis::Log => self.low,
            _ => x,
        };
        if x.is_nan() {
            return 0.0;
        }
        ((x - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
    }

    /// The numbers to write beside the axis.
    pub(super) fn ticks(&self) -> Vec<f64> {
        if self.axis == Axis::Log {
            let (low, high) = (self.low as i32, self.high as i32);
            let step = ((high - low) as usize).div_ceil(9).max(1);
            return (low..=high).step_by(step).map(|e| 10f64.powi(e)).collect();
        }
        let step = step(self.high - self.low);
        let count = ((self.high - self.low) / step).round() as i32;
        (0..=count).map(|i| self.low + f64::from(i) * step).collect()
    }
}

fn ends(data: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    data.fold(None, |ends, x| {
        let (low, high) = ends.unwrap_or((x, x));
        Some((f64::min(low, x), f64::max(high, x)))
    })
}

/// A round number that goes four to eight times into `span`.
fn step(span: f64) -> f64 {
    let raw = (span / 5.0).max(f64::MIN_POSITIVE);
    let decade = 10f64.powf(raw.log10().floor());
    let factor = [1.0, 2.0, 5.0, 10.0].into_iter().find(|f| f * decade >= raw * 0.999);
    decade * factor.unwrap_or(10.0)
}

/// A number in a few characters, to three digits: `12.3k`, `4.5M`, `0.021`.
pub fn short(x: f64) -> String {
    if !x.is_finite() {
        return "-".to_owned();
    }
    let size = x.abs();
    // What rounds up to a thousand of a unit is one of the next.
    let (scaled, suffix) = match size {
        s if s >= 999.5e9 => return format!("{x:.1e}"),
        s if s >= 999.5e6 => (x / 1e9, "G"),
        s if s >= 999.5e3 => (x / 1e6, "M"),
        s if s >= 999.5 => (x / 1e3, "k"),
        s if s >= 0.001 || s == 0.0 => (x, ""),
        _ => return format!("{x:.0e}"),
    };
    let places = match scaled.abs() {
        s if s >= 99.95 => 0,
        s if s >= 9.995 => 1,
        s if s >= 0.9995 => 2,
        _ => 3,
    };
    let digits = format!("{scaled:.places$}");
    let digits = match digits.contains('.') {
        true => digits.trim_end_matches('0').trim_end_matches('.'),
        false => &digits,
    };
    format!("{digits}{suffix}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(axis: Axis, data: &[f64], ticks: &[&str]) {
        let scale = Scale::fit(axis, data.iter().copied());
        let shown: Vec<_> = scale.ticks().into_iter().map(short).collect();
        assert_eq!(shown, ticks, "{data:?}");
        for &x in data {
            assert!((0.0..=1.0).contains(&scale.place(x)), "{x} of {data:?}");
        }
    }

    #[test]
    fn ticks_are_round() {
        check(Axis::FromZero, &[3.0, 9.0], &["0", "2", "4", "6", "8", "10"]);
        check(Axis::Linear, &[101.0, 104.0], &["101", "102", "103", "104"]);
        check(Axis::Log, &[3.0, 2000.0], &["1", "10", "100", "1k", "10k"]);
        check(Axis::Log, &[0.02, 1.0], &["0.01", "0.1", "1"]);
    }

    #[test]
    fn awkward_data_get_an_axis() {
        for axis in [Axis::FromZero, Axis::Linear, Axis::Log] {
            for data in [
                &[][..],
                &[0.0],
                &[5.0],
                &[-1.0, -1.0],
                &[f64::NAN, f64::INFINITY, 2.0],
                &[1e-12, 1e18],
                &[0.0, -3.0],
            ] {
                let scale = Scale::fit(axis, data.iter().copied());
                let ticks = scale.ticks();
                assert!((2..=12).contains(&ticks.len()), "{axis:?} {data:?}: {ticks:?}");
                for &x in data.iter().chain(&ticks) {
                    assert!((0.0..=1.0).contains(&scale.place(x)), "{axis:?} {data:?}: {x}");
                }
            }
        }
    }

    #[test]
    fn numbers_are_short() {
        for (x, text) in [
            (0.0, "0"),
            (999.6, "1k"),
            (1234.0, "1.23k"),
            (-0.25, "-0.25"),
            (0.00001, "1e-5"),
            (100.0, "100"),
            (99.96, "100"),
            (3_141_592.0, "3.14M"),
            (f64::NAN, "-"),
        ] {
            assert_eq!(short(x), text);
        }
    }
}
