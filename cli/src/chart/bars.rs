//! Horizontal bars in groups.

use std::fmt::Write;

use super::{
    scale::{Axis, Scale, short},
    svg::{self, STYLES, WIDTH},
};

/// Bars under one heading.
#[derive(Clone, Debug, Default)]
pub struct Group {
    /// What the heading says.
    pub name: String,
    /// Label, length and tooltip of each bar, from the top; a bar that is not
    /// finite is only labelled.
    pub bars: Vec<(String, f64, String)>,
}

/// Groups of horizontal bars along one axis: long labels stay readable on a
/// narrow screen.
#[derive(Clone, Debug, Default)]
pub struct BarChart {
    /// What the chart shows.
    pub title: String,
    /// What the length means, and in what unit.
    pub x_label: String,
    /// How lengths are laid out.
    pub x: Axis,
    /// The bars.
    pub groups: Vec<Group>,
}

impl BarChart {
    /// The chart as an SVG element.
    pub fn svg(&self) -> String {
        const TOP: f64 = 24.0;
        const ROW: f64 = 15.0;
        const HEADING: f64 = 20.0;
        let rows: usize = self.groups.iter().map(|g| g.bars.len()).sum();
        let headings = self.groups.iter().filter(|g| !g.name.is_empty()).count();
        let bottom = TOP + ROW * rows as f64 + HEADING * headings as f64 + 4.0;
        let mut out = svg::open(&self.title, bottom + 38.0);

        let labels = self.groups.iter().flat_map(|g| &g.bars).map(|b| b.0.chars().count());
        let left = (labels.max().unwrap_or(0) as f64 * 5.8 + 12.0).clamp(30.0, 180.0);
        let right = WIDTH - 40.0;
        let lengths = self.groups.iter().flat_map(|g| &g.bars).map(|b| b.1);
        let x = Scale::fit(self.x, lengths);
        let at = |length: f64| left + x.place(length) * (right - left);
        // A bar on a logarithmic axis has no natural start; its end is what counts.
        let start = if self.x == Axis::FromZero { at(0.0) } else { left };

        let ticks = x.ticks();
        let every = ticks.len().div_ceil(((right - left) / 36.0) as usize).max(1);
        for (i, &tick) in ticks.iter().enumerate() {
            svg::line(&mut out, "g", (at(tick), TOP), (at(tick), bottom));
            if i % every == 0 {
                svg::text(&mut out, (at(tick), bottom + 13.0), "middle", &short(tick));
            }
        }
        svg::text(&mut out, (right, bottom + 29.0), "end", &self.x_label);
        svg::line(&mut out, "a", (start, TOP), (start, bottom));

        let mut y = TOP;
        for group in &self.groups {
            if !group.name.is_empty() {
                y += HEADING;
                svg::text(&mut out, (4.0, y - 6.0), "start", &group.name);
            }
            for (i, (label, length, tooltip)) in group.bars.iter().enumerate() {
                let label = cut(label, ((left - 10.0) / 5.8) as usize);
                svg::text(&mut out, (left - 5.0, y + 10.5), "end", &label);
                if length.is_finite() {
                    let (from, to) = (start.min(at(*length)), start.max(at(*length)));
                    let (class, width) = (i % STYLES, (to - from).max(0.5));
                    let _ = write!(
                        out,
                        "<g class=\"c{class}\"><rect class=\"m\" x=\"{from:.1}\" y=\"{:.1}\" \
                         width=\"{width:.1}\" height=\"{:.1}\"><title>{}</title></rect></g>",
                        y + 2.0,
                        ROW - 4.0,
                        svg::escape(tooltip),
                    );
                    svg::text(&mut out, (to + 3.0, y + 10.5), "start", &short(*length));
                } else {
                    svg::text(&mut out, (start + 3.0, y + 10.5), "start", "-");
                }
                y += ROW;
            }
        }
        out.push_str("</svg>");
        out
    }
}

/// The text, or as much of it as fits into `most` characters.
fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most.saturating_sub(1)).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::svg::tests::check_svg;

    #[test]
    fn awkward_data_make_well_formed_pictures() {
        let bar = |length: f64| {
            ("a <label> that is & much too long to fit".to_owned(), length, "\"t\"".to_owned())
        };
        for x in [Axis::FromZero, Axis::Linear, Axis::Log] {
            for lengths in
                [&[][..], &[0.0], &[f64::NAN], &[1.0, -2.0, 0.0], &[1e-9, 1e12], &[1.0; 12]]
            {
                let bars = lengths.iter().map(|&l| bar(l)).collect();
                let groups = vec![Group { name: "one & all".to_owned(), bars }, Group::default()];
                let chart = BarChart { title: "<t>".to_owned(), x, groups, ..BarChart::default() };
                check_svg(&chart.svg());
            }
        }
        check_svg(&BarChart::default().svg());
    }
}
