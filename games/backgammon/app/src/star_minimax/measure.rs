//! One search, and what it cost.

use std::sync::Arc;

use cpu_time::ThreadTime;
use starboard_backgammon::{Backgammon, HandCrafted, PaperOrder};
use starboard_core::{Evaluator, Game, Limits, TranspositionTable};
use starboard_search::{Expectimax, Probing, Searcher, Star, StarOptions};

use super::{
    leaves::Leaves,
    plan::{Algorithm, Cell, decisions},
    row::Row,
};

/// Searches position after position, each alone on an empty table.
#[derive(Debug)]
pub(super) struct Bench {
    leaves: Leaves,
    /// Kept to spare making a new one; always cleared before use.
    table: Option<(usize, Arc<TranspositionTable>)>,
}

impl Bench {
    /// With this evaluator.
    pub(super) fn new(leaves: Leaves) -> Self {
        Self { leaves, table: None }
    }

    /// Searches `game`, which is number `index` of the sample, as `cell` says.
    pub(super) fn measure(
        &mut self,
        index: usize,
        game: &Backgammon,
        cell: Cell,
        profile: bool,
        times: bool,
    ) -> Row {
        let (table, bounds) = (self.table(cell.table), cell.bounds.of_evaluator());
        let mut search = match &self.leaves {
            Leaves::HandCrafted => searcher(HandCrafted { bounds }, cell, table),
            Leaves::Net(net) => searcher((**net).clone().with_bounds(bounds), cell, table),
        };
        let limits = Limits { profile, ..Limits::depth(decisions(cell.d)).with_all_ties() };
        let started = ThreadTime::now();
        let report = search.run(game, &limits);
        let elapsed = started.elapsed();
        let seconds = |time: std::time::Duration| if times { time.as_secs_f64() } else { 0.0 };
        let counters = report.counters;
        Row {
            index,
            position: game.format(),
            cell,
            value: report.value.raw(),
            best_moves: report.best_moves.iter().map(|&m| game.format_move(m)).collect(),
            evaluations: counters.evaluations,
            nodes: counters.nodes,
            generations: counters.generations,
            probes: counters.probes,
            probe_successes: counters.probe_successes,
            star_cuts: counters.star_cuts,
            table_probes: counters.table_probes,
            table_hits: counters.table_hits,
            table_cuts: counters.table_cuts,
            cpu_seconds: seconds(elapsed),
            generation_seconds: seconds(report.times.generation),
            evaluation_seconds: seconds(report.times.evaluation),
        }
    }

    /// An empty table of so many MiB.
    fn table(&mut self, mib: usize) -> Option<Arc<TranspositionTable>> {
        if mib == 0 {
            return None;
        }
        let (_, table) = match self.table.take() {
            Some((size, mut table)) if size == mib => {
                match Arc::get_mut(&mut table) {
                    Some(table) => table.clear(),
                    None => table = Arc::new(TranspositionTable::new(mib)),
                }
                self.table.insert((mib, table))
            }
            _ => self.table.insert((mib, Arc::new(TranspositionTable::new(mib)))),
        };
        Some(Arc::clone(table))
    }
}

fn searcher<E: Evaluator<Backgammon> + Clone + 'static>(
    eval: E,
    cell: Cell,
    table: Option<Arc<TranspositionTable>>,
) -> Box<dyn Searcher<Backgammon>> {
    let probing = match cell.algorithm {
        Algorithm::Expectimax => {
            let search = Expectimax::new(eval);
            return match table {
                Some(table) => Box::new(search.with_table(table)),
                None => Box::new(search),
            };
        }
        Algorithm::Star1 => Probing::NONE,
        Algorithm::Star2 => Probing::ONE,
    };
    let options = StarOptions { probing, ..StarOptions::default() };
    let search = Star::new(eval, PaperOrder, options);
    match table {
        Some(table) => Box::new(search.with_table(table)),
        None => Box::new(search),
    }
}
