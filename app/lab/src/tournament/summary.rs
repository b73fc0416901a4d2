//! What the games of a tournament come to.

use std::collections::BTreeMap;

use serde::Serialize;
use starboard::Payoff;

use super::{Game, Header};
use crate::{
    arena::{Ending, summary::Player},
    stats::{Contrast, Estimate, Samples, Tally, normal_probability, strengths},
};

/// What is thought of a player before any game: as good as the others, give or take so many Elo.
/// It keeps finite the lead of one who wins every game; with fifty games it takes one Elo in a
/// hundred off a lead.
const PRIOR: f64 = 400.0;
/// Elo for each natural unit of the logistic curve.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// A tournament in figures.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// What was played.
    pub settings: Header,
    /// How many games.
    pub games: usize,
    /// The players, the best first.
    pub standings: Vec<Standing>,
    /// Every pairing that has played, in the order of the players' numbers.
    pub crosses: Vec<Cross>,
    /// What it is worth to begin, in Elo.
    pub first_player: Option<Estimate>,
    /// The mean number of decisions of a game.
    pub plies: f64,
    /// How many games ended how.
    pub endings: BTreeMap<&'static str, u64>,
}

/// A player in figures.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// Its number among the players of the settings, from 0.
    pub player: usize,
    /// Its description.
    pub description: String,
    /// By how much it is better than the mean of all players, in Elo; none without any game.
    pub elo: Option<Estimate>,
    /// How sure it is that it is better than the one after it.
    pub better_than_next: Option<f64>,
    /// What it scored, all opponents together.
    #[serde(flatten)]
    pub result: Scored,
    /// What it spent, and the games that it lost by a fault.
    pub spent: Player,
}

/// Two players who met.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cross {
    /// Their numbers among the players, from 0.
    pub players: [usize; 2],
    /// What the first of them scored.
    #[serde(flatten)]
    pub result: Scored,
}

/// What a player scored.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Scored {
    /// How many games.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// The mean score of a game.
    pub score: Option<Estimate>,
    /// The mean points of a game, where a win may count more than one.
    pub points: Option<Estimate>,
}

impl Scored {
    fn of(tally: &Tally, payoff: Payoff) -> Self {
        let [wins, draws, losses] = tally.wins_draws_losses();
        let points = tally.points().filter(|_| payoff == Payoff::Units);
        Self { games: wins + draws + losses, wins, draws, losses, score: tally.score(), points }
    }
}

/// The figures for the games of a tournament, in the order of their numbers and in whole pairs.
pub fn summarise(header: &Header, games: &[Game]) -> Summary {
    let count = header.players.len();
    // 1. Count, for every player and for every pairing.
    let mut own = vec![Tally::default(); count];
    let mut crosses: BTreeMap<[usize; 2], Tally> = BTreeMap::new();
    let mut spent = vec![Player::default(); count];
    let mut endings = BTreeMap::new();
    for pair in games.chunks_exact(2) {
        let [a, b] = pair[0].players;
        let each = |of: fn(&Game) -> f64| [of(&pair[0]), of(&pair[1])];
        let (scores, points) = (each(|game| game.row.score), each(|game| game.row.points));
        // What B was paid: units are taken from one and given to the other, of a score it is the rest.
        let paid = if header.payoff == Payoff::Units { 0.0 } else { 1.0 };
        own[a].add(scores, points);
        own[b].add(scores.map(|score| 1.0 - score), points.map(|points| paid - points));
        crosses.entry([a, b]).or_default().add(scores, points);
        for Game { row, .. } in pair {
            *endings.entry(row.ending.kind()).or_default() += 1;
            spent[a].cost.add(&row.a);
            spent[b].cost.add(&row.b);
            if let Ending::Fault(fault) = &row.ending {
                spent[if row.score < 0.5 { a } else { b }].blame(row.game, fault);
            }
        }
    }
    spent.iter_mut().for_each(Player::average);

    // 2. Fit the strength of each, and what it is worth to begin. The games of a pair go together.
    let variables = |game: &Game| {
        let mut all = vec![0.0; count + 1];
        let [a, b] = game.players;
        (all[a], all[b]) = (1.0, -1.0);
        all[count] = if game.row.a_first { 1.0 } else { -1.0 };
        (all, game.row.score)
    };
    let pairs: Vec<Samples> =
        games.chunks_exact(2).map(|pair| pair.iter().map(variables).collect()).collect();
    let fitted = strengths(&pairs, PRIOR / SCALE);
    let elo = |of: &dyn Fn(usize) -> f64| {
        let contrast: Vec<_> = (0..=count).map(of).collect();
        fitted.as_ref().map(|fitted| fitted.contrast(&contrast).scaled(SCALE))
    };
    let unit = |i: usize, j: usize| f64::from(u8::from(i == j));
    let mean = |j: usize| if j < count { 1.0 / count as f64 } else { 0.0 };

    // 3. Put the players in order.
    let strength = |i: usize| elo(&|j| unit(i, j) - mean(j));
    let mut order: Vec<_> = (0..count).collect();
    let value = |i: usize| strength(i).map_or(0.0, |elo| elo.value);
    order.sort_by(|&a, &b| value(b).total_cmp(&value(a)));
    let standings = order.iter().enumerate().map(|(rank, &i)| {
        let lead = order.get(rank + 1).and_then(|&next| elo(&|j| unit(i, j) - unit(next, j)));
        Standing {
            player: i,
            description: header.players[i].description.clone(),
            elo: strength(i).filter(|_| own[i].pairs() > 0).map(Contrast::estimate),
            better_than_next: lead.map(|lead| normal_probability(lead.value / lead.error)),
            result: Scored::of(&own[i], header.payoff),
            spent: spent[i].clone(),
        }
    });
    let plies: u64 = games.iter().map(|game| u64::from(game.row.plies)).sum();
    Summary {
        settings: header.clone(),
        games: games.len(),
        standings: standings.collect(),
        crosses: crosses
            .iter()
            .map(|(&players, tally)| Cross { players, result: Scored::of(tally, header.payoff) })
            .collect(),
        first_player: elo(&|j| unit(count, j)).map(Contrast::estimate),
        plies: plies as f64 / games.len().max(1) as f64,
        endings,
    }
}
