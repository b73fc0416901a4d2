//! The searches of a comparison, and their results.

use std::time::Duration;

use cpu_time::ThreadTime;
use rand::RngExt;
use serde::Serialize;
use starboard::{AnyGame, Move, Position};
use starboard_core::{Counters, Limits, Node};

use super::lineup::{Entrant, lineup};
use crate::{
    Progress, parallel_map,
    stats::{Interval, ratio, ratio_interval},
};

/// The most positions of a game in a quick comparison.
const QUICK_POSITIONS: usize = 3;

/// What to compare.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Options {
    /// The most positions of each game; `None` for the game's own default.
    pub positions: Option<usize>,
    /// Seed for their choice where a game has more.
    pub seed: u64,
    /// Whether to search one move less deep than the game's usual depth for comparisons, and
    /// by default only three positions.
    pub quick: bool,
    /// Whether times are recorded.
    pub times: bool,
}

/// One search.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Search {
    /// The position, in the game's notation.
    pub position: String,
    /// The depth completed, in moves.
    pub depth: u32,
    /// The value of the root for its mover, in units of the game.
    pub value: f64,
    /// Every best move.
    pub best_moves: Vec<String>,
    /// Its counters.
    pub counters: Counters,
    /// Time of the searching thread.
    pub cpu_seconds: f64,
}

/// An engine on all positions of a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EngineResult {
    /// The engine.
    #[serde(flatten)]
    pub entrant: Entrant,
    /// The limit it searched to: a depth in moves, or nodes.
    pub limit: String,
    /// In how many positions the value and the set of best moves were those of the
    /// reference.
    pub agreed: usize,
    /// In how many its own best move was one of the reference's.
    pub same_move: usize,
    /// The sum of the counters of its searches.
    pub counters: Counters,
    /// The share of cutoffs that were made by the first move.
    pub first_move_cut_rate: Option<f64>,
    /// Probe efficiency: of the chance nodes at which Star2 probed, the share
    /// that probing alone settled.
    pub probe_efficiency: Option<f64>,
    /// The share of table look-ups that found the position.
    pub table_hit_rate: Option<f64>,
    /// Time of the searching thread, in all.
    pub cpu_seconds: f64,
    /// Evaluations as a share of the reference's.
    pub share_of_evaluations: Option<f64>,
    /// Its bootstrap interval of 95 % over the positions.
    pub share_of_evaluations_interval: Option<Interval>,
    /// Nodes as a share of the reference's.
    pub share_of_nodes: Option<f64>,
    /// Time as a share of the reference's.
    pub share_of_time: Option<f64>,
    /// Its bootstrap interval of 95 % over the positions.
    pub share_of_time_interval: Option<Interval>,
    /// The searches, in the order of the positions.
    pub searches: Vec<Search>,
}

/// All engines on one game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GameResult {
    /// The game.
    pub game: String,
    /// What it is, in one line.
    pub about: String,
    /// The unit of its values.
    pub unit_name: &'static str,
    /// The depth of the searches, in moves.
    pub depth: u32,
    /// How many positions.
    pub positions: usize,
    /// How many positions the game has.
    pub available: usize,
    /// How many of these were left out because they are before a roll, where there is no move
    /// to agree on. Zero where the game has no other positions.
    pub left_out: usize,
    /// The engines, the reference first.
    pub engines: Vec<EngineResult>,
}

impl GameResult {
    /// The exact engines that did not agree with the reference everywhere.
    pub fn disagreeing(&self) -> impl Iterator<Item = &EngineResult> {
        self.engines.iter().filter(|e| e.entrant.exact && e.agreed < self.positions)
    }
}

/// What a comparison found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// The version of the program.
    pub version: &'static str,
    /// The command that repeats it.
    pub command: String,
    /// What was asked for.
    pub options: Options,
    /// Whether every exact engine agreed with the reference everywhere.
    pub identical: bool,
    /// The games.
    pub games: Vec<GameResult>,
}

/// Searches the built-in positions of the games with every engine of their
/// line-ups, each search alone on one thread and without memory of any
/// other; times aside, the result does not depend on the number of threads.
///
/// # Errors
///
/// If an engine cannot be made or a position cannot be read.
pub fn compare(
    games: &[&dyn AnyGame],
    options: &Options,
    command: String,
    threads: usize,
    visible: bool,
) -> anyhow::Result<Comparison> {
    let plans: Vec<_> = games.iter().map(|&game| Plan::new(game, options)).collect();
    let mut tasks = Vec::new();
    for plan in &plans {
        for entrant in &plan.entrants {
            tasks.extend(plan.positions.iter().map(|position| (plan, entrant, position)));
        }
    }
    let progress = Progress::new(visible, tasks.len() as u64, "compare");
    let searches = parallel_map(tasks, threads, &progress, |_, (plan, entrant, position)| {
        progress.say(plan.game.name().to_owned());
        plan.search(entrant, position, options.times)
    });
    drop(progress);
    let mut searches = searches.into_iter();
    let games = plans
        .iter()
        .map(|plan| plan.result(&mut searches, options.seed))
        .collect::<anyhow::Result<Vec<_>>>()?;
    let identical = games.iter().all(|game| game.disagreeing().next().is_none());
    let version = env!("CARGO_PKG_VERSION");
    Ok(Comparison { version, command, options: options.clone(), identical, games })
}

/// A game, and what it is searched with.
struct Plan<'a> {
    game: &'a dyn AnyGame,
    entrants: Vec<Entrant>,
    positions: Vec<Position>,
    available: usize,
    left_out: usize,
    depth: u32,
    nodes: u64,
}

/// The positions after each outcome of these.
fn rolled(positions: &[Position]) -> Vec<Position> {
    let mut outcomes = Vec::new();
    let after = |position: &Position| {
        outcomes.clear();
        position.chances(&mut outcomes);
        let played = |&(outcome, _): &(Move, u32)| {
            let mut position = position.clone();
            position.play(outcome);
            position
        };
        outcomes.iter().map(played).collect::<Vec<_>>()
    };
    let mut after: Vec<_> = positions.iter().flat_map(after).collect();
    after.retain(|position| position.node() == Node::Decision);
    after
}

impl<'a> Plan<'a> {
    fn new(game: &'a dyn AnyGame, options: &Options) -> Self {
        let info = game.info();
        let positions = game.positions();
        let all = positions.len();
        // Before a roll there is no move to agree on.
        let mut decisions = positions.clone();
        decisions.retain(|position| position.node() == Node::Decision);
        let left_out = if decisions.is_empty() { 0 } else { all - decisions.len() };
        let positions = if decisions.is_empty() { rolled(&positions) } else { decisions };
        let available = positions.len() + left_out;
        let depth = info.default_depths.compare.saturating_sub(u32::from(options.quick)).max(1);
        let nodes = info.default_depths.compare_nodes;
        let usual = info.default_depths.compare_positions;
        let usual = if options.quick { usual.min(QUICK_POSITIONS) } else { usual };
        let positions = choose(positions, options.positions.unwrap_or(usual), options.seed);
        Self { game, entrants: lineup(game), positions, available, left_out, depth, nodes }
    }

    fn search(
        &self,
        entrant: &Entrant,
        position: &Position,
        times: bool,
    ) -> anyhow::Result<Search> {
        let mut engine = self.game.engine(Some(&entrant.engine))?;
        let limits = match entrant.by_nodes {
            true => Limits::nodes(self.nodes),
            false => Limits::depth(self.depth),
        };
        let limits = limits.with_all_ties();
        let started = ThreadTime::now();
        let analysis = engine.analyse(position, &limits);
        engine.sound(position, analysis.report.stopped_by)?;
        let elapsed = if times { started.elapsed() } else { Duration::ZERO };
        Ok(Search {
            position: analysis.position,
            depth: analysis.report.depth,
            value: analysis.value_units,
            best_moves: analysis.report.best_moves,
            counters: analysis.report.counters,
            cpu_seconds: elapsed.as_secs_f64(),
        })
    }

    /// Takes this game's searches off the front.
    fn result(
        &self,
        searches: &mut impl Iterator<Item = anyhow::Result<Search>>,
        seed: u64,
    ) -> anyhow::Result<GameResult> {
        let mut engines: Vec<EngineResult> = Vec::new();
        for entrant in &self.entrants {
            let own = searches.take(self.positions.len()).collect::<anyhow::Result<Vec<_>>>()?;
            let limit = match entrant.by_nodes {
                true => format!("{} nodes", self.nodes),
                false => format!("depth {}", self.depth),
            };
            let reference = engines.first().map(|engine| engine.searches.clone());
            let reference = reference.as_deref().unwrap_or(&own);
            engines.push(EngineResult::new(entrant.clone(), limit, reference, own.clone(), seed));
        }
        let info = self.game.info();
        Ok(GameResult {
            game: info.name,
            about: info.about,
            unit_name: info.unit_name,
            depth: self.depth,
            positions: self.positions.len(),
            available: self.available,
            left_out: self.left_out,
            engines,
        })
    }
}

impl EngineResult {
    fn new(
        entrant: Entrant,
        limit: String,
        reference: &[Search],
        searches: Vec<Search>,
        seed: u64,
    ) -> Self {
        let pairs = || searches.iter().zip(reference);
        let mut counters = Counters::default();
        searches.iter().for_each(|search| counters += &search.counters);
        let share = |cost: fn(&Search) -> f64| {
            let pairs: Vec<_> = pairs().map(|(own, other)| (cost(own), cost(other))).collect();
            (ratio(&pairs), ratio_interval(&pairs, seed))
        };
        let (share_of_evaluations, share_of_evaluations_interval) =
            share(|search| search.counters.evaluations as f64);
        let (share_of_nodes, _) = share(|search| search.counters.nodes as f64);
        let (share_of_time, share_of_time_interval) = share(|search| search.cpu_seconds);
        let same = |(own, other): &(&Search, &Search)| {
            own.best_moves.first().is_none_or(|m| other.best_moves.contains(m))
        };
        let looked = counters.table_probes;
        Self {
            limit,
            agreed: pairs().filter(|(own, other)| agree(own, other)).count(),
            same_move: pairs().filter(same).count(),
            first_move_cut_rate: counters.first_move_cut_rate(),
            probe_efficiency: counters.probe_efficiency(),
            table_hit_rate: (looked > 0).then(|| counters.table_hits as f64 / looked as f64),
            counters,
            cpu_seconds: searches.iter().map(|search| search.cpu_seconds).sum(),
            share_of_evaluations,
            share_of_evaluations_interval,
            share_of_nodes,
            share_of_time,
            share_of_time_interval,
            entrant,
            searches,
        }
    }
}

/// Whether two searches found the same value and the same set of best moves.
fn agree(one: &Search, other: &Search) -> bool {
    let set = |search: &Search| {
        let mut moves = search.best_moves.clone();
        moves.sort();
        moves
    };
    one.value == other.value && set(one) == set(other)
}

/// At most `most` of the positions, in their order.
fn choose<P>(positions: Vec<P>, most: usize, seed: u64) -> Vec<P> {
    let mut rng = starboard_core::rng(seed, 0x434f_4d50);
    let mut left = positions.len();
    let mut wanted = most.min(left);
    // Each is taken with the odds that exactly so many are (Knuth 1969, 3.4.2 S).
    let mut take = |_: &P| {
        let take = rng.random_range(0..left) < wanted;
        left -= 1;
        wanted -= usize::from(take);
        take
    };
    positions.into_iter().filter(|position| take(position)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_chosen_in_order() {
        let all: Vec<_> = (0..20).map(|i| format!("{i:02}")).collect();
        assert_eq!(choose(all.clone(), 50, 1), all);
        let some = choose(all.clone(), 5, 1);
        assert_eq!(some.len(), 5);
        assert!(some.is_sorted());
        assert_eq!(choose(all.clone(), 5, 1), some);
        assert_ne!(choose(all, 5, 2), some);
        assert!(choose(Vec::<u8>::new(), 5, 0).is_empty());
    }

    #[test]
    fn agreement_is_of_sets() {
        let search = |value, moves: &[&str]| Search {
            position: String::new(),
            depth: 1,
            value,
            best_moves: moves.iter().map(|&m| m.to_owned()).collect(),
            counters: Counters::default(),
            cpu_seconds: 0.0,
        };
        assert!(agree(&search(1.0, &["a", "b"]), &search(1.0, &["b", "a"])));
        assert!(!agree(&search(1.0, &["a"]), &search(1.0, &["b", "a"])));
        assert!(!agree(&search(1.0, &["a"]), &search(2.0, &["a"])));
    }
}
