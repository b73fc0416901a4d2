//! The figures of searches for people.

use super::{
    Article, Base, Parameters, Part, Picture, Subject,
    summary::{Line, Ratio, Summary, Verdict},
    trend_report,
};
use starboard_lab::{
    chart::{Axis, Bar, BarChart, Group},
    html::{Document, Table, counted, grouped, percent},
    stats::{Interval, few},
};

/// The report: tables for the terminal and HTML, charts for HTML.
pub fn document(summary: &Summary, command: &str) -> Document {
    let parameters = &summary.parameters;
    let mut out = Document::new("Negative plausibility: nodes to a fixed depth");
    let games: Vec<_> = (parameters.games.iter().zip(&parameters.depths))
        .filter(|(game, depth)| is_deepest(parameters, **game, **depth))
        .map(|(game, depth)| {
            let to = if parameters.part == Part::D { "depths up to" } else { "depth" };
            format!("{game} to {to} {depth} by {}", game.search(parameters.part))
        })
        .collect();
    out.paragraph(format!(
        "{} of each game, each searched with an engine of its own: {}. The nodes of all \
         iterations count. P is negative plausibility with its weight.",
        counted(parameters.positions, "position"),
        games.join("; ")
    ));
    out.code(command);
    let searches = grouped(summary.searches.len() as u64);
    out.paragraph(match summary.identical {
        Some(true) => format!("Same root value in each of {searches} searches."),
        Some(false) => {
            "ROOT VALUES DIFFER: an order changed the value, and no figure below means anything."
                .to_owned()
        }
        None => {
            let differing: usize = summary.lines.iter().map(|line| line.differing).sum();
            format!(
                "What is left out depends on the order: {} of {searches} searches found another \
                 root value than the first way to order.",
                grouped(differing as u64)
            )
        }
    });
    out.paragraph(format!("These searches are {}.", summary.standing.sentence()));

    out.heading("With negative plausibility over without");
    out.table(effects(summary));
    out.note(
        "Geometric mean over positions of the ratio of nodes, all else equal, with its bootstrap \
         interval of 95 %; below 1 is good. The p-values of the comparisons that were to be tested \
         are adjusted by Holm's method; all others are explored, and of twenty such intervals one \
         misses 1 by chance.",
    );
    let few = few(summary.lines.iter().map(|line| line.positions));
    if !few.is_empty() {
        out.note(few);
    }
    out.charts([shown(effect_picture(summary))]);
    if !summary.trends.is_empty() {
        out.heading(trend_report::heading(summary));
        out.table(trend_report::table(summary));
        out.note(trend_report::note(summary));
        out.charts([shown(trend_report::picture(summary))]);
    }
    if parameters.part == Part::A {
        out.heading("All ways to order");
        for &base in &parameters.bases {
            out.table(lines(summary, base));
        }
        out.note(
            "Place of the cut: 1 for the first move searched; 16 stands for all later ones, too, so the \
             true mean may be larger.",
        );
        out.charts([shown(ratio_picture(summary))]);
    }
    out.heading("Where the cuts are");
    out.table(places(summary));
    out.charts(place_pictures(summary).into_iter().map(shown));
    out.heading("The article");
    out.paragraph(article());
    out
}

/// Every chart of the report.
pub fn pictures(summary: &Summary) -> Vec<Picture> {
    let all = (summary.parameters.part == Part::A).then(|| ratio_picture(summary));
    let trend = (!summary.trends.is_empty()).then(|| trend_report::picture(summary));
    let pictures = [effect_picture(summary)].into_iter().chain(all).chain(trend);
    pictures.chain(place_pictures(summary)).collect()
}

fn shown(picture: Picture) -> (String, String) {
    (picture.svg, picture.caption)
}

/// What the article reports, in a sentence.
pub(super) fn article() -> String {
    let Article { wins, losses, score, elo } = Article::new();
    let written = |interval: Option<Interval>, scale: f64| {
        interval.map_or(String::new(), |Interval { low, high }| {
            format!(" ({:.1} to {:.1})", scale * low, scale * high)
        })
    };
    format!(
        "J. Rollason, \"Negative Plausibility\", 2007, counts games, not nodes: {wins} of {} at 25 \
         minutes a side in Shogi, {:.1} %{}, {:+.0} Elo{}, in favour of the program with it; \
         Wilson's interval of 95 %.",
        wins + losses,
        100.0 * score.value,
        written(score.interval, 100.0),
        elo.value,
        written(elo.interval, 1.0),
    )
}

fn tested(summary: &Summary) -> impl Iterator<Item = (&Line, &Ratio)> {
    summary.lines.iter().filter_map(|line| Some((line, line.to_without.as_ref()?)))
}

fn effects(summary: &Summary) -> Table {
    let mut table = Table::new(
        "Nodes with negative plausibility, as a multiple of those without",
        ["order", "positions", "moves", "ratio (95 %)", "p", "adjusted p", "verdict"],
    );
    for (line, ratio) in tested(summary) {
        table.row([
            name(summary, line),
            line.positions.to_string(),
            format!("{:.1}", line.moves),
            multiple(Some(ratio)),
            p_value(ratio.p),
            p_value(ratio.adjusted_p),
            ratio.verdict.map_or(summary.standing.no_verdict(), Verdict::name).to_owned(),
        ]);
    }
    table
}

/// The same fit for the name of a file.
fn file_name(summary: &Summary, line: &Line) -> String {
    let name = name(summary, line).to_lowercase();
    let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}

/// The game or the order to begin with, whichever there is more than one of,
/// and what is learned.
fn name(summary: &Summary, line: &Line) -> String {
    match summary.parameters.part {
        Part::A => format!("{}: {}", line.cell.base, line.cell.label()),
        Part::D => format!("depth {}: {}", line.depth, line.cell.label()),
        _ => format!("{}: {}", line.game, line.cell.label()),
    }
}

fn lines(summary: &Summary, base: Base) -> Table {
    let mut table = Table::new(
        format!("Order to begin with: {base}"),
        ["learned", "nodes", "ratio to nothing (95 %)", "first move cuts", "mean place of the cut"],
    );
    for line in summary.lines.iter().filter(|line| line.cell.base == base) {
        table.row([
            line.cell.label(),
            grouped(line.nodes),
            multiple(line.to_nothing.as_ref()),
            percent(line.first_move_cut_rate),
            line.mean_cut_place.map_or("-".to_owned(), |place| format!("{place:.3}")),
        ]);
    }
    table
}

/// The first places one by one, then in ranges.
const PLACES: [(usize, usize, &str); 7] = [
    (0, 1, "1"),
    (1, 2, "2"),
    (2, 3, "3"),
    (3, 4, "4"),
    (4, 8, "5-8"),
    (8, 15, "9-15"),
    (15, 16, "16+"),
];

fn share_at(line: &Line, (from, to, _): (usize, usize, &str)) -> Option<f64> {
    let all: u64 = line.cut_at.iter().sum();
    let here: u64 = line.cut_at[from..to].iter().sum();
    (all > 0).then(|| here as f64 / all as f64)
}

fn places(summary: &Summary) -> Table {
    let columns = std::iter::once("order").chain(PLACES.map(|place| place.2));
    let mut table = Table::new("Cuts by the place of the move that cut", columns);
    for line in
        summary.lines.iter().filter(|line| is_deepest(&summary.parameters, line.game, line.depth))
    {
        let shares = PLACES.map(|place| percent(share_at(line, place)));
        table.row(std::iter::once(name(summary, line)).chain(shares));
    }
    table
}

/// Whether the game is not searched deeper.
fn is_deepest(parameters: &Parameters, game: Subject, depth: u32) -> bool {
    let mut all = parameters.games.iter().zip(&parameters.depths);
    all.all(|(&other, &deep)| other != game || deep <= depth)
}

fn effect_picture(summary: &Summary) -> Picture {
    let bars = tested(summary).map(|(line, ratio)| bar(name(summary, line), ratio));
    let groups = vec![Group { name: String::new(), bars: bars.collect() }];
    let chart = BarChart {
        title: "With negative plausibility over without".to_owned(),
        x_label: "nodes saved, in per cent (95 %)".to_owned(),
        x: Axis::FromZero,
        marks: true,
        groups,
        ..BarChart::default()
    };
    let caption = "Left of zero, it costs nodes.".to_owned();
    Picture { name: "nodes".to_owned(), svg: chart.svg(), caption }
}

/// What is saved, with its interval.
fn bar(name: String, ratio: &Ratio) -> Bar {
    let whiskers = ratio.interval.map(|Interval { low, high }| [saved(high), saved(low)]);
    let interval =
        whiskers.map_or(String::new(), |[low, high]| format!(" ({low:+.1} to {high:+.1})"));
    let (label, length) = (format!("{name}{interval}"), ratio.value.map_or(f64::NAN, saved));
    Bar { label, length, whiskers, tooltip: multiple(Some(ratio)), kind: 0 }
}

fn saved(ratio: f64) -> f64 {
    100.0 * (1.0 - ratio)
}

fn ratio_picture(summary: &Summary) -> Picture {
    let group = |base: Base| {
        let own = summary.lines.iter().filter(move |line| line.cell.base == base);
        let bars = own.filter_map(|line| Some(bar(line.cell.label(), line.to_nothing.as_ref()?)));
        Group { name: format!("from {base}"), bars: bars.collect() }
    };
    let chart = BarChart {
        title: "All ways to order over nothing learned".to_owned(),
        x_label: "nodes saved, in per cent (95 %)".to_owned(),
        x: Axis::FromZero,
        groups: summary.parameters.bases.iter().map(|&base| group(base)).collect(),
        ..BarChart::default()
    };
    let caption = "Each against the same order to begin with.".to_owned();
    Picture { name: "all-orders".to_owned(), svg: chart.svg(), caption }
}

/// A histogram for each comparison with the article's penalty: with and without.
fn place_pictures(summary: &Summary) -> Vec<Picture> {
    let pairs =
        tested(summary).filter(|(line, _)| line.cell.penalty.is_some_and(|p| p.weight == 1));
    let pairs = pairs.filter(|(line, _)| is_deepest(&summary.parameters, line.game, line.depth));
    let charts = pairs.filter_map(|(line, _)| {
        let without = super::Cell { penalty: None, ..line.cell };
        let other = summary
            .lines
            .iter()
            .find(|l| (l.game, l.depth, l.cell) == (line.game, line.depth, without))?;
        let group = |place: (usize, usize, &str)| {
            let bar = |line: &Line, kind| {
                let share = 100.0 * share_at(line, place).unwrap_or(f64::NAN);
                Bar { length: share, tooltip: format!("{share:.3} %"), kind, ..Bar::default() }
            };
            Group { name: format!("place {}", place.2), bars: vec![bar(other, 0), bar(line, 1)] }
        };
        let chart = BarChart {
            title: name(summary, line),
            x_label: "cuts, in per cent".to_owned(),
            x: Axis::FromZero,
            legend: vec!["without".to_owned(), "with".to_owned()],
            groups: PLACES.map(group).to_vec(),
            ..BarChart::default()
        };
        let caption = "Cuts by the place of the move that cut.".to_owned();
        Some(Picture {
            name: format!("places-{}", file_name(summary, line)),
            svg: chart.svg(),
            caption,
        })
    });
    charts.collect()
}

pub(super) fn multiple(ratio: Option<&Ratio>) -> String {
    let Some(Ratio { value: Some(value), interval, .. }) = ratio else { return "-".to_owned() };
    match interval {
        Some(Interval { low, high }) => format!("{value:.3} ({low:.3}-{high:.3})"),
        None => format!("{value:.3}"),
    }
}

/// A p-value to three places.
pub(super) fn p_value(p: Option<f64>) -> String {
    match p {
        Some(p) if p < 0.001 => "<0.001".to_owned(),
        Some(p) => format!("{p:.3}"),
        None => "-".to_owned(),
    }
}
