//! What a search found, and what it cost.

use std::{ops::AddAssign, time::Duration};

use crate::{Bounds, Value};

/// Places in the move list that [`Counters::cut_at`] distinguishes; the last
/// stands for itself and all later ones.
pub const CUT_PLACES: usize = 16;

/// What a search counted. Sums over all its threads and iterations.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct Counters {
    /// Positions visited: decisions, chance nodes, leaves and finished games.
    pub nodes: u64,
    /// Positions evaluated.
    pub evaluations: u64,
    /// Positions that got a cheap estimate.
    #[serde(skip_serializing_if = "is_zero")]
    pub rough_evaluations: u64,
    /// Move lists generated, and single moves found by
    /// [`Game::good_move`](crate::Game::good_move).
    pub generations: u64,
    /// Look-ups in the transposition table.
    pub table_probes: u64,
    /// Look-ups that found the position.
    pub table_hits: u64,
    /// Look-ups that settled the node.
    pub table_cuts: u64,
    /// Decision nodes at which a move reached beta.
    pub cuts: u64,
    /// The cuts by how many moves had been tried before: `cut_at[0]` counts those by the
    /// first move.
    pub cut_at: [u64; CUT_PLACES],
    /// Chance nodes at which Star2 probed.
    pub probes: u64,
    /// Of these, the ones settled by probing alone.
    pub probe_successes: u64,
    /// Chance nodes cut by the bounds on the outcomes still to come.
    pub star_cuts: u64,
    /// Chance nodes cut by a shallower search of them (ChanceProbCut).
    #[serde(skip_serializing_if = "is_zero")]
    pub probcuts: u64,
}

impl Counters {
    /// Counts a cut-off by the move at `place`, from 0.
    pub fn cut(&mut self, place: usize) {
        self.cuts += 1;
        self.cut_at[place.min(CUT_PLACES - 1)] += 1;
    }

    /// The share of cuts made by the first move searched; `None` without cuts.
    pub fn first_move_cut_rate(&self) -> Option<f64> {
        ratio(self.cut_at[0], self.cuts)
    }

    /// Probe efficiency: of the chance nodes at which Star2 probed, the share
    /// that probing alone settled; `None` without probes. A node that stayed
    /// below beta, which no probe could have settled, counts as a failure. The
    /// *-Minimax paper prints a figure of this name (its Table 2) and does not
    /// define it.
    pub fn probe_efficiency(&self) -> Option<f64> {
        ratio(self.probe_successes, self.probes)
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

fn ratio(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

impl AddAssign<&Self> for Counters {
    fn add_assign(&mut self, other: &Self) {
        self.nodes += other.nodes;
        self.evaluations += other.evaluations;
        self.rough_evaluations += other.rough_evaluations;
        self.generations += other.generations;
        self.table_probes += other.table_probes;
        self.table_hits += other.table_hits;
        self.table_cuts += other.table_cuts;
        self.cuts += other.cuts;
        for (mine, theirs) in self.cut_at.iter_mut().zip(&other.cut_at) {
            *mine += theirs;
        }
        self.probes += other.probes;
        self.probe_successes += other.probe_successes;
        self.star_cuts += other.star_cuts;
        self.probcuts += other.probcuts;
    }
}

/// Where the time went. The parts are summed over threads, and zero unless
/// [`Limits::profile`](crate::Limits::profile) was set.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct Times {
    /// Wall-clock time of the whole search.
    pub total: Duration,
    /// Generating moves.
    pub generation: Duration,
    /// Evaluating positions.
    pub evaluation: Duration,
}

/// What is known about the value reported.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BoundType {
    /// The value is exactly this.
    #[default]
    Exact,
    /// The value is at least this.
    Lower,
    /// The value is at most this.
    Upper,
    /// The value is an average over samples, or that of a search that leaves something out.
    Estimate,
}

impl From<Bounds> for BoundType {
    fn from(bounds: Bounds) -> Self {
        match bounds.value() {
            Some(_) => Self::Exact,
            None if bounds.high == Value::MAX => Self::Lower,
            None => Self::Upper,
        }
    }
}

/// Why a search ended.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StoppedBy {
    /// It searched as deep as it was asked to, or as deep as could change the result: to
    /// the end of every line, or until there could be no shorter mate.
    #[default]
    Depth,
    /// The limit on nodes.
    Nodes,
    /// The limit on evaluations.
    Evaluations,
    /// The limit on time.
    Time,
    /// A stop was requested.
    Request,
    /// Nothing was searched: the moves are those of an opening book.
    Book,
    /// More chance nodes in a row than [`LONGEST_CHANCE`](crate::LONGEST_CHANCE), or one
    /// whose outcomes have no weight: a fault in the game, which no search can value.
    /// [`ChanceChain::below`](crate::ChanceChain::below) says where.
    ChanceChain,
}

/// A root move and what was found out about it.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Candidate<M> {
    /// The move.
    #[serde(rename = "move")]
    pub m: M,
    /// Its value for the mover of the root, its [bonus](crate::Root::bonuses)
    /// included.
    pub value: Value,
    /// What is known about the value. A search that prunes finds the exact values of as
    /// many moves as it was [asked for](crate::Root::multipv); for the others it knows only
    /// a bound.
    pub bound: BoundType,
    /// The depth it was searched to.
    pub depth: u32,
    /// The expected line of play, from this move on; like [`Report::pv`], it may end early.
    /// Empty if none is known, for instance where the value is a bound.
    #[serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty")]
    pub pv: Vec<M>,
    /// The figures that go with the value, for the mover of the root, in the order of
    /// [`Report::detail_names`]; empty if the search carried none along.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub details: Vec<f32>,
    /// The positions evaluated for it, in all iterations; 0 if that was not counted per
    /// move.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub evaluations: u64,
}

impl<M> Candidate<M> {
    /// A move with its value, and no further figures.
    pub const fn new(m: M, value: Value, bound: BoundType, depth: u32) -> Self {
        let evaluations = 0;
        Self { m, value, bound, depth, pv: Vec::new(), details: Vec::new(), evaluations }
    }
}

/// What a search found, and what it cost.
///
/// `M` is the game's move, or a `String` once it has been written down.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Report<M> {
    /// Every root move found to be as good as the best, in the game's order; only one of
    /// them unless [`Limits::all_ties`](crate::Limits::all_ties) was set. Empty at a chance
    /// node and when the game is over.
    pub best_moves: Vec<M>,
    /// The value of the root for its mover: that of the best of the moves
    /// [searched](crate::Root::moves), its bonus included.
    pub value: Value,
    /// What is known about the value.
    pub bound: BoundType,
    /// The names of the [figures](crate::Evaluator::details) that go with values.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub detail_names: Vec<String>,
    /// The figures that go with the value, for the mover of the root; empty if the search
    /// carried none along.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub details: Vec<f32>,
    /// The expected line of play; its first move is the one to play. It may end early: at a
    /// chance node, or where the transposition table cut it off.
    pub pv: Vec<M>,
    /// The root moves searched, each with what was found out about it, best first.
    pub candidates: Vec<Candidate<M>>,
    /// The deepest iteration that was completed. If the next one was stopped after it had
    /// found a better move, that move is reported, with its value as a lower
    /// [`bound`](Self::bound); not so if all ties were asked for, which half an iteration
    /// cannot know.
    pub depth: u32,
    /// The length of the longest line that was visited, in moves (the
    /// *selective depth*): beyond `depth` where noisy positions were played
    /// out, short of it where every line ended or was cut before.
    pub seldepth: u32,
    /// What the search counted.
    pub counters: Counters,
    /// How long the search took.
    pub times: Times,
    /// Why the search ended.
    pub stopped_by: StoppedBy,
}

impl<M> Default for Report<M> {
    fn default() -> Self {
        Self {
            best_moves: Vec::new(),
            value: Value::ZERO,
            bound: BoundType::default(),
            detail_names: Vec::new(),
            details: Vec::new(),
            pv: Vec::new(),
            candidates: Vec::new(),
            depth: 0,
            seldepth: 0,
            counters: Counters::default(),
            times: Times::default(),
            stopped_by: StoppedBy::default(),
        }
    }
}

impl<M> Report<M> {
    /// The move to play: the first of the [line of play](Self::pv) or, where that is
    /// empty, of the [best moves](Self::best_moves). `None` where there is nothing to
    /// decide (at a chance node, and when the game is over), and where the root
    /// was only evaluated (depth 0), so that no move is better than another.
    pub fn best_move(&self) -> Option<&M> {
        self.pv.first().or(self.best_moves.first())
    }

    /// The same report with every move written by `f`, which is given the moves
    /// played from the root before it and the move: notation may need both.
    pub fn map<N>(self, mut f: impl FnMut(&[M], &M) -> N) -> Report<N> {
        let mut line = |pv: &[M]| pv.iter().enumerate().map(|(i, m)| f(&pv[..i], m)).collect();
        let pv = line(&self.pv);
        let lines: Vec<_> = self.candidates.iter().map(|c| line(&c.pv)).collect();
        Report {
            pv,
            best_moves: self.best_moves.iter().map(|m| f(&[], m)).collect(),
            candidates: (self.candidates.iter().zip(lines))
                .map(|(c, pv)| Candidate {
                    m: f(&[], &c.m),
                    value: c.value,
                    bound: c.bound,
                    depth: c.depth,
                    pv,
                    details: c.details.clone(),
                    evaluations: c.evaluations,
                })
                .collect(),
            value: self.value,
            bound: self.bound,
            detail_names: self.detail_names,
            details: self.details,
            depth: self.depth,
            seldepth: self.seldepth,
            counters: self.counters,
            times: self.times,
            stopped_by: self.stopped_by,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_move_to_play_is_the_first_of_the_line() {
        let report = Report { pv: vec![4, 5], best_moves: vec![3, 4], ..Report::default() };
        assert_eq!(report.best_move(), Some(&4));
        assert_eq!(Report { pv: vec![], ..report }.best_move(), Some(&3));
        assert_eq!(Report::<u8>::default().best_move(), None);
    }

    #[test]
    fn every_line_is_written_from_the_root() {
        let candidate = Candidate {
            m: 7,
            value: Value::ZERO,
            bound: BoundType::Exact,
            depth: 2,
            pv: vec![7, 8],
            details: Vec::new(),
            evaluations: 5,
        };
        let report = Report {
            pv: vec![1, 2, 3],
            best_moves: vec![1],
            candidates: vec![candidate],
            ..Report::default()
        };
        let written = report.map(|before, m| format!("{m} after {before:?}"));
        assert_eq!(written.pv[2], "3 after [1, 2]");
        assert_eq!(written.best_moves, ["1 after []"]);
        assert_eq!(written.candidates[0].pv, ["7 after []", "8 after [7]"]);
        // A report that was written before lines were kept can be read.
        let old = r#"{"move":"a","value":1,"bound":"exact","depth":3}"#;
        let read: Candidate<String> = serde_json::from_str(old).expect("a candidate");
        assert!(read.pv.is_empty());
        assert_eq!((read.evaluations, written.candidates[0].evaluations), (0, 5));
    }
}
