//! Lines and scattered points.

use std::fmt::Write;

use super::{
    scale::{Axis, Scale, short},
    svg::{self, STYLES, WIDTH},
};

/// One line of a chart, or one cloud of points.
#[derive(Clone, Debug, Default)]
pub struct Series {
    /// What the legend calls it.
    pub name: String,
    /// The points in the order they are joined; those that are not finite are
    /// left out.
    pub points: Vec<(f64, f64)>,
}

/// The most points of a line that are marked: more would hide it.
const MARKS: usize = 80;

/// Points over a common pair of axes.
#[derive(Clone, Debug, Default)]
pub struct LineChart {
    /// What the chart shows.
    pub title: String,
    /// What runs to the right, and in what unit.
    pub x_label: String,
    /// What runs upwards, and in what unit.
    pub y_label: String,
    /// How x is laid out.
    pub x: Axis,
    /// How y is laid out.
    pub y: Axis,
    /// Only points, not joined.
    pub scatter: bool,
    /// The x values to label, if not any round ones.
    pub x_ticks: Vec<f64>,
    /// The data; from the seventh on, styles repeat.
    pub series: Vec<Series>,
}

impl LineChart {
    /// The chart as an SVG element.
    pub fn svg(&self) -> String {
        const HEIGHT: f64 = 260.0;
        const LEFT: f64 = 46.0;
        const BOTTOM: f64 = HEIGHT - 38.0;
        let mut out = svg::open(&self.title, HEIGHT);
        let names = self.series.iter().map(|s| s.name.as_str());
        let top = svg::legend(&mut out, 31.0, svg::mark, names) + 20.0;

        let points = || self.series.iter().flat_map(|s| &s.points);
        let xs = points().map(|p| p.0).chain(self.x_ticks.iter().copied());
        let (x, y) = (Scale::fit(self.x, xs), Scale::fit(self.y, points().map(|p| p.1)));
        let at = |px: f64, py: f64| {
            (LEFT + x.place(px) * (WIDTH - 12.0 - LEFT), BOTTOM - y.place(py) * (BOTTOM - top))
        };

        for tick in y.ticks() {
            let (_, height) = at(0.0, tick);
            svg::line(&mut out, "g", (LEFT, height), (WIDTH - 12.0, height));
            svg::text(&mut out, (LEFT - 4.0, height + 3.5), "end", &short(tick));
        }
        let x_ticks = if self.x_ticks.is_empty() { x.ticks() } else { self.x_ticks.clone() };
        for tick in x_ticks {
            let (right, _) = at(tick, 0.0);
            svg::line(&mut out, "a", (right, BOTTOM), (right, BOTTOM + 3.0));
            svg::text(&mut out, (right, BOTTOM + 14.0), "middle", &short(tick));
        }
        svg::line(&mut out, "a", (LEFT, BOTTOM), (WIDTH - 12.0, BOTTOM));
        svg::text(&mut out, (4.0, top - 8.0), "start", &self.y_label);
        svg::text(&mut out, (WIDTH - 12.0, HEIGHT - 8.0), "end", &self.x_label);

        for (i, series) in self.series.iter().enumerate() {
            let points = series.points.iter().filter(|p| p.0.is_finite() && p.1.is_finite());
            if !self.scatter {
                let path = points.clone().map(|&(px, py)| at(px, py)).enumerate().fold(
                    String::new(),
                    |mut path, (n, (right, height))| {
                        let command = if n == 0 { 'M' } else { 'L' };
                        let _ = write!(path, "{command}{right:.1} {height:.1}");
                        path
                    },
                );
                let (class, dashes) = (i % STYLES, svg::dashes(i));
                let _ = write!(
                    out,
                    "<path class=\"l c{class}\" stroke-dasharray=\"{dashes}\" d=\"{path}\"/>"
                );
            }
            let crowded = !self.scatter && points.clone().count() > MARKS;
            for &(px, py) in points.filter(|_| !crowded) {
                let tooltip = format!("{}: {} at {}", series.name, short(py), short(px));
                svg::mark(&mut out, i, at(px, py), &tooltip);
            }
        }
        out.push_str("</svg>");
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::svg::tests::check_svg;

    fn chart(points: &[&[(f64, f64)]], y: Axis, scatter: bool) -> LineChart {
        let series = points.iter().enumerate().map(|(i, points)| Series {
            name: format!("series <{i}> & \"more\""),
            points: points.to_vec(),
        });
        LineChart {
            title: "a < b & c".to_owned(),
            x_label: "x".to_owned(),
            y_label: "y".to_owned(),
            y,
            scatter,
            series: series.collect(),
            ..LineChart::default()
        }
    }

    #[test]
    fn awkward_data_make_well_formed_pictures() {
        for y in [Axis::FromZero, Axis::Linear, Axis::Log] {
            for scatter in [false, true] {
                for points in [
                    &[][..],
                    &[&[][..]],
                    &[&[(1.0, 2.0)][..]],
                    &[&[(1.0, 0.0), (2.0, -5.0), (3.0, 1e9)][..], &[(1.0, 1.0)]],
                    &[&[(f64::NAN, 1.0), (1.0, f64::INFINITY)][..]],
                    &[&[(1.0, 1.0)][..]; 9],
                ] {
                    check_svg(&chart(points, y, scatter).svg());
                }
            }
        }
    }

    #[test]
    fn every_finite_point_is_marked() {
        let svg = chart(&[&[(1.0, 10.0), (2.0, f64::NAN), (3.0, 20.0)]], Axis::Log, false).svg();
        assert_eq!(svg.matches("<title>").count(), 2, "{svg}");
        assert!(svg.contains("10 at 1"), "{svg}");
        let many: Vec<_> = (0..100).map(|i| (f64::from(i), 1.0)).collect();
        assert!(!chart(&[&many], Axis::Linear, false).svg().contains("<title>"));
        assert!(chart(&[&many], Axis::Linear, true).svg().contains("<title>"));
    }
}
