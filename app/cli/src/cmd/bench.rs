//! `starboard bench`: a signature of all searches, the same on every machine.

use std::io::Write;

use serde::Serialize;
use starboard_core::Limits;

use super::{Examples, json, threads};
use crate::Context;
use starboard::{AlgorithmInfo, AnyGame};
use starboard_lab::{Progress, default_threads, parallel_map};

/// Positions of each game that are searched.
const POSITIONS: usize = 4;
/// Nodes at which any search ends; deterministic, as a depth is.
const NODES: u64 = 40_000;

pub(crate) const EXAMPLES: Examples =
    Examples::any(&["bench", "bench --threads 1", "bench --json"]);

/// Counts the nodes of every algorithm on fixed positions.
#[derive(clap::Args, Debug)]
#[command(
    about = "Count the nodes of every algorithm on fixed positions",
    long_about = "Count the nodes of every algorithm on fixed positions: a signature.\n\n\
        The last line is `N nodes`, the same on every machine and for any number of threads. A \
        code change that is not meant to change any search should leave it as it was; if a change \
        does affect a search, this shows which one."
)]
pub(crate) struct Args {
    /// Threads to search with, one position each [default: one per core]
    #[arg(long, value_parser = threads, value_name = "N")]
    threads: Option<usize>,
    /// Write everything as JSON
    #[arg(long)]
    json: bool,
}

/// One engine on the positions of one game.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct Row {
    game: String,
    engine: String,
    nodes: u64,
    evaluations: u64,
}

pub(crate) fn run(args: &Args, context: &Context<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut jobs = Vec::new();
    for game in context.games.games() {
        for algorithm in game.algorithms() {
            jobs.extend(engines(game, &algorithm).into_iter().map(|engine| (game, engine)));
        }
    }
    let progress = Progress::new(context.terminal, jobs.len() as u64, "searching");
    let threads = args.threads.unwrap_or_else(default_threads);
    let rows = parallel_map(jobs, threads, &progress, |_, (game, engine)| row(game, engine));
    drop(progress);
    let rows = rows.into_iter().collect::<anyhow::Result<Vec<_>>>()?;
    let total: u64 = rows.iter().map(|row| row.nodes).sum();
    if args.json {
        return json(out, &serde_json::json!({ "rows": rows, "nodes": total }));
    }
    for Row { game, engine, nodes, .. } in rows {
        writeln!(out, "{game:<12} {nodes:>7}  {engine}")?;
    }
    writeln!(out, "\n{total} nodes")?;
    Ok(())
}

/// The engines made of one algorithm: alone, with a table and orderings, and
/// with every selective option.
fn engines(game: &dyn AnyGame, algorithm: &AlgorithmInfo) -> Vec<String> {
    let (info, name) = (game.info(), algorithm.name);
    // A search that samples gets no deeper by being asked to.
    if takes(algorithm, "simulations") {
        return vec![format!("{name}(evals=1000)")];
    }
    let depth = info.default_depths.bench;
    let mut engines = vec![format!("{name}(depth={depth})")];
    let parts = format!("tt(mb=4) + {}", plugins());
    if takes(algorithm, "table-depth") {
        engines.push(format!("{name}(depth={depth}) + {parts}"));
    }
    if takes(algorithm, "lmr") {
        let noisy = if info.quiescence.is_some() { ", quiescence" } else { "" };
        engines.push(format!("{name}(depth={depth}, iir, lmr, tt-accept-deeper{noisy}) + {parts}"));
    }
    engines
}

fn takes(algorithm: &AlgorithmInfo, param: &str) -> bool {
    algorithm.params.iter().any(|p| p.name == param)
}

/// All orderings that every game has, as a description.
fn plugins() -> String {
    type Any = starboard_core::testing::RandomTree<true>;
    let names: Vec<_> = starboard_plugins::registry::<Any>().iter().map(|p| p.name).collect();
    names.join(" + ")
}

/// Searches the first positions of a game, forgetting each before the next.
fn row(game: &dyn AnyGame, description: String) -> anyhow::Result<Row> {
    let mut engine = game.engine(Some(&description))?;
    let (mut nodes, mut evaluations) = (0, 0);
    for position in game.positions().iter().take(POSITIONS) {
        engine.clear();
        let own = engine.limits(&Limits::default());
        let limits = Limits { nodes: own.nodes.or(Some(NODES)), ..own };
        let analysis = engine.analyse(position, &limits);
        engine.sound(position, analysis.report.stopped_by)?;
        nodes += analysis.report.counters.nodes;
        evaluations += analysis.report.counters.evaluations;
    }
    Ok(Row { game: game.name().to_owned(), engine: description, nodes, evaluations })
}

#[cfg(test)]
mod tests {
    use crate::testing::{games, output, starboard_with};

    #[test]
    fn threads_change_nothing() {
        let run = |threads| starboard_with(&games(), &format!("bench --threads {threads}"));
        let one = run(1);
        assert_eq!((one.0, one.2.as_str()), (0, ""));
        assert_eq!(one, run(2));
    }

    /// The committed signature. After a change that is meant to change a
    /// search: `cargo run --release -- bench > cli/src/cmd/bench.txt`.
    #[test]
    fn the_signature_is_the_committed_one() {
        assert_eq!(output("bench"), include_str!("bench.txt"));
    }

    #[test]
    fn the_last_line_is_the_sum() {
        let text = starboard_with(&games(), "bench").1;
        let json = starboard_with(&games(), "bench --json").1;
        let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
        let rows = json["rows"].as_array().expect("a list");
        let sum: u64 = rows.iter().filter_map(|row| row["nodes"].as_u64()).sum();
        assert_eq!(text.lines().last(), Some(format!("{sum} nodes").as_str()));
        assert!(rows.len() > 6 && rows.iter().all(|row| row["nodes"].as_u64() > Some(0)));
    }
}
