//! What the parts of an engine are worth.

use serde::Serialize;

use super::{Header, Result, Search, Variant};
use crate::{
    arena::Cost,
    html::{Table, counted},
    stats::{Estimate, Interval, Tally, few, geometric_interval, geometric_mean},
};

/// An ablation in figures.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// What was searched and played.
    pub settings: Header,
    /// The mean depth of the whole engine in its games, where it reports depths.
    pub mean_depth: Option<f64>,
    /// The parts, in the order of the settings.
    pub parts: Vec<Line>,
}

/// What one part is worth.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Line {
    /// The part, and the engine without it.
    #[serde(flatten)]
    pub variant: Variant,
    /// The geometric mean over the positions of the nodes without the part divided by
    /// those with it: above 1, the part saves nodes.
    pub nodes: Option<Estimate>,
    /// The same for CPU time, over the positions whose searches took long enough to be timed.
    pub time: Option<Estimate>,
    /// Games that the whole engine won, drew and lost against the one without.
    pub wins_draws_losses: [u64; 3],
    /// How many pairs of games scored 0, ½, 1, 1½ and 2 for the whole engine.
    pub pentanomial: [u64; 5],
    /// Pairs whose two games had the same moves: the part made no difference.
    pub pairs_alike: usize,
    /// By how much the part makes the engine stronger, at equal nodes, in Elo.
    pub elo: Option<Estimate>,
    /// The mean points of a game for the whole engine.
    pub points: Option<Estimate>,
}

/// Searches that take less CPU time than this, in seconds, are not timed: the first search of a
/// process is slower than later ones by about as much.
const SHORTEST: f64 = 0.02;

/// The figures for the results of a run.
pub fn summarise(header: &Header, results: &[Result]) -> Summary {
    let searches = |variant: Option<usize>| {
        results
            .iter()
            .filter_map(|result| match result {
                Result::Search(search) if search.variant == variant => Some(search),
                _ => None,
            })
            .collect::<Vec<_>>()
    };
    let whole = searches(None);
    let parts = header.variants.iter().enumerate().map(|(i, variant)| {
        let without = searches(Some(i));
        let compared = |cost: fn(&Search) -> f64, least: f64| {
            let pairs = without.iter().zip(&whole).map(|(b, a)| (cost(b), cost(a)));
            let ratios: Vec<_> =
                pairs.filter(|&(b, a)| a.min(b) > least).map(|(b, a)| b / a).collect();
            let value = geometric_mean(&ratios)?;
            Some(Estimate { value, interval: geometric_interval(&ratios, header.seed) })
        };
        let rows: Vec<_> = results
            .iter()
            .filter_map(|result| match result {
                Result::Game { variant, row } if *variant == i => Some(row),
                _ => None,
            })
            .collect();
        let (mut tally, mut pairs_alike) = (Tally::default(), 0);
        // A shard may have only one game of a pair.
        for pair in rows.chunk_by(|row, next| row.pair == next.pair) {
            if let [one, other] = pair {
                tally.add([one.score, other.score], [one.points, other.points]);
                pairs_alike += usize::from(one.moves == other.moves);
            }
        }
        Line {
            variant: variant.clone(),
            nodes: compared(|search| search.nodes as f64, 0.0),
            time: compared(|search| search.cpu_seconds, SHORTEST),
            wins_draws_losses: tally.wins_draws_losses(),
            pentanomial: tally.pentanomial(),
            pairs_alike,
            elo: tally.elo(),
            points: tally.points(),
        }
    });
    let mut cost = Cost::default();
    for result in results {
        if let Result::Game { row, .. } = result {
            cost.add(&row.a);
        }
    }
    let mean_depth = (cost.depths > 0).then(|| cost.depths as f64 / cost.moves as f64);
    Summary { settings: header.clone(), mean_depth, parts: parts.collect() }
}

/// The depth from which on reductions and pruning decide games without chance.
const DEEP: f64 = 8.0;

impl Summary {
    /// A caveat about the games, if there is one: that they were too shallow to say what
    /// reductions and pruning are worth.
    pub fn caveat(&self) -> Option<String> {
        let depth = self.mean_depth.filter(|&depth| depth < DEEP)?;
        Some(format!(
            "At {} nodes a move the whole engine looked {depth:.1} moves ahead on average: too \
             little for what reduces or prunes, which shows from {DEEP:.0} moves on. More --nodes \
             say more.\n",
            self.settings.nodes
        ))
    }
}

/// How many of a line's pairs were played alike, in a few words.
fn alike(line: &Line) -> String {
    let pairs: u64 = line.pentanomial.iter().sum();
    match line.pairs_alike {
        0 => String::new(),
        all if all as u64 == pairs => ", all pairs alike".to_owned(),
        some => format!(", {} alike", counted(some, "pair")),
    }
}

/// The figures as a table, in at most `width` characters where the words allow.
pub fn text(summary: &Summary, width: usize) -> String {
    let Header { game, engine, positions, depth, games, nodes, .. } = &summary.settings;
    let caption = format!(
        "{game}: {engine}\nwithout each part: cost of {positions} positions to depth {depth}, and \
         what the part is worth in {games} games at {nodes} nodes a move{}",
        summary.mean_depth.map_or(String::new(), |mean| format!(", {mean:.1} moves deep"))
    );
    let columns =
        ["without", "nodes", "95 %", "time", "95 %", "Elo of the part", "95 %", "won-drawn-lost"];
    let mut table = Table::new(caption, columns);
    for line in &summary.parts {
        let cells = |estimate: Option<Estimate>, write: fn(f64) -> String| {
            let value = estimate.map_or(String::new(), |e| write(e.value));
            let interval = estimate.and_then(|e| e.interval).map_or(String::new(), |interval| {
                let Interval { low, high } = interval;
                format!("{} to {}", write(low), write(high))
            });
            [value, interval]
        };
        let ratio = |x: f64| format!("{x:.2}");
        let [nodes, nodes_interval] = cells(line.nodes, ratio);
        let [time, time_interval] = cells(line.time, ratio);
        let [elo, elo_interval] = cells(line.elo, |x| format!("{x:+.0}"));
        let times = |text: String| if text.is_empty() { text } else { format!("x {text}") };
        table.row([
            line.variant.part.clone(),
            times(nodes),
            nodes_interval,
            times(time),
            time_interval,
            elo,
            elo_interval,
            line.wins_draws_losses.map(|n| n.to_string()).join("-") + &alike(line),
        ]);
    }
    if !summary.settings.times {
        table.leave_out(3..5);
    }
    // Without any position there is no figure to explain.
    let few = few([*positions].into_iter().filter(|&count| count > 0));
    let few = if few.is_empty() { few } else { format!("\n{few}\n") };
    table.text(width) + &few
}
