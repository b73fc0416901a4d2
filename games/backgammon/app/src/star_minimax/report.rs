//! The paper's tables and figures, reproduced next to the printed ones.

use super::{
    paper,
    plan::{Algorithm, Cell, Kind},
    summary::{Line, OddEven, Summary},
};
use starboard_lab::{
    chart::{Axis, LineChart, Series, short},
    html::{Document, Table, counted, grouped, percent, with_interval},
    stats::{Interval, few},
};

/// The report: tables for the terminal and HTML, charts for HTML.
pub fn document(summary: &Summary, command: &str) -> Document {
    let parameters = &summary.parameters;
    let mut out = Document::new("*-Minimax performance in backgammon");
    out.paragraph(format!(
        "Expectimax, Star1 and Star2 on {} from seeded self-play (of {}, seed {}), \
         each searched alone on an empty table, to depth {} as the paper counts, leaves evaluated \
         by {}. Every search finds all moves that are as good as the best.",
        counted(summary.positions, "contact position"),
        super::plan::available(),
        parameters.seed,
        parameters.depth,
        parameters.evaluator,
    ));
    out.code(command);
    let differ: Vec<_> =
        lines(summary).filter(|line| !line.identical).map(|line| name(line.cell)).collect();
    out.paragraph(match differ.as_slice() {
        [] => format!(
            "Root value and set of best moves identical to expectimax in every one of {} searches.",
            summary.searches.len()
        ),
        names => format!("NOT identical to expectimax: {}.", names.join("; ")),
    });

    out.heading("Table 1: average time");
    out.table(times(summary));
    out.note(format!(
        "CPU time of the searching thread, in seconds a position; shares are ratios of totals, \
         with bootstrap intervals of 95 % over the positions. The paper's machine: {}. {}",
        paper::MACHINE,
        few([summary.positions])
    ));
    out.heading("Work");
    let rows: Vec<_> = summary.rows.iter().collect();
    out.table(work(summary, &rows, "Totals over all positions, without a table"));
    if !summary.variants.is_empty() {
        let deep: Vec<_> = summary.variants.iter().filter(|line| line.cell.d > 1).collect();
        out.table(work(summary, &deep, "With a table, and with other bounds"));
    }
    out.table(bounds(summary));

    out.heading("Figures 1 to 3");
    if let Some(savings) = &summary.savings {
        let range = |range: Option<Interval>| {
            range.map_or("-".to_owned(), |r| {
                format!("{} to {}", percent(Some(r.low)), percent(Some(r.high)))
            })
        };
        out.paragraph(format!(
            "Star2 saved {} of expectimax's time a position at d = {}, and {} of its evaluations; \
             the paper says about {:.0} % to {:.0} % at d = 5.",
            range(savings.time),
            savings.d,
            range(savings.evaluations),
            paper::SAVINGS.0,
            paper::SAVINGS.1,
        ));
    }
    out.charts(figures(summary));
    out.note("The paper prints no numbers for its figures.");

    out.heading("Table 2: probe efficiency");
    out.table(probe_efficiency(summary));
    out.heading("Table 3: odd-even effect");
    out.table(odd_even(&summary.odd_even));
    out.note(
        "Value of the root at d = 1 less that at the other depth, in points for the mover: \
         average with Student's interval of 95 %, average size, standard deviation of the size. \
         The paper's trials are 3200 positions each of games of GNU Backgammon.",
    );
    out
}

fn lines(summary: &Summary) -> impl Iterator<Item = &Line> {
    summary.rows.iter().chain(&summary.variants)
}

fn main_line(summary: &Summary, d: u32, algorithm: Algorithm) -> Option<&Line> {
    summary.rows.iter().find(|line| line.cell.d == d && line.cell.algorithm == algorithm)
}

fn depths(summary: &Summary) -> impl Iterator<Item = u32> + use<> {
    (1..=summary.parameters.depth).step_by(2)
}

/// The name of a way to search, for tables.
fn name(cell: Cell) -> String {
    let table = if cell.table > 0 { " + table" } else { "" };
    let bounds = match cell.bounds {
        Kind::Loose => ", ±1000",
        Kind::Rules => ", ±3",
        Kind::Position => "",
    };
    format!("{}{table}{bounds}", cell.algorithm.name())
}

fn times(summary: &Summary) -> Table {
    let mut table = Table::new(
        "Average time (s), and share of expectimax",
        ["", "expectimax", "star1", "%", "star2", "%"],
    );
    // Searches of one move are too short for their times to be compared.
    for d in depths(summary).filter(|&d| d > 1 || summary.parameters.depth == 1) {
        let mut cells = vec![format!("d = {d}, here")];
        for algorithm in Algorithm::ALL {
            let line = main_line(summary, d, algorithm);
            let average = line.map(|line| line.cpu_seconds / line.positions.max(1) as f64);
            cells.push(average.map_or("-".to_owned(), |s| format!("{s:.6}")));
            if algorithm != Algorithm::Expectimax {
                cells.push(line.map_or("-".to_owned(), |line| {
                    with_interval(line.share_of_time, line.time_share.interval)
                }));
            }
        }
        table.row(cells);
        if let Some((_, seconds, shares)) = paper::TIMES.iter().find(|row| row.0 == d) {
            table.row([
                format!("d = {d}, paper"),
                format!("{:.1}", seconds[0]),
                format!("{:.1}", seconds[1]),
                format!("{:.0} %", shares[0]),
                format!("{:.1}", seconds[2]),
                format!("{:.0} %", shares[1]),
            ]);
        }
    }
    table
}

fn work(summary: &Summary, lines: &[&Line], caption: &str) -> Table {
    let mut columns = vec![
        "search",
        "identical",
        "evaluations",
        "share of expectimax (95 %)",
        "mean over positions (95 %)",
        "nodes",
        "generations",
        "CPU s",
        "share of time (95 %)",
        "table hits",
    ];
    if summary.parameters.profile {
        columns.extend(["generating s", "evaluating s"]);
    }
    let mut table = Table::new(caption, columns);
    for line in lines {
        let hits =
            (line.table_probes > 0).then(|| line.table_hits as f64 / line.table_probes as f64);
        let mut cells = vec![
            format!("{}, d = {}", name(line.cell), line.cell.d),
            if line.identical { "yes" } else { "NO" }.to_owned(),
            grouped(line.evaluations),
            with_interval(line.share_of_expectimax_evaluations, line.evaluations_share.interval),
            with_interval(line.evaluations_share.mean, line.evaluations_share.mean_interval),
            grouped(line.nodes),
            grouped(line.generations),
            format!("{:.3}", line.cpu_seconds),
            with_interval(line.share_of_time, line.time_share.interval),
            percent(hits),
        ];
        if summary.parameters.profile {
            cells.push(format!("{:.3}", line.generation_seconds));
            cells.push(format!("{:.3}", line.evaluation_seconds));
        }
        table.row(cells);
    }
    table
}

/// How much tight bounds are worth.
fn bounds(summary: &Summary) -> Table {
    let depths: Vec<_> = depths(summary).filter(|&d| d > 1).collect();
    let mut columns = vec![String::from("bounds")];
    for d in &depths {
        columns.push(format!("star1, d = {d}"));
        columns.push(format!("star2, d = {d}"));
    }
    let mut table = Table::new("Evaluations as a share of expectimax, by the bounds", columns);
    for kind in Kind::ALL {
        let label = match kind {
            Kind::Loose => "loose (±1000 points)",
            Kind::Rules => "rules (±3 points)",
            Kind::Position => "position (what can still happen)",
        };
        let share = |d, algorithm| {
            let cell = Cell { d, algorithm, bounds: kind, table: 0 };
            let line = lines(summary).find(|line| line.cell == cell)?;
            line.share_of_expectimax_evaluations
        };
        let shares = depths.iter().flat_map(|&d| {
            [Algorithm::Star1, Algorithm::Star2].map(|algorithm| share(d, algorithm))
        });
        let shares: Vec<_> = shares.collect();
        if shares.iter().any(Option::is_some) {
            let cells = shares.into_iter().map(percent);
            table.row(std::iter::once(label.to_owned()).chain(cells));
        }
    }
    table
}

fn probe_efficiency(summary: &Summary) -> Table {
    let depths: Vec<_> = depths(summary).filter(|&d| d > 1).collect();
    let heads = depths.iter().map(|d| format!("d = {d}"));
    let mut table = Table::new(
        "Of the chance nodes that Star2 probes, the share settled by probing alone",
        std::iter::once(String::new()).chain(heads),
    );
    let mut row = |label: &str, value: &dyn Fn(u32) -> Option<f64>| {
        let cells = depths.iter().map(|&d| percent(value(d)));
        table.row(std::iter::once(label.to_owned()).chain(cells));
    };
    row("here", &|d| main_line(summary, d, Algorithm::Star2)?.probe_efficiency);
    if summary.parameters.table > 0 {
        row("here, with a table", &|d| {
            let with_table = |line: &&Line| {
                line.cell.d == d && line.cell.table > 0 && line.cell.algorithm == Algorithm::Star2
            };
            summary.variants.iter().find(with_table)?.probe_efficiency
        });
    }
    row("paper", &|d| {
        let printed = paper::PROBE_EFFICIENCY.iter().find(|row| row.0 == d)?;
        Some(printed.1 / 100.0)
    });
    table
}

fn odd_even(rows: &[OddEven]) -> Table {
    let mut table = Table::new(
        "Difference of the root value (points)",
        ["", "positions", "average", "abs. average", "abs. std. dev.", "std. dev.", "same move"],
    );
    let points = |x: Option<f64>| x.map_or("-".to_owned(), |x| format!("{x:.4}"));
    for row in rows {
        let d = row.d;
        let average = match row.average_interval {
            Some(Interval { low, high }) => {
                format!("{} ({low:.4} to {high:.4})", points(row.average))
            }
            None => points(row.average),
        };
        table.row([
            format!("d = 1 vs. {d}, here"),
            row.positions.to_string(),
            average,
            points(row.absolute_average),
            points(row.absolute_deviation),
            points(row.deviation),
            percent(row.same_move),
        ]);
        for (_, trials) in paper::ODD_EVEN.iter().filter(|printed| printed.0 == d) {
            for (i, trial) in trials.iter().enumerate() {
                let [average, size, deviation] = trial.map(|x| format!("{x:.4}"));
                let label = format!("d = 1 vs. {d}, paper, trial {}", i + 1);
                let (none, count) = (String::from("-"), String::from("3200"));
                table.row([label, count, average, size, deviation, none.clone(), none]);
            }
        }
    }
    table
}

fn figures(summary: &Summary) -> Vec<(String, String)> {
    let d = summary.parameters.depth;
    let of = |algorithm: Algorithm| {
        let bounds = summary.parameters.bounds.main();
        let cell = Cell { d, algorithm, bounds, table: 0 };
        let rows = summary.searches.iter().filter(move |row| row.cell == cell);
        rows.take(paper::FIGURE_POSITIONS).collect::<Vec<_>>()
    };
    // In the order of expectimax's time, as the paper has them; without times, of its work.
    let expectimax = of(Algorithm::Expectimax);
    let mut order: Vec<_> = (0..expectimax.len()).collect();
    order.sort_by(|&a, &b| {
        let (a, b) = (expectimax[a], expectimax[b]);
        a.cpu_seconds.total_cmp(&b.cpu_seconds).then(a.evaluations.cmp(&b.evaluations))
    });
    let by_position = |cost: fn(&super::Row) -> f64| -> Vec<Series> {
        let series = Algorithm::ALL.map(|algorithm| {
            let rows = of(algorithm);
            let places = order.iter().zip(1..);
            let points = places.filter_map(|(&i, x)| Some((f64::from(x), cost(rows.get(i)?))));
            Series {
                name: algorithm.name().to_owned(),
                points: points.collect(),
                ..Series::default()
            }
        });
        series.to_vec()
    };
    let averages = Algorithm::ALL.map(|algorithm| {
        let lines = summary.rows.iter().filter(|line| line.cell.algorithm == algorithm);
        let points = lines
            .map(|line| (f64::from(line.cell.d), line.nodes as f64 / line.positions.max(1) as f64));
        Series { name: algorithm.name().to_owned(), points: points.collect(), ..Series::default() }
    });
    let shown = order.len();
    let ticks: Vec<_> =
        std::iter::once(1).chain((5..=shown).step_by(5)).map(|x| x as f64).collect();
    let base = LineChart { x: Axis::Linear, y: Axis::Log, ..LineChart::default() };
    let charts = [
        LineChart {
            title: format!("Figure 1: CPU time at d = {d}"),
            x_label: "position".to_owned(),
            y_label: "seconds".to_owned(),
            x_ticks: ticks.clone(),
            series: by_position(|row| row.cpu_seconds),
            ..base.clone()
        },
        LineChart {
            title: format!("Figure 2: nodes visited at d = {d}"),
            x_label: "position".to_owned(),
            y_label: "nodes".to_owned(),
            x_ticks: ticks,
            series: by_position(|row| row.nodes as f64),
            ..base.clone()
        },
        LineChart {
            title: "Figure 3: average nodes visited".to_owned(),
            x_label: "depth d".to_owned(),
            y_label: "nodes".to_owned(),
            x_ticks: depths(summary).map(f64::from).collect(),
            series: averages.to_vec(),
            ..base
        },
    ];
    let most = expectimax.iter().map(|row| row.nodes).max().unwrap_or(0) as f64;
    let captions = [
        format!("{shown} positions sorted by expectimax's time; the paper's 25 took 10 to 1000 s."),
        format!("The same positions; expectimax visits at most {}.", short(most)),
        format!(
            "Averages over {} positions; the paper's over {}.",
            summary.positions,
            paper::POSITIONS
        ),
    ];
    charts.iter().map(LineChart::svg).zip(captions).collect()
}
