//! The results of the rows of a log.

use std::collections::BTreeMap;

use serde::Serialize;
use starboard_backgammon::Backgammon;
use starboard_core::Game;

use super::{
    paper,
    plan::{Algorithm, Cell, Parameters, cells},
    row::Row,
};
use starboard_lab::stats::{
    Interval, bootstrap, deviation, mean, mean_interval, ratio, ratio_interval,
};

/// The results of the experiment.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// What was run.
    pub parameters: Parameters,
    /// How many positions were searched.
    pub positions: usize,
    /// The three algorithms at each depth, without a transposition table, once each.
    pub rows: Vec<Line>,
    /// The same with a table, or with other bounds.
    pub variants: Vec<Line>,
    /// How the value of the root moves with the depth.
    pub odd_even: Vec<OddEven>,
    /// How much of expectimax's time and evaluations Star2 saved at the greatest depth, over the
    /// positions.
    pub savings: Option<Savings>,
    /// What the paper printed.
    pub paper: serde_json::Value,
    /// Every search.
    pub searches: Vec<Row>,
}

/// One way to search, over all positions.
#[derive(Clone, Debug, Serialize)]
pub struct Line {
    /// How positions were searched.
    #[serde(flatten)]
    pub cell: Cell,
    /// How many positions.
    pub positions: usize,
    /// Whether the value and the set of best moves were those of expectimax in every position.
    pub identical: bool,
    /// Positions evaluated, in all.
    pub evaluations: u64,
    /// Positions visited, in all.
    pub nodes: u64,
    /// Move lists and single moves made, in all.
    pub generations: u64,
    /// CPU time, in all.
    pub cpu_seconds: f64,
    /// The part of the wall-clock time that went into making moves, where measured.
    pub generation_seconds: f64,
    /// The part that went into evaluating, where measured.
    pub evaluation_seconds: f64,
    /// The evaluations in all, as a share of those of expectimax at this depth
    /// without a table.
    pub share_of_expectimax_evaluations: Option<f64>,
    /// How far to trust that.
    pub evaluations_share: Share,
    /// The nodes in all, likewise.
    pub share_of_nodes: Option<f64>,
    /// The time in all, likewise.
    pub share_of_time: Option<f64>,
    /// How far to trust that.
    pub time_share: Share,
    /// Chance nodes probed.
    pub probes: u64,
    /// Probe efficiency: of these, the share that probing alone settled.
    pub probe_efficiency: Option<f64>,
    /// Chance nodes cut by bounds.
    pub star_cuts: u64,
    /// Look-ups in the table.
    pub table_probes: u64,
    /// Look-ups that found the position.
    pub table_hits: u64,
    /// Look-ups that settled the node.
    pub table_cuts: u64,
}

/// One total as a share of another, over the same positions.
#[derive(Copy, Clone, Debug, Serialize)]
pub struct Share {
    /// Its bootstrap interval of 95 %.
    pub interval: Option<Interval>,
    /// The mean over the positions of their own ratios.
    pub mean: Option<f64>,
    /// Its bootstrap interval of 95 %.
    pub mean_interval: Option<Interval>,
}

/// How the value of the root at depth 1 differs from that at another depth, in points for the
/// mover: positive where the value of the deeper search is lower.
#[derive(Clone, Debug, Serialize)]
pub struct OddEven {
    /// The other depth.
    pub d: u32,
    /// How many positions.
    pub positions: usize,
    /// The mean of the differences.
    pub average: Option<f64>,
    /// Student's interval for it.
    pub average_interval: Option<Interval>,
    /// The mean of their absolute values.
    pub absolute_average: Option<f64>,
    /// The standard deviation of their absolute values.
    pub absolute_deviation: Option<f64>,
    /// The standard deviation of the differences themselves.
    pub deviation: Option<f64>,
    /// In what share of the positions a move is best at both depths.
    pub same_move: Option<f64>,
}

/// The least and the most that was saved in a position, as shares.
#[derive(Clone, Debug, Serialize)]
pub struct Savings {
    /// The depth.
    pub d: u32,
    /// Of the time.
    pub time: Option<Interval>,
    /// Of the evaluations.
    pub evaluations: Option<Interval>,
}

/// The figures for the rows of a run.
pub fn summarise(parameters: &Parameters, rows: Vec<Row>) -> Summary {
    let mut by_cell: BTreeMap<Cell, Vec<&Row>> = BTreeMap::new();
    for row in &rows {
        by_cell.entry(row.cell).or_default().push(row);
    }
    let plain = |d, algorithm| Cell { d, algorithm, bounds: parameters.bounds.main(), table: 0 };
    let of = |cell: Cell| by_cell.get(&cell).map_or(&[][..], Vec::as_slice);
    let (mut main, mut variants) = (Vec::new(), Vec::new());
    for cell in cells(parameters) {
        let reference = plain(cell.d, Algorithm::Expectimax);
        let line = line(cell, of(cell), of(reference), parameters.seed);
        let list = if cell == plain(cell.d, cell.algorithm) { &mut main } else { &mut variants };
        list.push(line);
    }
    let deepest = parameters.depth;
    let (all, star2) =
        (of(plain(deepest, Algorithm::Expectimax)), of(plain(deepest, Algorithm::Star2)));
    let (shallow, deep) = (plain(1, Algorithm::Expectimax), |d| plain(d, Algorithm::Expectimax));
    let odd_even: Vec<_> =
        (3..=deepest).step_by(2).map(|d| odd_even(d, of(shallow), of(deep(d)))).collect();
    let savings = (deepest > 1).then(|| Savings {
        d: deepest,
        time: saved(star2, all, |row| row.cpu_seconds),
        evaluations: saved(star2, all, |row| row.evaluations as f64),
    });
    Summary {
        parameters: parameters.clone(),
        positions: of(plain(1, Algorithm::Expectimax)).len(),
        rows: main,
        variants,
        odd_even,
        savings,
        paper: printed(),
        searches: rows,
    }
}

fn line(cell: Cell, rows: &[&Row], reference: &[&Row], seed: u64) -> Line {
    let sum = |f: fn(&Row) -> u64| rows.iter().map(|row| f(row)).sum();
    let seconds = |f: fn(&Row) -> f64| rows.iter().map(|row| f(row)).sum();
    let share = |f: fn(&Row) -> f64| {
        let pairs: Vec<_> = rows.iter().zip(reference).map(|(a, b)| (f(a), f(b))).collect();
        let own: Vec<_> = pairs.iter().filter(|p| p.1 > 0.0).map(|p| p.0 / p.1).collect();
        // Student's interval of a few skewed shares would extend below 0.
        let mean_interval = bootstrap(&own, seed, mean);
        let interval = ratio_interval(&pairs, seed);
        (ratio(&pairs), Share { interval, mean: mean(&own), mean_interval })
    };
    let (share_of_expectimax_evaluations, evaluations_share) = share(|r| r.evaluations as f64);
    let (share_of_nodes, _) = share(|r| r.nodes as f64);
    let (share_of_time, time_share) = share(|r| r.cpu_seconds);
    let (probes, successes): (u64, u64) = (sum(|r| r.probes), sum(|r| r.probe_successes));
    Line {
        cell,
        positions: rows.len(),
        identical: rows.len() == reference.len()
            && rows.iter().zip(reference).all(|(a, b)| {
                (a.index, a.value, &a.best_moves) == (b.index, b.value, &b.best_moves)
            }),
        evaluations: sum(|r| r.evaluations),
        nodes: sum(|r| r.nodes),
        generations: sum(|r| r.generations),
        cpu_seconds: seconds(|r| r.cpu_seconds),
        generation_seconds: seconds(|r| r.generation_seconds),
        evaluation_seconds: seconds(|r| r.evaluation_seconds),
        share_of_expectimax_evaluations,
        evaluations_share,
        share_of_nodes,
        share_of_time,
        time_share,
        probes,
        probe_efficiency: (probes > 0).then(|| successes as f64 / probes as f64),
        star_cuts: sum(|r| r.star_cuts),
        table_probes: sum(|r| r.table_probes),
        table_hits: sum(|r| r.table_hits),
        table_cuts: sum(|r| r.table_cuts),
    }
}

fn odd_even(d: u32, shallow: &[&Row], deep: &[&Row]) -> OddEven {
    let unit = f64::from(Backgammon::UNIT);
    let differences: Vec<_> =
        shallow.iter().zip(deep).map(|(a, b)| f64::from(a.value - b.value) / unit).collect();
    let sizes: Vec<_> = differences.iter().map(|x| x.abs()).collect();
    let agree = |(a, b): (&&Row, &&Row)| {
        f64::from(u8::from(a.best_moves.iter().any(|m| b.best_moves.contains(m))))
    };
    let same: Vec<_> = shallow.iter().zip(deep).map(agree).collect();
    OddEven {
        d,
        positions: differences.len(),
        average: mean(&differences),
        average_interval: mean_interval(&differences),
        absolute_average: mean(&sizes),
        absolute_deviation: deviation(&sizes),
        deviation: deviation(&differences),
        same_move: mean(&same),
    }
}

/// The least and the most that `rows` saved relative to `reference` in a position.
fn saved(rows: &[&Row], reference: &[&Row], cost: fn(&Row) -> f64) -> Option<Interval> {
    let pairs = rows.iter().zip(reference).map(|(a, b)| (cost(a), cost(b)));
    pairs.filter(|p| p.1 > 0.0).map(|p| 1.0 - p.0 / p.1).fold(None, |range, x| {
        let Interval { low, high } = range.unwrap_or(Interval { low: x, high: x });
        Some(Interval { low: low.min(x), high: high.max(x) })
    })
}

/// The paper's figures, for readers of the JSON.
fn printed() -> serde_json::Value {
    serde_json::json!({
        "source": "Hauk, Buro and Schaeffer, *-Minimax performance in backgammon, 2006",
        "positions": paper::POSITIONS,
        "machine": paper::MACHINE,
        "table_1": paper::TIMES.map(|(d, seconds, percent)| serde_json::json!({
            "d": d, "expectimax": seconds[0], "star1": seconds[1], "star2": seconds[2],
            "star1_percent": percent[0], "star2_percent": percent[1],
        })),
        "table_2": paper::PROBE_EFFICIENCY
            .map(|(d, percent)| serde_json::json!({ "d": d, "percent": percent })),
        "table_3": paper::ODD_EVEN.map(|(d, trials)| serde_json::json!({
            "d": d,
            "trials": trials.map(|[average, absolute, deviation]| serde_json::json!({
                "average": average, "absolute_average": absolute, "absolute_deviation": deviation,
            })),
        })),
    })
}
