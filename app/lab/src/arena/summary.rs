//! The figures of a match.

use std::collections::{BTreeMap, HashSet};

use serde::Serialize;
use starboard::{Fault, Payoff};

use super::{Cost, Ending, Header, OpeningText, Row};
use crate::stats::{Estimate, Sprt, Standing, Tally, mean, mean_interval};

/// A match in figures, all from A's point of view.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// What was played.
    pub settings: Header,
    /// Games played; the last one may lack its partner.
    pub games: usize,
    /// Complete pairs of games, on which all of the following is based.
    pub pairs: usize,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// How many pairs scored 0, ½, 1, 1½ and 2.
    pub pentanomial: [u64; 5],
    /// The mean score of a game.
    pub score: Option<Estimate>,
    /// The mean points of a game; the score where the game has no other payoff.
    pub points: Option<Estimate>,
    /// The Elo difference that corresponds to the score.
    pub elo: Option<Estimate>,
    /// The normalised Elo difference: the score in standard deviations, on the scale of Elo.
    pub normalised_elo: Option<Estimate>,
    /// The likelihood of superiority: how certain it is that A is the stronger player.
    pub likelihood_of_superiority: Option<f64>,
    /// The correlation between the two games of a pair.
    pub pair_correlation: Option<f64>,
    /// The variance with pairing, divided by that of as many independent games.
    pub variance_ratio: Option<f64>,
    /// The sequential test, and how it stands.
    pub sprt: Option<Test>,
    /// What A and B earned, in a one-player game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solo: Option<Solo>,
    /// Pairs whose two games had the same moves: A and B chose alike.
    pub pairs_alike: usize,
    /// Pairs that repeat an earlier one, with the same opening and moves: they are no new evidence,
    /// but intervals and tests count them as such.
    pub pairs_repeated: usize,
    /// The mean number of decisions of a game.
    pub plies: f64,
    /// How many games ended how.
    pub endings: BTreeMap<&'static str, u64>,
    /// A.
    pub a: Player,
    /// B.
    pub b: Player,
}

/// What the players earned in a one-player game.
#[derive(Copy, Clone, Debug, PartialEq, Serialize)]
pub struct Solo {
    /// The mean of A's games.
    pub a: Estimate,
    /// The mean of B's games.
    pub b: Estimate,
    /// A's less B's in a pair, with the same opening and the same dice.
    pub difference: Estimate,
}

impl Solo {
    fn of(rows: &[Row]) -> Option<Self> {
        let [mut a, mut b, mut differences] = [Vec::new(), Vec::new(), Vec::new()];
        for pair in rows.chunks_exact(2) {
            let [own, other] = [pair[0].points, -pair[1].points];
            a.push(own);
            b.push(other);
            differences.push(own - other);
        }
        let estimate = |sample: &[f64]| {
            Some(Estimate { value: mean(sample)?, interval: mean_interval(sample) })
        };
        Some(Self { a: estimate(&a)?, b: estimate(&b)?, difference: estimate(&differences)? })
    }
}

/// A sequential test.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Test {
    /// What is tested.
    #[serde(flatten)]
    pub test: Sprt,
    /// How it stands.
    #[serde(flatten)]
    pub standing: Standing,
}

/// A player in figures.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Player {
    /// What it spent in all.
    #[serde(flatten)]
    pub cost: Cost,
    /// The mean number of nodes visited for a decision.
    pub nodes_per_move: f64,
    /// The mean number of positions evaluated for a decision.
    pub evaluations_per_move: f64,
    /// The mean depth.
    pub mean_depth: f64,
    /// The mean wall-clock time for a decision.
    pub seconds_per_move: f64,
    /// The games that it lost by a fault, by kind.
    pub faults: BTreeMap<&'static str, u64>,
    /// The first few of them.
    pub examples: Vec<String>,
}

impl Player {
    /// Counts a game that it lost by a fault.
    pub(crate) fn blame(&mut self, game: usize, fault: &Fault) {
        *self.faults.entry(fault.kind()).or_default() += 1;
        if self.examples.len() < EXAMPLES {
            self.examples.push(format!("game {game}: {fault}"));
        }
    }

    /// Computes the means per decision, once all costs are added.
    pub(crate) fn average(&mut self) {
        let Cost { moves, nodes, evaluations, depths, seconds } = self.cost;
        let each = |sum: f64| sum / moves.max(1) as f64;
        self.nodes_per_move = each(nodes as f64);
        self.evaluations_per_move = each(evaluations as f64);
        self.mean_depth = each(depths as f64);
        self.seconds_per_move = each(seconds);
    }
}

/// The most examples of faults that are kept.
const EXAMPLES: usize = 5;

/// How many pairs repeat an earlier one.
pub(crate) fn repeated<'a>(pairs: impl Iterator<Item = [&'a Row; 2]>) -> usize {
    let mut seen = HashSet::new();
    pairs
        .filter(|pair| {
            let played = pair.map(|row| (&row.moves, row.a_first));
            let OpeningText { position, moves } = &pair[0].opening;
            !seen.insert((position, moves, played))
        })
        .count()
}

/// The figures for the games of a match, in the order of their numbers.
pub fn summarise(header: &Header, rows: &[Row]) -> Summary {
    let mut tally = Tally::default();
    for pair in rows.chunks_exact(2) {
        tally.add([pair[0].score, pair[1].score], [pair[0].points, pair[1].points]);
    }
    let solo = (header.payoff == Payoff::Score).then(|| Solo::of(rows)).flatten();
    let beats = header.payoff != Payoff::Score;
    let [wins, draws, losses] = if beats { tally.wins_draws_losses() } else { [0; 3] };
    let alike = |pair: &&[Row]| pair[0].moves == pair[1].moves;
    let mut endings = BTreeMap::new();
    let [mut a, mut b] = [Player::default(), Player::default()];
    for row in rows {
        *endings.entry(row.ending.kind()).or_default() += 1;
        a.cost.add(&row.a);
        b.cost.add(&row.b);
        if let Ending::Fault(fault) = &row.ending {
            let guilty = if row.score < 0.5 { &mut a } else { &mut b };
            guilty.blame(row.game, fault);
        }
    }
    [&mut a, &mut b].into_iter().for_each(Player::average);
    let plies: u64 = rows.iter().map(|row| u64::from(row.plies)).sum();
    Summary {
        settings: header.clone(),
        games: rows.len(),
        pairs: tally.pairs(),
        wins,
        draws,
        losses,
        pentanomial: if beats { tally.pentanomial() } else { [0; 5] },
        score: tally.score().filter(|_| beats),
        points: tally.points(),
        elo: tally.elo().filter(|_| beats),
        normalised_elo: tally.normalised_elo().filter(|_| beats),
        likelihood_of_superiority: tally.likelihood_of_superiority().filter(|_| beats),
        pair_correlation: tally.correlation(),
        variance_ratio: tally.variance_ratio(),
        sprt: header.sprt.map(|test| Test { test, standing: test.standing(&tally) }),
        solo,
        pairs_alike: rows.chunks_exact(2).filter(alike).count(),
        pairs_repeated: repeated(rows.chunks_exact(2).map(|pair| [&pair[0], &pair[1]])),
        plies: plies as f64 / rows.len().max(1) as f64,
        endings,
        a,
        b,
    }
}
