//! How well moves are predicted.

use serde::{Deserialize, Serialize};

use crate::{
    patterns::{Patterns, Priors},
    records::record::{Record, in_order},
};

/// Ranks that are told apart.
const RANKS: usize = 50;

/// How often the move played was predicted as the best, the second best and so on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Prediction {
    /// Positions seen.
    pub positions: u64,
    /// In how many the move played had each rank, from the best on.
    pub ranks: Vec<u64>,
    /// The mean natural logarithm of its probability.
    pub evidence: f64,
}

impl Prediction {
    /// Looks at all positions of these games except those in which the player passed.
    /// Among moves of equal value, the first in reading order ranks first.
    /// `done` is called with the number of games done so far.
    pub fn measure(
        records: &[Record],
        patterns: &Patterns,
        threads: usize,
        done: &mut dyn FnMut(usize),
    ) -> Self {
        let read = |_: usize, record: &Record| -> (Vec<usize>, f64) {
            let mut priors = Priors::new();
            let (mut ranks, mut evidence) = (Vec::new(), 0.0);
            record.replay(|game, m| {
                let Some(point) = m.point() else { return };
                let list = priors.find(patterns, game);
                let played = list.iter().position(|prior| prior.point == point);
                let at = played.expect("the move is legal");
                let better = list.iter().enumerate().filter(|&(i, prior)| {
                    prior.value > list[at].value || (prior.value == list[at].value && i < at)
                });
                ranks.push(better.count());
                evidence += libm::log(f64::from(list[at].share).max(1e-30));
            });
            (ranks, evidence)
        };
        let mut found = Self { positions: 0, ranks: vec![0; RANKS], evidence: 0.0 };
        let mut games = 0;
        in_order(records, threads, read, |(ranks, evidence)| {
            found.positions += ranks.len() as u64;
            found.evidence += evidence;
            ranks.into_iter().filter(|&rank| rank < RANKS).for_each(|rank| found.ranks[rank] += 1);
            games += 1;
            done(games);
        });
        found.evidence /= found.positions.max(1) as f64;
        found
    }

    /// The share of positions in which the move played is among the `count` best predictions;
    /// `count` is at most fifty.
    pub fn top(&self, count: usize) -> f64 {
        let hits: u64 = self.ranks.iter().take(count).sum();
        hits as f64 / self.positions.max(1) as f64
    }

    /// The standard error of [`top`](Self::top), assuming that positions are
    /// independent.
    pub fn error(&self, count: usize) -> f64 {
        let share = self.top(count);
        (share * (1.0 - share) / self.positions.max(1) as f64).sqrt()
    }
}
