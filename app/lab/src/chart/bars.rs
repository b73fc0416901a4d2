//! Horizontal bars in groups, or marks with whiskers.

use std::fmt::Write;

use super::{
    scale::{Axis, Scale, short},
    svg::{self, STYLES, WIDTH},
};

/// One bar.
#[derive(Clone, Debug, Default)]
pub struct Bar {
    /// What is written above it.
    pub label: String,
    /// How long it is; one that is not finite is only labelled.
    pub length: f64,
    /// Between which lengths it lies, the lower first: whiskers.
    pub whiskers: Option<[f64; 2]>,
    /// What shows on hovering.
    pub tooltip: String,
    /// Which entry of the legend it belongs to.
    pub kind: usize,
}

/// Bars under one heading.
#[derive(Clone, Debug, Default)]
pub struct Group {
    /// What the heading says; none if empty.
    pub name: String,
    /// The bars, from the top.
    pub bars: Vec<Bar>,
}

/// Groups of horizontal bars along one axis, each under its label: long labels
/// stay readable on a narrow screen. On a logarithmic axis there are marks in place of
/// bars: it has no zero from which a length could be seen.
#[derive(Clone, Debug, Default)]
pub struct BarChart {
    /// What the chart shows.
    pub title: String,
    /// What the length means, and in what unit.
    pub x_label: String,
    /// How lengths are laid out.
    pub x: Axis,
    /// Whether only their ends are marked: with whiskers, a forest plot. A logarithmic axis
    /// has marks in any case.
    pub marks: bool,
    /// The names of the kinds of bars.
    pub legend: Vec<String>,
    /// The bars.
    pub groups: Vec<Group>,
}

impl BarChart {
    /// The chart as an SVG element.
    pub fn svg(&self) -> String {
        const LEFT: f64 = 8.0;
        const RIGHT: f64 = WIDTH - 44.0;
        const ROW: f64 = 27.0;
        const HEADING: f64 = 20.0;
        let bars = || self.groups.iter().flat_map(|g| &g.bars);
        let headings = self.groups.iter().filter(|g| !g.name.is_empty()).count();
        let mut body = String::new();
        let marks = self.marks || self.x == Axis::Log;
        let top = match self.legend.is_empty() {
            true => 22.0,
            false => {
                let kind = if marks { svg::mark } else { svg::swatch };
                svg::legend(&mut body, 31.0, kind, self.legend.iter().map(String::as_str))
            }
        };
        let bottom = top + ROW * bars().count() as f64 + HEADING * headings as f64 + 4.0;
        let mut out = svg::open(&self.title, bottom + 36.0) + &body;

        let ends = |b: &Bar| [b.length].into_iter().chain(b.whiskers.into_iter().flatten());
        let x = Scale::fit(self.x, bars().flat_map(ends));
        let at = |length: f64| LEFT + x.place(length) * (RIGHT - LEFT);
        let start = if self.x == Axis::FromZero { at(0.0) } else { LEFT };
        for tick in x.ticks() {
            svg::line(&mut out, "g", (at(tick), top), (at(tick), bottom));
            // The label of the left end would stick out of the picture.
            let anchor = if at(tick) < 20.0 { "start" } else { "middle" };
            svg::text(&mut out, (at(tick), bottom + 13.0), anchor, &short(tick));
        }
        svg::text(&mut out, (WIDTH - 12.0, bottom + 29.0), "end", &self.x_label);
        svg::line(&mut out, "a", (start, top), (start, bottom));

        let mut y = top;
        for group in &self.groups {
            if !group.name.is_empty() {
                y += HEADING;
                svg::text(&mut out, (4.0, y - 6.0), "start", &group.name);
            }
            for bar in &group.bars {
                svg::text(&mut out, (LEFT + 3.0, y + 12.0), "start", &cut(&bar.label, 56));
                let whiskers = bar.whiskers.map(|ends| ends.map(at));
                let from = (!marks).then_some(start);
                draw(&mut out, bar, (from, at(bar.length)), whiskers, y + 15.0);
                y += ROW;
            }
        }
        out.push_str("</svg>");
        out
    }
}

/// A bar between two places, or a mark at the end of one that has no start, its
/// top at `y`; with its whiskers, and its length beside it.
fn draw(
    out: &mut String,
    bar: &Bar,
    (start, end): (Option<f64>, f64),
    whiskers: Option<[f64; 2]>,
    y: f64,
) {
    const HEIGHT: f64 = 9.0;
    const CAP: f64 = 2.5;
    let (middle, base) = (y + HEIGHT / 2.0, y + 8.5);
    if !bar.length.is_finite() {
        return svg::text(out, (start.unwrap_or(end) + 3.0, base), "start", "-");
    }
    let from = start.unwrap_or(end).min(end);
    let mut to = start.unwrap_or(end).max(end);
    if start.is_some() {
        let (class, width) = (bar.kind % STYLES, (to - from).max(0.5));
        let tooltip = svg::escape(&bar.tooltip);
        let _ = write!(
            out,
            "<g class=\"c{class}\"><rect class=\"m\" x=\"{from:.1}\" y=\"{y:.1}\" \
             width=\"{width:.1}\" height=\"{HEIGHT}\"><title>{tooltip}</title></rect></g>",
        );
    }
    if let Some([low, high]) = whiskers {
        // Those of a mark have its colour; on a bar, they stand out from it.
        let class = match start {
            Some(_) => "w".to_owned(),
            None => format!("c{}", bar.kind % STYLES),
        };
        svg::line(out, &class, (low, middle), (high, middle));
        for end in [low, high] {
            svg::line(out, &class, (end, middle - CAP), (end, middle + CAP));
        }
        to = to.max(high);
    }
    if start.is_none() {
        svg::mark(out, bar.kind, (end, middle), &bar.tooltip);
        to += 3.0;
    }
    svg::text(out, (to + 3.0, base), "start", &short(bar.length));
}

/// The text, or as much of it as fits into `most` characters.
fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::svg::tests::check_svg;

    #[test]
    fn awkward_data_make_well_formed_pictures() {
        let bar = |length: f64| Bar {
            label: "a <label> that is & much too long ".repeat(3),
            length,
            whiskers: (length != 0.0).then_some([length - 1.0, f64::INFINITY]),
            tooltip: "\"t\"".to_owned(),
            kind: 7,
        };
        for x in [Axis::FromZero, Axis::Linear, Axis::Log] {
            for lengths in
                [&[][..], &[0.0], &[f64::NAN], &[1.0, -2.0, 0.0], &[1e-9, 1e12], &[1.0; 12]]
            {
                let bars = lengths.iter().map(|&l| bar(l)).collect();
                let groups = vec![Group { name: "one & all".to_owned(), bars }, Group::default()];
                let legend = vec!["one kind".to_owned()];
                let mut chart = BarChart { x, legend, groups, ..BarChart::default() };
                check_svg(&chart.svg());
                chart.marks = true;
                check_svg(&chart.svg());
            }
        }
        check_svg(&BarChart::default().svg());
    }

    #[test]
    fn whiskers_reach_from_end_to_end() {
        let bar = Bar { length: 5.0, whiskers: Some([-10.0, 20.0]), ..Bar::default() };
        let groups = vec![Group { bars: vec![bar], ..Group::default() }];
        let svg = BarChart { groups, marks: true, ..BarChart::default() }.svg();
        // The axis goes from -10 to 20: both whiskers end where it does.
        assert!(svg.contains("x1=\"8.0\" y1=\"41.5\" x2=\"316.0\" y2=\"41.5\""), "{svg}");
        assert_eq!(svg.matches("<rect").count(), 0);
    }
}
