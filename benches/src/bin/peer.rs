//! Side by side with the `minimax` crate (0.6): the same positions of Connect
//! Four to the same depth, with the same order of moves, evaluator and size of
//! table, one thread each.
//!
//! Nodes are counted alike: every call of the node function, inner nodes,
//! leaves, finished games and positions found in the table, over all
//! iterations; ours counts the root as well. `minimax` stops deepening once
//! the root is won or lost, so we do. Every value must agree; wins and losses
//! are compared without their distance, which `minimax` does not tell.

use std::{
    io::{self, Write},
    path::PathBuf,
    sync::Arc,
    time::Duration,
};

use anyhow::{Context, ensure};
use clap::Parser;
use minimax::{IterativeOptions, IterativeSearch, Replacement, Strategy};
use serde::Serialize;
use starboard_benches::peer::{PeerThreats, is_certain, on_its_scale};
use starboard_core::{Game, Instant, Limits, Report, Root, Stop, TranspositionTable};
use starboard_plugins::History;
use starboard_search::{AlphaBeta, AlphaBetaOptions, Mtdf, Searcher};
use starboard_small::{
    ConnectFour,
    connect_four::{Threats, positions},
};

/// Compare with the minimax crate on Connect Four
#[derive(Parser)]
struct Args {
    /// Moves to look ahead
    #[arg(long, default_value_t = 14)]
    depth: u8,
    /// How many positions to search
    #[arg(long, default_value_t = 20)]
    positions: usize,
    /// MiB of table for each
    #[arg(long, default_value_t = 64)]
    table: usize,
    /// How often to search each position; the fastest counts
    #[arg(long, default_value_t = 3)]
    repeats: usize,
    /// Try only those settings of ours whose name contains this
    #[arg(long, value_name = "TEXT", default_value = "")]
    ours: String,
    /// Try only those settings of theirs whose name contains this
    #[arg(long, value_name = "TEXT", default_value = "")]
    theirs: String,
    /// Write the figures here as JSON
    #[arg(long)]
    json: Option<PathBuf>,
}

/// What a search cost.
#[derive(Copy, Clone, Debug, Default, Serialize)]
struct Cost {
    nodes: u64,
    time: Duration,
}

impl Cost {
    fn and(self, other: Self) -> Self {
        Self { nodes: self.nodes + other.nodes, time: self.time + other.time }
    }

    fn nodes_per_second(self) -> f64 {
        self.nodes as f64 / self.time.as_secs_f64()
    }
}

/// One position, searched by both.
#[derive(Debug, Serialize)]
struct Row {
    position: String,
    /// For the mover, on the scale of `minimax`.
    value: i16,
    ours: Cost,
    theirs: Cost,
}

#[derive(Debug, Serialize)]
struct Summary {
    depth: u8,
    table_mib: usize,
    our_settings: &'static str,
    their_settings: &'static str,
    rows: Vec<Row>,
    ours: Cost,
    theirs: Cost,
    /// Ours over theirs.
    node_ratio: f64,
    /// Our nodes per second over theirs.
    speed_ratio: f64,
    /// Their time over ours.
    time_ratio: f64,
}

fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    let positions: Vec<_> = positions().into_iter().take(args.positions).collect();
    ensure!(args.repeats > 0 && !positions.is_empty(), "nothing to compare");

    let contest = |mut settings: Vec<(&'static str, Search)>, text: &str| {
        settings.retain(|(name, _)| name.contains(text));
        ensure!(!settings.is_empty(), "no setting has {text:?} in its name");
        Ok(Contest::new(settings, positions.len()))
    };
    let mut ours = contest(our_settings(&args), &args.ours)?;
    let mut theirs = contest(their_settings(&args), &args.theirs)?;
    // All take turns, so that the noise of the machine hits all alike.
    for _ in 0..args.repeats {
        for (i, game) in positions.iter().enumerate() {
            ours.search(i, game);
            theirs.search(i, game);
        }
    }
    let ((our_settings, ours), (their_settings, theirs)) = (ours.fastest(), theirs.fastest());

    let mut rows = Vec::new();
    for ((game, (value, ours)), (their_value, theirs)) in positions.iter().zip(ours).zip(theirs) {
        let position = game.format();
        ensure!(value == their_value, "{position}: {value} and {their_value} are not the same");
        rows.push(Row { position, value, ours, theirs });
    }
    let total = |cost: fn(&Row) -> Cost| rows.iter().map(cost).fold(Cost::default(), Cost::and);
    let (ours, theirs) = (total(|row| row.ours), total(|row| row.theirs));
    let summary = Summary {
        depth: args.depth,
        table_mib: args.table,
        our_settings,
        their_settings,
        ours,
        theirs,
        node_ratio: ours.nodes as f64 / theirs.nodes as f64,
        speed_ratio: ours.nodes_per_second() / theirs.nodes_per_second(),
        time_ratio: theirs.time.as_secs_f64() / ours.time.as_secs_f64(),
        rows,
    };
    write_table(&summary, &mut io::stdout().lock())?;
    if let Some(path) = &args.json {
        let json = serde_json::to_string_pretty(&summary)?;
        std::fs::write(path, json).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

/// A value on the scale of `minimax`, and what it cost.
type Searched = (i16, Cost);
type Search = Box<dyn Fn(&ConnectFour) -> Searched>;

/// Several settings of one program, of which the fastest counts.
struct Contest {
    settings: Vec<(&'static str, Search)>,
    /// For each setting and position, the fastest search.
    best: Vec<Vec<Option<Searched>>>,
}

impl Contest {
    fn new(settings: Vec<(&'static str, Search)>, positions: usize) -> Self {
        let best = vec![vec![None; positions]; settings.len()];
        Self { settings, best }
    }

    fn search(&mut self, position: usize, game: &ConnectFour) {
        for ((_, search), best) in self.settings.iter().zip(&mut self.best) {
            let searched = search(game);
            let best = &mut best[position];
            if best.is_none_or(|(_, best)| searched.1.time < best.time) {
                *best = Some(searched);
            }
        }
    }

    /// The setting that was fastest over all positions, and its searches.
    fn fastest(self) -> (&'static str, Vec<Searched>) {
        let names = self.settings.into_iter().map(|(name, _)| name);
        let searched = self.best.into_iter().map(|best| best.into_iter().flatten().collect());
        let all: Vec<(_, Vec<Searched>)> = names.zip(searched).collect();
        let total = |searched: &[Searched]| {
            searched.iter().fold(Cost::default(), |sum, (_, cost)| sum.and(*cost))
        };
        for (name, searched) in &all {
            let Cost { nodes, time } = total(searched);
            eprintln!("{name}: {nodes} nodes in {:.3} s", time.as_secs_f64());
        }
        let fastest = all.into_iter().min_by_key(|(_, searched)| total(searched).time);
        fastest.expect("at least one setting")
    }
}

/// Settings of ours worth trying.
fn our_settings(args: &Args) -> Vec<(&'static str, Search)> {
    let (depth, mib) = (args.depth, args.table);
    let table = move |options: &AlphaBetaOptions| {
        // Both tables together are as large as theirs.
        let small = if options.small_table_depth > 0 { AlphaBetaOptions::SMALL_TABLE } else { 0 };
        Arc::new(TranspositionTable::new(mib.saturating_sub(small)))
    };
    let pvs = |options: AlphaBetaOptions| -> Search {
        Box::new(move |game| {
            let search = AlphaBeta::new(Threats, History::default(), options.clone());
            our_search(depth, search.with_table(table(&options)), game)
        })
    };
    let mtdf = |options: AlphaBetaOptions, history: bool| -> Search {
        Box::new(move |game| {
            let (table, options) = (table(&options), options.clone());
            if history {
                our_search(depth, Mtdf::new(Threats, History::default(), options, table), game)
            } else {
                our_search(depth, Mtdf::new(Threats, (), options, table), game)
            }
        })
    };
    let options = AlphaBetaOptions::default;
    // Next to the leaves, looking up and sorting cost more than they save.
    let spared = || AlphaBetaOptions { table_depth: 2, order_depth: 2, ..options() };
    vec![
        ("pvs + history", pvs(options())),
        (
            "pvs + history + small table",
            pvs(AlphaBetaOptions { small_table_depth: 3, ..options() }),
        ),
        ("pvs + history, both from depth 2", pvs(spared())),
        ("mtd(f)", mtdf(options(), false)),
        ("mtd(f) + history", mtdf(options(), true)),
        ("mtd(f) + history, both from depth 2", mtdf(spared(), true)),
        (
            "mtd(f) + history + enhanced cut-offs, from depth 2",
            mtdf(AlphaBetaOptions { enhanced_cutoffs: 4, ..spared() }, true),
        ),
    ]
}

fn our_search(depth: u8, mut search: impl Searcher<ConnectFour>, game: &ConnectFour) -> Searched {
    let stop = Stop::default();
    let stopper = stop.clone();
    let mut events = |report: &Report<_>| {
        if is_certain(report.value) {
            stopper.request();
        }
    };
    let start = Instant::now();
    let report =
        search.search(game, &Root::default(), &Limits::depth(depth.into()), &stop, &mut events);
    let time = start.elapsed();
    (on_its_scale(report.value), Cost { nodes: report.counters.nodes, time })
}

/// Settings of `minimax` worth trying.
fn their_settings(args: &Args) -> Vec<(&'static str, Search)> {
    let base = IterativeOptions::new()
        .with_table_byte_size(args.table << 20)
        .with_replacement_strategy(Replacement::TwoTier)
        .with_null_window_search(true);
    let settings = [
        ("null windows", base),
        ("null windows + countermoves", base.with_countermoves()),
        ("null windows + history", base.with_countermove_history()),
        ("null windows + both", base.with_countermoves().with_countermove_history()),
        ("null windows + aspiration", base.with_aspiration_window(16)),
        ("mtd(f)", base.with_mtdf()),
        ("null windows, always replace", base.with_replacement_strategy(Replacement::Always)),
    ];
    let depth = args.depth;
    let search = |options| -> Search { Box::new(move |game| their_search(depth, options, game)) };
    settings.into_iter().map(|(name, options)| (name, search(options))).collect()
}

fn their_search(depth: u8, options: IterativeOptions, game: &ConnectFour) -> Searched {
    let mut search = IterativeSearch::new(PeerThreats, options);
    search.set_max_depth(depth);
    let start = Instant::now();
    search.choose_move(game);
    let time = start.elapsed();
    let stats = search.stats(&mut game.clone());
    (search.root_value(), Cost { nodes: explored(&stats), time })
}

/// The nodes that `minimax` says it explored.
fn explored(stats: &str) -> u64 {
    let words = stats.split_whitespace().skip_while(|&word| word != "Explored");
    words.clone().nth(1).and_then(|count| count.parse().ok()).unwrap_or_default()
}

fn write_table(summary: &Summary, out: &mut impl Write) -> io::Result<()> {
    let mut table = comfy_table::Table::new();
    table.load_style(comfy_table::presets::ASCII_MARKDOWN);
    table.set_header(["position", "value", "our nodes", "theirs", "our ms", "theirs"]);
    let ms = |cost: Cost| format!("{:.1}", cost.time.as_secs_f64() * 1e3);
    let mut line = |name: &str, value: String, ours: Cost, theirs: Cost| {
        let nodes = [ours, theirs].map(|cost| cost.nodes.to_string());
        let [our_nodes, their_nodes] = nodes;
        table.add_row([name.to_owned(), value, our_nodes, their_nodes, ms(ours), ms(theirs)]);
    };
    for row in &summary.rows {
        line(&row.position, row.value.to_string(), row.ours, row.theirs);
    }
    line("all", String::new(), summary.ours, summary.theirs);
    writeln!(out, "{table}")?;
    writeln!(
        out,
        "depth {}, {} MiB of table each; ours: {}; theirs: {}",
        summary.depth, summary.table_mib, summary.our_settings, summary.their_settings
    )?;
    writeln!(
        out,
        "nodes: {:.2} of theirs; nodes a second: {:.2} times theirs; time: {:.2} times as fast",
        summary.node_ratio, summary.speed_ratio, summary.time_ratio
    )
}
