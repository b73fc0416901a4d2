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
    /// More of the points, in their order; may be shorter.
    pub details: Vec<Detail>,
}

/// What there is to a point beside its place.
#[derive(Clone, Debug, Default)]
pub struct Detail {
    /// What shows on hovering; if empty, the name of the series and the place.
    pub tooltip: String,
    /// Between which heights the point lies, the lower first: whiskers.
    pub whiskers: Option<[f64; 2]>,
    /// What is written beside the point; nothing if empty.
    pub label: String,
}

/// A height that goes with no x in particular.
#[derive(Clone, Debug, Default)]
pub struct Level {
    /// What the legend calls it.
    pub name: String,
    /// Where it is drawn, from side to side; nowhere if it is not finite.
    pub height: f64,
    /// What shows on hovering over the mark at its end.
    pub tooltip: String,
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
    /// Heights to compare the data with, in the styles that come next.
    pub levels: Vec<Level>,
}

impl LineChart {
    /// The chart as an SVG element.
    pub fn svg(&self) -> String {
        const HEIGHT: f64 = 260.0;
        const LEFT: f64 = 46.0;
        const RIGHT: f64 = WIDTH - 12.0;
        const BOTTOM: f64 = HEIGHT - 38.0;
        let mut out = svg::open(&self.title, HEIGHT);
        let names = self.series.iter().map(|s| s.name.as_str());
        let names = names.chain(self.levels.iter().map(|level| level.name.as_str()));
        let top = svg::legend(&mut out, 31.0, svg::mark, names) + 20.0;

        let points = || self.series.iter().flat_map(|s| &s.points);
        let xs = points().map(|p| p.0).chain(self.x_ticks.iter().copied());
        let details = self.series.iter().flat_map(|s| &s.details);
        let whiskers = details.flat_map(|detail| detail.whiskers.into_iter().flatten());
        let ys = points().map(|p| p.1).chain(whiskers);
        let ys = ys.chain(self.levels.iter().map(|level| level.height));
        let (x, y) = (Scale::fit(self.x, xs), Scale::fit(self.y, ys));
        let at = |px: f64, py: f64| {
            (LEFT + x.place(px) * (RIGHT - LEFT), BOTTOM - y.place(py) * (BOTTOM - top))
        };

        for tick in y.ticks() {
            let (_, height) = at(0.0, tick);
            svg::line(&mut out, "g", (LEFT, height), (RIGHT, height));
            svg::text(&mut out, (LEFT - 4.0, height + 3.5), "end", &short(tick));
        }
        let x_ticks = if self.x_ticks.is_empty() { x.ticks() } else { self.x_ticks.clone() };
        for tick in x_ticks {
            let (right, _) = at(tick, 0.0);
            svg::line(&mut out, "a", (right, BOTTOM), (right, BOTTOM + 3.0));
            svg::text(&mut out, (right, BOTTOM + 14.0), "middle", &short(tick));
        }
        svg::line(&mut out, "a", (LEFT, BOTTOM), (RIGHT, BOTTOM));
        svg::text(&mut out, (4.0, top - 8.0), "start", &self.y_label);
        svg::text(&mut out, (RIGHT, HEIGHT - 8.0), "end", &self.x_label);

        // What is compared with comes first: labels of points are written over it.
        for (i, level) in (self.series.len()..).zip(&self.levels) {
            if level.height.is_finite() {
                let (_, height) = at(0.0, level.height);
                path(&mut out, i, [(LEFT, height), (RIGHT, height)]);
                svg::mark(&mut out, i, (RIGHT, height), &level.tooltip);
            }
        }
        for (i, series) in self.series.iter().enumerate() {
            let finite = |&(_, p): &(usize, &(f64, f64))| p.0.is_finite() && p.1.is_finite();
            let points = series.points.iter().enumerate().filter(finite);
            if !self.scatter {
                path(&mut out, i, points.clone().map(|(_, &(px, py))| at(px, py)));
            }
            let crowded = !self.scatter && points.clone().count() > MARKS;
            for (n, &(px, py)) in points.filter(|_| !crowded) {
                let detail = series.details.get(n);
                if let Some(ends) = detail.and_then(|detail| detail.whiskers) {
                    whisker(&mut out, i, ends.map(|end| at(px, end)));
                }
                let own = detail.map(|detail| &detail.tooltip).filter(|text| !text.is_empty());
                let place = || format!("{}: {} at {}", series.name, short(py), short(px));
                let (right, height) = at(px, py);
                svg::mark(&mut out, i, (right, height), &own.cloned().unwrap_or_else(place));
                if let Some(label) = detail.map(|d| d.label.as_str()).filter(|l| !l.is_empty()) {
                    let (anchor, aside) =
                        if right > WIDTH - 80.0 { ("end", -6.0) } else { ("start", 6.0) };
                    svg::text(&mut out, (right + aside, height + 3.5), anchor, label);
                }
            }
        }
        out.push_str("</svg>");
        out
    }
}

/// The line of a series through these places.
fn path(out: &mut String, series: usize, places: impl IntoIterator<Item = (f64, f64)>) {
    let (class, dashes) = (series % STYLES, svg::dashes(series));
    let _ = write!(out, "<path class=\"l c{class}\" stroke-dasharray=\"{dashes}\" d=\"");
    for (n, (right, height)) in places.into_iter().enumerate() {
        let command = if n == 0 { 'M' } else { 'L' };
        let _ = write!(out, "{command}{right:.1} {height:.1}");
    }
    out.push_str("\"/>");
}

/// A line between two places, one above the other, with caps.
fn whisker(out: &mut String, series: usize, ends: [(f64, f64); 2]) {
    const CAP: f64 = 2.5;
    let class = format!("c{}", series % STYLES);
    svg::line(out, &class, ends[0], ends[1]);
    for (x, y) in ends {
        svg::line(out, &class, (x - CAP, y), (x + CAP, y));
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
            details: vec![Detail {
                tooltip: "\"t\"".to_owned(),
                whiskers: Some([-3.0, f64::INFINITY]),
                label: "<here>".to_owned(),
            }],
        });
        LineChart {
            title: "a < b & c".to_owned(),
            x_label: "x".to_owned(),
            y_label: "y".to_owned(),
            y,
            scatter,
            series: series.collect(),
            levels: [1.0, f64::NAN].map(|height| Level { height, ..Level::default() }).to_vec(),
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
        assert!(svg.contains("&quot;t&quot;") && svg.contains("20 at 3"), "{svg}");
        let many: Vec<_> = (0..100).map(|i| (f64::from(i), 1.0)).collect();
        assert!(!chart(&[&many], Axis::Linear, false).svg().contains("<title>"));
        assert!(chart(&[&many], Axis::Linear, true).svg().contains("<title>"));
    }

    #[test]
    fn whiskers_and_levels_are_on_the_scale() {
        let whiskers = Some([-10.0, 20.0]);
        let series = Series {
            points: vec![(1.0, 5.0)],
            details: vec![Detail { whiskers, ..Detail::default() }],
            ..Series::default()
        };
        let level = Level { height: -10.0, tooltip: "low".to_owned(), ..Level::default() };
        let chart = LineChart { series: vec![series], levels: vec![level], ..LineChart::default() };
        let svg = chart.svg();
        // The axis goes from -10 at 222 to 20 below the two names.
        assert!(svg.contains("y1=\"222.0\" x2=\"348.0\" y2=\"57.0\""), "{svg}");
        assert!(svg.contains("d=\"M46.0 222.0L348.0 222.0\""), "{svg}");
        assert!(svg.contains("<title>low</title>"), "{svg}");
    }
}
