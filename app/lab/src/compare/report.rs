//! The comparison as a report: agreement first.

use super::measure::{Comparison, EngineResult, GameResult};
use crate::{
    chart::{Axis, Bar, BarChart, Group, short},
    html::{Document, Table, counted, grouped, percent, with_interval},
};

/// The kinds of engines in the charts.
const KINDS: [&str; 3] = ["reference", "same value and moves", "may differ"];

/// The report: tables for the terminal and HTML, charts for HTML.
pub fn document(comparison: &Comparison) -> Document {
    let mut out = Document::new("Starboard: algorithms compared");
    let all = || comparison.games.iter().flat_map(|game| &game.engines);
    let searches: usize = all().map(|engine| engine.searches.len()).sum();
    let exact: usize =
        all().filter(|engine| engine.entrant.exact).map(|engine| engine.searches.len()).sum();
    let wrong: Vec<_> = comparison
        .games
        .iter()
        .flat_map(|game| game.disagreeing().map(move |engine| (game, engine)))
        .map(|(game, engine)| {
            let missed = game.positions - engine.agreed;
            format!("{} in {}: {missed} of {}", engine.entrant.engine, game.game, game.positions)
        })
        .collect();
    out.paragraph(match wrong.as_slice() {
        [] => format!(
            "All exact algorithms agree: the value and the whole set of best moves are those of \
             the plain reference in every one of {exact} searches. {searches} searches in all, on \
             {}.",
            counted(comparison.games.len(), "game")
        ),
        wrong => format!("Exact algorithms that do NOT agree: {}.", wrong.join("; ")),
    });
    out.table(overview(comparison));
    for game in &comparison.games {
        out.heading(format!("{}: {}", game.game, game.about));
        let positions = match game.positions {
            n if n < game.available => {
                format!("{n} of {}", counted(game.available, "position"))
            }
            n => counted(n, "position"),
        };
        out.paragraph(format!(
            "{positions}, depth {} in moves; the reference is {}.",
            game.depth,
            game.engines.first().map_or("none", |engine| engine.entrant.engine.as_str()),
        ));
        out.table(engines(game));
        out.charts(charts(game));
    }
    out.heading("How this was made");
    out.code(comparison.command.clone());
    out.note(format!(
        "Starboard {}. Every search ran alone on one thread and began with nothing remembered; \
         all moves as good as the best were asked for, which costs some cuts. Counts and times are \
         totals over the positions; times are CPU times of the searching thread. Shares are ratios \
         of totals, with bootstrap intervals of 95 % over the positions (2000 samples). An engine \
         that may differ has no value to prove; shown is how often its move was one of the \
         reference's best.",
        comparison.version
    ));
    out
}

/// What a game's engines are measured by: evaluations, or nodes where every
/// line is played to its end.
fn work(game: &GameResult) -> (fn(&EngineResult) -> u64, &'static str) {
    let evaluates = game.engines.first().is_some_and(|e| e.counters.evaluations > 0);
    match evaluates {
        true => (|engine| engine.counters.evaluations, "evaluations"),
        false => (|engine| engine.counters.nodes, "nodes"),
    }
}

/// The best exact engine of each game in a line.
fn overview(comparison: &Comparison) -> Table {
    let mut table = Table::new(
        "What searching well saves",
        ["game", "reference", "its work", "least work, same result", "its work", "share"],
    );
    for game in &comparison.games {
        let (cost, what) = work(game);
        let exact = game.engines.iter().filter(|e| e.entrant.exact && e.agreed == game.positions);
        let best = exact.min_by_key(|engine| cost(engine));
        if let (Some(reference), Some(best)) = (game.engines.first(), best) {
            let share = (cost(reference) > 0).then(|| cost(best) as f64 / cost(reference) as f64);
            table.row([
                game.game.clone(),
                reference.entrant.engine.clone(),
                format!("{} {what}", grouped(cost(reference))),
                short_name(&best.entrant.engine),
                grouped(cost(best)),
                percent(share),
            ]);
        }
    }
    table
}

fn engines(game: &GameResult) -> Table {
    let mut table = Table::new(
        format!("{} to {}", game.game, limits(game)),
        [
            "engine",
            "agrees",
            "nodes",
            "evaluations",
            "share (95 %)",
            "generations",
            "CPU s",
            "share (95 %)",
            "first-move cuts",
            "probe efficiency",
            "table hits",
        ],
    );
    for engine in &game.engines {
        let EngineResult { entrant, counters, .. } = engine;
        let agrees = match entrant.exact {
            true => format!("{}/{}", engine.agreed, game.positions),
            false => format!("move {}/{}", engine.same_move, game.positions),
        };
        table.row([
            short_name(&entrant.engine),
            agrees,
            grouped(counters.nodes),
            grouped(counters.evaluations),
            with_interval(engine.share_of_evaluations, engine.share_of_evaluations_interval),
            grouped(counters.generations),
            format!("{:.4}", engine.cpu_seconds),
            with_interval(engine.share_of_time, engine.share_of_time_interval),
            percent(engine.first_move_cut_rate),
            percent(engine.probe_efficiency),
            percent(engine.table_hit_rate),
        ]);
    }
    table
}

/// The limits of the engines, each once.
fn limits(game: &GameResult) -> String {
    let mut limits: Vec<_> = game.engines.iter().map(|engine| engine.limit.as_str()).collect();
    limits.dedup();
    limits.join(" or ")
}

/// The description without what is the same everywhere.
fn short_name(engine: &str) -> String {
    engine.replace("tt(mb=16)", "tt")
}

fn charts(game: &GameResult) -> [(String, String); 2] {
    let positions = game.positions.max(1) as f64;
    let (cost, what) = work(game);
    let bars = |cost: &dyn Fn(&EngineResult) -> f64, what: &str| {
        let bars = game.engines.iter().enumerate().map(|(i, engine)| Bar {
            label: short_name(&engine.entrant.engine),
            length: cost(engine) / positions,
            tooltip: {
                let each = short(cost(engine) / positions);
                format!("{}: {each} {what}", engine.entrant.engine)
            },
            kind: if i == 0 { 0 } else { 2 - usize::from(engine.entrant.exact) },
            whiskers: None,
        });
        let chart = BarChart {
            title: format!("{}: {what} a position", game.game),
            x_label: format!("{what}, logarithmic"),
            x: Axis::Log,
            legend: KINDS.map(str::to_owned).to_vec(),
            groups: vec![Group { name: String::new(), bars: bars.collect() }],
            marks: false,
        };
        chart.svg()
    };
    let mean = format!("Mean over {}.", counted(game.positions, "position"));
    [
        (bars(&|engine| cost(engine) as f64, what), mean.clone()),
        (bars(&|engine| engine.cpu_seconds * 1000.0, "milliseconds"), mean),
    ]
}
