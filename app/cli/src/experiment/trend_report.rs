//! Trends for people: a table, and a chart.

use super::{
    Part, Picture,
    report::{multiple, p_value},
    summary::{Summary, Verdict},
};
use starboard_lab::{
    chart::{Axis, Detail, Level, LineChart, Series},
    html::Table,
};

pub(super) fn heading(summary: &Summary) -> &'static str {
    match summary.parameters.part {
        Part::D => "From depth to depth",
        _ => "From game to game",
    }
}

pub(super) fn table(summary: &Summary) -> Table {
    let explored = summary.standing.no_verdict();
    let mut table = match summary.parameters.part {
        Part::D => Table::new(
            "The factor of the ratio from a depth to the next",
            ["order", "factor (95 %)", "p", "adjusted p", "verdict"],
        ),
        _ => Table::new(
            "Rank correlation of the ratio and the number of moves",
            ["order", "correlation", "p", "more moves gain more"],
        ),
    };
    for trend in &summary.trends {
        let label = trend.cell.label();
        if let Some(ratio) = &trend.per_ply {
            table.row([
                label.clone(),
                multiple(Some(ratio)),
                p_value(ratio.p),
                p_value(ratio.adjusted_p),
                ratio.verdict.map_or(explored, Verdict::name).to_owned(),
            ]);
        }
        if let Some(rank) = &trend.with_moves {
            let verdict = match rank.supported {
                Some(true) => "supported",
                Some(false) => "not supported",
                None => explored,
            };
            table.row([
                label,
                format!("{:+.3}", rank.value),
                p_value(Some(rank.p)),
                verdict.to_owned(),
            ]);
        }
    }
    table
}

pub(super) fn note(summary: &Summary) -> &'static str {
    match summary.parameters.part {
        Part::D => {
            "The slope of the logarithm of the ratio over the depth, by least squares for each \
             position: its mean over positions as a factor, with its bootstrap interval. Below 1, \
             more is saved the deeper. Adjusted by Holm's method for all that stand here."
        }
        _ => {
            "Spearman's, over games: -1 where each game with more moves has a lower ratio. p is \
             the share of all orders of the games whose correlation is as far from 0."
        }
    }
}

/// The ratio over depths, or over the numbers of moves.
pub(super) fn picture(summary: &Summary) -> Picture {
    let by_depth = summary.parameters.part == Part::D;
    let series = summary.trends.iter().enumerate().map(|(i, trend)| {
        let own = summary.lines.iter().filter(|line| line.cell == trend.cell);
        let points = own.filter_map(|line| {
            let x = if by_depth { f64::from(line.depth) } else { line.moves };
            let point = (x, line.to_without.as_ref()?.value?);
            // Once is enough: the points of a game stand above each other.
            let label =
                if i == 0 && !by_depth { line.game.name().to_owned() } else { String::new() };
            Some((point, Detail { label, ..Detail::default() }))
        });
        let (points, details) = points.unzip();
        Series { name: trend.cell.label(), points, details }
    });
    let chart = LineChart {
        title: "With negative plausibility over without".to_owned(),
        x_label: if by_depth { "depth, in moves" } else { "legal moves, on average" }.to_owned(),
        y_label: "ratio of nodes".to_owned(),
        x: if by_depth { Axis::Linear } else { Axis::Log },
        y: Axis::Linear,
        scatter: !by_depth,
        x_ticks: if by_depth {
            summary.parameters.depths.iter().copied().map(f64::from).collect()
        } else {
            Vec::new()
        },
        series: series.collect(),
        levels: vec![Level { name: "no difference".to_owned(), height: 1.0, ..Level::default() }],
    };
    let caption = "Below 1, it saves nodes.".to_owned();
    Picture { name: "trend".to_owned(), svg: chart.svg(), caption }
}
