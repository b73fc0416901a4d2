//! The figures of a tournament.

use std::collections::BTreeMap;

use serde::Serialize;
use starboard::Payoff;

use super::{Game, Header};
use crate::{
    arena::{
        Ending,
        summary::{Player, repeated},
    },
    stats::{Contrast, Estimate, Interval, Tally, normal_probability, strengths},
};

/// The standard deviation, in Elo, of the prior of a player's strength, by which all are equally
/// strong on average. It keeps the lead of a player who wins every game finite, and determines its
/// size; with fifty games between equals it shrinks a lead by one Elo in a hundred.
const PRIOR: f64 = 400.0;
/// Elo for each natural unit of the logistic curve.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// A tournament in figures.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// What was played.
    pub settings: Header,
    /// How many games, in whole pairs.
    pub games: usize,
    /// Pairs whose two games had the same moves: the two players chose alike.
    pub pairs_alike: usize,
    /// Pairs that repeat an earlier one of the same players, with the same opening and moves: they
    /// are no new evidence, but intervals count them as such.
    pub pairs_repeated: usize,
    /// The players, the best first, those who have not played last.
    pub standings: Vec<Standing>,
    /// Every pairing that has played, in the order of the players' numbers.
    pub crosses: Vec<Cross>,
    /// What moving first is worth, in Elo.
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
    /// Its lead over the first player that was named, in Elo; `None` without any game. Where it
    /// has won or lost all games, the interval is open on that side.
    pub elo: Option<Estimate>,
    /// How certain it is that it is stronger than the next one, where both have played.
    pub better_than_next: Option<f64>,
    /// What it scored against all opponents.
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
    /// The first one's lead in Elo, by all games of the tournament.
    pub elo: Option<Estimate>,
    /// How certain it is that the first one is the stronger player.
    pub likelihood_of_superiority: Option<f64>,
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
    /// The mean points of a game, where a win can count more than one.
    pub points: Option<Estimate>,
}

impl Scored {
    fn of(tally: &Tally, payoff: Payoff) -> Self {
        let [wins, draws, losses] = tally.wins_draws_losses();
        let points = tally.points().filter(|_| payoff == Payoff::Units);
        Self { games: wins + draws + losses, wins, draws, losses, score: tally.score(), points }
    }
}

/// The figures for the games of a tournament, in the order of their numbers; a last game without
/// its partner does not count.
pub fn summarise(header: &Header, games: &[Game]) -> Summary {
    let count = header.players.len();
    let games = &games[..games.len() - games.len() % 2];
    // 1. Count, for every player and for every pairing.
    let mut own = vec![Tally::default(); count];
    let mut crosses: BTreeMap<[usize; 2], Tally> = BTreeMap::new();
    let mut spent = vec![Player::default(); count];
    let mut endings = BTreeMap::new();
    for pair in games.chunks_exact(2) {
        let [a, b] = pair[0].players;
        let each = |of: fn(&Game) -> f64| [of(&pair[0]), of(&pair[1])];
        let (scores, points) = (each(|game| game.row.score), each(|game| game.row.points));
        // What B was paid: units are zero-sum, while the two scores of a game add up to 1.
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

    // 2. Fit the strength of each, and what moving first is worth. The games of a pair are one
    // group.
    let variables = |game: &Game| {
        let mut all = vec![0.0; count + 1];
        let [a, b] = game.players;
        (all[a], all[b]) = (1.0, -1.0);
        all[count] = if game.row.a_first { 1.0 } else { -1.0 };
        (all, game.row.score)
    };
    let pairs: Vec<_> =
        games.chunks_exact(2).map(|pair| [variables(&pair[0]), variables(&pair[1])]).collect();
    let fitted = strengths(&pairs, PRIOR / SCALE);
    let elo = |of: &dyn Fn(usize) -> f64| {
        let contrast: Vec<_> = (0..=count).map(of).collect();
        fitted.as_ref().map(|fitted| fitted.contrast(&contrast).scaled(SCALE))
    };
    let unit = |i: usize, j: usize| f64::from(u8::from(i == j));
    let has_played = |i: usize| own[i].pairs() > 0;
    let lead = |i: usize, over: usize| {
        elo(&|j| unit(i, j) - unit(over, j)).filter(|_| has_played(i) && has_played(over))
    };
    let likely = |lead: Contrast| normal_probability(lead.value / lead.error);
    // For a player who wins every game, only the prior keeps the lead finite.
    let [best, worst] = [1.0, 0.0].map(|score: f64| {
        let all = |tally: &Tally| tally.score().is_some_and(|own| own.value == score);
        own.iter().map(all).collect::<Vec<bool>>()
    });
    let estimate = |i: usize, over: usize| {
        let Estimate { value, interval } = lead(i, over)?.estimate();
        let interval = interval.filter(|_| i != over).map(|Interval { low, high }| Interval {
            low: if worst[i] || best[over] { f64::NEG_INFINITY } else { low },
            high: if best[i] || worst[over] { f64::INFINITY } else { high },
        });
        Some(Estimate { value, interval })
    };

    // 3. Put the players in order.
    let mut order: Vec<_> = (0..count).collect();
    let value = |i: usize| fitted.as_ref().map_or(0.0, |fitted| fitted.weights[i]);
    order.sort_by(|&a, &b| {
        has_played(b).cmp(&has_played(a)).then_with(|| value(b).total_cmp(&value(a)))
    });
    let standings = order.iter().enumerate().map(|(rank, &i)| Standing {
        player: i,
        description: header.players[i].description.clone(),
        elo: estimate(i, 0),
        better_than_next: order.get(rank + 1).and_then(|&next| lead(i, next)).map(likely),
        result: Scored::of(&own[i], header.payoff),
        spent: spent[i].clone(),
    });
    let repeated: usize = crosses
        .keys()
        .map(|&players| {
            let of_two = games.chunks_exact(2).filter(|pair| pair[0].players == players);
            repeated(of_two.map(|pair| [&pair[0].row, &pair[1].row]))
        })
        .sum();
    let alike = |pair: &&[Game]| pair[0].row.moves == pair[1].row.moves;
    let plies: u64 = games.iter().map(|game| u64::from(game.row.plies)).sum();
    Summary {
        settings: header.clone(),
        games: games.len(),
        pairs_alike: games.chunks_exact(2).filter(alike).count(),
        pairs_repeated: repeated,
        standings: standings.collect(),
        crosses: crosses
            .iter()
            .map(|(&players, tally)| Cross {
                players,
                elo: estimate(players[0], players[1]),
                likelihood_of_superiority: lead(players[0], players[1]).map(likely),
                result: Scored::of(tally, header.payoff),
            })
            .collect(),
        first_player: elo(&|j| unit(count, j)).map(Contrast::estimate),
        plies: plies as f64 / games.len().max(1) as f64,
        endings,
    }
}

#[cfg(test)]
mod tests {
    use starboard_core::Limits;

    use super::*;
    use crate::{
        arena::{Cost, OpeningText, Openings, Row, Side},
        runs::{Files, Shard},
        tournament::{KIND, Schedule, document},
    };

    fn header(players: &[&str]) -> Header {
        let side = |name: &&str| Side { description: (*name).to_owned(), limits: Limits::depth(1) };
        Header {
            experiment: KIND.to_owned(),
            version: String::new(),
            game: "connect-four".to_owned(),
            players: players.iter().map(side).collect(),
            schedule: Schedule::RoundRobin,
            seed: 0,
            openings: Openings::Start,
            payoff: Payoff::Outcome,
            max_plies: 1000,
            clock: None,
            adjudication: None,
            margin: 200,
            timeout: 600_000,
            times: false,
            games: 2,
            openings_hash: None,
            files: Files::new(),
            shard: Shard::WHOLE,
        }
    }

    /// A pair of games between two players, with what the first of them scored; moves that are
    /// the same as those of another pair if `moves` is.
    fn pair(players: [usize; 2], scores: [f64; 2], moves: [&str; 2]) -> [Game; 2] {
        [0, 1].map(|i| {
            let row = Row {
                game: i,
                pair: 0,
                a_first: i == 0,
                opening: OpeningText { position: String::new(), moves: Vec::new() },
                moves: vec![moves[i].to_owned()],
                score: scores[i],
                points: scores[i],
                ending: Ending::Rules,
                plies: 20,
                a: Cost::default(),
                b: Cost::default(),
            };
            Game { players, row }
        })
    }

    #[test]
    fn players_are_rated_by_whole_pairs() {
        let header = header(&["one", "two", "three", "four"]);
        let mut games = Vec::new();
        for round in ["a", "b", "c", "d"] {
            games.extend(pair([0, 1], [1.0, 0.0], [round, "x"]));
            games.extend(pair([0, 2], [1.0, 1.0], [round, "x"]));
            games.extend(pair([1, 2], [1.0, 1.0], [round, round]));
        }
        games.extend(pair([0, 1], [0.5, 1.0], ["d", "x"]));
        // A game without its partner, and a player who has not played.
        games.extend(pair([0, 3], [0.0, 0.0], ["e", "x"]).into_iter().take(1));
        let summary = summarise(&header, &games);
        assert_eq!((summary.games, summary.endings["by the rules"]), (26, 26));
        assert_eq!((summary.pairs_alike, summary.pairs_repeated), (4, 1));
        let order: Vec<_> = summary.standings.iter().map(|own| own.player).collect();
        assert_eq!(order, [0, 1, 2, 3]);
        let [one, two, three, four] = &summary.standings[..] else { panic!("four players") };
        assert_eq!(one.elo, Some(Estimate { value: 0.0, interval: None }));
        let interval = |own: &Standing| own.elo.and_then(|elo| elo.interval).expect("it played");
        let [close, far] = [two, three].map(interval);
        assert!(close.low < 0.0 && close.high > 0.0 && close.low.is_finite(), "{close:?}");
        assert!(far.low == f64::NEG_INFINITY && far.high < 0.0, "{far:?}");
        assert!(two.better_than_next > Some(0.95), "{two:?}");
        assert_eq!((three.better_than_next, four.elo, four.result.games), (None, None, 0));
        let of_two = |players| summary.crosses.iter().find(|cross| cross.players == players);
        let cross = of_two([1, 2]).expect("they met");
        assert!(cross.likelihood_of_superiority > Some(0.95), "{cross:?}");
        assert_eq!(cross.elo.and_then(|elo| elo.interval).map(|i| i.high), Some(f64::INFINITY));

        let text = document(&summary).text();
        for part in ["26 games (26 by the rules)", "below ", "1 pair went as one before", "4. four"]
        {
            assert!(text.contains(part), "{part:?} is missing in\n{text}");
        }
        let none = document(&summarise(&header, &games[..1])).text();
        assert!(none.contains("No pair of games"), "{none}");
    }
}
