//! The comparison as a report, and what is printed of it: agreement first.

use super::measure::{Comparison, EngineResult, GameResult};
use crate::{
    chart::{Axis, Bar, BarChart, Group, short},
    html::{Document, Table, counted, grouped, percent, with_interval},
    stats::few,
};

/// The kinds of engines in the charts.
const KINDS: [&str; 3] = ["reference", "same value and moves", "may differ"];

/// Times below this, in seconds of a game's searches by an engine, are no better than
/// noise, and not compared.
const MEASURABLE: f64 = 0.05;

/// What is printed: which engine saved most on which game, and what differed.
pub fn summary(comparison: &Comparison) -> Document {
    let mut out = Document::new("Starboard: algorithms compared");
    out.paragraph(agreement(comparison));
    out.table(overview(comparison));
    out.table(selective(comparison));
    out
}

/// The report: tables for the terminal and HTML, charts for HTML.
pub fn document(comparison: &Comparison) -> Document {
    let mut out = Document::new("Starboard: algorithms compared");
    out.contents();
    out.paragraph(agreement(comparison));
    out.table(overview(comparison));
    out.table(selective(comparison));
    out.note(
        "How to read names: tt is a transposition table, which remembers positions met before; \
         killers, history, countermoves and negative-plausibility are orderings, which decide \
         which move is searched first; a probe of star2 is a search of one good move of each \
         roll, which often shows that the rest need not be searched. The glossary of the \
         algorithms is what the command `plugins` prints.",
    );
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
        if game.left_out > 0 {
            out.paragraph(format!(
                "{} before a roll left out: there is no move to agree on.",
                counted(game.left_out, "position")
            ));
        }
        out.table(engines(game));
        let few = few([game.positions]);
        if !few.is_empty() {
            out.note(few);
        }
        out.charts(charts(game));
    }
    out.heading("How this was made");
    out.code(comparison.command.clone());
    out.note(format!(
        "Starboard {}. Every search ran alone on one thread and began with nothing remembered; \
         all moves as good as the best were asked for, which costs some cuts. Counts and times are \
         totals over the positions; times are CPU times of the searching thread, compared where both \
         took at least {MEASURABLE} s. Shares are ratios of totals, with bootstrap intervals of \
         95 % over the positions (2000 samples). Scales of charts are logarithmic: a place says \
         how much, a distance how many times as much. An engine \
         that may differ has no value to prove; shown is how often its move was one of the \
         reference's best.",
        comparison.version
    ));
    out
}

/// Whether the exact engines agree, in a sentence.
fn agreement(comparison: &Comparison) -> String {
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
    match wrong.as_slice() {
        [] => format!(
            "All exact algorithms agree: the value and the whole set of best moves are those of \
             the plain reference in every one of {exact} searches. {searches} searches in all, on \
             {}.",
            counted(comparison.games.len(), "game")
        ),
        wrong => format!("Exact algorithms that do NOT agree: {}.", wrong.join("; ")),
    }
}

/// How often engines that may differ found a move of the reference's, over all games.
fn selective(comparison: &Comparison) -> Table {
    let mut table = Table::new(
        "Engines that may differ: how often their move is one of the reference's best",
        ["engine", "games", "positions", "same move", "share"],
    );
    let mut found: Vec<(&str, [usize; 3])> = Vec::new();
    for game in &comparison.games {
        for engine in game.engines.iter().filter(|engine| !engine.entrant.exact) {
            let name = engine.entrant.engine.as_str();
            let place = found.iter().position(|(known, _)| *known == name);
            let place = place.unwrap_or_else(|| {
                found.push((name, [0; 3]));
                found.len() - 1
            });
            let [games, positions, same] = &mut found[place].1;
            *games += 1;
            *positions += game.positions;
            *same += engine.same_move;
        }
    }
    for (engine, [games, positions, same]) in found {
        table.row([
            short_name(engine),
            games.to_string(),
            positions.to_string(),
            same.to_string(),
            percent((positions > 0).then(|| same as f64 / positions as f64)),
        ]);
    }
    table
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
        "What searching well saves, in evaluations (in nodes where none are made)",
        ["game", "depth", "the reference", "least work, same result", "its work", "share"],
    );
    for game in &comparison.games {
        let (cost, _) = work(game);
        let exact = game.engines.iter().filter(|e| e.entrant.exact && e.agreed == game.positions);
        let best = exact.min_by_key(|engine| cost(engine));
        if let (Some(reference), Some(best)) = (game.engines.first(), best) {
            let share = (cost(reference) > 0).then(|| cost(best) as f64 / cost(reference) as f64);
            table.row([
                game.game.clone(),
                game.depth.to_string(),
                grouped(cost(reference)),
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
            "% of reference's (95 %)",
            "generations",
            "CPU s",
            "% of reference's time (95 %)",
            "first-move cuts",
            "probe efficiency",
            "table hits",
        ],
    );
    // The reference takes the longest, as a rule.
    let timed = game.engines.first().is_some_and(|e| e.cpu_seconds >= MEASURABLE);
    for engine in &game.engines {
        let EngineResult { entrant, counters, .. } = engine;
        let (share, interval) = match timed && engine.cpu_seconds >= MEASURABLE {
            true => (engine.share_of_time, engine.share_of_time_interval),
            false => (None, None),
        };
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
            seconds(engine.cpu_seconds),
            with_interval(share, interval),
            percent(engine.first_move_cut_rate),
            percent(engine.probe_efficiency),
            percent(engine.table_hit_rate),
        ]);
    }
    table
}

/// A time to the digits that mean something.
fn seconds(time: f64) -> String {
    match time {
        0.0 => "-".to_owned(),
        time if time < 0.01 => "<0.01".to_owned(),
        time if time < 10.0 => format!("{time:.2}"),
        time => format!("{time:.1}"),
    }
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

fn charts(game: &GameResult) -> Vec<(String, String)> {
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
    let mut charts = vec![(bars(&|engine| cost(engine) as f64, what), mean.clone())];
    // Where even the reference is done at once, times say nothing.
    if game.engines.first().is_some_and(|engine| engine.cpu_seconds >= MEASURABLE) {
        charts.push((bars(&|engine| engine.cpu_seconds * 1000.0, "milliseconds"), mean));
    }
    charts
}
