//! Scores, rolled out one after the other.

use std::{collections::HashMap, ops::ControlFlow, path::Path, sync::Arc};

use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use starboard_backgammon::{
    Backgammon, NetEvaluator,
    bearoff::Bearoff,
    cube::{Crawford, Cube, CubefulSearch, Stakes, WithBearoff},
    met::{MatchEquity, Rates},
    rollout::{QuasiDice, Rollout, RolloutOptions, RolloutOutcome, Start, Tally},
};
use starboard_core::mix;
use starboard_lab::{
    Progress, parallel_map,
    runs::{self, Keep},
};

/// What a log of this form says it is.
pub(crate) const KIND: &str = "backgammon-met 1";

/// How many trials a thread plays at a time. After 30 every first roll has come up as often as it
/// should, after 1,080 every pair of first rolls.
const BATCH: u64 = 30;

/// Everything that the figures depend on, except for how many points they go to, so that a table
/// can be continued.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Header {
    /// What is in the log: [`KIND`].
    pub(super) experiment: String,
    /// The program that made it.
    pub(super) version: String,
    /// Fixes the dice.
    pub(super) seed: u64,
    /// How many games each player begins at each score.
    pub(super) trials: u64,
    /// A hash of the networks that play.
    pub(super) fingerprint: String,
    /// How the games are played.
    pub(super) options: RolloutOptions,
    /// The most points that a player needs.
    #[serde(skip)]
    pub(super) points: i32,
}

impl runs::Header for Header {
    const RESULTS: &'static str = "scores";
    const OPEN: bool = true;

    fn units(&self) -> usize {
        scores(self.points).len()
    }
}

/// A score, from the point of view of the player who needs more points.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Score {
    /// How many points this player needs.
    pub(super) away: i32,
    /// How many points the other player needs.
    pub(super) other: i32,
    /// Whether the Crawford game is over.
    pub(super) after_crawford: bool,
}

impl Score {
    /// As in tables: "4-away 2-away".
    pub(super) fn name(self) -> String {
        let Self { away, other, .. } = self;
        let game = match (other, self.after_crawford) {
            (1, true) => ", after Crawford",
            (1, false) => ", Crawford",
            _ => "",
        };
        format!("{away}-away {other}-away{game}")
    }

    fn stakes(self, table: Arc<MatchEquity>) -> Stakes {
        let crawford = match (self.other, self.after_crawford) {
            (1, true) => Crawford::After,
            (1, false) => Crawford::Now,
            _ => Crawford::Before,
        };
        Stakes::Match { table, mine: self.away, theirs: self.other, crawford }
    }
}

/// All scores that are not even, of players who need up to this many points; a game leads from a
/// score to earlier ones alone.
pub(super) fn scores(points: i32) -> Vec<Score> {
    let of = |away| {
        let before = (1..away).map(move |other| Score { away, other, after_crawford: false });
        [Score { away, other: 1, after_crawford: true }].into_iter().chain(before)
    };
    (2..=points).flat_map(of).collect()
}

/// What the rollouts say of a score, for the player who needs more points.
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Rolled {
    #[serde(flatten)]
    pub(super) score: Score,
    /// The chance to win the match, at the start of a game.
    pub(super) chance: f64,
    /// Its standard error, without that of the earlier scores that it rests on.
    pub(super) error: f64,
    /// The share of wins of this player and of the other that are gammons; a double that is passed
    /// is a win without one.
    pub(super) gammons: [f64; 2],
}

/// The figures so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Figures(HashMap<Score, f64>);

impl Figures {
    pub(super) fn of(rolled: &[Rolled]) -> Self {
        Self(rolled.iter().map(|rolled| (rolled.score, rolled.chance)).collect())
    }

    /// The table with these figures; others are computed from them and the rates.
    pub(super) fn table(&self, rates: Rates) -> MatchEquity {
        let known = |away, other, after_crawford| {
            let found = |away, other| self.0.get(&Score { away, other, after_crawford }).copied();
            found(away, other).or_else(|| found(other, away).map(|chance| 1.0 - chance))
        };
        let points = self.0.keys().map(|score| score.away).max().unwrap_or(1);
        let name = format!("Starboard, rolled out to {points} points");
        MatchEquity::completed(name, known, rates)
    }
}

/// Rolls out the scores that the log does not have yet, and returns all.
///
/// The figures do not depend on the number of threads, nor on where an earlier run was stopped.
///
/// # Errors
///
/// If the log is that of another run, or cannot be written.
pub(super) fn roll_out(
    header: &Header,
    evaluator: &NetEvaluator,
    log: Option<&Path>,
    threads: usize,
    visible: bool,
) -> anyhow::Result<Vec<Rolled>> {
    let scores = scores(header.points);
    let bearoff = Bearoff::shared()?;
    let search = |stakes| {
        let evaluator = WithBearoff { evaluator: evaluator.clone(), bearoff: bearoff.clone() };
        CubefulSearch::new(evaluator, Some(bearoff.clone()), stakes)
    };
    let figures = Mutex::new(Figures::default());
    let bar = Progress::new(visible, scores.len() as u64, "scores");
    let work = |_: &mut (), i: usize| {
        let score = scores[i];
        // What is computed in place of scores that come later is not asked for.
        let table = Arc::new(figures.lock().table(Rates::default()));
        let stakes = score.stakes(table);
        let dice = QuasiDice::new(mix(header.seed ^ mix(i as u64)), true);
        let start = Start { game: Backgammon::START, cube: Cube::default(), double: false };
        let options = RolloutOptions {
            cubeful: header.options.cubeful && !stakes.without_cube(),
            ..header.options.clone()
        };
        // Each has its own, as a rollout remembers the moves of its first turns.
        let rollouts = [0, 1].map(|_| Rollout::new(start, &options, &dice));
        let jobs: Vec<_> = (0..header.trials).step_by(BATCH as usize).collect();
        let played = parallel_map(jobs, threads, &Progress::hidden(), |_, first| {
            let mut searches = [stakes.clone(), stakes.flipped()].map(search);
            let trials = first..header.trials.min(first + BATCH);
            let both = trials.map(|trial| {
                let [mine, theirs] = [0, 1].map(|i| rollouts[i].play(&mut searches[i], trial));
                mean(mine, theirs.flipped())
            });
            both.collect::<Vec<_>>()
        });
        let mut tally = Tally::default();
        played.iter().flatten().for_each(|outcome| tally.add(outcome));
        let rolled = rolled(score, &tally);
        // The next score needs it, and begins before this one is logged and seen.
        figures.lock().0.insert(score, rolled.chance);
        Ok(rolled)
    };
    let belongs = |i: usize, rolled: &Rolled| rolled.score == scores[i];
    let see = |i: usize, rolled: &Rolled| {
        // Those of the log are not among the figures yet.
        figures.lock().0.insert(rolled.score, rolled.chance);
        bar.reach(i as u64 + 1);
        bar.say(rolled.score.name());
        Ok(ControlFlow::Continue(()))
    };
    // One score at a time, as each needs the ones before; its games are played in parallel.
    let keep = Keep::new(log, 1);
    runs::run(header, keep, scores.len(), belongs, || Ok(()), work, see)
}

/// The mean of two games on the same dice, of which each player began one: what one gains by the
/// dice in the first, it often loses in the second.
fn mean(a: RolloutOutcome, b: RolloutOutcome) -> RolloutOutcome {
    let outcomes = std::array::from_fn(|i| (a.outcomes[i] + b.outcomes[i]) / 2.0);
    let utility = (a.utility + b.utility) / 2.0;
    RolloutOutcome { utility, outcomes, turns: a.turns + b.turns }
}

/// The figures of a score.
fn rolled(score: Score, tally: &Tally) -> Rolled {
    let utility = tally.utility();
    let [win, gammon, _, lost_gammon, _] = tally.outcomes().map(|chance| chance.mean);
    let short = |x: f64| (x * 1e6).round() / 1e6;
    Rolled {
        score,
        // A chance of p is a utility of 2 p - 1.
        chance: short((utility.mean + 1.0) / 2.0),
        error: short(utility.error / 2.0),
        gammons: [gammon / win, lost_gammon / (1.0 - win)].map(short),
    }
}

#[cfg(test)]
mod tests {
    use starboard_lab::runs::Header as _;

    use super::*;

    /// Where a game leads from each score has come before, however many points are won.
    #[test]
    fn scores_come_in_the_order_in_which_they_are_needed() {
        let all = scores(7);
        let place = |score: &Score| all.iter().position(|other| other == score);
        let known = |[away, other]: [i32; 2], after_crawford: bool| {
            let (away, other) = (away.max(other), away.min(other));
            let score = Score { away, other, after_crawford };
            // Even scores need no rollout, and a match that is won has none.
            if away == other || other < 1 { Some(0) } else { place(&score) }
        };
        for (i, score) in all.iter().enumerate() {
            let &Score { away, other, .. } = score;
            let over = other == 1;
            for points in 1..=7 {
                for next in [[away - points, other], [away, other - points]] {
                    let before = known(next, over && next[0] != next[1]);
                    assert!(before.is_some_and(|at| at < i || at == 0), "{score:?} to {next:?}");
                }
            }
        }
        assert_eq!(all.len(), 6 + 21);
        assert!(scores(6).iter().eq(&all[..scores(6).len()]), "a table can be continued");
    }

    #[test]
    fn tables_have_the_figures() {
        let score = |away, other, after_crawford| Score { away, other, after_crawford };
        let figures = Figures(HashMap::from([
            (score(3, 1, true), 0.3),
            (score(3, 1, false), 0.2),
            (score(4, 2, false), 0.35),
        ]));
        let table = figures.table(Rates::default());
        assert_eq!(table.chance(3, 1, true), 0.3);
        assert_eq!((table.chance(3, 1, false), table.chance(1, 3, false)), (0.2, 0.8));
        assert_eq!((table.chance(4, 2, false), table.chance(2, 4, false)), (0.35, 0.65));
        assert_eq!(table.chance(4, 4, false), 0.5);
    }

    #[test]
    fn figures_are_those_of_both_beginnings() {
        let game = |utility, win, gammon| RolloutOutcome {
            utility,
            outcomes: [win, gammon, 0.0, 0.1, 0.0],
            turns: 1,
        };
        // The dice help whoever begins, by 0.4 or 0.2: the mean knows nothing of it.
        let mut tally = Tally::default();
        for (luck, gammon) in [(0.4, 0.2), (0.2, 0.0)] {
            tally.add(&mean(game(-0.1 + luck, 0.5, gammon), game(-0.1 - luck, 0.3, 0.1)));
        }
        let score = Score { away: 5, other: 3, after_crawford: false };
        let found = rolled(score, &tally);
        assert_eq!((found.chance, found.error), (0.45, 0.0));
        assert_eq!(found.gammons, [0.25, 0.166667]);
        tally.add(&mean(game(0.2, 0.5, 0.1), game(0.2, 0.3, 0.1)));
        // Of -0.1, -0.1 and 0.2: a deviation of 0.3 / sqrt 3 of the utility, over sqrt 3.
        assert_eq!(rolled(score, &tally).error, 0.05);
    }

    #[test]
    fn figures_do_not_depend_on_threads_and_stops() -> anyhow::Result<()> {
        // Players look ahead: then a rollout remembers what they played in the first turns.
        let options = RolloutOptions { truncate: 2, plies: 1, ..RolloutOptions::default() };
        let header = |points| Header {
            experiment: KIND.to_owned(),
            version: String::new(),
            seed: 3,
            trials: 40,
            fingerprint: String::new(),
            options: options.clone(),
            points,
        };
        let nets = NetEvaluator::default();
        let folder = tempfile::tempdir()?;
        let log = folder.path().join("met.jsonl");
        let all = roll_out(&header(3), &nets, None, 1, false)?;
        assert_eq!(all.len(), header(3).units());
        roll_out(&header(2), &nets, Some(&log), 2, false)?;
        assert_eq!(roll_out(&header(3), &nets, Some(&log), 2, false)?, all);
        let chances: Vec<_> = all.iter().map(|rolled| rolled.chance).collect();
        assert!(chances.iter().all(|chance| (0.2..0.5).contains(chance)), "{chances:?}");
        Ok(())
    }
}
